/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_mix.h"
#include "models/l2/bank_internal.h"
#include "models/l2/bank_launch.h"
#include "models/l2/bank_replies.h"

void bank_begin_rounds(struct l2_bank *bank)
{
    uint32_t most = 1;
    for (uint32_t at = bank->served.first; at; at = bank->waiters.waiters[at - 1].next)
        most = MAX(most, bank_packets(bank, &bank->waiters.waiters[at - 1].request));
    bank->rounds = most - 1;
    bank->round_at = bank->served.first;
}

/* A reply of fewer packets than others misses the first rounds. */
void bank_send_part(struct l2_bank *bank, uint64_t cycle)
{
    bool sent = false;
    while (!sent && bank->rounds > 0) {
        const struct bank_waiter *waiter = &bank->waiters.waiters[bank->round_at - 1];
        sent = bank_packets(bank, &waiter->request) > bank->rounds;
        if (sent) {
            bank_note_launch(bank, waiter->request.launch);
            bank_push_part(bank, &waiter->request, cycle);
        }
        bank->round_at = waiter->next;
        if (!bank->round_at) {
            bank->round_at = bank->served.first;
            bank->rounds--;
        }
    }
}

void bank_split_reply(struct l2_bank *bank, struct message *request, uint64_t cycle)
{
    const uint32_t packets = bank_packets(bank, request);
    if (packets == 1) {
        bank_push_reply(bank, request, cycle);
        return;
    }
    bank_push_part(bank, request, cycle);
    bank->split = *request;
    bank->split_left = packets - 1;
}

void bank_step_split(struct l2_bank *bank, uint64_t cycle)
{
    out_port_settle(&bank->reply_port, cycle);
    bank_note_launch(bank, bank->split.launch);
    if (--bank->split_left > 0)
        bank_push_part(bank, &bank->split, cycle);
    else
        bank_push_last(bank, &bank->split, cycle);
}
