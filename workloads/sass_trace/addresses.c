/* SPDX-License-Identifier: BSD-3-Clause */
/* MODE and what follows it: addresses as a list, as base and stride, as base and deltas. */
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/text/scan.h"

enum { MODE_LIST, MODE_STRIDE, MODE_DELTA };

static uint32_t *append(struct trace_block *block, unsigned n)
{
    uint32_t *at = block->words + block->n_words;
    block->n_words += n;
    return at;
}

static void put_base(uint32_t *to, uint64_t base)
{
    to[0] = (uint32_t)base;
    to[1] = (uint32_t)(base >> 32);
}

/* A base and one more word. */
static void append_record(struct trace_block *block, uint32_t head, uint32_t form, uint64_t base,
                          uint32_t word)
{
    uint32_t *to = append(block, 3);
    block->words[head] |= form;
    put_base(to, base);
    to[2] = word;
}

/* What stands behind the last address. NULL if there is less or something else: a delta too few,
 * say, whose place an immediate has taken. */
static const char *take_end(struct trace_parser *parser, const struct code_line *line,
                            const char *p, struct line_end *end)
{
    const char *next = line_end_scan(parser->header, p, end);
    if (!next || end->n_words < parser->code->end_words)
        return NULL;
    if (!end->values)
        return next;
    parser->values = end->values;
    return line_values_scan(end->values, line->n_registers);
}

/* Words for it in messages. */
static const char *end_words(const struct trace_parser *parser)
{
    if (parser->header->version >= TRACE_VERSION_WITH_VALUES)
        return "immediates, then Val or NoVal";
    return parser->code->end_words > 0 ? "an immediate" : "perhaps an immediate";
}

static unsigned words_left(const char *p)
{
    unsigned n = 0;
    for (p = scan_blanks(p); *p != '\n'; p = scan_blanks(scan_word(p)))
        n++;
    return n;
}

static const char *bad_base(struct trace_parser *parser)
{
    trace_parser_fail(parser, "expected a hexadecimal address after the address mode");
    return NULL;
}

static inline const char *read_base(struct base_text *last, const char *p, uint64_t *base)
{
    uint64_t text[2];
    p = scan_blanks(p);
    memcpy(text, p, sizeof text);
    if (last->length > 0 && text[0] == last->text[0] && text[1] == last->text[1]) {
        *base = last->value;
        return p + last->length;
    }
    const char *end = scan_address(p, base);
    size_t length = end ? (size_t)(end - p) : 0;
    *last =
        (struct base_text){{text[0], text[1]}, *base, length < sizeof text ? (uint8_t)length : 0};
    return end;
}

/* ---- base and stride ------------------------------------------------------------------------- */

static inline bool stride_known(const struct stride_tail *tail, const char *p, uint8_t end_words)
{
    uint64_t text[2];
    memcpy(text, p, sizeof text);
    uint64_t different = ((text[0] ^ tail->text[0]) & tail->compared[0]) |
                         ((text[1] ^ tail->text[1]) & tail->compared[1]);
    return different == 0 && tail->length > 0 && tail->n_words >= end_words;
}

static void remember_stride(struct stride_tail *tail, const char *p, const char *next,
                            int32_t stride, const struct line_end *end)
{
    size_t length = (size_t)(next - p);
    if (length > sizeof tail->text || end->values)
        return;
    *tail =
        (struct stride_tail){.length = (uint8_t)length, .stride = stride, .n_words = end->n_words};
    memcpy(tail->text, p, length);
    memset(tail->compared, 0xff, length);
}

