/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels on matrices and grids: three transposes, two stencils, a product of floats in tiles.
 * Values are small whole numbers, so that results are exact. */
#include "measure.h"

enum { TILE = 32, ROWS = 8 }; /* a block has 32 x 8 threads in a row */

__global__ void transpose_plain(struct stamps *stamps, const float *from, float *to, int n)
{
    stamp_begin(stamps);
    int x = blockIdx.x * TILE + threadIdx.x % TILE, y = blockIdx.y * TILE + threadIdx.x / TILE;
    for (int i = 0; i < TILE; i += ROWS)
        to[(size_t)x * n + y + i] = from[(size_t)(y + i) * n + x];
    stamp_end(stamps);
}

/* Through shared memory. Without PAD all of a column lie in one bank. */
template <int PAD>
__global__ void transpose_tile(struct stamps *stamps, const float *from, float *to, int n)
{
    __shared__ float tile[TILE][TILE + PAD];
    stamp_begin(stamps);
    int column = threadIdx.x % TILE, row = threadIdx.x / TILE;
    int x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    for (int i = row; i < TILE; i += ROWS)
        tile[i][column] = from[(size_t)(y + i) * n + x + column];
    __syncthreads();
    for (int i = row; i < TILE; i += ROWS)
        to[(size_t)(x + i) * n + y + column] = tile[column][i];
    stamp_end(stamps);
}

/* Five points of a plane, without its rim. */
__global__ void stencil_plane(struct stamps *stamps, const float *from, float *to, int n)
{
    stamp_begin(stamps);
    int x = blockIdx.x * TILE + threadIdx.x % TILE, y = blockIdx.y * ROWS + threadIdx.x / TILE;
    size_t i = (size_t)y * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        to[i] = from[i] + from[i - 1] + from[i + 1] + from[i - n] + from[i + n];
    stamp_end(stamps);
}

/* Seven points of a cube, without its rim; a thread goes along z. */
__global__ void stencil_cube(struct stamps *stamps, const float *from, float *to, int n)
{
    stamp_begin(stamps);
    int x = blockIdx.x * TILE + threadIdx.x % TILE, y = blockIdx.y * ROWS + threadIdx.x / TILE;
    size_t plane = (size_t)n * n, i = plane + (size_t)y * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        float behind = from[i - plane], here = from[i];
        for (int z = 1; z < n - 1; z++, i += plane) {
            float ahead = from[i + plane];
            to[i] = behind + here + ahead + from[i - 1] + from[i + 1] + from[i - n] + from[i + n];
            behind = here;
            here = ahead;
        }
    }
    stamp_end(stamps);
}

/* A tile of 32 x 32 a block, four rows a thread. */
__global__ void multiply_floats(struct stamps *stamps, const float *a, const float *b, float *c,
                                int n)
{
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    stamp_begin(stamps);
    int column = threadIdx.x % TILE, row = threadIdx.x / TILE;
    int x = blockIdx.x * TILE + column, y = blockIdx.y * TILE;
    float sums[TILE / ROWS] = {};
    for (int k = 0; k < n; k += TILE) {
        for (int i = row; i < TILE; i += ROWS) {
            left[i][column] = a[(size_t)(y + i) * n + k + column];
            right[i][column] = b[(size_t)(k + i) * n + x];
        }
        __syncthreads();
        for (int j = 0; j < TILE; j++)
#pragma unroll
            for (int i = 0; i < TILE / ROWS; i++)
                sums[i] += left[row + i * ROWS][j] * right[j][column];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TILE / ROWS; i++)
        c[(size_t)(y + row + i * ROWS) * n + x] = sums[i];
    stamp_end(stamps);
}

/* Whole numbers from 0 to 6. */
static float *grid_of_numbers(float *host, size_t count)
{
    for (size_t i = 0; i < count; i++)
        host[i] = (float)(i * 2654435761u % 7);
    return device_copy(host, count);
}

