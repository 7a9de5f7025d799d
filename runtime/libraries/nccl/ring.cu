/* SPDX-License-Identifier: BSD-3-Clause */
/* Each call as a ring of copies and sums. */
#include "ring.h"

#define TRY(call)                                                                                  \
    do {                                                                                           \
        if ((call) != cudaSuccess)                                                                 \
            return ncclUnhandledCudaError;                                                         \
    } while (0)
#define TRY_ALL(call)                                                                              \
    do {                                                                                           \
        const ncclResult_t result_ = (call);                                                       \
        if (result_ != ncclSuccess)                                                                \
            return result_;                                                                        \
    } while (0)

/* A call of all ranks, and where each rank's data lie while it runs. */
struct ring {
    op *const *ops;
    int n;
    size_t element; /* bytes */
    std::vector<char *> data;
};

static size_t begin_of(const ring &r, size_t count, int chunk)
{
    return count * chunk / r.n;
}

static int wrapped(const ring &r, int rank)
{
    return (rank % r.n + r.n) % r.n;
}

static ncclResult_t need_work(op *one, size_t bytes)
{
    ncclComm *comm = one->comm;
    if (comm->work_bytes >= bytes)
        return ncclSuccess;
    TRY(cudaSetDevice(comm->device));
    if (comm->work)
        TRY(cudaFree(comm->work));
    TRY(cudaMalloc(&comm->work, bytes));
    comm->work_bytes = bytes;
    return ncclSuccess;
}

/* All that is in the rank's stream before the call has to end before others write to its memory. */
static ncclResult_t open(op *one)
{
    TRY(cudaSetDevice(one->comm->device));
    TRY(cudaEventRecord(one->comm->free, one->stream));
    return ncclSuccess;
}

/* From a rank to the next one, when the place there is free. */
static ncclResult_t pass(op *from, op *to, char *target, const char *source, size_t bytes)
{
    TRY(cudaSetDevice(from->comm->device));
    TRY(cudaStreamWaitEvent(from->stream, to->comm->free, 0));
    if (bytes > 0)
        TRY(cudaMemcpyPeerAsync(target, to->comm->device, source, from->comm->device, bytes,
                                from->stream));
    TRY(cudaEventRecord(from->comm->sent, from->stream));
    return ncclSuccess;
}

/* The rank's stream goes on when what the other has sent is there. */
static ncclResult_t await(op *one, op *from)
{
    TRY(cudaSetDevice(one->comm->device));
    TRY(cudaStreamWaitEvent(one->stream, from->comm->sent, 0));
    return ncclSuccess;
}

/* data[r], of `count` elements, becomes the reduction in chunk r. Work space: a chunk. */
static ncclResult_t scatter_sums(const ring &r, size_t count)
{
    const op *any = r.ops[0];
    for (int step = 0; step < r.n - 1; step++) {
        const bool last = step == r.n - 2;
        for (int i = 0; i < r.n; i++) {
            const int chunk = wrapped(r, i - step - 1);
            const size_t begin = begin_of(r, count, chunk), end = begin_of(r, count, chunk + 1);
            op *next = r.ops[wrapped(r, i + 1)];
            TRY_ALL(pass(r.ops[i], next, next->comm->work, r.data[i] + begin * r.element,
                         (end - begin) * r.element));
        }
        for (int i = 0; i < r.n; i++) {
            const int chunk = wrapped(r, i - step - 2);
            const size_t begin = begin_of(r, count, chunk), end = begin_of(r, count, chunk + 1);
            TRY_ALL(await(r.ops[i], r.ops[wrapped(r, i - 1)]));
            TRY(reduce_into(r.data[i] + begin * r.element, r.ops[i]->comm->work, end - begin,
                            any->type, any->reduction, last && any->reduction == ncclAvg ? r.n : 1,
                            r.ops[i]->stream));
            TRY(cudaEventRecord(r.ops[i]->comm->free, r.ops[i]->stream));
        }
    }
    return ncclSuccess;
}

/* Chunk r of data[r] goes to all. */
static ncclResult_t gather(const ring &r, size_t count)
{
    for (int step = 0; step < r.n - 1; step++) {
        for (int i = 0; i < r.n; i++) {
            const int chunk = wrapped(r, i - step), next = wrapped(r, i + 1);
            const size_t begin = begin_of(r, count, chunk), end = begin_of(r, count, chunk + 1);
            TRY_ALL(pass(r.ops[i], r.ops[next], r.data[next] + begin * r.element,
                         r.data[i] + begin * r.element, (end - begin) * r.element));
        }
        for (int i = 0; i < r.n; i++)
            TRY_ALL(await(r.ops[i], r.ops[wrapped(r, i - 1)]));
    }
    return ncclSuccess;
}

static ncclResult_t put(op *one, void *to, const void *from, size_t bytes)
{
    TRY(cudaSetDevice(one->comm->device));
    if (to != from && bytes > 0)
        TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, one->stream));
    return ncclSuccess;
}

