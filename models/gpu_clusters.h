/* SPDX-License-Identifier: BSD-3-Clause */
/* The ports of clusters, for SMs that share ports of the crossbar. */
#ifndef SIMGPU_GPU_CLUSTERS_H
#define SIMGPU_GPU_CLUSTERS_H

#include "models/gpu_state.h"

/* Makes the clusters' ports, if SMs share some. */
void gpu_make_clusters(struct gpu *gpu);
void gpu_free_clusters(struct gpu *gpu);
/* The unit that sends into the crossbar's input i, and the unit that its output i sends to: a port
 * of cluster i, or SM i. Also the unit that an SM's ways of their own lead to: its cluster's port,
 * or the crossbar. */
struct unit *gpu_request_end(struct gpu *gpu, uint32_t i);
struct unit *gpu_reply_end(struct gpu *gpu, uint32_t i);
struct unit *gpu_way_end(struct gpu *gpu, uint32_t sm, struct unit *crossbar);
void gpu_connect_request_end(struct gpu *gpu, uint32_t i, struct wire *const *to_banks);
/* SM -> its cluster's port for requests; its cluster's port for replies -> SM. */
void gpu_wire_clusters(struct gpu *gpu);

#endif
