/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of floats and of doubles. */
#include "gemm_kernel.h"

typedef gemm_tile<128, 128, 8, 8, 8> tile_large;
typedef gemm_tile<128, 64, 8, 8, 4> tile_medium;
typedef gemm_tile<64, 64, 8, 4, 4> tile_small;

/* Elements of D that the busiest SM has, in tiles of this kind. */
template <class TILE> static long long busiest(cublasHandle_t handle, const gemm_call *call)
{
    long long rows = (call->m + TILE::rows - 1) / TILE::rows,
              columns = (call->n + TILE::columns - 1) / TILE::columns;
    long long tiles = rows * columns * call->batches;
    return (tiles + handle->sms - 1) / handle->sms * TILE::rows * TILE::columns;
}

cublasStatus_t gemm_float(cublasHandle_t handle, const gemm_call *call)
{
    /* A large tile reads less for each product: a smaller one must save a fifth, or a quarter. */
    long long large = busiest<tile_large>(handle, call),
              medium = busiest<tile_medium>(handle, call),
              small = busiest<tile_small>(handle, call);
    if (4 * small < 3 * medium && 4 * small < 3 * large)
        return gemm_launch<tile_small, float, float, float>(handle, call);
    if (5 * medium < 4 * large)
        return gemm_launch<tile_medium, float, float, float>(handle, call);
    return gemm_launch<tile_large, float, float, float>(handle, call);
}

cublasStatus_t gemm_double(cublasHandle_t handle, const gemm_call *call)
{
    return gemm_launch<tile_small, double, double, double>(handle, call);
}
