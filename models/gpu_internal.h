/* SPDX-License-Identifier: BSD-3-Clause */
/* How a GPU is put together: gpu.c, with its host from gpu_host.c. */
#ifndef SIMGPU_MODELS_GPU_INTERNAL_H
#define SIMGPU_MODELS_GPU_INTERNAL_H

#include "models/gpu.h"

/* The host and its clients. */
void gpu_make_host(struct gpu *gpu, const struct gpu_run *run);

#endif
