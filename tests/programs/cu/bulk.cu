/* SPDX-License-Identifier: BSD-3-Clause */
/* Bulk copies, boxes of tensors, and mbarriers. Each case checks itself: "wrong 0". */
#include "cases.h"
#include <cuda.h>

enum { ROWS = 40, COLUMNS = 64, BOX_ROWS = 8, BOX_COLUMNS = 32, THREADS = 128 };

__device__ static unsigned at(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

__device__ static void init(unsigned long long *bar, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ static void expect(unsigned long long *bar, unsigned bytes)
{
    asm volatile(
        "{.reg .b64 s; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 s, [%0], %1;}" ::"r"(
            at(bar)),
        "r"(bytes)
        : "memory");
}

__device__ static void await(unsigned long long *bar, unsigned parity)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                     "selp.u32 %0, 1, 0, p;}"
                     : "=r"(done)
                     : "r"(at(bar)), "r"(parity)
                     : "memory");
}

/* A box, changed and stored at the same place of another tensor; `raw` is shared memory as it was.
 */
__global__ void box(const CUtensorMap *from, const CUtensorMap *to, int x, int y, int *raw,
                    unsigned bytes)
{
    __shared__ __align__(1024) int tile[BOX_ROWS * BOX_COLUMNS];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        expect(&bar, bytes);
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
            "[%0], [%1, {%2, %3}], [%4];" ::"r"(at(tile)),
            "l"(from), "r"(x), "r"(y), "r"(at(&bar))
            : "memory");
    }
    __syncthreads();
    await(&bar, 0);
    for (int i = threadIdx.x; i < BOX_ROWS * BOX_COLUMNS; i += blockDim.x) {
        raw[i] = tile[i];
        tile[i] += 1000;
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile(
            "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
            "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::"l"(to),
            "r"(x), "r"(y), "r"(at(tile))
            : "memory");
}

static int encode(CUtensorMap *on_device, int *tensor, int swizzle)
{
    CUtensorMap map;
    const cuuint64_t sizes[] = {COLUMNS, ROWS}, strides[] = {COLUMNS * sizeof(int)};
    const cuuint32_t shape[] = {(cuuint32_t)(swizzle ? 4 << swizzle : BOX_COLUMNS), BOX_ROWS};
    const cuuint32_t steps[] = {1, 1};
    int status = cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, sizes, strides, shape, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    cudaMemcpy(on_device, &map, sizeof map, cudaMemcpyHostToDevice);
    return status;
}

static int inside(int x, int y)
{
    return x >= 0 && x < COLUMNS && y >= 0 && y < ROWS;
}

/* The word of shared memory that has a box's element: units of 16 bytes change places. */
static int place(int column, int row, int width, int swizzle)
{
    int byte = (row * width + column) * 4;
    return (byte ^ ((byte >> 7 & ((1 << swizzle) - 1)) << 4)) / 4;
}

static int check(const int *in, const int *out, const int *raw, int x, int y, int swizzle)
{
    const int width = swizzle ? 4 << swizzle : BOX_COLUMNS;
    int wrong = 0;
    for (int r = 0; r < BOX_ROWS; r++)
        for (int c = 0; c < width; c++) {
            int expected = inside(x + c, y + r) ? in[(y + r) * COLUMNS + x + c] : 0;
            wrong += raw[place(c, r, width, swizzle)] != expected;
        }
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            bool hit = c >= x && c < x + width && r >= y && r < y + BOX_ROWS;
            wrong += out[r * COLUMNS + c] != (hit ? in[r * COLUMNS + c] + 1000 : 0);
        }
    return wrong;
}

static void boxes(const long *)
{
    static const int places[][2] = {{0, 0}, {16, 20}, {-4, 3}, {48, 36}, {100, 0}, {-8, -2}};
    static int in[ROWS * COLUMNS], out[ROWS * COLUMNS], raw[BOX_ROWS * BOX_COLUMNS];
    int *from, *to, *shared, wrong = 0;
    CUtensorMap *maps;
    cudaMalloc(&from, sizeof in);
    cudaMalloc(&to, sizeof out);
    cudaMalloc(&shared, sizeof raw);
    cudaMalloc(&maps, 2 * sizeof *maps);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        in[i] = i * 7 + 1;
    cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
    for (int swizzle = 0; swizzle < 4; swizzle++)
        for (const int *p : places) {
            cudaMemset(to, 0, sizeof out);
            wrong += encode(&maps[0], from, swizzle) != 0;
            wrong += encode(&maps[1], to, swizzle) != 0;
            box<<<1, THREADS>>>(&maps[0], &maps[1], p[0], p[1], shared,
                                BOX_ROWS * 4 * (swizzle ? 4u << swizzle : BOX_COLUMNS));
            cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost);
            cudaMemcpy(raw, shared, sizeof raw, cudaMemcpyDeviceToHost);
            wrong += check(in, out, raw, p[0], p[1], swizzle);
        }
    printf("wrong %d\n", wrong);
}

