/* SPDX-License-Identifier: BSD-3-Clause */
/* SCAN: exclusive prefix sum of an array of any length, work-efficient within a block.
 *
 * A block scans 512 elements in shared memory with a tree: up (sums of pairs, of fours, ...), then
 * down again. At each level half of the threads of the last one have work, so most warps only pass
 * the barriers; the strides are powers of two, which would send all lanes to one bank, hence one
 * padding word after every 32. Then the sums of the blocks are scanned in the same way, and a third
 * kernel adds them: streaming loads and stores with no reuse, which no scheduler can improve.
 *
 * Source: G. Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990; the padding as in
 *   M. Harris, S. Sengupta, J. Owens, "Parallel prefix sum (scan) with CUDA", GPU Gems 3, 2007.
 */
#include "../common/program.h"

constexpr int BLOCK = 256;
constexpr int SECTION = 2 * BLOCK; /* elements of a block */
constexpr int BANKS = 32;

/* Where element i lies in the padded shared array. */
__device__ int padded(int i)
{
    return i + i / BANKS;
}

__device__ void sweep_up(unsigned *tree)
{
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int right = (2 * (int)threadIdx.x + 2) * stride - 1;
        if (right < SECTION)
            tree[padded(right)] += tree[padded(right - stride)];
    }
}

__device__ void sweep_down(unsigned *tree)
{
    for (int stride = BLOCK; stride > 0; stride /= 2) {
        __syncthreads();
        int right = (2 * (int)threadIdx.x + 2) * stride - 1;
        if (right < SECTION) {
            unsigned left_sum = tree[padded(right - stride)];
            tree[padded(right - stride)] = tree[padded(right)];
            tree[padded(right)] += left_sum;
        }
    }
}

/* Scans the block's 512 elements in place and leaves their sum in section_sums. */
__global__ void scan_sections(unsigned *data, unsigned *section_sums, int n)
{
    __shared__ unsigned tree[SECTION + SECTION / BANKS];
    int lane = threadIdx.x;
    int low = blockIdx.x * SECTION + lane;
    int high = low + BLOCK;
    tree[padded(lane)] = low < n ? data[low] : 0;
    tree[padded(lane + BLOCK)] = high < n ? data[high] : 0;

    sweep_up(tree);
    __syncthreads();
    if (lane == 0) {
        section_sums[blockIdx.x] = tree[padded(SECTION - 1)];
        tree[padded(SECTION - 1)] = 0;
    }
    sweep_down(tree);
    __syncthreads();

    if (low < n)
        data[low] = tree[padded(lane)];
    if (high < n)
        data[high] = tree[padded(lane + BLOCK)];
}

/* Adds to each element of a section what all sections before it sum up to. */
__global__ void add_offsets(unsigned *data, const unsigned *section_offsets, int n)
{
    __shared__ unsigned offset;
    if (threadIdx.x == 0)
        offset = section_offsets[blockIdx.x];
    __syncthreads();
    int low = blockIdx.x * SECTION + threadIdx.x;
    if (low < n)
        data[low] += offset;
    if (low + BLOCK < n)
        data[low + BLOCK] += offset;
}

/* Scans n elements of device memory in place, level by level. */
static void device_scan(unsigned *data, int n)
{
    int sections = (n + SECTION - 1) / SECTION;
    unsigned *sums = device_array<unsigned>(sections);
    scan_sections<<<sections, BLOCK>>>(data, sums, n);
    CHECK(cudaGetLastError());
    if (sections > 1) {
        device_scan(sums, sections);
        add_offsets<<<sections, BLOCK>>>(data, sums, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(sums));
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "N", 262144, 1, 1 << 26);
    unsigned *values = host_array<unsigned>(n);
    unsigned *scanned = host_array<unsigned>(n);
    unsigned *expected = host_array<unsigned>(n);

    uint64_t state = 4;
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        values[i] = random_below(&state, 1000);
        expected[i] = sum;
        sum += values[i];
    }
    unsigned *device_values = device_copy(values, n);
    device_scan(device_values, n);
    copy_back(scanned, device_values, n);
    size_t wrong = count_different("prefix sum", scanned, expected, n);

    CHECK(cudaFree(device_values));
    free(values);
    free(scanned);
    free(expected);
    return program_verdict("scan", wrong);
}
