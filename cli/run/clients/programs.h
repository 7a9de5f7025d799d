/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA programs on the simulated GPU: what they see of it, and how they ended. */
#ifndef SIMGPU_CLI_RUN_CLIENTS_PROGRAMS_H
#define SIMGPU_CLI_RUN_CLIENTS_PROGRAMS_H

#include "models/gpu.h"
#include "workloads/cuda_process/program.h"

struct programs;

/* Starts one process for each argv (NULL-terminated arrays; n of them), which then wait for the
 * simulation. What is borrowed must live until programs_free. */
struct programs_setup {
    const char *const *const *argvs;
    uint32_t n;
    const struct gpu_config *config;
    struct device_memory *memory; /* with n shared ranges */
    volatile int *interrupted;    /* see program_setup */
    const struct status_request *status;
};
struct programs *programs_start(const struct programs_setup *setup, GError **error);
/* Kills those that still run. NULL is fine. */
void programs_free(struct programs *programs);

struct command_source *programs_source(struct programs *programs, uint32_t index);

/* How a program ended, after the simulation; exit_code is 128 + signal if it was killed, and 0
 * while it still runs. */
struct program_end {
    const char *name; /* borrowed */
    bool over;
    int exit_code;
    uint32_t threads; /* that have called CUDA */
    bool ordered;     /* by simulated time: program_is_ordered */
};
struct program_end programs_end(struct programs *programs, uint32_t index);

/* After a fault of a kernel of the only program: it goes on, with the error, to its end. */
void programs_go_on(struct programs *programs, enum fault_kind kind);

/* After the simulation: false if a program ended badly; each bad end is a line of text. What device
 * printf wrote and no call delivered is appended to *output. */
bool programs_report(struct programs *programs, GString *text, GString *output);

#endif
