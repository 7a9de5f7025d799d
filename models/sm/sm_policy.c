/* SPDX-License-Identifier: BSD-3-Clause */
/* What some warp schedulers ask for: warps held back, words to the other SMs, and events of control
 * flow and of L1. See policies/warp_scheduler/warp_scheduler.h. */
#include "models/launch/grid.h"
#include "models/sm/sm_events.h"

static bool is_load(const struct instruction *instruction)
{
    return instruction->op_class == OP_LOAD && instruction_is_global(instruction);
}

/* Finds out what these warps want to access; then as sm_held, whose last call this is, so that it
 * need not save registers. */
G_NO_INLINE static uint64_t look_ahead(const struct sm *sm, uint64_t ready, uint64_t warps)
{
    struct next_access *next = sm->next_access;
    next->known |= warps;
    next->global &= ~warps;
    next->load &= ~warps;
    for (; warps; warps &= warps - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(warps);
        const struct sm_warp *warp = &sm->warps[slot];
        if (!(warp->next->flags & FACT_GLOBAL))
            continue;
        bool load = sm_next_instruction(warp)->op_class == OP_LOAD;
        next->global |= UINT64_C(1) << slot;
        next->load |= (uint64_t)load << slot;
    }
    return sm_held(sm, ready);
}

uint64_t sm_held(const struct sm *sm, uint64_t ready)
{
    const struct warp_orders *orders = sm->orders;
    uint64_t held = ready & orders->no_issue;
    uint64_t asked = ready & (orders->no_loads | orders->no_memory) & sm->pipe_warps[PIPE_LDST];
    if (!asked)
        return held;
    const struct next_access *next = sm->next_access;
    if (G_UNLIKELY((asked & ~next->known) != 0))
        return look_ahead(sm, ready, asked & ~next->known);
    return held | (asked & ((orders->no_loads & next->load) | (orders->no_memory & next->global)));
}

static void tell_pressure(struct sm *sm)
{
    const struct warp_pressure now = {.free_mshrs = sm->l1d.room,
                                      .free_port = out_port_room(&sm->out),
                                      .ldst_stalls =
                                          sm->ldst_wait != LDST_WAITS_NOT || sm->n_retries > 0};
    const struct warp_pressure *then = &sm->pressure;
    if (now.free_mshrs == then->free_mshrs && now.free_port == then->free_port &&
        now.ldst_stalls == then->ldst_stalls)
        return;
    sm->pressure = now;
    sm->site.scheduler->pressure(sm->policy, &now, sm_fresh_view(sm));
}

void sm_review(struct sm *sm)
{
    if (sm->site.scheduler->pressure)
        tell_pressure(sm);
    if (sm->orders->review <= sm->cycle && sm->site.scheduler->review)
        sm->site.scheduler->review(sm->policy, sm_fresh_view(sm));
}

void sm_send_word(struct sm *sm)
{
    if (sm->orders->words == sm->words_sent || sm->word_queued)
        return;
    g_assert(sm->n_done < SM_MAX_DONE);
    sm->words_sent = sm->orders->words;
    sm->word_queued = true;
    sm->done[sm->n_done++] = (struct message){.kind = MESSAGE_POLICY_WORD,
                                              .address = sm->orders->word,
                                              .requester = (uint16_t)sm->site.index,
                                              .bytes = (uint16_t)sm->config->header_bytes};
    sm_send_done(sm);
}

