/* SPDX-License-Identifier: BSD-3-Clause */
/* All kernels of a run by name: their share of the cycles, and what limits each. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_KERNELS_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_KERNELS_H

#include "cli/explain/explain_words.h"

/* Nothing if no more than `told` launches have ended: a paragraph tells of each. */
void explain_kernels(GString *text, const struct gpu_config *config,
                     const struct run_numbers *numbers, const struct latency *latency,
                     uint64_t told);

#endif
