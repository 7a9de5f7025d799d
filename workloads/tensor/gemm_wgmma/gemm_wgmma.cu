/* SPDX-License-Identifier: BSD-3-Clause */
/* GEMM with products of warp groups and TMA, for compute capability 9.0: halves into floats. All of
 * C is checked, exactly. */
#include "../common/product.h"
#include "gemm_wgmma_kernel.h"

typedef group_tile<256, 4> tile_256;
typedef group_tile<128, 4> tile_128;
typedef group_tile<64, 8> tile_64;

/* The map of a matrix by rows in boxes of `box` lines of 64 halves, on the device. */
static CUtensorMap map_of(__half *matrix, int rows, int columns, int box)
{
    CUtensorMap map;
    const cuuint64_t sizes[] = {(cuuint64_t)columns, (cuuint64_t)rows};
    const cuuint64_t strides[] = {columns * sizeof(__half)};
    const cuuint32_t shape[] = {64, (cuuint32_t)box}, steps[] = {1, 1};
    CUresult status = cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, sizes, strides, shape, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        fprintf(stderr, "cuTensorMapEncodeTiled: %d\n", (int)status);
        exit(2);
    }
    return map;
}

template <class T> static void multiply(const product *p)
{
    dim3 grid = product_grid<T>(p->m, p->n);
    const CUtensorMap maps[] = {map_of(p->device_a, p->m, p->k, T::rows),
                                map_of(p->device_b, p->k, p->n, T::depth)};
    CHECK(cudaMemcpyToSymbol(gemm_maps, maps, sizeof maps));
    printf("%d x %d x %d in tiles of %d x %d: %u blocks of %d threads\n", p->m, p->n, p->k,
           (int)T::rows, (int)T::columns, grid.x * grid.y, (int)T::threads);
    CHECK(cudaFuncSetAttribute((const void *)gemm_wgmma<T>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, T::shared_bytes));
    gemm_wgmma<T><<<grid, T::threads, T::shared_bytes>>>(p->device_c, p->m, p->n, p->k);
    CHECK(cudaGetLastError());
}

/* The tile that gives the busiest SM the least to do; of equal ones the largest. */
static int best_tile(int m, int n)
{
    int device, sms;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    size_t least = product_share<tile_64>(m, n, sms);
    int best = 3;
    if (n >= 128 && product_share<tile_128>(m, n, sms) <= least) {
        least = product_share<tile_128>(m, n, sms);
        best = 2;
    }
    return n >= 256 && product_share<tile_256>(m, n, sms) <= least ? 1 : best;
}

int main(int argc, char **argv)
{
    int m = 64 * (int)program_argument(argc, argv, 1, "M / 64", 16, 2, 256);
    int n = 64 * (int)program_argument(argc, argv, 2, "N / 64", 16, 1, 256);
    int k = 64 * (int)program_argument(argc, argv, 3, "K / 64", 16, 1, 256);
    int tile = (int)program_argument(argc, argv, 4, "tile", 0, 0, 3);
    product p = product_new(m, n, k);
    if (tile == 0)
        tile = best_tile(m, n);
    if (tile == 1 && n >= tile_256::columns)
        multiply<tile_256>(&p);
    else if (tile < 3 && n >= tile_128::columns)
        multiply<tile_128>(&p);
    else
        multiply<tile_64>(&p);
    return program_verdict("gemm_wgmma", product_end(&p));
}
