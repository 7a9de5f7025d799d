/* SPDX-License-Identifier: BSD-3-Clause */
/* What runs: the GPU, its memory, its clients, and what the host has beside them. */
#ifndef SIMGPU_CLI_RUN_RUNNING_H
#define SIMGPU_CLI_RUN_RUNNING_H

#include "cli/run/checkpoint/checkpoint.h"
#include "cli/run/clients/client.h"
#include "cli/run/clients/programs.h"
#include "cli/run/host_cpu.h"
#include "cli/run/sampling/representative.h"
#include "cli/run/status.h"
#include "models/gpu.h"

struct running {
    struct gpu *gpu;
    struct device_memory *memory;
    struct client *clients;
    uint32_t n_clients;
    struct programs *programs;             /* NULL: the workload's steps run, or a trace */
    struct detail detail;                  /* which launches are simulated */
    struct trace_writer *writer;           /* NULL: no trace is written, and none imitated */
    struct representative *representative; /* NULL: all launches are timed that are to be */
    struct host_cpu cpu;
    struct status status;
    const volatile int *interrupted; /* as signals.interrupted */
    unsigned threads;                /* that run units */
    struct checkpoint *checkpoint;   /* NULL: no images are made */
    GArray *inherited;               /* for it: descriptors that were open at the begin; NULL */
};

/* Wall time that the clients' own work took. */
double running_data_s(const struct running *running);

#endif
