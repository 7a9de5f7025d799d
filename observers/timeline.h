/* SPDX-License-Identifier: BSD-3-Clause */
/* A run as a picture over time: a file in Chrome's trace event format, which Perfetto opens.
 *
 * - A process for each chosen SM, with a track for each warp slot: which warp is there, and
 *   what it does in each cycle (the class of the instruction it issues) or what it waits for.
 *   Neighbouring cycles of one kind are one slice.
 * - What these SMs ask of L2, as asynchronous slices. The SM's process has a request from its
 *   departure to its reply, the L2 bank's from its arrival to the reply's departure, and the
 *   channel's has DRAM's part of it. Arrows lead from a load's slice, through the slice of the
 *   bank that serves it, to the slice of the warp in which the reply arrives.
 * - Kernels and copies in a process of the host, and samples (sampler.h) as counters.
 *
 * Files stay usable: only the chosen SMs, only a window of cycles, and only so many bytes. What is
 * kept in memory is what happens in a lookahead. Lines are in the order of (end, unit), which does
 * not depend on the lookahead; so the file does not, either.
 *
 * Source: Google, "Trace Event Format" (2016). Perfetto's importer counts in whole nanoseconds and
 * knows threads by their tid alone, so tids here are different in all processes.
 * Units: cycles of the unit, ps; in the file, microseconds with six decimals: exact ps.
 */
#ifndef SIMGPU_OBSERVERS_TIMELINE_H
#define SIMGPU_OBSERVERS_TIMELINE_H

#include "models/gpu.h"
#include "observers/sampler.h"

struct timeline_options {
    const char *path;
    uint64_t first, end; /* SM cycles: [first, end); CYCLE_NEVER */
    const bool *sms;     /* by SM: chosen */
    uint64_t max_bytes;  /* nothing is begun when the file has so many */
};

struct timeline;

/* Opens the file. The options are borrowed until timeline_free. */
struct timeline *timeline_new(const struct gpu_config *config,
                              const struct timeline_options *options, GError **error);
/* NULL is fine. */
void timeline_free(struct timeline *timeline);

/* What it wants to hear; valid as long as the timeline. */
const struct observer *timeline_observer(struct timeline *timeline);
/* Before the first event. Borrowed until timeline_end. */
void timeline_attach(struct timeline *timeline, const struct gpu *gpu);

/* After the run: closes what is open, and the file. sampler: may be NULL. */
bool timeline_end(struct timeline *timeline, const struct sampler *sampler, GError **error);

/* If the file got too large: the SM cycle at which it ends; else CYCLE_NEVER. */
uint64_t timeline_cut_cycle(const struct timeline *timeline);

#endif
