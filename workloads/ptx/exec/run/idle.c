/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/idle.h"
#include "workloads/instruction_source.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/convert.h"
#include "workloads/ptx/exec/lanes/predicates.h"

#include <string.h>

/* What a register may hold, as a signed number of its width; a predicate is 0 or 1. */
struct range {
    int64_t low, high;
    bool known; /* else it may hold anything */
};

static const struct range anything = {0};

struct written {
    uint32_t offset;
    struct range range;
};

struct run {
    const struct launch *launch;
    const struct exec_kernel *kernel;
    const struct exec_alu_set *alus;
    const uint32_t *first, *last; /* blocks */
    unsigned n_written;
    struct written written[2 * IDLE_MOST];
};

static struct range range_of(int64_t low, int64_t high)
{
    return (struct range){low, high, true};
}

static bool is_one(const struct range *r, int64_t value)
{
    return r->known && r->low == value && r->high == value;
}

/* ---- operands ---- */

static struct range special_range(const struct run *run, uint32_t offset)
{
    const struct launch *launch = run->launch;
    const struct exec_special *s = run->kernel->specials;
    while (s->offset != offset)
        s++;
    const unsigned which = s->which, d = which % 3;
    if (which <= SPECIAL_TID_Z)
        return range_of(0, (int64_t)launch->block[d] - 1);
    if (which <= SPECIAL_NTID_Z)
        return range_of(launch->block[d], launch->block[d]);
    if (which <= SPECIAL_CTAID_Z)
        return range_of(run->first[d], run->last[d]);
    if (which <= SPECIAL_NCTAID_Z)
        return range_of(launch->grid[d], launch->grid[d]);
    return which == SPECIAL_LANEID ? range_of(0, WARP_LANES - 1) : anything;
}

static struct range constant_range(const struct run *run, const struct exec_operand *operand)
{
    const uint8_t *bytes = run->kernel->constants + operand->offset;
    for (unsigned lane = 1; lane < WARP_LANES && operand->bytes > 0; lane++)
        if (memcmp(bytes, bytes + lane * operand->bytes, operand->bytes) != 0)
            return anything;
    if (operand->bytes == 0) {
        const lane_mask lanes = *(const lane_mask *)(const void *)bytes;
        return lanes == 0 || lanes == ALL_LANES ? range_of(lanes != 0, lanes != 0) : anything;
    }
    const int64_t value = operand->bytes == 8 ? *(const int64_t *)(const void *)bytes
                                              : *(const int32_t *)(const void *)bytes;
    return range_of(value, value);
}

static struct range source(const struct run *run, const struct exec_operand *operand)
{
    if (operand->bits == 16)
        return anything;
    if (operand->base == BASE_CONSTANTS)
        return constant_range(run, operand);
    if (operand->base == BASE_STATE)
        return special_range(run, operand->offset);
    for (unsigned i = run->n_written; i-- > 0;)
        if (run->written[i].offset == operand->offset)
            return run->written[i].range;
    return anything;
}

/* A range beyond what the register holds is one that wraps around. */
static void set(struct run *run, const struct exec_operand *to, struct range range)
{
    const bool fits = to->bits == 64 || to->bits == 1 ||
                      (to->bits == 32 && range.low >= INT32_MIN && range.high <= INT32_MAX);
    if (to->bits != 0) /* else it is the sink */
        run->written[run->n_written++] =
            (struct written){to->offset, range.known && fits ? range : anything};
}

/* ---- arithmetic ---- */

static struct range sum(const struct range *a, const struct range *b)
{
    struct range r = {.known = a->known && b->known};
    r.known = r.known && !__builtin_add_overflow(a->low, b->low, &r.low) &&
              !__builtin_add_overflow(a->high, b->high, &r.high);
    return r;
}

static struct range negative(const struct range *a)
{
    return a->known && a->low > INT64_MIN ? range_of(-a->high, -a->low) : anything;
}

static struct range product(const struct range *a, const struct range *b)
{
    struct range r = {INT64_MAX, INT64_MIN, a->known && b->known};
    for (unsigned i = 0; i < 4 && r.known; i++) {
        int64_t corner;
        r.known =
            !__builtin_mul_overflow(i & 1 ? a->high : a->low, i & 2 ? b->high : b->low, &corner);
        r.low = MIN(r.low, corner);
        r.high = MAX(r.high, corner);
    }
    return r;
}

static struct range unsigned_only(struct range r)
{
    return r.known && r.low >= 0 ? r : anything;
}

