/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that launch kernels. */
#include "cases.h"
#include <cuda.h>

enum { LOG = 4096 };

__device__ unsigned n_logged;
__device__ int log_of[LOG];

__device__ static void note(int what)
{
    log_of[atomicAdd(&n_logged, 1)] = what;
}

static void show_log()
{
    static int entries[LOG];
    unsigned n;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyFromSymbol(&n, n_logged, sizeof n));
    CHECK(cudaMemcpyFromSymbol(entries, log_of, sizeof entries));
    printf("log");
    for (unsigned i = 0; i < n; i++)
        printf(" %d", entries[i]);
    printf("\n");
}

__global__ void say(int what, int delay)
{
    const long long start = clock64();
    while (clock64() - start < delay)
        continue;
    if (threadIdx.x == 0)
        note(what);
}

/* ---- values and order of memory ----------------------------------------------------------------
 */

struct vector {
    double x, y;
    char name;
};

namespace
{
template <class T> __global__ void scaled(T *to, const T *from, vector by, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = from[i] * (T)by.x + (T)by.y + by.name;
}
}

/* The child sees what its parent wrote before; the arguments are deduced and converted. */
__global__ void writes_and_launches(float *to, float *from, int n)
{
    const int lane = threadIdx.x, part = n / blockDim.x;
    for (int i = lane * part; i < (lane + 1) * part; i++)
        from[i] = i;
    vector by = {2, 1, (char)lane};
    dim3 grid(2);
    if (lane % 2 == 0)
        scaled<<<grid, 32>>>(to + lane * part, from + lane * part, by, part);
    else
        scaled<float><<<dim3(1, 1, 1), dim3(64)>>>(to + lane * part, from + lane * part, by, part);
}

static void values(const long *numbers)
{
    enum { THREADS = 64, N = 64 * 100 };
    float *to = device_array<float>(N), *from = device_array<float>(N);
    static float result[N];
    (void)numbers;
    writes_and_launches<<<1, THREADS>>>(to, from, N);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += result[i] != 2.0f * i + 1 + i / (N / THREADS);
    printf("wrong %d\n", wrong);
}

/* ---- recursion ----------------------------------------------------------------------------------
 */

__device__ static int split(int *data, int n)
{
    const int pivot = data[n / 2];
    int i = 0, j = n - 1;
    while (true) {
        while (data[i] < pivot)
            i++;
        while (data[j] > pivot)
            j--;
        if (i >= j)
            return j + 1;
        const int t = data[i];
        data[i++] = data[j];
        data[j--] = t;
    }
}

__global__ void quicksort(int *data, int n, int depth)
{
    if (depth == 12 || n < 16) {
        for (int i = 1; i < n; i++)
            for (int j = i; j > 0 && data[j - 1] > data[j]; j--) {
                const int t = data[j];
                data[j] = data[j - 1];
                data[j - 1] = t;
            }
        return;
    }
    const int left = split(data, n);
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, one>>>(data, left, depth + 1);
    cudaStreamDestroy(one);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, other>>>(data + left, n - left, depth + 1);
    cudaStreamDestroy(other);
}

static void recursion(const long *numbers)
{
    const int n = numbers[0] ? (int)numbers[0] : 500;
    int *data = device_array<int>(n), *host = (int *)malloc(n * sizeof *host), wrong = 0;
    for (int i = 0; i < n; i++)
        host[i] = (int)((i * 2654435761u) >> 8);
    CHECK(cudaMemcpy(data, host, n * sizeof *host, cudaMemcpyHostToDevice));
    quicksort<<<1, 1>>>(data, n, 0);
    CHECK(cudaMemcpy(host, data, n * sizeof *host, cudaMemcpyDeviceToHost));
    for (int i = 1; i < n; i++)
        wrong += host[i - 1] > host[i];
    printf("wrong %d\n", wrong);
}

/* ---- streams -------------------------------------------------------------------------------------
 */

__global__ void block_streams()
{
    /* The second block's do not wait for the first one's. */
    if (threadIdx.x == 0)
        say<<<1, 32>>>(10 * blockIdx.x + 1, blockIdx.x ? 10 : 300000);
    __syncthreads();
    if (threadIdx.x == 33)
        say<<<1, 32>>>(10 * blockIdx.x + 2, 10);
}

__global__ void forgets()
{
    say<<<1, 1, 0, cudaStreamFireAndForget>>>(1, 300000);
    say<<<1, 1, 0, cudaStreamFireAndForget>>>(2, 10);
}

__global__ void tail_of(int first)
{
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(first + 3, 10);
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(first + 4, 10);
    say<<<1, 1>>>(first + 2, 200000);
    note(first + 1);
}

__global__ void tails()
{
    tail_of<<<1, 1, 0, cudaStreamTailLaunch>>>(10);
    tail_of<<<1, 1, 0, cudaStreamTailLaunch>>>(20);
    say<<<1, 1>>>(2, 100000);
    note(1);
}

