/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/timed_whole.h"
#include "cli/run/sampling/leaps_rest.h"
#include "models/functional/preview/preview.h"
#include "models/gpu.h"
#include <math.h>

/* What a part of a launch has moved may differ by so much from what the model says, relative, and
 * come back in the rest: blocks are not as far as they are in the model. ASSUMED. */
static const double may_be_early = 0.25;
/* Of what the end of the one wave that was simulated takes beyond its mean: others may have so
 * much of it. ASSUMED. */
static const double part_of_end = 0.5;

enum in_full timed_whole_why(const struct launch *launch, bool alone)
{
    if (!alone || launch->depth > 0)
        return IN_FULL_BESIDE;
    if (launch->cluster[0] * launch->cluster[1] * launch->cluster[2] > 1)
        return IN_FULL_CLUSTERS;
    return launch->code->traced || functional_preview_fits(launch->code) ? IN_FULL_NOT
                                                                         : IN_FULL_SYNC;
}

const struct kernel_record *timed_whole_record(const struct gpu *gpu, uint32_t launch)
{
    const GArray *records = gpu_kernel_records(gpu);
    for (guint i = records->len; i > 0; i--) {
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, i - 1);
        if (record->launch == launch)
            return record;
    }
    g_assert_not_reached();
}

double timed_whole_rest(const struct timed_whole *timed, const struct kernel_record *record,
                        uint64_t work)
{
    const double blocks = (double)(timed->n_blocks - timed->timed_blocks);
    if (timed->leaps)
        return (double)(work - timed->leaps->leapt);
    if (!timed->waves || (timed->waves->timed == 0 && !timed->waves->filling))
        return 0;
    if (work > 0)
        return (double)work;
    return blocks * (double)record->warp_instructions / (double)MAX(timed->timed_blocks, 1);
}

struct wave_rate timed_whole_by_course(const struct timed_whole *timed, unsigned figure,
                                       double so_far)
{
    const double work = (double)timed->work + timed->rest;
    const struct filling_blocks out = waves_left_out(timed->waves);
    const double from = (double)out.first / (double)timed->n_blocks,
                 to = from + (double)out.work / work;
    const double shown =
        traffic_between(timed->course, figure, 0, from) +
        traffic_between(timed->course, figure, to, to - from + (double)timed->work / work);
    const double rest = traffic_between(timed->course, figure, 0, 1) - shown;
    const double off = so_far - shown;
    if (fabs(off) <= may_be_early * shown)
        return (struct wave_rate){MAX(rest - off, 0), fabs(off)};
    const double scaled = shown > 0 ? rest * so_far / shown : rest;
    return (struct wave_rate){scaled, fabs(scaled - rest)};
}

bool timed_whole_is_cut(const struct timed_whole *timed)
{
    return timed->rest > 0 || (timed->leaps && timed->leaps->leapt > 0);
}

bool timed_whole_is_wide(const struct timed_whole *timed)
{
    return timed->waves && timed->waves->timed > 0 && timed->waves->over_budget;
}

/* Of the blocks of a launch that leaps, as far as they were simulated. */
static double with_leaps(const struct timed_whole *timed)
{
    return (double)timed->cycles + leaps_rest(timed->leaps, leaps_cycles_at, NULL).more +
           timed->leaps->ends;
}

static double mean_length_of_others(const struct timed_whole *timed)
{
    const double left_out = (double)(timed->n_blocks - timed->timed_blocks);
    return left_out > 0 ? timed->rest / left_out : 0;
}

struct wave_rate timed_whole_beyond(const struct timed_whole *timed,
                                    double (*get)(const void *data, const struct wave_row *row),
                                    const void *data, double ends)
{
    const struct leaps_others others = {mean_length_of_others(timed), ends};
    return leaps_beyond(timed->leaps, get, data, &others);
}

static double cycles_beyond(const struct timed_whole *timed)
{
    return timed_whole_beyond(timed, leaps_cycles_at, NULL, timed->leaps->ends).mean;
}

/* One wave was simulated, from its begin to its end. Other waves begin while it ends, but some of
 * what its end has taken they have, too. */
static double doubt_of_end(const struct timed_whole *timed)
{
    const double work = (double)(timed->work + timed->leaps->leapt);
    if (!timed->leaps->one_wave || work == 0)
        return 0;
    return part_of_end * MAX(with_leaps(timed) / work - cycles_beyond(timed), 0) * timed->rest;
}

double timed_whole_ends(const struct timed_whole *timed)
{
    const double length = mean_length_of_others(timed);
    const double uneven = length > 0 ? leaps_uneven(timed->leaps, length) : 0;
    return timed->leaps->ends_half + MAX(uneven, doubt_of_end(timed));
}

double timed_whole_cycles(const struct timed_whole *timed)
{
    if (timed->leaps)
        return with_leaps(timed) + timed->rest * cycles_beyond(timed);
    return (double)timed->cycles +
           (timed->rest > 0 ? waves_rest(timed->waves, timed->rest, NULL, NULL).mean : 0);
}
