/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps made ready, and the warp's way over branches; see warp.h. */
#include "workloads/ptx/exec/block_lines/warp.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/block_lines/step.h"
#include "workloads/ptx/exec/lanes/warp_ops.h"
#include "workloads/ptx/exec/special.h"

#include <stdlib.h>
#include <string.h>

/* ---- steps --------------------------------------------------------------------------------- */

static bool is_known_special(const struct launch *launch, enum exec_special_register which)
{
    if (which == SPECIAL_NSMID)
        return launch->n_sms > 0;
    return which != SPECIAL_WARPID && which != SPECIAL_SMID && !exec_special_is_clock(which);
}

static const lane_mask *known_of(const struct block_lines_warp *warp,
                                 const struct exec_operand *operand)
{
    const struct exec_kernel *kernel = warp->slice->kernel;
    if (operand->base == BASE_REGISTERS)
        return &warp->known[block_lines_register(operand)];
    for (uint32_t i = 0; operand->base == BASE_STATE && i < kernel->n_specials; i++)
        if (kernel->specials[i].offset == operand->offset)
            return is_known_special(warp->launch, kernel->specials[i].which) ? &warp->always
                                                                             : &warp->never;
    return operand->base == BASE_CONSTANTS ? &warp->always : &warp->never;
}

static bool looks_across(const struct exec_op *op)
{
    static exec_alu *const across[] = {exec_shuffle,   exec_vote,      exec_active_mask,
                                       exec_match_any, exec_match_all, exec_reduce,
                                       exec_elect};
    for (unsigned i = 0; i < G_N_ELEMENTS(across); i++)
        if (op->alu == across[i])
            return true;
    return false;
}

static enum block_lines_step_kind kind_of(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU)
        return looks_across(op) ? BLOCK_LINES_TOGETHER : BLOCK_LINES_ALU;
    if (op->kind == EXEC_ACTION && op->action == exec_load_parameter)
        return BLOCK_LINES_PARAMETER;
    if (op->kind == EXEC_ACTION && (op->action == exec_load || op->action == exec_async_copy))
        return BLOCK_LINES_LOAD;
    return BLOCK_LINES_UNKNOWN;
}

static void make_step(struct block_lines_warp *warp, uint32_t pc, struct block_lines_step *step)
{
    const struct exec_op *op = &warp->slice->kernel->ops[pc];
    *step = (struct block_lines_step){.op = op, .pc = pc, .kind = (uint8_t)kind_of(op)};
    if (warp->slice->load[pc])
        step->last = &warp->last[warp->n_last++];
    if (block_lines_guarded(op))
        step->guard = known_of(warp, &op->guard);
    for (unsigned k = 0; k < block_lines_n_sources(op); k++)
        step->source[step->n_sources++] = known_of(warp, block_lines_source(op, k));
    if (op->modifiers & MODIFIER_CARRY_IN)
        step->source[step->n_sources++] = &warp->known[block_lines_carry(warp->slice)];
    for (unsigned k = 0; k < MIN(block_lines_n_written(warp->slice, pc), BLOCK_LINES_WRITTEN - 1);
         k++) {
        const struct exec_operand *operand = block_lines_written(warp->slice, pc, k);
        if (operand)
            step->written[step->n_written++] = &warp->known[block_lines_register(operand)];
    }
    if (op->modifiers & MODIFIER_CARRY_OUT)
        step->written[step->n_written++] = &warp->known[block_lines_carry(warp->slice)];
}

static void make_steps(struct block_lines_warp *warp)
{
    const struct block_lines_slice *slice = warp->slice;
    uint32_t n = 0;
    warp->steps = g_new(struct block_lines_step, slice->n_pcs);
    warp->first_step = g_new(uint32_t, (size_t)slice->n_parts + 1);
    for (uint32_t p = 0; p < slice->n_parts; p++) {
        const struct block_lines_part *part = &slice->parts[p];
        warp->first_step[p] = n;
        for (uint32_t pc = part->first; pc < part->end; pc++)
            if (slice->needed[pc] && (pc + 1 < part->end || part->how == BLOCK_LINES_FALL))
                make_step(warp, pc, &warp->steps[n++]);
    }
    warp->first_step[slice->n_parts] = n;
}

void block_lines_warp_init(struct block_lines_warp *warp, const struct launch *launch,
                           uint32_t line_bytes)
{
    const struct kernel_code *code = launch->code;
    *warp = (struct block_lines_warp){.launch = launch,
                                      .slice = block_lines_slice_new(code),
                                      .always = ALL_LANES,
                                      .line_shift = (unsigned)__builtin_ctz(line_bytes)};
    warp->known = g_new0(lane_mask, warp->slice->n_registers);
    warp->unknown = g_new0(bool, code->n_instructions);
    warp->last = g_new0(struct block_lines_last, MAX(warp->slice->n_loads, 1));
    block_lines_set_init(&warp->lines);
    make_steps(warp);
    size_t bytes = (code->warp_state_bytes + 63) / 64 * 64;
    warp->context = (struct warp_context){.code = code, .block = &warp->block};
    warp->context.state = aligned_alloc(64, bytes);
    g_assert(warp->context.state);
    memset(warp->context.state, 0, bytes);
    warp->block = (struct block_context){.launch = launch};
}

