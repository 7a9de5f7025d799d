/* SPDX-License-Identifier: BSD-3-Clause */
/* What the dispatcher knows of each client of the host (a program, say): when it had kernels, and
 * how much of them is done. A client may have a target: when blocks with so many warp instructions
 * are done, what it has on the SMs still ends, and no other block of it is sent: the GPU is the
 * others'.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section V: each program of several runs
 * until the instructions that it had done alone, so that all ways to share a GPU do the same work.
 * Differs: blocks that run when the target is reached are not stopped.
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
    uint64_t kernels;
    uint64_t first_cycle, last_cycle; /* in which its first kernel came, its last one ended */
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
/* Blocks of the kernel with so many instructions are done; whether that reaches the target. */
bool dispatcher_client_works(struct dispatcher *dispatcher, const struct dispatcher_kernel *kernel,
                             uint64_t warp_instructions);
/* Whether no block of the client's is to be sent any more. */
bool dispatcher_client_is_through(const struct dispatcher *dispatcher, uint32_t client);
/* Ends the kernel behind the last one of its blocks that has been sent, or behind the first; it may
 * be over by that. */
void dispatcher_cut(struct dispatcher *dispatcher, struct dispatcher_kernel *kernel);

#endif
