/* SPDX-License-Identifier: BSD-3-Clause */
/* The witnesses of a cell: marks of accesses that are not ordered before each other. The youngest
 * read stands in the cell; the others in its `more`. */
#ifndef SIMGPU_SANITIZE_RACE_WITNESSES_H
#define SIMGPU_SANITIZE_RACE_WITNESSES_H

#include "sanitize/race/shadow.h"

enum { WITNESSES_FEW = 1 + MORE_MARKS, WITNESSES_MANY = 1 + 5 * MORE_MARKS };

struct witnesses {
    unsigned n;
    struct mark mark[WITNESSES_MANY + 2];
};

void witnesses_of(struct shadow *shadow, const struct cell *cell, struct witnesses *out);
/* The cell's witnesses are `first` (NULL: none) and those of kept, or those of them that there is
 * room for. n_warps and block: of the block that `first` is of. */
void witnesses_put(struct shadow *shadow, struct cell *cell, const struct mark *first,
                   const struct witnesses *kept, bool many, uint32_t n_warps, uint32_t block);

#endif
