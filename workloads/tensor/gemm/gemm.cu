/* SPDX-License-Identifier: BSD-3-Clause */
/* GEMM: the product of two matrices of halves, summed as floats by tensor cores. All of C is
 * checked, exactly. */
#include "../common/product.h"
#include "gemm_kernel.h"

typedef gemm_tile<128, 256, 32, 64, 64, 4> tile_128_256;
typedef gemm_tile<128, 128, 32, 64, 64, 4> tile_128_128;
typedef gemm_tile<80, 128, 64, 80, 32, 3> tile_80_128;

template <class T> static void multiply(const product *p)
{
    dim3 grid = product_grid<T>(p->m, p->n);
    printf("%d x %d x %d in tiles of %d x %d: %u blocks of %d threads\n", p->m, p->n, p->k,
           (int)T::rows, (int)T::columns, grid.x * grid.y, (int)T::threads);
    CHECK(cudaFuncSetAttribute((const void *)gemm<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               T::shared_bytes));
    gemm<T><<<grid, T::threads, T::shared_bytes>>>(p->device_a, p->device_b, p->device_c, p->m,
                                                   p->n, p->k);
    CHECK(cudaGetLastError());
}

/* The tile that gives the busiest SM the least to do; of equal ones the largest. */
static int best_tile(int m, int n)
{
    int device, sms;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    size_t least = product_share<tile_80_128>(m, n, sms);
    int best = 3;
    if (product_share<tile_128_128>(m, n, sms) <= least) {
        least = product_share<tile_128_128>(m, n, sms);
        best = 2;
    }
    return n >= 256 && product_share<tile_128_256>(m, n, sms) <= least ? 1 : best;
}

int main(int argc, char **argv)
{
    int m = 64 * (int)program_argument(argc, argv, 1, "M / 64", 16, 2, 256);
    int n = 64 * (int)program_argument(argc, argv, 2, "N / 64", 16, 2, 256);
    int k = 64 * (int)program_argument(argc, argv, 3, "K / 64", 16, 1, 256);
    int tile = (int)program_argument(argc, argv, 4, "tile", 0, 0, 3);
    product p = product_new(m, n, k);
    if (tile == 0)
        tile = best_tile(m, n);
    if (tile == 1 && n >= tile_128_256::columns)
        multiply<tile_128_256>(&p);
    else if (tile < 3)
        multiply<tile_128_128>(&p);
    else
        multiply<tile_80_128>(&p);
    return program_verdict("gemm", product_end(&p));
}
