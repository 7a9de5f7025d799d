/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that CUDA's device runtime provides, and kernels call by name: vprintf, to which
 * compilers turn printf, __assertfail, to which <assert.h> turns assert, malloc and free.
 *
 * Their exec_actions take op.target as the exec_call with the arguments, in the current frame.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BUILTIN_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_BUILTIN_H

#include "workloads/ptx/exec/exec.h"

/* The action of a function without a body; NULL if the name isn't one of those there are. */
exec_action *builtin_of(const char *name);
/* Why a call of another function without a body can't be executed; g_free. */
char *builtin_refusal(const char *name);

/* Argument k of a lane's call. */
uint64_t builtin_argument(const struct exec_op *op, const struct warp_context *w, unsigned k,
                          unsigned lane);
/* The text at a lane's generic address up to its zero; NULL if it isn't all readable. g_free. */
char *builtin_string(const struct warp_context *w, unsigned lane, uint64_t address);

/* int vprintf(const char *format, void *arguments): appends to out->output, in lane order. Returns
 * the number of arguments printed, and -1 if format is NULL. */
bool builtin_vprintf(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out);

/* void *malloc(size_t), also operator new; NULL when the heap is used up or for 0 bytes. */
bool builtin_malloc(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                    struct issued *out);
/* void free(void *), also operator delete. */
bool builtin_free(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                  struct issued *out);

#endif
