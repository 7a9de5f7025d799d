/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA graphs: captured and made by hand, launched, changed, and what is refused. */
#include "cases.h"
#include <cudaTypedefs.h>

#define OK(call)                                                                                   \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_ != CUDA_SUCCESS) {                                                             \
            printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, result_);                         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { N = 64 };

/* Counts in registers: its time depends on nothing but `turns`. */
__global__ void spin(int turns, int *result)
{
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++)
        x = x * 5 + i;
    if (result)
        result[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void add(int *words, int value)
{
    words[threadIdx.x] += value;
}

__global__ void multiply(int *words, int value)
{
    words[threadIdx.x] *= value;
}

/* to[i] = a[i] + b[i] */
__global__ void sum(int *to, const int *a, const int *b)
{
    to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

__constant__ int factor;

__global__ void scale(int *words)
{
    words[threadIdx.x] *= factor;
}

static int first_word(const int *device)
{
    int word;
    CHECK(cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost));
    return word;
}

static int *zeroed(size_t n)
{
    int *words = device_array<int>(n);
    CHECK(cudaMemset(words, 0, n * sizeof(int)));
    return words;
}

static void print_error(const char *name, cudaError_t status)
{
    printf("%s %s\n", name, cudaGetErrorName(status));
    cudaGetLastError();
}

/* Three launches of one graph: each adds 1, doubles, adds 1. */
static void capture(const long *)
{
    cudaStream_t stream = new_stream();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    size_t nodes = 0, edges = 0, roots = 0;
    int *words = zeroed(N);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamIsCapturing(stream, &status));
    add<<<1, N, 0, stream>>>(words, 1);
    multiply<<<1, N, 0, stream>>>(words, 2);
    add<<<1, N, 0, stream>>>(words, 1);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamEndCapture(stream, &graph));
    printf("capturing %d\nnot_run %d\n", status == cudaStreamCaptureStatusActive,
           first_word(words));
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
    CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(cudaGraphDestroy(graph)); /* what is launched does not need it */
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(exec));
    printf("shape %zu %zu %zu\nresult %d\n", nodes, roots, edges, first_word(words));
}

/* A fork and a join by events. numbers: turns of the two branches. */
static void fork_join(const long *numbers)
{
    cudaStream_t first = new_stream(), second = new_stream();
    cudaEvent_t fork = new_event(), join = new_event(), start = new_event(), end = new_event();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *a = device_array<int>(N), *b = device_array<int>(N), *c = device_array<int>(N);
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaEventRecord(fork, first));
    CHECK(cudaStreamWaitEvent(second, fork));
    spin<<<1, N, 0, first>>>((int)numbers[0], a);
    spin<<<1, N, 0, second>>>((int)numbers[0], b);
    CHECK(cudaEventRecord(join, second));
    CHECK(cudaStreamWaitEvent(first, join));
    sum<<<1, N, 0, first>>>(c, a, b);
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, first)); /* warms up */
    CHECK(cudaStreamSynchronize(first));
    CHECK(cudaEventRecord(start, first));
    CHECK(cudaGraphLaunch(exec, first));
    CHECK(cudaEventRecord(end, first));
    CHECK(cudaEventSynchronize(end));
    printf("elapsed %.9g\nsame %d\n", elapsed(start, end), first_word(c) == 2 * first_word(a));
}

/* numbers: kernels in a row, 1 for a graph of them, turns of each. */
static void row(const long *numbers)
{
    cudaStream_t stream = new_stream();
    cudaEvent_t start = new_event(), end = new_event();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    spin<<<1, 32, 0, stream>>>(1, nullptr);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int i = 0; i < numbers[0]; i++)
        spin<<<1, 32, 0, stream>>>((int)numbers[2], nullptr);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaEventRecord(start, stream));
    if (numbers[1])
        CHECK(cudaGraphLaunch(exec, stream));
    else
        for (int i = 0; i < numbers[0]; i++)
            spin<<<1, 32, 0, stream>>>((int)numbers[2], nullptr);
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaEventSynchronize(end));
    printf("elapsed %.9g\n", elapsed(start, end));
}

