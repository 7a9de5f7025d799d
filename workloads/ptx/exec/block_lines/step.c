/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/block_lines/step.h"
#include "base/vector_clones.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/lanes/lanes.h"

#include <string.h>

/* Lanes that run an instruction, and those that may, whose guard isn't known. */
struct running {
    lane_mask surely, maybe;
};

static struct running running_of(const struct block_lines_step *step,
                                 const struct exec_state *state, lane_mask lanes)
{
    if (!step->guard)
        return (struct running){lanes, 0};
    lane_mask known = *step->guard;
    lane_mask holds = exec_mask(&step->op->guard, state) ^ step->op->guard_invert;
    return (struct running){lanes & known & holds, lanes & ~known};
}

static lane_mask known_sources(const struct block_lines_step *step)
{
    lane_mask known = ALL_LANES;
    for (unsigned k = 0; k < step->n_sources; k++)
        known &= *step->source[k];
    return known;
}

/* What is written becomes known in the lanes of `known`, which are some of those that run. */
static void note_written(const struct block_lines_step *step, struct running run, lane_mask known)
{
    for (unsigned k = 0; k < step->n_written; k++)
        *step->written[k] = (*step->written[k] & ~(run.surely | run.maybe)) | known;
}

static void compute(struct block_lines_warp *warp, const struct block_lines_step *step,
                    struct running run)
{
    lane_mask known = run.surely & known_sources(step);
    if (known != 0)
        step->op->alu(step->op, exec_state_of(&warp->context), known);
    note_written(step, run, known);
}

/* Values of other lanes: known if all that have not ended run it, and know theirs. */
static void compute_together(struct block_lines_warp *warp, const struct block_lines_step *step,
                             struct running run)
{
    struct exec_state *state = exec_state_of(&warp->context);
    lane_mask live = simt_live(&state->stack);
    bool known = !warp->lost && run.surely == live && (known_sources(step) & live) == live;
    if (known)
        step->op->alu(step->op, state, live);
    note_written(step, run, known ? live : 0);
}

/* ---- loads --------------------------------------------------------------------------------- */

VECTOR_CLONES static void add_to_longs(uint64_t address[WARP_LANES], const lane_long *base,
                                       uint64_t offset)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = base[i] + offset;
}

VECTOR_CLONES static void add_to_words(uint64_t address[WARP_LANES], const lane_word *base,
                                       uint32_t offset)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = (uint32_t)(base[i] + offset);
}

static void locate(const struct exec_op *op, const struct exec_state *state,
                   uint64_t address[WARP_LANES])
{
    if (op->source[0].bytes == 8)
        add_to_longs(address, exec_source(op, state, 0), (uint64_t)op->immediate);
    else
        add_to_words(address, exec_source(op, state, 0), (uint32_t)op->immediate);
}

/* Lanes of an asynchronous copy that copies nothing: they read nothing. */
static lane_mask copying(const struct exec_op *op, const struct exec_state *state, lane_mask lanes)
{
    if (op->action != exec_async_copy || op->n_sources < 4)
        return lanes;
    lane_mask some = 0;
    EACH_LANE (i, lanes) {
        uint64_t given = exec_lane(&op->source[3], state, i);
        bool none = op->source[3].bytes == 0 ? given != 0 : given == 0;
        some |= (lane_mask)!none << i;
    }
    return some;
}

/* Addresses become lines, which are also noted in last; returns the lanes in which they differ from
 * what was there. */
VECTOR_CLONES static lane_mask lines_of(uint64_t address[WARP_LANES], unsigned shift,
                                        uint64_t last[WARP_LANES], lane_mask lanes)
{
    lane_mask differ = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        uint64_t line = lanes >> i & 1 ? address[i] >> shift : last[i];
        differ |= line != last[i] ? (lane_mask)1 << i : 0;
        last[i] = line;
    }
    return differ;
}

