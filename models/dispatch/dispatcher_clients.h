/* SPDX-License-Identifier: BSD-3-Clause */
/* What the dispatcher knows of each client of the host (a program, say): when it had kernels, and
 * how much of them is done. A client may have a target: when its blocks have issued so many warp
 * instructions, they end where they stand, no other one is sent, and the host ends the client: the
 * GPU is the others'. SMs tell of progress now and then (models/sm/policy/sm_progress.c), so a
 * client does a little more than its target.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section V: each program of several runs
 * until the instructions that it had done alone, so that all ways to share a GPU do the same work,
 * "is halted and its assigned GPU resources are released".
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
    uint64_t under_way;         /* ... that blocks which are not done have told of */
    uint64_t kernels;
    uint64_t first_cycle, last_cycle; /* in which its first kernel came, its last one ended */
    uint64_t target_cycle;            /* in which the target was reached; 0: it was not */
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
/* A block of the kernel is done, with so many instructions, of which `told` were known; whether
 * that reaches the target. */
bool dispatcher_client_works(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                             uint64_t warp_instructions, uint64_t told, uint64_t cycle);
/* Blocks of it have issued so many more; likewise. */
bool dispatcher_client_proceeds(struct dispatcher *dispatcher,
                                const struct dispatcher_kernel *kernel, uint64_t warp_instructions,
                                uint64_t cycle);
/* Whether no block of the client's is to be sent any more. */
bool dispatcher_client_is_through(const struct dispatcher *dispatcher, uint32_t client);

#endif
