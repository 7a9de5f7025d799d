/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels: what a thread asks for, on its way from its SM to the host model.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism": "Execution Environment" (parents
 *   and children, streams, order), "Toolkit Support" (the numbers of the named streams).
 * Units: times in ps of simulated time.
 */
#ifndef SIMGPU_WORKLOADS_CHILD_LAUNCH_H
#define SIMGPU_WORKLOADS_CHILD_LAUNCH_H

#include <glib.h>
#include <stdint.h>

/* Streams with a meaning of their own; others are the numbers that kernels got for theirs. */
#define CHILD_STREAM_BLOCK  UINT64_C(0) /* the NULL stream: one for each block */
#define CHILD_STREAM_LEGACY UINT64_C(1) /* the same */
#define CHILD_STREAM_THREAD UINT64_C(2) /* one for each thread */
#define CHILD_STREAM_TAIL   UINT64_C(3) /* after the parent and its other children, in order */
#define CHILD_STREAM_FORGET UINT64_C(4) /* comes after nothing */

/* How deep launches may be nested. Source: the guide, "Nesting and Synchronization Depth". */
enum { CHILD_DEPTH_MAX = 24 };

/* One launch. g_free. */
struct child_launch {
    struct child_launch *next; /* of the same SM: asked for later */
    uint64_t kernel;           /* what the pointer to the kernel holds */
    uint64_t stream;           /* as the kernel names it */
    uint64_t block;            /* that asks: its linear index */
    uint32_t thread;           /* of the block */
    uint32_t rank;             /* among the launches of the warp's instruction: 0, 1, 2, ... */
    uint64_t asked;            /* when; the SM sets it */
    uint32_t grid[3], size[3]; /* blocks, threads of a block */
    uint32_t dynamic_shared_bytes;
    uint32_t param_bytes; /* at least as many as the kernel has */
    _Alignas(16) uint8_t params[];
};

/* Frees all from this one on; NULL is fine. */
static inline void child_launch_free_all(struct child_launch *first)
{
    while (first) {
        struct child_launch *next = first->next;
        g_free(first);
        first = next;
    }
}

#endif
