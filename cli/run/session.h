/* SPDX-License-Identifier: BSD-3-Clause */
/* One simulation: what the command line asks for, made from its files, run, and checked. */
#ifndef SIMGPU_CLI_RUN_SESSION_H
#define SIMGPU_CLI_RUN_SESSION_H

#include "cli/options/options.h"
#include "cli/run/clients/client.h"
#include "cli/run/clients/programs.h"
#include "cli/run/host_cpu.h"
#include "cli/run/over_time.h"
#include "cli/run/status.h"
#include "models/gpu.h"
#include "observers/block_lines_out.h"
#include "observers/observation.h"
#include "observers/patience.h"
#include "policies/registry.h"
#include "workloads/loader/workload.h"
#include "workloads/sass_trace/workload.h"

/* Up to so many kernels have their counters in any case; those that come later are summed up by
 * name if nothing asks for each. */
enum { SESSION_KERNELS_WITH_COUNTERS = 256 };

struct session {
    const struct options *options;
    const struct policy_registry *policies;
    struct platform *platform;
    struct gpu_config config;
    struct workload *workload;    /* NULL: a trace, or the program of the command line runs */
    struct trace_workload *trace; /* NULL: no trace */
    bool runs_programs;           /* that one, or those that the workload names */
    struct programs *programs;    /* NULL: the workload's steps run */
    struct detail detail;
    struct trace_writer *writer; /* NULL: no trace is written, and none imitated */
    struct client *clients;
    uint32_t n_clients;
    struct policy_choices chosen; /* one of each kind */
    struct observation *observation;
    struct over_time over_time;
    struct block_lines_out *lines_out; /* or NULL */
    struct launch_features *features;  /* or NULL */
    struct device_memory *memory;
    struct gpu *gpu;
    struct host_cpu cpu;
    struct status status;
    struct patience *patience;
    struct stray_accesses *strays;   /* NULL: they are faults */
    enum fault_kind fault;           /* of GPU_FAULTED */
    const volatile int *interrupted; /* 0, PROGRAM_DIED, or a signal has come */
    enum gpu_end end;
    GPtrArray *checks;     /* struct workload_check_result; NULL unless the run is done */
    bool checks_passed;    /* of the workload; the programs have ended well */
    GString *program_ends; /* how programs ended that did not end well */
    GString *left_output;  /* of device printf, that no call has delivered */
    GPtrArray *inputs;     /* struct input_file of study/key.h; NULL: no --json tells them */
    GPtrArray *lost;       /* char *: what could not be written, and why */
    sim_time window;       /* engine.lookahead */
    unsigned threads;      /* that run units */
    double wall_s;         /* of the simulation itself */
};

/* What signals ask for. */
struct signals {
    volatile int interrupted; /* to end in good order; also PROGRAM_DIED */
    volatile int asked;       /* to tell where the run stands: see cli/run/status.h */
};

/* Reads the files that the options name, and applies --set and --policy. To be cleared in any case;
 * a workload may be missing if a platform is dumped. */
bool session_read(struct session *session, const struct options *options,
                  const struct policy_registry *policies, struct signals *signals, GError **error);
/* Prepares all the rest, SimGrid included, which takes over the signal handlers; nothing is
 * simulated yet. program: argv[0]. */
bool session_prepare(struct session *session, const char *program, struct signals *signals,
                     GError **error);
/* Simulates and carries out the checks. False on bad input found on the way. */
bool session_run(struct session *session, GError **error);
void session_clear(struct session *session);

/* The words of a program that runs. */
const char *const *session_program(const struct session *session, uint32_t i);
/* The workload's name, or the first program's. */
const char *session_workload_name(const struct session *session);
/* Wall time that the clients' own work took. */
double session_data_s(const struct session *session);

#endif