static ncclResult_t all_reduce(ring &r)
{
    const size_t count = r.ops[0]->count, bytes = count * r.element;
    for (int i = 0; i < r.n; i++) {
        TRY_ALL(need_work(r.ops[i], (count / r.n + 1) * r.element));
        r.data[i] = (char *)r.ops[i]->receive;
        TRY_ALL(put(r.ops[i], r.data[i], r.ops[i]->send, bytes));
        TRY_ALL(open(r.ops[i]));
    }
    TRY_ALL(scatter_sums(r, count));
    return gather(r, count);
}

/* The sums are made in work space behind the neighbour's place. */
static ncclResult_t sums_in_work(ring &r, size_t count)
{
    const size_t place = (count / r.n + 1) * r.element, begin = (place + 255) / 256 * 256;
    for (int i = 0; i < r.n; i++) {
        TRY_ALL(need_work(r.ops[i], begin + count * r.element));
        r.data[i] = r.ops[i]->comm->work + begin;
        TRY_ALL(put(r.ops[i], r.data[i], r.ops[i]->send, count * r.element));
        TRY_ALL(open(r.ops[i]));
    }
    return scatter_sums(r, count);
}

static ncclResult_t reduce_scatter(ring &r)
{
    const size_t each = r.ops[0]->count;
    TRY_ALL(sums_in_work(r, each * r.n));
    for (int i = 0; i < r.n; i++)
        TRY_ALL(
            put(r.ops[i], r.ops[i]->receive, r.data[i] + i * each * r.element, each * r.element));
    return ncclSuccess;
}

/* Each rank sends its chunk of the sums to the root. */
static ncclResult_t reduce(ring &r)
{
    const size_t count = r.ops[0]->count;
    op *root = r.ops[r.ops[0]->root];
    TRY_ALL(sums_in_work(r, count));
    TRY_ALL(open(root));
    for (int i = 0; i < r.n; i++) {
        const size_t begin = begin_of(r, count, i), end = begin_of(r, count, i + 1);
        char *target = (char *)root->receive + begin * r.element;
        if (r.ops[i] == root) {
            TRY_ALL(put(root, target, r.data[i] + begin * r.element, (end - begin) * r.element));
            continue;
        }
        TRY_ALL(
            pass(r.ops[i], root, target, r.data[i] + begin * r.element, (end - begin) * r.element));
        TRY_ALL(await(root, r.ops[i]));
    }
    return ncclSuccess;
}

static ncclResult_t all_gather(ring &r)
{
    const size_t each = r.ops[0]->count;
    for (int i = 0; i < r.n; i++) {
        r.data[i] = (char *)r.ops[i]->receive;
        TRY_ALL(put(r.ops[i], r.data[i] + i * each * r.element, r.ops[i]->send, each * r.element));
        TRY_ALL(open(r.ops[i]));
    }
    return gather(r, each * r.n);
}

/* Along the ring from the root, piece by piece: a rank hands one on while the next one arrives. */
static ncclResult_t broadcast(ring &r)
{
    enum { PIECES = 8 };
    const size_t count = r.ops[0]->count;
    const int root = r.ops[0]->root;
    for (int i = 0; i < r.n; i++) {
        r.data[i] = (char *)r.ops[i]->receive;
        if (i == root)
            TRY_ALL(put(r.ops[i], r.data[i], r.ops[i]->send, count * r.element));
        TRY_ALL(open(r.ops[i]));
    }
    for (int piece = 0; piece < PIECES; piece++) {
        const size_t begin = count * piece / PIECES, end = count * (piece + 1) / PIECES;
        for (int hop = 0; hop < r.n - 1; hop++) {
            const int from = wrapped(r, root + hop), to = wrapped(r, from + 1);
            TRY_ALL(pass(r.ops[from], r.ops[to], r.data[to] + begin * r.element,
                         r.data[from] + begin * r.element, (end - begin) * r.element));
            TRY_ALL(await(r.ops[to], r.ops[from]));
        }
    }
    return ncclSuccess;
}

ncclResult_t issue_collective(op *const *by_rank, int n)
{
    ring r = {by_rank, n, type_bytes(by_rank[0]->type), std::vector<char *>(n)};
    for (int i = 1; i < n; i++)
        if (by_rank[i]->kind != by_rank[0]->kind || by_rank[i]->count != by_rank[0]->count ||
            by_rank[i]->type != by_rank[0]->type || by_rank[i]->root != by_rank[0]->root)
            return ncclInvalidUsage;
    switch (by_rank[0]->kind) {
    case ALL_REDUCE:
        return all_reduce(r);
    case REDUCE:
        return reduce(r);
    case REDUCE_SCATTER:
        return reduce_scatter(r);
    case ALL_GATHER:
        return all_gather(r);
    default:
        return broadcast(r);
    }
}

ncclResult_t issue_pair(op *send, op *receive)
{
    if (send->count != receive->count || send->type != receive->type)
        return ncclInvalidUsage;
    TRY_ALL(open(receive));
    TRY_ALL(pass(send, receive, (char *)receive->receive, (const char *)send->send,
                 send->count * type_bytes(send->type)));
    return await(receive, send);
}
