/* SPDX-License-Identifier: BSD-3-Clause */
/* What several GPUs have counted, as that of one: their kernels in the order of their starts, and
 * sums. Made after the run; its own numbers only. */
#ifndef SIMGPU_GPU_MERGED_H
#define SIMGPU_GPU_MERGED_H

#include "models/gpu_view.h"

struct gpu_merged;

/* gpu: the first one. It is borrowed. */
struct gpu_merged *gpu_merged_new(const struct gpu *gpu);
/* NULL is fine. */
void gpu_merged_free(struct gpu_merged *merged);

/* As the functions of gpu_view.h. */
const GArray *gpu_merged_records(const struct gpu_merged *merged);
struct gpu_row gpu_merged_row(const struct gpu_merged *merged, uint32_t row);
const struct dispatcher_counters *gpu_merged_dispatcher(const struct gpu_merged *merged);

#endif
