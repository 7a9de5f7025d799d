/* SPDX-License-Identifier: BSD-3-Clause */
/* Partitions of the GPU among kernels: the policy limits how many blocks of each kernel an SM
 * holds.
 *
 * The dispatcher serves the kernels under way in the order in which they came. It takes the first
 * one that has blocks to send, and room for one, by its quota and by the SM's free resources. So it
 * serves a later kernel when the earlier ones may send nothing, or the block scheduler holds them
 * back.
 *
 * A quota limits the blocks that are sent. Blocks that an SM already has stay until they end, even
 * if they are more than the quota is now. The dispatcher sends blocks ahead (dispatch.ahead of a
 * platform) within the quota only. It may have chosen a block that waits for a credit of its wire.
 * It sends this block whatever the quota is by then.
 *
 * Contract (tests/policies/partition/test_partition_contract.c): quotas depend only on the events,
 * the view and the parameters, and change only when they are asked again. A kernel that is alone
 * may run somewhere.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_PARTITION_H
#define SIMGPU_POLICIES_PARTITION_H

#include "policies/dispatcher_policy.h"

#define PARTITION_KIND "partition"

/* A kernel under way: its last block is not done. */
struct partition_kernel {
    uint32_t launch;
    uint32_t program;     /* 0: the first program of the command line, or the only one */
    uint32_t capacity;    /* how many of its blocks an SM runs at a time, if it runs no others */
    uint64_t arrival;     /* kernels that came before it, in the whole run */
    uint64_t blocks_left; /* blocks that have not been sent */
};

/* Valid during a call. */
struct partition_view {
    uint32_t n_sms, n_kernels;
    const struct partition_kernel *kernels; /* in the order in which they came */
    uint64_t cycle;                         /* of the dispatcher */
};

struct partition_ops {
    struct dispatcher_policy policy;
    /* Quotas also change whenever a block has been sent or is done. */
    bool by_block;
    /* How many blocks of that kernel the SM may hold at a time; UINT32_MAX: as many as fit. Pure.
     * The dispatcher asks again when a kernel has come, has sent its last block or has ended, when
     * a word or a sample has come, at `review`, and as by_block says. */
    uint32_t (*quota)(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm);
};

#endif
