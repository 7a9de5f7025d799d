/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines by the blocks that read them: lines with the same readers are one set.
 *
 * A matrix product of 30,000 blocks reads a million lines. 173 blocks read each line. But there are
 * only 346 different sets of readers: one for each row and each column of blocks. So it is enough
 * to count the pairs of blocks that share lines once a set, and not once a line.
 *
 * Two lines have the same readers if they agree in the number of readers and in two sums of 64
 * random bits a reader. The probability to be wrong is about 2^-128.
 *
 * Source: none.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_LINE_SETS_H
#define SIMGPU_POLICIES_LOCALITY_LINE_SETS_H

#include "policies/block_lines.h"
#include <glib.h>

/* Lines with the same readers, at least two. */
struct line_set {
    uint64_t lines;
    uint64_t first; /* in line_sets.blocks */
    uint32_t n_blocks;
};

struct line_sets {
    GArray *sets;     /* struct line_set, in the order of their first blocks' lines */
    uint32_t *blocks; /* the sets' blocks, one set behind the other; ascending in each */
};

void line_sets_init(struct line_sets *sets, const struct block_lines *lines);
void line_sets_finish(struct line_sets *sets);

#endif
