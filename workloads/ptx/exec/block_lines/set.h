/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines that one block reads: a set of line numbers, and their sorted list. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_SET_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_SET_H

#include <glib.h>
#include <stdint.h>

/* Open addressing; a place holds line + 1, 0 is empty. What is in it is also in `list`. */
struct block_lines_set {
    uint64_t *places;
    unsigned shift; /* 64 - log2 of the number of places */
    GArray *list;   /* uint64_t, in the order in which they came */
};

void block_lines_set_init(struct block_lines_set *lines);
void block_lines_set_finish(struct block_lines_set *lines);
void block_lines_set_clear(struct block_lines_set *lines);
void block_lines_set_add(struct block_lines_set *lines, uint64_t line);
/* Ascending from now on, until the next is added. */
void block_lines_set_sort(struct block_lines_set *lines);

#endif
