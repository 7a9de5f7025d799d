/* SPDX-License-Identifier: BSD-3-Clause */
/* Warped-Slicer: when several kernels are under way, measure how fast each is with how many blocks
 * on an SM, and slice each SM among them so that the one which loses most loses least.
 *
 * A kernel that comes begins a profile: the SMs are shared out among the kernels, each with another
 * number of blocks (slicer_profile.h), which run for `warm_up` cycles and are then sampled for
 * `sample`. `delay` cycles later the slices are there (water_filling.h): quotas of blocks on every
 * SM. If one of K kernels would keep less than 1 - loss / K of its best performance, or not one
 * block of each fits, each gets SMs for itself instead. Blocks are never thrown out: they end, and
 * others come in their place.
 *
 * When a kernel ends, the others' curves are used once more; one that is alone may have everything.
 * A change of the GPU's instructions a cycle by more than `change` that lasts for `lasting` samples
 * begins another profile.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, sections IV and V.
 * Differs: a sample counts if its SM has had blocks of one kernel only, all the time. A round goes
 * on until each number of blocks that it wants has been sampled, for MOST_WAITS further samples at
 * most, since blocks of others may stay long; a kernel without any sample is waited for. More than
 * 8 kernels at a time, or more than there are SMs, get SMs for themselves. ASSUMED: in the
 * profile's later rounds (slicer_profile.h) the warm-up is one sample; `change` and `lasting`, for
 * which the publication gives the least duration only.
 *
 * Units: cycles of the SMs.
 */
#include "policies/partition/partition.h"
#include "policies/partition/slicer_profile.h"
#include "policies/partition/slicer_watch.h"
#include <string.h>

enum parameter { WARM_UP, SAMPLE, DELAY, LOSS, CHANGE, LASTING };

static const struct policy_parameter parameters[] = {
    [WARM_UP] = POLICY_INTEGER_ROW("warm_up", "cycles", 20000, 0, 1e12,
                                   "from a kernel's coming to its first sample (V)"),
    [SAMPLE] = POLICY_INTEGER_ROW("sample", "cycles", 5000, 100, 1e9, "of a profile (V)"),
    [DELAY] = POLICY_INTEGER_ROW("delay", "cycles", 0, 0, 1e9,
                                 "that the algorithm takes (V.H tries 1,000, 5,000 and 10,000)"),
    [LOSS] = POLICY_REAL_ROW("loss", "1", 1.2, 0, 8,
                             "K kernels share SMs if each loses at most loss / K (IV)"),
    [CHANGE] = POLICY_REAL_ROW("change", "1", 0.5, 0, 1e6,
                               "of instructions a cycle that begins another profile (IV.B); "
                               "ASSUMED: one half"),
    [LASTING] = POLICY_INTEGER_ROW("lasting", "samples", 3, 1, 1e6,
                                   "that a change must last (IV.B: one at least); ASSUMED: three"),
    {0}};

enum { BLOCKS, APART, PROFILES, CURVE };
static const struct policy_result results[] = {
    [BLOCKS] = {"blocks", "blocks", 1,
                "its slice of an SM, by the last decision; 0: none was made"},
    [APART] = {"apart", "1", 1, "1: by that decision kernels had SMs of their own"},
    [PROFILES] = {"profiles", "1", 1, "in which it was measured"},
    [CURVE] = {"curve", "instructions/1000 cycles", WATER_MOST_BLOCKS,
               "of an SM with 1, 2, ... of its blocks, as measured last and scaled"},
    {0}};

/* Further samples that a round takes at most; ASSUMED. */
enum { MOST_WAITS = 8 };

enum phase { ALONE, PROFILE, DECIDED, SLICED };

struct slicer_kernel {
    uint32_t launch;
    bool profiled;
    uint64_t left;     /* blocks that have not been sent */
    uint32_t *running; /* by SM */
    struct water_kernel water;
    struct slicer_sums sums;
    uint32_t blocks; /* its slice of an SM */
    bool apart;      /* it has SMs of its own instead */
    uint32_t profiles;
};

