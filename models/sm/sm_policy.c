/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's policies: made, obeyed, heard when they send words, and asked for what they report. */
#include "models/sm/sm_events.h"

/* ---- making them ------------------------------------------------------------------------------
 */

static void *add(struct sm *sm, enum policy_kind_index kind)
{
    const struct policy_values *values = sm->core.site.policies->of[kind];
    return sm_members_add(&sm->core.policies.members, values->policy, values);
}

static const void *ops_of(const struct sm *sm, enum policy_kind_index kind)
{
    return sm->core.site.policies->of[kind]->policy;
}

/* Who must be looked at cycle by cycle. */
static bool is_attentive(const struct sm_policies *policies)
{
    const struct sm_members *members = &policies->members;
    return policies->scheduler->orders || (members->needs & NEED_WORDS) ||
           sm_members_want(members, SM_EVENT(pressure)) ||
           sm_members_want(members, SM_EVENT(blocked));
}

static void make_orders(struct sm_policies *policies)
{
    static const struct warp_orders none = {.review = UINT64_MAX};
    static const struct warp_orders *const no_orders = &none;
    if (!is_attentive(policies))
        return;
    policies->next_access = g_new0(struct next_access, 1);
    policies->orders = policies->scheduler->orders
                           ? policies->scheduler->orders(policies->scheduler_state)
                           : &no_orders;
}

static void add_all(struct sm *sm)
{
    struct sm_policies *policies = &sm->core.policies;
    const struct criticality_ops *criticality = ops_of(sm, POLICY_CRITICALITY);
    const struct l1_bypass_ops *bypass = ops_of(sm, POLICY_L1_BYPASS);
    void *state = add(sm, POLICY_CRITICALITY);
    if (criticality->published)
        policies->view.criticality = criticality->published(state);
    policies->scheduler = ops_of(sm, POLICY_WARP_SCHEDULER);
    policies->scheduler_state = add(sm, POLICY_WARP_SCHEDULER);
    policies->pick = policies->scheduler->pick;
    policies->replacement_state = add(sm, POLICY_L1_REPLACEMENT);
    policies->bypass_state = add(sm, POLICY_L1_BYPASS);
    if (bypass->around || bypass->on_miss)
        policies->bypass = bypass;
}

void sm_policies_init(struct sm *sm)
{
    static const struct criticality nobody = {0};
    struct sm_policies *policies = &sm->core.policies;
    const struct sm_config *config = sm->core.config;
    uint32_t lines = (uint32_t)(config->l1d.size_bytes / LINE_BYTES);
    const struct sm_policy_site facts = {.sm = sm->core.site.index,
                                         .n_sms = sm->core.site.n_sms,
                                         .schedulers = config->schedulers,
                                         .warp_slots = config->limits.max_warps,
                                         .l1_lines = lines};
    policies->view = (struct warp_view){.age = sm->warps.age,
                                        .on_memory = &sm->warps.wait_memory,
                                        .to_ldst = &sm->warps.by_pipe[PIPE_LDST],
                                        .criticality = &nobody};
    policies->sees = (struct sm_policies_see){.resident = &sm->warps.resident,
                                              .at_barrier = &sm->warps.at_barrier};
    policies->stalled = (uint8_t)((1u << config->schedulers) - 1);
    policies->launch = NO_LAUNCH;
    policies->values = g_array_new(FALSE, FALSE, sizeof(struct policy_told));
    sm_members_init(&policies->members, &facts);
    add_all(sm);
    sm_members_ready(&policies->members);
    if (policies->members.needs & NEED_L2_OWNERS)
        policies->warp_tags = message_tag(MESSAGE_L1D, 0, UINT8_MAX);
    policies->loads_told = sm_members_want(&policies->members, SM_EVENT(loaded));
    policies->load_flags = policies->bypass || lines == 0 ? LDST_MAY_BYPASS : 0;
    policies->loads_differ =
        policies->load_flags || sm_members_want(&policies->members, SM_EVENT(coalesced));
    make_orders(policies);
}

void sm_policies_finish(struct sm *sm)
{
    struct sm_policies *policies = &sm->core.policies;
    sm_members_finish(&policies->members);
    g_free(policies->next_access);
    g_array_unref(policies->values);
}

uint32_t sm_needs(const struct sm *sm)
{
    return sm->core.policies.members.needs;
}

/* ---- orders -----------------------------------------------------------------------------------
 */

/* Finds out what these warps want to access; then as sm_held, whose last call this is, so that it
 * need not save registers. */
