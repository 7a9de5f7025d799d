/* SPDX-License-Identifier: BSD-3-Clause */
/* What Accel-Sim says, and how long it takes, on five traces and two configurations. */
#ifndef SIMGPU_TESTS_BENCHMARKS_PEER_FIGURES_H
#define SIMGPU_TESTS_BENCHMARKS_PEER_FIGURES_H

#include "tests/benchmarks/simgpu_run.h"

struct peer_trace {
    const char *name; /* the kind of the trace, too */
    const char *settings[4];
};

struct peer_configuration {
    const char *name, *platform, *scheduler;
    unsigned binary_version; /* of the traces */
    double speed;            /* how many times the peer's we want to be */
};

/* What both simulators count. L1 is counted by 32-byte sectors on QV100 and by 128-byte lines on
 * GTX480, loads and stores; L2 by sectors of 32 bytes; DRAM reads in sectors of 32 bytes. */
struct peer_counts {
    double cycles, l1_accesses, l1_miss_rate, l2_accesses, l2_miss_rate, dram_reads;
};

struct peer_pair {
    unsigned trace, configuration;
    struct peer_counts counts;
    double wall_s, kips;
};

enum { PEER_TRACES = 5, PEER_CONFIGURATIONS = 2, PEER_PAIRS = 10 };
extern const struct peer_trace peer_traces[PEER_TRACES];
extern const struct peer_configuration peer_configurations[PEER_CONFIGURATIONS];
extern const struct peer_pair peer_pairs[PEER_PAIRS];

/* The same of a run of ours. */
void peer_counts_of_run(struct peer_counts *counts, const struct simgpu_run *run);

#endif
