/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_victims.h"

void bank_write_back(struct l2_bank *bank, uint64_t address, uint8_t dirty, uint32_t launch,
                     uint64_t cycle)
{
    uint32_t bytes = message_sector_count(dirty) * LINE_SECTOR_BYTES;
    const struct dram_message what = {.address = address,
                                      .sectors = dirty,
                                      .launch = launch,
                                      .bank = (uint16_t)bank->index,
                                      .bytes = (uint16_t)bytes};
    const struct message write = message_to_dram(MESSAGE_DRAM_WRITE, &what);
    bank_push_to_dram(bank, &write, cycle);
    bank->counters.write_backs++;
    bank->counters.write_back_bytes += bytes;
}

void bank_describe_access(struct l2_bank *bank, const struct bank_lookup *lookup)
{
    bool writes = lookup->kind == MESSAGE_WRITE || lookup->kind == MESSAGE_ATOMIC;
    bank->replacer->access =
        (struct replacement_access){.line = lookup->address, .slot = WARP_NONE, .is_write = writes};
}

G_NO_INLINE static struct bank_place ask_replacer(struct l2_bank *bank,
                                                  const struct bank_lookup *lookup)
{
    bank_describe_access(bank, lookup);
    return bank_lines_ask_replacer(&bank->lines, lookup->place.set);
}

/* The line there goes, to make room for the replacer's present access. */
G_NO_INLINE static void tell_loss(struct l2_bank *bank, struct bank_place place, uint64_t address)
{
    if (bank->tags)
        bank_tags_lose(bank->tags, place, address);
    if (bank->replacer)
        bank_lines_tell_taking(&bank->lines, place);
}

enum bank_wait bank_allocate(struct l2_bank *bank, struct bank_lookup *lookup, uint32_t messages)
{
    struct bank_place place = G_UNLIKELY(bank->replacer != NULL)
                                  ? ask_replacer(bank, lookup)
                                  : bank_lines_victim(&bank->lines, lookup->place.set);
    if (place.way < 0)
        return BANK_WAIT_VICTIM;
    struct bank_line victim = bank_lines_at(&bank->lines, place);
    uint8_t dirty = bank_widen(victim.dirty, bank->config->sector_bytes);
    if (bank_room(&bank->dram_port, lookup->cycle) < messages + (dirty != 0))
        return BANK_WAIT_DRAM;
    if (dirty)
        bank_write_back(bank, victim.address, dirty, lookup->request->message.launch,
                        lookup->cycle);
    if (G_UNLIKELY(bank->lines_told))
        tell_loss(bank, place, victim.address);
    bank_lines_take(&bank->lines, place, lookup->address);
    lookup->place = place;
    lookup->written_back = dirty;
    lookup->taken = true;
    return BANK_WAIT_NONE;
}
