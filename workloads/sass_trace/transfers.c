/* SPDX-License-Identifier: BSD-3-Clause */
/* What does not belong to lanes: the transfer of a bulk copy (TMA), and values of registers.
 *
 * Behind a bulk copy's width come, from tracer version 6 on,
 *   BARRIER MULTICAST [BLOCKS] BYTES BYTES_OUTSIDE
 * the address of the mbarrier, 0 or 1, with 1 a mask of the cluster's blocks, and how many bytes
 * are moved and lie outside the tensor. Then, in each version, a list with a count or base, count
 * and deltas:
 *   3 COUNT ADDRESS...    4 BASE COUNT DELTA... (one less than the count)
 *
 * All of it is checked and none is kept: no unit moves these bytes so far (isa.h,
 * opcode_fact.assumed).
 *
 * Source: accel-sim/accel-sim-framework, gpu-simulator/trace-parser/trace_parser.cc at 00ba5d72
 * (the two forms) and e1c2b678 (what stands before them); the forms' numbers after
 * util/tracer_nvbit/others/traceDsm_tool/traceDsm.cpp at 0cee02c8.
 */
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/scan.h"

enum { FORM_COUNTED_LIST = 3, FORM_COUNTED_DELTAS = 4 };

static const char *expected(struct trace_parser *parser, const char *what, const char *p)
{
    g_autofree char *found = g_strndup(p, (size_t)MIN(scan_word(p) - p, 40));
    trace_parser_fail(parser, "expected %s of a bulk copy, found \"%s\"", what,
                      *found ? found : "the end of the line");
    return NULL;
}

static const char *next_decimal(struct trace_parser *parser, const char *p, const char *what,
                                uint64_t *out)
{
    p = scan_blanks(p);
    const char *end = scan_unsigned(p, out);
    return end && end == scan_word(end) ? end : expected(parser, what, p);
}

static const char *next_address(struct trace_parser *parser, const char *p, const char *what)
{
    uint64_t address;
    p = scan_blanks(p);
    const char *end = scan_address(p, &address);
    return end && end == scan_word(end) ? end : expected(parser, what, p);
}

static const char *skip_barrier(struct trace_parser *parser, const char *p)
{
    uint64_t multicast = 0, bytes;
    p = next_address(parser, p, "the mbarrier's address");
    p = p ? next_decimal(parser, p, "0 or 1, whether several blocks get it,", &multicast) : NULL;
    if (p && multicast)
        p = next_address(parser, p, "a mask of blocks");
    p = p ? next_decimal(parser, p, "the number of bytes", &bytes) : NULL;
    return p ? next_decimal(parser, p, "the number of bytes outside", &bytes) : NULL;
}

static const char *skip_list(struct trace_parser *parser, const char *p)
{
    uint64_t n;
    p = next_decimal(parser, p, "the number of addresses", &n);
    for (; p && n > 0; n--)
        p = next_address(parser, p, "as many addresses as it says");
    return p;
}

static const char *skip_deltas(struct trace_parser *parser, const char *p)
{
    uint64_t n;
    int64_t delta;
    p = next_address(parser, p, "the base address");
    p = p ? next_decimal(parser, p, "the number of addresses", &n) : NULL;
    for (; p && n > 1; n--) {
        const char *begin = scan_blanks(p);
        p = scan_signed(begin, &delta);
        if (!p || p != scan_word(p))
            return expected(parser, "as many deltas as it says", begin);
    }
    return p;
}

static const char *skip_transfer(struct trace_parser *parser, const char *p)
{
    uint64_t form;
    if (parser->header->version >= TRACE_VERSION_WITH_VALUES)
        p = skip_barrier(parser, p);
    if (!p)
        return NULL;
    const char *begin = scan_blanks(p);
    p = next_decimal(parser, begin, "the address mode", &form);
    if (!p)
        return NULL;
    if (form == FORM_COUNTED_LIST)
        return skip_list(parser, p);
    return form == FORM_COUNTED_DELTAS
               ? skip_deltas(parser, p)
               : expected(parser,
                          "the address mode 3 (count and list) or 4 (base, count and deltas)",
                          begin);
}

static const char *bad_values(struct trace_parser *parser, const struct code_line *line)
{
    trace_parser_fail(parser,
                      "expected values of %u registers behind Val, each 1 and a value or 32 and "
                      "one for each lane",
                      line->n_registers);
    return NULL;
}

const char *trace_parser_rest(struct trace_parser *parser, const struct code_line *line,
                              const char *p)
{
    struct line_end end = {.values = p};
    if (line->rest == REST_TRANSFER) {
        p = skip_transfer(parser, p);
        if (!p)
            return NULL;
        const char *next = line_end_scan(parser->header, p, &end);
        if (!next || end.n_words < parser->code->end_words)
            return expected(parser, "immediates and the end of the line", scan_blanks(p));
        if (!end.values)
            return next;
    }
    const char *next = line_values_scan(end.values, line->n_registers);
    return next ? next : bad_values(parser, line);
}
