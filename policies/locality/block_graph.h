/* SPDX-License-Identifier: BSD-3-Clause */
/* The locality graph of a kernel. Its vertices are the kernel's blocks. An edge's weight is the
 * number of lines that both of its blocks read.
 *
 * The graph is undirected. Each edge is there in both directions, in compressed rows: the
 * neighbours of block b are to[first[b]] to to[first[b + 1] - 1], ascending, with their weights.
 *
 * Lines that all blocks read would join all pairs by edges of the same weight. They are in `common`
 * and in no edge. They change no result: parts of given sizes cut the same weight of them, whatever
 * the blocks in the parts. And the order of a spanning tree depends on differences only.
 *
 * A line with k readers stands for k (k - 1) / 2 edges. If that makes more than BLOCK_GRAPH_ENTRIES
 * in all, the lines with the most readers are thinned out. Each of their readers is then linked
 * only with those 1, 2, 4, ... places behind it. The weights have the same sum as before. ASSUMED:
 * this hardly changes which parts are good.
 *
 * Source: D. Tripathy and others, "PAVER: Locality Graph-based Thread Block Scheduling for GPUs",
 *   ACM TACO 18(3), 2021, section 3.2.
 * Differs: there a weight counts data elements, or references. Here it counts lines, which L1
 * keeps.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_BLOCK_GRAPH_H
#define SIMGPU_POLICIES_LOCALITY_BLOCK_GRAPH_H

#include "policies/block_lines.h"
#include <glib.h>

enum {
    BLOCK_GRAPH_BLOCKS = 1 << 20,  /* at most */
    BLOCK_GRAPH_ENTRIES = 1 << 22, /* entries of rows: with more, lines are thinned out */
};

struct block_graph {
    uint32_t n;
    uint64_t common;  /* lines that all blocks read */
    uint64_t thinned; /* lines that were thinned out */
    uint64_t *first;  /* n + 1 */
    uint32_t *to;
    uint32_t *weight;
};

/* lines: of at most BLOCK_GRAPH_BLOCKS blocks. entries: BLOCK_GRAPH_ENTRIES, or fewer in tests. */
struct block_graph *block_graph_new(const struct block_lines *lines, uint64_t entries);
/* The graph of some of the vertices. In it they have the numbers 0 to n - 1, in the order given. */
struct block_graph *block_graph_part(const struct block_graph *graph, const uint32_t *members,
                                     uint32_t n);
void block_graph_free(struct block_graph *graph);

#endif