static struct range shifted(const struct range *a, const struct range *by, unsigned bits)
{
    if (!by->known || by->low != by->high || by->low < 0 || by->low >= bits - 1)
        return anything;
    const int64_t factor = INT64_C(1) << by->low;
    const struct range power = range_of(factor, factor);
    return product(a, &power);
}

static struct range shifted_back(const struct range *a, const struct range *by, unsigned bits)
{
    if (!a->known || !by->known || by->low != by->high || by->low < 0 || by->low >= bits)
        return anything;
    return range_of(a->low >> by->low, a->high >> by->low);
}

static struct range compute(const struct run *run, const struct exec_op *op)
{
    exec_alu *const *alu = run->alus->alu;
    struct range s[3] = {anything, anything, anything};
    for (unsigned k = 0; k < MIN(op->n_sources, 3); k++)
        s[k] = source(run, &op->source[k]);
    const struct range *a = &s[0], *b = &s[1], *c = &s[2];
    if (op->alu == alu[ALU_mov_32] || op->alu == alu[ALU_mov_64] ||
        op->alu == alu[ALU_cvt_64_s32] || op->alu == alu[ALU_cvt_32_64])
        return *a;
    if (op->alu == alu[ALU_cvt_64_u32])
        return unsigned_only(*a);
    if (op->alu == alu[ALU_add_32] || op->alu == alu[ALU_add_64])
        return sum(a, b);
    if (op->alu == alu[ALU_sub_32] || op->alu == alu[ALU_sub_64]) {
        const struct range minus = negative(b);
        return sum(a, &minus);
    }
    if (op->alu == alu[ALU_not_32] || op->alu == alu[ALU_not_64]) {
        const struct range minus = negative(a), one = range_of(-1, -1);
        return sum(&minus, &one);
    }
    if (op->alu == alu[ALU_mul_lo_32] || op->alu == alu[ALU_mul_lo_64] ||
        op->alu == alu[ALU_mul_wide_s32])
        return product(a, b);
    if (op->alu == alu[ALU_mad_lo_32] || op->alu == alu[ALU_mad_lo_64] ||
        op->alu == alu[ALU_mad_wide_s32]) {
        const struct range ab = product(a, b);
        return sum(&ab, c);
    }
    if (op->alu == alu[ALU_mul_wide_u32]) {
        const struct range x = unsigned_only(*a), y = unsigned_only(*b);
        return product(&x, &y);
    }
    if (op->alu == alu[ALU_shl_32] || op->alu == alu[ALU_shl_64])
        return shifted(a, b, op->alu == alu[ALU_shl_32] ? 32 : 64);
    if (op->alu == alu[ALU_shr_s32])
        return shifted_back(a, b, 32);
    if (op->alu == alu[ALU_shr_u32]) {
        const struct range x = unsigned_only(*a);
        return shifted_back(&x, b, 32);
    }
    return anything;
}

/* ---- predicates ---- */

static struct range inverse(struct range p)
{
    return p.known ? range_of(1 - p.high, 1 - p.low) : p;
}

static struct range truth(bool surely, bool never)
{
    return surely || never ? range_of(surely, surely) : anything;
}

static struct range compare(const struct run *run, const struct exec_op *op)
{
    exec_compare *const *of = run->alus->compare;
    struct range a = source(run, &op->source[0]), b = source(run, &op->source[1]);
    if (op->compare == of[COMPARE_lt_u32] || op->compare == of[COMPARE_le_u32] ||
        op->compare == of[COMPARE_lt_u64] || op->compare == of[COMPARE_le_u64]) {
        a = unsigned_only(a);
        b = unsigned_only(b);
    }
    if (!a.known || !b.known)
        return anything;
    if (op->compare == of[COMPARE_lt_s32] || op->compare == of[COMPARE_lt_u32] ||
        op->compare == of[COMPARE_lt_s64] || op->compare == of[COMPARE_lt_u64])
        return truth(a.high < b.low, a.low >= b.high);
    if (op->compare == of[COMPARE_le_s32] || op->compare == of[COMPARE_le_u32] ||
        op->compare == of[COMPARE_le_s64] || op->compare == of[COMPARE_le_u64])
        return truth(a.high <= b.low, a.low > b.high);
    if (op->compare == of[COMPARE_eq_u32] || op->compare == of[COMPARE_eq_u64])
        return truth(is_one(&a, b.low) && b.low == b.high, a.high < b.low || b.high < a.low);
    return anything;
}