/* All warps produce and consume in turn through a ring of mbarriers. */
__global__ void ring(const int *in, int *out, int n)
{
    __shared__ __align__(128) int stage[2][THREADS];
    __shared__ unsigned long long full[2], empty[2];
    if (threadIdx.x == 0)
        for (int s = 0; s < 2; s++) {
            init(&full[s], 1);
            init(&empty[s], THREADS);
        }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++) {
        const int s = i % 2;
        const unsigned parity = i / 2 % 2;
        if (threadIdx.x == 0) {
            await(&empty[s], parity ^ 1);
            expect(&full[s], sizeof stage[s]);
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                         "[%1], %2, [%3];" ::"r"(at(stage[s])),
                         "l"(in + i * THREADS), "r"((unsigned)sizeof stage[s]), "r"(at(&full[s]))
                         : "memory");
        }
        __syncwarp();
        await(&full[s], parity);
        sum += stage[s][threadIdx.x ^ 37];
        asm volatile("{.reg .b64 s; mbarrier.arrive.shared.b64 s, [%0];}" ::"r"(at(&empty[s]))
                     : "memory");
    }
    __syncthreads(); /* a warp that is done must not write what another one still reads */
    stage[0][0] = 0;
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

/* Adds shared memory to global memory. */
__global__ void add(unsigned *total)
{
    __shared__ __align__(128) unsigned mine[THREADS];
    mine[threadIdx.x] = threadIdx.x + blockIdx.x;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;"
                     "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::"l"(total),
                     "r"(at(mine)), "r"((unsigned)sizeof mine)
                     : "memory");
}

static void rings(const long *)
{
    enum { N = 9, BLOCKS = 5 };
    static int in[N * THREADS], out[BLOCKS * THREADS];
    static unsigned total[THREADS];
    int *from, *to, wrong = 0;
    unsigned *sums;
    cudaMalloc(&from, sizeof in);
    cudaMalloc(&to, sizeof out);
    cudaMalloc(&sums, sizeof total);
    cudaMemset(sums, 0, sizeof total);
    for (int i = 0; i < N * THREADS; i++)
        in[i] = i * i % 1009;
    cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
    ring<<<BLOCKS, THREADS>>>(from, to, N);
    add<<<BLOCKS, THREADS>>>(sums);
    cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(total, sums, sizeof total, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int sum = 0;
        for (int k = 0; k < N; k++)
            sum += in[k * THREADS + (i % THREADS ^ 37)];
        wrong += out[i] != sum;
    }
    for (unsigned i = 0; i < THREADS; i++)
        wrong += total[i] != BLOCKS * i + BLOCKS * (BLOCKS - 1) / 2;
    printf("wrong %d\n", wrong);
}

/* Each copy's address depends on what the one before has brought. */
__global__ void follow(const char *memory, long stride, int n, long long *cycles)
{
    __shared__ __align__(128) int brought[4];
    __shared__ unsigned long long bar;
    init(&bar, 1);
    const char *next = memory;
    long long begin = 0;
    for (int i = 0; i <= n; i++) {
        if (i == 1) /* the first one fetches code, and the line */
            begin = clock64();
        expect(&bar, sizeof brought);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                     "[%1], %2, [%3];" ::"r"(at(brought)),
                     "l"(next), "r"((unsigned)sizeof brought), "r"(at(&bar))
                     : "memory");
        await(&bar, i & 1);
        next += *(volatile int *)brought + stride;
    }
    *cycles = (clock64() - begin) / n;
}

static void chase(const long *numbers)
{
    enum { N = 256 };
    char *memory;
    long long *cycles, result;
    CHECK(cudaMalloc(&memory, (size_t)(numbers[0] + 1) * (N + 2)));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    follow<<<1, 1>>>(memory, numbers[0], N, cycles);
    CHECK(cudaMemcpy(&result, cycles, sizeof result, cudaMemcpyDeviceToHost));
    printf("cycles %lld\n", result);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"boxes", boxes}, {"rings", rings}, {"chase", chase}};
    return run_case(cases, argc, argv);
}
