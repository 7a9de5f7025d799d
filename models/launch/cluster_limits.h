/* SPDX-License-Identifier: BSD-3-Clause */
/* What a GPU says about clusters of blocks: how large they may be, and which SMs can share one.
 *
 * All blocks of a cluster run at the same time on SMs of one GPC. The SMs of a GPU come in pairs
 * (TPCs), which are dealt out to the GPCs as evenly as possible.
 *
 * Source: NVIDIA, "H100 Tensor Core GPU Architecture", "Thread Block Clusters", "H100 GPU hardware
 *   features". ASSUMED: which GPC has how many of a product's SMs; NVIDIA gives their sum.
 */
#ifndef SIMGPU_LAUNCH_CLUSTER_LIMITS_H
#define SIMGPU_LAUNCH_CLUSTER_LIMITS_H

#include <stdint.h>

enum { CLUSTER_PAIR = 2 /* SMs of a TPC */ };

struct cluster_limits {
    uint32_t most; /* blocks of a cluster; 1: there are no clusters */
    uint32_t gpcs; /* if there are */
};

/* The first SM of a GPC among n_sms; that of number `gpcs` is behind the last one. */
static inline uint32_t cluster_first_sm(const struct cluster_limits *limits, uint32_t n_sms,
                                        uint32_t gpc)
{
    const uint64_t pairs = (n_sms + CLUSTER_PAIR - 1) / CLUSTER_PAIR;
    const uint64_t first = pairs * gpc / limits->gpcs * CLUSTER_PAIR;
    return first < n_sms ? (uint32_t)first : n_sms;
}

#endif
