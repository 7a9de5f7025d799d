/* SPDX-License-Identifier: BSD-3-Clause */
/* MODE and what follows it: addresses as a list, as base and stride, as base and deltas. */
#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/scan.h"

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

/* Behind the last address: an immediate, or nothing in traces without them. NULL if there is more
 * or something else: a delta too few, say, whose place the immediate has taken. */
static const char *skip_immediate(const struct trace_parser *parser, const char *p, bool *is_there)
{
    int64_t value;
    uint64_t wide;
    p = scan_blanks(p);
    *is_there = *p != '\n';
    if (!*is_there && parser->code->has_immediates)
        return NULL;
    if (*p != '\n') {
        const char *end = scan_signed(p, &value);
        p = end ? end : scan_unsigned(p, &wide);
        if (!p)
            return NULL;
        p = scan_blanks(p);
    }
    return *p == '\n' ? p + 1 : NULL;
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

static inline bool stride_known(const struct stride_tail *tail, const char *p, bool has_immediates)
{
    uint64_t text[2];
    memcpy(text, p, sizeof text);
    uint64_t different = ((text[0] ^ tail->text[0]) & tail->compared[0]) |
                         ((text[1] ^ tail->text[1]) & tail->compared[1]);
    return different == 0 && tail->length > 0 && (tail->has_immediate || !has_immediates);
}

static void remember_stride(struct stride_tail *tail, const char *p, const char *next,
                            int32_t stride, bool has_immediate)
{
    size_t length = (size_t)(next - p);
    if (length > sizeof tail->text)
        return;
    *tail = (struct stride_tail){
        .length = (uint8_t)length, .stride = stride, .has_immediate = has_immediate};
    memcpy(tail->text, p, length);
    memset(tail->compared, 0xff, length);
}

/* Stride and immediate, at `p`, as text that is new. */
static const char *parse_stride(struct trace_parser *parser, struct stride_tail *tail,
                                const char *p)
{
    int64_t stride;
    bool has_immediate;
    const char *end = scan_signed(scan_blanks(p), &stride);
    if (!end || stride != (int32_t)stride) {
        trace_parser_fail(parser, "expected a decimal stride of 32 bits after the base address");
        return NULL;
    }
    const char *next = skip_immediate(parser, end, &has_immediate);
    if (!next) {
        trace_parser_fail(parser,
                          "expected base, stride and an immediate, found %u words after the stride",
                          words_left(end));
        return NULL;
    }
    tail->stride = (int32_t)stride;
    tail->length = 0;
    remember_stride(tail, p, next, (int32_t)stride, has_immediate);
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
    const char *next = G_LIKELY(stride_known(tail, p, parser->code->has_immediates))
                           ? p + tail->length
                           : parse_stride(parser, tail, p);
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
    trace_parser_fail(
        parser,
        "expected %u %s for the %u active lanes of the mask and %s immediate, found %u "
        "words",
        expected, what, lanes, parser->code->has_immediates ? "an" : "perhaps an", words_left(p));
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
    if (number == 0 || (parser->code->has_immediates && !set->patterns[number].has_immediate))
        return 0;
    line->pattern = number;
    line->pattern_failures = 0;
    return number;
}

/* After PATTERN_TRIES failures none is kept for the next PATTERN_PAUSE ones. */
static void remember_deltas(struct trace_parser *parser, struct code_line *line, const char *p,
                            const char *next, const uint64_t *address, lane_mask mask,
                            bool has_immediate)
{
    unsigned failures = line->pattern_failures++;
    if (line->pattern_failures == PATTERN_TRIES + PATTERN_PAUSE)
        line->pattern_failures = 0;
    if (failures >= PATTERN_TRIES)
        return;
    struct lane_pattern *pattern = lane_patterns_add(&parser->code->patterns, p, next, mask);
    if (!pattern)
        return;
    pattern->has_immediate = has_immediate;
    unsigned i = 0;
    for (lane_mask left = mask; left; left &= left - 1)
        lane_pattern_set(pattern, (unsigned)__builtin_ctz(left),
                         (int64_t)(address[i++] - address[0]));
    line->pattern = (uint32_t)(pattern - parser->code->patterns.patterns);
}

/* Deltas and immediate, at `p`, as text that is new. */
static const char *parse_deltas(struct trace_parser *parser, const char *p, unsigned n,
                                uint64_t *address, bool *has_immediate)
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
    const char *next = skip_immediate(parser, at, has_immediate);
    return next ? next : wrong_count(parser, p, "deltas", deltas, n);
}

static const char *read_deltas(struct trace_parser *parser, struct code_line *line, const char *p,
                               lane_mask mask, bool keep, uint32_t head)
{
    uint64_t address[WARP_LANES];
    bool has_immediate;
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
    const char *next = parse_deltas(parser, p, n, address, &has_immediate);
    if (!next)
        return NULL;
    remember_deltas(parser, line, p, next, address, mask, has_immediate);
    if (keep)
        append_addresses(parser->block, address, n, head);
    return next;
}

static const char *read_list(struct trace_parser *parser, const char *p, lane_mask mask, bool keep,
                             uint32_t head)
{
    unsigned n = (unsigned)__builtin_popcount(mask);
    uint64_t address[WARP_LANES];
    bool has_immediate;
    const char *at = scan_blanks(p);
    bool prefixed = at[0] == '0' && at[1] == 'x'; /* then an immediate is no address */
    for (unsigned i = 0; i < n; i++) {
        at = scan_blanks(at);
        at = prefixed && at[1] != 'x' ? NULL : scan_address(at, &address[i]);
        if (!at)
            return wrong_count(parser, p, "addresses", n, n);
    }
    const char *next = skip_immediate(parser, at, &has_immediate);
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
        return read_list(parser, p + 1, mask, keep, head);
    g_autofree char *found = g_strndup(p, (size_t)(scan_word(p) - p));
    trace_parser_fail(parser,
                      "expected an address mode, 0 (list), 1 (base and stride) or 2 (base and "
                      "deltas), found \"%s\"",
                      found);
    return NULL;
}
