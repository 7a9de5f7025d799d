/* SPDX-License-Identifier: BSD-3-Clause */
/* How a graph runs in streams: each node is a step in a lane. Lane 0 is the stream into which the
 * graph is launched, the others are streams of the plan's own. A step that follows another one in
 * its lane comes after it by itself; for others there are events.
 *
 * Differs: of a graph with more lanes than LANES_MAX, some nodes wait for others that they do not
 * depend on.
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_PLAN_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_PLAN_H

#include "runtime/cuda/graphs/graph.h"

/* As many as kernels that current devices run at a time. Source: CUDA C++ Programming Guide,
 * "Technical Specifications per Compute Capability", resident grids. */
enum { LANES_MAX = 128 };

struct plan_step {
    const struct graph_node *node; /* NULL: a child graph begins or ends */
    unsigned *before;              /* steps; owned */
    size_t n_before;
    unsigned lane;
    bool is_awaited; /* in another lane */
    uint64_t event;  /* that says when it has run; 0: not made yet */
};

struct plan {
    struct plan_step *steps;
    unsigned count, room;
    unsigned n_lanes;
    unsigned tail[LANES_MAX];      /* each lane's last step + 1; 0: it has none */
    cudaStream_t lanes[LANES_MAX]; /* made at the first launch; 0 is not used */
    uint64_t begin, end;           /* events: of the launch's begin, and of the last launch's end */
    bool is_ready, has_run;
};

/* False if the graph has a circle. */
bool plan_make(struct plan *plan, const struct graph *graph);
void plan_finish(struct runtime *runtime, struct plan *plan);
/* Runs it in the stream: asks simgpu for everything, and waits where a node needs this process. */
cudaError_t plan_run(struct runtime *runtime, struct plan *plan, cudaStream_t stream);

#endif
