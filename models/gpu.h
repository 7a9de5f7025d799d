/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole GPU: units made from a platform file and wired together.
 *
 *   host - dispatcher - SMs - request ports - L2 banks - DRAM channels
 *                        \___ reply ports ___/
 *
 * Every unit becomes an actor; every arrow is a pair of wires, or one with credits. Between SMs and
 * ports there may be clusters' (cluster_port.h).
 */
#ifndef SIMGPU_GPU_H
#define SIMGPU_GPU_H

#include "models/core/engine.h"
#include "models/gpu_config.h"
#include "models/gpu_run.h"
#include "models/gpu_view.h"

/* config and run are borrowed until gpu_free. Nothing has happened yet; engine_start is done. */
struct gpu *gpu_new(const struct gpu_config *config, const struct gpu_run *run,
                    const struct engine_options *options);
void gpu_free(struct gpu *gpu);

enum gpu_end {
    GPU_DONE,
    GPU_DEADLOCK,
    GPU_LIMIT,
    GPU_INTERRUPTED,
    GPU_FAILED,
    GPU_ABORTED, /* a program has died */
    GPU_FAULTED /* as FAILED, by a fault of a kernel, and its program has gone on; set by the caller
                 */
};

/* Runs on SimGrid (set up) or without it, and accounts every unit to the end. */
enum gpu_end gpu_run_to_end(struct gpu *gpu, bool on_simgrid);

/* Before the run: how many warp instructions of a client are simulated (dispatcher_clients.h). */
void gpu_set_target(struct gpu *gpu, uint32_t client, uint64_t target);

/* What policies are to know of kernels, before the run. */
bool gpu_profile_read(struct gpu *gpu, const char *file, const char *text, GError **error);
/* What they have learned on all SMs, once, after the run. */
void gpu_profile_write(struct gpu *gpu, GString *text);

#endif
