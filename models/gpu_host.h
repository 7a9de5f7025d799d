/* SPDX-License-Identifier: BSD-3-Clause */
/* The host of a GPU and its clients: launches that run functionally or on the CPU, and the output
 * of kernels. */
#ifndef SIMGPU_GPU_HOST_H
#define SIMGPU_GPU_HOST_H

#include "models/gpu_state.h"

void gpu_make_host(struct gpu *gpu, const struct gpu_run *run);
void gpu_finish_host(struct gpu *gpu);

#endif
