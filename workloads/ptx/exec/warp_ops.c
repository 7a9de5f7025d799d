/* SPDX-License-Identifier: BSD-3-Clause */
/* Cross-lane instructions and moves between widths; see warp_ops.h. */
#include "workloads/ptx/exec/warp_ops.h"

/* The lane that lane i reads; *in_range tells whether it is in the segment that c describes. */
static unsigned shuffle_lane(enum shuffle_mode mode, unsigned i, uint32_t b, uint32_t c,
                             bool *in_range)
{
    int offset = b & 31, segment = c >> 8 & 31, lane = (int)i, from = lane;
    int last = (lane & segment) | ((int)(c & 31) & ~segment);
    switch (mode) {
    case SHUFFLE_UP:
        from = lane - offset;
        *in_range = from >= last;
        return (unsigned)(*in_range ? from : lane);
    case SHUFFLE_DOWN:
        from = lane + offset;
        break;
    case SHUFFLE_BUTTERFLY:
        from = lane ^ offset;
        break;
    case SHUFFLE_INDEX:
        from = (lane & segment) | (offset & ~segment);
        break;
    }
    *in_range = from <= last;
    return (unsigned)(*in_range ? from : lane);
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
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i, result[i]);
    if (op->n_destinations > 1)
        exec_write_mask(op, state, 1, lanes, in_range_mask);
}

void exec_vote(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    if (lanes == 0)
        return;
    lane_mask members = lanes;
    if (op->n_sources > 1)
        members &= (lane_mask)exec_lane(&op->source[1], state, (unsigned)__builtin_ctz(lanes));
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

void exec_add_immediate(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes)
        exec_set_lane(op, state, 0, i,
                      exec_lane(&op->source[0], state, i) + (uint64_t)op->immediate);
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
