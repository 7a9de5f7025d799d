/* SPDX-License-Identifier: BSD-3-Clause */
/* A line whose static text is new, word by word:
 *   [line] PC MASK ND [Rd...] OPCODE NS [Rs...] WIDTH [MODE ADDRESSES] [IMMEDIATE]
 */
#include "workloads/atomic.h"
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/scan.h"

#include <inttypes.h>

enum { MASK_DIGITS = 8, ZERO_REGISTER = 255, REGISTERS = 256, BYTES_MAX = 16, DEFAULT_BYTES = 4 };

struct parsed_line {
    uint64_t source_line, pc;
    const char *mask;
    const char *opcode;
    size_t opcode_length;
    uint16_t destinations[INSTRUCTION_MAX_REGISTERS], sources[INSTRUCTION_MAX_REGISTERS];
    unsigned n_destinations, n_sources;
    uint64_t width;
    int64_t immediate; /* of a line without addresses */
    const char *end;   /* of the static text */
};

static bool expected(struct trace_parser *parser, const char *what, const char *p)
{
    g_autofree char *found = g_strndup(p, (size_t)MIN(scan_word(p) - p, 40));
    return trace_parser_fail(parser, "expected %s, found \"%s\"", what,
                             *found ? found : "the end of the line");
}

static bool next_number(struct trace_parser *parser, const char **p, const char *what,
                        uint64_t *out)
{
    const char *begin = scan_blanks(*p), *end = scan_unsigned(begin, out);
    if (!end || end != scan_word(end))
        return expected(parser, what, begin);
    *p = end;
    return true;
}

/* A count and so many registers. A register beyond what an instruction can have is left out; R255,
 * which reads as zero, is no register to wait for. */
static bool next_registers(struct trace_parser *parser, const char **p, const char *what,
                           uint16_t slots[INSTRUCTION_MAX_REGISTERS], unsigned *n_slots)
{
    uint64_t n, number;
    if (!next_number(parser, p, what, &n))
        return false;
    *n_slots = 0;
    for (uint64_t i = 0; i < n; i++) {
        const char *begin = scan_blanks(*p);
        const char *end = *begin == 'R' ? scan_unsigned(begin + 1, &number) : NULL;
        if (!end || end != scan_word(end) || number >= REGISTERS)
            return expected(parser, "a register R0 to R255", begin);
        *p = end;
        if (number != ZERO_REGISTER && *n_slots < INSTRUCTION_MAX_REGISTERS)
            slots[(*n_slots)++] = (uint16_t)(number + 1);
    }
    return true;
}

static bool take_place(struct trace_parser *parser, struct parsed_line *out, const char **p)
{
    if (parser->header->line_numbers &&
        !next_number(parser, p, "a line number of the source", &out->source_line))
        return false;
    const char *begin = scan_blanks(*p), *end = scan_hex(begin, &out->pc);
    if (!end || end != scan_word(end))
        return expected(parser, "a pc, hexadecimal", begin);
    out->mask = scan_blanks(end);
    if (scan_word(out->mask) != out->mask + MASK_DIGITS)
        return expected(parser, "a mask of eight hexadecimal digits", out->mask);
    *p = out->mask + MASK_DIGITS;
    return true;
}

/* Where the static text ends: before the address mode, or with the line. */
static bool take_end(struct trace_parser *parser, struct parsed_line *out, const char *p)
{
    p = scan_blanks(p);
    out->immediate = 0;
    if (out->width == 0 && *p != '\n') {
        const char *end = scan_signed(p, &out->immediate);
        if (!end) {
            uint64_t large;
            end = scan_unsigned(p, &large);
        }
        if (!end || *scan_blanks(end) != '\n')
            return expected(
                parser,
                "an immediate or the end of the line after width 0, which means no memory access",
                end ? scan_blanks(end) : p);
        p = scan_blanks(end);
        parser->code->has_immediates = true;
    }
    out->end = out->width == 0 ? p + 1 : p;
    return true;
}

static bool take_apart(struct trace_parser *parser, struct parsed_line *out, const char *p)
{
    if (!take_place(parser, out, &p) ||
        !next_registers(parser, &p, "the number of destination registers", out->destinations,
                        &out->n_destinations))
        return false;
    out->opcode = scan_blanks(p);
    p = scan_word(out->opcode);
    out->opcode_length = (size_t)(p - out->opcode);
    if (*out->opcode < 'A' || *out->opcode > 'Z')
        return expected(parser, "an opcode", out->opcode);
    return next_registers(parser, &p, "the number of source registers", out->sources,
                          &out->n_sources) &&
           next_number(parser, &p, "the width of a memory access, or 0", &out->width) &&
           take_end(parser, out, p);
}

