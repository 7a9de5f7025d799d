/* SPDX-License-Identifier: BSD-3-Clause */
/* The driver interface: modules of PTX, their kernels and variables, copies of all shapes, and both
 * interfaces in one program. */
#include "cases.h"
#include <cstddef>
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>

#define OK(call)                                                                                   \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        const char *name_ = "?";                                                                   \
        if (result_ != CUDA_SUCCESS) {                                                             \
            cuGetErrorName(result_, &name_);                                                       \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_);                           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { N = 256 };

/* out[i] = factor * in[i] + bias[0] + step, in blocks of 64 */
static const char text[] = R"(
.version 7.0
.target sm_20
.address_size 64
.const .align 4 .u32 factor[2] = {3, 0};
.global .align 4 .u32 bias;
.visible .entry scale(.param .u64 out, .param .u64 in, .param .u32 step)
{
    .reg .b32 %r<8>;
    .reg .b64 %d<6>;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r0, %r0, %r1, %r2;
    ld.param.u64 %d0, [out];
    ld.param.u64 %d1, [in];
    ld.param.u32 %r3, [step];
    mul.wide.u32 %d2, %r0, 4;
    add.u64 %d0, %d0, %d2;
    add.u64 %d1, %d1, %d2;
    ld.global.u32 %r4, [%d1];
    ld.const.u32 %r5, [factor];
    ld.global.u32 %r6, [bias];
    mad.lo.u32 %r4, %r4, %r5, %r6;
    add.u32 %r4, %r4, %r3;
    st.global.u32 [%d0], %r4;
    ret;
}
)";

struct arguments {
    CUdeviceptr out, in;
    unsigned step;
};

static unsigned in[N], out[N];

static int wrong_of(unsigned factor, unsigned bias, unsigned step)
{
    int wrong = 0;
    for (unsigned i = 0; i < N; i++)
        wrong += out[i] != factor * in[i] + bias + step;
    return wrong;
}

static CUmodule load()
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxCreate(&context, 0, device));
    OK(cuModuleLoadData(&module, text));
    return module;
}

static void set_bias(CUmodule module, unsigned value)
{
    CUdeviceptr address;
    size_t bytes;
    OK(cuModuleGetGlobal(&address, &bytes, module, "bias"));
    if (bytes != sizeof value)
        exit(2);
    OK(cuMemcpyHtoD(address, &value, sizeof value));
}

static arguments buffers(unsigned step)
{
    arguments a = {};
    for (unsigned i = 0; i < N; i++)
        in[i] = 7 * i + 1;
    OK(cuMemAlloc(&a.out, sizeof out));
    OK(cuMemAlloc(&a.in, sizeof in));
    OK(cuMemcpyHtoD(a.in, in, sizeof in));
    a.step = step;
    return a;
}

/* A kernel of the module, launched in both ways. */
static void launches(const long *)
{
    CUmodule module = load();
    CUfunction kernel, other;
    OK(cuModuleGetFunction(&kernel, module, "scale"));
    OK(cuModuleGetFunction(&other, module, "scale"));
    set_bias(module, 5);
    arguments a = buffers(2);
    void *pointers[] = {&a.out, &a.in, &a.step};
    OK(cuLaunchKernel(kernel, N / 64, 1, 1, 64, 1, 1, 0, NULL, pointers, NULL));
    OK(cuMemcpyDtoH(out, a.out, sizeof out));
    int wrong = wrong_of(3, 5, 2);

    a.step = 9;
    size_t bytes = sizeof a;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &a, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    CUstream stream;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuLaunchKernel(other, N / 64, 1, 1, 64, 1, 1, 0, stream, NULL, extra));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(out, a.out, sizeof out));
    wrong += wrong_of(3, 5, 9);

    CUlaunchConfig config = {};
    config.gridDimX = N / 64;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 64;
    a.step = 1;
    OK(cuLaunchKernelEx(&config, kernel, pointers, NULL));
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH(out, a.out, sizeof out));
    wrong += wrong_of(3, 5, 1);

    OK(cuParamSetv(other, 0, &a, sizeof a));
    OK(cuParamSeti(other, offsetof(arguments, step), 77));
    OK(cuParamSetSize(other, sizeof a));
    OK(cuFuncSetBlockShape(other, 64, 1, 1));
    OK(cuFuncSetSharedSize(other, 256));
    OK(cuLaunchGrid(other, N / 64, 1));
    OK(cuMemcpyDtoH(out, a.out, sizeof out));
    wrong += wrong_of(3, 5, 77);
    wrong += cuParamSetv(other, 1 << 20, &a, sizeof a) != CUDA_ERROR_INVALID_VALUE;
    wrong += cuFuncSetBlockShape(other, 0, 1, 1) != CUDA_ERROR_INVALID_VALUE;
    printf("same %d\nwrong %d\n", kernel == other, wrong);
}