static void streams(const long *numbers)
{
    if (numbers[0] == 0)
        block_streams<<<2, 64>>>();
    else if (numbers[0] == 1)
        forgets<<<1, 1>>>();
    else
        tails<<<1, 1>>>();
    say<<<1, 1>>>(99, 0); /* comes after all of them */
    show_log();
}

/* ---- limits ---------------------------------------------------------------------------------------
 */

__global__ void nested(int depth)
{
    nested<<<1, 1>>>(depth + 1);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        note(1000 * depth + error);
    if (cudaGetLastError() != cudaSuccess)
        note(-1);
}

__global__ void too_large()
{
    say<<<1, 1025>>>(1, 0);
    note(cudaPeekAtLastError());
    say<<<0, 1>>>(1, 0);
    note(cudaGetLastError());
    note(cudaGetLastError());
}

static void limits(const long *numbers)
{
    (void)numbers;
    nested<<<1, 1>>>(0);
    too_large<<<1, 1>>>();
    show_log();
}

/* ---- forms of code ---------------------------------------------------------------------------------
 */

/* Whoever calls it launches. */
__host__ __device__ static void launch_from_anywhere(int what)
{
    say<<<1, 1>>>(what, 0);
}

#define MAYBE(condition, what)                                                                     \
    if (condition)                                                                                 \
        say<<<1, 1>>>(what, 0);                                                                    \
    else                                                                                           \
        say << <1, 1>> >(-(what), 0)

template <void kernel(int, int)> __device__ static void launch_it(int what)
{
    kernel<<<1, 1>>>(what, 0);
}

struct launcher {
    int what;
    __device__ void operator()() const { say<<<1, 1>>>(what, 0); }
};

template <class F> __global__ void call(F f)
{
    f();
}

__global__ void all_forms(int zero)
{
    launch_from_anywhere(1);
    MAYBE(zero == 0, 2);
    MAYBE(zero == 1, 3);
    for (int i = 4; i < 6; i++)
        say<<<1, 1>>>(i, 0);
    auto f = [=](int what) { say<<<1, 1>>>(what + zero, 0); };
    f(6);
    launch_it<say>(7);
    call<<<1, 1>>>(launcher{8});
    printf("parent prints\n");
}

static void forms(const long *numbers)
{
    (void)numbers;
    launch_from_anywhere(0);
    all_forms<<<1, 1>>>(0);
    show_log();
}

/* ---- copies ------------------------------------------------------------------------------------------
 */

__global__ void copies(int *to, const int *from, int n)
{
    if (threadIdx.x != 0)
        return;
    cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDeviceToDevice);
    cudaMemsetAsync((char *)to + 1, 255, 2);
    const cudaError_t wrong = cudaMemcpyAsync(to, from, 4, cudaMemcpyHostToDevice);
    printf("%s, %s\n", cudaGetErrorString(wrong), cudaGetErrorString(cudaGetLastError()));
}

static void device_copies(const long *numbers)
{
    enum { N = 1000 };
    int *to = device_array<int>(N), *from = device_array<int>(N), wrong = 0;
    static int values[N];
    (void)numbers;
    for (int i = 0; i < N; i++)
        values[i] = 3 * i;
    CHECK(cudaMemcpy(from, values, sizeof values, cudaMemcpyHostToDevice));
    copies<<<1, 32>>>(to, from, N);
    CHECK(cudaMemcpy(values, to, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += values[i] != (i == 0 ? 0xffff00 : 3 * i);
    printf("wrong %d\n", wrong);
}

/* ---- many -------------------------------------------------------------------------------------------
 */

__global__ void count(unsigned *n)
{
    atomicAdd(n, 1);
}

__global__ void every_thread_launches(unsigned *n)
{
    count<<<2, 32, 0, cudaStreamFireAndForget>>>(n);
}

static void many(const long *numbers)
{
    unsigned *n = device_array<unsigned>(1), value;
    CHECK(cudaMemset(n, 0, sizeof *n));
    every_thread_launches<<<(unsigned)numbers[0], 64>>>(n);
    CHECK(cudaMemcpy(&value, n, sizeof value, cudaMemcpyDeviceToHost));
    printf("value %u\n", value);
}

/* ---- nvcc's code -------------------------------------------------------------------------------------
 */

/* As nvcc writes launches: of both interfaces, and with the functions that the guide documents. */
static const char ptx[] = R"(
.version 7.5
.target sm_70
.address_size 64
.extern .func (.param .b64 result) cudaGetParameterBufferV2
(.param .b64 kernel, .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12], .param .b32 shared);
.extern .func (.param .b32 result) cudaLaunchDeviceV2 (.param .b64 buffer, .param .b64 stream);
.extern .func (.param .b64 result) __cudaCDP2GetParameterBufferV2
(.param .b64 kernel, .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12], .param .b32 shared);
.extern .func (.param .b32 result) __cudaCDP2LaunchDeviceV2 (.param .b64 buffer, .param .b64 stream);
.extern .func (.param .b64 result) cudaGetParameterBuffer (.param .b64 align, .param .b64 bytes);
.extern .func (.param .b32 result) cudaLaunchDevice
(.param .b64 kernel, .param .b64 buffer, .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12],
 .param .b32 shared, .param .b64 stream);
