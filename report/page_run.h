/* SPDX-License-Identifier: BSD-3-Clause */
/* The texts of a page of one run beside its figures: results, each kernel, memory, policies. */
#ifndef SIMGPU_REPORT_PAGE_RUN_H
#define SIMGPU_REPORT_PAGE_RUN_H

#include "report/results.h"

/* Whether a study is a single run that has a result. */
bool page_is_run(const struct results_study *study);

/* The numbers that matter most, in front of the figures. */
void page_append_summary(GString *out, const struct results_study *study);

/* Tables behind the figures: kernels, caches, DRAM, policies. */
void page_append_run_tables(GString *out, const struct results_study *study);

#endif
