/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces of a few instructions, written into a folder, on GTX480's calibration platform. */
#ifndef SIMGPU_TESTS_SYSTEM_SMALL_TRACE_H
#define SIMGPU_TESTS_SYSTEM_SMALL_TRACE_H

#include <json-glib/json-glib.h>

/* A test's folder: its fixture. */
void small_trace_set_up(void);
void small_trace_tear_down(void);

/* Kernels of so many blocks of one warp, each the lines, up to a NULL, and an EXIT; at these
 * addresses, or 2,048 bytes apart. */
void small_trace_write_at(unsigned kernels, unsigned blocks, const char *const *lines,
                          const unsigned *places);
void small_trace_write(unsigned kernels, unsigned blocks, const char *const *lines);

/* One kernel with this trace. */
void small_trace_write_text(const char *text);

/* What --json has of them, with values such as "sm.l1i.size=0B", up to a NULL. */
JsonNode *small_trace_run_all(const char *const *sets);
JsonNode *small_trace_run(const char *set);
/* The number in a run with the one value, less that with the other. */
int64_t small_trace_difference(const char *number, const char *with, const char *without);

#endif
