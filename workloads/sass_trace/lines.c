/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of a warp: segments where they are known, else one by one. */
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/text/scan.h"

/* "ffffffff", as eight bytes in memory. */
static const char full_mask[8] = "ffffffff";

/* Where lanes part in ever new ways, after so many runs that were no segments only each 16th is
 * looked up and kept in mind: looking costs a fifth of what reading line by line does. */
enum { PATIENCE = 1024, SAMPLES = 16 };

/* Lines that were read one by one, from `text` on, which is still there. */
struct run {
    const char *text; /* NULL: it is not contiguous */
    struct known_step lines[SEGMENT_LINES];
    unsigned n;
};

static bool is_worth_looking(const struct trace_parser *parser)
{
    return parser->misses < PATIENCE || parser->misses % SAMPLES == 0;
}

/* ---- segments ----------------------------------------------------------------------------------
 */

/* Exits, barriers, asynchronous copies, unknown opcodes. */
static void note_effect(struct trace_parser *parser, const struct code_line *line, lane_mask mask,
                        uint32_t head)
{
    if (line->note)
        ++*line->note;
    if (line->effect == LINE_EXIT)
        trace_parser_exit(parser, line, mask);
    else if (line->effect == LINE_BARRIER)
        trace_parser_barrier(parser, line, mask, head);
    else if (line->effect == LINE_COMMIT)
        parser->warp.tma_commits = line->async == ASYNC_BULK_COMMIT;
    else if (line->effect == LINE_ASYNC_COPY ||
             (line->effect == LINE_ASYNC_WAIT && parser->warp.tma_commits))
        parser->block->words[head] |= RECORD_SPECIAL;
}

/* What follows a line's static text at `p`. Returns the next line; NULL with an error. */
static inline const char *take_rest(struct trace_parser *parser, struct code_line *line,
                                    const char *p, lane_mask mask, uint32_t head)
{
    if (G_LIKELY(line->rest == REST_ADDRESSES))
        return trace_parser_addresses(parser, line, p, mask, head);
    return line->rest == REST_MBARRIER ? trace_parser_mbarrier(parser, line, p, mask, head)
                                       : trace_parser_rest(parser, line, p, mask, head);
}

/* The number of the segment at the reader's place; 0: there is none that fits. */
static uint32_t find_segment(const struct trace_parser *parser, uint64_t left)
{
    const struct line_reader *reader = parser->reader;
    struct trace_segments *set = &parser->code->segments;
    size_t room = (size_t)(reader->limit - reader->at);
    uint32_t *next = &set->segments[parser->last_segment].next;
    if (G_LIKELY(trace_segment_matches(&set->segments[*next], reader->at, room, left)))
        return *next;
    uint32_t found = trace_segments_find(set, reader->at, room, left);
    if (found)
        *next = found;
    return found;
}

/* One whose lanes can't be is left to those who read line by line: they say which line it is. */
static bool fits(const struct trace_parser *parser, const struct trace_segment *segment)
{
    lane_mask lanes = parser->block->warps[parser->warp_index].lanes;
    return (segment->lanes & (~lanes | parser->warp.at_barrier)) == 0;
}

static bool take_segment(struct trace_parser *parser, uint32_t number)
{
    const struct trace_segment *segment = &parser->code->segments.segments[number];
    const struct known_step *last = &segment->lines[segment->n_lines - 1];
    struct code_line *line = &parser->code->lines[last->pc];
    struct line_reader *reader = parser->reader;
    struct trace_block *block = parser->block;
    trace_block_reserve(block);
    uint32_t head = block->n_words++;
    block->words[head] = number | RECORD_SEGMENT;
    const char *p = reader->at + segment->length;
    reader->line += segment->n_lines - 1;
    if (line->effect != LINE_USUAL || line->note)
        note_effect(parser, line, last->lanes, head);
    if (line->rest)
        p = take_rest(parser, line, p, last->lanes, head);
    if (!p)
        return false;
    reader->at = p;
    reader->line++;
    parser->misses = 0;
    parser->last_segment = number;
    parser->last_line = last->pc;
    return true;
}

/* ---- line by line ------------------------------------------------------------------------------
 */

/* What follows it has been compared. */
static bool read_mask(struct trace_parser *parser, const char *p, lane_mask *mask)
{
    uint64_t digits, text = scan_load8(p), full;
    memcpy(&full, full_mask, sizeof full);
    if (text == full)
        *mask = UINT32_MAX;
    else if (scan_hex_digits(text, &digits) == 8)
        *mask = (lane_mask)scan_sum_hex(digits, 8);
    else
        return trace_parser_fail(parser,
                                 "expected a mask of eight hexadecimal digits, found \"%.8s\"", p);
    lane_mask lanes = parser->block->warps[parser->warp_index].lanes;
    return G_LIKELY((*mask & ~lanes) == 0) ||
           trace_parser_fail(parser, "expected a mask within the lanes %08x of warp %u, found %08x",
                             lanes, parser->warp_index, *mask);
}

/* Appends the line at `p`, whose static text is `line`'s. Returns the next line; NULL with an
 * error. */
