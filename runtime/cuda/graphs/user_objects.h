/* SPDX-License-Identifier: BSD-3-Clause */
/* User objects: the program's things that live as long as a graph refers to them.
 *
 * Source: CUDA C++ Programming Guide, "CUDA User Objects".
 */
#ifndef SIMGPU_RUNTIME_CUDA_GRAPHS_USER_OBJECTS_H
#define SIMGPU_RUNTIME_CUDA_GRAPHS_USER_OBJECTS_H

#include "runtime/cuda/graphs/graph.h"

/* A clone refers to what the graph refers to. */
void user_objects_share(struct graph *clone, const struct graph *graph);
/* The graph ends: its references go. The lock is given to others while a destructor runs. */
void user_objects_leave(struct runtime *runtime, struct graph *graph);

#endif
