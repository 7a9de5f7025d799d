/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole GPU: units made from a platform file and wired together.
 *
 *   host - dispatcher - SMs - request ports - L2 banks - DRAM channels
 *                        \___ reply ports ___/
 *
 * Every unit becomes an actor. Every line is a pair of wires, or one wire with credits. Ports of
 * clusters may stand between SMs and these ports (cluster_port.h).
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
    GPU_FAULTED  /* as FAILED, by a fault of a kernel, but its program has gone on; the caller sets
                    it */
};

/* Runs on SimGrid (set up) or without it, and accounts every unit to the end. */
enum gpu_end gpu_run_to_end(struct gpu *gpu, bool on_simgrid);

/* Before the run: how many warp instructions of a client are simulated (dispatcher_clients.h). */
void gpu_set_target(struct gpu *gpu, uint32_t client, uint64_t target);

/* Some blocks of a launch. */
struct gpu_part {
    uint64_t first_block, n_blocks;
    uint64_t most; /* warp instructions (FUNCTIONAL_LIMIT); 0: the run's limit */
    const struct functional_listener *listener; /* NULL: the fastest way that there is */
};

/* Runs a part of a launch functionally, at once, for the launch chooser of the run. */
bool gpu_compute(struct gpu *gpu, const struct launch *launch, const struct gpu_part *part,
                 GString *output, GError **error);

/* For the launch chooser: rings at exact times. NULL: the run has no chooser. */
struct alarm *gpu_alarm(struct gpu *gpu);
/* Warps have run instructions without time: they count as computed. */
void gpu_note_leapt(struct gpu *gpu, uint64_t warp_instructions, uint64_t thread_instructions);

/* Whether blocks in the middle of launches may be left out, and their lines brought into L2 while
 * the others run. Not if a policy has planned for all blocks, or wants to know which lines come and
 * go. */
bool gpu_may_leave_out(const struct gpu *gpu);
/* A line of device memory goes into L2, or is used there. Which times are fine: bank_launch.h. */
void gpu_warm_l2(struct gpu *gpu, uint64_t line, uint8_t sectors, bool written);

/* The code of a launch goes into the instruction caches of the SMs that its blocks would have come
 * to. */
void gpu_warm_code(struct gpu *gpu, const struct launch *launch);

/* Before the run: gives policies what they are to know of kernels. */
bool gpu_profile_read(struct gpu *gpu, const char *file, const char *text, GError **error);
/* After the run, once: what they have learned on all SMs. */
void gpu_profile_write(struct gpu *gpu, GString *text);

#endif
