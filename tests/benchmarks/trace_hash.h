/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells whether a trace is still the one that the peer ran. */
#ifndef SIMGPU_TESTS_BENCHMARKS_TRACE_HASH_H
#define SIMGPU_TESTS_BENCHMARKS_TRACE_HASH_H

#include <glib.h>

/* The first 64 bits of SHA-256 of a folder's kernelslist.g and of the kernels' traces that it
 * names, in hexadecimal; g_free. NULL with an error if one cannot be read. */
char *trace_hash(const char *folder, GError **error);

#endif
