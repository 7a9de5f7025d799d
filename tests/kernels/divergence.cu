/* SPDX-License-Identifier: BSD-3-Clause */
/* Control flow that takes the lanes of a warp apart, with one right result.
 *
 * Everything is 32-bit integer arithmetic on a word that each thread gets, so that
 * divergence_reference.c can follow it exactly.
 */

extern "C" __global__ void nested_loops(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned word = words[i], sum = 0;
    if (word % 8 == 5) { /* leaves before the loops that its neighbours run */
        out[i] = word ^ 0xffffffffu;
        return;
    }
#pragma unroll 1
    for (unsigned outer = 0; outer < (word & 15); outer++) {
        if (((word >> outer) & 3) == 3)
            continue;
#pragma unroll 1
        for (unsigned inner = 0;; inner++) {
            sum = sum * 5 + inner;
            if (inner >= ((word >> 8) & 7) || (sum & 31) == 7)
                break;
            if (sum & 64)
                continue;
            sum += outer << 4;
        }
        if ((sum & 1023) == 77) { /* out of the kernel from within a loop */
            out[i] = sum + 1;
            return;
        }
    }
    out[i] = sum;
}

extern "C" __global__ void collatz(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned value = (words[i] & 1023) + 1, steps = 0;
#pragma unroll 1
    while (value != 1) {
        if (value & 1)
            value = 3 * value + 1;
        else
            value >>= 1;
        steps++;
    }
    out[i] = steps;
}

/* Paths that rejoin at different places: a switch whose cases fall through, inside a loop. */
extern "C" __global__ void fall_through(const unsigned *words, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    unsigned state = words[i];
#pragma unroll 1
    for (unsigned turn = 0; turn < 8; turn++) {
        switch (state & 7) {
        case 0:
            state += out[i];
            [[fallthrough]];
        case 1:
            state = state * 3 + turn;
            break;
        case 2:
            out[i] = state;
            state ^= 0x55;
            [[fallthrough]];
        case 3:
            state += 11;
            [[fallthrough]];
        case 4:
            state = (state << 3) | (state >> 29);
            break;
        default:
            state = state / 2 + out[i];
        }
    }
    out[i] = state;
}

/* One whole warp of each block leaves before the second barrier, which then waits for the others
 * only. Blocks are of 128 threads. */
extern "C" __global__ void warps_leave(const unsigned *words, unsigned *out, unsigned n)
{
    __shared__ unsigned sums[128];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    sums[threadIdx.x] = i < n ? words[i] : 0;
    __syncthreads();
    if (threadIdx.x / 32 == 2)
        return;

    unsigned other = sums[127 - threadIdx.x];
    __syncthreads();
    sums[threadIdx.x] += other;
    __syncthreads();
    if (i < n)
        out[i] = sums[threadIdx.x ^ 1];
}

/* Some lanes of each warp leave before a barrier. CUDA leaves this undefined, but programs do it,
 * and every GPU lets the barrier count a warp once any of its lanes arrives. Blocks are of 128
 * threads. */
extern "C" __global__ void lanes_leave(const unsigned *words, unsigned *out, unsigned n)
{
    __shared__ unsigned sums[128];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    sums[threadIdx.x] = threadIdx.x;
    if (i >= n || threadIdx.x % 32 >= 28)
        return;

    sums[threadIdx.x] += words[i];
    __syncthreads();
    out[i] = sums[127 - threadIdx.x];
}
