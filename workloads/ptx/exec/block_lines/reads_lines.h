/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines that one block reads: a set of line numbers, and their sorted list. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_LINES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_LINES_H

#include <glib.h>
#include <stdint.h>

/* Open addressing; a place holds line + 1, 0 is empty. What is in it is also in `list`. */
struct reads_lines {
    uint64_t *places;
    unsigned shift; /* 64 - log2 of the number of places */
    GArray *list;   /* uint64_t, in the order in which they came */
};

void reads_lines_init(struct reads_lines *lines);
void reads_lines_finish(struct reads_lines *lines);
void reads_lines_clear(struct reads_lines *lines);
void reads_lines_add(struct reads_lines *lines, uint64_t line);
/* Ascending from now on, until the next is added. */
void reads_lines_sort(struct reads_lines *lines);

#endif