/* Stride and the line's end, at `p`, as text that is new. */
static const char *parse_stride(struct trace_parser *parser, struct code_line *line, const char *p)
{
    int64_t stride;
    struct line_end words;
    struct stride_tail *tail = &line->stride;
    const char *end = scan_signed(scan_blanks(p), &stride);
    if (!end || stride != (int32_t)stride) {
        trace_parser_fail(parser, "expected a decimal stride of 32 bits after the base address");
        return NULL;
    }
    const char *next = take_end(parser, line, end, &words);
    if (!next) {
        trace_parser_fail(parser, "expected base, stride and %s, found %u words after the stride",
                          parser->header->version >= TRACE_VERSION_WITH_VALUES ? end_words(parser)
                                                                               : "an immediate",
                          words_left(end));
        return NULL;
    }
    tail->stride = (int32_t)stride;
    tail->length = 0;
    remember_stride(tail, p, next, (int32_t)stride, &words);
    return next;
}

static const char *read_stride(struct trace_parser *parser, struct code_line *line, const char *p,
                               bool keep, uint32_t head)
{
    uint64_t base = 0;
    struct stride_tail *tail = &line->stride;
    p = read_base(&line->base, p, &base);
    if (!p)
        return bad_base(parser);
    const char *next = G_LIKELY(stride_known(tail, p, parser->code->end_words))
                           ? p + tail->length
                           : parse_stride(parser, line, p);
    if (next && keep)
        append_record(parser->block, head, RECORD_STRIDE, base, (uint32_t)tail->stride);
    return next;
}

/* ---- base and deltas, lists --------------------------------------------------------------------
 */

/* Distances from the base in four bytes a lane if they fit; else whole addresses. */
static void append_addresses(struct trace_block *block, const uint64_t *address, unsigned n,
                             uint32_t head)
{
    uint64_t too_far = 0;
    uint32_t *to = block->words + block->n_words;
    put_base(to, address[0]);
    for (unsigned i = 1; i < n; i++) {
        int64_t offset = (int64_t)(address[i] - address[0]);
        to[i + 1] = (uint32_t)offset;
        too_far |= (uint64_t)(offset ^ (int32_t)offset);
    }
    if (!too_far) {
        block->words[head] |= RECORD_OFFSETS;
        block->n_words += n + 1;
        return;
    }
    block->words[head] |= RECORD_LIST;
    for (unsigned i = 0; i < n; i++)
        put_base(append(block, 2), address[i]);
}

static const char *wrong_count(struct trace_parser *parser, const char *p, const char *what,
                               unsigned expected, unsigned lanes)
{
    trace_parser_fail(parser,
                      "expected %u %s for the %u active lanes of the mask and %s, found %u words",
                      expected, what, lanes, end_words(parser), words_left(p));
    return NULL;
}

/* The number of the pattern of deltas at `p`, behind the base. A line whose deltas are always new
 * does not look for them each time. */
static inline uint32_t known_deltas(const struct trace_parser *parser, struct code_line *line,
                                    const char *p, lane_mask mask)
{
    const struct lane_patterns *set = &parser->code->patterns;
    uint32_t number = line->pattern;
    if (!lane_pattern_matches(&set->patterns[number], p, mask)) {
        if (line->pattern_failures >= PATTERN_TRIES)
            return 0;
        number = lane_patterns_find(set, p, mask);
    }
    if (number == 0 || set->patterns[number].n_words < parser->code->end_words)
        return 0;
    line->pattern = number;
    line->pattern_failures = 0;
    return number;
}

/* After PATTERN_TRIES failures none is kept for the next PATTERN_PAUSE ones. */
static void remember_deltas(struct trace_parser *parser, struct code_line *line, const char *p,
                            const char *next, const uint64_t *address, lane_mask mask,
                            uint8_t n_words)
{
    unsigned failures = line->pattern_failures++;
    if (line->pattern_failures == PATTERN_TRIES + PATTERN_PAUSE)
        line->pattern_failures = 0;
    if (failures >= PATTERN_TRIES)
        return;
    struct lane_pattern *pattern = lane_patterns_add(&parser->code->patterns, p, next, mask);
    if (!pattern)
        return;
    pattern->n_words = n_words;
    unsigned i = 0;
    for (lane_mask left = mask; left; left &= left - 1)
        lane_pattern_set(pattern, (unsigned)__builtin_ctz(left),
                         (int64_t)(address[i++] - address[0]));
    line->pattern = (uint32_t)(pattern - parser->code->patterns.patterns);
}

