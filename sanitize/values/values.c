/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/values/values.h"
#include "sanitize/values/value_products.h"
#include "workloads/instruction_source.h"
#include "workloads/shuffle_lane.h"
#include <string.h>

struct warp_values *values_new(uint32_t n_slots)
{
    struct warp_values *values = g_new0(struct warp_values, 1);
    values->n_slots = n_slots;
    values->lanes = g_new0(lane_mask, n_slots + 1);
    values->of = g_new0(struct undefined *, n_slots + 1);
    return values;
}

void values_free(struct warp_values *values)
{
    if (!values)
        return;
    for (uint32_t i = 0; i < values->n_slots; i++)
        g_free(values->of[i]);
    g_free(values->of);
    g_free(values->lanes);
    g_free(values);
}

static void set_lanes(struct warp_values *values, uint16_t slot, lane_mask lanes)
{
    values->n_undefined += (lanes != 0) - (values->lanes[slot] != 0);
    values->lanes[slot] = lanes;
}

void values_clear(struct warp_values *values, uint16_t slot, lane_mask lanes)
{
    if (values && slot && values->lanes[slot] & lanes)
        set_lanes(values, slot, values->lanes[slot] & ~lanes);
}

void values_set(struct warp_values *values, uint16_t slot, lane_mask lanes,
                const uint64_t bits[WARP_LANES], lane_mask computed, uint32_t origin)
{
    lane_mask some = 0;
    if (slot == 0)
        return;
    for (lane_mask left = lanes; left; left &= left - 1)
        some |= (lane_mask)(bits[__builtin_ctz(left)] != 0) << __builtin_ctz(left);
    if (some) {
        if (!values->of[slot])
            values->of[slot] = g_new0(struct undefined, 1);
        struct undefined *to = values->of[slot];
        for (lane_mask left = some; left; left &= left - 1)
            to->bits[__builtin_ctz(left)] = bits[__builtin_ctz(left)];
        to->computed = (to->computed & ~lanes) | (computed & some);
        to->origin = origin;
    }
    if (some || values->lanes[slot])
        set_lanes(values, slot, (values->lanes[slot] & ~lanes) | some);
}

/* ---- one instruction ------------------------------------------------------------------------ */

struct stepping {
    struct warp_values *values;
    const struct value_flow *flow;
    const struct instruction *instruction;
    const struct warp_context *w;
    uint32_t pc;
    lane_mask lanes;
    uint64_t bits[WARP_LANES]; /* of the first destination */
    lane_mask computed;
    uint32_t origin;
};

static uint64_t ones(unsigned n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* Of a lane of source k. Also takes over where it comes from. */
static uint64_t source_bits(struct stepping *s, unsigned k, unsigned lane)
{
    const uint16_t slot = s->flow->source[k];
    if (!(values_lanes(s->values, slot) >> lane & 1))
        return 0;
    const struct undefined *of = s->values->of[slot];
    s->computed |= of->computed & (lane_mask)1 << lane;
    s->origin = of->origin;
    return of->bits[lane];
}

/* Lanes of the operands, of all of them. */
static lane_mask operand_lanes(struct stepping *s)
{
    const struct instruction *instruction = s->instruction;
    lane_mask some = 0;
    for (unsigned i = 0; i < instruction->n_sources; i++) {
        const uint16_t slot = instruction->registers[instruction->n_destinations + i];
        const lane_mask lanes = values_lanes(s->values, slot);
        if (lanes)
            s->origin = s->values->of[slot]->origin;
        some |= lanes;
    }
    return some;
}

/* All bits of all destinations. */
static void spoil(struct stepping *s, lane_mask lanes)
{
    static const uint64_t none[WARP_LANES];
    uint64_t all[WARP_LANES];
    const struct instruction *instruction = s->instruction;
    memset(all, 255, sizeof all);
    for (unsigned i = 0; i < instruction->n_destinations; i++) {
        values_set(s->values, instruction->registers[i], s->lanes & ~lanes, none, 0, 0);
        values_set(s->values, instruction->registers[i], s->lanes & lanes, all, UINT32_MAX,
                   s->origin);
    }
}

static uint64_t extract(const struct value_flow *flow, uint64_t from)
{
    const uint64_t bits = from >> flow->first & ones(flow->bits);
    const bool fills = flow->is_signed && flow->bits > 0 && bits >> (flow->bits - 1) & 1;
    return fills ? bits | ~ones(flow->bits) : bits;
}

static uint64_t permuted(const struct value_flow *flow, uint64_t a, uint64_t b)
{
    const uint64_t pair = (a & UINT32_MAX) | b << 32;
    uint64_t bits = 0;
    for (unsigned i = 0; i < 4; i++)
        bits |= (pair >> 8 * (flow->mask >> 4 * i & 7) & 255) << 8 * i;
    return bits;
}

/* False: the result counts as defined, since nobody knows who gave what. */
static bool shuffle(struct stepping *s)
{
    const struct instruction_source_ops *ops = s->w->code->ops;
    const uint32_t *b = ops->operand(s->w, s->pc, 1), *c = ops->operand(s->w, s->pc, 2);
    if (!b || !c)
        return false;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        bool in_range;
        const unsigned from = shuffle_lane(s->flow->first, lane, b[lane], c[lane], &in_range);
        s->bits[lane] = source_bits(s, 0, from);
        if (s->bits[lane] && values_lanes(s->values, s->flow->source[0]) >> from & 1)
            s->computed |= (s->values->of[s->flow->source[0]]->computed >> from & 1) << lane;
    }
    return true;
}