static inline const char *take_line(struct trace_parser *parser, struct code_line *line,
                                    struct known_step *out, const char *p)
{
    struct trace_block *block = parser->block;
    if (!read_mask(parser, p + line->mask_at, &out->lanes))
        return NULL;
    if (G_UNLIKELY(parser->warp.at_barrier & out->lanes) && !trace_parser_leaves_barrier(parser))
        return NULL;
    trace_block_reserve(block);
    uint32_t head = block->n_words;
    block->words[head] = out->pc;
    block->words[head + 1] = out->lanes;
    block->n_words += 2;
    if (G_UNLIKELY(line->effect != LINE_USUAL || line->note))
        note_effect(parser, line, out->lanes, head);
    p += line->length;
    return line->rest ? take_rest(parser, line, p, out->lanes, head) : p;
}

/* Tracers before version 3 begin each line with block and warp. */
static const char *skip_place(struct trace_parser *parser, const char *p)
{
    uint64_t number;
    for (unsigned i = 0; i < 4; i++) {
        const char *end = scan_unsigned(scan_blanks(p), &number);
        if (!end) {
            trace_parser_fail(parser,
                              "expected block and warp, \"x y z warp\", at the start of the line, "
                              "because -accelsim tracer version is %u",
                              parser->header->version);
            return NULL;
        }
        p = end;
    }
    return scan_blanks(p);
}

/* The begin of the next line that is no blank one; NULL with an error. Moves the buffer, perhaps.
 */
static const char *next_line(struct trace_parser *parser, bool old)
{
    if (!trace_parser_line_follows(parser, "an instruction"))
        return NULL;
    const char *p = scan_blanks(parser->reader->at);
    return old && *p != 'w' && *p != '#' ? skip_place(parser, p) : p;
}

/* The instruction on the line at `p`; NULL with an error. */
static struct code_line *find_line(struct trace_parser *parser, const char *p, uint32_t *index)
{
    struct code_line *lines = parser->code->lines;
    uint32_t *next = &lines[parser->last_line].next;
    if (!code_line_matches(&lines[*next], p)) {
        uint32_t found = trace_parser_find(parser, p);
        if (found == UINT32_MAX)
            return NULL;
        *next = found;
    }
    *index = parser->last_line = *next;
    return &lines[*next];
}

/* `line` is the run's last. */
static void end_run(struct trace_parser *parser, const struct run *run,
                    const struct code_line *line, const char *begin_of_last)
{
    if (run->text && is_worth_looking(parser))
        trace_segments_offer(&parser->code->segments, run->text,
                             (size_t)(begin_of_last + line->length - run->text), run->lines,
                             run->n);
    parser->last_segment = 0;
    parser->misses++;
}

/* A mark around a spin loop. It is passed over, and the loop is run as often as it was traced.
 * Lines in between are read one by one: a loop may change the mask of its last one. */
static const char *take_mark(struct trace_parser *parser, const struct code_line *line,
                             const char *p)
{
    p += line->length;
    parser->warp.in_replay = line->effect == LINE_REPLAY_START;
    parser->warp.last_exit = 0;
    parser->warp.n_marks++;
    parser->last_segment = 0;
    return line->rest ? trace_parser_rest(parser, line, p, 0, 0) : p;
}

/* Up to the end of what may be a segment, `left` lines at most. Returns how many; 0 with an error.
 */
static uint64_t read_run(struct trace_parser *parser, uint64_t left, uint64_t n, bool old)
{
    struct line_reader *reader = parser->reader;
    struct run run;
    run.text = old ? NULL : reader->at;
    run.n = 0;
    for (;;) {
        const char *p = reader->at;
        if (G_UNLIKELY(old || p == reader->limit || *p == '\n' || *p == ' ')) {
            p = next_line(parser, old);
            if (!p)
                return 0;
            run.text = run.n == 0 && !old ? p : NULL;
        }
        if (*p == 'w' || *p == '#') {
            trace_parser_fail(parser,
                              "expected %" G_GUINT64_FORMAT
                              " instructions of warp %u, found %" G_GUINT64_FORMAT,
                              n, parser->warp_index, n - left + run.n);
            return 0;
        }
        struct known_step *out = &run.lines[run.n++];
        struct code_line *line = find_line(parser, p, &out->pc);
        bool mark = line && line->effect >= LINE_REPLAY_START;
        const char *next = !line  ? NULL
                           : mark ? take_mark(parser, line, p)
                                  : take_line(parser, line, out, p);
        if (!next)
            return 0;
        reader->at = next;
        reader->line++;
        if (mark)
            return run.n;
        if (line->ends_segment || run.n == SEGMENT_LINES) {
            end_run(parser, &run, line, p);
            return run.n;
        }
        if (run.n == left)
            return run.n;
    }
}

bool trace_parser_lines(struct trace_parser *parser, uint64_t n)
{
    bool old = parser->header->version < 3;
    for (uint64_t left = n; left > 0;) {
        bool by_line = old || parser->warp.in_replay || !is_worth_looking(parser);
        uint32_t number = by_line ? 0 : find_segment(parser, left);
        const struct trace_segment *segment = &parser->code->segments.segments[number];
        if (G_LIKELY(number && fits(parser, segment))) {
            if (!take_segment(parser, number))
                return false;
            left -= segment->n_lines;
            continue;
        }
        uint64_t taken = read_run(parser, left, n, old);
        if (taken == 0)
            return false;
        left -= taken;
    }
    return true;
}
