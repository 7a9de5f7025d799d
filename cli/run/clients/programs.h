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
    char **calls; /* where each one's calls are kept (program_keep_calls); NULL: nowhere */
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

/* For images of the run (cli/run/checkpoint). Where a program is, and which process takes its
 * place. */
enum { PROGRAMS_PAUSED_MOST = 16 };
struct program_again {
    GPid pid, speaker;
};
/* No thread watches them any more. False: not possible now; then nothing has changed, and *why
 * (g_free) is a line for people, or NULL: they have ended. */
bool programs_pause(struct programs *programs, struct program_place places[], uint32_t *n,
                    char **why);
/* Behind a pause. again: by program; NULL: they are who they were. programs: NULL is fine. */
void programs_resume(struct programs *programs, const struct program_again *again);
/* Of libcudart, for programs that nvcc has linked; g_free. NULL: it isn't there. */
char *programs_library_folder(void);

/* After a fault of a kernel of the only program: it goes on, with the error, to its end. */
void programs_go_on(struct programs *programs, enum fault_kind kind);

/* After the simulation: false if a program ended badly; each bad end is a line of text. What device
 * printf wrote and no call delivered is appended to *output. */
bool programs_report(struct programs *programs, GString *text, GString *output);

#endif
