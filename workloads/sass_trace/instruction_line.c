/* SPDX-License-Identifier: BSD-3-Clause */
/* A line whose static text is new, word by word:
 *   [line] PC MASK ND [Rd...] OPCODE NS [Rs...] [COMMIT] WIDTH [MODE ADDRESSES] [END]
 * COMMIT, 0 or 1, stands in tracer version 6 only, and only in products of warp groups. For END see
 * line_end.h, for what bulk copies have instead of addresses see transfers.c.
 */
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/parsed_line.h"
#include "workloads/sass_trace/text/scan.h"

#include <inttypes.h>

enum { MASK_DIGITS = 8, ZERO_REGISTER = 255, REGISTERS = 256 };

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

/* R4; from version 6 on also UR4, P4, UP4: uniform registers and predicates. */
static bool next_register(struct trace_parser *parser, const char **p, bool *usual,
                          uint64_t *number)
{
    bool others = parser->header->version >= TRACE_VERSION_WITH_VALUES;
    const char *begin = scan_blanks(*p), *kind = begin + (others && *begin == 'U');
    const char *end =
        *kind == 'R' || (others && *kind == 'P') ? scan_unsigned(kind + 1, number) : NULL;
    if (!end || end != scan_word(end) || *number >= REGISTERS)
        return expected(parser,
                        others ? "a register R0 to R255, UR0, P0 or UP0 and so on"
                               : "a register R0 to R255",
                        begin);
    *usual = *begin == 'R';
    *p = end;
    return true;
}

/* A count and so many registers. A register beyond what an instruction can have is left out; R255,
 * which reads as zero, is no register to wait for. Nothing waits for those of other kinds, either:
 * traces before version 6 don't have them. */
static bool next_registers(struct trace_parser *parser, const char **p, const char *what,
                           uint16_t slots[INSTRUCTION_MAX_REGISTERS], unsigned *n_slots,
                           uint64_t *n_registers)
{
    uint64_t n, number = 0;
    bool usual = false;
    if (!next_number(parser, p, what, &n))
        return false;
    *n_slots = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (!next_register(parser, p, &usual, &number))
            return false;
        if (usual && number != ZERO_REGISTER && *n_slots < INSTRUCTION_MAX_REGISTERS)
            slots[(*n_slots)++] = (uint16_t)(number + 1);
    }
    *n_registers += n;
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

/* Behind width 0: the line's end is static text, too, but for values. */
static bool take_end(struct trace_parser *parser, struct parsed_line *out, const char *p)
{
    struct line_end end;
    const char *next = line_end_scan(parser->header, p, &end);
    if (!next) {
        const char *begin = scan_blanks(p), *word = scan_word(begin);
        bool first_is_bad = *begin < '0' || *begin > '9' || *scan_blanks(word) == '\n';
        return expected(
            parser,
            "an immediate or the end of the line after width 0, which means no memory access",
            first_is_bad ? begin : scan_blanks(word));
    }
    parser->code->end_words = MAX(parser->code->end_words, end.n_words);
    out->immediate = end.immediate;
    out->second = end.second;
    out->n_end_words = end.n_words;
    out->rest = end.values ? REST_VALUES : REST_NONE;
    out->end = next;
    return true;
}

/* Where the static text ends: before the address mode, or with the line. */
static bool take_rest(struct trace_parser *parser, struct parsed_line *out, const char *p)
{
    const unsigned kind = out->fact ? out->fact->kind : OPCODE_USUAL;
    if (kind != OPCODE_BULK_COPY && out->width == 0)
        return take_end(parser, out, p);
    out->rest = kind == OPCODE_BULK_COPY  ? REST_TRANSFER
                : kind == OPCODE_MBARRIER ? REST_MBARRIER
                                          : REST_ADDRESSES;
    out->end = scan_blanks(p);
    return true;
}

static void find_opcode(const struct trace_parser *parser, struct parsed_line *out)
{
    const char *dot = memchr(out->opcode, '.', out->opcode_length);
    size_t length = dot ? (size_t)(dot - out->opcode) : out->opcode_length;
    out->fact = sass_opcode_find(parser->header->isa, out->opcode, length);
}

/* Whether the warp group's products so far become a group, which version 6 says of each. Before,
 * each product is a group, unless .OPEN says that it is not: our own traces have that. */
static bool take_commit(struct trace_parser *parser, struct parsed_line *out, const char **p)
{
    if (!out->fact || out->fact->kind != OPCODE_GROUP_PRODUCT)
        return true;
    out->ends_group = !parsed_line_has(out, "OPEN");
    return parser->header->version < TRACE_VERSION_WITH_VALUES ||
           next_number(parser, p, "0 or 1, whether a group of products ends here,",
                       &out->ends_group);
}

static bool take_apart(struct trace_parser *parser, struct parsed_line *out, const char *p)
{
    if (!take_place(parser, out, &p) ||
        !next_registers(parser, &p, "the number of destination registers", out->destinations,
                        &out->n_destinations, &out->n_registers))
        return false;
    out->n_written = out->n_registers;
    out->opcode = scan_blanks(p);
    p = scan_word(out->opcode);
    out->opcode_length = (size_t)(p - out->opcode);
    if (*out->opcode < 'A' || *out->opcode > 'Z')
        return expected(parser, "an opcode", out->opcode);
    find_opcode(parser, out);
    return next_registers(parser, &p, "the number of source registers", out->sources,
                          &out->n_sources, &out->n_registers) &&
           take_commit(parser, out, &p) &&
           next_number(parser, &p, "the width of a memory access, or 0", &out->width) &&
           take_rest(parser, out, p);
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
    code->rest = line->rest;
    code->n_end_words = line->n_end_words;
    code->n_registers = (uint16_t)line->n_registers;
    code->pc = line->pc;
}

uint32_t trace_parser_find(struct trace_parser *parser, const char *p)
{
    struct parsed_line line = {0};
    if (!take_apart(parser, &line, p))
        return UINT32_MAX;
    uint64_t ordinal = sass_ordinal(parser->header->isa, line.pc);
    enum line_effect mark = parsed_line_mark(parser, &line);
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
    if (mark != LINE_USUAL) /* it has the pc of an instruction, whose place it does not take */
        ordinal = (ordinal + CODE_INSTRUCTIONS - CODE_LAYER) % CODE_INSTRUCTIONS;
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
        if (mark != LINE_USUAL)
            code->effect = (uint8_t)mark;
        else
            parsed_line_facts(parser, &parser->code->instructions[index], code, &line);
        set_text(code, &line, p);
        code->next = (index + 1) % CODE_INSTRUCTIONS;
    }
    return index;
}
