/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/register_banks.h"
#include <glib.h>

/* Copies the sources, without "none" and repetitions: a repeated one is read once. */
static unsigned distinct_sources(const struct instruction *instruction,
                                 uint16_t out[INSTRUCTION_MAX_REGISTERS])
{
    unsigned end = instruction->n_destinations + instruction->n_sources;
    unsigned n = 0;
    g_assert(end <= INSTRUCTION_MAX_REGISTERS);
    for (unsigned i = instruction->n_destinations; i < end; i++) {
        uint16_t slot = instruction->registers[i];
        bool known = slot == 0;
        for (unsigned j = 0; j < n; j++)
            known |= out[j] == slot;
        if (!known)
            out[n++] = slot;
    }
    return n;
}

/* A traced kernel asks at every issue, since its instructions aren't known before. */
unsigned register_bank_extra_cycles(const struct instruction *instruction, unsigned banks,
                                    unsigned reads)
{
    uint16_t slots[INSTRUCTION_MAX_REGISTERS];
    unsigned bank[INSTRUCTION_MAX_REGISTERS];
    g_assert(banks > 0 && reads > 0);
    if (instruction->n_sources < 2)
        return 0;
    unsigned n = distinct_sources(instruction, slots);
    unsigned most = 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned in_bank = 1;
        bank[i] = register_bank_of(slots[i], banks);
        for (unsigned j = 0; j < i; j++)
            in_bank += bank[j] == bank[i];
        most = MAX(most, in_bank);
    }
    return (most - 1) / reads;
}

struct register_set register_banks_of(const struct instruction *instruction, unsigned banks)
{
    struct register_set set = {0};
    uint16_t slots[INSTRUCTION_MAX_REGISTERS];
    const unsigned n = distinct_sources(instruction, slots);
    const uint64_t twice = UINT64_C(1) | UINT64_C(1) << banks;
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        if (instruction->registers[i] != 0)
            set.written |= twice << register_bank_of(instruction->registers[i], banks);
    for (unsigned i = 0; i < n; i++) {
        const uint64_t bank = twice << register_bank_of(slots[i], banks);
        unsigned before = 0;
        while (set.read[before] & bank)
            before++;
        set.read[before] |= bank;
    }
    return set;
}
