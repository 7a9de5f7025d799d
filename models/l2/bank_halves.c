/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_halves.h"
#include "models/core/payload.h"

struct bank_halves *bank_halves_new(const struct bank_halves_config *config,
                                    const struct bank_halves_site *site, struct arena *arena)
{
    if (config->halves < 2)
        return NULL;
    struct bank_halves *halves = g_new(struct bank_halves, 1);
    *halves = (struct bank_halves){
        .config = config, .site = *site, .has_copies = config->copies_bytes > 0};
    if (!halves->has_copies)
        return halves;
    tag_array_init(&halves->copies, arena, config->copies_bytes, config->copies_ways, LINE_BYTES);
    tag_array_use_index(&halves->copies, TAG_SETS_XOR);
    const uint32_t lines = tag_array_lines(&halves->copies);
    halves->sectors = g_new0(uint8_t, lines);
    halves->comes = g_new0(uint64_t, lines);
    return halves;
}

void bank_halves_free(struct bank_halves *halves)
{
    if (!halves)
        return;
    if (halves->has_copies)
        tag_array_finish(&halves->copies);
    ring_finish(&halves->far);
    g_free(halves->sectors);
    g_free(halves->comes);
    g_free(halves);
}

/* Whether a copy has all of the sectors. If not, they will come to one. */
static bool finds_copy(struct bank_halves *halves, uint64_t in_bank, uint8_t sectors,
                       uint64_t cycle)
{
    struct tag_array *copies = &halves->copies;
    int copy = tag_array_find(copies, in_bank);
    if (copy >= 0 && (sectors & ~halves->sectors[copy]) == 0) {
        tag_array_touch(copies, copy);
        return halves->comes[copy] <= cycle;
    }
    if (copy < 0) {
        copy = tag_array_choose_victim(copies, in_bank);
        tag_array_reserve(copies, copy, in_bank);
        tag_array_fill(copies, copy);
        halves->sectors[copy] = 0;
    } else {
        tag_array_touch(copies, copy);
    }
    halves->sectors[copy] |= sectors;
    halves->comes[copy] = cycle + halves->config->far_latency;
    return false;
}

void bank_halves_warm(struct bank_halves *halves, uint64_t in_bank, uint8_t sectors)
{
    if (!halves->has_copies)
        return;
    finds_copy(halves, in_bank, sectors, 0);
    halves->comes[tag_array_find(&halves->copies, in_bank)] = 0;
}

enum bank_way bank_halves_way(struct bank_halves *halves, const struct message *message,
                              uint64_t in_bank, uint64_t cycle)
{
    const bool second = message->requester >= halves->site.second_sm;
    const bool reads = message->kind == MESSAGE_READ || message->kind == MESSAGE_FETCH;
    if (second == halves->site.second)
        return BANK_NEAR;
    return reads && halves->has_copies && finds_copy(halves, in_bank, message->sectors, cycle)
               ? BANK_COPY
               : BANK_FAR;
}

void bank_halves_move(struct bank_halves *halves, struct ring *requests, uint64_t cycle)
{
    while (bank_halves_next(halves) <= cycle) {
        struct bank_request *to = ring_push(requests, sizeof *to);
        *to = *(struct bank_request *)ring_first(&halves->far, sizeof *to);
        ring_drop(&halves->far);
    }
}