/* A constant's address serves copies in both directions. */
static void constants(const long *)
{
    CUmodule module = load();
    CUfunction kernel;
    CUdeviceptr factor;
    size_t bytes;
    OK(cuModuleGetFunction(&kernel, module, "scale"));
    OK(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
    set_bias(module, 0);
    const unsigned two[2] = {11, 13};
    unsigned back[2] = {};
    OK(cuMemcpyHtoD(factor, two, sizeof two));
    OK(cuMemcpyDtoH(back, factor + 4, 4));
    arguments a = buffers(0);
    void *pointers[] = {&a.out, &a.in, &a.step};
    OK(cuLaunchKernel(kernel, N / 64, 1, 1, 64, 1, 1, 0, NULL, pointers, NULL));
    OK(cuMemcpyDtoH(out, a.out, sizeof out));
    printf("bytes %zu\nback %u\nwrong %d\n", bytes, back[0], wrong_of(11, 0, 0));
}

/* Rectangles between host, device and an array; memsets of three widths; copies on the device. */
static void shapes(const long *)
{
    enum { WIDTH = 8, HEIGHT = 4, PITCH = 64 };
    load();
    unsigned char from[HEIGHT][WIDTH], to[HEIGHT][WIDTH] = {};
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        from[i / WIDTH][i % WIDTH] = (unsigned char)(i + 1);
    CUdeviceptr device, second;
    CUarray array;
    OK(cuMemAlloc(&device, PITCH * HEIGHT));
    OK(cuMemAlloc(&second, PITCH * HEIGHT));
    CUDA_ARRAY_DESCRIPTOR description = {WIDTH / 4, HEIGHT, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    OK(cuArrayCreate(&array, &description));

    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = from;
    copy.srcPitch = WIDTH;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = device;
    copy.dstPitch = PITCH;
    copy.WidthInBytes = WIDTH;
    copy.Height = HEIGHT;
    OK(cuMemcpy2D(&copy));
    OK(cuMemcpyDtoD(second, device, PITCH * (HEIGHT - 1) + WIDTH));

    copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = second;
    copy.srcPitch = PITCH;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = WIDTH;
    copy.Height = HEIGHT;
    OK(cuMemcpy2D(&copy));

    copy = {};
    copy.srcXInBytes = 4;
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = array;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = to;
    copy.dstPitch = WIDTH;
    copy.WidthInBytes = WIDTH - 4;
    copy.Height = HEIGHT;
    OK(cuMemcpy2D(&copy));
    int wrong = 0;
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        wrong += to[i / WIDTH][i % WIDTH] != (i % WIDTH < 4 ? from[i / WIDTH][i % WIDTH + 4] : 0);

    unsigned words[4];
    OK(cuMemsetD32(device, 0xdeadbeef, 4));
    OK(cuMemsetD16(device + 4, 0x1234, 2));
    OK(cuMemsetD8(device + 8, 0x56, 4));
    OK(cuMemsetD2D8(device + 12, PITCH, 0x77, 4, 2));
    OK(cuMemcpyDtoH(words, device, sizeof words));
    printf("wrong %d\nwords %x %x %x %x\n", wrong, words[0], words[1], words[2], words[3]);
    OK(cuArrayDestroy(array));
    OK(cuMemFree(device));
}

__global__ void twice(const int *a, int *c)
{
    c[threadIdx.x] = 2 * a[threadIdx.x];
}

/* The runtime's kernel and memory, the driver's copies, events and facts. */
static void mixed(const long *)
{
    enum { THREADS = 64 };
    int host[THREADS], wrong = 0, sms, runtime_sms, blocks, threads, grid, size;
    for (int i = 0; i < THREADS; i++)
        host[i] = i + 7;
    int *a = device_array<int>(THREADS), *c = device_array<int>(THREADS);
    OK(cuMemcpyHtoD((CUdeviceptr)a, host, sizeof host));
    CUevent start, end;
    float milliseconds;
    OK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    OK(cuEventCreate(&end, CU_EVENT_DEFAULT));
    OK(cuEventRecord(start, NULL));
    twice<<<1, THREADS>>>(a, c);
    OK(cuEventRecord(end, NULL));
    OK(cuEventSynchronize(end));
    OK(cuEventElapsedTime(&milliseconds, start, end));
    OK(cuMemcpyDtoH(host, (CUdeviceptr)c, sizeof host));
    for (int i = 0; i < THREADS; i++)
        wrong += host[i] != 2 * (i + 7);

    CUmodule module = load();
    CUfunction kernel;
    CUmemorytype type;
    OK(cuModuleGetFunction(&kernel, module, "scale"));
    OK(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    CHECK(cudaDeviceGetAttribute(&runtime_sms, cudaDevAttrMultiProcessorCount, 0));
    OK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel));
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &size, kernel, NULL, 0, 0));
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)a));
    printf("wrong %d\ntook %d\nsms %d\nthreads %d\nblocks %d\nfull %d\ntype %d\n", wrong,
           milliseconds > 0, sms == runtime_sms, threads, blocks, grid * size, (int)type);
}

