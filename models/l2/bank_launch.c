/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_launch.h"
#include "models/l2/bank_internal.h"

void bank_mirror_ports(struct l2_bank *bank)
{
    struct l2_bank_counters *counters = &bank->counters;
    counters->reply_busy_cycles = bank->reply_port.busy_cycles;
    counters->reply_credit_stall_cycles = bank->reply_port.credit_stall_cycles;
    counters->dram_busy_cycles = bank->dram_port.busy_cycles;
    counters->dram_credit_stall_cycles = bank->dram_port.credit_stall_cycles;
}

void bank_turn(struct l2_bank *bank, uint32_t launch)
{
    bank_mirror_ports(bank);
    launch_meter_turn(&bank->meter, launch);
}

/* The first request waits, and the place of its line was looked up before. */
static void look_again(struct l2_bank *bank)
{
    const struct bank_request *first = bank_first_request(bank);
    const uint64_t line = message_address(&first->message) & ~(uint64_t)(LINE_BYTES - 1);
    bank->waits_at = bank_lines_find(&bank->lines, first->set, line);
}

static void warm(struct l2_bank *bank, uint64_t line, uint8_t sectors, bool written)
{
    static const uint64_t whole[MASK_WORDS] = {UINT64_MAX, UINT64_MAX};
    struct bank_lines *lines = &bank->lines;
    const uint32_t set = bank_lines_set(lines, address_map_in_bank(bank->map, line));
    struct bank_place place = bank_lines_find(lines, set, line);
    if (place.way < 0) {
        place = bank_lines_victim(lines, set);
        if (place.way < 0)
            return;
        bank_lines_take(lines, place, line);
    }
    bank_lines_use(lines, place);
    if (written) {
        bank_lines_write(lines, place, sectors, whole);
        return;
    }
    const struct bank_line now = bank_lines_at(lines, place);
    const uint8_t missing =
        bank_widen(sectors, bank->config->fetch_bytes) & (uint8_t) ~(now.valid | now.pending);
    if (missing > 0) {
        bank_lines_fetch(lines, place, missing);
        bank_lines_fill(lines, place, missing);
    }
    if (bank->halves)
        bank_halves_warm(bank->halves, address_map_in_bank(bank->map, line), sectors);
}

void l2_bank_warm(struct l2_bank *bank, uint64_t line, uint8_t sectors, bool written)
{
    if (bank->replacer || bank->tags)
        return;
    warm(bank, line, sectors, written);
    if (bank->wait != BANK_WAIT_NONE)
        look_again(bank);
}
