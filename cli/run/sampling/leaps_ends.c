/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps_ends.h"
#include "cli/run/sampling/leaps_blocks.h"
#include "cli/run/sampling/leaps_rest.h"
#include "models/gpu.h"
#include "sampling/ends.h"

/* Part of DRAM's bandwidth that the last window took. */
static double dram_use(const struct leaps *leaps)
{
    const struct gpu_config *config = gpu_config_of(leaps->gpu);
    const struct leaps_window *window =
        &g_array_index(leaps->windows, struct leaps_window, leaps->windows->len - 1);
    const struct wave_row *from = wave_rows_at(&leaps->rows, window->from),
                          *to = wave_rows_at(&leaps->rows, window->to);
    const struct dram_counters *before = &from->counters.dram, *after = &to->counters.dram;
    const double bytes = (double)(after->read_bytes - before->read_bytes) +
                         (double)(after->write_bytes - before->write_bytes);
    const double cycles =
        (double)(to->at - from->at) * 1e-12 * (double)config->dram.clock.frequency_hz;
    const double peak =
        (double)config->n_channels * config->dram.burst_bytes / config->dram.timing.burst;
    return cycles > 0 ? bytes / (cycles * peak) : 0;
}

/* Of all blocks that have one. */
static double mean_pace(const struct leaps *leaps)
{
    double sum = 0;
    unsigned n = 0;
    for (uint32_t i = 0; i < leaps->n_sms; i++)
        for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
            const double pace = leaps_late_pace(&leaps->sms[i].block[k]);
            sum += pace;
            n += pace > 0;
        }
    return n > 0 ? sum / n : 0;
}

/* usual: the pace of a block that has just begun. */
static struct ends_span span_of(const struct leaps_sm *sm, double usual)
{
    struct ends_left left[SM_MAX_BLOCKS];
    unsigned n = 0;
    for (unsigned k = 0; k < SM_MAX_BLOCKS; k++) {
        const double pace = leaps_late_pace(&sm->block[k]);
        if (sm->leap.leapt[k] > 0)
            left[n++] = (struct ends_left){(double)sm->leap.leapt[k], pace > 0 ? pace : usual};
    }
    return ends_span(left, n);
}

double leaps_note_ends(struct leaps *leaps)
{
    const double usual = mean_pace(leaps);
    double work = 0;
    struct ends_span longest = {0, 0};
    if (usual == 0)
        return 0;
    for (uint32_t i = 0; i < leaps->n_sms; i++) {
        const struct ends_span span = span_of(&leaps->sms[i], usual);
        longest = (struct ends_span){MAX(longest.least, span.least), MAX(longest.most, span.most)};
        work += (double)leaps->sms[i].leap.warp_instructions;
    }
    const double known = work * leaps_last_rate(leaps);
    const struct ends_span all = ends_of_all(longest, known, dram_use(leaps));
    leaps->ends += (all.least + all.most) / 2 - known;
    leaps->ends_half += (all.most - all.least) / 2;
    return (all.least + all.most) / 2;
}
