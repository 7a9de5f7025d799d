/* SPDX-License-Identifier: BSD-3-Clause */
/* Running lowered kernels: the three functions of instruction_source_ops. */
#include "workloads/ptx/exec/issue.h"
#include "workloads/ptx/exec/memory.h"
#include "workloads/ptx/exec/special.h"

#include <string.h>

static lane_mask lanes_of_warp(const struct warp_context *w)
{
    const uint32_t *block = w->block->launch->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t first = (uint64_t)w->in_block * WARP_LANES;
    uint64_t left = threads > first ? threads - first : 0;
    return left >= WARP_LANES ? ALL_LANES : ((lane_mask)1 << left) - 1;
}

static void warp_start(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    struct exec_state *state = exec_state_of(w);
    memset(state, 0, w->code->warp_state_bytes);
    state->base[BASE_REGISTERS] = (const uint8_t *)state;
    state->base[BASE_CONSTANTS] = kernel->constants;
    w->pc = 0;
    w->active = lanes_of_warp(w);
    simt_init(&state->stack, w->pc, w->active);
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        exec_special_fill(&kernel->specials[i], w);
}

static void refresh_clocks(const struct warp_context *w, uint64_t cycle)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    exec_state_of(w)->cycle = cycle;
    for (uint32_t i = 0; i < kernel->n_specials; i++)
        if (exec_special_is_clock(kernel->specials[i].which))
            exec_special_fill(&kernel->specials[i], w);
}

static bool issue(struct warp_context *w, uint64_t cycle, struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_op *op = &exec_kernel_of(w)->ops[w->pc];
    lane_mask lanes = w->active & (exec_mask(&op->guard, state) ^ op->guard_invert);
    out->active = lanes;
    out->space = SPACE_NONE;
    out->diverged = false;
    out->taken = 0;
    out->barrier_id = out->barrier_threads = 0;
    out->fault = NULL;
    if (op->reads_clock)
        refresh_clocks(w, cycle);
    if (op->kind == EXEC_ALU)
        op->alu(op, state, lanes);
    else if (!op->action(op, w, lanes, out))
        return false;
    if (op->kind != EXEC_CONTROL)
        simt_go(&state->stack, w->pc + 1);
    w->pc = simt_pc(&state->stack);
    w->active = simt_lanes(&state->stack);
    return true;
}

static void deliver(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES])
{
    uint32_t wide[WARP_LANES];
    for (unsigned i = 0; i < WARP_LANES; i++)
        wide[i] = offset[i];
    exec_write_loaded(&exec_kernel_of(w)->ops[pc], exec_state_of(w), lanes, data, wide);
}

const struct instruction_source_ops exec_source_ops = {
    .name = "ptx",
    .warp_start = warp_start,
    .issue = issue,
    .deliver = deliver,
};
