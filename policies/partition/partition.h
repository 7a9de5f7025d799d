/* SPDX-License-Identifier: BSD-3-Clause */
/* Partitions of the GPU among kernels: how many blocks of which kernel an SM may hold.
 *
 * Kernels that are under way are dealt out in the order in which they came: the first one that has
 * blocks to send, and room for one by its quota and by what the SM has left, is served. So a later
 * one is served when the earlier ones may send nothing, or the block scheduler holds them back.
 *
 * A quota is about blocks that are sent. Those that an SM has stay until they have ended, also if
 * there are more of them than the quota is now. Blocks are sent ahead (dispatch.ahead of a
 * platform) within the quota only. A block that has been chosen, and waits for a credit of its
 * wire, is sent whatever the quota is by then.
 *
 * Contract (tests/policies/partition/test_partition_contract.c): quotas depend on nothing but what
 * was told, the view and the parameters, and change only when they are asked again; a kernel that
 * is alone may run somewhere.
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
    uint32_t program;     /* whose it is: 0 is the first one of the command line, or the only one */
    uint32_t capacity;    /* blocks that run at a time on an SM that has no others */
    uint64_t arrival;     /* kernels that came before it, in the whole run */
    uint64_t blocks_left; /* that have not been sent */
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
    /* Blocks of that kernel that the SM may hold at a time; UINT32_MAX: as many as fit. Pure; asked
     * again when a kernel has come, has sent its last block or has ended, a word or a sample has
     * come, at `review`, and by_block. */
    uint32_t (*quota)(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm);
};

#endif
