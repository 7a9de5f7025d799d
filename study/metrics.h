/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers of a run's --json under flat names.
 *
 * A number inside objects has their names joined by points; an outermost "totals" or "metrics" is
 * left out: "elapsed_ps", "sm.warp_instructions", "l2.accesses", "host.wall_s". True and false are
 * 1 and 0. Arrays (of kernels, SMs, banks) stay in the result. "cycles", the SM cycles with a
 * kernel, is "dispatcher.kernel_cycles" unless the result has it by itself.
 */
#ifndef SIMGPU_STUDY_METRICS_H
#define SIMGPU_STUDY_METRICS_H

#include <glib.h>
#include <stdbool.h>

/* "schema_version" of the JSON that this simgpu writes and reads. */
enum { JSON_SCHEMA_VERSION = 2 };

typedef bool (*metric_sink)(void *data, const char *name, double value);

/* Calls sink for each number, in the order of the text, until it returns false, which is returned.
 * False, too, if json is no JSON object. */
bool metrics_each(const char *json, metric_sink sink, void *data);

#endif