G_NO_INLINE static uint64_t look_ahead(const struct sm *sm, uint64_t ready, uint64_t warps)
{
    struct next_access *next = sm->core.policies.next_access;
    next->known |= warps;
    next->global &= ~warps;
    next->load &= ~warps;
    for (; warps; warps &= warps - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(warps);
        const struct sm_warp *warp = &sm->warps.list[slot];
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
    const struct warp_orders *orders = *sm->core.policies.orders;
    uint64_t held = ready & orders->no_issue;
    uint64_t asked = ready & (orders->no_loads | orders->no_memory) & sm->warps.by_pipe[PIPE_LDST];
    if (!asked)
        return held;
    const struct next_access *next = sm->core.policies.next_access;
    if (G_UNLIKELY((asked & ~next->known) != 0))
        return look_ahead(sm, ready, asked & ~next->known);
    return held | (asked & ((orders->no_loads & next->load) | (orders->no_memory & next->global)));
}

static void tell_pressure(struct sm *sm)
{
    const struct warp_pressure now = {.free_mshrs = sm->l1d.room,
                                      .free_port = out_port_room(&sm->port.out),
                                      .ldst_stalls =
                                          sm_ldst_waits(&sm->ldst) || sm->ldst.retries.n > 0};
    const struct warp_pressure *then = &sm->core.policies.pressure;
    if (now.free_mshrs == then->free_mshrs && now.free_port == then->free_port &&
        now.ldst_stalls == then->ldst_stalls)
        return;
    sm->core.policies.pressure = now;
    SM_TELL(&sm->core, pressure, &now, sm_fresh_view(&sm->core));
}

void sm_review(struct sm *sm)
{
    struct sm_policies *policies = &sm->core.policies;
    if (SM_WANTS(&sm->core, pressure))
        tell_pressure(sm);
    if ((*policies->orders)->review <= sm->core.cycle && policies->scheduler->review)
        policies->scheduler->review(policies->scheduler_state, sm_fresh_view(&sm->core));
}

void sm_policy_blocked(struct sm *sm, unsigned scheduler, uint64_t cycles)
{
    uint64_t ready = sm->warps.ready & sm->warps.by_scheduler[scheduler];
    if (!ready || !SM_WANTS(&sm->core, blocked))
        return;
    ready &= ~sm_held(sm, ready);
    if (ready)
        SM_TELL(&sm->core, blocked, scheduler, ready, cycles, sm_fresh_view(&sm->core));
}

void sm_policy_gap(struct sm *sm, uint64_t cycle)
{
    uint64_t cycles = cycle - sm->issue.accounted;
    for (unsigned s = 0; cycles > 0 && s < sm->core.config->schedulers; s++)
        sm_policy_blocked(sm, s, cycles);
}

/* ---- words ------------------------------------------------------------------------------------
 */

static struct message message_of(const struct sm *sm, const struct policy_word *word)
{
    return (struct message){.kind = MESSAGE_POLICY_WORD,
                            .address = word->value,
                            .tag = message_word_tag(word->topic, word->to),
                            .requester = (uint16_t)sm->core.site.index,
                            .bytes = (uint16_t)sm->core.config->header_bytes};
}

/* Those that find no room among the messages to the dispatcher stay in the outbox. */
void sm_send_words(struct sm *sm)
{
    struct sm_policies *policies = &sm->core.policies;
    struct policy_outbox *outbox = &policies->members.outbox;
    unsigned taken = 0;
    if (outbox->n == 0)
        return;
    for (; taken < outbox->n && sm->mail.words < POLICY_OUTBOX_WORDS; taken++) {
        const struct message message = message_of(sm, &outbox->words[taken]);
        sm_mail_add(&sm->mail, &message);
    }
    outbox->n -= taken;
    memmove(outbox->words, outbox->words + taken, outbox->n * sizeof outbox->words[0]);
    sm_mail_send(&sm->mail);
}

void sm_word_received(struct sm *sm, const struct message *message)
{
    const struct policy_word word = {.value = message->address,
                                     .topic = message_word_topic(message),
                                     .from = message->requester,
                                     .to = (uint16_t)sm->core.site.index};
    SM_TELL(&sm->core, word, &word, sm_fresh_view(&sm->core));
}

/* ---- reports and profiles ---------------------------------------------------------------------
 */

/* The policy of that kind, and its state; NULL: it is none of an SM's. */
static const struct sm_policy *policy_of(const struct sm *sm, unsigned kind, void **state)
{
    const struct sm_members *members = &sm->core.policies.members;
    const struct policy_head *head = sm->core.site.policies->of[kind]->policy;
    for (unsigned i = members->n; i > 0; i--) /* those that are held come before their holders */
        if (&members->list[i - 1].policy->head == head) {
            *state = members->list[i - 1].state;
            return members->list[i - 1].policy;
        }
    return NULL;
}

static void report(struct sm *sm, enum policy_kind_index kind, uint32_t launch)
{
    void *state = NULL;
    const struct sm_policy *policy = policy_of(sm, kind, &state);
    unsigned n = policy ? policy_results_count(policy->results) : 0;
    if (n == 0)
        return;
    g_autofree uint64_t *values = g_new0(uint64_t, n);
    policy->report(state, values);
    policy_told_add(sm->core.policies.values, launch, kind, values, n);
}

/* Policies of an SM come first in the order of kinds. */
enum { SM_POLICY_KINDS = POLICY_L1_BYPASS + 1 };

void sm_policy_report(struct sm *sm)
{
    uint32_t launch = sm->core.policies.launch;
    sm->core.policies.launch = NO_LAUNCH;
    for (unsigned kind = 0; launch != NO_LAUNCH && kind < SM_POLICY_KINDS; kind++)
        report(sm, kind, launch);
}

const GArray *sm_policy_values(const struct sm *sm)
{
    return sm->core.policies.values;
}

bool sm_profile_read(struct sm *sm, const char *file, const char *text, GError **error)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL;
        const struct sm_policy *policy = policy_of(sm, kind, &state);
        if (policy->profile_read && !policy->profile_read(state, file, text, error))
            return false;
    }
    return true;
}

void sm_profile_merge(struct sm *sm, const struct sm *other)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL, *others = NULL;
        const struct sm_policy *policy = policy_of(sm, kind, &state);
        policy_of(other, kind, &others);
        if (policy->profile_merge)
            policy->profile_merge(state, others);
    }
}

void sm_profile_write(const struct sm *sm, GString *text)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL;
        const struct sm_policy *policy = policy_of(sm, kind, &state);
        if (policy->profile_write)
            policy->profile_write(state, text);
    }
}
