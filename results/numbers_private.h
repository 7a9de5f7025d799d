/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that numbers.c and kernel_numbers.c share. */
#ifndef SIMGPU_RESULTS_NUMBERS_PRIVATE_H
#define SIMGPU_RESULTS_NUMBERS_PRIVATE_H

#include "results/numbers.h"

/* Visits the numbers in an object, and in objects in it. Their names begin with `prefix`. */
bool result_walk(JsonObject *object, const char *prefix, number_sink sink, void *data);

/* Visits all numbers of kernels. */
bool kernel_numbers_each(JsonObject *result, number_sink sink, void *data);

#endif
