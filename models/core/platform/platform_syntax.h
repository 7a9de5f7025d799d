/* SPDX-License-Identifier: BSD-3-Clause */
/* The values that SimGrid parses itself, checked first because it aborts on a bad one.
 *
 * Source: SimGrid 3.32 documentation, "Platform XML reference", and its DTD 4.1: units of speed,
 * bandwidth and latency.
 * Differs: a unit is mandatory; SimGrid warns and takes a default. Numbers are plain decimals;
 * SimGrid takes what strtod takes. One speed only, no lists of pstates.
 */
#ifndef SIMGPU_CORE_PLATFORM_SYNTAX_H
#define SIMGPU_CORE_PLATFORM_SYNTAX_H

#include <glib.h>
#include <stdbool.h>

/* Errors have no place. */
bool simgrid_speed_valid(const char *text, GError **error);
bool simgrid_bandwidth_valid(const char *text, GError **error);
bool simgrid_latency_valid(const char *text, GError **error);
bool simgrid_id_valid(const char *text, GError **error);
bool simgrid_cores_valid(const char *text, GError **error);
/* The values of texts that are valid: bytes a second, and picoseconds. */
double simgrid_bandwidth(const char *text);
double simgrid_latency(const char *text);
GArray *simgrid_radical_parse(const char *text, GError **error); /* uint32_t, NULL on error */

#endif