.visible .entry child (.param .u64 to, .param .u32 value)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [to];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mad.wide.u32 %rd2, %r5, 4, %rd1;
    red.global.add.u32 [%rd2], %r1;
    ret;
}
.visible .entry parent (.param .u64 to)
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [to];
    mov.u64 %rd2, child;
    {
    .param .b64 p0;
    .param .align 4 .b8 p1[12];
    .param .align 4 .b8 p2[12];
    .param .b32 p3;
    .param .b64 retval0;
    st.param.b64 [p0+0], %rd2;
    st.param.b32 [p1+0], 2;
    st.param.b32 [p1+4], 1;
    st.param.b32 [p1+8], 1;
    st.param.b32 [p2+0], 32;
    st.param.b32 [p2+4], 1;
    st.param.b32 [p2+8], 1;
    st.param.b32 [p3+0], 0;
    call.uni (retval0), FIRST, (p0, p1, p2, p3);
    ld.param.b64 %rd3, [retval0+0];
    }
    setp.eq.s64 %p1, %rd3, 0;
    @%p1 bra DONE;
    st.u64 [%rd3], %rd1;
    st.u32 [%rd3+8], 1;
    {
    .param .b64 p0;
    .param .b64 p1;
    .param .b32 retval0;
    st.param.b64 [p0+0], %rd3;
    st.param.b64 [p1+0], 0;
    call.uni (retval0), SECOND, (p0, p1);
    ld.param.b32 %r1, [retval0+0];
    }
DONE:
    {
    .param .b64 p0;
    .param .b64 p1;
    .param .b64 retval0;
    st.param.b64 [p0+0], 8;
    st.param.b64 [p1+0], 12;
    call.uni (retval0), cudaGetParameterBuffer, (p0, p1);
    ld.param.b64 %rd4, [retval0+0];
    }
    st.u64 [%rd4], %rd1;
    st.u32 [%rd4+8], 100;
    {
    .param .b64 p0;
    .param .b64 p1;
    .param .align 4 .b8 p2[12];
    .param .align 4 .b8 p3[12];
    .param .b32 p4;
    .param .b64 p5;
    .param .b32 retval0;
    st.param.b64 [p0+0], %rd2;
    st.param.b64 [p1+0], %rd4;
    st.param.b32 [p2+0], 1;
    st.param.b32 [p2+4], 1;
    st.param.b32 [p2+8], 1;
    st.param.b32 [p3+0], 64;
    st.param.b32 [p3+4], 1;
    st.param.b32 [p3+8], 1;
    st.param.b32 [p4+0], 0;
    st.param.b64 [p5+0], 0;
    call.uni (retval0), cudaLaunchDevice, (p0, p1, p2, p3, p4, p5);
    ld.param.b32 %r2, [retval0+0];
    }
    ret;
}
)";

static char *replaced(const char *text, const char *word, const char *by)
{
    static char result[2 * sizeof ptx];
    const char *at = strstr(text, word);
    snprintf(result, sizeof result, "%.*s%s%s", (int)(at - text), text, by, at + strlen(word));
    return strdup(result);
}

static void launch_of_nvcc(const char *get, const char *launch, unsigned *to)
{
    CUmodule module;
    CUfunction function;
    void *arguments[] = {&to};
    char *first = replaced(ptx, "FIRST", get), *text = replaced(first, "SECOND", launch);
    char *whole = replaced(text, ".reg .b64 %rd<9>;", ".reg .b64 %rd<9>;\n.reg .pred %p<2>;");
    if (cuModuleLoadData(&module, whole) || cuModuleGetFunction(&function, module, "parent") ||
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0))
        printf("no launch\n");
    CHECK(cudaDeviceSynchronize());
}

static void nvcc(const long *numbers)
{
    unsigned *to = device_array<unsigned>(64), values[64], wrong = 0;
    (void)numbers;
    CHECK(cudaMemset(to, 0, sizeof values));
    launch_of_nvcc("cudaGetParameterBufferV2", "cudaLaunchDeviceV2", to);
    launch_of_nvcc("__cudaCDP2GetParameterBufferV2", "__cudaCDP2LaunchDeviceV2", to);
    CHECK(cudaMemcpy(values, to, sizeof values, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 64; i++)
        wrong += values[i] != 202;
    printf("wrong %u\n", wrong);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"values", values}, {"recursion", recursion},
                                      {"streams", streams}, {"limits", limits},
                                      {"forms", forms},     {"many", many},
                                      {"nvcc", nvcc},       {"copies", device_copies}};
    return run_case(cases, argc, argv);
}
