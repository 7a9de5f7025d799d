/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of policies/sm_events.h whose description must be made first. Called only if somebody
 * wants them. */
#include "models/launch/grid.h"
#include "models/sm/sm_events.h"
#include "models/sm/sm_l1d_internal.h"

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

void sm_policy_kernel_started(struct sm *sm, const struct launch *launch)
{
    sm_policy_report(sm);
    sm->policies.launch = launch->id;
    if (!SM_WANTS(sm, kernel_started))
        return;
    g_autofree struct warp_loop *loops = describe_loops(launch->code);
    const struct warp_kernel kernel = {.launch = launch->id,
                                       .name = launch->code->name,
                                       .loops = loops,
                                       .n_loops = launch->code->n_loops,
                                       .loops_appear = launch->code->traced,
                                       .block_warps = warps_of(launch)};
    SM_TELL(sm, kernel_started, &kernel, sm_fresh_view(sm));
}

/* The lowest free slots, which the block's warps will take in their order. */
static uint64_t slots_to_take(const struct sm *sm, unsigned n_warps)
{
    uint64_t free = ~sm->resident, slots = 0;
    for (unsigned i = 0; i < n_warps; i++, free &= free - 1)
        slots |= free & -free;
    return slots;
}

void sm_policy_block_started(struct sm *sm, unsigned block_slot, unsigned n_warps)
{
    const struct sm_block *block = &sm->blocks[block_slot];
    const struct warp_block what = {.index = block->index,
                                    .launch = block->context.launch->id,
                                    .slot = (uint8_t)block_slot,
                                    .warps = slots_to_take(sm, n_warps)};
    SM_TELL(sm, block_started, &what, sm_fresh_view(sm));
}

void sm_policy_block_finished(struct sm *sm, unsigned block_slot)
{
    const struct sm_block *block = &sm->blocks[block_slot];
    const struct warp_block what = {.index = block->index,
                                    .launch = block->context.launch->id,
                                    .slot = (uint8_t)block_slot,
                                    .cycles = sm->cycle - block->start_cycle};
    SM_TELL(sm, block_finished, &what, sm_fresh_view(sm));
}

/* Of the branch that has just been issued. */
static uint32_t path_of_branch(const struct sm *sm, const struct kernel_code *code, uint32_t pc)
{
    const struct branch_path *paths =
        code->ops->branch_paths ? code->ops->branch_paths(code) : NULL;
    if (!paths)
        return 0;
    if (sm->issued.diverged)
        return paths[pc].taken + paths[pc].not_taken;
    return sm->issued.taken ? paths[pc].taken : paths[pc].not_taken;
}

void sm_policy_executed(struct sm *sm, unsigned slot, uint32_t pc)
{
    const struct warp_context *context = &sm->warps[slot].context;
    const struct kernel_code *code = context->code;
    const struct instruction *instruction = &code->instructions[pc];
    bool ended = context->active == 0, is_branch = instruction->op_class == OP_BRANCH;
    bool has_path = is_branch && sm->policies.members.needs & NEED_PATHS;
    const struct warp_executed what = {
        .launch = context->block->launch->id,
        .pc = pc,
        .next_pc = ended ? pc : context->pc,
        .loop = instruction->loop,
        .next_loop = ended ? -1 : code->instructions[context->pc].loop,
        .is_load = is_load(instruction),
        .next_is_load = !ended && is_load(&code->instructions[context->pc]),
        .is_branch = is_branch,
        .path = has_path ? path_of_branch(sm, code, pc) : 0,
        .ended = ended,
        .mask = sm->issued.active,
        .lanes = (uint8_t)__builtin_popcount(sm->issued.active),
        .next_lanes = (uint8_t)__builtin_popcount(context->active)};
    SM_TELL(sm, executed, slot, &what, sm_fresh_view(sm));
}

static void describe_access(struct sm *sm, uint64_t address, unsigned slot, uint32_t pc,
                            bool is_write)
{
    sm->l1d.replacer->access = (struct replacement_access){.line = address,
                                                           .pc = pc,
                                                           .slot = (uint8_t)slot,
                                                           .is_write = is_write,
                                                           .view = sm_fresh_view(sm)};
}

