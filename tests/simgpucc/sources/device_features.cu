/* SPDX-License-Identifier: BSD-3-Clause */
/* Most of what device code can say, once each; for test_simgpucc.c, which compiles it. */
#include <cassert>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <stdio.h>
#include <texture_fetch_functions.h>

texture<float, 1, cudaReadModeElementType> line;
static texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
texture<int2, 1> pairs;
texture<float, 3> volume;
__constant__ float coefficients[16];
__device__ int counter;
__device__ unsigned long long long_counter = 7;

struct body {
    float4 position;
    int weight;
};

__device__ __noinline__ float by_struct(body b, int depth)
{
    return depth ? b.position.x + by_struct(b, depth - 1) : (float)b.weight;
}

template <class T>
__global__ void __launch_bounds__(256)
    textures(T *out, const T *__restrict__ in, cudaTextureObject_t object, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 texel = tex2D(image, 1.f, 2.f);
    int2 pair = tex1Dfetch(pairs, i);
    T sum = tex1Dfetch(line, i) + tex1D(line, 0.5f) + tex3D(volume, 1, 2, 3) + texel.x + pair.y;
    sum += tex1Dfetch<float>(object, i) + tex2D<float4>(object, 1, 2).w +
           tex1Dfetch<uchar4>(object, i).z + tex1D<unsigned short>(object, 3);
    if (i < n)
        out[i] = sum + __ldg(in + i) + __ldcg(in + i) + coefficients[i & 15];
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *l, long long *s, float *f,
                        double *d, unsigned short *h)
{
    int v = threadIdx.x;
    atomicAdd(&counter, 1);
    atomicAdd(&long_counter, 1ull);
    i[0] = atomicAdd(i, v) + atomicSub(i, v) + atomicExch(i, v) + atomicMin(i, v) +
           atomicMax(i, v) + atomicAnd(i, v) + atomicOr(i, v) + atomicXor(i, v) +
           atomicCAS(i, v, 1) + atomicAdd_block(i, v) + atomicMax_system(i, v);
    u[0] = atomicAdd(u, 1u) + atomicInc(u, 9u) + atomicDec(u, 9u) + atomicMin(u, 4u) +
           atomicCAS(u, 1u, 2u) + atomicSub(u, 3u);
    l[0] = atomicAdd(l, 1ull) + atomicExch(l, 2ull) + atomicCAS(l, 1ull, 2ull) +
           atomicMax(l, 4ull) + atomicOr(l, 8ull);
    s[0] = atomicMin(s, -1ll) + atomicMax(s, 4ll);
    f[0] = atomicAdd(f, 1.f) + atomicExch(f, 2.f);
    d[0] = atomicAdd(d, 1.0) + atomicAdd_system(d, 1.0);
    h[0] = atomicCAS(h, (unsigned short)1, (unsigned short)2);
}

__global__ void warps(float *f, double *d, int *out)
{
    int i = threadIdx.x, all_same;
    out[i] = __shfl_sync(~0u, i, 3) + __shfl_xor(i, 1) + __shfl_up_sync(~0u, i, 1, 16);
    f[i] = __shfl_down_sync(~0u, f[i], 1);
    d[i] = __shfl_xor_sync(~0u, d[i], 2);
    out[i] += __ballot_sync(~0u, i > 3) + __any_sync(~0u, i) + __all(i) + __activemask();
    out[i] += __match_any_sync(~0u, i) + __match_all_sync(~0u, d[i], &all_same) + all_same;
    __syncwarp();
    out[i] += __syncthreads_count(i) + __syncthreads_or(i) + __syncthreads_and(i);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __nanosleep(20);
}

__global__ void integers(int *o, unsigned *u, long long *l)
{
    o[0] = __popc(u[0]) + __popcll(l[0]) + __clz(o[1]) + __clzll(l[1]) + __ffs(o[2]) +
           __ffsll(l[2]) + __mul24(o[1], o[2]) + __mulhi(o[3], o[4]) + __hadd(o[1], o[2]) +
           __dp4a(o[1], o[2], o[3]);
    u[0] = __brev(u[1]) + __byte_perm(u[1], u[2], 0x3210) + __funnelshift_l(u[1], u[2], 5) +
           __funnelshift_rc(u[1], u[2], 40) + __umulhi(u[1], u[2]) + __sad(o[1], o[2], u[3]) +
           __usad(u[1], u[2], u[3]) + __umul24(u[1], u[2]);
    l[0] = __brevll(l[1]) + __mul64hi(l[1], l[2]) + __umul64hi(l[1], l[2]) + clock64() + clock();
    l[1] = min(o[1], 3) + min(o[1], u[1]) + max(u[1], o[2]) + max(l[2], (long long)o[1]) +
           abs(o[1]) + abs(l[1]) + min(2.f, (float)o[1]) + max(2.0, 3.f);
}

__global__ void roundings(float *f, double *d, int *i)
{
    f[0] = __fadd_rz(f[1], f[2]) + __fsub_rn(f[1], f[2]) + __fmul_ru(f[1], f[2]) +
           __fdiv_rd(f[1], f[2]) + __frcp_rn(f[1]) + __fsqrt_rn(f[2]) +
           __fmaf_rz(f[1], f[2], f[3]) + __fdividef(f[1], f[2]) + __expf(f[1]) + __logf(f[2]) +
           __sinf(f[3]) + __powf(f[1], f[2]) + __saturatef(f[1]) + __frsqrt_rn(f[3]);
    d[0] = __dadd_rn(d[1], d[2]) + __dmul_rd(d[1], d[2]) + __ddiv_rn(d[1], d[2]) +
           __dsqrt_rn(d[1]) + __fma_ru(d[1], d[2], d[3]) + __int2double_rn(i[1]) +
           __hiloint2double(i[1], i[2]);
    i[0] = __float2int_rn(f[1]) + __float2uint_rz(f[2]) + __double2int_ru(d[1]) +
           __float_as_int(f[3]) + __double2hiint(d[2]) + (int)__double2ll_rd(d[3]) +
           (int)__float2ull_rn(f[2]);
    f[1] = __int2float_rz(i[1]) + __uint2float_rn(i[2]) + __ll2float_ru(i[3]) +
           __double2float_rd(d[3]) + __int_as_float(i[3]) + __uint_as_float(i[2]);
}

__global__ void blocks(float *out, body b)
{
    extern __shared__ float dynamic[];
    __shared__ double fixed[32];
    dim3 grid = gridDim;
    dynamic[threadIdx.x] = threadIdx.y + grid.x + warpSize;
    fixed[threadIdx.x] = dynamic[0];
    __syncthreads();
    out[threadIdx.x] = by_struct(b, (int)fixed[31 - threadIdx.x]);
    assert(out[0] < 1e9f);
    printf("%d %f\n", counter, out[0]);
    int *list = new int[4];
    list[0] = 1;
    delete[] list;
}

int main()
{
    float *a;
    body b = {make_float4(1, 2, 3, 4), 5};
    cudaMalloc(&a, 1024);
    cudaMemcpyToSymbol(coefficients, a, 64);
    cudaBindTexture(0, line, a, 1024);
    cudaBindTexture2D(NULL, image, a, 4, 4, 64);
    line.addressMode[0] = cudaAddressModeWrap;
    line.normalized = true;
    textures<<<1, dim3(32, 2)>>>(a, a, 0, 32);
    blocks<<<dim3(2, 2), 32, 128, cudaStreamPerThread>>>(a, b);
    cudaFuncSetAttribute(blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, 128);
    int grid, block;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, textures<float>, 0, 0);
    return cudaGetLastError();
}
