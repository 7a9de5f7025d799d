/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks and warps. */
#include "workloads/sass_trace/parser.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/scan.h"

#include <stdarg.h>

bool trace_parser_fail(struct trace_parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return input_error_at(parser->error, parser->reader->path, parser->reader->line, "%s", text);
}

/* False at the end of the text, too. */
bool trace_parser_line_follows(struct trace_parser *parser, const char *what)
{
    GError *inner = NULL;
    if (line_reader_next(parser->reader, &inner))
        return true;
    if (!inner)
        return trace_parser_fail(parser, "expected %s, found the end of the file: it is truncated",
                                 what);
    g_propagate_error(parser->error, inner);
    return false;
}

/* ---- warps
 * --------------------------------------------------------------------------------------- */

/* "warp = 3": the number behind the name. */
static bool read_setting(struct trace_parser *parser, const char *name, uint64_t *out)
{
    if (!trace_parser_line_follows(parser, name))
        return false;
    const char *p = scan_blanks(parser->reader->at);
    size_t length = strlen(name);
    if (strncmp(p, name, length) == 0) {
        p = scan_blanks(p + length);
        const char *end = *p == '=' ? scan_unsigned(scan_blanks(p + 1), out) : NULL;
        if (end && *scan_blanks(end) == '\n') {
            line_reader_skip(parser->reader);
            return true;
        }
    }
    g_autofree char *found = line_reader_quote(parser->reader);
    return trace_parser_fail(parser, "expected \"%s = <number>\", found \"%s\"", name, found);
}

static bool check_warp(struct trace_parser *parser)
{
    const struct warp_progress *warp = &parser->warp;
    if (warp->live != 0 && warp->last_exit != 0)
        trace_parser_exit_all(parser);
    if (warp->live == 0)
        return true;
    parser->reader->line--; /* its last line */
    return trace_parser_fail(
        parser,
        "expected an EXIT of all lanes of warp %u, found that lanes %08x never "
        "exit",
        parser->warp_index, warp->live);
}

static bool read_warp(struct trace_parser *parser)
{
    struct trace_block *block = parser->block;
    uint64_t number, n;
    if (!read_setting(parser, "warp", &number))
        return false;
    if (number >= block->n_warps || block->warps[number].count > 0) {
        parser->reader->line--;
        return trace_parser_fail(parser,
                                 "expected each of warps 0 to %u of the block once, found warp "
                                 "%" G_GUINT64_FORMAT "%s",
                                 block->n_warps - 1, number,
                                 number < block->n_warps ? " again" : "");
    }
    if (!read_setting(parser, "insts", &n))
        return false;
    if (n == 0 || n > UINT32_MAX) {
        parser->reader->line--;
        return trace_parser_fail(parser, "expected at least one instruction in warp %u, found %s",
                                 (unsigned)number, n ? "too large a number" : "none");
    }
    parser->warp_index = (unsigned)number;
    struct block_warp *warp = &block->warps[number];
    parser->warp = (struct warp_progress){.live = warp->lanes};
    warp->first = block->n_words;
    warp->count = (uint32_t)n;
    if (!trace_parser_lines(parser, n) || !check_warp(parser))
        return false;
    warp->end = block->n_words;
    warp->count -= parser->warp.n_marks;
    parser->n_barriers[number] = parser->warp.n_barriers;
    parser->last_exit_pc[number] = parser->warp.last_exit_pc;
    return true;
}

/* ---- blocks
 * -------------------------------------------------------------------------------------- */

static bool is_mark(const struct trace_parser *parser, const char *mark)
{
    const char *p = scan_blanks(parser->reader->at), *end = scan_word(p);
    return strlen(mark) == (size_t)(end - p) && memcmp(p, mark, strlen(mark)) == 0;
}

