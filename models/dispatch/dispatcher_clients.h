/* SPDX-License-Identifier: BSD-3-Clause */
/* What the dispatcher knows of each client of the host (a program, say): when it had kernels, and
 * how much work it has done.
 *
 * A client may have a target, a number of warp instructions. When its blocks have issued so many,
 * they end where they stand. No other block is sent, and the host ends the client: the others have
 * the GPU to themselves. SMs report progress now and then (models/sm/policy/sm_progress.c), so a
 * client does a little more than its target.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section V. Of several programs each runs
 * until it has issued the instructions that it had done alone, so all ways to share a GPU do the
 * same work; then it "is halted and its assigned GPU resources are released".
 */
#ifndef SIMGPU_DISPATCH_DISPATCHER_CLIENTS_H
#define SIMGPU_DISPATCH_DISPATCHER_CLIENTS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct dispatcher;
struct dispatcher_kernel;

struct dispatcher_client {
    uint64_t target;            /* warp instructions; 0: none */
    uint64_t warp_instructions; /* of blocks that are done */
    uint64_t under_way;         /* of blocks that are not done, as far as they have reported */
    uint64_t kernels;
    uint64_t first_cycle, last_cycle; /* its first kernel came; its last one ended */
    uint64_t target_cycle;            /* the target was reached in this cycle; 0: it was not */
};

/* The client's; all zero if it had no kernel. */
const struct dispatcher_client *dispatcher_client(const struct dispatcher *dispatcher,
                                                  uint32_t client);
/* Before the run. */
void dispatcher_set_target(struct dispatcher *dispatcher, uint32_t client, uint64_t target);

void dispatcher_client_begins(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                              uint64_t cycle);
void dispatcher_client_ends(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                            uint64_t cycle);
/* A block of the kernel is done. It has issued so many instructions, of which `told` were known
 * before. True if the client's target is reached now. */
bool dispatcher_client_works(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                             uint64_t warp_instructions, uint64_t told, uint64_t cycle);
/* Blocks of the kernel have issued so many more instructions. True as above. */
bool dispatcher_client_proceeds(struct dispatcher *dispatcher,
                                const struct dispatcher_kernel *kernel, uint64_t warp_instructions,
                                uint64_t cycle);
/* Whether the client has reached its target, so that none of its blocks is sent any more. */
bool dispatcher_client_is_through(const struct dispatcher *dispatcher, uint32_t client);

#endif
