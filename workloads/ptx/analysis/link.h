/* SPDX-License-Identifier: BSD-3-Clause */
/* Which functions a kernel may call, and how deep that goes.
 *
 * Reachable is what a reachable function calls by name, and, if it calls through a pointer, what
 * the pointer may be: the functions of its .calltargets, else every function of the module whose
 * address is taken (by an instruction or in an initial value, such as that of a vtable) and whose
 * parameters have the sizes that the call's prototype says. That is more than can happen, so a
 * kernel with virtual functions may look recursive without being so; it then gets a stack of fixed
 * size rather than one that is exactly deep enough.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_LINK_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_LINK_H

#include "workloads/ptx/syntax/ptx.h"

struct link_graph {
    GPtrArray *functions; /* const struct ptx_function *; the kernel, then the others in the order
                             in which they are found */
    GPtrArray *callees;   /* GArray of uint32_t, places in functions; one each */
    GArray *order;        /* uint32_t: callees before their callers, except around cycles */
    bool recursive;
};

struct link_graph *link_graph_new(const struct ptx_function *kernel);
void link_graph_free(struct link_graph *graph);

/* The place of a function; UINT32_MAX if it isn't reachable. */
uint32_t link_place(const struct link_graph *graph, const struct ptx_function *function);

/* The most that any chain of calls from the kernel on needs, when a function by itself needs own
 * and, while it calls another one, `through` as well as what that needs. Calls that close a cycle
 * don't count. Both arrays have one entry a function. */
uint64_t link_most(const struct link_graph *graph, const uint32_t *own, const uint32_t *through);

#endif
