/* SPDX-License-Identifier: BSD-3-Clause */
/* MGS: merge sort of pairs of a key and a value.
 *
 * First each block sorts 256 pairs in shared memory with a bitonic network. Then runs are merged,
 * two at a time, until there is one: a thread has a pair, and its place in the merged run is its
 * place in its own run and the number of pairs of the other run that come before it, which it finds
 * by bisection. So all threads of two runs begin in the middle of the other run, and then part:
 * what a block reads depends on its keys, and neighbouring blocks read neighbouring pairs. Pairs
 * with the same key stay in their order.
 *
 * Source: K. Batcher, "Sorting networks and their applications", AFIPS 1968; N. Satish, M. Harris,
 *   M. Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009, section 5:
 *   merging by ranks.
 */
#include "../common/program.h"

constexpr int BLOCK = 256;

struct pair {
    uint32_t key, value;
};

/* By key, then by value: values are places in the input. */
__device__ static bool comes_before(const struct pair &a, const struct pair &b)
{
    return a.key < b.key || (a.key == b.key && a.value < b.value);
}

__global__ void sort_sections(const struct pair *from, struct pair *to)
{
    __shared__ struct pair section[BLOCK];
    const int me = threadIdx.x;
    section[me] = from[blockIdx.x * BLOCK + me];
    for (int size = 2; size <= BLOCK; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const int other = me ^ stride;
            __syncthreads();
            if (other < me)
                continue;
            const struct pair low = section[me], high = section[other];
            const bool ascending = (me & size) == 0;
            if (comes_before(high, low) == ascending) {
                section[me] = high;
                section[other] = low;
            }
        }
    __syncthreads();
    to[blockIdx.x * BLOCK + me] = section[me];
}

/* How many of a sorted run's n pairs come before that one. */
__device__ static int rank_in(const struct pair *run, int n, const struct pair &one)
{
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (comes_before(run[middle], one))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Runs have `length` pairs, the last one perhaps fewer. */
__global__ void merge_runs(const struct pair *from, struct pair *to, int n, int length)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const struct pair mine = from[i];
    const int own = i / length * length, other = own ^ length;
    const int other_end = min(other + length, n);
    const int before = other < n ? rank_in(from + other, other_end - other, mine) : 0;
    to[min(own, other) + (i - own) + before] = mine;
}

static int by_key(const void *a, const void *b)
{
    const struct pair *x = (const struct pair *)a, *y = (const struct pair *)b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

int main(int argc, char **argv)
{
    int blocks = (int)program_argument(argc, argv, 1, "BLOCKS", 64, 1, 1 << 15);
    int n = blocks * BLOCK;
    struct pair *pairs = host_array<struct pair>(n);
    struct pair *sorted = host_array<struct pair>(n);
    uint64_t state = 53;
    for (int i = 0; i < n; i++)
        pairs[i] = {random_below(&state, (uint32_t)n), (uint32_t)i};

    struct pair *from = device_copy(pairs, n);
    struct pair *to = device_array<struct pair>(n);
    sort_sections<<<blocks, BLOCK>>>(from, to);
    CHECK(cudaGetLastError());
    for (int length = BLOCK; length < n; length *= 2) {
        struct pair *runs = to;
        to = from;
        from = runs;
        merge_runs<<<blocks, BLOCK>>>(from, to, n, length);
        CHECK(cudaGetLastError());
    }
    copy_back(sorted, to, n);
    qsort(pairs, n, sizeof *pairs, by_key);
    size_t wrong = count_different("key or value", &sorted->key, &pairs->key, 2 * (size_t)n);

    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    free(pairs);
    free(sorted);
    return program_verdict("mergesort", wrong);
}
