/* SPDX-License-Identifier: BSD-3-Clause */
/* What metrics.c and kernel_metrics.c share. */
#ifndef SIMGPU_STUDY_METRICS_PRIVATE_H
#define SIMGPU_STUDY_METRICS_PRIVATE_H

#include "study/metrics.h"

/* The numbers in an object, and in objects in it, by their names behind `prefix`. */
bool metrics_walk(JsonObject *object, const char *prefix, metric_sink sink, void *data);
/* A number, or true or false. */
bool metrics_number(JsonNode *node, double *out);

/* All that is about kernels. */
bool kernel_metrics_each(JsonObject *result, metric_sink sink, void *data);

#endif
