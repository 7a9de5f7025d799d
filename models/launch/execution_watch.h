/* SPDX-License-Identifier: BSD-3-Clause */
/* Who looks on while kernels are computed: accesses, and what orders them.
 *
 * The execution tells it through this table and asks nothing back. Without one (NULL) nothing is
 * told and nothing is counted. A watcher changes nothing. All calls come from one thread, in the
 * order in which the execution goes. A launch that is timed is computed aside first, for the
 * watcher alone: then memory is as it was before.
 */
#ifndef SIMGPU_LAUNCH_EXECUTION_WATCH_H
#define SIMGPU_LAUNCH_EXECUTION_WATCH_H

#include "workloads/issued.h"

struct execution_watch {
    void *data;
    void (*launch_begins)(void *data, const struct launch *launch);
    /* A block's context keeps its address until block_ends. */
    void (*block_begins)(void *data, const struct block_context *block, unsigned n_warps);
    void (*block_ends)(void *data, const struct block_context *block);
    /* The warp has issued the instruction at pc. Shared and local memory have changed already,
     * global memory has not. */
    void (*issued)(void *data, const struct warp_context *w, uint32_t pc,
                   const struct issued *what);
    /* A barrier of the block is complete: these warps of it, that waited, go on. */
    void (*barrier_opens)(void *data, const struct block_context *block, uint32_t id,
                          uint64_t warps);
    /* The launch cannot be computed aside: nobody looks at it. */
    void (*skipped)(void *data, const struct launch *launch);
    /* The instruction at pc ends the launch: what->fault says why. If it is an access that no
     * allocation holds, issued() has been told of it. */
    void (*faulted)(void *data, const struct warp_context *w, uint32_t pc,
                    const struct issued *what);
};

#endif
