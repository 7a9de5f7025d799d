/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/isa.h"
#include "workloads/atomic.h"
#include "workloads/sass_modifiers.h"

#include <glib.h>
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

/* ---- accesses -------------------------------------------------------------------------------- */

enum { BYTES_MAX = 16, DEFAULT_BYTES = 4 };

struct opcode_text {
    const char *text;
    size_t length;
};

static bool has_modifier(const struct opcode_text *opcode, const char *modifier)
{
    return sass_has_modifier(opcode->text, opcode->length, modifier);
}

/* The line says it; where it says something impossible, the first modifier that is a number of bits
 * does. */
static uint8_t bytes_of(const struct opcode_text *opcode, const struct opcode_fact *fact,
                        uint64_t width)
{
    static const struct {
        const char *modifier;
        uint8_t bytes;
    } modifiers[] = {{"8", 1},   {"U8", 1},  {"S8", 1}, {"16", 2},
                     {"U16", 2}, {"S16", 2}, {"64", 8}, {"128", 16}};
    if (fact->kind == OPCODE_MATRICES)
        return MATRIX_ROW_BYTES;
    if (width <= BYTES_MAX && (width & (width - 1)) == 0)
        return (uint8_t)width;
    for (unsigned i = 0; i < G_N_ELEMENTS(modifiers); i++)
        if (has_modifier(opcode, modifiers[i].modifier))
            return modifiers[i].bytes;
    return fact->bytes ? fact->bytes : DEFAULT_BYTES;
}

/* Strong accesses act at L2; so do those that older GPUs' cache operators send there, and
 * asynchronous copies with BYPASS (cp.async.cg). */
static uint8_t flags_of(const struct opcode_text *opcode, const struct opcode_fact *fact)
{
    bool wide = has_modifier(opcode, "GPU") || has_modifier(opcode, "SYS");
    uint8_t flags = has_modifier(opcode, "STRONG") && wide ? INSTRUCTION_STRONG : 0;
    if (has_modifier(opcode, "CG") || has_modifier(opcode, "CV") ||
        (fact->kind == OPCODE_ASYNC_COPY && has_modifier(opcode, "BYPASS")))
        flags |= INSTRUCTION_UNCACHED;
    return flags;
}

static void set_atomic(struct instruction *facts)
{
    facts->atomic_op = ATOMIC_ADD; /* any: there are no values */
    facts->atomic_type = facts->access_bytes == 8   ? ATOMIC_U64
                         : facts->access_bytes == 2 ? ATOMIC_U16
                                                    : ATOMIC_U32;
}

void sass_access_facts(struct instruction *facts, const struct opcode_fact *fact,
                       const char *opcode, size_t length, uint64_t width)
{
    const struct opcode_text text = {opcode, length};
    facts->space = fact->space;
    facts->access_bytes = bytes_of(&text, fact, width);
    facts->flags |= flags_of(&text, fact);
    if (facts->op_class == OP_ATOMIC)
        set_atomic(facts);
    else if (fact->kind == OPCODE_MATRICES)
        facts->matrices = has_modifier(&text, "4") ? 4 : has_modifier(&text, "2") ? 2 : 1;
}

/* ---- costs ----------------------------------------------------------------------------------- */

static bool is_among(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Source: NVIDIA, "CUDA Binary Utilities", table "Uniform Datapath Instructions" of Turing; "CUDA
 * C++ Programming Guide", "DPX". What a guess stands for, or has a kind, is something else. */
enum own_cost sass_own_cost(const struct opcode_fact *fact)
{
    static const char *const uniform[] = {"R2UR", "S2UR", "CS2UR", "VOTEU"};
    static const char *const redux[] = {"REDUX", "CREDUX"};
    static const char *const dpx[] = {"VIADDMNMX", "VIMNMX", "VIMNMX3"};
    const unsigned op = fact->op_class;
    if ((op != OP_INT && op != OP_INT_MUL && op != OP_CONVERT && op != OP_FP32) ||
        fact->kind != OPCODE_USUAL || fact->assumed)
        return COST_OF_CLASS;
    if (fact->name[0] == 'U' || is_among(uniform, G_N_ELEMENTS(uniform), fact->name))
        return COST_UNIFORM;
    if (is_among(redux, G_N_ELEMENTS(redux), fact->name))
        return COST_REDUX;
    return is_among(dpx, G_N_ELEMENTS(dpx), fact->name) ? COST_DPX : COST_OF_CLASS;
}
