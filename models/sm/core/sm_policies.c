/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes the SM's policies, hands them words from others, and asks them for their reports. */
#include "models/sm/core/sm_policies.h"
#include "models/core/message_dispatch.h"

/* ---- making them ------------------------------------------------------------------------------
 */

static void *add(struct sm_core *core, enum policy_kind_index kind)
{
    const struct policy_values *values = core->site.policies->of[kind];
    return sm_members_add(&core->policies.members, values->policy, values);
}

static const void *ops_of(const struct sm_core *core, enum policy_kind_index kind)
{
    return core->site.policies->of[kind]->policy;
}

/* Whether the SM must look at its policies cycle by cycle. */
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
    policies->orders = policies->scheduler->orders
                           ? policies->scheduler->orders(policies->scheduler_state)
                           : &no_orders;
}

static void add_all(struct sm_core *core)
{
    struct sm_policies *policies = &core->policies;
    const struct criticality_ops *criticality = ops_of(core, POLICY_CRITICALITY);
    const struct l1_bypass_ops *bypass = ops_of(core, POLICY_L1_BYPASS);
    void *state = add(core, POLICY_CRITICALITY);
    if (criticality->published)
        policies->view.criticality = criticality->published(state);
    policies->scheduler = ops_of(core, POLICY_WARP_SCHEDULER);
    policies->scheduler_state = add(core, POLICY_WARP_SCHEDULER);
    policies->pick = policies->scheduler->pick;
    policies->replacement_state = add(core, POLICY_L1_REPLACEMENT);
    policies->bypass_state = add(core, POLICY_L1_BYPASS);
    if (bypass->around || bypass->on_miss)
        policies->bypass = bypass;
}

void sm_policies_init(struct sm_core *core, const struct sm_policies_see *sees)
{
    static const struct criticality nobody = {0};
    struct sm_policies *policies = &core->policies;
    const struct sm_config *config = core->config;
    uint32_t lines = (uint32_t)(config->l1d.size_bytes / LINE_BYTES);
    const struct sm_policy_site facts = {.sm = core->site.index,
                                         .n_sms = core->site.n_sms,
                                         .schedulers = config->schedulers,
                                         .warp_slots = config->limits.max_warps,
                                         .l1_lines = lines};
    policies->view = (struct warp_view){.age = sees->age,
                                        .on_memory = sees->on_memory,
                                        .to_ldst = sees->to_ldst,
                                        .criticality = &nobody};
    policies->sees = *sees;
    policies->launch = NO_LAUNCH;
    policies->values = g_array_new(FALSE, FALSE, sizeof(struct policy_told));
    sm_members_init(&policies->members, &facts);
    add_all(core);
    sm_members_ready(&policies->members);
    const struct sm_subscription *issued = policies->members.heard[SM_EVENT(issued)];
    if (issued[0].call && !issued[1].call)
        policies->issued = issued[0];
    if (policies->members.needs & NEED_L2_OWNERS)
        policies->warp_tags = message_transaction(MESSAGE_L1D, 0, UINT8_MAX);
    policies->loads_told = sm_members_want(&policies->members, SM_EVENT(loaded));
    policies->load_flags = policies->bypass || lines == 0 ? LDST_MAY_BYPASS : 0;
    policies->loads_differ =
        policies->load_flags || sm_members_want(&policies->members, SM_EVENT(coalesced));
    make_orders(policies);
}

void sm_policies_finish(struct sm_core *core)
{
    struct sm_policies *policies = &core->policies;
    sm_members_finish(&policies->members);
    g_array_unref(policies->values);
}

/* ---- words ------------------------------------------------------------------------------------
 */

void sm_policies_words_taken(struct sm_core *core, unsigned taken)
{
    struct policy_outbox *outbox = &core->policies.members.outbox;
    outbox->n -= taken;
    memmove(outbox->words, outbox->words + taken, outbox->n * sizeof outbox->words[0]);
}

void sm_word_received(struct sm_core *core, const struct message *message)
{
    const struct policy_word word = {.value = message_word_value(message),
                                     .topic = message_word_topic(message),
                                     .from = message_word_from(message),
                                     .to = (uint16_t)core->site.index};
    SM_TELL(core, word, &word, sm_fresh_view(core));
}

/* ---- reports and profiles ---------------------------------------------------------------------
 */

/* The policy of that kind, and its state; NULL: the kind is none of an SM's. */
static const struct sm_policy *policy_of(const struct sm_core *core, unsigned kind, void **state)
{
    const struct sm_members *members = &core->policies.members;
    const struct policy_head *head = core->site.policies->of[kind]->policy;
    for (unsigned i = members->n; i > 0; i--) /* a held policy comes before its holder */
        if (&members->list[i - 1].policy->head == head) {
            *state = members->list[i - 1].state;
            return members->list[i - 1].policy;
        }
    return NULL;
}

static void report(struct sm_core *core, enum policy_kind_index kind, uint32_t launch)
{
    void *state = NULL;
    const struct sm_policy *policy = policy_of(core, kind, &state);
    unsigned n = policy ? policy_results_count(policy->results) : 0;
    if (n == 0)
        return;
    g_autofree uint64_t *values = g_new0(uint64_t, n);
    policy->report(state, values);
    policy_told_add(core->policies.values, launch, kind, values, n);
}

/* Policies of an SM come first in the order of kinds. */
enum { SM_POLICY_KINDS = POLICY_L1_BYPASS + 1 };

void sm_policies_turn(struct sm_core *core, uint32_t launch)
{
    sm_policies_report(core);
    core->policies.launch = launch;
}

void sm_policies_report(struct sm_core *core)
{
    uint32_t launch = core->policies.launch;
    core->policies.launch = NO_LAUNCH;
    for (unsigned kind = 0; launch != NO_LAUNCH && kind < SM_POLICY_KINDS; kind++)
        report(core, kind, launch);
}

bool sm_policies_profile_read(struct sm_core *core, const char *file, const char *text,
                              GError **error)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL;
        const struct sm_policy *policy = policy_of(core, kind, &state);
        if (policy->profile_read && !policy->profile_read(state, file, text, error))
            return false;
    }
    return true;
}

void sm_policies_profile_merge(struct sm_core *core, const struct sm_core *other)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL, *others = NULL;
        const struct sm_policy *policy = policy_of(core, kind, &state);
        policy_of(other, kind, &others);
        if (policy->profile_merge)
            policy->profile_merge(state, others);
    }
}

void sm_policies_profile_write(const struct sm_core *core, GString *text)
{
    for (unsigned kind = 0; kind < SM_POLICY_KINDS; kind++) {
        void *state = NULL;
        const struct sm_policy *policy = policy_of(core, kind, &state);
        if (policy->profile_write)
            policy->profile_write(state, text);
    }
}
