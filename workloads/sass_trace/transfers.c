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
 * Each address has as many bytes as the line's width says. The mbarrier counts all bytes. ASSUMED:
 * BYTES leaves out those outside if the addresses make up BYTES, else it has them.
 *
 * Source: accel-sim/accel-sim-framework, gpu-simulator/trace-parser/trace_parser.cc at 00ba5d72
 * (the two forms) and e1c2b678 (what stands before them); the forms' numbers after
 * util/tracer_nvbit/others/traceDsm_tool/traceDsm.cpp at 0cee02c8.
 */
#include "workloads/mbarrier.h"
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/sync/sync_record.h"
#include "workloads/sass_trace/text/scan.h"

#include <inttypes.h>

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

static const char *next_address(struct trace_parser *parser, const char *p, const char *what,
                                uint64_t *out)
{
    p = scan_blanks(p);
    const char *end = scan_address(p, out);
    return end && end == scan_word(end) ? end : expected(parser, what, p);
}

/* What a line moves. */
struct transfer {
    uint64_t mbarrier, multicast, bytes, outside;
    uint64_t touched; /* bytes of all addresses */
    GArray *rows;     /* struct bulk_row */
};

static const char *read_barrier(struct trace_parser *parser, const char *p, struct transfer *out)
{
    uint64_t several = 0;
    p = next_address(parser, p, "the mbarrier's address", &out->mbarrier);
    p = p ? next_decimal(parser, p, "0 or 1, whether several blocks get it,", &several) : NULL;
    if (p && several)
        p = next_address(parser, p, "a mask of blocks", &out->multicast);
    p = p ? next_decimal(parser, p, "the number of bytes", &out->bytes) : NULL;
    return p ? next_decimal(parser, p, "the number of bytes outside", &out->outside) : NULL;
}

static void add(struct transfer *out, const struct code_line *line, uint64_t address)
{
    traced_rows_add(out->rows, address, line->width);
    out->touched += line->width;
}

static const char *read_list(struct trace_parser *parser, const struct code_line *line,
                             const char *p, struct transfer *out)
{
    uint64_t n, address;
    p = next_decimal(parser, p, "the number of addresses", &n);
    for (; p && n > 0; n--) {
        p = next_address(parser, p, "as many addresses as it says", &address);
        if (p)
            add(out, line, address);
    }
    return p;
}

static const char *read_deltas(struct trace_parser *parser, const struct code_line *line,
                               const char *p, struct transfer *out)
{
    uint64_t n = 0, address = 0;
    int64_t delta;
    p = next_address(parser, p, "the base address", &address);
    p = p ? next_decimal(parser, p, "the number of addresses", &n) : NULL;
    if (p && n > 0)
        add(out, line, address);
    for (; p && n > 1; n--) {
        const char *begin = scan_blanks(p);
        p = scan_signed(begin, &delta);
        if (!p || p != scan_word(p))
            return expected(parser, "as many deltas as it says", begin);
        address += (uint64_t)delta;
        add(out, line, address);
    }
    return p;
}

static const char *read_transfer(struct trace_parser *parser, const struct code_line *line,
                                 const char *p, struct transfer *out)
{
    uint64_t form;
    if (parser->header->version >= TRACE_VERSION_WITH_VALUES)
        p = read_barrier(parser, p, out);
    if (!p)
        return NULL;
    const char *begin = scan_blanks(p);
    p = next_decimal(parser, begin, "the address mode", &form);
    if (!p)
        return NULL;
    if (form == FORM_COUNTED_LIST)
        return read_list(parser, line, p, out);
    return form == FORM_COUNTED_DELTAS
               ? read_deltas(parser, line, p, out)
               : expected(parser,
                          "the address mode 3 (count and list) or 4 (base, count and deltas)",
                          begin);
}

/* Appends what the line moves to the record. */
static bool put(struct trace_parser *parser, const struct code_line *line, uint32_t head,
                const struct transfer *what)
{
    struct trace_block *block = parser->block;
    const bool arrives = (line->sync == BULK_LOAD || line->sync == BULK_LOCAL) &&
                         parser->header->version >= TRACE_VERSION_WITH_VALUES && !parser->no_values;
    uint64_t bytes = what->bytes;
    uint32_t mbarrier = BULK_NO_BARRIER;
    if (what->touched == bytes)
        bytes += what->outside;
    if (bytes <= MBARRIER_MOST && what->multicast)
        bytes *= (uint64_t)__builtin_popcountll(what->multicast);
    if (bytes > MBARRIER_MOST)
        return trace_parser_fail(parser, "expected at most %d bytes of a bulk copy, found %" PRIu64,
                                 MBARRIER_MOST, bytes);
    if (arrives && !trace_parser_place_mbarrier(parser, what->mbarrier, &mbarrier))
        return false;
    if (what->multicast & (what->multicast - 1))
        ++*trace_notes_guess(parser->notes,
                             "bulk copies to several blocks, which simgpu takes for copies to the "
                             "block that asks, of as many times the bytes");
    g_autofree struct bulk_job *job = traced_job(line->sync, mbarrier, (uint32_t)bytes, what->rows);
    const uint32_t n = TRACED_JOB_WORDS + job->n_rows * TRACED_ROW_WORDS;
    trace_block_room(block, n);
    block->words[head] |= RECORD_SYNC;
    traced_job_write(block->words + block->n_words, job);
    block->n_words += n;
    return true;
}

static const char *take_transfer(struct trace_parser *parser, const struct code_line *line,
                                 const char *p, lane_mask mask, uint32_t head)
{
    struct transfer what = {.rows = g_array_new(FALSE, FALSE, sizeof(struct bulk_row))};
    p = read_transfer(parser, line, p, &what);
    if (p && mask && !put(parser, line, head, &what))
        p = NULL;
    g_array_unref(what.rows);
    return p;
}

static const char *bad_values(struct trace_parser *parser, const struct code_line *line)
{
    trace_parser_fail(parser,
                      "expected values of %u registers behind Val, each 1 and a value or 32 and "
                      "one for each lane",
                      line->n_registers);
    return NULL;
}

/* Which barrier it is becomes a word of the record. */
static void put_barrier_id(struct trace_parser *parser, const char *values, uint32_t head)
{
    struct trace_block *block = parser->block;
    uint32_t value[WARP_LANES];
    line_values_take(values, 0, value);
    block->words[head] |= RECORD_SYNC;
    block->words[block->n_words++] = value[0];
}

const char *trace_parser_rest(struct trace_parser *parser, const struct code_line *line,
                              const char *p, lane_mask mask, uint32_t head)
{
    struct line_end end = {.values = p};
    if (line->rest == REST_TRANSFER) {
        p = take_transfer(parser, line, p, mask, head);
        if (!p)
            return NULL;
        const char *next = line_end_scan(parser->header, p, &end);
        if (!next || end.n_words < parser->code->end_words)
            return expected(parser, "immediates and the end of the line", scan_blanks(p));
        if (!end.values)
            return next;
    }
    const char *next = line_values_scan(end.values, line->n_registers);
    if (next && line->id_in_value && mask)
        put_barrier_id(parser, end.values, head);
    return next ? next : bad_values(parser, line);
}