static void note(void *counter)
{
    ++*(int *)counter;
}

/* Every kind of node by hand: set, two kernels side by side, a sum, a copy back, a function. */
static void by_hand(const long *)
{
    int *a = device_array<int>(N), *b = device_array<int>(N), *c = device_array<int>(N);
    int ten = 10, seven = 7, result[N] = {}, called = 0;
    cudaStream_t stream = new_stream();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t set_a, copy_b, both, add_a, add_b, add_up, back, function, nodes[2];
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams set = {};
    set.dst = a;
    set.elementSize = 4;
    set.value = 5;
    set.width = N;
    set.height = 1;
    CHECK(cudaGraphAddMemsetNode(&set_a, graph, nullptr, 0, &set));
    int source[N];
    for (int i = 0; i < N; i++)
        source[i] = 100 + i;
    CHECK(cudaGraphAddMemcpyNode1D(&copy_b, graph, nullptr, 0, b, source, sizeof source,
                                   cudaMemcpyHostToDevice));
    nodes[0] = set_a;
    nodes[1] = copy_b;
    CHECK(cudaGraphAddEmptyNode(&both, graph, nodes, 2));
    void *to_a[] = {&a, &ten}, *to_b[] = {&b, &seven}, *sums[] = {&c, &a, &b};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)add;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(N);
    kernel.kernelParams = to_a;
    CHECK(cudaGraphAddKernelNode(&add_a, graph, &both, 1, &kernel));
    kernel.kernelParams = to_b;
    CHECK(cudaGraphAddKernelNode(&add_b, graph, &both, 1, &kernel));
    ten = seven = 0; /* the nodes have their own */
    kernel.func = (void *)sum;
    kernel.kernelParams = sums;
    nodes[0] = add_a;
    nodes[1] = add_b;
    CHECK(cudaGraphAddKernelNode(&add_up, graph, nodes, 2, &kernel));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(c, sizeof result, sizeof result, 1);
    copy.dstPtr = make_cudaPitchedPtr(result, sizeof result, sizeof result, 1);
    copy.extent = make_cudaExtent(sizeof result, 1, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaGraphAddMemcpyNode(&back, graph, &add_up, 1, &copy));
    cudaHostNodeParams host = {note, &called};
    CHECK(cudaGraphAddHostNode(&function, graph, &back, 1, &host));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("first %d\nlast %d\ncalled %d\n", result[0], result[N - 1], called);
    size_t count = 2;
    CHECK(cudaGraphNodeGetDependentNodes(both, nodes, &count));
    printf("dependents %d\n", count == 2 && nodes[0] == add_a && nodes[1] == add_b);
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(back, &type));
    cudaKernelNodeParams has;
    CHECK(cudaGraphKernelNodeGetParams(add_a, &has));
    printf("type %d\nparameter %d\n", type == cudaGraphNodeTypeMemcpy, *(int *)has.kernelParams[1]);
    CHECK(cudaGraphDestroyNode(function));
    CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    printf("left %zu\n", count);
}

/* What is launched changes: one node's parameters, then all by another graph, then not. */
static void update(const long *)
{
    int *words = zeroed(N), one = 1, hundred = 100;
    cudaStream_t stream = new_stream();
    cudaGraph_t graph, other, longer;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, second;
    cudaGraphExecUpdateResultInfo info;
    void *parameters[] = {&words, &one};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)add;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(N);
    kernel.kernelParams = parameters;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream)); /* 1 */
    parameters[1] = &hundred;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, node, &kernel));
    CHECK(cudaGraphLaunch(exec, stream)); /* 101 */
    CHECK(cudaGraphClone(&other, graph));
    CHECK(cudaGraphNodeFindInClone(&second, node, other));
    kernel.func = (void *)multiply;
    parameters[1] = &one;
    one = 3;
    CHECK(cudaGraphKernelNodeSetParams(second, &kernel));
    CHECK(cudaGraphExecUpdate(exec, other, &info));
    CHECK(cudaGraphLaunch(exec, stream)); /* 303 */
    CHECK(cudaGraphClone(&longer, graph));
    CHECK(cudaGraphAddEmptyNode(&second, longer, nullptr, 0));
    print_error("longer", cudaGraphExecUpdate(exec, longer, &info));
    printf("why %d\n", info.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(cudaGraphNodeSetEnabled(exec, node, 0));
    CHECK(cudaGraphLaunch(exec, stream)); /* nothing */
    CHECK(cudaStreamSynchronize(stream));
    printf("result %d\n", first_word(words));
}

