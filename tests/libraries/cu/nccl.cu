/* SPDX-License-Identifier: BSD-3-Clause */
/* NCCL's calls on all GPUs of the platform, against sums on the host. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nccl.h> // brings halves and bfloat16s
#include <thread>
#include <vector>

static_assert(sizeof(half) == 2 && sizeof(__nv_bfloat16) == 2, "");
static int checked, wrong, n;
static std::vector<ncclComm_t> comms;
static std::vector<cudaStream_t> streams;

static void must(bool good, const char *what)
{
    if (good)
        return;
    printf("%s failed\n", what);
    exit(1);
}

template <class T> struct typed;
template <> struct typed<int> {
    static const ncclDataType_t type = ncclInt32;
};
template <> struct typed<float> {
    static const ncclDataType_t type = ncclFloat32;
};
template <> struct typed<double> {
    static const ncclDataType_t type = ncclFloat64;
};
template <> struct typed<__half> {
    static const ncclDataType_t type = ncclFloat16;
};

/* Small whole numbers: every type has their sums exactly. */
static double value(int rank, size_t i)
{
    return (double)((rank + 1) * (int)(i % 7) % 5 + 1);
}

/* A buffer on each device. */
template <class T> struct buffers {
    std::vector<T *> at;
    size_t count;
    buffers(size_t elements, bool filled) : at(n), count(elements)
    {
        for (int r = 0; r < n; r++) {
            std::vector<T> start(count);
            for (size_t i = 0; i < count; i++)
                start[i] = (T)(float)(filled ? value(r, i) : -1);
            cudaSetDevice(r);
            must(cudaMalloc(&at[r], std::max<size_t>(count, 1) * sizeof(T)) == cudaSuccess,
                 "malloc");
            cudaMemcpy(at[r], start.data(), count * sizeof(T), cudaMemcpyHostToDevice);
        }
    }
    std::vector<T> host(int r)
    {
        std::vector<T> back(count);
        cudaSetDevice(r);
        must(cudaStreamSynchronize(streams[r]) == cudaSuccess, "synchronize");
        cudaMemcpy(back.data(), at[r], count * sizeof(T), cudaMemcpyDeviceToHost);
        return back;
    }
    ~buffers()
    {
        for (T *one : at)
            cudaFree(one);
    }
};

static double reduced(size_t i, ncclRedOp_t op)
{
    double x = value(0, i);
    for (int r = 1; r < n; r++) {
        const double y = value(r, i);
        x = op == ncclProd  ? x * y
            : op == ncclMax ? std::max(x, y)
            : op == ncclMin ? std::min(x, y)
                            : x + y;
    }
    return op == ncclAvg ? x / n : x;
}

template <class T> static void compare(const std::vector<T> &got, size_t i, double expected)
{
    checked++;
    wrong += (float)got[i] != (float)(T)(float)expected;
}

template <class CALL> static void on_all(CALL call)
{
    must(ncclGroupStart() == ncclSuccess, "group start");
    for (int r = 0; r < n; r++)
        must(call(r) == ncclSuccess, "call");
    must(ncclGroupEnd() == ncclSuccess, "group end");
}

template <class T> static void reductions(size_t count, ncclRedOp_t op, bool in_place)
{
    const ncclDataType_t type = typed<T>::type;
    buffers<T> from(count, true), to(count, false), part(count / n, false), root(count, false);
    on_all([&](int r) {
        return ncclReduceScatter(from.at[r], part.at[r], count / n, type, op, comms[r], streams[r]);
    });
    on_all([&](int r) {
        return ncclReduce(from.at[r], root.at[r], count, type, op, n - 1, comms[r], streams[r]);
    });
    on_all([&](int r) {
        return ncclAllReduce(from.at[r], in_place ? from.at[r] : to.at[r], count, type, op,
                             comms[r], streams[r]);
    });
    for (int r = 0; r < n; r++) {
        const std::vector<T> all = in_place ? from.host(r) : to.host(r), mine = part.host(r);
        for (size_t i = 0; i < count; i++)
            compare(all, i, reduced(i, op));
        for (size_t i = 0; i < count / n; i++)
            compare(mine, i, reduced(r * (count / n) + i, op));
    }
    const std::vector<T> sum = root.host(n - 1);
    for (size_t i = 0; i < count; i++)
        compare(sum, i, reduced(i, op));
}

static void movements(size_t count)
{
    buffers<int> from(count, true), all(count * n, false), same(count, false), next(count, false);
    on_all([&](int r) {
        return ncclAllGather(from.at[r], all.at[r], count, ncclInt, comms[r], streams[r]);
    });
    on_all([&](int r) {
        return ncclBroadcast(from.at[r], same.at[r], count, ncclInt, 1, comms[r], streams[r]);
    });
    must(ncclGroupStart() == ncclSuccess, "group start");
    for (int r = 0; r < n; r++) { /* to the next one, from the one before */
        ncclSend(from.at[r], count, ncclInt, (r + 1) % n, comms[r], streams[r]);
        ncclRecv(next.at[r], count, ncclInt, (r + n - 1) % n, comms[r], streams[r]);
    }
    must(ncclGroupEnd() == ncclSuccess, "group end");
    for (int r = 0; r < n; r++) {
        const std::vector<int> gathered = all.host(r), given = same.host(r), got = next.host(r);
        for (size_t i = 0; i < count; i++) {
            for (int other = 0; other < n; other++)
                compare(gathered, other * count + i, value(other, i));
            compare(given, i, value(1, i));
            compare(got, i, value((r + n - 1) % n, i));
        }
    }
}