void block_lines_warp_finish(struct block_lines_warp *warp)
{
    block_lines_slice_free(warp->slice);
    g_free(warp->steps);
    g_free(warp->first_step);
    g_free(warp->known);
    g_free(warp->unknown);
    g_free(warp->last);
    block_lines_set_finish(&warp->lines);
    free(warp->context.state);
}

/* ---- ways ---------------------------------------------------------------------------------- */

void block_lines_warp_give_up(struct block_lines_warp *warp)
{
    memcpy(warp->unknown, warp->slice->load, warp->slice->code->n_instructions);
}

static void functions_unknown(struct block_lines_warp *warp)
{
    const struct block_lines_slice *slice = warp->slice;
    for (uint32_t pc = slice->n_pcs; pc < slice->code->n_instructions; pc++)
        warp->unknown[pc] |= slice->load[pc];
}

static void loads_unknown(struct block_lines_warp *warp, const struct block_lines_region *region)
{
    for (uint32_t i = 0; i < region->n_loads; i++)
        warp->unknown[region->loads[i]] = true;
    if (region->calls)
        functions_unknown(warp);
}

/* They go one of the ways behind the part, and it isn't known which. False: they meet the others
 * nowhere, and have ended. */
static bool lose_lanes(struct block_lines_warp *warp, struct block_lines_part *part, lane_mask lost)
{
    struct simt_stack *stack = &exec_state_of(&warp->context)->stack;
    const struct exec_op *op = &warp->slice->kernel->ops[part->end - 1];
    const struct block_lines_region *region = block_lines_slice_region(warp->slice, part);
    bool branches = part->how == BLOCK_LINES_BRANCH || part->how == BLOCK_LINES_TABLE;
    bool meet = branches && op->reconverge != SIMT_NEVER;
    bool end = region->ends || (region->calls && warp->slice->functions_end);
    loads_unknown(warp, region);
    if (meet && end) /* a function ends some: nothing is known of what is behind */
        block_lines_warp_give_up(warp);
    for (uint32_t i = 0; meet && !end && i < region->n_written; i++)
        warp->known[region->written[i]] &= ~lost;
    if (meet && !end)
        return true;
    warp->lost = true;
    simt_exit(stack, lost, branches ? part->end - 1 : part->end);
    return false;
}

static unsigned add_to_group(struct simt_group *groups, unsigned n, uint32_t target,
                             lane_mask lanes)
{
    unsigned g = 0;
    while (g < n && groups[g].target != target)
        g++;
    if (lanes == 0)
        return n;
    if (g == n)
        groups[g] = (struct simt_group){.target = target};
    groups[g].lanes |= lanes;
    return MAX(n, g + 1);
}

/* Where the lanes of a branch go whose ways are known. Those of an index beyond the table are
 * added to *lost. */
static unsigned ways_of(const struct block_lines_warp *warp, const struct block_lines_part *part,
                        lane_mask taken, lane_mask fell, lane_mask *lost,
                        struct simt_group groups[WARP_LANES + 2])
{
    const struct exec_kernel *kernel = warp->slice->kernel;
    const struct exec_op *op = &kernel->ops[part->end - 1];
    unsigned n = add_to_group(groups, 0, part->end, fell);
    if (part->how == BLOCK_LINES_BRANCH)
        return add_to_group(groups, n, op->target, taken);
    EACH_LANE (i, taken) {
        uint64_t index = exec_lane(&op->source[0], exec_state_of(&warp->context), i);
        if (index < (uint64_t)op->immediate)
            n = add_to_group(groups, n, kernel->targets[op->target + index], (lane_mask)1 << i);
        else
            *lost |= (lane_mask)1 << i;
    }
    return n;
}

static void branch(struct block_lines_warp *warp, struct block_lines_part *part, lane_mask lanes,
                   lane_mask taken, lane_mask lost)
{
    struct simt_stack *stack = &exec_state_of(&warp->context)->stack;
    const struct exec_op *op = &warp->slice->kernel->ops[part->end - 1];
    if (part->how == BLOCK_LINES_BRANCH && lost == 0) {
        simt_branch(stack, taken, op->target, part->end, op->reconverge);
        return;
    }
    struct simt_group groups[WARP_LANES + 2] = {{0}};
    if (part->how == BLOCK_LINES_TABLE) {
        lane_mask known = *known_of(warp, &op->source[0]);
        lost |= taken & ~known;
        taken &= known;
    }
    unsigned n = ways_of(warp, part, taken, lanes & ~taken & ~lost, &lost, groups);
    if (lost && lose_lanes(warp, part, lost))
        n = add_to_group(groups, n, op->reconverge, lost);
    if (n > 0)
        simt_branch_many(stack, groups, n, op->reconverge);
}