static void show(const char *what, CUresult result)
{
    const char *name;
    cuGetErrorName(result, &name);
    printf("%s %s\n", what, name);
}

/* What goes wrong has the driver's error, and leaves none for the runtime. */
static void errors(const long *)
{
    CUmodule module = load(), none;
    CUfunction kernel;
    CUdeviceptr address;
    CUcontext context;
    size_t bytes;
    show("kernel", cuModuleGetFunction(&kernel, module, "nobody"));
    show("variable", cuModuleGetGlobal(&address, &bytes, module, "nobody"));
    show("text", cuModuleLoadData(&none, ".version 7.0\n.target sm_20\nnonsense\n"));
    show("file", cuModuleLoad(&none, "there/is/none.ptx"));
    show("other file", cuModuleLoad(&none, "nor/here.ptx"));
    show("cubin", cuModuleLoadData(&none, "\177ELF"));
    CUlinkState state;
    char archive[] = "!<arch>";
    OK(cuLinkCreate(0, NULL, NULL, &state));
    show("archive", cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, archive, sizeof archive, "libmine.a",
                                  0, NULL, NULL));
    OK(cuLinkDestroy(state));
    show("memory", cuMemAlloc(&address, (size_t)1 << 50));
    show("handle", cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    show("device", cuDeviceGet(&(CUdevice &)bytes, 7));
    OK(cuCtxPopCurrent(&context));
    show("stack", cuCtxPopCurrent(&context));
    OK(cuCtxGetCurrent(&context));
    printf("context %d\n", context != NULL);
    OK(cuModuleUnload(module));
    printf("runtime %s\n", cudaGetErrorName(cudaGetLastError()));
}

/* Memsets and copies between a constant and device memory, in all directions. */
static void constant_ends(const long *)
{
    CUmodule module = load();
    CUdeviceptr factor, other;
    unsigned set[2], from[2], to[2], across[2];
    const unsigned pair[2] = {21, 22};
    OK(cuModuleGetGlobal(&factor, NULL, module, "factor"));
    OK(cuModuleGetGlobal(&other, NULL, load(), "factor"));
    OK(cuMemsetD32(factor, 7, 2));
    OK(cuMemsetD2D8(factor, 5, 1, 1, 2)); /* bytes 0 and 5 */
    OK(cuMemcpyDtoH(set, factor, sizeof set));
    CUdeviceptr device = (CUdeviceptr)device_array<unsigned>(2);
    OK(cuMemcpyDtoD(device, factor, sizeof set));
    OK(cuMemcpyDtoH(from, device, sizeof from));
    OK(cuMemcpyHtoD(device, pair, sizeof pair));
    OK(cuMemcpy(factor, device, sizeof pair));
    OK(cuMemcpyDtoH(to, factor, sizeof to));
    OK(cuMemcpyDtoD(other, factor, sizeof pair));
    OK(cuMemcpyDtoH(across, other, sizeof across));
    printf("set %u %#x\nfrom %u %#x\nto %u %u\nacross %u %u\n", set[0], set[1], from[0], from[1],
           to[0], to[1], across[0], across[1]);
}