/* Each rank's piece for each rank; all ranks' pieces to one, and one's to all. */
static void exchanges(size_t count)
{
    const int root = n - 1;
    buffers<int> from(count * n, true), all(count * n, false), gathered(count * n, false),
        given(count, false);
    on_all([&](int r) {
        return ncclAlltoAll(from.at[r], all.at[r], count, ncclInt, comms[r], streams[r]);
    });
    on_all([&](int r) {
        return ncclGather(from.at[r], gathered.at[r], count, ncclInt, root, comms[r], streams[r]);
    });
    on_all([&](int r) {
        return ncclScatter(from.at[r], given.at[r], count, ncclInt, root, comms[r], streams[r]);
    });
    for (int r = 0; r < n; r++) {
        const std::vector<int> mine = all.host(r), part = given.host(r), whole = gathered.host(r);
        for (size_t i = 0; i < count; i++) {
            compare(part, i, value(root, r * count + i));
            for (int other = 0; other < n; other++) {
                compare(mine, other * count + i, value(other, r * count + i));
                if (r == root)
                    compare(whole, other * count + i, value(other, i));
            }
        }
    }
}

/* A thread for each rank, which has a communicator of its own. */
static void in_threads(size_t count)
{
    buffers<float> data(count, true);
    ncclUniqueId id;
    std::vector<std::thread> all;
    must(ncclGetUniqueId(&id) == ncclSuccess, "id");
    for (int r = 0; r < n; r++)
        all.emplace_back([&, r] {
            ncclComm_t comm;
            cudaSetDevice(r);
            ncclConfig_t config = NCCL_CONFIG_INITIALIZER, other = config;
            other.magic++;
            must(ncclCommInitRankConfig(&comm, n, id, r, &other) == ncclInvalidArgument, "magic");
            must((r % 2 ? ncclCommInitRank(&comm, n, id, r)
                        : ncclCommInitRankConfig(&comm, n, id, r, &config)) == ncclSuccess,
                 "init rank");
            for (int round = 0; round < 2; round++)
                must(ncclAllReduce(data.at[r], data.at[r], count, ncclFloat,
                                   round ? ncclAvg : ncclSum, comm, streams[r]) == ncclSuccess,
                     "all reduce");
            cudaStreamSynchronize(streams[r]);
            ncclCommDestroy(comm);
        });
    for (std::thread &one : all)
        one.join();
    for (int r = 0; r < n; r++) {
        const std::vector<float> got = data.host(r);
        for (size_t i = 0; i < count; i++)
            compare(got, i, reduced(i, ncclSum));
    }
}

/* Memory of NCCL's own calls, and a buffer that is registered. */
static void memory()
{
    const size_t count = 100;
    void *buffer, *handle;
    cudaSetDevice(0);
    must(ncclMemAlloc(nullptr, 4) == ncclInvalidArgument, "memory to nowhere");
    must(ncclMemAlloc(&buffer, count * sizeof(int)) == ncclSuccess, "memory");
    must(ncclCommRegister(comms[0], buffer, 0, &handle) == ncclInvalidArgument, "no bytes");
    must(ncclCommRegister(comms[0], buffer, count * sizeof(int), &handle) == ncclSuccess,
         "register");
    std::vector<int> sent(count), got(count);
    for (size_t i = 0; i < count; i++)
        sent[i] = (int)(3 * i);
    cudaMemcpy(buffer, sent.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(got.data(), buffer, count * sizeof(int), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < count; i++, checked++)
        wrong += got[i] != sent[i];
    must(ncclCommDeregister(comms[0], handle) == ncclSuccess, "deregister");
    must(ncclMemFree(buffer) == ncclSuccess, "free");
    must(ncclMemFree(&wrong) == ncclUnhandledCudaError, "free of the host's");
}

static void errors()
{
    int rank, count, device;
    ncclComm_t comm;
    ncclCommUserRank(comms[1], &rank);
    ncclCommCount(comms[1], &count);
    ncclCommCuDevice(comms[1], &device);
    checked += 4;
    wrong += rank != 1 || count != n || device != 1;
    wrong += ncclCommInitAll(&comm, n + 1, nullptr) != ncclInvalidArgument;
    wrong += ncclAllReduce(nullptr, nullptr, 1, ncclNumTypes, ncclSum, comms[0], 0) !=
             ncclInvalidArgument;
    wrong += ncclGroupEnd() != ncclInvalidUsage;
    /* Numbers of 8 bits are moved, and not summed. */
    wrong +=
        ncclAllReduce(&rank, &rank, 1, ncclFloat8e4m3, ncclSum, comms[0], 0) != ncclInvalidUsage;
}

int main()
{
    cudaGetDeviceCount(&n);
    comms.resize(n);
    streams.resize(n);
    must(ncclCommInitAll(comms.data(), n, nullptr) == ncclSuccess, "init all");
    for (int r = 0; r < n; r++) {
        cudaSetDevice(r);
        cudaStreamCreate(&streams[r]);
    }
    reductions<int>(1000, ncclSum, false);
    reductions<int>(1, ncclMax, true);
    reductions<int>(40000, ncclSum, false); /* copies take longer than launches: waits are needed */
    reductions<float>(1003, ncclSum, true);
    reductions<double>(64, ncclProd, false);
    reductions<__half>(200, ncclMin, false);
    reductions<float>(512, ncclAvg, false);
    movements(500);
    exchanges(30);
    in_threads(300);
    memory();
    errors();
    for (ncclComm_t comm : comms)
        must(ncclCommDestroy(comm) == ncclSuccess, "destroy");
    printf("checked %d\nwrong %d\n", checked, wrong);
    return wrong > 0;
}
