/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run is asked to do, and what its files say: all that is known before anything runs. */
#ifndef SIMGPU_CLI_RUN_SETUP_H
#define SIMGPU_CLI_RUN_SETUP_H

#include "cli/options/options.h"
#include "models/gpu.h"
#include "policies/registry.h"
#include "workloads/loader/workload.h"
#include "workloads/sass_trace/workload.h"

struct run_setup {
    const struct options *options;
    const struct policy_registry *policies;
    struct platform *platform;
    struct gpu_config config;
    struct workload *workload;    /* NULL: a trace, or the program of the command line runs */
    struct trace_workload *trace; /* NULL: no trace */
    struct policy_choices chosen; /* one of each kind */
    GPtrArray *inputs;            /* see run_inputs; NULL: no --json tells them */
    sim_time window;              /* engine.lookahead, in SM cycles; SIM_TIME_NEVER: not said */
};

void setup_clear(struct run_setup *setup);

/* Whether programs run: that of the command line, or those that the workload names. Otherwise a
 * trace runs, or the workload's steps. */
bool setup_runs_programs(const struct run_setup *setup);
/* How many clients the GPU has: one, or a process for each program. */
uint32_t setup_n_clients(const struct run_setup *setup);
/* The words of a program that runs. */
const char *const *setup_program(const struct run_setup *setup, uint32_t i);
/* The warp scheduler, and of other kinds what the platform would not have chosen: "warp scheduler
 * gto, L2 replacement srrip". g_free. */
char *setup_policies_text(const struct run_setup *setup);
/* The workload's name, or the first program's. */
const char *setup_workload_name(const struct run_setup *setup);

#endif
