/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_words.h"

void dispatcher_take_word(struct dispatcher *d, const struct message *message)
{
    const struct policy_word word = {.word = message->address, .from = message->requester};
    g_array_append_val(d->words, word);
}

bool dispatcher_owes_word(const struct dispatcher *d, uint32_t sm)
{
    return d->sms[sm].words_told < d->words->len;
}

/* Tells the SM what it has not heard, its own words excepted. */
static bool tell(struct dispatcher *d, uint32_t index, sim_time now)
{
    struct dispatcher_sm *sm = &d->sms[index];
    sim_time when;
    for (; sm->words_told < d->words->len; sm->words_told++) {
        const struct policy_word *word =
            &g_array_index(d->words, struct policy_word, sm->words_told);
        if (word->from == index)
            continue;
        if (!wire_has_credit(sm->wire, now, &when))
            return false;
        const struct message message = {
            .kind = MESSAGE_POLICY_WORD, .address = word->word, .requester = (uint16_t)index};
        wire_send(sm->wire, now, &message);
    }
    return true;
}

bool dispatcher_tell_words(struct dispatcher *d, uint64_t cycle)
{
    bool all = true;
    if (d->words->len == 0)
        return true;
    for (uint32_t i = 0; i < d->n_sms; i++)
        all &= tell(d, i, clock_edge(&d->config.clock, cycle));
    if (!all)
        return false;
    g_array_set_size(d->words, 0);
    for (uint32_t i = 0; i < d->n_sms; i++)
        d->sms[i].words_told = 0;
    return true;
}
