/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs whose results depend on timing, on purpose: any change of the order in which memory
 * operations take effect shows in `words`. A simulation must still give the same bytes every time.
 * The results have no right value, so there is nothing to check them against.
 *
 * In each round a thread reads a word that others write and writes a mix of it and of its own
 * identity to another word, one of a few that all blocks share. race_cached reads through L1 and
 * may see stale lines, race_volatile goes to memory, race_atomic takes turns with atomicExch and
 * spreads what it took by plain stores.
 */

static __device__ unsigned mix(unsigned value, unsigned thread, unsigned round)
{
    return value * 1664525u + 1013904223u + (thread << 8) + round;
}

static __device__ unsigned thread_number()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void race_cached(unsigned *words, unsigned n, int rounds)
{
    unsigned thread = thread_number();

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned value = words[(thread * 7 + round * 13) % n];

        words[(thread + round * 5) % n] = mix(value, thread, round);
    }
}

extern "C" __global__ void race_volatile(volatile unsigned *words, unsigned n, int rounds)
{
    unsigned thread = thread_number();

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned value = words[(thread * 7 + round * 13) % n];

        words[(thread + round * 5) % n] = mix(value, thread, round);
    }
}

extern "C" __global__ void race_atomic(unsigned *words, unsigned n, int rounds)
{
    unsigned thread = thread_number();

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned value = atomicExch(&words[(thread * 7 + round * 13) % n], thread);

        words[(thread + round * 5) % n] = mix(value, thread, round);
    }
}
