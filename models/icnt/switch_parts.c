/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/switch_parts.h"
#include "models/core/message_memory.h"
#include "models/icnt/switch_outputs.h"

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

/* Sends packets as a message of their own. parts: packets of the message that are left with it. */
static void send_piece(struct crossbar_switch *s, struct switch_output *output,
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

static uint32_t line_of(uint64_t address)
{
    return (uint32_t)(address / LINE_BYTES);
}

/* Whether another input has asked the output for the line of late. */
static bool was_asked(const struct switch_output *output, uint32_t index, uint32_t line)
{
    uint32_t asked = 0;
    for (uint32_t i = 0; i < SWITCH_LINES; i++)
        asked |= -(uint32_t)(output->lines[i] == line) & (output->lines_from[i] ^ index);
    return asked != 0;
}

static void note_line(struct switch_output *output, uint32_t index, uint32_t line)
{
    const uint32_t newest = output->newest;
    if (output->lines[newest] == line && output->lines_from[newest] == index)
        return;
    output->newest = (newest + 1) % SWITCH_LINES;
    output->lines[output->newest] = line;
    output->lines_from[output->newest] = index;
}

/* True if a head of another input could have gone to the output in this cycle, and one of them asks
 * for that line, or another input lately has. */
static bool is_contended(const struct crossbar_switch *s, const struct switch_output *output,
                         uint32_t index, uint64_t line, uint64_t cycle)
{
    bool waits = false;
    uint32_t left = output->n_heads - 1;
    for (uint32_t word = 0; left > 0; word++) {
        uint64_t bits = output->heads[word];
        if (word == index / 64)
            bits &= ~switch_bit(index);
        for (; bits; bits &= bits - 1, left--) {
            const struct switch_input *other =
                &s->inputs[word * 64 + (uint32_t)__builtin_ctzll(bits)];
            if (other->ready > cycle)
                continue;
            if (message_address(switch_head(other)) == line)
                return true;
            waits = true;
        }
    }
    return waits && was_asked(output, index, line_of(line));
}

void switch_part_if_contended(struct crossbar_switch *s, uint32_t to, uint32_t index,
                              uint64_t cycle)
{
    struct switch_output *output = &s->outputs[to];
    struct switch_input *input = &s->inputs[index];
    struct message *message = switch_head(input);
    if ((message->kind != MESSAGE_READ && message->kind != MESSAGE_FETCH) ||
        message_cache(message) != MESSAGE_L1D)
        return;
    const bool contended = is_contended(s, output, index, message_address(message), cycle);
    note_line(output, index, line_of(message_address(message)));
    if (contended)
        send_piece(s, output, message, input->parts);
    output->held = contended ? 0 : index + 1;
    output->held_at = input->at;
    output->held_line = message_address(message);
}

bool switch_send_held(struct crossbar_switch *s, uint32_t to, uint32_t held, uint64_t cycle)
{
    struct switch_output *output = &s->outputs[to];
    const struct switch_input *input = &s->inputs[held];
    if (output->held_at > 0 && input->parts < 2)
        return false;
    const bool again = input->at <= output->held_at; /* the rest of it is to have its turn */
    output->wire_cycle = MAX(output->wire_cycle, cycle);
    send_piece(s, output, ring_at(input->packets, output->held_at, sizeof(struct message)),
               input->parts + again);
    return true;
}
