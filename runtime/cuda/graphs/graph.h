/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA graphs: nodes, what each does, and after which others it comes.
 *
 * A handle is the address of the struct; only addresses that this library has handed out are
 * followed. A graph that can be launched (exec.h) has a clone of its graph. Everything is called
 * with the runtime's lock held.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Graphs"; CUDA Runtime API, "Graph Management".
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_GRAPH_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_GRAPH_H

#include "runtime/cuda/capturing.h"
#include "runtime/cuda/launch/launch.h"
#include "runtime/cuda/modules.h"

struct graph_kernel {
    struct launch launch;      /* its stream does not count */
    unsigned char *parameters; /* as the kernel takes them; owned */
    void **pointers;           /* to each of them, for those who ask; owned */
};

/* Memory that a graph's node allocates: it is there as long as a graph has the node. */
struct graph_memory {
    uint64_t address, bytes;
    unsigned nodes; /* of graphs and clones, that allocate it */
    bool freed;     /* by a node or the program: goes with the last node */
};

struct graph_node {
    struct graph *graph;
    enum cudaGraphNodeType type;
    struct graph_node **before; /* its dependencies; owned */
    size_t n_before;
    const struct graph_node *original; /* of which this one is a clone; may be gone */
    bool disabled;                     /* in what is launched */
    unsigned step;                     /* scratch: see plan.h */
    union {
        struct graph_kernel kernel;
        struct graph_copy copy;
        struct memset_rows set;
        struct cudaHostNodeParams host;
        struct graph *child; /* owned */
        cudaEvent_t event;
        struct graph_memory *memory; /* allocates, or frees; NULL: frees what is no graph's */
    };
    struct cudaMemAllocNodeParams alloc; /* as asked for */
    void *freed;                         /* of a node that frees */
};

struct graph {
    struct graph_node **nodes; /* in the order in which they were added; owned */
    size_t count, room;
    bool owned; /* by a node or by what is launched: not for the program to destroy */
    struct user_reference *objects;
};

struct graph *graph_new(struct runtime *runtime);
/* Ends the graph and what it holds. */
void graph_free(struct runtime *runtime, struct graph *graph);
struct graph *graph_clone(struct runtime *runtime, const struct graph *graph);
struct graph *graph_find(const struct runtime *runtime, cudaGraph_t handle);
struct graph_node *graph_node_find(const struct runtime *runtime, cudaGraphNode_t handle);
/* The node that was cloned from that one, in this graph or its children; NULL: none was. */
struct graph_node *graph_node_of(const struct graph *graph, const struct graph_node *original);

/* A new node after others, which are nodes of this graph. What it does is for the caller to fill
 * in; the caller knows of failures before it adds the node. */
struct graph_node *graph_add(struct runtime *runtime, struct graph *graph,
                             enum cudaGraphNodeType type, struct graph_node *const *before,
                             size_t count);
void graph_remove(struct runtime *runtime, struct graph_node *node);
bool graph_node_is_before(const struct graph_node *node, const struct graph_node *later);
void graph_node_add_before(struct graph_node *node, struct graph_node *before);
/* What the node owns of what it does goes; the node can be given something else to do. */
void graph_node_clear(struct runtime *runtime, struct graph_node *node);
/* `to` does what `from` does, with copies of its own. */
void graph_node_copy(struct runtime *runtime, struct graph_node *to, const struct graph_node *from);

/* Enters the runtime and looks up what a node is to be added to: graph and dependencies. */
struct graph_place {
    struct graph *graph;
    struct graph_node *const *before;
    size_t count;
};
cudaError_t graph_place_enter(struct runtime **runtime, struct graph_place *place,
                              cudaGraph_t graph, const cudaGraphNode_t *before, size_t count);

/* Where a call finds the node that it changes: a graph's (exec NULL), or what is launched of it. */
struct graph_target {
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
};
/* Enters the runtime and finds the node, which must be of the type. */
cudaError_t graph_target_enter(struct runtime **runtime, const struct graph_target *target,
                               enum cudaGraphNodeType type, struct graph_node **node);

#endif
