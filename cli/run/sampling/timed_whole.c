/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/timed_whole.h"
#include "cli/run/sampling/leaps_rest.h"
#include "models/gpu.h"

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
    if (!timed->waves || timed->waves->timed == 0)
        return 0;
    if (work > 0)
        return (double)work;
    return blocks * (double)record->warp_instructions / (double)MAX(timed->timed_blocks, 1);
}

double timed_whole_cycles(const struct timed_whole *timed)
{
    if (timed->leaps)
        return (double)timed->cycles + leaps_rest(timed->leaps, leaps_cycles_at, NULL).more +
               timed->rest * leaps_beyond(timed->leaps, leaps_cycles_at, NULL).mean;
    return (double)timed->cycles +
           (timed->rest > 0 ? timed->rest * waves_cycles(timed->waves).mean : 0);
}
