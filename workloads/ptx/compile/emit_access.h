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

bool emit_atomic(struct emitter *e, const struct exec_op *op);

#endif