/* A function that another piece of PTX has. */
static void linked(const long *)
{
    static char caller[] = ".version 7.0\n.target sm_20\n.address_size 64\n"
                           ".extern .func (.param .b32 r) answer();\n"
                           "// .entry no_kernel()\n.visible .entry ask(.param .u64 out)\n{\n"
                           ".reg .b32 %r<2>;\n.reg .b64 %d<2>;\nld.param.u64 %d1, [out];\n"
                           "{ .param .b32 r; call (r), answer; ld.param.b32 %r1, [r]; }\n"
                           "st.global.u32 [%d1], %r1;\nret;\n}";
    static char called[] = ".version 7.0\n.target sm_20\n.address_size 64\n"
                           ".visible .func (.param .b32 r) answer()\n"
                           "{ st.param.b32 [r], 42; ret; }\n"
                           "/* .entry nor_this() { */ .entry\nsecond ( )\n{ ret; }";
    static char none[] = "!<arch>";
    CUlinkState state;
    CUmodule module;
    CUfunction kernel;
    void *image;
    int answer;
    load();
    OK(cuLinkCreate(0, NULL, NULL, &state));
    OK(cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, none, sizeof none, "lib/libcudadevrt.a", 0, NULL,
                     NULL));
    OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, caller, sizeof caller, "", 0, NULL, NULL));
    OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, called, strlen(called), "", 0, NULL, NULL));
    OK(cuLinkComplete(state, &image, NULL));
    OK(cuModuleLoadData(&module, image));
    OK(cuLinkDestroy(state));
    OK(cuModuleGetFunction(&kernel, module, "ask"));
    CUdeviceptr device = (CUdeviceptr)device_array<int>(1);
    void *pointers[] = {&device};
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, pointers, NULL));
    OK(cuMemcpyDtoH(&answer, device, sizeof answer));
    printf("answer %d\n", answer);
    unsigned count = 0, kernels = 0;
    CUfunction functions[3] = {};
    const char *names[2] = {};
    OK(cuModuleGetFunctionCount(&count, module));
    OK(cuLibraryGetKernelCount(&kernels, (CUlibrary)module));
    OK(cuModuleEnumerateFunctions(functions, 3, module));
    for (int i = 0; i < 2; i++)
        OK(cuFuncGetName(&names[i], functions[i]));
    printf("functions %u %u %s %s %d\n", count, kernels, names[0], names[1],
           functions[0] == kernel && !functions[2]);
}

/* The first function of this name had four arguments. */
typedef CUresult (*old_address)(const char *, void **, int, unsigned long long, void *rest);

static void corners(const long *)
{
    CUmodule module = load(), none;
    CUfunction kernel;
    CUmemorytype type = CU_MEMORYTYPE_ARRAY;
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    void *values[] = {&type}, *entry = NULL;
    OK(cuModuleGetFunction(&kernel, module, "scale"));
    arguments a = {};
    size_t bytes = sizeof a.out + sizeof a.in;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &a, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    show("short", cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    OK(cuModuleUnload(module));
    show("unloaded", cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    show("empty", cuModuleLoadData(&none, ""));
    show("folder", cuModuleLoad(&none, "/"));
    OK(cuPointerGetAttributes(1, &attribute, values, (CUdeviceptr)&type));
    const old_address address = (old_address)dlsym(RTLD_DEFAULT, "cuGetProcAddress");
    OK(address("cuGetProcAddress", &entry, 11030, 0, (void *)1));
    const bool old = entry == (void *)address;
    OK(cuGetProcAddress("cuGetProcAddress", &entry, 12000, 0, NULL));
    printf("type %d\nold %d\nnew %d\n", (int)type, old, entry == (void *)&cuGetProcAddress);
    show("other", cuGetProcAddress("printf", &entry, 12000, 0, NULL));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"launches", launches}, {"constants", constants}, {"constant_ends", constant_ends},
        {"linked", linked},     {"corners", corners},     {"shapes", shapes},
        {"mixed", mixed},       {"errors", errors}};
    return run_case(cases, argc, argv);
}