static struct range combine(enum predicate_logic logic, struct range a, struct range b)
{
    const bool both = a.known && b.known;
    switch (logic) {
    case LOGIC_AND:
        return truth(is_one(&a, 1) && is_one(&b, 1), is_one(&a, 0) || is_one(&b, 0));
    case LOGIC_OR:
        return truth(is_one(&a, 1) || is_one(&b, 1), is_one(&a, 0) && is_one(&b, 0));
    case LOGIC_XOR:
        return truth(both && a.low != b.low, both && a.low == b.low);
    default:
        return a;
    }
}

static void set_predicate(struct run *run, const struct exec_op *op)
{
    struct range result = compare(run, op), other = anything;
    if (op->modifiers & MODIFIER_INVERT)
        result = inverse(result);
    if (op->alu == exec_setp) {
        set(run, &op->destination[0], result);
        return;
    }
    if (op->variant != LOGIC_FIRST)
        other = source(run, &op->source[2]);
    if (op->modifiers & MODIFIER_NEGATE_C)
        other = inverse(other);
    set(run, &op->destination[0], combine(op->variant, result, other));
    if (op->n_destinations > 1)
        set(run, &op->destination[1], combine(op->variant, inverse(result), other));
}

static struct range combined(const struct run *run, const struct exec_op *op)
{
    struct range a = source(run, &op->source[0]);
    struct range b = op->n_sources > 1 ? source(run, &op->source[1]) : range_of(0, 0);
    a = op->immediate & 1 ? inverse(a) : a;
    b = op->immediate & 2 ? inverse(b) : b;
    const struct range result = combine(op->variant, a, b);
    return op->modifiers & MODIFIER_INVERT ? inverse(result) : result;
}

/* ---- instructions ---- */

static struct range parameter(const struct run *run, const struct exec_op *op)
{
    uint64_t raw = 0;
    memcpy(&raw, run->launch->params + op->immediate, op->element_bytes);
    const int64_t value = (int64_t)exec_extend(op->source_type, raw);
    return op->destination[0].bits == 64 ? range_of(value, value)
                                         : range_of((int32_t)value, (int32_t)value);
}

/* False: it does more than write registers. */
static bool run_plain(struct run *run, const struct exec_op *op)
{
    if (op->kind == EXEC_ACTION && op->action == exec_load_parameter)
        set(run, &op->destination[0], parameter(run, op));
    else if (op->kind != EXEC_ALU)
        return false;
    else if (op->alu == exec_setp || op->alu == exec_setp_general)
        set_predicate(run, op);
    else if (op->alu == exec_predicate_logic)
        set(run, &op->destination[0], combined(run, op));
    else if (op->n_destinations == 1)
        set(run, &op->destination[0], compute(run, op));
    else
        return false;
    return true;
}

/* No instructions: nothing is known. */
static struct idle_blocks look(struct run *run)
{
    const struct exec_kernel *kernel = run->kernel;
    struct idle_blocks idle = {0};
    uint32_t pc = 0;
    while (++idle.instructions <= IDLE_MOST) {
        const struct exec_op *op = &kernel->ops[pc++];
        struct range guard = source(run, &op->guard);
        guard = op->guard_invert ? inverse(guard) : guard;
        if (!guard.known || op->prepare)
            break;
        idle.run += guard.low != 0;
        if (guard.low == 0)
            continue;
        if (op->kind == EXEC_CONTROL && op->action == exec_exit)
            return idle;
        if (op->kind == EXEC_CONTROL && op->action == exec_branch)
            pc = op->target;
        else if (!run_plain(run, op))
            break;
    }
    return (struct idle_blocks){0};
}

/* ASSUMED, both: kernels whose blocks idle do so in most launches. */
enum { TRIED = 16, SELDOM = 64 };

struct idle_blocks exec_idle_blocks(const struct launch *launch, const uint32_t first[3],
                                    const uint32_t last[3])
{
    struct exec_kernel *kernel = launch->code->impl;
    const uint32_t misses = __atomic_load_n(&kernel->idle_misses, __ATOMIC_RELAXED);
    struct idle_blocks idle = {0};
    if (misses < TRIED || misses % SELDOM == 0) {
        struct run run;
        run.launch = launch;
        run.kernel = kernel;
        run.alus = exec_alu_best();
        run.first = first;
        run.last = last;
        run.n_written = 0;
        idle = look(&run);
    }
    const uint32_t now = idle.instructions > 0 ? 0 : misses + 1;
    if (now != misses)
        __atomic_store_n(&kernel->idle_misses, now, __ATOMIC_RELAXED);
    return idle;
}