static bool choose(struct stepping *s)
{
    const lane_mask *predicate = s->w->code->ops->operand(s->w, s->pc, 2);
    if (!predicate)
        return false;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        s->bits[lane] = source_bits(s, *predicate >> lane & 1 ? 0 : 1, lane);
    const lane_mask open = values_lanes(s->values, s->flow->source[2]);
    for (lane_mask left = open; left; left &= left - 1)
        s->bits[__builtin_ctz(left)] = UINT64_MAX;
    if (open)
        s->origin = s->values->of[s->flow->source[2]]->origin;
    s->computed |= open;
    return true;
}

static void ballot(struct stepping *s)
{
    const lane_mask lanes = values_lanes(s->values, s->flow->source[0]);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        s->bits[lane] = lanes;
    operand_lanes(s);
    s->computed = UINT32_MAX;
}

/* The lane's undefined bits of the first destination, of what each lane does for itself. */
static uint64_t own_bits(struct stepping *s, unsigned lane)
{
    const struct value_flow *flow = s->flow;
    uint64_t bits = 0;
    /* Bytes are moved by shifts, too; what moves a value by less than a byte computes. */
    if (flow->first % 8 != 0)
        s->computed |= values_lanes(s->values, flow->source[0]);
    switch ((enum flow_kind)flow->kind) {
    case FLOW_UP:
    case FLOW_BITS:
        for (unsigned k = 0; k < FLOW_SOURCES; k++)
            bits |= source_bits(s, k, lane);
        if (flow->kind == FLOW_BITS)
            return bits & flow->mask;
        s->computed |= (lane_mask)(bits != 0) << lane;
        return bits ? ~ones((unsigned)__builtin_ctzll(bits)) : 0;
    case FLOW_SHIFT:
        return source_bits(s, 0, lane) << flow->first;
    case FLOW_EXTRACT:
        return extract(flow, source_bits(s, 0, lane));
    case FLOW_BYTES:
        return permuted(flow, source_bits(s, 0, lane), source_bits(s, 1, lane));
    case FLOW_JOIN:
        for (unsigned k = 0; k < FLOW_SOURCES && k * flow->bits < 64; k++)
            bits |= (source_bits(s, k, lane) & ones(flow->bits)) << k * flow->bits;
        return bits;
    default:
        return 0;
    }
}

static void split(struct stepping *s)
{
    for (unsigned k = 0; k < FLOW_DESTINATIONS; k++) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            s->bits[lane] = source_bits(s, 0, lane) >> k * s->flow->bits % 64 & ones(s->flow->bits);
        values_set(s->values, s->flow->destination[k], s->lanes, s->bits, s->computed, s->origin);
    }
}

/* The first destination; a second one (a shuffle's predicate) is defined. */
static void set_first(struct stepping *s)
{
    const struct value_flow *flow = s->flow;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        s->bits[lane] &= ones(flow->width);
    values_set(s->values, flow->destination[0], s->lanes, s->bits, s->computed, s->origin);
    values_clear(s->values, flow->destination[1], s->lanes);
}

static void forget_all(struct warp_values *values)
{
    for (uint32_t slot = 0; slot < values->n_slots; slot++)
        values->lanes[slot] = 0;
    values->n_undefined = 0;
}

static void flow_on(struct stepping *s)
{
    switch ((enum flow_kind)s->flow->kind) {
    case FLOW_MIX:
        spoil(s, operand_lanes(s));
        return;
    case FLOW_TOGETHER:
        spoil(s, operand_lanes(s) & s->lanes ? UINT32_MAX : 0);
        return;
    case FLOW_SPLIT:
        split(s);
        return;
    case FLOW_SELECT:
    case FLOW_SHUFFLE:
        if (s->flow->kind == FLOW_SELECT ? choose(s) : shuffle(s))
            set_first(s);
        else
            spoil(s, 0);
        return;
    case FLOW_BALLOT:
        ballot(s);
        set_first(s);
        return;
    case FLOW_NONE:
    case FLOW_ACCESS:
    case FLOW_MATRIX:
    case FLOW_TEXEL:
    case FLOW_GROUP:
    case FLOW_CALL:
        spoil(s, 0);
        return;
    case FLOW_PRODUCT:
        values_multiply(s->values, s->flow->product, NULL);
        return;
    default:
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            s->bits[lane] = own_bits(s, lane);
        set_first(s);
    }
}

void values_step(struct warp_values *values, const struct value_flow *flow,
                 const struct warp_context *w, uint32_t pc, lane_mask lanes)
{
    struct stepping s = {.values = values,
                         .flow = flow,
                         .instruction = &w->code->instructions[pc],
                         .w = w,
                         .pc = pc,
                         .lanes = lanes};
    if (flow->kind == FLOW_CALL) {
        forget_all(values);
        return;
    }
    const lane_mask guard = values_lanes(values, flow->guard);
    if (operand_lanes(&s))
        flow_on(&s);
    else
        spoil(&s, 0);
    s.lanes &= guard;
    if (s.lanes)
        spoil(&s, guard);
}
