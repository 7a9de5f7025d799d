/* SPDX-License-Identifier: BSD-3-Clause */
/* --features: a row of CSV for every launch, with what `simgpu train` learns from.
 *
 * Known at the launch: the kernel's instructions by class (workloads/ptx/lower/counts.h), threads,
 * and the bytes of the buffers that its parameters point to, each once: the allocations of device
 * memory in which the parameters' aligned words of eight bytes lie, if read as addresses. Known
 * when it is issued: what applications on the host's CPU have missed and moved a second up to then.
 * Known when it has ended: the device it ran on, and the seconds from its departure from the host
 * to its end there, on the CPU from the end of its copies; none if it was not simulated, or not to
 * its end. Source: S.-Y. Lee, dissertation (Arizona State University, 2017), Table 6.4.
 */
#ifndef SIMGPU_CLI_RUN_CLIENTS_LAUNCH_FEATURES_H
#define SIMGPU_CLI_RUN_CLIENTS_LAUNCH_FEATURES_H

#include "models/gpu.h"
#include <json-glib/json-glib.h>

struct launch_features;

/* Borrowed; the host is ready when the run begins. */
struct launch_features *launch_features_new(struct device_memory *memory,
                                            const struct placing_host *host, uint32_t n_clients);
/* NULL is fine. */
void launch_features_free(struct launch_features *features);

/* A client's next launch. Its kernel's front end must be able to count (static_counts). */
void launch_features_note(struct launch_features *features, uint32_t client,
                          const struct launch *launch, sim_time now);

/* After the run; g_free. */
char *launch_features_text(const struct launch_features *features, const struct gpu *gpu);
/* The same as a member of the results, an array with an object for each launch. */
void launch_features_add_json(JsonBuilder *json, const struct launch_features *features,
                              const struct gpu *gpu);

#endif
