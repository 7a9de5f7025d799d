/* SPDX-License-Identifier: BSD-3-Clause */
/* What accesses of all kinds share: where memory lies, the lanes' addresses, and the way to them.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_ACCESS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_ACCESS_H

#include "workloads/ptx/compile/emitter.h"

/* Where a space lies: its bytes at address 0, its window, and what find() is to know of it. */
struct emitted_space {
    const char *base, *window, *site;
};

/* False: compiled code can't reach it. */
bool emit_space(struct emitter *e, const struct exec_op *op, struct emitted_space *space);
/* Puts the lanes' addresses into a%u, of the instruction's number. */
void emit_access_addresses(struct emitter *e, const struct exec_op *op);
/* Opens the block in which the lanes' bytes are there. */
void emit_access_reach(struct emitter *e, const struct exec_op *op,
                       const struct emitted_space *space);

/* How an element goes into a register: the end of a function's name. NULL: not by a function. */
const char *emit_gather(const struct exec_op *op, const struct exec_operand *to);
/* Element k of what is stored, as wide as scatter expects. NULL: there is none. */
const char *emit_value(struct emitter *e, const struct exec_op *op, unsigned k);
bool emit_is_read_only(const struct exec_op *op);

/* A part of a fragment. */
bool emit_fragment(struct emitter *e, const struct exec_op *op, bool loads);
/* Each lane's own memory, at the same place for all. */
bool emit_own(struct emitter *e, const struct exec_op *op);
bool emit_atomic(struct emitter *e, const struct exec_op *op);

#endif
