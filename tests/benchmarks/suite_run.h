/* SPDX-License-Identifier: BSD-3-Clause */
/* One program of the suite in one simulation, and what came out of it: nothing else runs then, as a
 * measurement of speed wants. */
#ifndef SIMGPU_TESTS_SUITE_RUN_H
#define SIMGPU_TESTS_SUITE_RUN_H

#include "workloads/suite/suite_study.h"
#include <stdint.h>

/* Sums over the program's kernels. Functional: only warp_instructions and host times. */
struct suite_figures {
    uint64_t warp_instructions;
    uint64_t cycles;   /* core cycles with a kernel on the GPU */
    uint64_t l1_loads; /* line requests of loads that went to the L1 data cache */
    uint64_t l1_hits;
    uint64_t dram_bytes; /* read and written */
    double kernel_s;     /* simulated seconds with a kernel on the GPU */
    double simulation_s; /* host time of the simulation alone */
    double wall_s;       /* of the whole process, the program's own code and check included */
};

struct suite_outcome {
    bool passed;    /* simgpu's exit code was 0: so was the program's, whose check then passed */
    char *messages; /* what both printed, for when it did not pass */
    struct suite_figures figures;
};

/* May be called in several threads at once. An error of the machine (nothing could be started) is
 * a failed run with the error as its message. */
void suite_run(struct suite_outcome *outcome, const struct suite_setup *setup,
               const struct suite_program *program);
void suite_outcome_clear(struct suite_outcome *outcome);

#endif
