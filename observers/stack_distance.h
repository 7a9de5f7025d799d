/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact stack distances of a stream of lines: how many different other lines came between two
 * accesses to a line.
 *
 * Each line's last access has a place in the order of last accesses. A Fenwick tree counts the
 * taken places. So a distance is the number of taken places behind the line's. When all places are
 * used up, the taken ones move together. An access costs the logarithm of the number of lines.
 *
 * Source: Mattson, Gecsei, Slutz, Traiger, "Evaluation techniques for storage hierarchies" (IBM
 *   Systems Journal 1970); Bennett, Kruskal, "LRU stack processing" (IBM J. Res. Dev. 1975) for
 *   the tree; Fenwick, "A new data structure for cumulative frequency tables" (1994).
 */
#ifndef SIMGPU_OBSERVERS_STACK_DISTANCE_H
#define SIMGPU_OBSERVERS_STACK_DISTANCE_H

#include <glib.h>
#include <stdint.h>

/* A stream's record of a line. The caller keeps it. */
struct stack_line {
    uint32_t place; /* 1, 2, ...; 0: it has not come yet */
};

struct stack_distance {
    uint32_t lines;    /* lines that have come */
    uint32_t last;     /* place used last */
    uint32_t room;     /* places; 0 or a power of two */
    uint32_t *counts;  /* the tree: counts[i] are of the places from i - (i & -i) + 1 to i */
    uint32_t *line_at; /* by place: the caller's number of the line + 1, 0: not taken */
};

/* All zeros is an empty stream. */
void stack_distance_finish(struct stack_distance *stack);
/* Empties the stream. */
void stack_distance_clear(struct stack_distance *stack);

#define STACK_DISTANCE_COLD UINT32_MAX

/* Notes an access to a line. Returns its distance, or STACK_DISTANCE_COLD if the line has not come
 * before. lines: the caller's records, by number. */
uint32_t stack_distance_access(struct stack_distance *stack, struct stack_line *lines,
                               uint32_t line);

#endif
