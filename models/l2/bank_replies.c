/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank answers, and how many bytes that takes. See bank.h. */
#include "models/l2/bank_internal.h"
#include "workloads/atomic.h"

void bank_push_reply(struct l2_bank *bank, const struct message *request, uint64_t cycle)
{
    struct message reply = *request;
    uint32_t sectors = message_sector_count(request->sectors);
    switch (request->kind) {
    case MESSAGE_READ:
        reply.kind = MESSAGE_READ_REPLY;
        reply.bytes = bank->reply_bytes[sectors];
        break;
    case MESSAGE_WRITE:
        reply.kind = MESSAGE_WRITE_ACK;
        reply.bytes = bank->ack_bytes[sectors];
        break;
    case MESSAGE_ATOMIC: {
        const struct payload *payload = request->payload;
        uint32_t data = payload ? payload->n_lanes * atomic_type_bytes(payload->type) : 0;
        reply.kind = MESSAGE_ATOMIC_REPLY;
        reply.bytes = (uint16_t)packets_bytes(&bank->config->replies, request->sectors, data);
        break;
    }
    default:
        reply.kind = MESSAGE_FETCH_REPLY;
        reply.bytes = bank->reply_bytes[sectors];
    }
    g_assert(request->requester < bank->n_sms);
    if (G_UNLIKELY(bank->observers != NULL))
        OBSERVERS_TELL(bank->observers, l2_replied, bank->index, cycle, request);
    out_port_push(&bank->reply_port, bank->to_sms[request->requester], &reply, cycle);
    bank->counters.replies++;
}
