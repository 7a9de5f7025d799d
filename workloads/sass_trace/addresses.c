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

static void append_base(struct trace_block *block, uint64_t base)
{
    uint32_t *to = append(block, 2);
    to[0] = (uint32_t)base;
    to[1] = (uint32_t)(base >> 32);
}

/* Behind the last address: an immediate, or nothing in traces without them. NULL if there is more
 * or something else: a delta too few, say, whose place the immediate has taken. */
static const char *skip_immediate(const struct trace_parser *parser, const char *p)
{
    int64_t value;
    uint64_t wide;
    p = scan_blanks(p);
    if (*p == '\n' && parser->has_immediates)
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
    trace_parser_fail(parser, "expected a hexadecimal address behind the address mode");
    return NULL;
}

/* ---- base and stride ------------------------------------------------------------------------- */

static const char *read_stride(struct trace_parser *parser, const char *p, bool keep, uint32_t head)
{
    uint64_t base;
    int64_t stride;
    p = scan_address(scan_blanks(p), &base);
    if (!p)
        return bad_base(parser);
    p = scan_signed(scan_blanks(p), &stride);
    if (!p || stride != (int32_t)stride) {
        trace_parser_fail(parser, "expected a stride of 32 bits, decimal, behind the base address");
        return NULL;
    }
    const char *next = skip_immediate(parser, p);
    if (!next) {
        trace_parser_fail(
            parser, "expected base, stride and an immediate, found %u words behind the stride",
            words_left(p));
        return NULL;
    }
    if (keep) {
        struct trace_block *block = parser->block;
        block->words[head] |= RECORD_STRIDE;
        append_base(block, base);
        *append(block, 1) = (uint32_t)(int32_t)stride;
    }
    return next;
}

/* ---- base and deltas ---------------------------------------------------------------------------
 */

static void append_deltas(struct trace_block *block, uint64_t base, uint32_t offset, uint32_t head)
{
    block->words[head] |= RECORD_DELTA;
    append_base(block, base);
    *append(block, 1) = offset;
}

static void append_list(struct trace_block *block, const uint64_t *address, unsigned n,
                        uint32_t head)
{
    block->words[head] |= RECORD_LIST;
    for (unsigned i = 0; i < n; i++)
        append_base(block, address[i]);
}

/* As deltas if they are small, in four bytes a lane; else as they are. */
static void append_addresses(struct trace_block *block, const uint64_t *address, unsigned n,
                             uint32_t head)
{
    int32_t *delta = block->deltas + block->n_deltas;
    bool small = true;
    for (unsigned i = 1; i < n; i++) {
        int64_t difference = (int64_t)(address[i] - address[i - 1]);
        delta[i - 1] = (int32_t)difference;
        small &= delta[i - 1] == difference;
    }
    if (!small || n == 0) {
        append_list(block, address, n, head);
        return;
    }
    append_deltas(block, address[0], block->n_deltas, head);
    block->n_deltas += n - 1;
}

/* The deltas' text as this instruction had it the last time, in this block: then they are there. */
static const char *known_deltas(const struct trace_parser *parser, const struct delta_cache *cache,
                                const char *p, lane_mask mask)
{
    bool same = cache->block == parser->block->serial && cache->mask == mask &&
                memcmp(cache->text, p, 8) == 0 && memcmp(cache->text, p, cache->length) == 0;
    return same ? p + cache->length : NULL;
}

static void remember_deltas(struct trace_parser *parser, struct delta_cache *cache, const char *p,
                            const char *next, lane_mask mask, uint32_t offset)
{
    size_t length = (size_t)(next - p);
    cache->block = 0;
    if (length > sizeof cache->text || length < 8)
        return;
    memcpy(cache->text, p, length);
    cache->length = (uint16_t)length;
    cache->mask = mask;
    cache->offset = offset;
    cache->block = parser->block->serial;
}

static const char *wrong_count(struct trace_parser *parser, const char *p, const char *what,
                               unsigned expected, unsigned lanes)
{
    trace_parser_fail(
        parser,
        "expected %u %s for the %u active lanes of the mask and %s immediate, found %u "
        "words",
        expected, what, lanes, parser->has_immediates ? "an" : "perhaps an", words_left(p));
    return NULL;
}

static const char *read_deltas(struct trace_parser *parser, struct code_line *line, const char *p,
                               lane_mask mask, uint32_t head)
{
    struct trace_block *block = parser->block;
    unsigned n = (unsigned)__builtin_popcount(mask);
    uint64_t address[WARP_LANES];
    p = scan_address(scan_blanks(p), &address[0]);
    if (!p)
        return bad_base(parser);
    const char *next = known_deltas(parser, &line->deltas, p, mask);
    if (next) {
        append_deltas(block, address[0], line->deltas.offset, head);
        return next;
    }
    const char *at = p;
    for (unsigned i = 1; i < n; i++) {
        int64_t delta;
        at = scan_signed(scan_blanks(at), &delta);
        if (!at)
            return wrong_count(parser, p, "deltas", n - 1, n);
        address[i] = address[i - 1] + (uint64_t)delta;
    }
    next = skip_immediate(parser, at);
    if (!next)
        return wrong_count(parser, p, "deltas", n ? n - 1 : 0, n);
    if (line->keeps_addresses) {
        uint32_t offset = block->n_deltas;
        append_addresses(block, address, n, head);
        if ((block->words[head] & RECORD_FORM) == RECORD_DELTA)
            remember_deltas(parser, &line->deltas, p, next, mask, offset);
    }
    return next;
}

/* ---- a list ------------------------------------------------------------------------------------
 */

static const char *read_list(struct trace_parser *parser, const char *p, lane_mask mask, bool keep,
                             uint32_t head)
{
    unsigned n = (unsigned)__builtin_popcount(mask);
    uint64_t address[WARP_LANES];
    const char *at = scan_blanks(p);
    bool prefixed = at[0] == '0' && at[1] == 'x'; /* then an immediate is no address */
    for (unsigned i = 0; i < n; i++) {
        at = scan_blanks(at);
        at = prefixed && at[1] != 'x' ? NULL : scan_address(at, &address[i]);
        if (!at)
            return wrong_count(parser, p, "addresses", n, n);
    }
    const char *next = skip_immediate(parser, at);
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
            return read_stride(parser, p + 1, keep, head);
        if (mode == '0' + MODE_DELTA)
            return read_deltas(parser, line, p + 1, mask, head);
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
