/* SPDX-License-Identifier: BSD-3-Clause */
/* cooperative_groups.h and cuda_fp16.h, and the smaller headers; for test_simgpucc.c. With
 * GRID_SYNC or MANAGED defined, what must not compile. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <math_constants.h>

namespace cg = cooperative_groups;

#ifdef MANAGED
__managed__ int managed;
#endif

__global__ void groups(float *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto half_warp = cg::tiled_partition<16>(block);
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(half_warp);
    float x = out[block.thread_rank()];
    x += half_warp.shfl_down(x, 4) + quad.shfl(x, 0) + warp.shfl_xor(x, 1);
    x += cg::reduce(warp, x, cg::plus<float>()) + half_warp.ballot(x > 1) + quad.meta_group_rank();
    block.sync();
    cg::sync(half_warp);
    cg::thread_group eight = cg::tiled_partition(block, 8);
    eight.sync();
    if (x > 2) {
        cg::coalesced_group together = cg::coalesced_threads();
        x += together.size() + together.shfl(x, 0) + together.ballot(x > 3);
    }
    out[cg::this_grid().thread_rank()] = x;
    cg::thread_block_tile<32> of_any_parent = warp;
    cg::coalesced_group large = cg::binary_partition(of_any_parent, x > 4);
    x += cg::reduce(large, x, cg::less<float>()) + cg::labeled_partition(large, (int)x).size();
    cg::this_grid().sync();
    out[cg::this_grid().thread_rank()] += x;
}

/* As NVIDIA's samples ask whether they may use the runtime's functions. */
#if !defined __DRIVER_TYPES_H__ || !defined __CUDA_RUNTIME_H__ ||                                  \
    !defined __CUDA_RUNTIME_API_H__ || !defined __VECTOR_TYPES_H__
#error a guard by which programs know the toolkit's headers is missing
#endif

__global__ void halves(float *out, const __half *h, __half2 *h2)
{
    half x = h[0] * h[1] + __float2half(out[0]);
    x += h[2];
    h2[0] = __hfma2(h2[0], h2[1], h2[2]) + h2[3] / __float2half2_rn(2);
    out[0] = __half2float(x) + (x < h[3]) + (float)hsqrt(x) + CUDART_PI_F + __half2int_rn(x);
}

int main()
{
    cudaProfilerStart();
    CUresult result = CUDA_SUCCESS;
    /* bits a half can have come back from float; ties go to even */
    for (unsigned bits = 0; bits < 0x7c00; bits++)
        if (__half((float)__ushort_as_half((unsigned short)bits)).__x != bits)
            return 1;
    if (__half(65520.f).__x != 0x7c00 || __half(65519.f).__x != 0x7bff)
        return 2;
    if (__half(1.00048828125f).__x != 0x3c00 || __half(1.0004884f).__x != 0x3c01)
        return 3;
    if (__half(0x1p-25f).__x != 0 || __half(0x1.8p-25f).__x != 1)
        return 4;
    return result;
}
