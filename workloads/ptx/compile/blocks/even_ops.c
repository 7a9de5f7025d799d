/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/compile/blocks/even_ops.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"

#include <string.h>

static const struct even_op ops[] = {
    {"mov_32", EVEN_RULE_COPY, EVEN_KEEPS_WIDTH},
    {"mov_64", EVEN_RULE_COPY, EVEN_KEEPS_WIDTH},
    {"add_32", EVEN_RULE_SUM, EVEN_KEEPS_WIDTH},
    {"add_64", EVEN_RULE_SUM, EVEN_KEEPS_WIDTH},
    {"sub_32", EVEN_RULE_DIFFERENCE, EVEN_KEEPS_WIDTH},
    {"sub_64", EVEN_RULE_DIFFERENCE, EVEN_KEEPS_WIDTH},
    {"neg_32", EVEN_RULE_NEGATIVE, EVEN_KEEPS_WIDTH},
    {"not_32", EVEN_RULE_NEGATIVE, EVEN_KEEPS_WIDTH},
    {"not_64", EVEN_RULE_NEGATIVE, EVEN_KEEPS_WIDTH},
    {"mul_lo_32", EVEN_RULE_PRODUCT, EVEN_KEEPS_WIDTH},
    {"mul_lo_64", EVEN_RULE_PRODUCT, EVEN_KEEPS_WIDTH},
    {"mul_wide_u32", EVEN_RULE_PRODUCT, EVEN_WIDENS_UNSIGNED},
    {"mul_wide_s32", EVEN_RULE_PRODUCT, EVEN_WIDENS_SIGNED},
    {"mad_lo_32", EVEN_RULE_PRODUCT_SUM, EVEN_KEEPS_WIDTH},
    {"mad_lo_64", EVEN_RULE_PRODUCT_SUM, EVEN_KEEPS_WIDTH},
    {"mad_wide_u32", EVEN_RULE_PRODUCT_SUM, EVEN_WIDENS_UNSIGNED},
    {"mad_wide_s32", EVEN_RULE_PRODUCT_SUM, EVEN_WIDENS_SIGNED},
    {"shl_32", EVEN_RULE_SHIFT, EVEN_KEEPS_WIDTH},
    {"shl_64", EVEN_RULE_SHIFT, EVEN_KEEPS_WIDTH},
    {"cvt_64_u32", EVEN_RULE_COPY, EVEN_WIDENS_UNSIGNED},
    {"cvt_64_s32", EVEN_RULE_COPY, EVEN_WIDENS_SIGNED},
    {"cvt_32_64", EVEN_RULE_COPY, EVEN_KEEPS_WIDTH},
    {"select_32", EVEN_RULE_CHOICE, EVEN_KEEPS_WIDTH},
    {"select_64", EVEN_RULE_CHOICE, EVEN_KEEPS_WIDTH},
};

static const struct even_lanes uneven = {.kind = EVEN_NOT};

struct even_op even_op_of(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(ops); i++)
        if (strcmp(ops[i].name, name) == 0)
            return ops[i];
    return (struct even_op){name, EVEN_RULE_NONE, EVEN_KEEPS_WIDTH};
}

bool even_is_flat(const struct even_lanes *lanes)
{
    return lanes->kind == EVEN_SAME || (lanes->kind == EVEN_STEP && lanes->step == 0);
}

static uint64_t step_of(const struct even_lanes *lanes)
{
    return lanes->kind == EVEN_STEP ? lanes->step : 0;
}

static struct even_lanes by_step(uint64_t step)
{
    return (struct even_lanes){.kind = EVEN_STEP, .step = step};
}

static struct even_lanes either(struct even_lanes a, struct even_lanes b)
{
    if (a.kind == EVEN_NOT || b.kind == EVEN_NOT)
        return uneven;
    if (a.kind == EVEN_SAME && b.kind == EVEN_SAME)
        return (struct even_lanes){.kind = EVEN_SAME};
    if (a.kind == EVEN_SOME || b.kind == EVEN_SOME || step_of(&a) != step_of(&b))
        return (struct even_lanes){.kind = EVEN_SOME};
    return by_step(step_of(&a));
}

struct even_lanes even_either(struct even_lanes a, struct even_lanes b)
{
    struct even_lanes lanes = either(a, b);
    lanes.unsure = lanes.kind != EVEN_NOT && (a.unsure || b.unsure);
    return lanes;
}

static struct even_lanes sum_of(struct even_lanes a, struct even_lanes b)
{
    if (a.kind == EVEN_NOT || b.kind == EVEN_NOT)
        return uneven;
    if (a.kind == EVEN_SAME && b.kind == EVEN_SAME)
        return (struct even_lanes){.kind = EVEN_SAME};
    if (a.kind == EVEN_SOME || b.kind == EVEN_SOME)
        return (struct even_lanes){.kind = EVEN_SOME};
    return by_step(step_of(&a) + step_of(&b));
}

