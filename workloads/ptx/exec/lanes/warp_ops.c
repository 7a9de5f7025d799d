/* SPDX-License-Identifier: BSD-3-Clause */
/* Cross-lane instructions and moves between widths; see warp_ops.h. */
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/analysis/wmma.h"

/* Destination 0, and the predicate that may follow it; either may be the sink `_`. */
static void write_pair(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                       const uint32_t value[WARP_LANES], lane_mask predicate)
{
    if (op->destination[0].bits != 0)
        EACH_LANE (i, lanes)
            exec_set_lane(op, state, 0, i, value[i]);
    if (op->n_destinations > 1 && op->destination[1].bits != 0)
        exec_write_mask(op, state, 1, lanes, predicate);
}

/* Serves lanes of one membermask; `running`: those that are at the instruction. */
typedef void serve_group(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                         lane_mask running);

/* Lanes may run one instruction with different membermasks (tiles of a warp): each group of lanes
 * with the same one, source k, is served for itself. */
static void each_group(const struct exec_op *op, struct exec_state *state, unsigned k,
                       lane_mask lanes, serve_group *serve)
{
    const lane_mask running = lanes;
    while (lanes != 0) {
        uint64_t mask = exec_lane(&op->source[k], state, (unsigned)__builtin_ctz(lanes));
        lane_mask group = 0;
        EACH_LANE (i, lanes)
            group |= (lane_mask)(exec_lane(&op->source[k], state, i) == mask) << i;
        lanes &= ~group;
        serve(op, state, group, running);
    }
}

/* The lanes that take part: those that run and are in the membermask, source k, of the group. Lanes
 * of tiles have the mask of their group in common. A lane may also ask those before it, without
 * itself, each with a mask of its own. PTX leaves that undefined; published programs count on the
 * running lanes and-ed with the mask. */
static lane_mask members_of(const struct exec_op *op, const struct exec_state *state, unsigned k,
                            lane_mask lanes, lane_mask running)
{
    return running & (lane_mask)exec_lane(&op->source[k], state, (unsigned)__builtin_ctz(lanes));
}

void exec_shuffle(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    uint32_t result[WARP_LANES];
    lane_mask in_range_mask = 0;
    EACH_LANE (i, lanes) {
        uint32_t b = (uint32_t)exec_lane(&op->source[1], state, i);
        uint32_t c = (uint32_t)exec_lane(&op->source[2], state, i);
        bool in_range;
        unsigned from = shuffle_lane(op->variant, i, b, c, &in_range);
        result[i] = (uint32_t)exec_lane(&op->source[0], state, from);
        in_range_mask |= (lane_mask)in_range << i;
    }
    write_pair(op, state, lanes, result, in_range_mask);
}

static void vote_group(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                       lane_mask running)
{
    lane_mask members = lanes;
    if (op->n_sources > 1)
        members = members_of(op, state, 1, lanes, running);
    lane_mask invert = op->modifiers & MODIFIER_INVERT ? ALL_LANES : 0;
    lane_mask yes = (exec_mask(&op->source[0], state) ^ invert) & members;
    if (op->variant == VOTE_BALLOT) {
        EACH_LANE (i, lanes)
            exec_set_lane(op, state, 0, i, yes);
        return;
    }
    bool all = yes == members, none = yes == 0;
    bool result = op->variant == VOTE_ALL ? all : op->variant == VOTE_ANY ? !none : all || none;
    exec_write_mask(op, state, 0, lanes, result ? ALL_LANES : 0);
}

void exec_vote(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    if (op->n_sources > 1)
        each_group(op, state, 1, lanes, vote_group);
    else if (lanes != 0)
        vote_group(op, state, lanes, lanes);
}

void exec_active_mask(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, lanes);
}

void exec_match_any(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    uint32_t result[WARP_LANES];
    EACH_LANE (i, lanes) {
        lane_mask members = lanes & (lane_mask)exec_lane(&op->source[1], state, i);
        uint64_t mine = exec_lane(&op->source[0], state, i);
        result[i] = 0;
        EACH_LANE (j, members)
            if (exec_lane(&op->source[0], state, j) == mine)
                result[i] |= (lane_mask)1 << j;
    }
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, result[i]);
}

static void match_all_group(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                            lane_mask running)
{
    uint32_t result[WARP_LANES];
    lane_mask members = members_of(op, state, 1, lanes, running);
    bool same = true;
    EACH_LANE (i, members)
        same &= exec_lane(&op->source[0], state, i) ==
                exec_lane(&op->source[0], state, (unsigned)__builtin_ctz(members));
    EACH_LANE (i, lanes)
        result[i] = same ? members : 0;
    write_pair(op, state, lanes, result, same ? ALL_LANES : 0);
}

void exec_match_all(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    each_group(op, state, 1, lanes, match_all_group);
}