/* "thread block = x,y,z" */
static bool read_index(struct trace_parser *parser)
{
    static const char name[] = "thread block";
    uint32_t *index = parser->block->index;
    const uint32_t *grid = parser->header->grid;
    if (!trace_parser_line_follows(parser, name))
        return false;
    const char *p = scan_blanks(parser->reader->at);
    p = strncmp(p, name, strlen(name)) == 0 ? scan_blanks(p + strlen(name)) : NULL;
    for (unsigned i = 0; p && i < 3; i++) {
        uint64_t number = 0;
        p = *p == "=,,"[i] ? scan_unsigned(scan_blanks(p + 1), &number) : NULL;
        index[i] = (uint32_t)MIN(number, UINT32_MAX);
        p = p ? scan_blanks(p) : NULL;
    }
    if (!p || *p != '\n') {
        g_autofree char *found = line_reader_quote(parser->reader);
        return trace_parser_fail(parser, "expected \"thread block = x,y,z\", found \"%s\"", found);
    }
    if (index[0] >= grid[0] || index[1] >= grid[1] || index[2] >= grid[2])
        return trace_parser_fail(parser,
                                 "expected a thread block in the grid of (%u,%u,%u), found "
                                 "(%u,%u,%u)",
                                 grid[0], grid[1], grid[2], index[0], index[1], index[2]);
    line_reader_skip(parser->reader);
    return true;
}

/* What version 6 says of the block's place in its cluster; passed over. */
static bool skip_cluster(struct trace_parser *parser)
{
    static const char *const names[] = {"cluster id", "cluster cta", "cluster rank"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (!trace_parser_line_follows(parser, "\"warp = ...\" or \"#END_TB\""))
            return false;
        const char *p = scan_blanks(parser->reader->at);
        if (strncmp(p, names[i], strlen(names[i])) == 0)
            line_reader_skip(parser->reader);
    }
    return true;
}

static void begin_block(struct trace_parser *parser, struct trace_block *block, uint64_t serial)
{
    uint32_t threads = trace_header_threads(parser->header);
    unsigned n_warps = (threads + WARP_LANES - 1) / WARP_LANES;
    trace_block_reset(block, serial, n_warps);
    for (unsigned w = 0; w < n_warps; w++) {
        uint32_t left = threads - w * WARP_LANES;
        block->warps[w].lanes = left >= WARP_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    }
    parser->block = block;
    g_array_set_size(parser->barriers, 0);
}

/* Whether the block's end is here. A file that was made by hand may end without it, when all warps
 * are there: noted. False with an error, too. */
static bool is_end(struct trace_parser *parser, unsigned n, bool *good)
{
    GError *inner = NULL;
    *good = line_reader_next(parser->reader, &inner);
    if (*good)
        return is_mark(parser, "#END_TB");
    if (inner)
        g_propagate_error(parser->error, inner);
    else if (n < parser->block->n_warps)
        trace_parser_fail(parser,
                          "expected \"warp = ...\" or \"#END_TB\", found the end of the file: "
                          "it is truncated");
    else
        *good = true;
    if (*good)
        ++*trace_notes_counter(parser->notes, "a file ends without #END_TB behind its last warp");
    return *good;
}

static bool read_warps(struct trace_parser *parser)
{
    unsigned n = 0;
    bool good;
    for (; !is_end(parser, n, &good); n++)
        if (!good || !read_warp(parser))
            return false;
    if (n < parser->block->n_warps)
        return trace_parser_fail(parser,
                                 "expected %u warps in block (%u,%u,%u), since it has %u threads; "
                                 "found %u",
                                 parser->block->n_warps, parser->block->index[0],
                                 parser->block->index[1], parser->block->index[2],
                                 trace_header_threads(parser->header), n);
    return trace_parser_check_barriers(parser);
}

bool trace_parser_block(struct trace_parser *parser, struct trace_block *block, uint64_t serial,
                        GError **error)
{
    parser->error = error;
    if (!line_reader_next(parser->reader, error))
        return false;
    if (!is_mark(parser, "#BEGIN_TB")) {
        g_autofree char *found = line_reader_quote(parser->reader);
        return trace_parser_fail(parser, "expected \"#BEGIN_TB\", found \"%s\"", found);
    }
    line_reader_skip(parser->reader);
    begin_block(parser, block, serial);
    if (!read_index(parser) || !skip_cluster(parser) || !read_warps(parser))
        return false;
    if (parser->reader->at != parser->reader->limit) /* the end is there */
        line_reader_skip(parser->reader);
    return true;
}
