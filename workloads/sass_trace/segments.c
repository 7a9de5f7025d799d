/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/segments.h"
#include "workloads/sass_trace/reserve.h"

enum { SIBLINGS_TRIED = 16 };

static size_t segments_bytes(void)
{
    return SEGMENTS_MAX * sizeof(struct trace_segment);
}

static size_t lines_bytes(void)
{
    return SEGMENTS_LINES_MAX * sizeof(struct known_step);
}

/* Nothing is as long as segment 0. */
static void begin(struct trace_segments *set)
{
    set->n_segments = 1;
    set->n_lines = set->n_text = 0;
    set->segments[0].length = UINT32_MAX;
    memset(set->first, 0, sizeof set->first);
    memset(set->seen, 0, sizeof set->seen);
}

bool trace_segments_init(struct trace_segments *set)
{
    set->segments = reserve_new(segments_bytes());
    set->lines = reserve_new(lines_bytes());
    set->text = reserve_new(SEGMENTS_TEXT_BYTES);
    if (!set->segments || !set->lines || !set->text)
        return false;
    begin(set);
    return true;
}

void trace_segments_finish(struct trace_segments *set)
{
    reserve_free(set->segments, segments_bytes());
    reserve_free(set->lines, lines_bytes());
    reserve_free(set->text, SEGMENTS_TEXT_BYTES);
}

void trace_segments_reset(struct trace_segments *set)
{
    reserve_reset(set->segments, segments_bytes());
    reserve_reset(set->lines, lines_bytes());
    reserve_reset(set->text, SEGMENTS_TEXT_BYTES);
    begin(set);
}

static uint32_t mix(uint64_t hash, uint64_t word)
{
    return (uint32_t)(((hash ^ word) * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

static unsigned slot_of(const char *p)
{
    uint64_t key[SEGMENT_KEY_BYTES / sizeof(uint64_t)];
    uint32_t hash = 0;
    memcpy(key, p, sizeof key);
    for (unsigned i = 0; i < G_N_ELEMENTS(key); i++)
        hash = mix(hash, key[i]);
    return hash & (SEGMENT_SLOTS - 1);
}

uint32_t trace_segments_find(const struct trace_segments *set, const char *p, size_t room,
                             uint64_t left)
{
    uint32_t at = set->first[slot_of(p)];
    for (unsigned tried = 0; at && tried < SIBLINGS_TRIED; tried++) {
        const struct trace_segment *segment = &set->segments[at];
        if (trace_segment_matches(segment, p, room, left))
            return at;
        at = segment->sibling;
    }
    return 0;
}

/* Judged by what its lines are, which is less to look at than their text. */
static bool came_before(struct trace_segments *set, const struct known_step *lines,
                        unsigned n_lines)
{
    uint32_t hash = n_lines;
    for (unsigned i = 0; i < n_lines; i++)
        hash = mix(hash, (uint64_t)lines[i].pc << 32 | lines[i].lanes);
    hash |= 1;
    uint32_t *seen = &set->seen[hash >> 1 & (SEGMENT_SLOTS - 1)];
    bool before = *seen == hash;
    *seen = hash;
    return before;
}

void trace_segments_offer(struct trace_segments *set, const char *text, size_t length,
                          const struct known_step *lines, unsigned n_lines)
{
    if (set->n_segments == SEGMENTS_MAX || set->n_lines + n_lines > SEGMENTS_LINES_MAX ||
        set->n_text + length > SEGMENTS_TEXT_BYTES || length < SEGMENT_KEY_BYTES ||
        !came_before(set, lines, n_lines))
        return;
    uint32_t number = set->n_segments++, *first = &set->first[slot_of(text)];
    struct trace_segment *segment = &set->segments[number];
    *segment = (struct trace_segment){.text = set->text + set->n_text,
                                      .lines = set->lines + set->n_lines,
                                      .length = (uint32_t)length,
                                      .n_lines = n_lines,
                                      .sibling = *first};
    memcpy(set->text + set->n_text, text, length);
    memcpy(set->lines + set->n_lines, lines, n_lines * sizeof *lines);
    for (unsigned i = 0; i < n_lines; i++)
        segment->lanes |= lines[i].lanes;
    set->n_text += (uint32_t)length;
    set->n_lines += n_lines;
    *first = number;
}
