/* SPDX-License-Identifier: BSD-3-Clause */
/* What Accel-Sim says of kernels drawn at random (tests/traces/random_kernel.h). */
#ifndef SIMGPU_TESTS_BENCHMARKS_RANDOM_FIGURES_H
#define SIMGPU_TESTS_BENCHMARKS_RANDOM_FIGURES_H

#include "tests/benchmarks/peer_figures.h"

struct random_figures {
    const char *hash; /* trace_hash */
    unsigned cycles; /* 0: its blocks don't fit on an SM */
};

enum { RANDOM_KERNELS = 60 };
/* Of the kernels 1, 2, ... */
extern const struct random_figures random_rows[RANDOM_KERNELS][PEER_CONFIGURATIONS];

#endif
