/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels whose addresses come from data: gather, atomics, histogram, sparse matrix times vector.
 */
#include "measure.h"

__global__ void gather(struct stamps *stamps, const unsigned *index, const unsigned *from,
                       unsigned *to, size_t n)
{
    stamp_begin(stamps);
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        to[i] = from[index[i]];
    stamp_end(stamps);
}

__global__ void count_words(struct stamps *stamps, const unsigned *index, unsigned *counts,
                            size_t n)
{
    stamp_begin(stamps);
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        atomicAdd(&counts[index[i]], 1u);
    stamp_end(stamps);
}

/* 256 bins, first in shared memory. */
__global__ void histogram(struct stamps *stamps, const unsigned *index, unsigned *counts, size_t n)
{
    __shared__ unsigned bins[BLOCK];
    stamp_begin(stamps);
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        atomicAdd(&bins[index[i] % BLOCK], 1u);
    __syncthreads();
    if (bins[threadIdx.x] > 0)
        atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
    stamp_end(stamps);
}

/* A warp a row; row r's entries are from[r] to from[r + 1]. */
__global__ void spmv(struct stamps *stamps, const unsigned *starts, const unsigned *columns,
                     const float *x, float *y, int rows)
{
    stamp_begin(stamps);
    int row = (int)(blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row < rows) {
        float sum = 0;
        for (unsigned i = starts[row] + lane; i < starts[row + 1]; i += 32)
            sum += x[columns[i]];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(~0u, sum, distance);
        if (lane == 0)
            y[row] = sum;
    }
    stamp_end(stamps);
}

/* n numbers below `below`. */
static unsigned *random_numbers(size_t n, unsigned below)
{
    uint64_t state = 5;
    unsigned *numbers = host_array<unsigned>(n);
    for (size_t i = 0; i < n; i++)
        numbers[i] = random_below(&state, below);
    return numbers;
}

static void bench_gather(struct bench *bench, size_t n, int blocks)
{
    unsigned *index = random_numbers(n, (unsigned)n), *values = host_array<unsigned>(n);
    unsigned *got = host_array<unsigned>(n), *to = device_array<unsigned>(n);
    unsigned *device_index = device_copy(index, n);
    for (size_t i = 0; i < n; i++)
        values[i] = (unsigned)i * 3;
    unsigned *from = device_copy(values, n);
    bench_kernel(
        bench, "gather",
        [&](struct stamps *s) { gather<<<blocks, BLOCK>>>(s, device_index, from, to, n); },
        [&] {
            size_t wrong = 0;
            copy_back(got, to, n);
            for (size_t i = 0; i < n; i++)
                wrong += got[i] != index[i] * 3;
            return wrong;
        });
}

/* Counts of n numbers below `bins`, by a kernel that is given them and n. */
template <class Kernel>
static void bench_counts(struct bench *bench, const char *name, Kernel kernel, size_t n,
                         unsigned bins, int blocks)
{
    unsigned *index = random_numbers(n, bins), *device_index = device_copy(index, n);
    unsigned *counts = device_array<unsigned>(bins), *got = host_array<unsigned>(bins);
    bench_kernel(
        bench, name,
        [&](struct stamps *s) {
            CHECK(cudaMemset(counts, 0, bins * sizeof *counts));
            kernel<<<blocks, BLOCK>>>(s, device_index, counts, n);
        },
        [&] {
            size_t wrong = 0;
            copy_back(got, counts, bins);
            for (size_t i = 0; i < n; i++)
                got[index[i]]--;
            for (unsigned i = 0; i < bins; i++)
                wrong += got[i] != 0;
            return wrong;
        });
}

static void bench_spmv(struct bench *bench, int rows)
{
    uint64_t state = 9;
    unsigned *starts = host_array<unsigned>((size_t)rows + 1);
    for (int row = 0; row < rows; row++)
        starts[row + 1] = starts[row] + random_below(&state, 128);
    size_t entries = starts[rows];
    unsigned *columns = random_numbers(entries, (unsigned)rows);
    float *x = host_array<float>(rows), *y = host_array<float>(rows);
    for (int row = 0; row < rows; row++)
        x[row] = (float)(row % 11);
    unsigned *device_starts = device_copy(starts, (size_t)rows + 1);
    unsigned *device_columns = device_copy(columns, entries);
    float *device_x = device_copy(x, rows), *device_y = device_array<float>(rows);
    bench_kernel(
        bench, "spmv_rows",
        [&](struct stamps *s) {
            spmv<<<(rows * 32 + BLOCK - 1) / BLOCK, BLOCK>>>(s, device_starts, device_columns,
                                                             device_x, device_y, rows);
        },
        [&] {
            size_t wrong = 0;
            copy_back(y, device_y, rows);
            for (int row = 0; row < rows; row++) {
                float sum = 0;
                for (unsigned i = starts[row]; i < starts[row + 1]; i++)
                    sum += x[columns[i]];
                wrong += y[row] != sum;
            }
            return wrong;
        });
}

int main(int argc, char **argv)
{
    struct bench bench = bench_of(argc, argv);
    size_t n = bench.full ? 1 << 19 : 1 << 13;
    int blocks = bench.full ? 432 : 8;
    if (bench_wants(&bench, "gather"))
        bench_gather(&bench, n, blocks);
    if (bench_wants(&bench, "atomics"))
        bench_counts(&bench, "atomics", count_words, n, bench.full ? 1 << 16 : 1 << 10, blocks);
    if (bench_wants(&bench, "histogram"))
        bench_counts(&bench, "histogram", histogram, n * 2, BLOCK, blocks);
    if (bench_wants(&bench, "spmv_rows"))
        bench_spmv(&bench, bench.full ? 16384 : 256);
    return program_verdict("scattered", bench.wrong);
}
