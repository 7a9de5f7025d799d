/* SPDX-License-Identifier: BSD-3-Clause */
/* GEMM: the product of two matrices of halves, summed as floats by tensor cores.
 *
 * The values are eighths from -1 to 1. So every sum is a multiple of 1/64 that a float has exactly,
 * and the result does not depend on the order of the additions. All of C is checked: C x = A (B x)
 * for a random vector x of 64-bit integers, in arithmetic modulo 2^64. A wrong row passes in fewer
 * than one of 2^40 cases.
 *
 * Source: R. Freivalds, "Probabilistic Machines Can Use Less Running Time", IFIP 1977.
 */
#include "../../suite/common/program.h"
#include "gemm_kernel.h"

/* -8 to 8, in eighths. */
static __half *random_matrix(signed char *eighths, size_t count, uint64_t *state)
{
    __half *halves = host_array<__half>(count);
    for (size_t i = 0; i < count; i++) {
        eighths[i] = (signed char)((int)random_below(state, 17) - 8);
        halves[i] = __float2half((float)eighths[i] / 8);
    }
    return halves;
}

/* to = matrix x vector. */
static void apply(uint64_t *to, const signed char *matrix, const uint64_t *vector, size_t rows,
                  size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        uint64_t sum = 0;
        for (size_t column = 0; column < columns; column++)
            sum += (uint64_t)(int64_t)matrix[row * columns + column] * vector[column];
        to[row] = sum;
    }
}

/* Wrong rows of C. */
static size_t check(const float *c, const signed char *a, const signed char *b, int m, int n, int k)
{
    uint64_t state = 7;
    uint64_t *x = host_array<uint64_t>(n), *bx = host_array<uint64_t>(k);
    uint64_t *abx = host_array<uint64_t>(m);
    size_t wrong = 0;
    for (int column = 0; column < n; column++)
        x[column] = random_next(&state);
    apply(bx, b, x, k, n);
    apply(abx, a, bx, m, k);
    for (int row = 0; row < m; row++) {
        uint64_t sum = 0;
        bool whole = true;
        for (int column = 0; column < n; column++) {
            float value = c[(size_t)row * n + column] * 64;
            whole = whole && value == rintf(value);
            sum += (uint64_t)(int64_t)value * x[column];
        }
        if (whole && sum == abx[row])
            continue;
        if (wrong++ == 0)
            printf("row %d of c is wrong\n", row);
    }
    free(x);
    free(bx);
    free(abx);
    return wrong;
}

typedef gemm_tile<128, 256, 32, 64, 64, 4> tile_128_256;
typedef gemm_tile<128, 128, 32, 64, 64, 4> tile_128_128;
typedef gemm_tile<80, 128, 64, 80, 32, 3> tile_80_128;

/* Blocks of a grid. */
template <class T> static dim3 grid_of(int m, int n)
{
    return dim3((n + T::columns - 1) / T::columns, (m + T::rows - 1) / T::rows);
}

/* Elements of C that the busiest SM makes, if an SM takes a block at a time. */
template <class T> static size_t share_of(int m, int n, int sms)
{
    dim3 grid = grid_of<T>(m, n);
    return ((size_t)grid.x * grid.y + sms - 1) / sms * T::rows * T::columns;
}

template <class T>
static void multiply(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    dim3 grid = grid_of<T>(m, n);
    printf("%d x %d x %d in tiles of %d x %d: %u blocks of %d threads\n", m, n, k, (int)T::rows,
           (int)T::columns, grid.x * grid.y, (int)T::threads);
    CHECK(cudaFuncSetAttribute((const void *)gemm<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               T::shared_bytes));
    gemm<T><<<grid, T::threads, T::shared_bytes>>>(a, b, c, m, n, k);
    CHECK(cudaGetLastError());
}

/* The tile that gives the busiest SM the least to do; of equal ones the largest. */
static int best_tile(int m, int n)
{
    int device, sms, best = 3;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    if (share_of<tile_128_128>(m, n, sms) <= share_of<tile_80_128>(m, n, sms))
        best = 2;
    size_t least = best == 2 ? share_of<tile_128_128>(m, n, sms) : share_of<tile_80_128>(m, n, sms);
    return n >= 256 && share_of<tile_128_256>(m, n, sms) <= least ? 1 : best;
}

int main(int argc, char **argv)
{
    int m = 64 * (int)program_argument(argc, argv, 1, "M / 64", 16, 2, 256);
    int n = 64 * (int)program_argument(argc, argv, 2, "N / 64", 16, 2, 256);
    int k = 64 * (int)program_argument(argc, argv, 3, "K / 64", 16, 1, 256);
    int tile = (int)program_argument(argc, argv, 4, "tile", 0, 0, 3);
    size_t a_count = (size_t)m * k, b_count = (size_t)k * n, count = (size_t)m * n;
    signed char *a = host_array<signed char>(a_count), *b = host_array<signed char>(b_count);
    float *c = host_array<float>(count);
    uint64_t state = 11;
    __half *a_halves = random_matrix(a, a_count, &state);
    __half *b_halves = random_matrix(b, b_count, &state);

    __half *device_a = device_copy(a_halves, a_count), *device_b = device_copy(b_halves, b_count);
    float *device_c = device_array<float>(count);
    if (tile == 0)
        tile = best_tile(m, n);
    if (tile == 1 && n >= tile_128_256::columns)
        multiply<tile_128_256>(device_a, device_b, device_c, m, n, k);
    else if (tile < 3)
        multiply<tile_128_128>(device_a, device_b, device_c, m, n, k);
    else
        multiply<tile_80_128>(device_a, device_b, device_c, m, n, k);
    copy_back(c, device_c, count);
    size_t wrong = check(c, a, b, m, n, k);
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    free(a);
    free(b);
    free(c);
    free(a_halves);
    free(b_halves);
    return program_verdict("gemm", wrong);
}
