/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank answers, and how many bytes that takes. See bank.h. */
#include "models/l2/bank_internal.h"
#include "workloads/atomic.h"

G_STATIC_ASSERT(MESSAGE_WRITE - MESSAGE_READ == MESSAGE_WRITE_ACK - MESSAGE_READ_REPLY &&
                MESSAGE_ATOMIC - MESSAGE_READ == MESSAGE_ATOMIC_REPLY - MESSAGE_READ_REPLY &&
                MESSAGE_FETCH - MESSAGE_READ == MESSAGE_FETCH_REPLY - MESSAGE_READ_REPLY);

static uint16_t atomic_bytes(const struct l2_bank *bank, const struct message *request)
{
    const struct payload *payload = request->payload;
    uint32_t data = payload ? payload->n_lanes * atomic_type_bytes(payload->type) : 0;
    return (uint16_t)packets_bytes(&bank->config->replies, request->sectors, data);
}

void bank_push_reply(struct l2_bank *bank, struct message *request, uint64_t cycle)
{
    const uint32_t sectors = message_sector_count(request->sectors);
    g_assert(request->requester < bank->n_sms);
    if (G_UNLIKELY(bank->observers != NULL))
        OBSERVERS_TELL(bank->observers, l2_replied, bank->index, cycle, request);
    if (G_UNLIKELY(request->kind == MESSAGE_ATOMIC))
        request->bytes = atomic_bytes(bank, request);
    else
        request->bytes =
            (request->kind == MESSAGE_WRITE ? bank->ack_bytes : bank->reply_bytes)[sectors];
    request->kind += MESSAGE_READ_REPLY - MESSAGE_READ;
    out_port_push(&bank->reply_port, bank->to_sms[request->requester], request, cycle);
    bank->counters.replies++;
}
