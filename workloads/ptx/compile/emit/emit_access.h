/* SPDX-License-Identifier: BSD-3-Clause */
/* What accesses of all kinds share: where memory lies, the lanes' addresses, and the way to them.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_ACCESS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_EMIT_ACCESS_H

#include "workloads/ptx/compile/emit/emitter.h"

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

/* Opens a block in which p and q are where the halves' first elements lie, of a shape. */
void emit_access_halves(struct emitter *e, const struct exec_op *op, const char *shape);
/* Moves all elements by a function of machine/rows.h, or of steps.h: registers[] are as many
 * variables. */
void emit_access_rows(struct emitter *e, const struct exec_op *op,
                      const struct emitted_space *space, const char *shape, const char *function,
                      const char *const *registers);
void emit_access_steps(struct emitter *e, const struct exec_op *op,
                       const struct emitted_space *space, const char *shape, const char *function,
                       const char *const *registers);

/* Opens branches for an access by rows and by other steps, and the last one, with address[] in
 * a<pc>. kind: the end of functions' names. */
void emit_by_rows(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                  const char *shape, const char *kind, const char *const *registers);

/* How an element goes into a register: the end of a function's name. NULL: not by a function. */
const char *emit_gather(const struct exec_op *op, const struct exec_operand *to);
/* Element k of what is stored, as wide as scatter expects. NULL: there is none. */
const char *emit_value(struct emitter *e, const struct exec_op *op, unsigned k);
bool emit_is_read_only(const struct exec_op *op);

/* A part of a fragment. */
bool emit_fragment(struct emitter *e, const struct exec_op *op, bool loads);
/* Each lane's own memory, at the same place for all. */
bool emit_own(struct emitter *e, const struct exec_op *op);
/* Loads and stores whose addresses go by a known step. */
bool emit_even_access(struct emitter *e, const struct exec_op *op);
/* Sees to it that they reach what they access, or leave the function: the first one looks for all
 * behind it that count from the same register. span: of a half, but for the elements themselves. */
void emit_even_reach(struct emitter *e, const struct exec_op *op, const struct emitted_space *space,
                     const char *first, const char *second, uint64_t span);
bool emit_atomic(struct emitter *e, const struct exec_op *op);

#endif
