/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory: much of it, all of it, again and again; rows, symbols, textures. */
#include "cases.h"

static const size_t MIB = 1 << 20;

__global__ void add_to(int *words, size_t stride, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i * stride] += value;
}

/* A GiB, touched by kernels and copies at its ends and in between. */
static void gibibyte(const long *)
{
    const size_t bytes = 1024 * MIB, stride = bytes / 64 / sizeof(int);
    const int n = 64;
    int *words = device_array<int>(bytes / sizeof(int));
    int value, last = 5, wrong = 0;
    CHECK(cudaMemcpy(words + bytes / sizeof(int) - 1, &last, sizeof last, cudaMemcpyHostToDevice));
    add_to<<<2, 32>>>(words, stride, n, 3);
    add_to<<<1, 1>>>(words + bytes / sizeof(int) - 1, 1, 1, 4);
    for (int i = 0; i < n; i++) {
        CHECK(cudaMemcpy(&value, words + i * stride, sizeof value, cudaMemcpyDeviceToHost));
        wrong += value != 3;
    }
    CHECK(cudaMemcpy(&value, words + bytes / sizeof(int) - 1, sizeof value, cudaMemcpyDeviceToHost));
    printf("wrong %d\nlast %d\n", wrong, value);
    size_t left, all;
    CHECK(cudaMemGetInfo(&left, &all));
    printf("left %zu\nall %zu\n", left / MIB, all / MIB);
}

/* Pieces of 100 MiB until there is no room; what is given back can be had again. */
static void until_full(const long *)
{
    void *pieces[100];
    int n = 0;
    size_t left, all, before;
    CHECK(cudaMemGetInfo(&before, &all));
    while (n < 100 && cudaMalloc(&pieces[n], 100 * MIB) == cudaSuccess)
        n++;
    printf("pieces %d\nerror %s\n", n, cudaGetErrorName(cudaGetLastError()));
    CHECK(cudaMemGetInfo(&left, &all));
    printf("left_over %d\n", left < 100 * MIB + 8192);
    CHECK(cudaFree(pieces[3]));
    void *again;
    CHECK(cudaMalloc(&again, 100 * MIB));
    printf("same_place %d\n", again == pieces[3]);
    CHECK(cudaFree(again));
    for (int i = 0; i < n; i++)
        if (i != 3)
            CHECK(cudaFree(pieces[i]));
    CHECK(cudaMemGetInfo(&left, &all));
    printf("all_back %d\n", left == before);
    void *whole;
    CHECK(cudaMalloc(&whole, left - 8192));
    printf("too_much %s\n", cudaGetErrorName(cudaMalloc(&again, 2 * left)));
}

/* Memory that was used before is zero when it is given out again? On hardware nobody promises it;
 * what matters is that the new owner's values stay apart from the old one's. */
static void reuse(const long *)
{
    int wrong = 0;
    for (int round = 0; round < 50; round++) {
        int *a = device_array<int>(1000), *b = device_array<int>(10), value;
        CHECK(cudaMemset(a, 0, 1000 * sizeof(int)));
        CHECK(cudaMemset(b, 0, 10 * sizeof(int)));
        add_to<<<4, 256>>>(a, 1, 1000, round);
        add_to<<<1, 32>>>(b, 1, 10, -round);
        CHECK(cudaMemcpy(&value, a + 999, sizeof value, cudaMemcpyDeviceToHost));
        wrong += value != round;
        CHECK(cudaMemcpy(&value, b + 9, sizeof value, cudaMemcpyDeviceToHost));
        wrong += value != -round;
        CHECK(cudaFree(a));
        CHECK(cudaFree(b));
    }
    printf("wrong %d\n", wrong);
}

/* The host and kernels in turn, and a pointer from managed memory to managed memory. */
struct node {
    int value;
    node *next;
};

__global__ void sum_list(const node *list, int *sum)
{
    for (; list; list = list->next)
        *sum += list->value;
}

