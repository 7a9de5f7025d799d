/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed readers of a group's properties. */
#ifndef SIMGPU_CORE_PLATFORM_PROPERTIES_H
#define SIMGPU_CORE_PLATFORM_PROPERTIES_H

#include "models/core/clock.h"
#include <glib.h>
#include <stdbool.h>

struct platform_group;

/* All of these: it is an error if the property is missing or out of range. */

bool properties_bytes(struct platform_group *group, const char *name, uint64_t *out,
                      GError **error); /* at least 1 */
/* The same, but 0 is fine: there is none of it. meaning: what 0 means, for platform_describe. */
bool properties_bytes_or_none(struct platform_group *group, const char *name, const char *meaning,
                              uint64_t *out, GError **error);
bool properties_bytes_per_cycle(struct platform_group *group, const char *name, uint32_t *out,
                                GError **error); /* at least 1 */
bool properties_count(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t maximum, uint32_t *out, GError **error); /* inclusive */
bool properties_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                       uint32_t *out, GError **error);
/* A duration, possibly 0, of at most a second. */
bool properties_time(struct platform_group *group, const char *name, sim_time *out, GError **error);
/* A wire's latency, in time or in cycles of `clock`. 0 is an error: a wire without latency would
 * leave its receiver no lookahead. */
bool properties_latency(struct platform_group *group, const char *name, const struct clock *clock,
                        sim_time *out, GError **error);
/* An energy of at most 1 uJ, in femtojoules, and a power of at most 1 kW, in milliwatts. */
bool properties_energy(struct platform_group *group, const char *name, uint64_t *out,
                       GError **error);
bool properties_power(struct platform_group *group, const char *name, uint64_t *out,
                      GError **error);
/* Bytes a second; at least 1. */
bool properties_bandwidth(struct platform_group *group, const char *name, uint64_t *out,
                          GError **error);
bool properties_clock(struct platform_group *group, const char *name, struct clock *out,
                      GError **error);
bool properties_flag(struct platform_group *group, const char *name, bool *out, GError **error);
/* words: NULL-terminated, and kept for platform_describe; *out is an index into it. */
bool properties_choice(struct platform_group *group, const char *name, const char *const *words,
                       unsigned *out, GError **error);
/* Any text; borrowed. */
bool properties_text(struct platform_group *group, const char *name, const char **out,
                     GError **error);

/* The file in which the property stands, borrowed. NULL: --set has given it, or it does not exist.
 */
const char *properties_file(const struct platform_group *group, const char *name);

/* Whether the property is there: for those that only some GPUs have. */
bool properties_have(const struct platform_group *group, const char *name);

/* The property may be there, but nothing depends on it. So it is for a cache's other properties
 * when --set has made its size 0. */
void properties_pass_over(struct platform_group *group, const char *name);

/* For a model that finds a value wrong after reading it, such as a cache size that its ways don't
 * divide. Makes an error at the place of the property, and returns false. */
bool properties_refuse(const struct platform_group *group, const char *name, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(4, 5);

#endif
