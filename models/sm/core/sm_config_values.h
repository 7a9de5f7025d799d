/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads single values that several readers of an SM's properties need. */
#ifndef SIMGPU_SM_CONFIG_VALUES_H
#define SIMGPU_SM_CONFIG_VALUES_H

#include "models/sm/core/sm_config.h"

/* The longest latency. The SM's wheel of ready warps holds 1,024 cycles. It needs room for the
 * turns of a shared memory access (128 at most) and for register bank conflicts. LONGEST_RESULT is
 * for a result: it includes the wait for a unit, or between those turns. */
enum { LONGEST_LATENCY = 800, LONGEST_RESULT = 960 };
/* Of a cache. */
enum { MOST_WAYS = 1024 };

/* A number of cycles, between a minimum and what the SM's wheel of ready warps can hold. */
bool sm_config_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t *out, GError **error);
/* "24cycles,8cycles": latency and interval. The pipe stays as it is. */
bool sm_config_timing(struct op_timing *timing, struct platform_group *group, const char *name,
                      GError **error);
/* The properties NAME.size and NAME.ways. */
bool sm_config_cache(struct platform_group *group, const char *name, struct cache_shape *out,
                     GError **error);
/* Without a cache (size 0) everything hits; it needs no ways. meaning: see
 * properties_bytes_or_none. */
bool sm_config_cache_or_none(struct platform_group *group, const char *name, const char *meaning,
                             struct cache_shape *out, GError **error);

#endif
