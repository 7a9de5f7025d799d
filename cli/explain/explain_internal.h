/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of --explain share: the kernel that is told of, and how a field is written. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_INTERNAL_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_INTERNAL_H

#include "cli/run/session.h"
#include "metrics/run_numbers.h"
#include "observers/latency.h"

struct subject {
    const struct session *session;
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

/* explain_limits.c: what each unit would take alone, and what lifting each limit would save. */
void explain_limits(GString *text, const struct subject *s);
/* explain_memory.c: bank conflicts and uncoalesced accesses; misses of the instruction caches. */
void explain_memory(GString *text, const struct subject *s);
void explain_fetch(GString *text, const struct subject *s);
/* Sectors that the code's accesses touched, and that would hold as many bytes. */
void explain_sectors(const struct subject *s, double *sectors, double *least);
/* explain_lines.c: the three dearest lines. */
void explain_lines(GString *text, const struct subject *s);

#endif
