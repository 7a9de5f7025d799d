/* SPDX-License-Identifier: BSD-3-Clause */
/* NCCL's calls that are groups of sends and receipts. */
#include "ring.h"

/* A rank's part of a call that is made of sends and receipts: `to` and `from` say whether it has
 * one with a peer, and which piece of its memory that is. */
template <class To, class From>
static ncclResult_t exchange(const void *send, void *receive, size_t count, ncclDataType_t type,
                             ncclComm_t comm, cudaStream_t stream, To to, From from)
{
    if (!comm || type < 0 || type >= ncclNumTypes)
        return ncclInvalidArgument;
    const size_t bytes = count * type_bytes(type);
    ncclResult_t result = ncclGroupStart();
    for (int peer = 0; peer < comm->all->n && result == ncclSuccess; peer++) {
        const int out = to(peer), in = from(peer);
        if (out >= 0)
            result = ncclSend((const char *)send + out * bytes, count, type, peer, comm, stream);
        if (in >= 0 && result == ncclSuccess)
            result = ncclRecv((char *)receive + in * bytes, count, type, peer, comm, stream);
    }
    const ncclResult_t ended = ncclGroupEnd();
    return result == ncclSuccess ? ended : result;
}

extern "C" {

ncclResult_t ncclAlltoAll(const void *send, void *receive, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream)
{
    const auto piece = [](int peer) { return peer; };
    return exchange(send, receive, count, type, comm, stream, piece, piece);
}

ncclResult_t ncclGather(const void *send, void *receive, size_t count, ncclDataType_t type,
                        int root, ncclComm_t comm, cudaStream_t stream)
{
    return exchange(
        send, receive, count, type, comm, stream,
        [root](int peer) { return peer == root ? 0 : -1; },
        [root, comm](int peer) { return comm->rank == root ? peer : -1; });
}

ncclResult_t ncclScatter(const void *send, void *receive, size_t count, ncclDataType_t type,
                         int root, ncclComm_t comm, cudaStream_t stream)
{
    return exchange(
        send, receive, count, type, comm, stream,
        [root, comm](int peer) { return comm->rank == root ? peer : -1; },
        [root](int peer) { return peer == root ? 0 : -1; });
}
}
