/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters over time. Every so many SM cycles a sample has the counts since the last sample.
 *
 * A sample is exact. Each unit stops at the cycle's edge, and cycles that it would account later
 * are added (unit_ops.snapshot). Units are not woken for it. Samples of the same cycle are added up
 * in any order of units. So results and samples are the same at any lookahead. The last sample is
 * at the end of the run. All samples sum to the totals.
 *
 * A metric is GROUP.COUNTER, the sum over all units of a kind ("sm.warp_instructions"), or
 * UNIT.COUNTER, of one alone ("sm3.warp_instructions", "l2-0.accesses"). Counters are those of the
 * JSON's "totals". Differs: "host_commands" and "dispatcher" count only what has ended, and nothing
 * that is under way.
 *
 * Units: cycles of the SM, times in ps.
 */
#ifndef SIMGPU_OBSERVERS_SAMPLER_H
#define SIMGPU_OBSERVERS_SAMPLER_H

#include "models/gpu.h"
#include <json-glib/json-glib.h>

struct sampler;

/* The metrics if the user names none. */
extern const char *const sampler_default_metrics;

/* gpu: not yet run; borrowed until sampler_end. metrics: with commas between them. */
struct sampler *sampler_new(struct gpu *gpu, uint64_t interval, const char *metrics,
                            GError **error);
/* NULL is fine. */
void sampler_free(struct sampler *sampler);

/* Takes the last sample. Call it after the run. */
void sampler_end(struct sampler *sampler);

uint32_t sampler_n_metrics(const struct sampler *sampler);
const char *sampler_metric(const struct sampler *sampler, uint32_t metric);
uint32_t sampler_n_samples(const struct sampler *sampler);
/* The cycles and the time of a sample: from the end of the sample before it to its own end. */
struct sampler_span {
    uint64_t first, end; /* cycles */
    sim_time first_ps, end_ps;
};
struct sampler_span sampler_span(const struct sampler *sampler, uint32_t sample);
/* The count in a sample. */
uint64_t sampler_value(const struct sampler *sampler, uint32_t sample, uint32_t metric);

/* Writes a row for each sample: first and end cycle, end in ps, and the values. */
bool sampler_write_csv(const struct sampler *sampler, const char *path, GError **error);
/* Writes an object: interval_cycles, end_cycle, end_ps, and under "metrics" an array for each
 * metric. */
void sampler_write_json(const struct sampler *sampler, JsonBuilder *json);

#endif