/* A graph in a graph, launched in a capture as well: 1 + 1, times 5, plus 2. */
static void children(const long *)
{
    int *words = zeroed(N), five = 5;
    cudaStream_t stream = new_stream();
    cudaGraph_t inner, outer;
    cudaGraphExec_t exec, inner_exec;
    cudaGraphNode_t child, node;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, N, 0, stream>>>(words, 1);
    add<<<1, N, 0, stream>>>(words, 1);
    CHECK(cudaStreamEndCapture(stream, &inner));
    CHECK(cudaGraphCreate(&outer, 0));
    CHECK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
    void *parameters[] = {&words, &five};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)multiply;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(N);
    kernel.kernelParams = parameters;
    CHECK(cudaGraphAddKernelNode(&node, outer, &child, 1, &kernel));
    CHECK(cudaGraphInstantiate(&inner_exec, inner, 0));
    CHECK(cudaStreamBeginCaptureToGraph(stream, outer, &node, nullptr, 1,
                                        cudaStreamCaptureModeGlobal));
    CHECK(cudaGraphLaunch(inner_exec, stream));
    CHECK(cudaStreamEndCapture(stream, &outer));
    CHECK(cudaGraphInstantiate(&exec, outer, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("result %d\n", first_word(words));
}

/* A copy to constant memory, one within the device, one to pinned memory, a set, an event: all
 * captured. */
static void captured_calls(const long *)
{
    int *words = zeroed(N), *twin = zeroed(N), four = 4, called = 0;
    int *pinned = pinned_array<int>(N);
    cudaStream_t stream = new_stream();
    cudaEvent_t inside = new_event(), after = new_event();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(words, 1, N * sizeof(int), stream)); /* 0x01010101 */
    CHECK(cudaMemcpyToSymbolAsync(factor, &four, sizeof four, 0, cudaMemcpyHostToDevice, stream));
    scale<<<1, N, 0, stream>>>(words);
    CHECK(cudaMemcpyAsync(twin, words, N * sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaEventRecordWithFlags(inside, stream, cudaEventRecordExternal));
    CHECK(cudaMemcpyAsync(pinned, twin, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, note, &called));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    printf("before %d\n", called);
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventRecord(after, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("nodes %zu\nresult %x\ncalled %d\nordered %d\n", nodes, pinned[N - 1], called,
           elapsed(inside, after) > 0);
}

/* Memory that a graph allocates and frees. */
static void memory(const long *)
{
    cudaStream_t stream = new_stream();
    cudaGraph_t graph, captured;
    cudaGraphExec_t exec;
    cudaGraphNode_t allocation, set, back, release;
    int result[N], *pointer;
    size_t used = 0;
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = sizeof result;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &params));
    cudaMemsetParams fill = {};
    fill.dst = params.dptr;
    fill.elementSize = 4;
    fill.value = 77;
    fill.width = N;
    fill.height = 1;
    CHECK(cudaGraphAddMemsetNode(&set, graph, &allocation, 1, &fill));
    CHECK(cudaGraphAddMemcpyNode1D(&back, graph, &set, 1, result, params.dptr, sizeof result,
                                   cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddMemFreeNode(&release, graph, &back, 1, params.dptr));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("result %d\n", result[N - 1]);
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("used %zu\n", used);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("given_back %zu\n", used);
    /* the same, captured, and freed by the program */
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMallocAsync(&pointer, sizeof result, stream));
    CHECK(cudaMemsetAsync(pointer, 2, sizeof result, stream));
    CHECK(cudaStreamEndCapture(stream, &captured));
    CHECK(cudaGraphInstantiate(&exec, captured, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaMemcpyAsync(result, pointer, sizeof result, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(pointer, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("captured %x\n", result[0]);
    size_t reserved = 0, high = 0, left = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(captured));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &left));
    CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &left));
    CHECK(cudaGraphCreate(&graph, 0)); /* nobody asks while this graph has memory */
    CHECK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &params));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    printf("after_free %zu %zu %zu\n", reserved, left, high);
}

