/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/line_end.h"
#include "workloads/sass_trace/text/scan.h"

enum { ONE_FOR_ALL = 1, ONE_EACH = 32 };

/* An immediate, which may need all 64 bits. */
static const char *scan_immediate(const char *p, int64_t *out)
{
    uint64_t wide;
    const char *end = scan_signed(p, out);
    if (!end) {
        *out = 0;
        end = scan_unsigned(p, &wide);
    }
    return end && end == scan_word(end) ? end : NULL;
}

static bool is_word(const char *p, const char *word)
{
    size_t length = strlen(word);
    return scan_word(p) == p + length && memcmp(p, word, length) == 0;
}

const char *line_end_scan(const struct trace_header *header, const char *p, struct line_end *out)
{
    bool values = header->version >= TRACE_VERSION_WITH_VALUES;
    unsigned most = values ? 2 : 1;
    *out = (struct line_end){0};
    p = scan_blanks(p);
    while (*p != '\n' && out->n_words < most) {
        int64_t immediate;
        const char *end = scan_immediate(p, &immediate);
        if (!end)
            break;
        *(out->n_words++ == 0 ? &out->immediate : &out->second) = immediate;
        p = scan_blanks(end);
    }
    if (values && is_word(p, "Val")) {
        out->n_words++;
        return out->values = scan_word(p);
    }
    if (values && is_word(p, "NoVal")) {
        out->n_words++;
        p = scan_blanks(scan_word(p));
    }
    return *p == '\n' ? p + 1 : NULL;
}

void line_values_take(const char *p, unsigned number, uint32_t value[WARP_LANES])
{
    for (unsigned i = 0; i <= number; i++) {
        uint64_t count = 0, word = 0;
        p = scan_unsigned(scan_blanks(p), &count);
        for (unsigned lane = 0; lane < count; lane++) {
            p = scan_address(scan_blanks(p), &word);
            value[lane] = (uint32_t)word;
        }
        for (uint64_t lane = count; lane < WARP_LANES; lane++)
            value[lane] = (uint32_t)word;
    }
}

const char *line_values_scan(const char *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t count, value;
        p = scan_unsigned(scan_blanks(p), &count);
        if (!p || (count != ONE_FOR_ALL && count != ONE_EACH))
            return NULL;
        for (; count > 0; count--) {
            p = scan_address(scan_blanks(p), &value);
            if (!p || p != scan_word(p))
                return NULL;
        }
    }
    p = scan_blanks(p);
    return *p == '\n' ? p + 1 : NULL;
}