/* One that goes by steps, and one that does not. */
static struct even_lanes multiple_of(struct even_lanes a, struct even_lanes b)
{
    if (a.kind == EVEN_STEP && b.literal)
        return by_step(a.step * b.value);
    return b.kind == EVEN_SAME ? (struct even_lanes){.kind = EVEN_SOME} : uneven;
}

static struct even_lanes product_of(struct even_lanes a, struct even_lanes b)
{
    if (a.kind == EVEN_SAME && b.kind == EVEN_SAME)
        return (struct even_lanes){.kind = EVEN_SAME};
    if (a.kind == EVEN_NOT || b.kind == EVEN_NOT)
        return uneven;
    if (even_is_flat(&a) && even_is_flat(&b))
        return by_step(0);
    return even_is_flat(&a) ? multiple_of(b, a) : even_is_flat(&b) ? multiple_of(a, b) : uneven;
}

static struct even_lanes shifted(struct even_lanes a, struct even_lanes by, unsigned bits)
{
    if (by.literal)
        by.value = by.value < bits ? (uint64_t)1 << by.value : 0;
    return even_is_flat(&by) ? product_of(a, by) : uneven;
}

/* As if lanes were added and multiplied one by one: steps of words are those of long ones whose
 * last bits they are. */
static struct even_lanes by_rule(const struct exec_op *op, uint8_t rule,
                                 const struct even_lanes *source)
{
    switch (rule) {
    case EVEN_RULE_COPY:
        return source[0];
    case EVEN_RULE_SUM:
        return sum_of(source[0], source[1]);
    case EVEN_RULE_DIFFERENCE: {
        struct even_lanes less = source[1];
        less.step = 0 - less.step;
        return sum_of(source[0], less);
    }
    case EVEN_RULE_NEGATIVE: {
        struct even_lanes less = source[0];
        less.step = 0 - less.step;
        return less;
    }
    case EVEN_RULE_PRODUCT:
        return product_of(source[0], source[1]);
    case EVEN_RULE_PRODUCT_SUM:
        return sum_of(product_of(source[0], source[1]), source[2]);
    case EVEN_RULE_SHIFT:
        return shifted(source[0], source[1], op->destination[0].bits);
    case EVEN_RULE_CHOICE:
        return source[2].kind == EVEN_SAME ? even_either(source[0], source[1]) : uneven;
    default:
        return uneven;
    }
}

/* A literal is taken as wide as the arithmetic is; a step, too. */
static struct even_lanes widened(struct even_lanes a, uint8_t widening)
{
    if (widening != EVEN_KEEPS_WIDTH)
        a.step = (uint64_t)(int64_t)(int32_t)a.step;
    if (widening == EVEN_WIDENS_SIGNED)
        a.value = (uint64_t)(int64_t)(int32_t)a.value;
    return a;
}

static struct even_lanes result_of(const struct exec_op *op, const struct even_lanes *source)
{
    struct even_lanes wide[3] = {{0}}, result;
    bool same = true, flat = true;
    if (op->alu == exec_add_immediate) {
        result = source[0];
        result.literal = false;
        return result;
    }
    const char *name = exec_alu_name(op->alu);
    if (!name || op->n_sources > G_N_ELEMENTS(wide))
        return uneven;
    const struct even_op known = even_op_of(name);
    for (unsigned k = 0; k < op->n_sources; k++) {
        same &= source[k].kind == EVEN_SAME;
        flat &= even_is_flat(&source[k]) && op->source[k].bytes != 0;
        wide[k] = k < 2 ? widened(source[k], known.widening) : source[k];
    }
    if (same)
        return (struct even_lanes){.kind = EVEN_SAME};
    if (flat && known.rule != EVEN_RULE_CHOICE)
        return by_step(0);
    result = by_rule(op, known.rule, wide);
    result.literal = false;
    if (op->destination[0].bytes == 4)
        result.step = (uint32_t)result.step;
    return op->destination[0].bits >= 32 ? result : uneven;
}

struct even_lanes even_result(const struct exec_op *op, const struct even_lanes *source)
{
    struct even_lanes result = result_of(op, source);
    const char *name = exec_alu_name(op->alu);
    const struct even_op known = even_op_of(name ? name : "");
    result.unsure = false;
    for (unsigned k = 0; result.kind != EVEN_NOT && k < op->n_sources; k++)
        result.unsure |= source[k].unsure || even_may_wrap(&known, &source[k], k);
    return result;
}

bool even_may_wrap(const struct even_op *op, const struct even_lanes *lanes, unsigned k)
{
    return op->widening != EVEN_KEEPS_WIDTH && k < 2 && !even_is_flat(lanes);
}
