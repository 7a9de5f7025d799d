/* SPDX-License-Identifier: BSD-3-Clause */
/* What numbers.c and kernel_numbers.c share. */
#ifndef SIMGPU_RESULTS_NUMBERS_PRIVATE_H
#define SIMGPU_RESULTS_NUMBERS_PRIVATE_H

#include "results/numbers.h"

/* The numbers in an object, and in objects in it, by their names behind `prefix`. */
bool result_walk(JsonObject *object, const char *prefix, number_sink sink, void *data);

/* All that is about kernels. */
bool kernel_numbers_each(JsonObject *result, number_sink sink, void *data);

#endif