static uint32_t reduced(enum reduction how, uint32_t a, uint32_t b)
{
    switch (how) {
    case REDUCE_ADD:
        return a + b;
    case REDUCE_MIN_U32:
        return a < b ? a : b;
    case REDUCE_MAX_U32:
        return a > b ? a : b;
    case REDUCE_MIN_S32:
        return (int32_t)a < (int32_t)b ? a : b;
    case REDUCE_MAX_S32:
        return (int32_t)a > (int32_t)b ? a : b;
    case REDUCE_AND:
        return a & b;
    case REDUCE_OR:
        return a | b;
    default: /* REDUCE_XOR */
        return a ^ b;
    }
}

/* Numbers of .f32 in the order of unsigned integers, -0 before 0. */
static uint32_t float_order(uint32_t bits)
{
    return bits >> 31 ? ~bits : bits | 0x80000000;
}

static uint32_t reduced_floats(const struct exec_op *op, const struct exec_state *state,
                               lane_mask members)
{
    enum { INFINITY_BITS = 0x7f800000, NAN_BITS = 0x7fffffff };
    const bool greatest = op->variant == REDUCE_MAX_F32, counts_nan = op->immediate != 0;
    uint32_t best = NAN_BITS;
    EACH_LANE (i, members) {
        uint32_t x = (uint32_t)exec_lane(&op->source[0], state, i);
        if ((x & NAN_BITS) > INFINITY_BITS) {
            if (counts_nan)
                return NAN_BITS;
            continue;
        }
        x &= op->modifiers & MODIFIER_ABS ? NAN_BITS : UINT32_MAX;
        if (best == NAN_BITS || (float_order(x) > float_order(best)) == greatest)
            best = x;
    }
    return best;
}

static void reduce_group(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                         lane_mask running)
{
    lane_mask members = members_of(op, state, 1, lanes, running), others = members & (members - 1);
    if (members == 0)
        return;
    uint32_t total = (uint32_t)exec_lane(&op->source[0], state, (unsigned)__builtin_ctz(members));
    if (op->variant >= REDUCE_MIN_F32)
        total = reduced_floats(op, state, members);
    else
        EACH_LANE (i, others)
            total = reduced(op->variant, total, (uint32_t)exec_lane(&op->source[0], state, i));
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, total);
}

void exec_reduce(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    each_group(op, state, 1, lanes, reduce_group);
}

static void elect_group(const struct exec_op *op, struct exec_state *state, lane_mask lanes,
                        lane_mask running)
{
    uint32_t result[WARP_LANES];
    lane_mask members = members_of(op, state, 0, lanes, running);
    EACH_LANE (i, lanes)
        result[i] = members ? (uint32_t)__builtin_ctz(members) : 0;
    write_pair(op, state, lanes, result, members & -members);
}

void exec_elect(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    each_group(op, state, 0, lanes, elect_group);
}

void exec_pack(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    unsigned part_bits = op->destination[0].bits / op->n_sources;
    uint64_t part_mask = ((uint64_t)1 << part_bits) - 1;
    EACH_LANE (i, lanes) {
        uint64_t whole = 0;
        for (unsigned k = 0; k < op->n_sources; k++)
            whole |= (exec_lane(&op->source[k], state, i) & part_mask) << k * part_bits;
        exec_set_lane(op, state, 0, i, whole);
    }
}

void exec_unpack(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    unsigned part_bits = op->source[0].bits / op->n_destinations;
    uint64_t part_mask = ((uint64_t)1 << part_bits) - 1;
    EACH_LANE (i, lanes) {
        uint64_t whole = exec_lane(&op->source[0], state, i);
        for (unsigned k = 0; k < op->n_destinations; k++)
            if (op->destination[k].bits != 0)
                exec_set_lane(op, state, k, i, whole >> k * part_bits & part_mask);
    }
}

void exec_move_each(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes) {
        uint64_t values[EXEC_SOURCES];
        for (unsigned k = 0; k < op->n_sources; k++)
            values[k] = exec_lane(&op->source[k], state, i);
        for (unsigned k = 0; k < op->n_destinations; k++)
            if (op->destination[k].bits != 0)
                exec_set_lane(op, state, k, i, values[k]);
    }
}

void exec_add_immediate(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i,
                      exec_lane(&op->source[0], state, i) + (uint64_t)op->immediate);
}

void exec_fragment_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    const struct wmma_address a = wmma_address_of(op->target);
    EACH_LANE (i, lanes) {
        const uint64_t outer = a.outer + i / 4, inner = a.inner + i % 4 * a.width;
        const uint64_t stride = (uint32_t)exec_lane(&op->source[1], state, i);
        const uint64_t elements = a.contiguous ? outer * stride + inner : inner * stride + outer;
        exec_set_lane(op, state, 0, i,
                      exec_lane(&op->source[0], state, i) + (uint64_t)op->immediate +
                          elements * a.bits / 8);
    }
}

void exec_in_window(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask inside = 0;
    EACH_LANE (i, lanes) {
        uint64_t address = exec_lane(&op->source[0], state, i);
        bool yes = op->immediate == 0 ? address >= GLOBAL_BASE
                                      : address >> WINDOW_SHIFT == (uint64_t)op->immediate;
        inside |= (lane_mask)yes << i;
    }
    exec_write_mask(op, state, 0, lanes, inside);
}
