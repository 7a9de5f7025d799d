/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/patterns.h"
#include "workloads/sass_trace/reserve.h"

enum { SHORTEST = 8, SIBLINGS_TRIED = 8 };

static size_t patterns_bytes(void)
{
    return PATTERNS_MAX * sizeof(struct lane_pattern);
}

bool lane_patterns_init(struct lane_patterns *set)
{
    set->n_patterns = 1;
    set->patterns = reserve_new(patterns_bytes());
    return set->patterns != NULL;
}

void lane_patterns_finish(struct lane_patterns *set)
{
    reserve_free(set->patterns, patterns_bytes());
}

void lane_patterns_reset(struct lane_patterns *set)
{
    reserve_reset(set->patterns, patterns_bytes());
    set->n_patterns = 1;
    memset(set->first, 0, sizeof set->first);
}

/* Of the text's begin only, since its end is not known yet: siblings are compared. */
static unsigned slot_of(const char *text, lane_mask mask)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    word = (word ^ mask) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(word >> 40) & (PATTERN_SLOTS - 1);
}

uint32_t lane_patterns_find(const struct lane_patterns *set, const char *text, lane_mask mask)
{
    uint32_t at = set->first[slot_of(text, mask)];
    for (unsigned tried = 0; at && tried < SIBLINGS_TRIED; tried++) {
        const struct lane_pattern *pattern = &set->patterns[at];
        if (lane_pattern_matches(pattern, text, mask))
            return at;
        at = pattern->sibling;
    }
    return 0;
}

struct lane_pattern *lane_patterns_add(struct lane_patterns *set, const char *text, const char *end,
                                       lane_mask mask)
{
    size_t length = (size_t)(end - text);
    if (set->n_patterns == PATTERNS_MAX || length < SHORTEST || length > PATTERN_TEXT_BYTES)
        return NULL;
    uint32_t number = set->n_patterns++, *first = &set->first[slot_of(text, mask)];
    struct lane_pattern *pattern = &set->patterns[number];
    *pattern = (struct lane_pattern){.mask = mask, .length = (uint16_t)length, .sibling = *first};
    memcpy(pattern->text, text, length);
    *first = number;
    return pattern;
}
