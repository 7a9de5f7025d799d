/* SPDX-License-Identifier: BSD-3-Clause */
/* Water-filling: how many blocks of each kernel an SM should hold. A kernel loses performance
 * against having the SM for itself. The worst such loss should be as small as possible.
 *
 * Each kernel begins with one block. The kernel with the smallest share of its best performance
 * gets more blocks, as few as improve it. This goes on until no further block that would help fits.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV, equation 1 and algorithm 1.
 * Differs: more blocks count from those that the kernel has, not from the last step of the curve.
 * So a curve whose first block does nothing is legal. Several resources are filled at once.
 */
#ifndef SIMGPU_POLICIES_WATER_FILLING_H
#define SIMGPU_POLICIES_WATER_FILLING_H

#include "policies/dispatcher_policy.h"

enum { WATER_MOST_KERNELS = 8, WATER_MOST_BLOCKS = 64 };

struct water_kernel {
    uint64_t takes[BLOCK_RESOURCES]; /* by a block */
    uint32_t most;                   /* the curve covers up to so many blocks; 1 or more */
    double performance[WATER_MOST_BLOCKS + 1]; /* [n]: with n blocks on an SM, in any unit */
};

/* The highest value of the curve. */
double water_best(const struct water_kernel *kernel);
/* The share of its best value that the kernel has with so many blocks or fewer, 0 to 1. It is 1 if
 * the best value is 0. */
double water_share(const struct water_kernel *kernel, uint32_t blocks);

/* Fills in blocks[] for n kernels, 1 to WATER_MOST_KERNELS. False: not even one block of each
 * fits. */
bool water_fill(const struct water_kernel *kernels, uint32_t n, const uint64_t has[BLOCK_RESOURCES],
                uint32_t *blocks);

#endif
