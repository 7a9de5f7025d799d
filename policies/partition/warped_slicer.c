/* SPDX-License-Identifier: BSD-3-Clause */
/* Warped-Slicer: when several kernels are under way, measure how fast each is with how many blocks
 * on an SM, and slice each SM among them so that the one which loses most loses least.
 *
 * A kernel that comes begins a profile: the SMs are shared out among the kernels, each with another
 * number of blocks (slicer_profile.h), which run for `warm_up` cycles, if it is the first one of
 * the run, and are then sampled for `sample`. `delay` cycles later the slices are there
 * (water_filling.h): quotas of blocks on every SM. If one of K kernels would keep less than 1 -
 * loss / K of its best performance, or not one block of each fits, each gets SMs for itself
 * instead. Blocks are never thrown out: they end, and others come in their place.
 *
 * When a kernel ends, the others' curves are used once more; one that is alone may have everything.
 * A change of the GPU's instructions a cycle by more than `change` that lasts for `lasting` samples
 * begins another profile.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, sections IV and V.
 * Differs: a sample counts if its SM has had blocks of one kernel only, all the time. A round goes
 * on until each number of blocks that it wants has been sampled, for MOST_WAITS further samples at
 * most, since blocks of others may stay long; a kernel without any sample is waited for. More than
 * 8 kernels at a time, or more than there are SMs, get SMs for themselves. ASSUMED: in later
 * profiles, and in a profile's later rounds (slicer_profile.h), the warm-up is one sample; `change`
 * and `lasting`, for which the publication gives the least duration only.
 *
 * Units: cycles of the SMs.
 */
#include "policies/partition/partition.h"
#include "policies/partition/slicer.h"
#include <string.h>

enum parameter { WARM_UP, SAMPLE, DELAY, LOSS, CHANGE, LASTING, SCALING };

static const char *const scalings[] = {
    [SCALING_PRINTED] = "printed", [SCALING_DERIVED] = "derived", [SCALING_NONE] = "none", NULL};

static const struct policy_parameter parameters[] = {
    [WARM_UP] = POLICY_INTEGER_ROW("warm_up", "cycles", 20000, 0, 1e12,
                                   "cycles from a kernel's arrival to the run's first sample (V)"),
    [SAMPLE] = POLICY_INTEGER_ROW("sample", "cycles", 5000, 100, 1e9,
                                  "cycles of a sample of a profile (V)"),
    [DELAY] =
        POLICY_INTEGER_ROW("delay", "cycles", 0, 0, 1e9,
                           "cycles that the algorithm takes (V.H tries 1,000, 5,000 and 10,000)"),
    [LOSS] = POLICY_REAL_ROW("loss", "1", 1.2, 0, 8,
                             "K kernels share SMs if each loses at most loss / K (IV)"),
    [CHANGE] = POLICY_REAL_ROW(
        "change", "1", 0.5, 0, 1e6,
        "change of instructions a cycle that begins another profile (IV.B); ASSUMED: one half"),
    [LASTING] =
        POLICY_INTEGER_ROW("lasting", "samples", 3, 1, 1e6,
                           "samples that a change must last (IV.B: one at least); ASSUMED: three"),
    [SCALING] =
        POLICY_CHOICE_ROW("scaling", scalings, SCALING_PRINTED,
                          "scaling of samples: equation 4 as printed, as derived from 3, or none"),
    {0}};

enum { BLOCKS, APART, PROFILES, CURVE };
static const struct policy_result results[] = {
    [BLOCKS] = {"blocks", "blocks", 1,
                "its slice of an SM by the last decision; 0: there was no decision"},
    [APART] = {"apart", "1", 1, "1: that decision gave kernels SMs of their own"},
    [PROFILES] = {"profiles", "1", 1, "in which it was measured"},
    [CURVE] = {"curve", "instructions/1000 cycles", WATER_MOST_BLOCKS,
               "speed of an SM with 1, 2, ... of its blocks, as last measured and scaled"},
    {0}};

/* ---- events ------------------------------------------------------------------------------------
 */

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    const union policy_value *value = values->values;
    struct slicer *own = state;
    own->n_sms = site->n_sms;
    own->n_schedulers = site->n_schedulers;
    memcpy(own->has, site->has, sizeof own->has);
    own->warm_up = (uint64_t)value[WARM_UP].integer;
    own->sample = (uint64_t)value[SAMPLE].integer;
    own->delay = (uint64_t)value[DELAY].integer;
    own->loss = value[LOSS].real;
    own->scaling = (enum slicer_scaling)value[SCALING].choice;
    own->watch = (struct slicer_watch){.sample = own->sample,
                                       .change = value[CHANGE].real,
                                       .lasting = (uint32_t)value[LASTING].integer};
    own->kernels = g_ptr_array_new();
    own->samples = g_new0(struct slicer_sample, site->n_sms);
    own->told = g_new0(bool, site->n_sms);
    own->alone_since = g_new0(uint64_t, site->n_sms);
}

static void kernel_free(struct slicer_kernel *kernel)
{
    g_free(kernel->running);
    g_free(kernel);
}

static void finish(void *state)
{
    struct slicer *own = state;
    for (guint k = 0; k < own->kernels->len; k++)
        kernel_free(slicer_kernel_at(own, k));
    g_ptr_array_free(own->kernels, TRUE);
    g_free(own->samples);
    g_free(own->told);
    g_free(own->alone_since);
}