VECTOR_CLONES static lane_mask global_lanes(const uint64_t address[WARP_LANES])
{
    lane_mask found = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        found |= address[i] >= GLOBAL_BASE ? (lane_mask)1 << i : 0;
    return found;
}

/* Returns the lanes whose address is in device memory. An access is aligned to its size, so it is
 * in one line, or, if lines are shorter, in all of some. */
static lane_mask add_lines(struct block_lines_warp *warp, const struct block_lines_step *step,
                           uint64_t address[WARP_LANES], lane_mask lanes)
{
    struct block_lines_last *last = step->last;
    lanes &= global_lanes(address);
    lane_mask differ = lines_of(address, warp->line_shift, last->line, lanes);
    lane_mask added = (differ | ~last->lanes) & lanes;
    last->lanes |= lanes;
    uint64_t before = UINT64_MAX;
    const uint32_t bytes = (uint32_t)step->op->element_bytes * step->op->elements;
    const uint64_t more = (MAX(bytes, 1) - 1) >> warp->line_shift;
    EACH_LANE (i, added) {
        for (uint64_t j = 0; j <= more && last->line[i] != before; j++)
            block_lines_set_add(&warp->lines, last->line[i] + j);
        before = last->line[i];
    }
    return lanes;
}

/* Parameters and constant memory at known addresses. */
static bool is_constant(const struct exec_op *op, const uint64_t address[WARP_LANES],
                        lane_mask lanes)
{
    if (op->space == SPACE_CONST || op->space == SPACE_PARAM)
        return true;
    EACH_LANE (i, lanes) {
        uint64_t window = address[i] >> WINDOW_SHIFT;
        if (op->space != SPACE_GENERIC || (window != WINDOW_CONST && window != WINDOW_PARAM))
            return false;
    }
    return true;
}

static bool load_constants(struct block_lines_warp *warp, const struct exec_op *op, lane_mask lanes)
{
    warp->issued.fault = NULL;
    warp->issued.active = lanes;
    bool good = op->action(op, &warp->context, lanes, &warp->issued);
    g_clear_pointer(&warp->issued.fault, g_free);
    return good;
}

static void load(struct block_lines_warp *warp, const struct block_lines_step *step,
                 struct running run)
{
    const struct exec_state *state = exec_state_of(&warp->context);
    const struct exec_op *op = step->op;
    lane_mask known = run.surely & known_sources(step), valued = 0;
    bool may_be_global = warp->slice->load[step->pc];
    if (may_be_global && (run.maybe || known != run.surely))
        warp->unknown[step->pc] = true;
    if (known != 0) {
        uint64_t *address = warp->issued.address;
        locate(op, state, address);
        known = copying(op, state, known);
        lane_mask others = may_be_global ? known & ~add_lines(warp, step, address, known) : known;
        if (others && op->action == exec_load && is_constant(op, address, others) &&
            load_constants(warp, op, others))
            valued = others;
    }
    note_written(step, run, valued);
}

/* A parameter at a known place. */
static void load_parameter(struct block_lines_warp *warp, const struct block_lines_step *step,
                           struct running run)
{
    warp->issued.fault = NULL;
    if (run.surely)
        step->op->action(step->op, &warp->context, run.surely, &warp->issued);
    note_written(step, run, run.surely);
}

void block_lines_step(struct block_lines_warp *warp, const struct block_lines_step *step,
                      lane_mask lanes)
{
    struct running run = running_of(step, exec_state_of(&warp->context), lanes);
    switch (step->kind) {
    case BLOCK_LINES_ALU:
        compute(warp, step, run);
        break;
    case BLOCK_LINES_TOGETHER:
        compute_together(warp, step, run);
        break;
    case BLOCK_LINES_PARAMETER:
        load_parameter(warp, step, run);
        break;
    case BLOCK_LINES_LOAD:
        load(warp, step, run);
        break;
    default:
        note_written(step, run, 0);
    }
}
