/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/isa.h"
#include <string.h>

static const struct {
    uint8_t version;
    const struct sass_isa *isa;
} versions[] = {
    {30, &kepler_isa},     {32, &kepler_isa},     {35, &kepler_isa},     {37, &kepler_isa},
    {50, &pascal_isa},     {52, &pascal_isa},     {53, &pascal_isa},     {60, &pascal_isa},
    {61, &pascal_isa},     {62, &pascal_isa},     {70, &volta_isa},      {72, &volta_isa},
    {75, &turing_isa},     {80, &ampere_isa},     {86, &ampere_isa},     {87, &ampere_isa},
    {89, &ada_isa},        {90, &hopper_isa},     {100, &blackwell_isa}, {101, &blackwell_isa},
    {103, &blackwell_isa}, {110, &blackwell_isa}, {120, &blackwell_isa}, {121, &blackwell_isa},
};

const struct sass_isa *sass_isa_of(unsigned binary_version, unsigned *known)
{
    size_t found = 0;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        if (versions[i].version <= binary_version)
            found = i;
    *known = versions[found].version;
    return versions[found].isa;
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static const struct opcode_fact *own_fact(const struct sass_isa *isa, const char *name,
                                          size_t length)
{
    for (unsigned i = 0; i < isa->n_opcodes; i++)
        if (is_name(isa->opcodes[i].name, name, length))
            return &isa->opcodes[i];
    return NULL;
}

static bool drops(const struct sass_isa *isa, const char *name, size_t length)
{
    for (unsigned i = 0; i < isa->n_dropped; i++)
        if (is_name(isa->dropped[i], name, length))
            return true;
    return false;
}

const struct opcode_fact *sass_opcode_find(const struct sass_isa *isa, const char *name,
                                           size_t length)
{
    for (; isa; isa = isa->before) {
        const struct opcode_fact *fact = own_fact(isa, name, length);
        if (fact || drops(isa, name, length))
            return fact;
    }
    return NULL;
}

/* The first slot of a bundle is the one without an instruction. */
uint64_t sass_ordinal(const struct sass_isa *isa, uint64_t pc)
{
    uint64_t slot = pc / isa->instruction_bytes;
    if (isa->bundle_slots == 0)
        return slot;
    uint64_t in_bundle = slot % isa->bundle_slots;
    return slot / isa->bundle_slots * (isa->bundle_slots - 1) + (in_bundle ? in_bundle - 1 : 0);
}
