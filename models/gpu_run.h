/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run gives a GPU: programs, memory, policies, observers. */
#ifndef SIMGPU_GPU_RUN_H
#define SIMGPU_GPU_RUN_H

#include "models/cpu/host_kernels.h"
#include "models/cpu/kernel_profile.h"
#include "models/functional/functional.h"
#include "models/host/placing.h"
#include <stdbool.h>
#include <stdint.h>

struct command_source;
struct launch_chooser;
struct device_memory;
struct execution_watch;
struct observers;
struct policy_choices;

/* The host's CPU, if launches may run there. Ready when the run begins. */
struct gpu_cpu {
    struct host_kernels kernels;
    struct kernel_profile profile;
    struct placing_host host;
};

/* The work of a run, and how to do it. Borrowed. */
struct gpu_run {
    struct command_source *const *sources; /* of the host's clients */
    uint32_t n_sources;
    bool has_targets; /* gpu_set_target follows */
    struct device_memory *memory;
    uint64_t functional_limit; /* warp instructions of a functional launch; 0: no limit */
    enum functional_runners runners;
    bool recomputes;                       /* functional launches whose effect is known, too */
    const struct policy_choices *policies; /* one of each kind */
    struct gpu_cpu *cpu;                   /* NULL: no launch may run on the CPU */
    const struct launch_chooser *chooser;  /* NULL: commands say which launches are simulated */
    const struct observers *observers;     /* NULL: none */
    const struct execution_watch *watch;   /* of launches; NULL: none */
    uint32_t kept_launches; /* with records and counters of their own; later ones are summed up by
                             * kernel. 0: all */
};

#endif
