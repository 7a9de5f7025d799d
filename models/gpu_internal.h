/* SPDX-License-Identifier: BSD-3-Clause */
/* How a GPU is put together: gpu.c, with its host from gpu_host.c, and from gpu_clusters.c what
 * SMs share that share ports of the crossbar. */
#ifndef SIMGPU_MODELS_GPU_INTERNAL_H
#define SIMGPU_MODELS_GPU_INTERNAL_H

#include "models/gpu.h"

/* The host and its clients. */
void gpu_make_host(struct gpu *gpu, const struct gpu_run *run);

/* The SM's wire to the dispatcher, and those to each bank. */
void gpu_connect_sm(struct gpu *gpu, uint32_t s, struct wire *const *to_banks);

/* The clusters' ports, if SMs share some. */
void gpu_make_clusters(struct gpu *gpu);
void gpu_free_clusters(struct gpu *gpu);
/* What sends into the crossbar's input i, and what its output i sends to: cluster i's ports, or SM
 * i; and what an SM's ways of their own lead to: its cluster's port, or the crossbar. */
struct unit *gpu_request_end(struct gpu *gpu, uint32_t i);
struct unit *gpu_reply_end(struct gpu *gpu, uint32_t i);
struct unit *gpu_way_end(struct gpu *gpu, uint32_t sm, struct unit *crossbar);
void gpu_connect_request_end(struct gpu *gpu, uint32_t i, struct wire *const *to_banks);
/* SM -> its cluster's port for requests; its cluster's port for replies -> SM. */
void gpu_wire_clusters(struct gpu *gpu);

#endif
