/* SPDX-License-Identifier: BSD-3-Clause */
/* How much an application on the CPU slows down under pressure: `simgpu bubble-up`'s table.
 *
 * Between two levels of a bubble the slowdown lies on a line. Without pressure it is 1. Beyond the
 * highest level it is that level's. An application that the table lacks does not slow down.
 * Source: J. Mars and others, "Bubble-Up", MICRO 2011; S.-Y. Lee, dissertation (Arizona State
 *   University, 2017), 6.4.5.
 */
#ifndef SIMGPU_POLICIES_OFFLOAD_PRESSURE_H
#define SIMGPU_POLICIES_OFFLOAD_PRESSURE_H

#include "policies/offload/offload.h"

struct pressure_table;

/* NULL with an error that names file and line. */
struct pressure_table *pressure_table_parse(const struct policy_file *file, GError **error);
void pressure_table_free(struct pressure_table *table);

/* How much a kernel presses on the resource that it shares with applications, 0 to 1.
 * - On the CPU: the part of the last-level cache that its buffers take. Only the buffers count on
 *   which the threads work that the SIMD units run at a time.
 * - On the GPU: the part of DRAM's bandwidth that its buffers take, if they cross in `seconds`, a
 *   prediction (placement_positive).
 * Of the features only threads and buffer_bytes count. ASSUMED: the formulas, which 6.4.5 has in
 * words. */
double pressure_level(const struct offload_host *host, const double features[OFFLOAD_FEATURES],
                      enum offload_device device, double seconds);

/* resource: "llc" or "dram". level: 0 to 1, of all of it. */
double pressure_slowdown(const struct pressure_table *table, const char *application,
                         const char *resource, double level);

#endif
