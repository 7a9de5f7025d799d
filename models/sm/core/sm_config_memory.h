/* SPDX-License-Identifier: BSD-3-Clause */
/* What the readers of an SM's properties share. */
#ifndef SIMGPU_SM_CONFIG_INTERNAL_H
#define SIMGPU_SM_CONFIG_INTERNAL_H

#include "models/sm/core/sm_config.h"

/* Longest latency: what the SM's wheel of ready warps holds (1,024 cycles), with room for the turns
 * of a shared memory access (128 at most) and for register bank conflicts; with the wait for a
 * unit, or between those turns, that of a result. */
enum { LONGEST_LATENCY = 800, LONGEST_RESULT = 960 };

/* Cycles between a minimum and what the SM's wheel of ready warps can hold. */
bool sm_config_cycles(struct platform_group *group, const char *name, uint32_t minimum,
                      uint32_t *out, GError **error);
/* The properties NAME.size and NAME.ways. */
bool sm_config_cache(struct platform_group *group, const char *name, struct cache_shape *out,
                     GError **error);
/* Without a cache (size 0) everything hits; it needs no ways. meaning: see
 * properties_bytes_or_none. */
bool sm_config_cache_or_none(struct platform_group *group, const char *name, const char *meaning,
                             struct cache_shape *out, GError **error);
/* The load/store unit, shared memory, and the caches but that of instructions. */
bool sm_config_read_memory(struct sm_config *config, struct platform_group *group, GError **error);

#endif
