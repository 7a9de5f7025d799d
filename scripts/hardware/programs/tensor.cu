/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels with tensor cores, as workloads/tensor has them. */
#include "../../../workloads/tensor/attention/attention_kernel.h"
#include "../../../workloads/tensor/gemm/gemm_kernel.h"
#include "measure.h"

typedef gemm_tile<80, 128, 64, 80, 32, 3> tile;

template <class T>
__global__ void __launch_bounds__(T::threads)
    measured_gemm(struct stamps *stamps, const __half *a, const __half *b, float *c, int n, int k)
{
    stamp_begin(stamps);
    gemm_block<T>(a, b, c, n, n, k);
    stamp_end(stamps);
}

__global__ void __launch_bounds__(ATTENTION_THREADS)
    measured_attention(struct stamps *stamps, const __half *q, const __half *k, const __half *v,
                       __half *o, int rows)
{
    stamp_begin(stamps);
    size_t head = (size_t)blockIdx.y * rows * HEAD;
    attention_block<false>(q + head, k + head, v + head, o + head, rows, HEAD, HEAD);
    stamp_end(stamps);
}

/* All elements are the same small number: so are all results. */
static __half *same(size_t count, float value)
{
    __half *host = host_array<__half>(count);
    for (size_t i = 0; i < count; i++)
        host[i] = __float2half(value);
    __half *device = device_copy(host, count);
    free(host);
    return device;
}

static void bench_gemm(struct bench *bench)
{
    int n = bench->full ? 1024 : 128;
    size_t count = (size_t)n * n;
    __half *a = same(count, 0.5f), *b = same(count, 0.25f);
    float *c = device_array<float>(count), *got = host_array<float>(count);
    dim3 grid((n + tile::columns - 1) / tile::columns, (n + tile::rows - 1) / tile::rows);
    CHECK(cudaFuncSetAttribute((const void *)measured_gemm<tile>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, tile::shared_bytes));
    bench_kernel(
        bench, "gemm_mma",
        [&](struct stamps *stamps) {
            measured_gemm<tile><<<grid, tile::threads, tile::shared_bytes>>>(stamps, a, b, c, n, n);
        },
        [&] {
            size_t wrong = 0;
            copy_back(got, c, count);
            for (size_t i = 0; i < count; i++)
                wrong += got[i] != n / 8.0f;
            return wrong;
        });
}

static void bench_attention(struct bench *bench)
{
    int rows = bench->full ? 512 : 64, heads = bench->full ? 16 : 2;
    size_t count = (size_t)rows * heads * HEAD;
    __half *q = same(count, 0.5f), *k = same(count, 0.25f), *v = same(count, 0.75f);
    __half *o = device_array<__half>(count), *got = host_array<__half>(count);
    CHECK(cudaFuncSetAttribute((const void *)measured_attention,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, ATTENTION_SHARED));
    bench_kernel(
        bench, "attention",
        [&](struct stamps *stamps) {
            measured_attention<<<dim3(rows / QUERIES, heads), ATTENTION_THREADS,
                                 ATTENTION_SHARED>>>(stamps, q, k, v, o, rows);
        },
        [&] {
            size_t wrong = 0;
            copy_back(got, o, count);
            for (size_t i = 0; i < count; i++)
                wrong += __half2float(got[i]) != 0.75f;
            return wrong;
        });
}

int main(int argc, char **argv)
{
    struct bench bench = bench_of(argc, argv);
    if (bench_wants(&bench, "gemm_mma"))
        bench_gemm(&bench);
    if (bench_wants(&bench, "attention"))
        bench_attention(&bench);
    return program_verdict("tensor", bench.wrong);
}