int sm_policy_victim(struct sm *sm, uint64_t address, unsigned slot, uint32_t pc, bool is_write)
{
    describe_access(sm, address, slot, pc, is_write);
    return tag_array_ask_replacer(&sm->l1d.tags, address);
}

void sm_policy_used(struct sm *sm, int index, unsigned slot, uint32_t pc, bool is_write)
{
    describe_access(sm, tag_array_address(&sm->l1d.tags, index), slot, pc, is_write);
    tag_array_tell_use(&sm->l1d.tags, index);
}

static void tell_accessed(struct sm *sm, const struct ldst_entry *entry,
                          const struct line_transaction *line, int index,
                          enum warp_access_outcome outcome)
{
    struct warp_line *history =
        index < 0 || !sm->policies.lines ? NULL : &sm->policies.lines[index];
    if (history)
        history->uses += outcome <= WARP_ACCESS_MERGED;
    else if (sm->policies.lines && outcome == WARP_ACCESS_MERGED)
        l1d_note_merge(sm, line->line);
    if (sm->l1d.replacer && index >= 0)
        sm_policy_used(sm, index, entry->warp, entry->pc, false);
    const struct warp_access access = {.line = line->line,
                                       .launch = entry->launch,
                                       .pc = entry->pc,
                                       .slot = entry->warp,
                                       .outcome = (uint8_t)outcome,
                                       .owner = history ? history->owner
                                                        : (struct warp_owner){.slot = WARP_NONE}};
    SM_TELL(sm, accessed, &access, sm_fresh_view(sm));
}

void sm_tell_load(struct sm *sm, const struct ldst_entry *entry,
                  const struct line_transaction *line, int index, enum warp_access_outcome outcome,
                  const struct l1_lookup *found)
{
    tell_accessed(sm, entry, line, index, outcome);
    if (sm->site.observers)
        sm_tell_l1_access(sm, entry, line, outcome == WARP_ACCESS_UNCACHED, found);
}

void sm_tell_warp_started(struct sm *sm, unsigned slot)
{
    if (sm->site.observers)
        OBSERVERS_TELL(sm->site.observers, warp_started, sm, slot);
    SM_TELL(sm, warp_started, slot, sm_fresh_view(sm));
}

/* What is known of a line of L1D. */
static struct warp_line history_of(const struct sm *sm, int index)
{
    struct warp_line line = {.owner.slot = WARP_NONE};
    if (sm->policies.lines)
        line = sm->policies.lines[index];
    line.line = tag_array_address(&sm->l1d.tags, index);
    return line;
}

void sm_policy_claimed(struct sm *sm, int index, uint64_t address, unsigned slot, uint32_t pc)
{
    if (tag_array_state(&sm->l1d.tags, index) == TAG_VALID && SM_WANTS(sm, evicted)) {
        const struct warp_line line = history_of(sm, index);
        SM_TELL(sm, evicted, &line, sm_fresh_view(sm));
    }
    if (sm->policies.lines)
        sm->policies.lines[index] = (struct warp_line){
            .line = address, .owner = {.age = sm->age[slot], .slot = (uint8_t)slot}, .pc = pc};
}

void sm_policy_filled(struct sm *sm, int index, uint32_t merged)
{
    if (sm->policies.lines)
        sm->policies.lines[index].uses += merged;
    if (!SM_WANTS(sm, filled))
        return;
    const struct warp_line line = history_of(sm, index);
    SM_TELL(sm, filled, &line, sm_fresh_view(sm));
}

void sm_policy_loaded(struct sm *sm, const struct access *access)
{
    const struct warp_loaded what = {
        .pc = access->pc, .slot = access->warp, .ready = access->ready};
    SM_TELL(sm, loaded, &what, sm_fresh_view(sm));
}

void sm_policy_l2_found(struct sm *sm, const struct message *reply)
{
    const struct warp_l2_access access = {.line = reply->address,
                                          .launch = reply->launch,
                                          .slot = (uint8_t)(reply->warp - 1),
                                          .found = reply->found};
    SM_TELL(sm, l2_found, &access, sm_fresh_view(sm));
}
