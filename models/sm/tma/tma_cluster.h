/* SPDX-License-Identifier: BSD-3-Clause */
/* Bulk copies to other blocks of the cluster: what has come from global memory goes on to each of
 * them, a line in a message, and then how many bytes these were, which is counted at its mbarrier.
 *
 * The messages are those of stores and atomics between blocks (message_cluster.h). They share their
 * table of requests: without a free entry they wait here, in order.
 *
 * Source: PTX ISA 8.6, "cp.async.bulk", .multicast::cluster. Differs: hardware asks L2 once and
 *   doubles the answer on its way; here the SM that has asked sends it on, so its port of the
 *   network between SMs bounds the rate.
 */
#ifndef SIMGPU_SM_TMA_CLUSTER_H
#define SIMGPU_SM_TMA_CLUSTER_H

#include "models/sm/cluster/sm_remote.h"
#include "models/sm/tma/tma_state.h"

/* Bytes for the place `shared`, before the swizzle, of all blocks of the job but the own one. */
void tma_cluster_send(struct sm_tma *tma, struct tma_job *job, uint32_t shared,
                      const uint8_t *bytes, uint32_t n_bytes);
/* A row outside of the tensor. */
void tma_cluster_fill(struct sm_tma *tma, struct tma_job *job, const struct bulk_row *row);
/* All bytes have been sent: they are counted. */
void tma_cluster_count(struct sm_tma *tma, struct tma_job *job);
/* Sends what waits, as far as there is room. */
void tma_cluster_flush(struct sm_tma *tma, struct sm_remote *remote);
void tma_cluster_finish(struct sm_tma *tma);

/* Whether the block itself is among those that get the bytes. */
static inline bool tma_cluster_has_own(const struct tma_job *job, uint32_t rank)
{
    return job->what->blocks == 0 || (job->what->blocks >> rank & 1);
}

#endif