void sm_word_received(struct sm *sm, uint64_t word)
{
    if (sm->site.scheduler->received)
        sm->site.scheduler->received(sm->policy, word, sm_fresh_view(sm));
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

void sm_policy_blocked(struct sm *sm, unsigned scheduler, uint64_t cycles)
{
    uint64_t ready = sm->ready & sm->scheduler_warps[scheduler];
    if (!ready || !sm->site.scheduler->blocked)
        return;
    ready &= ~sm_held(sm, ready);
    if (ready)
        sm->site.scheduler->blocked(sm->policy, scheduler, ready, cycles, sm_fresh_view(sm));
}

void sm_policy_gap(struct sm *sm, uint64_t cycle)
{
    uint64_t cycles = cycle - sm->accounted;
    for (unsigned s = 0; cycles > 0 && s < sm->config->schedulers; s++)
        sm_policy_blocked(sm, s, cycles);
}

static unsigned n_results(const struct warp_scheduler_ops *scheduler)
{
    unsigned n = 0;
    for (const struct policy_result *row = scheduler->results; row && row->name; row++)
        n += row->n;
    return n;
}

void sm_policy_report(struct sm *sm)
{
    uint32_t launch = sm->policy_launch;
    unsigned n = n_results(sm->site.scheduler);
    sm->policy_launch = NO_LAUNCH;
    if (launch == NO_LAUNCH || n == 0)
        return;
    g_autofree uint64_t *values = g_new0(uint64_t, n);
    sm->site.scheduler->report(sm->policy, values);
    for (unsigned i = 0; i < n; i++) {
        const struct sm_policy_value value = {launch, i, values[i]};
        if (values[i] > 0)
            g_array_append_val(sm->policy_values, value);
    }
}

const GArray *sm_policy_values(const struct sm *sm)
{
    return sm->policy_values;
}

void sm_policy_kernel_started(struct sm *sm, const struct launch *launch)
{
    sm_policy_report(sm);
    sm->policy_launch = launch->id;
    if (!sm->site.scheduler->kernel_started)
        return;
    g_autofree struct warp_loop *loops = describe_loops(launch->code);
    const struct warp_kernel kernel = {
        .launch = launch->id,
        .name = launch->code->name,
        .loops = loops,
        .n_loops = launch->code->n_loops,
        .loops_appear = launch->code->traced,
        .block_warps =
            (uint32_t)((launch_threads_per_block(launch) + WARP_LANES - 1) / WARP_LANES)};
    sm->site.scheduler->kernel_started(sm->policy, &kernel, sm_fresh_view(sm));
}

void sm_policy_executed(struct sm *sm, unsigned slot, uint32_t pc)
{
    const struct warp_context *context = &sm->warps[slot].context;
    const struct kernel_code *code = context->code;
    const struct instruction *instruction = &code->instructions[pc];
    bool ended = context->active == 0;
    const struct warp_executed what = {
        .launch = context->block->launch->id,
        .pc = pc,
        .next_pc = ended ? pc : context->pc,
        .loop = instruction->loop,
        .next_loop = ended ? -1 : code->instructions[context->pc].loop,
        .is_load = is_load(instruction),
        .next_is_load = !ended && is_load(&code->instructions[context->pc]),
        .is_branch = instruction->op_class == OP_BRANCH,
        .ended = ended,
        .mask = sm->issued.active,
        .lanes = (uint8_t)__builtin_popcount(sm->issued.active),
        .next_lanes = (uint8_t)__builtin_popcount(context->active)};
    sm->site.scheduler->executed(sm->policy, slot, &what, sm_fresh_view(sm));
}

void sm_policy_accessed(struct sm *sm, const struct ldst_entry *entry,
                        const struct line_transaction *line, int index,
                        enum warp_access_outcome outcome)
{
    if (!sm->site.scheduler->accessed)
        return;
    const struct warp_access access = {.line = line->line,
                                       .launch = entry->launch,
                                       .pc = entry->pc,
                                       .slot = entry->warp,
                                       .outcome = (uint8_t)outcome,
                                       .owner = index < 0 ? (struct warp_owner){.slot = WARP_NONE}
                                                          : sm->line_owners[index]};
    sm->site.scheduler->accessed(sm->policy, &access, sm_fresh_view(sm));
}

void sm_policy_l2_found(struct sm *sm, const struct message *reply)
{
    const struct warp_l2_access access = {.line = reply->address,
                                          .launch = reply->launch,
                                          .slot = (uint8_t)(reply->warp - 1),
                                          .found = reply->found};
    sm->site.scheduler->l2_found(sm->policy, &access, sm_fresh_view(sm));
}

void sm_policy_claimed(struct sm *sm, int index, unsigned slot)
{
    const struct tag_array *tags = &sm->l1d.tags;
    if (tag_array_state(tags, index) == TAG_VALID && sm->site.scheduler->evicted)
        sm->site.scheduler->evicted(sm->policy, tag_array_address(tags, index),
                                    &sm->line_owners[index]);
    sm->line_owners[index] = (struct warp_owner){.age = sm->age[slot], .slot = (uint8_t)slot};
}

bool sm_profile_read(struct sm *sm, const char *file, const char *text, GError **error)
{
    return sm->site.scheduler->profile_read(sm->policy, file, text, error);
}

void sm_profile_merge(struct sm *sm, const struct sm *other)
{
    sm->site.scheduler->profile_merge(sm->policy, other->policy);
}

void sm_profile_write(const struct sm *sm, GString *text)
{
    sm->site.scheduler->profile_write(sm->policy, text);
}
