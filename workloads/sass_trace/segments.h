/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of lines that a trace repeats, text and all.
 *
 * Warps of a kernel go the same ways, and most of what they execute has no addresses. So lines are
 * kept in segments: up to and with the next line that has addresses or that the parser must look
 * at (an exit, a barrier), without these addresses. A segment whose text is found again is taken by
 * one comparison, and is one word in the block (block.h), however many lines it has. With that,
 * arithmetic is read at 8 GB/s, five times as fast as line by line.
 *
 * A segment is kept when its text comes for the second time: lanes that part in ever new ways leave
 * nothing behind. When there is no more room, lines are read one by one.
 */
#ifndef SIMGPU_SASS_TRACE_SEGMENTS_H
#define SIMGPU_SASS_TRACE_SEGMENTS_H

#include "workloads/issued.h"
#include <glib.h>

enum {
    SEGMENTS_MAX = 1 << 13,
    SEGMENT_LINES = 128, /* a longer run is cut */
    SEGMENTS_LINES_MAX = SEGMENTS_MAX * 2,
    SEGMENTS_TEXT_BYTES = 512 << 10,
    SEGMENT_KEY_BYTES = 24, /* of the first line, by which a segment is looked up */
    SEGMENT_SLOTS = 1 << 10
};

struct trace_segment {
    const char *text;
    const struct known_step *lines;
    uint32_t length; /* of the text */
    uint32_t n_lines;
    uint32_t next;    /* segment that followed last time */
    uint32_t sibling; /* of the same slot; 0: none */
    lane_mask lanes;  /* of any of its lines */
};

/* Reservations of address space, which take memory where they are used and never move. */
struct trace_segments {
    struct trace_segment *segments; /* number 0 matches nothing */
    struct known_step *lines;
    char *text;
    uint32_t n_segments, n_lines, n_text;
    uint32_t first[SEGMENT_SLOTS]; /* segment by slot; 0: none */
    uint32_t seen[SEGMENT_SLOTS];  /* hashes of texts that came once */
};

bool trace_segments_init(struct trace_segments *set);
void trace_segments_finish(struct trace_segments *set);
void trace_segments_reset(struct trace_segments *set);

/* The segment that begins at `p`, of `room` bytes and `left` lines at most; 0: there is none. At
 * least SEGMENT_KEY_BYTES are readable. */
uint32_t trace_segments_find(const struct trace_segments *set, const char *p, size_t room,
                             uint64_t left);
/* These lines were read one by one. Keeps them if they came before. */
void trace_segments_offer(struct trace_segments *set, const char *text, size_t length,
                          const struct known_step *lines, unsigned n_lines);

static inline bool trace_segment_matches(const struct trace_segment *segment, const char *p,
                                         size_t room, uint64_t left)
{
    return segment->length <= room && segment->n_lines <= left &&
           memcmp(segment->text, p, segment->length) == 0;
}

#endif
