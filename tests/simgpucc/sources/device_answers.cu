/* SPDX-License-Identifier: BSD-3-Clause */
/* What warp, integer, conversion and atomic functions return on the simulated device, against
 * answers worked out by hand. Exit code: the number of wrong ones. One warp.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

__device__ int wrong;

__device__ void expect(int line, long long got, long long expected)
{
    if (got == expected)
        return;
    printf("line %d, thread %d: %lld instead of %lld\n", line, threadIdx.x, got, expected);
    atomicAdd(&wrong, 1);
}
#define EXPECT(got, expected) expect(__LINE__, (long long)(got), (long long)(expected))
#define ALL                   0xffffffffu

__global__ void warps()
{
    int i = threadIdx.x, same;
    EXPECT(__shfl_xor_sync(ALL, i, 1), i ^ 1);
    EXPECT(__shfl_down_sync(ALL, (double)i, 2), i + 2 < 32 ? i + 2 : i);
    EXPECT(__shfl_up_sync(ALL, i, 1, 8), i & 7 ? i - 1 : i);
    EXPECT(__shfl_sync(ALL, (long long)i << 33, 3), 3ll << 33);
    if (i < 16) {
        EXPECT(__shfl_down(i, 4, 8), i & 4 ? i : i + 4);
        EXPECT(__ballot(1), 0xffff);
        EXPECT(__all(i < 16), 1);
    }
    EXPECT(__ballot_sync(ALL, i & 1), 0xaaaaaaaau);
    EXPECT(__any_sync(ALL, i == 31), 1);
    EXPECT(__all_sync(ALL, i < 31), 0);
    EXPECT(__match_any_sync(ALL, i / 4), 0xfu << (i & ~3));
    EXPECT(__match_all_sync(ALL, 7ll, &same), ALL);
    EXPECT(same, 1);
    EXPECT(__match_all_sync(ALL, i, &same), 0);
    EXPECT(same, 0);
    EXPECT(__syncthreads_count(i < 5), 5);
    EXPECT(__syncthreads_or(i == 3), 1);
    EXPECT(__syncthreads_and(i != 3), 0);
}

__global__ void groups()
{
    int i = threadIdx.x;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT(tile.thread_rank(), i & 7);
    EXPECT(tile.meta_group_rank(), i / 8);
    EXPECT(tile.shfl(i, 2), (i & ~7) + 2);
    EXPECT(cg::reduce(tile, i, cg::plus<int>()), (i & ~7) * 8 + 28);
    EXPECT(cg::reduce(tile, i, cg::greater<int>()), i | 7);
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    EXPECT(warp.ballot(i & 1), 0xaaaaaaaau);
    EXPECT(warp.any(i == 3), 1);
    EXPECT(warp.all(i < 9), 0);
    if (i % 3 == 0) {
        auto together = cg::coalesced_threads();
        EXPECT(together.size(), 11);
        EXPECT(together.thread_rank(), i / 3);
        EXPECT(together.shfl(i, 4), 12);
        EXPECT(together.ballot(i > 20), 0x780);
    }
}

__global__ void integers()
{
    EXPECT(__popc(0xff), 8);
    EXPECT(__clz(1), 31);
    EXPECT(__clzll(1), 63);
    EXPECT(__ffs(8), 4);
    EXPECT(__ffsll(0), 0);
    EXPECT(__brev(1), 0x80000000u);
    EXPECT(__byte_perm(0x11223344, 0x55667788, 0x7531), 0x55771133);
    EXPECT(__byte_perm(0x81223384, 0x55667788, 0x123fdb9), 0x55778133);
    EXPECT(__funnelshift_l(0x80000000u, 1, 1), 3);
    EXPECT(__funnelshift_r(2, 1, 1), 0x80000001u);
    EXPECT(__mulhi(1 << 30, 8), 2);
    EXPECT(__umul64hi(1ull << 63, 4), 2);
    EXPECT(__mul24(1 << 12, 3), 12288);
    EXPECT(__sad(3, -4, 1), 8);
    EXPECT(__dp4a(0x01020304, 0x01010101, 5), 15);
    EXPECT(__fns(0xf0, 0, 2), 5);
    EXPECT(min(-1, 2u), 2);
    EXPECT(max(-1, 3), 3);
    EXPECT(abs(-4), 4);
    EXPECT(__hadd(3, 6), 4);
    EXPECT(__rhadd(3, 6), 5);
}

__global__ void conversions()
{
    EXPECT(__float2int_rn(2.5f), 2);
    EXPECT(__float2int_ru(2.1f), 3);
    EXPECT(__double2ll_rd(-2.5), -3);
    EXPECT(__float2uint_rz(-1.f), 0);
    EXPECT(__float_as_int(1.f), 0x3f800000);
    EXPECT(__double2hiint(1.0), 0x3ff00000);
    EXPECT(__hiloint2double(0x40000000, 0), 2);
    EXPECT(__fadd_rz(1.f, 1e-9f) == 1.f, 1);
    EXPECT(__fadd_ru(1.f, 1e-9f) > 1.f, 1);
    EXPECT(__int2float_rz(16777219) == 16777218.f, 1);
    /* not fused: the product is rounded, so that nothing is left */
    float a = 1 + 0x1p-12f * __syncthreads_or(1);
    EXPECT(__fadd_rn(__fmul_rn(a, a), -(1 + 0x1p-11f)) * 0x1p24f, 0);
    EXPECT(__fmaf_rn(a, a, -(1 + 0x1p-11f)) * 0x1p24f, 1);
}

__global__ void atomics()
{
    __shared__ int i;
    __shared__ unsigned short h;
    __shared__ unsigned wrapped;
    __shared__ double d;
    __shared__ float f;
    if (threadIdx.x == 0) {
        i = 0;
        h = 1;
        wrapped = 0;
        d = 0;
        f = 0;
    }
    __syncthreads();
    atomicAdd(&i, (int)threadIdx.x);
    atomicAdd(&d, 0.5);
    atomicAdd(&f, 1.f);
    atomicInc(&wrapped, 9);
    if (threadIdx.x == 0)
        EXPECT(atomicCAS(&h, (unsigned short)1, (unsigned short)9), 1);
    __syncthreads();
    EXPECT(i, 496);
    EXPECT(h, 9);
    EXPECT(wrapped, 2);
    EXPECT(d, 16);
    EXPECT(f, 32);
}

int main()
{
    int count = -1;
    warps<<<1, 32>>>();
    groups<<<1, 32>>>();
    integers<<<1, 32>>>();
    conversions<<<1, 32>>>();
    atomics<<<1, 32>>>();
    cudaMemcpyFromSymbol(&count, wrong, sizeof count);
    printf("%d wrong answers, %s\n", count, cudaGetErrorString(cudaGetLastError()));
    return count;
}
