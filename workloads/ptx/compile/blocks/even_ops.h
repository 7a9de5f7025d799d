/* SPDX-License-Identifier: BSD-3-Clause */
/* How registers of a whole warp go from lane to lane, and what instructions make of that.
 *
 * Most of a kernel's integers are the same in all lanes, or go up by the same step: indices and
 * addresses. Then two numbers and a step say all that 32 lanes hold, and an instruction on them is
 * two of the host's. Halves of a warp count for themselves, since blocks may be 16 wide. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_EVEN_OPS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_EVEN_OPS_H

#include "workloads/ptx/exec/exec.h"

enum even_kind {
    EVEN_SAME, /* all lanes have the same */
    EVEN_STEP, /* each half goes by `step`, which is known */
    EVEN_SOME, /* each half goes by the same step, which only a run knows */
    EVEN_NOT
};

struct even_lanes {
    uint8_t kind; /* enum even_kind */
    bool literal; /* EVEN_SAME, and the value is known */
    bool unsure;  /* only if no word has wrapped around on its way to a long one */
    uint64_t step, value;
};

/* What an instruction does with steps; the value of each half's first lane follows by its own
 * arithmetic. */
enum even_rule {
    EVEN_RULE_NONE, /* of lanes that are all the same only */
    EVEN_RULE_COPY,
    EVEN_RULE_SUM,
    EVEN_RULE_DIFFERENCE,
    EVEN_RULE_PRODUCT,
    EVEN_RULE_PRODUCT_SUM, /* a * b + c */
    EVEN_RULE_SHIFT,
    EVEN_RULE_NEGATIVE,
    EVEN_RULE_CHOICE
};

/* How words become long ones on the way: only if no lane's value wraps around on its way from the
 * first one's does the step stay what it is. */
enum even_widening { EVEN_KEEPS_WIDTH, EVEN_WIDENS_SIGNED, EVEN_WIDENS_UNSIGNED };

struct even_op {
    const char *name; /* of the lists (exec_alu_name) */
    uint8_t rule, widening;
};
/* Of an instruction of the lists; one without a row has EVEN_RULE_NONE. */
struct even_op even_op_of(const char *name);

/* What an instruction of the lists, or exec_add_immediate, makes of its sources. */
struct even_lanes even_result(const struct exec_op *op, const struct even_lanes *source);
/* Whether lanes of source k may wrap around, so that the code has to look. */
bool even_may_wrap(const struct even_op *op, const struct even_lanes *lanes, unsigned k);
/* What a register is to which either comes. */
struct even_lanes even_either(struct even_lanes a, struct even_lanes b);
/* Whether each half has the same in all its lanes. */
bool even_is_flat(const struct even_lanes *lanes);

#endif
