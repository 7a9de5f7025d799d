/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of matrices: mma.h's fragments, and a product of large matrices as libraries write it,
 * with cp.async, ldmatrix and mma.sync. Whole numbers must come out exactly. */
#include "cases.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

/* ---- fragments ------------------------------------------------------------------------------ */

/* How memory has elements of a fragment's type: of sub-byte types, several in an element. */
template <class T> struct stored {
    typedef T type;
    enum { per = 1 };
};
template <> struct stored<wmma::precision::tf32> {
    typedef float type;
    enum { per = 1 };
};
template <> struct stored<wmma::experimental::precision::s4> {
    typedef unsigned char type;
    enum { per = 2 };
};
template <>
struct stored<wmma::experimental::precision::u4> : stored<wmma::experimental::precision::s4> {
};

template <class L> struct is_column {
    enum { value = 0 };
};
template <> struct is_column<wmma::col_major> {
    enum { value = 1 };
};

/* d = 2 (a b + c) of one warp; c is loaded by rows and d stored by columns. */
template <int M, int N, int K, class T, class C, class D, class LA, class LB>
__global__ void multiply(const typename stored<T>::type *a, const typename stored<T>::type *b,
                         const C *c, D *d)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fragment<wmma::accumulator, M, N, K, D> fd;
    wmma::fill_fragment(fd, 0);
    wmma::load_matrix_sync(fa, a, is_column<LA>::value ? M : K);
    wmma::load_matrix_sync(fb, b, is_column<LB>::value ? K : N);
    wmma::load_matrix_sync(fc, c, N, wmma::mem_row_major);
    wmma::mma_sync(fd, fa, fb, fc);
    for (int i = 0; i < fd.num_elements; i++)
        fd.x[i] = fd.x[i] + fd.x[i];
    wmma::store_matrix_sync(d, fd, M, wmma::mem_col_major);
}

template <class T> static double number(const T *memory, int i)
{
    return (double)(float)memory[i];
}

template <class T> static void put(typename stored<T>::type *memory, int i, int value)
{
    if (stored<T>::per == 1) {
        memory[i] = (typename stored<T>::type)(float)value;
        return;
    }
    unsigned char *byte = (unsigned char *)memory + i / 2;
    *byte = (unsigned char)((*byte & (i % 2 ? 0x0f : 0xf0)) | (value & 15) << i % 2 * 4);
}

static int wrong, products;

