/* SPDX-License-Identifier: BSD-3-Clause */
/* See line_access.h.
 *
 * LDSM and STSM: tracers write a width of two bytes, the size of an element. A row has 16.
 * "LDSM.16.M88.4" moves four matrices, ".2" two, neither one. Source: lines of an A100's trace,
 * MrTang-Yuhan/Accel-Sim-Flashinfer at 8323af68; PTX ISA, "ldmatrix": "8 rows of 16 bytes, whose
 * addresses 8 lanes have".
 */
#include "workloads/sass_trace/line_access.h"
#include "workloads/atomic.h"
#include "workloads/sass_modifiers.h"

#include <glib.h>

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
