/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of the runtime and the driver that few programs make: those that work, and those that are
 * refused. */
#include <cstdio>
#include <cstring>
#include <cuda.h>

static int wrong_boxes()
{
    enum { WIDTH = 8, HEIGHT = 4, DEPTH = 2, N = WIDTH * HEIGHT * DEPTH };
    int from[N], to[N] = {}, *device, wrong = 0;
    for (int i = 0; i < N; i++)
        from[i] = i * i;
    cudaMalloc(&device, sizeof from);
    cudaMemcpy(device, from, sizeof from, cudaMemcpyHostToDevice);
    int *other;
    cudaMalloc(&other, sizeof from);
    cudaMemset(other, 0, sizeof from);
    cudaMemcpy3DPeerParms box = {};
    box.srcPtr = make_cudaPitchedPtr(device, WIDTH * sizeof(int), WIDTH, HEIGHT);
    box.dstPtr = make_cudaPitchedPtr(other, WIDTH * sizeof(int), WIDTH, HEIGHT);
    box.extent = make_cudaExtent(4 * sizeof(int), HEIGHT, DEPTH);
    wrong += cudaMemcpy3DPeer(&box) != cudaSuccess;
    box.srcPos = box.dstPos = make_cudaPos(4 * sizeof(int), 0, 1);
    box.extent.depth = 1;
    wrong += cudaMemcpy3DPeerAsync(&box, 0) != cudaSuccess;
    box.dstDevice = 7;
    wrong += cudaMemcpy3DPeer(&box) != cudaErrorInvalidDevice;
    cudaMemcpy(to, other, sizeof to, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += to[i] != (i % WIDTH < 4 || i >= WIDTH * HEIGHT ? from[i] : 0);
    return wrong;
}

static int wrong_arrays()
{
    const float from[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    float to[16] = {};
    CUDA_ARRAY_DESCRIPTOR shape = {16, 0, CU_AD_FORMAT_FLOAT, 1};
    CUarray first, second;
    CUdeviceptr address;
    int wrong = 0;
    cuArrayCreate(&first, &shape);
    cuArrayCreate_v2(&second, &shape);
    wrong += cuMemAlloc_v2(&address, sizeof to) != CUDA_SUCCESS;
    wrong += cuMemcpyHtoAAsync(first, 0, from, sizeof from, 0) != CUDA_SUCCESS;
    wrong += cuMemcpyAtoA(second, 0, first, 4 * sizeof *from, 12 * sizeof *from) != CUDA_SUCCESS;
    wrong += cuMemcpyAtoD_v2(address, second, 0, 8 * sizeof *from) != CUDA_SUCCESS;
    wrong += cuMemcpyDtoH_v2(to, address, 8 * sizeof *from) != CUDA_SUCCESS;
    wrong +=
        cuMemcpyAtoHAsync(to + 8, second, 8 * sizeof *from, 4 * sizeof *from, 0) != CUDA_SUCCESS;
    wrong += cuStreamSynchronize(0) != CUDA_SUCCESS;
    for (int i = 0; i < 12; i++)
        wrong += to[i] != from[i + 4];
    return wrong;
}

static void CUDA_CB add_one(void *count)
{
    ++*(int *)count;
}

static int wrong_objects()
{
    int destroyed = 0, wrong = 0;
    CUuserObject object;
    CUgraph graph;
    wrong += cuGraphCreate(&graph, 0) != CUDA_SUCCESS;
    wrong += cuUserObjectCreate(&object, &destroyed, add_one, 1,
                                CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) != CUDA_SUCCESS;
    wrong += cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE) != CUDA_SUCCESS;
    wrong += destroyed != 0;
    wrong += cuGraphDestroy(graph) != CUDA_SUCCESS;
    wrong += destroyed != 1;
    return wrong;
}

static int wrong_answers()
{
    CUcontext one, two;
    unsigned long long ids[2] = {};
    CUevent event;
    size_t texels = 0;
    cudaStreamAttrValue value;
    int wrong = 0;
    cuCtxCreate(&one, 0, 0);
    cuCtxCreate(&two, 0, 0);
    wrong += cuCtxGetId(one, &ids[0]) != CUDA_SUCCESS || cuCtxGetId(NULL, &ids[1]) != CUDA_SUCCESS;
    wrong += ids[0] == ids[1];
    cuEventCreate(&event, CU_EVENT_DEFAULT);
    wrong += cuEventRecordWithFlags(event, 0, CU_EVENT_RECORD_DEFAULT) != CUDA_SUCCESS;
    wrong += cuEventSynchronize(event) != CUDA_SUCCESS;
    wrong +=
        cuDeviceGetTexture1DLinearMaxWidth(&texels, CU_AD_FORMAT_FLOAT, 4, 0) != CUDA_SUCCESS ||
        texels == 0;
    wrong +=
        cudaStreamGetAttribute(0, cudaStreamAttributeSynchronizationPolicy, &value) != cudaSuccess;
    wrong += value.syncPolicy != cudaSyncPolicyAuto;
    wrong += cudaInitDevice(0, 0, 0) != cudaSuccess;
    return wrong;
}

int main()
{
    cuInit(0);
    printf("boxes wrong %d, arrays %d, objects %d, answers %d\n", wrong_boxes(), wrong_arrays(),
           wrong_objects(), wrong_answers());
    cudaExternalMemory_t memory;
    cudaExternalMemoryHandleDesc handle = {};
    handle.type = cudaExternalMemoryHandleTypeOpaqueFd;
    CUtexref reference;
    CUexternalSemaphore semaphore;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC description = {};
    cudaGraphicsResource_t resource = NULL;
    printf("refused: %d %d %d %d\n", cudaImportExternalMemory(&memory, &handle),
           cuTexRefCreate(&reference), cuImportExternalSemaphore(&semaphore, &description),
           cudaGraphicsMapResources(1, &resource, 0));
}
