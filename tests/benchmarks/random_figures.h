/* SPDX-License-Identifier: BSD-3-Clause */
/* What Accel-Sim says of kernels drawn at random (tests/traces/random_kernel.h). */
#ifndef SIMGPU_TESTS_BENCHMARKS_RANDOM_FIGURES_H
#define SIMGPU_TESTS_BENCHMARKS_RANDOM_FIGURES_H

#include "tests/benchmarks/peer_figures.h"

struct random_figures {
    const char *hash; /* trace_hash */
    unsigned cycles;  /* 0: its blocks don't fit on an SM */
};

/* RANDOM_GROUPS: plain kernels, and those of further operations (random_kernel.h). */
enum { RANDOM_GROUPS = 2, RANDOM_PLAIN_ROWS = 60, RANDOM_VARIED_ROWS = 40 };
enum { RANDOM_ROWS_IN_ALL = RANDOM_PLAIN_ROWS + RANDOM_VARIED_ROWS };

/* Of the kernels 1, 2, ..., and RANDOM_PLAIN + 1, + 2, ... */
extern const struct random_figures random_rows[RANDOM_ROWS_IN_ALL][PEER_CONFIGURATIONS];

#endif
