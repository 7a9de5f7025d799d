/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/switch_parts.h"

uint32_t switch_group_of(const struct crossbar_switch *s, const struct switch_input *input,
                         sim_time now)
{
    const struct message *first = ring_first(input->packets, sizeof *first);
    const uint32_t sectors = message_sector_count(first->sectors);
    const uint32_t most = MIN(s->config->mixed, input->packets->count);
    uint32_t n = 1;
    if (s->map && !first->mixes)
        return 1;
    while (n < most) {
        const struct message *next = ring_at(input->packets, n, sizeof *next);
        if (next->arrival > now || (s->map && !next->mixes) || next->kind != first->kind ||
            next->bytes != first->bytes || message_sector_count(next->sectors) != sectors)
            break;
        n++;
    }
    return n;
}

void switch_send_piece(struct crossbar_switch *s, struct switch_output *output,
                       struct message *message, uint32_t parts)
{
    const struct packet_shape *shape = &s->config->requests;
    uint32_t later = (parts - 1) * shape->data_bytes / LINE_SECTOR_BYTES;
    struct message piece = *message;
    for (uint32_t left = message_sector_count(message->sectors); left > later; left--)
        message->sectors &= (uint8_t)(message->sectors - 1);
    piece.sectors &= (uint8_t)~message->sectors;
    piece.bytes = (uint16_t)packets_bytes(shape, piece.sectors, 0);
    message->bytes = (uint16_t)packets_bytes(shape, message->sectors, 0);
    s->counters.packets++;
    s->counters.bytes += piece.bytes;
    wire_send(output->wire, clock_edge(&s->config->clock, output->wire_cycle), &piece);
}
