/* SPDX-License-Identifier: BSD-3-Clause */
/* How many lines the blocks of a kernel share, and how much of that groups keep on one SM.
 *
 * Source: PAVER, section 3.3 with Table 2 (pairs make the sparsity score: 1 less the part of the
 *   adjacency matrix that isn't zero, its diagonal counted as zero), section 6.3 (locality that
 *   partitions capture: the sum of the weights inside), Figure 5 (the matrix).
 * Differs: the matrix is of stretches of successive blocks, if there are more blocks than it has
 *   rows.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_SHARING_MEASURES_H
#define SIMGPU_POLICIES_LOCALITY_SHARING_MEASURES_H

#include "policies/locality/block_groups.h"

enum {
    SHARING_ROWS = 64, /* of the matrix, at most */
    SHARING_CELLS = SHARING_ROWS * (SHARING_ROWS + 1) / 2
};

/* Weights and pairs are of unordered pairs of blocks. */
struct sharing_measures {
    uint64_t pairs;          /* pairs that share a line */
    uint64_t sharing_blocks; /* blocks that share a line with some other block */
    uint64_t weight;         /* sum over all pairs of the lines that they share */
    uint64_t in_group;       /* the same sum over pairs in one group */
    uint64_t together;       /* over pairs of a group in the same stretch, if the group is cut into
                                stretches of x blocks: these run at a time */
    uint64_t in_turn;        /* over pairs that would be together if blocks were dealt out in turn,
                                as round_robin does */
    uint64_t matrix[SHARING_CELLS]; /* by row, up to its own column: sums over the pairs in there */
};

void sharing_measure(struct sharing_measures *measures, const struct block_graph *graph,
                     const struct block_groups *groups, const struct group_target *target);

#endif
