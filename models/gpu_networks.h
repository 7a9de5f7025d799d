/* SPDX-License-Identifier: BSD-3-Clause */
/* The networks between SMs, one a GPC, if the GPU has clusters of blocks. */
#ifndef SIMGPU_GPU_NETWORKS_H
#define SIMGPU_GPU_NETWORKS_H

#include "models/gpu_state.h"

/* Makes them, and their wires from and to the SMs. */
void gpu_make_networks(struct gpu *gpu);
void gpu_free_networks(struct gpu *gpu);

#endif
