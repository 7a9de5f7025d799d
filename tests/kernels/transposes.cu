/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels with one known reason for their time, for what --explain says of them.
 *
 * transpose_conflicts turns tiles of 32 by 32 words around in shared memory that has rows of 32
 * words: the lanes of a warp read a column, whose words are all in one bank, in 32 turns. It does
 * so `rounds` times. transpose_strided writes columns of the matrix from neighbouring lanes: each
 * word goes to a line of its own. tiny has next to nothing to do; its name is C++'s.
 */
#define SIDE 32

extern "C" __global__ void transpose_conflicts(const float *in, float *out, int n, int rounds)
{
    __shared__ float tile[SIDE][SIDE];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    float value = in[y * n + x];

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        tile[threadIdx.y][threadIdx.x] = value;
        __syncthreads();
        value = tile[threadIdx.x][threadIdx.y];
    }
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
    out[y * n + x] = value;
}

extern "C" __global__ void transpose_strided(const float *in, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    out[x * n + y] = in[y * n + x];
}

__global__ void tiny(float *out)
{
    out[threadIdx.x] = 1.0f;
}
