/* SPDX-License-Identifier: BSD-3-Clause */
/* A run's numbers by scope: the run, each kernel launch, stream and unit.
 *
 * For a kernel or a stream, units count while they work for it (models/core/launch_meter.h).
 * Together with the counts that belong to no kernel, these sum exactly to the run's.
 */
#ifndef SIMGPU_METRICS_RUN_NUMBERS_H
#define SIMGPU_METRICS_RUN_NUMBERS_H

#include "metrics/energy.h"
#include "metrics/registry.h"
#include "models/gpu.h"

/* The counters of the units that know launches. */
struct unit_counters {
    struct sm_counters sm;
    struct l2_bank_counters l2;
    struct dram_counters dram;
};

struct stream_numbers {
    uint32_t client; /* the host's client: a program, or the workload */
    uint64_t stream; /* the stream's number in the client */
    uint64_t kernels;
    struct run_figures figures;
    struct unit_counters counters;
    struct energy_figures energy;
};

/* Energy of the run. Arrays have a struct energy_figures for each kernel, fold, SM and so on. */
struct energy_numbers {
    struct energy_figures run, outside_kernels;
    GArray *kernels, *folds, *sms, *l2, *dram;
};

struct run_numbers {
    const struct gpu *gpu;
    struct platform_figures platform;
    struct run_figures figures;
    struct gpu_totals totals;
    GArray *kernels; /* struct run_figures, of each of the dispatcher's records */
    GArray *folds;   /* struct run_figures, of each of its folds */
    GArray *streams; /* struct stream_numbers, by client and number */
    struct energy_numbers energy;
    struct unit_counters none;
};

/* Call it after the run. Borrows gpu until run_numbers_clear. */
void run_numbers_init(struct run_numbers *numbers, const struct gpu *gpu);
void run_numbers_clear(struct run_numbers *numbers);

/* Views of one scope, valid until run_numbers_clear. */
struct metric_values run_numbers_run(const struct run_numbers *numbers);
struct metric_values run_numbers_kernel(const struct run_numbers *numbers, guint index);
/* A fold: launches without records of their own, see models/dispatch/kernel_folds.h. */
struct metric_values run_numbers_fold(const struct run_numbers *numbers, guint index);
struct metric_values run_numbers_stream(const struct run_numbers *numbers, guint index);
/* The sum over all streams of a client. The caller keeps it in *sum. cycles: those in which the
 * client had kernels. */
struct metric_values run_numbers_client(const struct run_numbers *numbers, uint32_t client,
                                        uint64_t cycles, struct stream_numbers *sum);
struct metric_values run_numbers_outside_kernels(const struct run_numbers *numbers);
struct metric_values run_numbers_sm(const struct run_numbers *numbers, uint32_t index);
struct metric_values run_numbers_l2(const struct run_numbers *numbers, uint32_t index);
struct metric_values run_numbers_dram(const struct run_numbers *numbers, uint32_t index);

/* The dispatcher's record of a kernel, and its sums of others. */
const struct kernel_record *run_numbers_record(const struct run_numbers *numbers, guint index);
const struct kernel_fold *run_numbers_fold_record(const struct run_numbers *numbers, guint index);

#endif