/* ---- facts -------------------------------------------------------------------------------------
 */

/* Whether one of the opcode's modifiers is this one. */
static bool has_modifier(const struct parsed_line *line, const char *modifier)
{
    const char *end = line->opcode + line->opcode_length;
    size_t length = strlen(modifier);
    for (const char *p = line->opcode; (p = memchr(p, '.', (size_t)(end - p)));) {
        p++;
        if ((size_t)(end - p) >= length && memcmp(p, modifier, length) == 0 &&
            (p + length == end || p[length] == '.'))
            return true;
    }
    return false;
}

/* The line says it; where it says something impossible, the first modifier that is a number of bits
 * does. */
static uint8_t bytes_of(const struct parsed_line *line, const struct opcode_fact *fact)
{
    static const struct {
        const char *modifier;
        uint8_t bytes;
    } modifiers[] = {{"8", 1},   {"U8", 1},  {"S8", 1}, {"16", 2},
                     {"U16", 2}, {"S16", 2}, {"64", 8}, {"128", 16}};
    if (line->width <= BYTES_MAX && (line->width & (line->width - 1)) == 0)
        return (uint8_t)line->width;
    for (unsigned i = 0; i < G_N_ELEMENTS(modifiers); i++)
        if (has_modifier(line, modifiers[i].modifier))
            return modifiers[i].bytes;
    return fact->bytes ? fact->bytes : DEFAULT_BYTES;
}

/* Strong accesses act at L2; so do those that older GPUs' cache operators send there. */
static uint8_t access_flags(const struct parsed_line *line)
{
    bool wide = has_modifier(line, "GPU") || has_modifier(line, "SYS");
    uint8_t flags = has_modifier(line, "STRONG") && wide ? INSTRUCTION_STRONG : 0;
    if (has_modifier(line, "CG") || has_modifier(line, "CV"))
        flags |= INSTRUCTION_UNCACHED;
    return flags;
}

static void set_registers(struct instruction *facts, const struct parsed_line *line)
{
    unsigned n = 0;
    for (unsigned i = 0; i < line->n_destinations; i++)
        facts->registers[n++] = line->destinations[i];
    facts->n_destinations = (uint8_t)n;
    for (unsigned i = 0; i < line->n_sources && n < INSTRUCTION_MAX_REGISTERS; i++)
        facts->registers[n++] = line->sources[i];
    facts->n_sources = (uint8_t)(n - facts->n_destinations);
}

static void set_access(struct instruction *facts, const struct parsed_line *line,
                       const struct opcode_fact *fact)
{
    facts->space = fact->space;
    facts->access_bytes = bytes_of(line, fact);
    facts->flags |= access_flags(line);
    if (facts->op_class != OP_ATOMIC)
        return;
    facts->atomic_op = ATOMIC_ADD; /* any: there are no values */
    facts->atomic_type = facts->access_bytes == 8   ? ATOMIC_U64
                         : facts->access_bytes == 2 ? ATOMIC_U16
                                                    : ATOMIC_U32;
}

static void set_kind(struct instruction *facts, struct code_line *code,
                     const struct opcode_fact *fact, const struct parsed_line *line)
{
    switch ((enum opcode_kind)fact->kind) {
    case OPCODE_USUAL:
    case OPCODE_TEXTURE:
        return;
    case OPCODE_ASYNC_COPY:
        code->async = ASYNC_COPY;
        return;
    case OPCODE_ASYNC_COMMIT:
        code->async = ASYNC_COMMIT;
        return;
    case OPCODE_ASYNC_WAIT:
        code->async = ASYNC_WAIT;
        code->async_groups = (uint32_t)CLAMP(line->immediate, 0, INT32_MAX);
        return;
    case OPCODE_FENCE:
        facts->flags |=
            has_modifier(line, "CTA") || has_modifier(line, "SM") ? 0 : INSTRUCTION_RELEASE;
        return;
    case OPCODE_CACHE_CONTROL:
        if (has_modifier(line, "IVALL")) {
            facts->op_class = OP_FENCE;
            facts->flags |= INSTRUCTION_ACQUIRE;
        }
        return;
    }
}