/* A kernel as a handle: launched by both interfaces, as a node, and described. */
static void handles(const long *)
{
    cudaFunction_t function;
    cudaStream_t stream = new_stream();
    int *words = zeroed(N), five = 5, grid = 0, block = 0;
    void *parameters[] = {&words, &five}, *entry;
    const char *name;
    size_t offset = 0, bytes = 0;
    CHECK(cudaGetFuncBySymbol(&function, add));
    CHECK(cudaFuncGetName(&name, function));
    CHECK(cudaFuncGetParamInfo(function, 1, &offset, &bytes));
    OK(cuLaunchKernel(function, 1, 1, 1, N, 1, 1, 0, stream, parameters, nullptr));
    CHECK(cudaLaunchKernel((const void *)function, dim3(1), dim3(N), parameters, 0, stream));
    cudaKernelNodeParams kernel = {(void *)function, dim3(1), dim3(N), 0, parameters, nullptr};
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    CUcontext context;
    CHECK(cudaGetDriverEntryPoint("cuCtxGetCurrent", &entry, cudaEnableDefault));
    CHECK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, add, 0, 128));
    printf("name %s\nparameter %zu %zu\nresult %d\nentry %d\nblock %d\n", name, offset, bytes,
           first_word(words), ((PFN_cuCtxGetCurrent)entry)(&context) == CUDA_SUCCESS, block);
}

