/* SPDX-License-Identifier: BSD-3-Clause */
/* What Accel-Sim says of the traces of the suite's thirty programs and of the six workloads. */
#ifndef SIMGPU_TESTS_BENCHMARKS_SUITE_FIGURES_H
#define SIMGPU_TESTS_BENCHMARKS_SUITE_FIGURES_H

#include "tests/benchmarks/peer_figures.h"

struct suite_configuration {
    const char *name, *platform;
    const char *exporter;       /* the platform on which its traces are written */
    unsigned launch;            /* cycles of each kernel that both sides count for its launch */
    double most_mean, most_off; /* %, what we want to reach */
};

/* One trace. */
struct suite_figures {
    const char *hash; /* trace_hash */
    unsigned kernels;
    struct peer_counts counts; /* no cycles: the peer did not end in time */
};

struct suite_row {
    const char *name;
    const char *words[9]; /* a program of the suite or a workload file, and its arguments */
    struct suite_figures of[PEER_CONFIGURATIONS];
};

enum { SUITE_ROWS = 36 };
extern const struct suite_configuration suite_configurations[PEER_CONFIGURATIONS];
extern const struct suite_row suite_rows[SUITE_ROWS];

#endif