static const struct opcode_fact *find_opcode(struct trace_parser *parser, struct code_line *code,
                                             const struct parsed_line *line)
{
    static const struct opcode_fact unknown = {.name = "", .op_class = OP_INT};
    const char *dot = memchr(line->opcode, '.', line->opcode_length);
    size_t length = dot ? (size_t)(dot - line->opcode) : line->opcode_length;
    const struct opcode_fact *fact = sass_opcode_find(parser->header->isa, line->opcode, length);
    if (fact)
        return fact;
    g_autofree char *name = g_strndup(line->opcode, length);
    g_autofree char *note =
        g_strdup_printf("unknown opcode %s of %s: simgpu takes it for an integer operation", name,
                        parser->header->isa->name);
    code->note = trace_notes_counter(parser->notes, note);
    return &unknown;
}

static void set_facts(struct trace_parser *parser, struct instruction *facts,
                      struct code_line *code, const struct parsed_line *line)
{
    const struct opcode_fact *fact = find_opcode(parser, code, line);
    bool accesses =
        fact->op_class == OP_LOAD || fact->op_class == OP_STORE || fact->op_class == OP_ATOMIC;
    *facts = (struct instruction){
        .op_class = fact->op_class, .flags = fact->flags, .line = parser->reader->line, .loop = -1};
    set_registers(facts, line);
    code->keeps_addresses = accesses && line->width > 0;
    if (code->keeps_addresses)
        set_access(facts, line, fact);
    else if (accesses) /* without addresses nothing is known to be accessed */
        facts->op_class = fact->kind == OPCODE_TEXTURE ? OP_TEXTURE : OP_INT;
    if (code->keeps_addresses || !accesses)
        set_kind(facts, code, fact, line);
    code->effect = facts->op_class == OP_EXIT      ? LINE_EXIT
                   : facts->op_class == OP_BARRIER ? LINE_BARRIER
                   : code->async == ASYNC_COPY     ? LINE_ASYNC_COPY
                                                   : LINE_USUAL;
    code->ends_segment = line->width > 0 || code->effect != LINE_USUAL || code->note ||
                         facts->op_class == OP_BRANCH || facts->op_class == OP_FENCE;
}

static void set_text(struct code_line *code, const struct parsed_line *line, const char *begin)
{
    unsigned compared;
    code->length = (uint16_t)(line->end - begin);
    code->mask_at = (uint8_t)(line->mask - begin);
    memcpy(code->text, begin, code->length);
    compared = MIN(code->length, CODE_COMPARED_BYTES);
    memset(code->compared, 0xff, compared);
    memset(code->compared + code->mask_at, 0, MASK_DIGITS);
    code->has_addresses = line->width > 0;
    code->pc = line->pc;
}

uint32_t trace_parser_find(struct trace_parser *parser, const char *p)
{
    struct parsed_line line = {0};
    if (!take_apart(parser, &line, p))
        return UINT32_MAX;
    uint64_t ordinal = sass_ordinal(parser->header->isa, line.pc);
    if (ordinal >= CODE_INSTRUCTIONS) {
        trace_parser_fail(parser, "expected a pc within the first %d instructions, found %" PRIx64,
                          CODE_INSTRUCTIONS, line.pc);
        return UINT32_MAX;
    }
    size_t length = (size_t)(line.end - p);
    if (length > CODE_TEXT_BYTES || line.mask + MASK_DIGITS - p > CODE_COMPARED_BYTES) {
        trace_parser_fail(parser, "expected at most %d characters before the addresses, found %zu",
                          CODE_TEXT_BYTES, length);
        return UINT32_MAX;
    }
    uint32_t index =
        trace_code_place(parser->code, ordinal, p, (uint16_t)length, (uint8_t)(line.mask - p));
    if (index == UINT32_MAX) {
        trace_parser_fail(parser,
                          "expected one instruction at pc %" PRIx64
                          ", found one that differs from all of those before (%d)",
                          line.pc, CODE_INSTRUCTIONS / CODE_LAYER);
        return UINT32_MAX;
    }
    struct code_line *code = &parser->code->lines[index];
    if (code->length == 0) {
        set_facts(parser, &parser->code->instructions[index], code, &line);
        set_text(code, &line, p);
        code->next = (index + 1) % CODE_INSTRUCTIONS;
    }
    return index;
}