/* Small whole numbers from `least` on: everything is exact in each type. */
template <int M, int N, int K, class T, class C, class D, class LA, class LB>
static void check_product(int least)
{
    typedef typename stored<T>::type element;
    element *a, *b;
    C *c;
    D *d;
    int va[M][K], vb[K][N];
    CHECK(cudaMallocManaged(&a, M * K * sizeof *a));
    CHECK(cudaMallocManaged(&b, N * K * sizeof *b));
    CHECK(cudaMallocManaged(&c, M * N * sizeof *c));
    CHECK(cudaMallocManaged(&d, M * N * sizeof *d));
    for (int k = 0; k < K; k++) {
        for (int m = 0; m < M; m++)
            put<T>(a, is_column<LA>::value ? k * M + m : m * K + k, va[m][k] = rand() % 8 + least);
        for (int n = 0; n < N; n++)
            put<T>(b, is_column<LB>::value ? n * K + k : k * N + n, vb[k][n] = rand() % 8 + least);
    }
    for (int i = 0; i < M * N; i++)
        c[i] = (C)(float)(rand() % 64 - 32);
    multiply<M, N, K, T, C, D, LA, LB><<<1, 32>>>(a, b, c, d);
    CHECK(cudaDeviceSynchronize());
    for (int m = 0; m < M; m++)
        for (int n = 0; n < N; n++) {
            double sum = number(c, m * N + n);
            for (int k = 0; k < K; k++)
                sum += va[m][k] * vb[k][n];
            wrong += number(d, n * M + m) != 2 * sum;
        }
    products++;
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

template <int M, int N, int K, class T, class C, class D> static void check_layouts(int least)
{
    check_product<M, N, K, T, C, D, wmma::row_major, wmma::row_major>(least);
    check_product<M, N, K, T, C, D, wmma::row_major, wmma::col_major>(least);
    check_product<M, N, K, T, C, D, wmma::col_major, wmma::row_major>(least);
    check_product<M, N, K, T, C, D, wmma::col_major, wmma::col_major>(least);
}

template <int M, int N> static void check_shape()
{
    check_layouts<M, N, 16, __half, float, float>(-4);
    check_product<M, N, 16, __half, __half, float, wmma::row_major, wmma::col_major>(-4);
    check_product<M, N, 16, __half, float, __half, wmma::row_major, wmma::col_major>(-4);
    check_layouts<M, N, 16, __half, __half, __half>(-4);
    check_layouts<M, N, 16, __nv_bfloat16, float, float>(-4);
    check_layouts<M, N, 16, signed char, int, int>(-4);
    check_layouts<M, N, 16, unsigned char, int, int>(248);
}

/* Sums of set bits, against those of the host. */
__global__ void multiply_bits(const unsigned *a, const unsigned *b, int *d)
{
    typedef wmma::experimental::precision::b1 b1;
    wmma::fragment<wmma::matrix_a, 8, 8, 128, b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    wmma::fill_fragment(fc, 5);
    wmma::load_matrix_sync(fa, a, 128);
    wmma::load_matrix_sync(fb, b, 128);
    wmma::bmma_sync(fc, fa, fb, fc);
    wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpAND);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}

static void check_bits()
{
    unsigned *a, *b;
    int *d;
    CHECK(cudaMallocManaged(&a, 128));
    CHECK(cudaMallocManaged(&b, 128));
    CHECK(cudaMallocManaged(&d, 256));
    for (int i = 0; i < 32; i++)
        a[i] = (unsigned)rand() * 3, b[i] = (unsigned)rand() * 5;
    multiply_bits<<<1, 32>>>(a, b, d);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) {
        int sum = 5;
        for (int k = 0; k < 4; k++) {
            unsigned x = a[i / 8 * 4 + k], y = b[i % 8 * 4 + k];
            sum += __builtin_popcount(x ^ y) + __builtin_popcount(x & y);
        }
        wrong += d[i] != sum;
    }
    products++;
}

static void fragments(const long *)
{
    check_shape<16, 16>();
    check_shape<32, 8>();
    check_shape<8, 32>();
    check_layouts<16, 16, 8, wmma::precision::tf32, float, float>(-4);
    check_layouts<8, 8, 4, double, double, double>(-4);
    check_product<8, 8, 32, wmma::experimental::precision::s4, int, int, wmma::row_major,
                  wmma::col_major>(-8);
    check_product<8, 8, 32, wmma::experimental::precision::u4, int, int, wmma::row_major,
                  wmma::col_major>(8);
    check_bits();
    printf("products %d\nwrong %d\n", products, wrong);
}

/* ---- large matrices ------------------------------------------------------------------------- */

enum { TILE = 128, DEPTH = 32, PITCH = DEPTH + 8, THREADS = 256, STAGES = 2 };

__device__ static unsigned shared_address(const void *at)
{
    return (unsigned)__cvta_generic_to_shared(at);
}

/* A tile of 128 rows of 32 halves, in pieces of 16 bytes. */
__device__ static void copy_tile(__half (*to)[PITCH], const __half *from, int n)
{
    for (int i = threadIdx.x; i < TILE * DEPTH / 8; i += THREADS) {
        const int row = i / (DEPTH / 8), column = i % (DEPTH / 8) * 8;
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(&to[row][column])),
            "l"(from + (size_t)row * n + column));
    }
}

