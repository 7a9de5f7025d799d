/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of --explain share: the kernel that is told of, and how a field is written. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_WORDS_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_WORDS_H

#include "metrics/run_numbers.h"
#include "observers/latency.h"

struct subject {
    const struct gpu_config *config;
    const struct run_numbers *numbers;
    const struct kernel_record *record;
    const struct latency_kernel *latency; /* NULL: no warp has ended */
    const struct sm_counters *sm;
    const struct l2_bank_counters *l2;
    const struct dram_counters *dram;
    double cycles, slots; /* slots: of all schedulers in these cycles */
};

struct share {
    const char *text;
    double amount;
};

static inline double explain_percent(double part, double whole)
{
    return whole > 0 ? 100.0 * part / whole : 0.0;
}

/* A label and its text, in lines of at most 100 columns. */
void explain_field(GString *text, const char *label, const char *words);
/* The largest `most` of them that make up one percent at least: "60.0 % TEXT; 12.0 % TEXT". */
void explain_largest(GString *text, struct share *shares, unsigned n, unsigned most, double whole);

#endif