static void bench_transposes(struct bench *bench)
{
    int n = bench->full ? 1024 : 128;
    size_t count = (size_t)n * n;
    float *host = host_array<float>(count), *got = host_array<float>(count);
    float *from = grid_of_numbers(host, count), *to = device_array<float>(count);
    dim3 grid(n / TILE, n / TILE);
    auto check = [&] {
        size_t wrong = 0;
        copy_back(got, to, count);
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                wrong += got[(size_t)x * n + y] != host[(size_t)y * n + x];
        return wrong;
    };
    if (bench_wants(bench, "transpose_plain"))
        bench_kernel(
            bench, "transpose_plain",
            [&](struct stamps *s) { transpose_plain<<<grid, BLOCK>>>(s, from, to, n); }, check);
    if (bench_wants(bench, "transpose_conflicts"))
        bench_kernel(
            bench, "transpose_conflicts",
            [&](struct stamps *s) { transpose_tile<0><<<grid, BLOCK>>>(s, from, to, n); }, check);
    if (bench_wants(bench, "transpose_padded"))
        bench_kernel(
            bench, "transpose_padded",
            [&](struct stamps *s) { transpose_tile<1><<<grid, BLOCK>>>(s, from, to, n); }, check);
}

/* Elements of the inner of a cube (planes of n x n) or of a plane that are wrong. */
static size_t check_stencil(const float *host, const float *device, int n, int planes)
{
    size_t plane = (size_t)n * n, count = plane * planes, wrong = 0;
    float *got = host_array<float>(count);
    copy_back(got, device, count);
    for (int z = planes > 1; z < planes - (planes > 1); z++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                size_t i = z * plane + (size_t)y * n + x;
                float sum = host[i] + host[i - 1] + host[i + 1] + host[i - n] + host[i + n];
                if (planes > 1)
                    sum += host[i - plane] + host[i + plane];
                wrong += got[i] != sum;
            }
    free(got);
    return wrong;
}

static void bench_stencils(struct bench *bench)
{
    int n = bench->full ? 1024 : 128, m = bench->full ? 96 : 32;
    size_t count = (size_t)n * n;
    float *host = host_array<float>(count);
    float *from = grid_of_numbers(host, count), *to = device_array<float>(count);
    if (bench_wants(bench, "stencil_plane"))
        bench_kernel(
            bench, "stencil_plane",
            [&](struct stamps *s) {
                stencil_plane<<<dim3(n / TILE, n / ROWS), BLOCK>>>(s, from, to, n);
            },
            [&] { return check_stencil(host, to, n, 1); });
    host = host_array<float>((size_t)m * m * m);
    from = grid_of_numbers(host, (size_t)m * m * m);
    to = device_array<float>((size_t)m * m * m);
    if (bench_wants(bench, "stencil_cube"))
        bench_kernel(
            bench, "stencil_cube",
            [&](struct stamps *s) {
                stencil_cube<<<dim3(m / TILE, m / ROWS), BLOCK>>>(s, from, to, m);
            },
            [&] { return check_stencil(host, to, m, m); });
}

static void bench_product(struct bench *bench)
{
    int n = bench->full ? 512 : 64;
    size_t count = (size_t)n * n;
    float *a = host_array<float>(count), *b = host_array<float>(count);
    float *device_a = grid_of_numbers(a, count), *device_b = grid_of_numbers(b, count);
    float *device_c = device_array<float>(count), *c = host_array<float>(count);
    bench_kernel(
        bench, "gemm_floats",
        [&](struct stamps *s) {
            multiply_floats<<<dim3(n / TILE, n / TILE), BLOCK>>>(s, device_a, device_b, device_c,
                                                                 n);
        },
        [&] {
            size_t wrong = 0;
            copy_back(c, device_c, count);
            for (int y = 0; y < n; y += 13)
                for (int x = 0; x < n; x++) {
                    float sum = 0;
                    for (int k = 0; k < n; k++)
                        sum += a[(size_t)y * n + k] * b[(size_t)k * n + x];
                    wrong += c[(size_t)y * n + x] != sum;
                }
            return wrong;
        });
}

int main(int argc, char **argv)
{
    struct bench bench = bench_of(argc, argv);
    bench_transposes(&bench);
    bench_stencils(&bench);
    if (bench_wants(&bench, "gemm_floats"))
        bench_product(&bench);
    return program_verdict("tiles", bench.wrong);
}
