/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/partition/water_filling.h"

double water_best(const struct water_kernel *kernel)
{
    double best = 0;
    for (uint32_t n = 1; n <= kernel->most; n++)
        best = MAX(best, kernel->performance[n]);
    return best;
}

double water_share(const struct water_kernel *kernel, uint32_t blocks)
{
    double best = water_best(kernel), own = 0;
    for (uint32_t n = 1; n <= MIN(blocks, kernel->most); n++)
        own = MAX(own, kernel->performance[n]);
    return best > 0 ? own / best : 1;
}

/* The fewest blocks with a better performance than so many or fewer have; 0: none are. */
static uint32_t next_step(const struct water_kernel *kernel, uint32_t blocks)
{
    double share = water_share(kernel, blocks);
    for (uint32_t n = blocks + 1; n <= kernel->most; n++)
        if (water_share(kernel, n) > share)
            return n;
    return 0;
}

/* Takes that many blocks' share of what is left, if it is there. */
static bool take(uint64_t left[BLOCK_RESOURCES], const struct water_kernel *kernel, uint32_t blocks)
{
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        if (kernel->takes[i] * blocks > left[i])
            return false;
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        left[i] -= kernel->takes[i] * blocks;
    return true;
}

/* The kernel with the least performance that may still get some; n: none. */
static uint32_t poorest(const struct water_kernel *kernels, uint32_t n, const uint32_t *blocks,
                        const bool *full)
{
    uint32_t found = n;
    double least = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (full[k])
            continue;
        double share = water_share(&kernels[k], blocks[k]);
        if (found == n || share < least) {
            found = k;
            least = share;
        }
    }
    return found;
}

bool water_fill(const struct water_kernel *kernels, uint32_t n, const uint64_t has[BLOCK_RESOURCES],
                uint32_t *blocks)
{
    uint64_t left[BLOCK_RESOURCES];
    bool full[WATER_MOST_KERNELS] = {false};
    g_assert(n > 0 && n <= WATER_MOST_KERNELS);
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        left[i] = has[i];
    for (uint32_t k = 0; k < n; k++) {
        blocks[k] = 1;
        if (!take(left, &kernels[k], 1))
            return false;
    }
    for (uint32_t k; (k = poorest(kernels, n, blocks, full)) < n;) {
        uint32_t next = next_step(&kernels[k], blocks[k]);
        if (next > 0 && take(left, &kernels[k], next - blocks[k]))
            blocks[k] = next;
        else
            full[k] = true;
    }
    return true;
}
