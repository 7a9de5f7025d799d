/* SPDX-License-Identifier: BSD-3-Clause */
/* NCCL's calls. A call waits until all ranks have made it; then the last one puts it into all
 * streams. In a group, the calls of a thread are made together at its end. */
#include "../common/refuse.h"
#include "ring.h"

#include <cstring>

/* Of this process. NCCL's interface has no context for what comes before a communicator. */
static std::mutex lock;
static std::vector<clique *> cliques;
static unsigned long long next_id = 1;

struct thread_group {
    int depth;
    std::vector<op *> ops;
};
static thread_local thread_group group;

/* ---- communicators -------------------------------------------------------------------------- */

static clique *find_clique(const std::string &id, int n)
{
    for (clique *one : cliques)
        if (one->id == id)
            return one->n == n ? one : nullptr;
    clique *made = new clique;
    made->id = id;
    made->n = n;
    made->comms.resize(n);
    cliques.push_back(made);
    return made;
}

static ncclResult_t join(ncclComm_t *comm, int n, const std::string &id, int rank, int device)
{
    std::lock_guard<std::mutex> guard(lock);
    clique *all = find_clique(id, n);
    if (!all || all->comms[rank])
        return ncclInvalidArgument;
    ncclComm *made = new ncclComm();
    made->all = all;
    made->rank = rank;
    made->device = device;
    if (cudaSetDevice(device) != cudaSuccess ||
        cudaEventCreateWithFlags(&made->sent, cudaEventDisableTiming) != cudaSuccess ||
        cudaEventCreateWithFlags(&made->free, cudaEventDisableTiming) != cudaSuccess) {
        delete made;
        return ncclUnhandledCudaError;
    }
    all->comms[rank] = *comm = made;
    return ncclSuccess;
}

static std::string new_id()
{
    std::lock_guard<std::mutex> guard(lock);
    return std::to_string(next_id++);
}

/* ---- making a call -------------------------------------------------------------------------- */

static void finish(op *one, ncclResult_t result)
{
    one->result = result;
    one->issued = true;
}

/* Issues the clique's next collective if all ranks have called it. */
static bool issue_next(clique *all)
{
    std::vector<op *> ops(all->n);
    for (int i = 0; i < all->n; i++) {
        if (!all->comms[i] || all->comms[i]->collectives.empty())
            return false;
        ops[i] = all->comms[i]->collectives.front();
    }
    const ncclResult_t result = issue_collective(ops.data(), all->n);
    for (int i = 0; i < all->n; i++) {
        all->comms[i]->collectives.pop_front();
        finish(ops[i], result);
    }
    return true;
}

static op *take(std::deque<op *> &ops, int peer)
{
    for (size_t i = 0; i < ops.size(); i++)
        if (ops[i]->root == peer) {
            op *found = ops[i];
            ops.erase(ops.begin() + i);
            return found;
        }
    return nullptr;
}

/* Issues the first send of a rank that somebody receives. */
static bool issue_next_pair(clique *all)
{
    for (ncclComm *comm : all->comms)
        for (size_t i = 0; comm && i < comm->sends.size(); i++) {
            op *send = comm->sends[i];
            ncclComm *peer = all->comms[send->root];
            op *receive = peer ? take(peer->receives, comm->rank) : nullptr;
            if (!receive)
                continue;
            comm->sends.erase(comm->sends.begin() + i);
            const ncclResult_t result = issue_pair(send, receive);
            finish(send, result);
            finish(receive, result);
            return true;
        }
    return false;
}

static void post(op *one)
{
    ncclComm *comm = one->comm;
    (one->kind == SEND      ? comm->sends
     : one->kind == RECEIVE ? comm->receives
                            : comm->collectives)
        .push_back(one);
    while (issue_next(comm->all) || issue_next_pair(comm->all))
        comm->all->issued.notify_all();
}

/* Makes the calls and waits until each is in its stream. Takes them. */
static ncclResult_t call_all(std::vector<op *> &ops)
{
    ncclResult_t result = ncclSuccess;
    int device;
    if (cudaGetDevice(&device) != cudaSuccess)
        return ncclUnhandledCudaError;
    std::unique_lock<std::mutex> guard(lock);
    for (op *one : ops)
        post(one);
    for (op *one : ops) {
        one->comm->all->issued.wait(guard, [one] { return one->issued; });
        if (one->result != ncclSuccess)
            result = one->result;
        delete one;
    }
    ops.clear();
    guard.unlock();
    return cudaSetDevice(device) == cudaSuccess ? result : ncclUnhandledCudaError;
}

static ncclResult_t call(const op &wanted)
{
    const ncclComm *comm = wanted.comm;
    if (!comm || (unsigned)wanted.type >= ncclNumTypes ||
        (unsigned)wanted.reduction >= ncclNumOps || wanted.root < 0 || wanted.root >= comm->all->n)
        return ncclInvalidArgument;
    if (wanted.type >= ncclFloat8e4m3 && wanted.kind <= REDUCE_SCATTER) {
        refuse("NCCL", "sums of 8-bit floats are not supported");
        return ncclInvalidUsage;
    }
    std::vector<op *> one(1, new op(wanted));
    if (group.depth == 0)
        return call_all(one);
    group.ops.push_back(one[0]);
    return ncclSuccess;
}

