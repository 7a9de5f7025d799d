/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators, and what one call asks of all of them.
 *
 * Rank r of a clique sends to rank r + 1 only (a ring), by copies between their devices in the
 * streams that the calls name. Events say when a copy has arrived, and when its place is free
 * again.
 *
 * Differs: NCCL moves data with kernels that run on all ranks for the whole call. Here copies and
 * short kernels that add alternate; nothing is sent along trees.
 */
#ifndef SIMGPU_LIBRARIES_NCCL_RING_H
#define SIMGPU_LIBRARIES_NCCL_RING_H

#include <condition_variable>
#include <deque>
#include <mutex>
#include <nccl.h>
#include <string>
#include <vector>

enum op_kind { ALL_REDUCE, REDUCE, REDUCE_SCATTER, ALL_GATHER, BROADCAST, SEND, RECEIVE };

struct op {
    op_kind kind;
    ncclComm_t comm;
    const void *send;
    void *receive;
    size_t count; /* as the call says it */
    ncclDataType_t type;
    ncclRedOp_t reduction;
    int root; /* or the peer */
    cudaStream_t stream;
    bool issued;
    ncclResult_t result;
};

/* The ranks that talk to each other. */
struct clique {
    std::string id;
    int n = 0;
    std::vector<ncclComm_t> comms; /* by rank; NULL: not there yet, or gone */
    std::condition_variable issued;
};

struct ncclComm {
    clique *all;
    int rank, device;
    cudaEvent_t sent, free; /* its last copy has arrived; its work space is free */
    char *work;             /* what its neighbour sends, and more */
    size_t work_bytes;
    std::deque<op *> collectives, sends, receives; /* called, not issued */
};

size_t type_bytes(ncclDataType_t type);
/* x[i] = y[i] op x[i]; divide: x[i] /= divide, last. On the current device. */
cudaError_t reduce_into(void *x, const void *y, size_t n, ncclDataType_t type, ncclRedOp_t op,
                        int divide, cudaStream_t stream);
/* Puts a call of all ranks into their streams. by_rank[r] is rank r's. */
ncclResult_t issue_collective(op *const *by_rank, int n);
ncclResult_t issue_pair(op *send, op *receive);

#endif