static void mistakes(const long *)
{
    cudaStream_t stream = new_stream(), other = new_stream();
    cudaEvent_t event = new_event();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t a, b;
    int *words = zeroed(N);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    print_error("synchronize", cudaStreamSynchronize(stream));
    print_error("after", cudaStreamEndCapture(stream, &graph));
    printf("no_graph %d\n", graph == nullptr);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event));
    add<<<1, N, 0, other>>>(words, 1);
    print_error("unjoined", cudaStreamEndCapture(stream, &graph));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, N>>>(words, 1);
    print_error("default", cudaGetLastError());
    print_error("invalid", cudaStreamEndCapture(stream, &graph));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int *more;
    print_error("malloc", cudaMalloc(&more, 4));
    cudaStreamEndCapture(stream, &graph);
    print_error("legacy", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
    CHECK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    print_error("twice", cudaGraphAddDependencies(graph, &a, &b, 1));
    CHECK(cudaGraphAddDependencies(graph, &b, &a, 1));
    print_error("circle", cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
    print_error("conditional", cudaGraphAddNode(&a, graph, nullptr, 0, &params));
    cudaGraphConditionalHandle handle;
    print_error("handle", cudaGraphConditionalHandleCreate(&handle, graph));
    printf("untouched %d\n", first_word(words));
}

/* The driver interface: a capture of set and copy, a node added by hand, an update. */
static void driver(const long *)
{
    static const char text[] = R"(
.version 7.0
.target sm_20
.address_size 64
.visible .entry add_to(.param .u64 word, .param .u32 value)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<1>;
    ld.param.u64 %d0, [word];
    ld.param.u32 %r0, [value];
    ld.global.u32 %r1, [%d0];
    add.u32 %r1, %r1, %r0;
    st.global.u32 [%d0], %r1;
    ret;
}
)";
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode last[2], node;
    CUstreamCaptureStatus status;
    CUdeviceptr words;
    unsigned value = 5, word = 0;
    size_t count = 2;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuModuleLoadData(&module, text));
    OK(cuModuleGetFunction(&function, module, "add_to"));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocAsync(&words, 8, stream));
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cuMemsetD32Async(words, 2, 1, stream));
    OK(cuMemcpyDtoDAsync(words + 4, words, 4, stream));
    OK(cuStreamIsCapturing(stream, &status));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, last, &count));
    void *parameters[] = {&words, &value};
    words += 4;
    CUgraphNodeParams params = {}; /* by the call for nodes of any type */
    CUDA_KERNEL_NODE_PARAMS_v3 &kernel = params.kernel;
    params.type = CU_GRAPH_NODE_TYPE_KERNEL;
    kernel.func = function;
    kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = 1;
    kernel.blockDimX = kernel.blockDimY = kernel.blockDimZ = 1;
    kernel.kernelParams = parameters;
    OK(cuGraphAddNode(&node, graph, &last[1], 1, &params));
    OK(cuGraphGetNodes(graph, nullptr, &count));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuMemcpyDtoHAsync(&word, words, 4, stream));
    OK(cuStreamSynchronize(stream));
    printf("captured %d\nnodes %zu\nresult %u\n", status == CU_STREAM_CAPTURE_STATUS_ACTIVE, count,
           word);
    value = 105;
    OK(cuGraphExecNodeSetParams(exec, node, &params));
    OK(cuGraphLaunch(exec, stream));
    OK(cuMemcpyDtoHAsync(&word, words, 4, stream));
    OK(cuStreamSynchronize(stream));
    /* 9, a copy of it, and 105 more on the copy, behind which a set writes over the first. */
    CUgraphNodeParams set = {}, copy = {}, after = {};
    CUgraph all;
    CUgraphNode of_set, of_copy, of_kernel;
    unsigned both[2] = {};
    set.type = after.type = CU_GRAPH_NODE_TYPE_MEMSET;
    set.memset = {words - 4, 4, 9, 4, 1, 1, context};
    after.memset = {words - 4, 4, 1, 4, 1, 1, context};
    copy.type = CU_GRAPH_NODE_TYPE_MEMCPY;
    copy.memcpy.copyCtx = context;
    CUDA_MEMCPY3D &box = copy.memcpy.copyParams;
    box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = words - 4;
    box.dstDevice = words;
    box.WidthInBytes = 4;
    box.Height = box.Depth = 1;
    OK(cuGraphCreate(&all, 0));
    OK(cuGraphAddNode(&of_set, all, nullptr, 0, &set));
    OK(cuGraphAddNode(&of_copy, all, &of_set, 1, &copy));
    OK(cuGraphAddNode(&of_kernel, all, &of_copy, 1, &params));
    OK(cuGraphAddNode(&node, all, &of_kernel, 1, &after));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphInstantiate(&exec, all, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuMemcpyDtoHAsync(both, words - 4, sizeof both, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuGraphDestroy(all));
    set.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    const CUresult of_any = cuGraphAddNode(&node, graph, nullptr, 0, &set);
    printf("any %u %u %d\n", both[0], both[1], (int)of_any);
    const char *name = "?";
    CUgraphConditionalHandle handle;
    cuGetErrorName(cuGraphConditionalHandleCreate(&handle, graph, context, 0, 0), &name);
    printf("updated %u\nrefused %s\n", word, name);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFreeAsync(words - 4, stream));
    OK(cuStreamDestroy(stream));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"capture", capture},
                                      {"fork_join", fork_join},
                                      {"row", row},
                                      {"by_hand", by_hand},
                                      {"update", update},
                                      {"children", children},
                                      {"captured_calls", captured_calls},
                                      {"memory", memory},
                                      {"driver", driver},
                                      {"handles", handles},
                                      {"mistakes", mistakes}};
    return run_case(cases, argc, argv);
}