struct state {
    uint32_t n_sms, n_schedulers;
    uint64_t has[BLOCK_RESOURCES];
    uint64_t warm_up, sample, delay;
    double loss;

    GPtrArray *kernels; /* struct slicer_kernel, under way */
    enum phase phase;
    bool spatial; /* when SLICED */
    /* PROFILE: the sample of a round is from `from` on. DECIDED: `from` is when it holds. */
    uint64_t from;
    uint32_t round, waits, n_samples;
    struct slicer_sample *samples; /* of the round: an SM one at most */
    bool *told;                    /* by SM, in this round */
    uint64_t *alone_since;     /* by SM: when its last block beside those of another kernel ended */
    struct slicer_watch watch; /* when SLICED */
};

static struct slicer_kernel *kernel_at(const struct state *own, uint32_t k)
{
    return own->kernels->pdata[k];
}

/* Its index; n: it is not known. */
static uint32_t index_of(const struct state *own, uint32_t launch)
{
    uint32_t k = 0;
    while (k < own->kernels->len && kernel_at(own, k)->launch != launch)
        k++;
    return k;
}

static bool may_share(const struct state *own)
{
    return own->kernels->len <= MIN((uint32_t)WATER_MOST_KERNELS, own->n_sms);
}

/* ---- the profile -------------------------------------------------------------------------------
 */

static void begin_round(struct state *own, uint64_t after)
{
    own->from = (after + own->sample - 1) / own->sample * own->sample;
    own->n_samples = 0;
    memset(own->told, 0, own->n_sms * sizeof *own->told);
}

static void begin_profile(struct state *own, uint64_t cycle, uint64_t warm_up)
{
    own->phase = PROFILE;
    own->round = own->waits = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        memset(&kernel_at(own, k)->sums, 0, sizeof(struct slicer_sums));
    begin_round(own, cycle + warm_up);
}

static struct slicer_part part_of(const struct state *own, uint32_t k)
{
    return slicer_part_of(k, own->kernels->len, own->n_sms);
}

static uint32_t rounds(const struct state *own)
{
    uint32_t most = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        most = MAX(most, slicer_rounds(kernel_at(own, k)->water.most, part_of(own, k).count));
    return most;
}

/* How many blocks of it the SM is to have in this round. */
static uint32_t profiled_blocks(const struct state *own, uint32_t k, uint32_t sm)
{
    const struct slicer_part part = part_of(own, k);
    if (sm < part.first || sm >= part.first + part.count)
        return 0;
    return slicer_blocks(kernel_at(own, k)->water.most, part.count, sm - part.first, own->round);
}

