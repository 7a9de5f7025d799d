/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_values.h"
#include "workloads/atomic.h"

#include <string.h>

static const uint64_t SECTOR_MASK = UINT64_MAX >> (64 - LINE_SECTOR_BYTES);

static uint64_t line_of(const struct message *message)
{
    return message_address(message) & ~(uint64_t)(LINE_BYTES - 1);
}

static void set_bits(uint64_t *mask, uint32_t offset, uint32_t count)
{
    for (uint32_t i = offset; i < offset + count; i++)
        mask[i / 64] |= UINT64_C(1) << (i % 64);
}

/* NULL: device memory doesn't have it. */
static uint8_t *bytes_of(const struct l2_bank *bank, const struct message *message)
{
    const uint64_t line = line_of(message);
    return device_memory_covers(bank->memory, line) ? device_memory_at(bank->memory, line) : NULL;
}

static void read_line(struct l2_bank *bank, struct message *message)
{
    const uint8_t *bytes = bytes_of(bank, message);
    if (!bytes)
        return;
    if (!message->payload)
        message->payload = payload_take(bank->unit.payloads);
    memcpy(message->payload->bytes, bytes, LINE_BYTES);
}

/* One bit of the mask for each byte; stores are mostly runs of words, so whole runs are copied. */
static void copy_masked(uint8_t *to, const struct payload *from)
{
    for (uint32_t word = 0; word < MASK_WORDS; word++) {
        uint64_t left = from->written[word];
        while (left) {
            uint32_t first = (uint32_t)__builtin_ctzll(left);
            uint64_t run = ~(left >> first);
            uint32_t count = run ? (uint32_t)__builtin_ctzll(run) : 64;
            memcpy(to + word * 64 + first, from->bytes + word * 64 + first, count);
            left = count + first < 64 ? left & (UINT64_MAX << (first + count)) : 0;
        }
    }
}

static void write_bytes(struct l2_bank *bank, struct bank_request *request)
{
    struct message *message = &request->message;
    if (!message->payload) {
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            if (message->sectors >> s & 1)
                request->mask[s * LINE_SECTOR_BYTES / 64] |= SECTOR_MASK
                                                             << s * LINE_SECTOR_BYTES % 64;
        return;
    }
    memcpy(request->mask, message->payload->written, sizeof request->mask);
    uint8_t *bytes = message->payload->has_bytes ? bytes_of(bank, message) : NULL;
    if (bytes)
        copy_masked(bytes, message->payload);
    payload_give_back(bank->unit.payloads, message->payload);
    message->payload = NULL;
}

/* The largest number of lanes that name one location: those are carried out one after another. */
static uint32_t most_at_one_location(const struct payload *payload)
{
    uint8_t lanes_at[LINE_BYTES] = {0};
    uint32_t most = 1;
    for (uint32_t i = 0; i < payload->n_lanes; i++) {
        uint32_t lanes = ++lanes_at[payload->lanes[i].offset];
        most = MAX(most, lanes);
    }
    return most;
}

static void apply_atomic(struct l2_bank *bank, struct bank_request *request)
{
    struct payload *payload = request->message.payload;
    request->cycles = bank->config->atomic_interval;
    if (!payload)
        return;
    uint8_t *line = bytes_of(bank, &request->message);
    uint32_t bytes = atomic_type_bytes(payload->type);
    for (uint32_t i = 0; i < payload->n_lanes; i++) {
        struct atomic_lane *lane = &payload->lanes[i];
        g_assert(lane->offset + bytes <= LINE_BYTES);
        set_bits(request->mask, lane->offset, bytes);
        if (line)
            lane->a =
                atomic_apply(payload->op, payload->type, line + lane->offset, lane->a, lane->b);
    }
    request->cycles *= most_at_one_location(payload);
}

void bank_values_apply(struct l2_bank *bank, struct bank_request *request)
{
    if (request->message.kind == MESSAGE_READ) {
        read_line(bank, &request->message);
        return;
    }
    memset(request->mask, 0, sizeof request->mask);
    if (request->message.kind == MESSAGE_WRITE) {
        write_bytes(bank, request);
    } else {
        g_assert(request->message.kind == MESSAGE_ATOMIC);
        apply_atomic(bank, request);
    }
}
