/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section IV. */
#include "policies/partition/slicer.h"
#include <string.h>

/* Further samples that a round takes at most; ASSUMED. */
enum { MOST_WAITS = 8 };

uint32_t slicer_index_of(const struct slicer *own, uint32_t launch)
{
    uint32_t k = 0;
    while (k < own->kernels->len && slicer_kernel_at(own, k)->launch != launch)
        k++;
    return k;
}

bool slicer_may_share(const struct slicer *own)
{
    return own->kernels->len <= MIN((uint32_t)WATER_MOST_KERNELS, own->n_sms);
}

static void begin_round(struct slicer *own, uint64_t after)
{
    own->from = (after + own->sample - 1) / own->sample * own->sample;
    own->n_samples = 0;
    memset(own->told, 0, own->n_sms * sizeof *own->told);
}

void slicer_begin_profile(struct slicer *own, uint64_t cycle, uint64_t warm_up)
{
    own->phase = PROFILE;
    own->round = own->waits = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        memset(&slicer_kernel_at(own, k)->sums, 0, sizeof(struct slicer_sums));
    begin_round(own, cycle + warm_up);
}

struct slicer_part slicer_part_at(const struct slicer *own, uint32_t k)
{
    return slicer_part_of(k, own->kernels->len, own->n_sms);
}

static uint32_t rounds(const struct slicer *own)
{
    uint32_t most = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        most = MAX(most, slicer_rounds(slicer_kernel_at(own, k)->water.most,
                                       slicer_part_at(own, k).count));
    return most;
}

uint32_t slicer_wanted_blocks(const struct slicer *own, uint32_t k, uint32_t sm)
{
    const struct slicer_part part = slicer_part_at(own, k);
    if (sm < part.first || sm >= part.first + part.count)
        return 0;
    return slicer_blocks(slicer_kernel_at(own, k)->water.most, part.count, sm - part.first,
                         own->round);
}

void slicer_note_sample(struct slicer *own, const struct dispatcher_sample *sample)
{
    uint32_t k = slicer_index_of(own, sample->launch);
    if (k == own->kernels->len || own->told[sample->sm] || sample->cycles == 0 ||
        own->alone_since[sample->sm] > own->from)
        return;
    const struct slicer_kernel *kernel = slicer_kernel_at(own, k);
    uint32_t blocks = kernel->running[sample->sm];
    if (kernel->left > 0)
        blocks = MAX(blocks, slicer_wanted_blocks(own, k, sample->sm));
    if (blocks == 0)
        return;
    double slots = (double)sample->cycles * own->n_schedulers;
    own->told[sample->sm] = true;
    own->samples[own->n_samples++] =
        (struct slicer_sample){.kernel = k,
                               .blocks = blocks,
                               .ipc = (double)sample->instructions / (double)sample->cycles,
                               .memory_share = MIN((double)sample->memory_stalls / slots, 1)};
}

void slicer_decide(struct slicer *own)
{
    uint32_t n = own->kernels->len;
    struct water_kernel all[WATER_MOST_KERNELS] = {0};
    uint32_t blocks[WATER_MOST_KERNELS];
    own->spatial = true;
    if (!slicer_may_share(own))
        return;
    for (uint32_t k = 0; k < n; k++)
        all[k] = slicer_kernel_at(own, k)->water;
    if (!water_fill(all, n, own->has, blocks))
        return;
    own->spatial = false;
    for (uint32_t k = 0; k < n; k++) {
        slicer_kernel_at(own, k)->blocks = blocks[k];
        own->spatial |= water_share(&all[k], blocks[k]) < 1 - own->loss / n;
    }
    for (uint32_t k = 0; k < n; k++)
        slicer_kernel_at(own, k)->apart = own->spatial;
}

static void count_profile(struct slicer *own)
{
    own->warm = true;
    for (guint k = 0; k < own->kernels->len; k++)
        slicer_kernel_at(own, k)->profiles++;
}

/* The curves of all kernels; false: one has no sample yet. */
static bool make_curves(struct slicer *own)
{
    bool all = true;
    for (guint k = 0; k < own->kernels->len; k++) {
        struct slicer_kernel *kernel = slicer_kernel_at(own, k);
        kernel->profiled = slicer_curve(&kernel->sums, &kernel->water);
        all &= kernel->profiled;
    }
    return all;
}

void slicer_begin_watch(struct slicer *own)
{
    own->phase = SLICED;
    slicer_watch_begin(&own->watch);
}

/* Every number of its blocks that the round wants has been sampled, or can't be. */
static bool is_covered(const struct slicer *own, uint32_t k)
{
    const struct slicer_kernel *kernel = slicer_kernel_at(own, k);
    const struct slicer_part part = slicer_part_at(own, k);
    for (uint32_t sm = part.first; kernel->left > 0 && sm < part.first + part.count; sm++)
        if (kernel->sums.count[slicer_wanted_blocks(own, k, sm)] == 0)
            return false;
    return true;
}

static bool waits_for_samples(struct slicer *own)
{
    bool all = true;
    for (uint32_t k = 0; k < own->kernels->len; k++)
        all &= is_covered(own, k);
    if (all || own->waits == MOST_WAITS)
        return false;
    own->waits++;
    return true;
}

void slicer_end_round(struct slicer *own, uint64_t cycle)
{
    struct slicer_sums sums[WATER_MOST_KERNELS];
    for (guint k = 0; k < own->kernels->len; k++)
        sums[k] = slicer_kernel_at(own, k)->sums;
    slicer_add_round(sums, own->samples, own->n_samples, own->scaling);
    for (guint k = 0; k < own->kernels->len; k++)
        slicer_kernel_at(own, k)->sums = sums[k];
    if (waits_for_samples(own)) {
        begin_round(own, cycle);
    } else if (own->round + 1 < rounds(own)) {
        own->round++;
        own->waits = 0;
        begin_round(own, cycle + own->sample);
    } else if (!make_curves(own)) {
        begin_round(own, cycle);
    } else {
        count_profile(own);
        slicer_decide(own);
        own->phase = DECIDED;
        own->from = cycle + own->delay;
        if (own->delay == 0)
            slicer_begin_watch(own);
    }
}