extern "C" {

ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    if (!id)
        return ncclInvalidArgument;
    memset(id, 0, sizeof *id);
    const std::string text = new_id();
    memcpy(id->internal, text.data(), text.size());
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank)
{
    int device;
    if (!comm || ranks < 1 || rank < 0 || rank >= ranks)
        return ncclInvalidArgument;
    id.internal[NCCL_UNIQUE_ID_BYTES - 1] = 0;
    if (cudaGetDevice(&device) != cudaSuccess)
        return ncclUnhandledCudaError;
    return join(comm, ranks, id.internal, rank, device);
}

/* NULL, or a config that NCCL_CONFIG_INITIALIZER began. */
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t *config)
{
    const ncclConfig_t none = NCCL_CONFIG_INITIALIZER;
    if (config && (config->magic != none.magic || config->size != none.size))
        return ncclInvalidArgument;
    return ncclCommInitRank(comm, ranks, id, rank);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int n, const int *devices)
{
    int before, available;
    if (cudaGetDevice(&before) != cudaSuccess || cudaGetDeviceCount(&available) != cudaSuccess)
        return ncclUnhandledCudaError;
    if (!comms || n < 1 || n > available)
        return ncclInvalidArgument;
    const std::string id = new_id();
    ncclResult_t result = ncclSuccess;
    for (int i = 0; i < n && result == ncclSuccess; i++)
        result = join(&comms[i], n, id, i, devices ? devices[i] : i);
    return cudaSetDevice(before) == cudaSuccess ? result : ncclUnhandledCudaError;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    return comm ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    int before;
    if (!comm)
        return ncclInvalidArgument;
    std::lock_guard<std::mutex> guard(lock);
    cudaGetDevice(&before);
    cudaSetDevice(comm->device);
    cudaFree(comm->work);
    cudaEventDestroy(comm->sent);
    cudaEventDestroy(comm->free);
    comm->all->comms[comm->rank] = nullptr;
    delete comm;
    return cudaSetDevice(before) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    return ncclCommDestroy(comm);
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    if (!comm || !count)
        return ncclInvalidArgument;
    *count = comm->all->n;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    if (!comm || !device)
        return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    if (!comm || !rank)
        return ncclInvalidArgument;
    *rank = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *result)
{
    if (!comm || !result)
        return ncclInvalidArgument;
    *result = ncclSuccess;
    return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    static const char *const texts[] = {
        "no error",       "unhandled cuda error",      "unhandled system error",
        "internal error", "invalid argument",          "invalid usage",
        "remote error",   "NCCL operation in progress"};
    return (unsigned)result < ncclNumResults ? texts[result] : "unknown result code";
}

const char *ncclGetLastError(ncclComm_t comm)
{
    (void)comm;
    return "";
}

ncclResult_t ncclGroupStart(void)
{
    group.depth++;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void)
{
    if (group.depth == 0)
        return ncclInvalidUsage;
    return --group.depth == 0 && !group.ops.empty() ? call_all(group.ops) : ncclSuccess;
}

ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return call({ALL_REDUCE, comm, send, receive, count, type, op, 0, stream, false, ncclSuccess});
}

ncclResult_t ncclReduce(const void *send, void *receive, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)
{
    return call({REDUCE, comm, send, receive, count, type, op, root, stream, false, ncclSuccess});
}

ncclResult_t ncclReduceScatter(const void *send, void *receive, size_t receive_count,
                               ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream)
{
    return call({REDUCE_SCATTER, comm, send, receive, receive_count, type, op, 0, stream, false,
                 ncclSuccess});
}

ncclResult_t ncclAllGather(const void *send, void *receive, size_t send_count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream)
{
    return call({ALL_GATHER, comm, send, receive, send_count, type, ncclSum, 0, stream, false,
                 ncclSuccess});
}

ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream)
{
    return call(
        {BROADCAST, comm, send, receive, count, type, ncclSum, root, stream, false, ncclSuccess});
}

ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream)
{
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}

ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream)
{
    return call(
        {SEND, comm, send, nullptr, count, type, ncclSum, peer, stream, false, ncclSuccess});
}

ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream)
{
    return call(
        {RECEIVE, comm, nullptr, receive, count, type, ncclSum, peer, stream, false, ncclSuccess});
}

ncclResult_t ncclMemAlloc(void **memory, size_t bytes)
{
    if (!memory)
        return ncclInvalidArgument;
    return cudaMalloc(memory, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void *memory)
{
    return cudaFree(memory) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buffer, size_t bytes, void **handle)
{
    if (!comm || !buffer || bytes == 0 || !handle)
        return ncclInvalidArgument;
    *handle = buffer;
    return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle)
{
    return comm && handle ? ncclSuccess : ncclInvalidArgument;
}
}

#define REFUSED(name) REFUSED_CALL(ncclResult_t, ncclInvalidUsage, name)
REFUSED(ncclCommInitRankScalable)
REFUSED(ncclCommShrink)
REFUSED(ncclCommSplit)
REFUSED(ncclCommWindowDeregister)
REFUSED(ncclCommWindowRegister)
REFUSED(ncclGroupSimulateEnd)
REFUSED(ncclRedOpCreatePreMulSum)
REFUSED(ncclRedOpDestroy)