static void kernel_started(void *state, const struct dispatched_kernel *kernel, uint64_t cycle)
{
    struct slicer *own = state;
    struct slicer_kernel *one = g_new0(struct slicer_kernel, 1);
    one->launch = kernel->launch;
    one->left = kernel->n_blocks;
    one->running = g_new0(uint32_t, own->n_sms);
    one->water.most = MIN(kernel->capacity, (uint32_t)WATER_MOST_BLOCKS);
    memcpy(one->water.takes, kernel->takes, sizeof one->water.takes);
    g_ptr_array_add(own->kernels, one);
    if (own->kernels->len < 2)
        return;
    if (slicer_may_share(own)) {
        slicer_begin_profile(own, cycle, own->warm ? own->sample : own->warm_up);
    } else {
        own->spatial = true;
        slicer_begin_watch(own);
    }
}

/* Those that are left share what it had: by their curves, or, if these are not there yet, after
 * another profile. */
static void kernel_ended(void *state, uint32_t launch, uint64_t cycle)
{
    struct slicer *own = state;
    bool profiled = true;
    uint32_t ended = slicer_index_of(own, launch);
    kernel_free(slicer_kernel_at(own, ended));
    g_ptr_array_remove_index(own->kernels, ended);
    for (guint k = 0; k < own->kernels->len; k++)
        profiled &= slicer_kernel_at(own, k)->profiled;
    if (own->kernels->len < 2) {
        own->phase = ALONE;
    } else if (!slicer_may_share(own) || (own->phase == SLICED && profiled)) {
        slicer_decide(own);
        slicer_begin_watch(own);
    } else {
        slicer_begin_profile(own, cycle, own->sample);
    }
}

static void block_sent(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct slicer *own = state;
    struct slicer_kernel *kernel = slicer_kernel_at(own, slicer_index_of(own, launch));
    (void)block, (void)cycle;
    kernel->left--;
    kernel->running[sm]++;
}

/* Kernels that have blocks on the SM. */
static uint32_t n_on(const struct slicer *own, uint32_t sm)
{
    uint32_t n = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        n += slicer_kernel_at(own, k)->running[sm] > 0;
    return n;
}

static void block_done(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct slicer *own = state;
    (void)block;
    if (n_on(own, sm) > 1)
        own->alone_since[sm] = cycle;
    slicer_kernel_at(own, slicer_index_of(own, launch))->running[sm]--;
}

/* SMs that have blocks have all told. */
static bool all_told(const struct slicer *own)
{
    for (uint32_t i = 0; i < own->n_sms; i++)
        for (guint k = 0; k < own->kernels->len && !own->told[i]; k++)
            if (slicer_kernel_at(own, k)->running[i] > 0)
                return false;
    return true;
}

/* A message takes less than a sample: what is heard within one after the round's is about it. */
static void sampled(void *state, const struct dispatcher_sample *sample, uint64_t cycle)
{
    struct slicer *own = state;
    if (own->phase == SLICED && slicer_watch_hear(&own->watch, sample, cycle) &&
        slicer_may_share(own))
        slicer_begin_profile(own, cycle, own->sample);
    if (own->phase != PROFILE || cycle < own->from + own->sample)
        return;
    slicer_note_sample(own, sample);
    if (all_told(own))
        slicer_end_round(own, cycle);
}

static uint64_t review(const void *state)
{
    const struct slicer *own = state;
    if (own->phase == PROFILE)
        return own->from + 2 * own->sample;
    return own->phase == DECIDED ? own->from : UINT64_MAX;
}

static void reviewed(void *state, uint64_t cycle)
{
    struct slicer *own = state;
    if (own->phase == PROFILE && cycle >= own->from + 2 * own->sample)
        slicer_end_round(own, cycle);
    else if (own->phase == DECIDED && cycle >= own->from)
        slicer_begin_watch(own);
}

static uint64_t sample_every(const void *state)
{
    return ((const struct slicer *)state)->sample;
}

static void report(const void *state, uint32_t launch, uint64_t *values)
{
    const struct slicer *own = state;
    uint32_t k = slicer_index_of(own, launch);
    if (k == own->kernels->len)
        return;
    const struct slicer_kernel *kernel = slicer_kernel_at(own, k);
    values[BLOCKS] = kernel->blocks;
    values[APART] = kernel->apart;
    values[PROFILES] = kernel->profiles;
    for (uint32_t n = 1; kernel->profiled && n <= kernel->water.most; n++)
        values[CURVE + n - 1] = (uint64_t)(1000 * kernel->water.performance[n] + 0.5);
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    const struct slicer *own = state;
    uint32_t k = slicer_index_of(own, view->kernels[kernel].launch);
    if (own->phase == ALONE)
        return UINT32_MAX;
    if (own->phase == SLICED && !own->spatial)
        return slicer_kernel_at(own, k)->blocks;
    const struct slicer_part part = slicer_part_at(own, k);
    if (sm < part.first || sm >= part.first + part.count)
        return 0;
    return own->phase == SLICED ? UINT32_MAX : slicer_wanted_blocks(own, k, sm);
}

const struct partition_ops partition_warped_slicer = {
    .policy = {.head = {.name = "warped_slicer",
                        .summary = "SMs sliced by sampled performance, water-filling",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, IV",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct slicer)},
               .on = {.kernel_started = kernel_started,
                      .kernel_ended = kernel_ended,
                      .block_sent = block_sent,
                      .block_done = block_done,
                      .sampled = sampled,
                      .reviewed = reviewed},
               .init = init,
               .finish = finish,
               .sample_every = sample_every,
               .review = review,
               .results = results,
               .report = report},
    .quota = quota,
};