/* Deltas and the line's end, at `p`, as text that is new. */
static const char *parse_deltas(struct trace_parser *parser, const struct code_line *line,
                                const char *p, unsigned n, uint64_t *address, struct line_end *end)
{
    int64_t delta[WARP_LANES];
    unsigned deltas = n > 0 ? n - 1 : 0;
    const char *at = scan_deltas(p, delta, deltas);
    if (!at) { /* blanks, or what is wrong */
        at = p;
        for (unsigned i = 0; i < deltas; i++)
            if (!(at = scan_signed(scan_blanks(at), &delta[i])))
                return wrong_count(parser, p, "deltas", deltas, n);
    }
    for (unsigned i = 0; i < deltas; i++)
        address[i + 1] = address[i] + (uint64_t)delta[i];
    const char *next = take_end(parser, line, at, end);
    return next ? next : wrong_count(parser, p, "deltas", deltas, n);
}

static const char *read_deltas(struct trace_parser *parser, struct code_line *line, const char *p,
                               lane_mask mask, bool keep, uint32_t head)
{
    uint64_t address[WARP_LANES];
    struct line_end end;
    address[0] = 0;
    p = read_base(&line->base, p, &address[0]);
    if (!p)
        return bad_base(parser);
    uint32_t number = known_deltas(parser, line, p, mask);
    if (number) {
        if (keep)
            append_record(parser->block, head, RECORD_PATTERN, address[0], number);
        return p + parser->code->patterns.patterns[number].length;
    }
    unsigned n = (unsigned)__builtin_popcount(mask);
    const char *next = parse_deltas(parser, line, p, n, address, &end);
    if (!next)
        return NULL;
    if (!end.values)
        remember_deltas(parser, line, p, next, address, mask, end.n_words);
    if (keep)
        append_addresses(parser->block, address, n, head);
    return next;
}

static const char *read_list(struct trace_parser *parser, const struct code_line *line,
                             const char *p, lane_mask mask, bool keep, uint32_t head)
{
    unsigned n = (unsigned)__builtin_popcount(mask);
    uint64_t address[WARP_LANES];
    struct line_end end;
    const char *at = scan_blanks(p);
    bool prefixed = at[0] == '0' && at[1] == 'x'; /* then an immediate is no address */
    for (unsigned i = 0; i < n; i++) {
        at = scan_blanks(at);
        at = prefixed && at[1] != 'x' ? NULL : scan_address(at, &address[i]);
        if (!at)
            return wrong_count(parser, p, "addresses", n, n);
    }
    const char *next = take_end(parser, line, at, &end);
    if (!next)
        return wrong_count(parser, p, "addresses", n, n);
    if (keep)
        append_addresses(parser->block, address, n, head);
    return next;
}

const char *trace_parser_addresses(struct trace_parser *parser, struct code_line *line,
                                   const char *p, lane_mask mask, uint32_t head)
{
    bool keep = line->keeps_addresses && mask;
    char mode = *p;
    if (p[1] == ' ') {
        if (mode == '0' + MODE_STRIDE)
            return read_stride(parser, line, p + 1, keep, head);
        if (mode == '0' + MODE_DELTA)
            return read_deltas(parser, line, p + 1, mask, keep, head);
    }
    if (mode == '0' + MODE_LIST && scan_word(p) == p + 1)
        return read_list(parser, line, p + 1, mask, keep, head);
    g_autofree char *found = g_strndup(p, (size_t)(scan_word(p) - p));
    trace_parser_fail(parser,
                      "expected an address mode, 0 (list), 1 (base and stride) or 2 (base and "
                      "deltas), found \"%s\"",
                      found);
    return NULL;
}