/* The SM's sample of this round, if all of it is about one kernel. */
static void note_sample(struct state *own, const struct dispatcher_sample *sample)
{
    uint32_t k = index_of(own, sample->launch);
    if (k == own->kernels->len || own->told[sample->sm] || sample->cycles == 0 ||
        own->alone_since[sample->sm] > own->from)
        return;
    const struct slicer_kernel *kernel = kernel_at(own, k);
    uint32_t blocks = kernel->running[sample->sm];
    if (kernel->left > 0)
        blocks = MAX(blocks, profiled_blocks(own, k, sample->sm));
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

static void decide(struct state *own)
{
    uint32_t n = own->kernels->len;
    struct water_kernel all[WATER_MOST_KERNELS] = {0};
    uint32_t blocks[WATER_MOST_KERNELS];
    own->spatial = true;
    if (!may_share(own))
        return;
    for (uint32_t k = 0; k < n; k++)
        all[k] = kernel_at(own, k)->water;
    if (!water_fill(all, n, own->has, blocks))
        return;
    own->spatial = false;
    for (uint32_t k = 0; k < n; k++) {
        kernel_at(own, k)->blocks = blocks[k];
        own->spatial |= water_share(&all[k], blocks[k]) < 1 - own->loss / n;
    }
    for (uint32_t k = 0; k < n; k++)
        kernel_at(own, k)->apart = own->spatial;
}

static void count_profile(struct state *own)
{
    for (guint k = 0; k < own->kernels->len; k++)
        kernel_at(own, k)->profiles++;
}

/* The curves of all kernels; false: one has no sample yet. */
static bool make_curves(struct state *own)
{
    bool all = true;
    for (guint k = 0; k < own->kernels->len; k++) {
        struct slicer_kernel *kernel = kernel_at(own, k);
        kernel->profiled = slicer_curve(&kernel->sums, &kernel->water);
        all &= kernel->profiled;
    }
    return all;
}

static void watch(struct state *own)
{
    own->phase = SLICED;
    slicer_watch_begin(&own->watch);
}

/* Every number of its blocks that the round wants has been sampled, or can't be. */
static bool is_covered(const struct state *own, uint32_t k)
{
    const struct slicer_kernel *kernel = kernel_at(own, k);
    const struct slicer_part part = part_of(own, k);
    for (uint32_t sm = part.first; kernel->left > 0 && sm < part.first + part.count; sm++)
        if (kernel->sums.count[profiled_blocks(own, k, sm)] == 0)
            return false;
    return true;
}

static bool waits_for_samples(struct state *own)
{
    bool all = true;
    for (uint32_t k = 0; k < own->kernels->len; k++)
        all &= is_covered(own, k);
    if (all || own->waits == MOST_WAITS)
        return false;
    own->waits++;
    return true;
}

static void end_round(struct state *own, uint64_t cycle)
{
    struct slicer_sums sums[WATER_MOST_KERNELS];
    for (guint k = 0; k < own->kernels->len; k++)
        sums[k] = kernel_at(own, k)->sums;
    slicer_add_round(sums, own->samples, own->n_samples);
    for (guint k = 0; k < own->kernels->len; k++)
        kernel_at(own, k)->sums = sums[k];
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
        decide(own);
        own->phase = DECIDED;
        own->from = cycle + own->delay;
        if (own->delay == 0)
            watch(own);
    }
}

/* ---- events ------------------------------------------------------------------------------------
 */

static void init(void *state, const struct dispatcher_policy_site *site,
                 const struct policy_values *values)
{
    const union policy_value *value = values->values;
    struct state *own = state;
    own->n_sms = site->n_sms;
    own->n_schedulers = site->n_schedulers;
    memcpy(own->has, site->has, sizeof own->has);
    own->warm_up = (uint64_t)value[WARM_UP].integer;
    own->sample = (uint64_t)value[SAMPLE].integer;
    own->delay = (uint64_t)value[DELAY].integer;
    own->loss = value[LOSS].real;
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
    struct state *own = state;
    for (guint k = 0; k < own->kernels->len; k++)
        kernel_free(kernel_at(own, k));
    g_ptr_array_free(own->kernels, TRUE);
    g_free(own->samples);
    g_free(own->told);
    g_free(own->alone_since);
}

static void kernel_started(void *state, const struct dispatched_kernel *kernel, uint64_t cycle)
{
    struct state *own = state;
    struct slicer_kernel *one = g_new0(struct slicer_kernel, 1);
    one->launch = kernel->launch;
    one->left = kernel->n_blocks;
    one->running = g_new0(uint32_t, own->n_sms);
    one->water.most = MIN(kernel->capacity, (uint32_t)WATER_MOST_BLOCKS);
    memcpy(one->water.takes, kernel->takes, sizeof one->water.takes);
    g_ptr_array_add(own->kernels, one);
    if (own->kernels->len < 2)
        return;
    if (may_share(own)) {
        begin_profile(own, cycle, own->warm_up);
    } else {
        own->spatial = true;
        watch(own);
    }
}

/* Those that are left share what it had: by their curves, or, if these are not there yet, after
 * another profile. */
