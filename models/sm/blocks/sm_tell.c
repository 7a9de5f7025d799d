/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of policies/sm_events.h that need a description. Called only if a policy wants the event.
 */
#include "models/sm/blocks/sm_tell.h"
#include "models/launch/grid.h"
#include "models/sm/core/sm_policies.h"
#include "workloads/instruction_source.h"

static bool is_load(const struct instruction *instruction)
{
    return instruction->op_class == OP_LOAD && instruction_is_global(instruction);
}

/* The loops of code that is known beforehand. */
static struct warp_loop *describe_loops(const struct kernel_code *code)
{
    struct warp_loop *loops = g_new(struct warp_loop, code->n_loops);
    for (uint32_t i = 0; i < code->n_loops; i++)
        loops[i] = (struct warp_loop){.begin = code->loops[i].header,
                                      .first = code->loops[i].header,
                                      .last = code->loops[i].last,
                                      .parent = code->loops[i].parent};
    for (uint32_t pc = 0; code->n_loops > 0 && pc < code->n_instructions; pc++)
        for (int32_t at = code->instructions[pc].loop; at >= 0; at = loops[at].parent) {
            loops[at].first = MIN(loops[at].first, pc);
            loops[at].last = MAX(loops[at].last, pc);
        }
    return loops;
}

static uint32_t warps_of(const struct launch *launch)
{
    return (uint32_t)((launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES);
}

void sm_tell_kernel_started(struct sm_core *core, const struct launch *launch)
{
    sm_policies_turn(core, launch->id);
    if (!SM_WANTS(core, kernel_started))
        return;
    g_autofree struct warp_loop *loops = describe_loops(launch->code);
    const struct warp_kernel kernel = {.launch = launch->id,
                                       .program = launch->client,
                                       .name = launch->code->name,
                                       .loops = loops,
                                       .n_loops = launch->code->n_loops,
                                       .loops_appear = launch->code->traced,
                                       .block_warps = warps_of(launch)};
    SM_TELL(core, kernel_started, &kernel, sm_fresh_view(core));
}

/* The lowest free slots, which the block's warps will take in their order. */
static uint64_t slots_to_take(const struct sm_blocks *blocks, unsigned n_warps)
{
    uint64_t free = ~blocks->warps->resident, slots = 0;
    for (unsigned i = 0; i < n_warps; i++, free &= free - 1)
        slots |= free & -free;
    return slots;
}

void sm_tell_block_started(struct sm_blocks *blocks, unsigned block_slot, unsigned n_warps)
{
    const struct sm_block *block = &blocks->list[block_slot];
    const struct warp_block what = {.index = block->index,
                                    .launch = block->context.launch->id,
                                    .program = block->context.launch->client,
                                    .slot = (uint8_t)block_slot,
                                    .warps = slots_to_take(blocks, n_warps)};
    SM_TELL(blocks->core, block_started, &what, sm_fresh_view(blocks->core));
}

void sm_tell_block_finished(struct sm_blocks *blocks, unsigned block_slot)
{
    const struct sm_block *block = &blocks->list[block_slot];
    const struct warp_block what = {.index = block->index,
                                    .launch = block->context.launch->id,
                                    .program = block->context.launch->client,
                                    .slot = (uint8_t)block_slot,
                                    .cycles = blocks->core->cycle - block->start_cycle};
    SM_TELL(blocks->core, block_finished, &what, sm_fresh_view(blocks->core));
}

/* The path that the branch which has just issued takes. */
static uint32_t path_of_branch(const struct kernel_code *code, uint32_t pc,
                               const struct issued *issued)
{
    const struct branch_path *paths =
        code->ops->branch_paths ? code->ops->branch_paths(code) : NULL;
    if (!paths)
        return 0;
    if (issued->diverged)
        return paths[pc].taken + paths[pc].not_taken;
    return issued->taken ? paths[pc].taken : paths[pc].not_taken;
}

static uint8_t lanes_in(lane_mask mask)
{
    return G_LIKELY(mask == UINT32_MAX) ? WARP_LANES : (uint8_t)__builtin_popcount(mask);
}

void sm_tell_executed(struct sm_core *core, const struct sm_warp *warp, uint32_t pc,
                      const struct issued *issued)
{
    const struct warp_context *context = &warp->context;
    const struct kernel_code *code = context->code;
    const struct instruction *instruction = &code->instructions[pc];
    bool ended = context->active == 0, is_branch = instruction->op_class == OP_BRANCH;
    bool has_path = is_branch && core->policies.members.needs & NEED_PATHS;
    const uint8_t lanes = lanes_in(issued->active);
    const struct warp_executed what = {
        .launch = context->block->launch->id,
        .pc = pc,
        .next_pc = ended ? pc : context->pc,
        .loop = instruction->loop,
        .next_loop = ended ? -1 : code->instructions[context->pc].loop,
        .is_load = is_load(instruction),
        .next_is_load = !ended && is_load(&code->instructions[context->pc]),
        .is_branch = is_branch,
        .path = has_path ? path_of_branch(code, pc, issued) : 0,
        .ended = ended,
        .mask = issued->active,
        .lanes = lanes,
        .next_lanes = context->active == issued->active ? lanes : lanes_in(context->active)};
    SM_TELL(core, executed, context->slot, &what, sm_fresh_view(core));
}

void sm_tell_warp_started(struct sm_core *core, unsigned slot)
{
    if (core->site.observers)
        OBSERVERS_TELL(core->site.observers, warp_started, sm_of(core), slot);
    SM_TELL(core, warp_started, slot, sm_fresh_view(core));
}

void sm_tell_loaded(struct sm_core *core, const struct access *access)
{
    const struct warp_loaded what = {
        .pc = access->pc, .slot = access->warp, .ready = access->ready};
    SM_TELL(core, loaded, &what, sm_fresh_view(core));
}
