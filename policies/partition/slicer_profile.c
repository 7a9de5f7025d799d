/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/partition/slicer_profile.h"

struct slicer_part slicer_part_of(uint32_t kernel, uint32_t n_kernels, uint32_t n_sms)
{
    uint32_t parts = MIN(n_kernels, n_sms);
    if (kernel >= parts)
        return (struct slicer_part){0, 0};
    uint32_t first = (uint32_t)((uint64_t)kernel * n_sms / parts);
    uint32_t behind = (uint32_t)((uint64_t)(kernel + 1) * n_sms / parts);
    return (struct slicer_part){first, behind - first};
}

uint32_t slicer_rounds(uint32_t most, uint32_t sms)
{
    return sms > 0 ? (most + sms - 1) / sms : 0;
}

uint32_t slicer_blocks(uint32_t most, uint32_t sms, uint32_t place, uint32_t round)
{
    uint32_t rounds = slicer_rounds(most, sms);
    return MIN(most, place * rounds + MIN(round, rounds - 1) + 1);
}

static double psi_of(enum slicer_scaling scaling, uint32_t blocks, double mean)
{
    if (scaling == SCALING_NONE)
        return 0;
    return scaling == SCALING_DERIVED ? mean / blocks - 1 : blocks / mean - 1;
}

void slicer_add_round(struct slicer_sums *sums, const struct slicer_sample *samples, uint32_t n,
                      enum slicer_scaling scaling)
{
    double mean = 0;
    for (uint32_t i = 0; i < n; i++)
        mean += (double)samples[i].blocks / n;
    for (uint32_t i = 0; i < n; i++) {
        const struct slicer_sample *one = &samples[i];
        double psi = psi_of(scaling, one->blocks, mean);
        uint32_t at = MIN(one->blocks, WATER_MOST_BLOCKS);
        sums[one->kernel].sum[at] += one->ipc * (1 + one->memory_share * psi);
        sums[one->kernel].count[at]++;
    }
}

/* From the known number of blocks `from` to the known one `to`. */
static void draw_line(double *curve, uint32_t from, uint32_t to)
{
    for (uint32_t n = from + 1; n < to; n++)
        curve[n] = curve[from] + (curve[to] - curve[from]) * (n - from) / (to - from);
}

bool slicer_curve(const struct slicer_sums *sums, struct water_kernel *kernel)
{
    uint32_t last = 0;
    kernel->performance[0] = 0;
    for (uint32_t n = 1; n <= kernel->most; n++) {
        if (sums->count[n] == 0)
            continue;
        kernel->performance[n] = sums->sum[n] / sums->count[n];
        draw_line(kernel->performance, last, n);
        last = n;
    }
    for (uint32_t n = last + 1; n <= kernel->most; n++)
        kernel->performance[n] = kernel->performance[last];
    return last > 0;
}
