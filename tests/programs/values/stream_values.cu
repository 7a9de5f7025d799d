/* SPDX-License-Identifier: BSD-3-Clause */
/* What streams write and wait for, attributes, copies between peers, memory of graphs, and calls of
 * the driver interface that are refused. */
#include "../cu/cases.h"
#include <cuda.h>
#include <nv_decode.h>

#define DRIVER(call)                                                                               \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_ != CUDA_SUCCESS) {                                                             \
            printf("%s: %d\n", #call, (int)result_);                                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Adds to what the stream has written before. */
__global__ void add(unsigned *to)
{
    to[0] += 1;
}

static void values(const long *)
{
    CUstream stream = new_stream();
    unsigned *words = device_array<unsigned>(4), has[4] = {};
    const CUdeviceptr at = (CUdeviceptr)words;
    CHECK(cudaMemset(words, 0, sizeof has));
    DRIVER(cuStreamWriteValue32(stream, at, 41, 0));
    add<<<1, 1, 0, stream>>>(words);
    DRIVER(cuStreamWriteValue64(stream, at + 8, 0x500000006, 0));
    DRIVER(cuStreamWaitValue32(stream, at, 42, CU_STREAM_WAIT_VALUE_EQ));
    DRIVER(cuStreamWaitValue32(stream, at, 40, CU_STREAM_WAIT_VALUE_GEQ));
    DRIVER(cuStreamWaitValue32(stream, at, 8, CU_STREAM_WAIT_VALUE_AND));
    DRIVER(cuStreamWaitValue64(stream, at + 8, 0x500000006, CU_STREAM_WAIT_VALUE_EQ));
    CUstreamBatchMemOpParams batch[3] = {};
    batch[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    batch[0].writeValue.address = at + 4;
    batch[0].writeValue.value = 7;
    batch[1].memoryBarrier.operation = CU_STREAM_MEM_OP_BARRIER;
    batch[2].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    batch[2].waitValue.address = at + 4;
    batch[2].waitValue.value = 7;
    batch[2].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    DRIVER(cuStreamBatchMemOp(stream, 3, batch, 0));
    CHECK(cudaMemcpy(has, words, sizeof has, cudaMemcpyDeviceToHost));
    printf("words %u %u %u %u\n", has[0], has[1], has[2], has[3]);
    printf("more %d\n", cuStreamWaitValue32(stream, at, 43, CU_STREAM_WAIT_VALUE_GEQ));
    printf("no bit %d\n", cuStreamWaitValue32(stream, at, 1, CU_STREAM_WAIT_VALUE_AND));
    printf("odd %d\n", cuStreamWriteValue32(stream, at + 2, 1, 0));
    printf("flags %d\n", cuStreamWaitValue32(stream, at, 42, 4));
    DRIVER(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    printf("captured %d\n", cuStreamWriteValue32(stream, at, 1, 0));
}

static void peers(const long *)
{
    CUstreamAttrValue value = {};
    CUstream stream = new_stream();
    unsigned *from = device_array<unsigned>(4), *to = device_array<unsigned>(4), has[4] = {};
    const unsigned gives[4] = {1, 2, 3, 4};
    CHECK(cudaMemcpy(from, gives, sizeof gives, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(to, 0, sizeof has));
    CUDA_MEMCPY3D_PEER box = {};
    box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = (CUdeviceptr)from;
    box.dstDevice = (CUdeviceptr)to;
    box.srcPitch = box.dstPitch = 8;
    box.srcHeight = box.dstHeight = 2;
    box.srcXInBytes = 4;
    box.WidthInBytes = 4;
    box.Height = 2;
    box.Depth = 1;
    DRIVER(cuMemcpy3DPeer(&box));
    CHECK(cudaMemcpy(has, to, sizeof has, cudaMemcpyDeviceToHost));
    printf("box %u %u %u %u\n", has[0], has[1], has[2], has[3]);
    box.dstXInBytes = 4;
    DRIVER(cuMemcpy3DPeerAsync(&box, stream));
    DRIVER(cuStreamSynchronize(stream));
    CHECK(cudaMemcpy(has, to, sizeof has, cudaMemcpyDeviceToHost));
    printf("again %u %u %u %u\n", has[0], has[1], has[2], has[3]);
    DRIVER(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
    printf("priority %d\n", value.priority);
    printf("cooperative %d\n",
           cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    int status = 1;
    char *name = __cu_demangle("_Z3addPj", nullptr, nullptr, &status);
    printf("name %s %d\n", name, status);
    free(name);
}

/* A graph allocates memory, sets it, and frees it. */
static void graph_memory(const long *)
{
    CUgraph graph;
    CUgraphNode node, set, gone;
    CUgraphExec exec;
    CUDA_MEM_ALLOC_NODE_PARAMS wanted = {}, has = {};
    CUDA_MEMSET_NODE_PARAMS fill = {};
    CUdeviceptr freed = 0;
    uint64_t bytes = 0;
    wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.bytesize = 4096;
    DRIVER(cuGraphCreate(&graph, 0));
    DRIVER(cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
    DRIVER(cuGraphMemAllocNodeGetParams(node, &has));
    fill.dst = wanted.dptr;
    fill.value = 9;
    fill.elementSize = 4;
    fill.width = 4;
    fill.height = 1;
    DRIVER(cuGraphAddMemsetNode(&set, graph, &node, 1, &fill, nullptr));
    DRIVER(cuGraphAddMemFreeNode(&gone, graph, &set, 1, wanted.dptr));
    DRIVER(cuGraphMemFreeNodeGetParams(gone, &freed));
    DRIVER(cuGraphInstantiate(&exec, graph, 0));
    DRIVER(cuGraphLaunch(exec, 0));
    DRIVER(cuStreamSynchronize(0));
    DRIVER(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
    printf("allocated %zu %d %d\n", has.bytesize, has.dptr == wanted.dptr, freed == wanted.dptr);
    printf("high %d\n", bytes >= 4096);
}

/* The runtime's context, of which the program has been told, is there again after a pop. */
static void contexts(const long *)
{
    CUcontext told, primary, popped, after;
    CHECK(cudaFree(nullptr));
    DRIVER(cuCtxGetCurrent(&told));
    DRIVER(cuDevicePrimaryCtxRetain(&primary, 0));
    DRIVER(cuCtxPushCurrent(primary));
    DRIVER(cuCtxPopCurrent(&popped));
    DRIVER(cuCtxGetCurrent(&after));
    printf("context %d %d %d\n", told == primary, popped == primary, after == told);
    DRIVER(cuCtxSetCurrent(nullptr));
    DRIVER(cuCtxGetCurrent(&after));
    printf("none %d\n", !after);
}

static void refused(const long *)
{
    unsigned long long flags;
    CUmemPoolPtrExportData data;
    CUexternalMemory memory;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC description = {};
    printf("access %d\n", cuMemGetAccess(&flags, nullptr, 0)); /* nobody says whose */
    printf("copy %d\n", cuGraphMemcpyNodeGetParams(nullptr, nullptr));
    printf("export %d\n", cuMemPoolExportPointer(&data, 0));
    printf("external %d\n", cuImportExternalMemory(&memory, &description));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"values", values},
                                      {"peers", peers},
                                      {"graph_memory", graph_memory},
                                      {"contexts", contexts},
                                      {"refused", refused}};
    return run_case(cases, argc, argv);
}
