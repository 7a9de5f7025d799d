/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_words.h"
#include "base/input_error.h"
#include "models/core/message_dispatch.h"

enum { KEPT_WORDS = 256 }; /* words that all SMs have got stay until there are so many */

static void fail(struct dispatcher *d, const struct policy_word *word, uint64_t cycle)
{
    GError *error = NULL;
    g_autofree char *sender = word->from == POLICY_TO_DISPATCHER
                                  ? g_strdup("a policy of the dispatcher")
                                  : g_strdup_printf("a policy of SM %u", word->from);
    g_autofree char *receiver = word->to == POLICY_TO_DISPATCHER
                                    ? g_strdup("the dispatcher")
                                    : g_strdup_printf("SM %u", word->to);
    input_error_at(&error, sender, 0, "it tells %s a word of topic %u, but there are SMs 0 to %u",
                   receiver, word->topic, d->n_sms - 1);
    dispatcher_fail(d, cycle, error);
}

/* Puts the word into the list for SMs. */
static void forward(struct dispatcher *d, const struct policy_word *word, uint64_t cycle)
{
    const struct forwarded_word forwarded = {
        .value = word->value, .topic = word->topic, .from = word->from, .to = word->to};
    if (word->to < d->n_sms || word->to == POLICY_TO_ALL)
        g_array_append_val(d->words, forwarded);
    else
        fail(d, word, cycle);
}

void dispatcher_take_word(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    const struct policy_word word = {.value = message_word_value(message),
                                     .topic = message_word_topic(message),
                                     .from = message_word_from(message),
                                     .to = message_word_to(message)};
    if (word.to != POLICY_TO_DISPATCHER) {
        forward(d, &word, cycle);
        return;
    }
    DISPATCHER_TELL(d, word, &word, cycle);
    d->quotas_stale |= dispatcher_members_want(&d->members, DISPATCHER_EVENT(word));
}

void dispatcher_collect_words(struct dispatcher *d, uint64_t cycle)
{
    struct policy_outbox *outbox = &d->members.outbox;
    for (uint32_t i = 0; i < outbox->n && !d->failed; i++) {
        outbox->words[i].from = POLICY_TO_DISPATCHER;
        forward(d, &outbox->words[i], cycle);
    }
    outbox->n = 0;
}

bool dispatcher_owes_word(const struct dispatcher *d, uint32_t sm)
{
    return d->sms[sm].words_told < d->words->len;
}

static bool is_for(const struct forwarded_word *word, uint32_t index)
{
    return word->to == POLICY_TO_ALL ? word->from != index : word->to == index;
}

/* Sends the SM the words that it has not got; false if a credit is missing. */
static bool tell(struct dispatcher *d, uint32_t index, sim_time now)
{
    struct dispatcher_sm *sm = &d->sms[index];
    sim_time when;
    for (; sm->words_told < d->words->len; sm->words_told++) {
        const struct forwarded_word *word =
            &g_array_index(d->words, struct forwarded_word, sm->words_told);
        if (!is_for(word, index))
            continue;
        if (!wire_has_credit(sm->wire, now, &when))
            return false;
        const struct message message =
            message_policy_word(word->value, word->topic, word->from, word->to);
        wire_send(sm->wire, now, &message);
    }
    return true;
}

/* Drops the words that every SM has got, once they are many or all. */
static void forget(struct dispatcher *d)
{
    uint32_t told = d->words->len;
    for (uint32_t i = 0; i < d->n_sms; i++)
        told = MIN(told, d->sms[i].words_told);
    if (told < d->words->len && told < KEPT_WORDS)
        return;
    g_array_remove_range(d->words, 0, told);
    for (uint32_t i = 0; i < d->n_sms; i++)
        d->sms[i].words_told -= told;
}

bool dispatcher_tell_words(struct dispatcher *d, uint64_t cycle)
{
    bool all = true;
    if (d->words->len == 0)
        return true;
    for (uint32_t i = 0; i < d->n_sms; i++)
        all &= tell(d, i, clock_edge(&d->config.clock, cycle));
    forget(d);
    return all;
}
