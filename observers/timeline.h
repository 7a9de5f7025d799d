/* SPDX-License-Identifier: BSD-3-Clause */
/* A run as a picture over time: a file in Chrome's trace event format, which Perfetto opens.
 *
 * - Each chosen SM has a process, with a track for each warp slot. The track shows the warp there,
 *   and in each cycle its action (the class of the instruction that it issues) or the reason of its
 *   wait. Neighbouring cycles of one kind are one slice.
 * - The requests of these SMs to L2 are asynchronous slices. The SM's process has a request from
 * its departure to its reply. The L2 bank's process has it from its arrival to the reply's
 * departure. The channel's process has DRAM's part. Arrows lead from a load's slice, through the
 * slice of the bank that serves it, to the slice of the warp in which the reply arrives.
 * - Kernels and copies are in a process of the host. Samples (sampler.h) are counters.
 *
 * Files stay usable: they have only the chosen SMs, a window of cycles, and so many bytes. Only the
 * events of one lookahead are in memory. Lines are in the order of (end, unit). This order does not
 * depend on the lookahead, and so the file does not, either.
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
    uint64_t max_bytes;  /* no event begins when the file has so many */
};

struct timeline;

/* Opens the file. The options are borrowed until timeline_free. */
struct timeline *timeline_new(const struct gpu_config *config,
                              const struct timeline_options *options, GError **error);
/* NULL is fine. */
void timeline_free(struct timeline *timeline);

/* The observer that hears events for it. Valid as long as the timeline. */
const struct observer *timeline_observer(struct timeline *timeline);
/* Call it before the first event. Borrows gpu until timeline_end. */
void timeline_attach(struct timeline *timeline, const struct gpu *gpu);

/* After the run: closes open slices and the file. sampler: may be NULL. */
bool timeline_end(struct timeline *timeline, const struct sampler *sampler, GError **error);

/* If the file got too large: the SM cycle at which it ends; else CYCLE_NEVER. */
uint64_t timeline_cut_cycle(const struct timeline *timeline);

#endif