__device__ static void load_four(unsigned r[4], const __half *at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared_address(at))
                 : "memory");
}

__device__ static void multiply_add(float c[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* c = a b': a has rows, b' rows of b. A block makes 128 x 128 of c; a warp, 64 x 32. */
__global__ void __launch_bounds__(THREADS) large(const __half *a, const __half *b, float *c, int n)
{
    __shared__ __align__(16) __half ta[STAGES][TILE][PITCH], tb[STAGES][TILE][PITCH];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = warp / 4 * 64, column = warp % 4 * 32;
    float sums[4][4][4] = {};
    a += (size_t)blockIdx.y * TILE * n;
    b += (size_t)blockIdx.x * TILE * n;
    copy_tile(ta[0], a, n);
    copy_tile(tb[0], b, n);
    asm volatile("cp.async.commit_group;");
    for (int k = 0; k < n; k += DEPTH) {
        const int stage = k / DEPTH % STAGES;
        if (k + DEPTH < n) {
            copy_tile(ta[stage ^ 1], a + k + DEPTH, n);
            copy_tile(tb[stage ^ 1], b + k + DEPTH, n);
        }
        asm volatile("cp.async.commit_group; cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
#pragma unroll
        for (int part = 0; part < DEPTH; part += 16) {
            unsigned fa[4][4], fb[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++)
                load_four(fa[i], &ta[stage][row + i * 16 + lane % 16][part + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 2; j++)
                load_four(fb[j], &tb[stage][column + j * 16 + lane / 16 * 8 + lane % 8]
                                    [part + lane / 8 % 2 * 8]);
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply_add(sums[i][j], fa[i], &fb[j / 2][j % 2 * 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int h = 0; h < 2; h++) {
                const int y = blockIdx.y * TILE + row + i * 16 + h * 8 + lane / 4;
                const int x = blockIdx.x * TILE + column + j * 8 + lane % 4 * 2;
                *(float2 *)&c[(size_t)y * n + x] =
                    make_float2(sums[i][j][2 * h], sums[i][j][2 * h + 1]);
            }
}

/* numbers: the side, a multiple of 128; 1: whole numbers, else any. The sum of n products that is
 * rounded n times differs from the exact one by n 2^-24 of the sum of magnitudes at most. */
static void product(const long *numbers)
{
    const int n = (int)numbers[0];
    const bool whole = numbers[1];
    __half *a, *b;
    float *c;
    CHECK(cudaMallocManaged(&a, (size_t)n * n * sizeof *a));
    CHECK(cudaMallocManaged(&b, (size_t)n * n * sizeof *b));
    CHECK(cudaMallocManaged(&c, (size_t)n * n * sizeof *c));
    for (int i = 0; i < n * n; i++) {
        a[i] = whole ? (float)(rand() % 17 - 8) : (float)rand() / (float)RAND_MAX - 0.5f;
        b[i] = whole ? (float)(rand() % 17 - 8) : (float)rand() / (float)RAND_MAX - 0.5f;
    }
    large<<<dim3(n / TILE, n / TILE), THREADS>>>(a, b, c, n);
    CHECK(cudaDeviceSynchronize());
    double largest = 0;
    for (int i = 0; i < n * n; i += numbers[2] ? (int)numbers[2] : 1) {
        double sum = 0, magnitude = 0;
        for (int k = 0; k < n; k++) {
            const double one = (double)(float)a[i / n * n + k] * (float)b[i % n * n + k];
            sum += one;
            magnitude += fabs(one);
        }
        const double error = fabs(c[i] - sum), bound = whole ? 0 : n * magnitude * 0x1p-24;
        wrong += !(error <= bound);
        largest = fmax(largest, bound > 0 ? error / bound : error);
    }
    printf("wrong %d\nof the bound %.3f\n", wrong, largest);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"fragments", fragments}, {"product", product}};
    return run_case(cases, argc, argv);
}
