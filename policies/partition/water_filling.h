/* SPDX-License-Identifier: BSD-3-Clause */
/* Water-filling: how many blocks of each kernel an SM should hold, so that the kernel which loses
 * most against having the SM for itself loses as little as can be.
 *
 * Each kernel begins with one block. The kernel that has least of its best performance gets the
 * fewest blocks more that improve it, until nothing that would help fits.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV, equation 1 and algorithm 1.
 * Differs: a kernel's blocks are counted from those that it has, not from the last step of the
 * curve, so a curve whose first block does nothing is legal; several resources are filled at once.
 */
#ifndef SIMGPU_POLICIES_WATER_FILLING_H
#define SIMGPU_POLICIES_WATER_FILLING_H

#include "policies/dispatcher_policy.h"

enum { WATER_MOST_KERNELS = 8, WATER_MOST_BLOCKS = 64 };

struct water_kernel {
    uint64_t takes[BLOCK_RESOURCES];           /* by a block */
    uint32_t most;                             /* blocks that the curve is about, 1 or more */
    double performance[WATER_MOST_BLOCKS + 1]; /* [n]: with n blocks on an SM, in any unit */
};

/* The highest value of the curve. */
double water_best(const struct water_kernel *kernel);
/* What the kernel keeps of it with so many blocks or fewer, 0 to 1; 1 if it is 0. */
double water_share(const struct water_kernel *kernel, uint32_t blocks);

/* Fills blocks[] for n kernels, 1 to WATER_MOST_KERNELS; false: not even one block of each fits. */
bool water_fill(const struct water_kernel *kernels, uint32_t n, const uint64_t has[BLOCK_RESOURCES],
                uint32_t *blocks);

#endif