static void kernel_ended(void *state, uint32_t launch, uint64_t cycle)
{
    struct state *own = state;
    bool profiled = true;
    uint32_t ended = index_of(own, launch);
    kernel_free(kernel_at(own, ended));
    g_ptr_array_remove_index(own->kernels, ended);
    for (guint k = 0; k < own->kernels->len; k++)
        profiled &= kernel_at(own, k)->profiled;
    if (own->kernels->len < 2) {
        own->phase = ALONE;
    } else if (!may_share(own) || (own->phase == SLICED && profiled)) {
        decide(own);
        watch(own);
    } else {
        begin_profile(own, cycle, own->sample);
    }
}

static void block_sent(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct state *own = state;
    struct slicer_kernel *kernel = kernel_at(own, index_of(own, launch));
    (void)block, (void)cycle;
    kernel->left--;
    kernel->running[sm]++;
}

/* Kernels that have blocks on the SM. */
static uint32_t n_on(const struct state *own, uint32_t sm)
{
    uint32_t n = 0;
    for (guint k = 0; k < own->kernels->len; k++)
        n += kernel_at(own, k)->running[sm] > 0;
    return n;
}

static void block_done(void *state, uint32_t launch, uint64_t block, uint32_t sm, uint64_t cycle)
{
    struct state *own = state;
    (void)block;
    if (n_on(own, sm) > 1)
        own->alone_since[sm] = cycle;
    kernel_at(own, index_of(own, launch))->running[sm]--;
}

/* SMs that have blocks have all told. */
static bool all_told(const struct state *own)
{
    for (uint32_t i = 0; i < own->n_sms; i++)
        for (guint k = 0; k < own->kernels->len && !own->told[i]; k++)
            if (kernel_at(own, k)->running[i] > 0)
                return false;
    return true;
}

/* A message takes less than a sample: what is heard within one after the round's is about it. */
static void sampled(void *state, const struct dispatcher_sample *sample, uint64_t cycle)
{
    struct state *own = state;
    if (own->phase == SLICED && slicer_watch_hear(&own->watch, sample, cycle) && may_share(own))
        begin_profile(own, cycle, own->sample);
    if (own->phase != PROFILE || cycle < own->from + own->sample)
        return;
    note_sample(own, sample);
    if (all_told(own))
        end_round(own, cycle);
}

static uint64_t review(const void *state)
{
    const struct state *own = state;
    if (own->phase == PROFILE)
        return own->from + 2 * own->sample;
    return own->phase == DECIDED ? own->from : UINT64_MAX;
}

static void reviewed(void *state, uint64_t cycle)
{
    struct state *own = state;
    if (own->phase == PROFILE && cycle >= own->from + 2 * own->sample)
        end_round(own, cycle);
    else if (own->phase == DECIDED && cycle >= own->from)
        watch(own);
}

static uint64_t sample_every(const void *state)
{
    return ((const struct state *)state)->sample;
}

static void report(const void *state, uint32_t launch, uint64_t *values)
{
    const struct state *own = state;
    uint32_t k = index_of(own, launch);
    if (k == own->kernels->len)
        return;
    const struct slicer_kernel *kernel = kernel_at(own, k);
    values[BLOCKS] = kernel->blocks;
    values[APART] = kernel->apart;
    values[PROFILES] = kernel->profiles;
    for (uint32_t n = 1; kernel->profiled && n <= kernel->water.most; n++)
        values[CURVE + n - 1] = (uint64_t)(1000 * kernel->water.performance[n] + 0.5);
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    const struct state *own = state;
    uint32_t k = index_of(own, view->kernels[kernel].launch);
    if (own->phase == ALONE)
        return UINT32_MAX;
    if (own->phase == SLICED && !own->spatial)
        return kernel_at(own, k)->blocks;
    const struct slicer_part part = part_of(own, k);
    if (sm < part.first || sm >= part.first + part.count)
        return 0;
    return own->phase == SLICED ? UINT32_MAX : profiled_blocks(own, k, sm);
}

const struct partition_ops partition_warped_slicer = {
    .policy = {.head = {.name = "warped_slicer",
                        .summary = "SMs sliced by sampled performance, water-filling",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, IV",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
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