static void managed(const long *)
{
    node *nodes;
    int *sum, wrong = 0;
    CHECK(cudaMallocManaged(&nodes, 10 * sizeof *nodes));
    CHECK(cudaMallocManaged(&sum, sizeof *sum));
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 10; i++) {
            nodes[i].value = i * round;
            nodes[i].next = i == 9 ? nullptr : &nodes[i + 1];
        }
        *sum = 0;
        sum_list<<<1, 1>>>(nodes, sum);
        CHECK(cudaDeviceSynchronize());
        wrong += *sum != 45 * round;
    }
    printf("wrong %d\n", wrong);
    CHECK(cudaFree(nodes));
    CHECK(cudaFree(sum));
}

__global__ void transpose(const char *from, size_t from_pitch, char *to, size_t to_pitch, int width,
                          int height)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height)
        to[x * to_pitch + y] = from[y * from_pitch + x];
}

/* Rectangles there and back, synchronously and not; what lies between rows stays as it is. */
static void rows(const long *)
{
    const int width = 50, height = 20, host_pitch = 64;
    char *a, *b, *device_pitched;
    size_t a_pitch, b_pitch;
    static char host[height * host_pitch], back[width * host_pitch];
    for (int i = 0; i < height * host_pitch; i++)
        host[i] = (char)(i * 7);
    memset(back, 99, sizeof back);
    CHECK(cudaMallocPitch(&a, &a_pitch, width, height));
    CHECK(cudaMallocPitch(&b, &b_pitch, height, width));
    device_pitched = device_array<char>(width * b_pitch);
    CHECK(cudaMemcpy2D(a, a_pitch, host, host_pitch, width, height, cudaMemcpyHostToDevice));
    transpose<<<height, 64>>>(a, a_pitch, b, b_pitch, width, height);
    CHECK(cudaMemcpy2DAsync(device_pitched, b_pitch, b, b_pitch, height, width,
                            cudaMemcpyDeviceToDevice, 0));
    CHECK(cudaMemcpy2D(back, host_pitch, device_pitched, b_pitch, height, width,
                       cudaMemcpyDeviceToHost));
    int wrong = 0, spoilt = 0;
    for (int x = 0; x < width; x++)
        for (int y = 0; y < host_pitch; y++) {
            if (y < height)
                wrong += back[x * host_pitch + y] != host[y * host_pitch + x];
            else
                spoilt += back[x * host_pitch + y] != 99;
        }
    printf("pitch %zu\nwrong %d\nspoilt %d\n", a_pitch, wrong, spoilt);
    CHECK(cudaMemset2D(a, a_pitch, 5, 10, height));
    CHECK(cudaMemcpy2D(back, host_pitch, a, a_pitch, width, height, cudaMemcpyDeviceToHost));
    int set = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            set += back[y * host_pitch + x] == (x < 10 ? 5 : host[y * host_pitch + x]);
    printf("set %d\n", set);
    printf("narrow_pitch %s\n", cudaGetErrorName(cudaMemcpy2D(a, 10, host, host_pitch, width, height,
                                                               cudaMemcpyHostToDevice)));
}

__device__ int initialised[4] = {1, 2, 3, 4};
__device__ int plain;
__constant__ float table[3] = {0.5f, 1.5f, 2.5f};

__global__ void use_symbols(float *out)
{
    out[0] = initialised[threadIdx.x] + table[1];
    out[1] = initialised[2];
    plain += 10;
}

__global__ void follow(float *out, const float *pointer)
{
    out[0] = table[2];
    out[1] = *pointer;
}

