/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums and products whose NaN need not be the canonical one, since nobody sees it: whatever reads
 * the result, before it is written anew, makes the same of all NaN. Making a NaN canonical takes
 * two instructions, a comparison and a choice, and a sum itself takes one. */
#include "workloads/ptx/compile/blocks/loop_reads.h"
#include "workloads/ptx/compile/emitter.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/predicates.h"
#include "workloads/ptx/exec/run/sources.h"

#include <string.h>

enum { MOST_AHEAD = 256 }; /* instructions that are looked at: each costs time */

/* Functions raw_<name> of machine/arithmetic.h, which are also blind. */
static const char *const raw[] = {"add_f32", "sub_f32", "mul_f32", "fma_f32",
                                  "add_f64", "sub_f64", "mul_f64", "fma_f64"};
/* Others that make the same of all NaN. */
static const char *const blind[] = {"div_f32",     "rcp_f32",    "sqrt_f32", "min_f32",
                                    "max_f32",     "div_f64",    "sqrt_f64", "rcp_f64",
                                    "cvt_f64_f32", "cvt_f32_f64"};

static bool is_among(const char *name, const char *const *names, unsigned n)
{
    for (unsigned i = 0; name && i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_blind(const struct exec_op *op)
{
    if (op->kind != EXEC_ALU)
        return false;
    if (op->alu == exec_setp || op->alu == exec_setp_general)
        return true;
    const char *name = exec_alu_name(op->alu);
    return is_among(name, raw, G_N_ELEMENTS(raw)) || is_among(name, blind, G_N_ELEMENTS(blind));
}

static bool names(const struct exec_operand_list *list, uint32_t offset)
{
    for (unsigned k = 0; k < list->n; k++)
        if (list->at[k]->base == BASE_REGISTERS && list->at[k]->offset == offset)
            return true;
    return false;
}

bool emit_may_be_raw(const struct emitter *e, const struct exec_op *op)
{
    const uint32_t end = e->pc + e->left, offset = op->destination[0].offset;
    struct exec_operand_list list;
    if (!e->always || end - e->pc > MOST_AHEAD ||
        !is_among(exec_alu_name(op->alu), raw, G_N_ELEMENTS(raw)))
        return false;
    for (uint32_t pc = e->pc + 1; pc < end; pc++) {
        const struct exec_op *next = &e->kernel->ops[pc];
        exec_list_sources(e->kernel, next, &list);
        if (names(&list, offset) && !is_blind(next))
            return false;
        if (block_closes_loop(next) && block_is_seen(e->liveness, next->target, offset))
            return false;
        exec_list_destinations(e->kernel, next, &list);
        if (next->guard.base == BASE_CONSTANTS && names(&list, offset))
            return true;
    }
    return !block_is_live_behind(e->liveness, e->code, e->ends, end - 1, offset);
}
