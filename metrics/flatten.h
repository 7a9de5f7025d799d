/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers of a run, taken from its JSON (--json) as pairs of name and value.
 *
 * Counters are "GROUP.COUNTER" ("sm.warp_instructions", "l2.accesses"; "totals" has them by group),
 * the run's figures and what is derived have plain names ("cycles", "elapsed_ps", "ipc"; the
 * object "metrics"). `simgpu list-metrics` lists them all. A derived one that would divide by zero
 * is null there, and left out here.
 */
#ifndef SIMGPU_METRICS_FLATTEN_H
#define SIMGPU_METRICS_FLATTEN_H

#include <json-glib/json-glib.h>

typedef void (*flat_visitor)(void *data, const char *name, double value);

/* result: the root object of a run's JSON. In the order of the file. */
void metrics_flatten(JsonObject *result, flat_visitor visit, void *data);

#endif
