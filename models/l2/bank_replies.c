/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_replies.h"
#include "models/l2/bank_internal.h"
#include "workloads/atomic.h"

static uint16_t atomic_bytes(const struct l2_bank *bank, const struct message *request)
{
    const struct payload *payload = request->payload;
    uint32_t data = payload ? payload->n_lanes * atomic_type_bytes(payload->type) : 0;
    return (uint16_t)packets_bytes(&bank->config->replies, request->sectors, data);
}

/* Makes the reply in the request's place. */
static inline void make_reply(const struct l2_bank *bank, struct message *request)
{
    const uint32_t sectors = message_sector_count(request->sectors);
    const uint16_t bytes =
        G_UNLIKELY(request->kind == MESSAGE_ATOMIC)
            ? atomic_bytes(bank, request)
            : (request->kind == MESSAGE_WRITE ? bank->ack_bytes : bank->reply_bytes)[sectors];
    message_become_reply(request, bytes);
}

static inline struct wire *wire_to(struct l2_bank *bank, const struct message *request)
{
    if (G_UNLIKELY(request->requester >= bank->n_sms)) {
        g_assert(bank->to_peers != NULL);
        return bank->to_peers;
    }
    return bank->to_sms[request->requester];
}

static inline void note_reply(struct l2_bank *bank, const struct message *request, uint64_t cycle)
{
    if (G_UNLIKELY(bank->observers != NULL))
        OBSERVERS_TELL(bank->observers, l2_replied, bank->index, cycle, request);
    bank->counters.replies++;
}

void bank_push_reply(struct l2_bank *bank, struct message *request, uint64_t cycle)
{
    note_reply(bank, request, cycle);
    make_reply(bank, request);
    out_port_push(&bank->reply_port, wire_to(bank, request), request, cycle);
}

/* ---- replies that mix ---------------------------------------------------------------------- */

uint32_t bank_packets(const struct l2_bank *bank, const struct message *request)
{
    const bool data = request->kind == MESSAGE_READ || request->kind == MESSAGE_FETCH;
    return data ? packets_in(&bank->config->replies, request->sectors) : 1;
}

/* Sends a packet of a reply. A packet alone passes the crossbar as it comes. A message of several
 * packets passes when all of it is there, or its first packet is. In the former case the packet
 * comes as late as that message's last one, so that both ways take as long. */
static void push_packet(struct l2_bank *bank, const struct message *request,
                        const struct message *packet, uint64_t cycle)
{
    out_port_push_late(&bank->reply_port, wire_to(bank, request), packet, cycle,
                       bank->config->replies.leads ? 0 : bank_packets(bank, request) - 1);
}

void bank_push_part(struct l2_bank *bank, const struct message *request, uint64_t cycle)
{
    const struct message part = message_reply_part(request, bank->packet_bytes);
    push_packet(bank, request, &part, cycle);
}

void bank_push_last(struct l2_bank *bank, const struct message *request, uint64_t cycle)
{
    struct message reply = *request;
    make_reply(bank, &reply);
    reply.bytes = (uint16_t)(reply.bytes - (bank_packets(bank, request) - 1) * bank->packet_bytes);
    note_reply(bank, request, cycle);
    push_packet(bank, request, &reply, cycle);
}
