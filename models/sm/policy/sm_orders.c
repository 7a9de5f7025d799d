/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop does for policies that need a look cycle by cycle: it obeys orders, tells of
 * pressure and of warps that are held up, and sends words. */
#include "models/sm/policy/sm_orders.h"
#include "models/core/message_dispatch.h"
#include "models/sm/core/sm_policies.h"

void sm_orders_init(struct sm *sm)
{
    if (sm->core.policies.orders)
        sm->issue.next_access = g_new0(struct next_access, 1);
}

void sm_orders_finish(struct sm *sm)
{
    g_free(sm->issue.next_access);
}

void sm_orders_forget(struct sm *sm, unsigned slot)
{
    if (sm->issue.next_access)
        sm->issue.next_access->known &= ~bit_of(slot);
}

/* Finds out which memory these warps want to access, and then does what sm_held does. It is the
 * last call there, so sm_held need not save registers. */
G_NO_INLINE static uint64_t look_ahead(const struct sm *sm, uint64_t ready, uint64_t warps)
{
    struct next_access *next = sm->issue.next_access;
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
    const struct next_access *next = sm->issue.next_access;
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
    const struct warp_pressure *then = &sm->issue.pressure;
    if (now.free_mshrs == then->free_mshrs && now.free_port == then->free_port &&
        now.ldst_stalls == then->ldst_stalls)
        return;
    sm->issue.pressure = now;
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

void sm_orders_blocked(struct sm *sm, unsigned scheduler, uint64_t cycles)
{
    uint64_t ready = sm->warps.ready & sm->warps.by_scheduler[scheduler];
    if (!ready || !SM_WANTS(&sm->core, blocked))
        return;
    ready &= ~sm_held(sm, ready);
    if (ready)
        SM_TELL(&sm->core, blocked, scheduler, ready, cycles, sm_fresh_view(&sm->core));
}

void sm_orders_gap(struct sm *sm, uint64_t cycle)
{
    uint64_t cycles = cycle - sm->issue.accounted;
    for (unsigned s = 0; cycles > 0 && s < sm->core.config->schedulers; s++)
        sm_orders_blocked(sm, s, cycles);
}

static struct message message_of(const struct sm *sm, const struct policy_word *word)
{
    return message_policy_word(word->value, word->topic, (uint16_t)sm->core.site.index, word->to);
}

void sm_acknowledge_word(struct sm *sm, const struct message *message)
{
    const struct policy_word word = {.value = message_word_value(message),
                                     .topic = message_word_topic(message),
                                     .to = POLICY_TO_DISPATCHER};
    const struct message answer = message_of(sm, &word);
    sm_mail_add(&sm->mail, &answer);
}

/* Words that find no room among the messages to the dispatcher stay in the outbox. */
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
    sm_policies_words_taken(&sm->core, taken);
    sm_mail_send(&sm->mail);
}