/* A constant has an address: for copies, memsets and kernels. */
static void constant_address(float *out)
{
    float *address, read[3], result[2];
    const float last = 7.5f, first = 4.5f;
    CHECK(cudaGetSymbolAddress((void **)&address, table));
    CHECK(cudaMemcpy(read, address, sizeof read, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(address + 2, &last, sizeof last, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(table, &first, sizeof first));
    follow<<<1, 1>>>(out, address);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    printf("address %g, kernel %g %g", read[2], result[0], result[1]);
    CHECK(cudaMemset(address + 2, 0, sizeof(float)));
    follow<<<1, 1>>>(out, address);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    printf(", set %g\n", result[0]);
}

static void symbols(const long *)
{
    float *out = device_array<float>(2), result[2];
    int words[4];
    use_symbols<<<1, 1>>>(out);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    printf("initial %g %g\n", result[0], result[1]);
    const float new_table[2] = {10.5f, 20.5f};
    CHECK(cudaMemcpyToSymbol(table, new_table, sizeof new_table, sizeof(float)));
    const int new_first = 100, new_third = 300;
    CHECK(cudaMemcpyToSymbol(initialised, &new_first, sizeof(int)));
    void *address;
    CHECK(cudaGetSymbolAddress(&address, initialised));
    CHECK(cudaMemcpy((int *)address + 2, &new_third, sizeof(int), cudaMemcpyHostToDevice));
    use_symbols<<<1, 1>>>(out);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    printf("changed %g %g\n", result[0], result[1]);
    CHECK(cudaMemcpyFromSymbol(words, plain, sizeof(int)));
    printf("plain %d\n", words[0]);
    float read_table[3];
    CHECK(cudaMemcpyFromSymbol(read_table, table, sizeof read_table));
    printf("table %g %g %g\n", read_table[0], read_table[1], read_table[2]);
    CHECK(cudaMemcpyFromSymbol(words, initialised, sizeof words));
    printf("words %d %d %d %d\n", words[0], words[1], words[2], words[3]);
    size_t size;
    CHECK(cudaGetSymbolSize(&size, initialised));
    printf("size %zu\n", size);
    printf("too_long %s\n",
           cudaGetErrorName(cudaMemcpyToSymbol(table, new_table, sizeof new_table, 8)));
    constant_address(out);
}

texture<float, 1, cudaReadModeElementType> line;

__global__ void read_line(float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch(line, i) * 2;
}

__global__ void read_plane(cudaTextureObject_t plane, float *out, int width, float step)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(plane, x + step, y + step);
}

static void textures(const long *)
{
    enum { N = 16 };
    float host[N], result[N], *device = device_array<float>(N), *out = device_array<float>(N);
    for (int i = 0; i < N; i++)
        host[i] = i * i;
    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture(nullptr, line, device, sizeof host));
    read_line<<<1, 32>>>(out, N);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += result[i] != 2 * host[i];
    CHECK(cudaUnbindTexture(line));
    printf("line %d\n", wrong);

    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, 4, 4));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t plane;
    CHECK(cudaCreateTextureObject(&plane, &resource, &how, nullptr));
    read_plane<<<4, 4>>>(plane, out, 4, 0.5f); /* the texels themselves */
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += result[i] != host[i];
    printf("plane %d\n", wrong);
    read_plane<<<1, 1>>>(plane, out, 4, 1.0f); /* between four of them */
    CHECK(cudaMemcpy(result, out, sizeof(float), cudaMemcpyDeviceToHost));
    printf("between %g\n", result[0]);
    CHECK(cudaDestroyTextureObject(plane));
    CHECK(cudaFreeArray(array));
}

/* Each fetch waits for the one before it, of the same line. */
__global__ void read_again(float *out, int times)
{
    float sum = 0;
    for (int i = 0; i < times; i++)
        sum += tex1Dfetch(line, threadIdx.x + (int)sum);
    out[threadIdx.x] = sum;
}

static void texels_again(const long *numbers)
{
    enum { N = 32 };
    float *zeros = device_array<float>(N), *out = device_array<float>(N), result[N];
    CHECK(cudaMemset(zeros, 0, N * sizeof *zeros));
    CHECK(cudaBindTexture(nullptr, line, zeros, N * sizeof *zeros));
    read_again<<<1, N>>>(out, (int)numbers[0]);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    printf("sum %g\n", result[N - 1]);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"gibibyte", gibibyte}, {"until_full", until_full},
                                      {"reuse", reuse},       {"managed", managed},
                                      {"rows", rows},         {"symbols", symbols},
                                      {"textures", textures}, {"texels_again", texels_again}};
    return run_case(cases, argc, argv);
}