/* Nothing that is needed lies between the branch and the point where its ways meet. */
static void pass_over(struct simt_stack *stack, const struct exec_op *op, lane_mask lanes,
                      uint32_t next)
{
    if (op->reconverge == SIMT_NEVER)
        simt_exit(stack, lanes, next);
    else
        simt_go(stack, op->reconverge);
}

static void call(struct block_lines_warp *warp, struct block_lines_part *part, lane_mask may)
{
    struct simt_stack *stack = &exec_state_of(&warp->context)->stack;
    uint32_t pc = part->end - 1;
    if (may != 0) {
        functions_unknown(warp);
        for (unsigned k = block_lines_n_written(warp->slice, pc); k-- > 0;) {
            const struct exec_operand *operand = block_lines_written(warp->slice, pc, k);
            if (operand)
                warp->known[block_lines_register(operand)] &= ~may;
        }
        if (warp->slice->functions_end && !lose_lanes(warp, part, may))
            return;
    }
    simt_go(stack, part->end);
}

static void end_part(struct block_lines_warp *warp, struct block_lines_part *part, lane_mask lanes)
{
    struct exec_state *state = exec_state_of(&warp->context);
    const struct exec_op *op = &warp->slice->kernel->ops[part->end - 1];
    if (part->how == BLOCK_LINES_FALL) {
        simt_go(&state->stack, part->end);
        return;
    }
    if (part->conditional && !part->decides) {
        pass_over(&state->stack, op, lanes, part->end);
        return;
    }
    lane_mask known = block_lines_guarded(op) ? *known_of(warp, &op->guard) : ALL_LANES;
    lane_mask runs = lanes & known & (exec_mask(&op->guard, state) ^ op->guard_invert);
    lane_mask lost = lanes & ~known;
    if (part->how == BLOCK_LINES_CALL) {
        call(warp, part, runs | lost);
    } else if (part->how != BLOCK_LINES_EXIT) {
        branch(warp, part, lanes, runs, lost);
    } else {
        if (lost)
            loads_unknown(warp, block_lines_slice_region(warp->slice, part));
        warp->lost |= lost != 0;
        simt_exit(&state->stack, runs | lost, part->end);
    }
}

/* ---- a warp -------------------------------------------------------------------------------- */

void block_lines_warp_block(struct block_lines_warp *warp, uint64_t block)
{
    const uint32_t *grid = warp->launch->grid;
    warp->block.index[0] = (uint32_t)(block % grid[0]);
    warp->block.index[1] = (uint32_t)(block / grid[0] % grid[1]);
    warp->block.index[2] = (uint32_t)(block / grid[0] / grid[1]);
    block_lines_set_clear(&warp->lines);
    for (uint32_t i = 0; i < warp->n_last; i++)
        warp->last[i].lanes = 0;
}

static void start(struct block_lines_warp *warp, uint32_t in_block)
{
    struct warp_context *w = &warp->context;
    const struct exec_kernel *kernel = warp->slice->kernel;
    const uint32_t *block = warp->launch->block;
    uint64_t left = (uint64_t)block[0] * block[1] * block[2] - (uint64_t)in_block * WARP_LANES;
    lane_mask lanes = left >= WARP_LANES ? ALL_LANES : ((lane_mask)1 << left) - 1;
    struct exec_state *state = exec_state_of(w);
    uint8_t *bytes = w->state;
    memset(state, 0, sizeof *state);
    state->base[BASE_CONSTANTS] = kernel->constants;
    state->base[BASE_STATE] = bytes;
    state->base[BASE_REGISTERS] = bytes + kernel->registers_offset;
    w->in_block = in_block;
    warp->lost = false;
    simt_init(&state->stack, (struct simt_level *)(void *)(bytes + kernel->levels_offset),
              kernel->n_levels, 0, lanes);
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        if (in_block == 0 || kernel->specials[i].which <= SPECIAL_TID_Z)
            exec_special_fill(&kernel->specials[i], w);
    for (uint32_t i = 0; i < warp->first_step[warp->slice->n_parts]; i++)
        for (unsigned k = 0; k < warp->steps[i].n_written; k++)
            *warp->steps[i].written[k] = 0;
}

bool block_lines_warp_run(struct block_lines_warp *warp, uint32_t in_block, uint64_t *steps)
{
    struct block_lines_slice *slice = warp->slice;
    const struct simt_stack *stack = &exec_state_of(&warp->context)->stack;
    start(warp, in_block);
    while (stack->depth > 0) {
        uint32_t p = slice->part_of[simt_pc(stack)];
        lane_mask lanes = simt_lanes(stack);
        uint64_t n = warp->first_step[p + 1] - warp->first_step[p] + 1;
        if (n > *steps)
            return false;
        *steps -= n;
        for (uint32_t i = warp->first_step[p]; i < warp->first_step[p + 1]; i++)
            block_lines_step(warp, &warp->steps[i], lanes);
        end_part(warp, &slice->parts[p], lanes);
    }
    return true;
}
