/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of a line whose static text is new, and what they say about the instruction.
 * instruction_line.c takes the line apart; line_facts.c makes facts of the words.
 */
#ifndef SIMGPU_SASS_TRACE_PARSED_LINE_H
#define SIMGPU_SASS_TRACE_PARSED_LINE_H

#include "workloads/sass_modifiers.h"
#include "workloads/sass_trace/parser.h"

struct parsed_line {
    uint64_t source_line, pc;
    const char *mask;
    const char *opcode;
    size_t opcode_length;
    uint16_t destinations[INSTRUCTION_MAX_REGISTERS], sources[INSTRUCTION_MAX_REGISTERS];
    unsigned n_destinations, n_sources;
    uint64_t n_registers;           /* of all kinds, those of no interest included */
    uint64_t n_written;             /* of these, the destinations */
    const struct opcode_fact *fact; /* NULL: unknown */
    uint64_t width;
    uint64_t ends_group;       /* of a warp group's product: 0 or 1 */
    int64_t immediate, second; /* of a line without addresses */
    uint8_t rest;              /* enum line_rest */
    uint8_t n_end_words;
    const char *end; /* of the static text */
};

static inline bool parsed_line_has(const struct parsed_line *line, const char *modifier)
{
    return sass_has_modifier(line->opcode, line->opcode_length, modifier);
}

/* A mark around a spin loop, or LINE_USUAL. Tracers write marks as if they were instructions. */
enum line_effect parsed_line_mark(const struct trace_parser *parser,
                                  const struct parsed_line *line);
/* Fills in both. */
void parsed_line_facts(struct trace_parser *parser, struct instruction *facts,
                       struct code_line *code, const struct parsed_line *line);

#endif
