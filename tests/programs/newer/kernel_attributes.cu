/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of kernels for which clang has no word: see test_newer_calls.c. */
#include "../cu/cases.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* Each block reads its neighbour's shared memory, and says where it is. */
__global__ void __cluster_dims__(2, 1, 1) neighbours(int *out)
{
    __shared__ int mine;
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0)
        mine = (int)blockIdx.x + 10;
    cluster.sync();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = *cluster.map_shared_rank(&mine, (int)cluster.block_rank() ^ 1);
        out[4 + blockIdx.x] = (int)grid.cluster_rank();
        out[8] = (int)grid.num_clusters();
        out[9] = (int)(grid.dim_clusters().x * 10 + grid.dim_clusters().y);
        if (blockIdx.x == 3)
            out[10] = (int)grid.cluster_index().x;
    }
    cluster.sync();
}

template <int N> __global__ void __cluster_dims__(N) __launch_bounds__(64) of_size(int *out)
{
    out[blockIdx.x] = (int)cg::this_cluster().num_blocks();
}

__cluster_dims__(1, 2) __global__ void columns(int *out)
{
    out[blockIdx.y] = (int)cg::this_cluster().dim_blocks().y;
}

/* Without a limit it has its 40 numbers in registers. */
template <int N> static __device__ void turn(float *p, int n)
{
    float kept[40];
#pragma unroll
    for (int i = 0; i < 40; i++)
        kept[i] = p[i];
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < 40; i++)
            kept[i] += kept[39 - i];
#pragma unroll
    for (int i = 0; i < 40; i++)
        p[i] = kept[39 - i];
}
__global__ void __maxnreg__(24) narrow(float *p, int n)
{
    turn<0>(p, n);
}
template <int N> __global__ void __maxnreg__(N) narrow_by(float *p, int n)
{
    turn<N>(p, n);
}
__global__ void wide(float *p, int n)
{
    turn<1>(p, n);
}

static void clusters(const long *)
{
    int *out;
    CHECK(cudaMallocManaged(&out, 16 * sizeof *out));
    neighbours<<<4, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("read %d %d %d %d\nranks %d%d%d%d\ncount %d\nshape %d\nlast %d\n", out[0], out[1],
           out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9], out[10]);
    of_size<4><<<8, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("size %d\n", out[7]);
    columns<<<dim3(1, 2), 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("columns %d\n", out[1]);
    neighbours<<<3, 32>>>(out);
    printf("three %d\n", cudaGetLastError());
}

static void registers(const long *)
{
    cudaFuncAttributes a, b, c;
    float *p;
    CHECK(cudaMallocManaged(&p, 40 * sizeof *p));
    for (int i = 0; i < 40; i++)
        p[i] = (float)i;
    CHECK(cudaFuncGetAttributes(&a, narrow));
    CHECK(cudaFuncGetAttributes(&b, narrow_by<32>));
    CHECK(cudaFuncGetAttributes(&c, wide));
    narrow<<<1, 1>>>(p, 0);
    narrow_by<32><<<1, 1>>>(p, 0);
    wide<<<1, 1>>>(p, 0);
    CHECK(cudaDeviceSynchronize());
    printf("most %d %d\nwide %d\nfirst %g\n", a.numRegs <= 24, b.numRegs <= 32, c.numRegs > 32,
           (double)p[0]);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"clusters", clusters}, {"registers", registers}};
    return run_case(cases, argc, argv);
}
