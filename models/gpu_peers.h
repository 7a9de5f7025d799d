/* SPDX-License-Identifier: BSD-3-Clause */
/* Several GPUs: the links on which their kernels reach each other's memory (icnt/peer_link.h). */
#ifndef SIMGPU_GPU_PEERS_H
#define SIMGPU_GPU_PEERS_H

#include "models/gpu_state.h"

/* Of the first GPU, after the units of all have been made: makes all links and their wires. */
void gpu_make_peers(struct gpu *first, const struct device_memory *memory);
void gpu_free_peers(struct gpu *gpu);

#endif
