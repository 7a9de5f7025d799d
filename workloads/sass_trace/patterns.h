/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of deltas that a trace repeats: "4 4 4 708 4 ..." of a tile is the same for every warp.
 *
 * The text behind the base address, to the line's end, identifies a pattern together with the mask.
 * Whoever finds it again knows each lane's distance from the base.
 */
#ifndef SIMGPU_SASS_TRACE_PATTERNS_H
#define SIMGPU_SASS_TRACE_PATTERNS_H

#include "workloads/address_shape.h"
#include "workloads/instruction.h"
#include <glib.h>

enum {
    PATTERNS_MAX = 1 << 11,
    PATTERN_TEXT_BYTES = 400,
    PATTERN_SLOTS = 1 << 9,
    PATTERN_TRIES = 8,  /* texts of one line that are all new before it is given up ... */
    PATTERN_PAUSE = 200 /* ... for so many more */
};

struct lane_pattern {
    struct address_shape shape; /* offsets are from the base */
    lane_mask mask;
    uint16_t length;
    uint8_t n_words;  /* behind the deltas; see line_end.h */
    uint32_t sibling; /* of the same slot; 0: none */
    char text[PATTERN_TEXT_BYTES];
};

/* A reservation of address space, which never moves. */
struct lane_patterns {
    struct lane_pattern *patterns; /* number 0 is none */
    uint32_t n_patterns;
    uint32_t first[PATTERN_SLOTS]; /* pattern by slot; 0: none */
};

bool lane_patterns_init(struct lane_patterns *set);
void lane_patterns_finish(struct lane_patterns *set);
void lane_patterns_reset(struct lane_patterns *set);

/* The number of the pattern of this text; 0: there is none. PATTERN_TEXT_BYTES are readable. */
uint32_t lane_patterns_find(const struct lane_patterns *set, const char *text, lane_mask mask);
/* A new one for the text [text, end), whose fields other than mask, text and length are the
 * caller's to set; NULL if there is no room. */
struct lane_pattern *lane_patterns_add(struct lane_patterns *set, const char *text, const char *end,
                                       lane_mask mask);

static inline void lane_pattern_set(struct lane_pattern *pattern, unsigned lane, int64_t offset)
{
    struct address_shape *shape = &pattern->shape;
    shape->offset[lane] = offset;
    shape->lowest = MIN(shape->lowest, offset);
    shape->highest = MAX(shape->highest, offset);
}

/* The first eight bytes tell most apart. */
static inline bool lane_pattern_matches(const struct lane_pattern *pattern, const char *text,
                                        lane_mask mask)
{
    uint64_t mine, other;
    memcpy(&mine, pattern->text, sizeof mine);
    memcpy(&other, text, sizeof other);
    return mine == other && pattern->mask == mask &&
           memcmp(pattern->text, text, pattern->length) == 0;
}

#endif
