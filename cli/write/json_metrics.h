/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of a run's JSON that are its metrics. */
#ifndef SIMGPU_CLI_WRITE_JSON_METRICS_H
#define SIMGPU_CLI_WRITE_JSON_METRICS_H

#include "metrics/run_numbers.h"
#include <json-glib/json-glib.h>

/* An object of a table's counters. */
void json_add_counters(JsonBuilder *json, const struct counter *table, const void *counters);

/* Each adds the members of its name to the object that is open. */
void json_add_run_metrics(JsonBuilder *json, const struct run_numbers *numbers); /* metrics */
void json_add_totals(JsonBuilder *json, const struct run_numbers *numbers);      /* totals */
/* energy: of each unit, and what the rest takes standing. */
void json_add_energy(JsonBuilder *json, const struct run_numbers *numbers);
/* Members counters and metrics. */
void json_add_values(JsonBuilder *json, const struct metric_values *values);
void json_add_streams(JsonBuilder *json, const struct run_numbers *numbers); /* streams */
void json_add_outside_kernels(JsonBuilder *json, const struct run_numbers *numbers);
/* counters and metrics, of a kernel. */
void json_add_kernel_metrics(JsonBuilder *json, const struct run_numbers *numbers, guint index);
/* ... of launches without a record. */
void json_add_fold_metrics(JsonBuilder *json, const struct run_numbers *numbers, guint index);

#endif
