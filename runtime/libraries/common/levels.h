/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows that need each other's results, level by level: a level has the rows that need only rows of
 * levels before it. A wide level is a launch; narrow ones that follow each other are one launch of
 * one block, which has a barrier after each.
 *
 * Source: Saltz, Aggregation Methods for Solving Sparse Triangular Systems on Multiprocessors, SIAM
 *   J. Sci. Stat. Comput. 11 (1990).
 */
#ifndef SIMGPU_LIBRARIES_LEVELS_H
#define SIMGPU_LIBRARIES_LEVELS_H

#include <cuda_runtime.h>
#include <vector>

enum { LEVEL_THREADS = 256, NARROW_TURNS = 2 }; /* ASSUMED: a turn is cheaper than a launch */

struct level_schedule {
    int *order = NULL;       /* on the device: rows by level */
    int *starts = NULL;      /* on the device: where each level begins in `order`, and the end */
    std::vector<int> begins; /* the same on the host */
};

static inline void levels_free(level_schedule *schedule)
{
    cudaFree(schedule->order);
    cudaFree(schedule->starts);
    *schedule = level_schedule();
}

static inline int *device_copy(const std::vector<int> &from)
{
    void *to = NULL;
    const size_t bytes = from.size() * sizeof(int);
    if (cudaMalloc(&to, bytes + 1) != cudaSuccess)
        return NULL;
    if (cudaMemcpy(to, from.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess)
        return (int *)to;
    cudaFree(to);
    return NULL;
}

/* level: of each row, from 0. False: there is no memory. */
static inline bool levels_make(level_schedule *made, const std::vector<int> &level)
{
    std::vector<int> begins(1, 0), order(level.size());
    for (int l : level) {
        if ((size_t)l + 2 > begins.size())
            begins.resize((size_t)l + 2, 0);
        begins[(size_t)l + 1]++;
    }
    for (size_t l = 1; l < begins.size(); l++)
        begins[l] += begins[l - 1];
    std::vector<int> next(begins);
    for (size_t row = 0; row < level.size(); row++)
        order[(size_t)next[(size_t)level[row]]++] = (int)row;
    levels_free(made);
    made->begins = begins;
    made->order = device_copy(order);
    made->starts = device_copy(begins);
    return made->order && made->starts;
}

/* Body: THREADS that work at a row (32 or LEVEL_THREADS); row(number), which they call together. */
template <class Body>
__global__ void __launch_bounds__(LEVEL_THREADS)
    level_kernel(const Body body, const int *order, const int *starts, int first, int count,
                 int step)
{
    const int groups = LEVEL_THREADS / Body::THREADS;
    for (int l = 0; l < count; l++) {
        const int at = first + l * step, end = starts[at + 1];
        for (int turn = starts[at] + (int)blockIdx.x * groups + (int)threadIdx.x / Body::THREADS;
             turn < end; turn += (int)gridDim.x * groups)
            body.row(order[turn]);
        __syncthreads();
    }
}

/* backwards: the last level first. columns: the grid's height. */
template <class Body>
static void levels_run(const level_schedule &schedule, const Body &body, bool backwards,
                       int columns, int most_blocks, cudaStream_t stream)
{
    const int groups = LEVEL_THREADS / Body::THREADS, step = backwards ? -1 : 1;
    const int levels = (int)schedule.begins.size() - 1;
    for (int done = 0; done < levels;) {
        const int first = backwards ? levels - 1 - done : done;
        const int rows = schedule.begins[first + 1] - schedule.begins[first];
        int count = 1, blocks = (rows + groups - 1) / groups;
        if (rows <= NARROW_TURNS * groups) {
            blocks = 1;
            while (done + count < levels) {
                const int next = first + count * step;
                if (schedule.begins[next + 1] - schedule.begins[next] > NARROW_TURNS * groups)
                    break;
                count++;
            }
        }
        if (blocks > most_blocks)
            blocks = most_blocks;
        level_kernel<<<dim3(blocks, columns), LEVEL_THREADS, 0, stream>>>(
            body, schedule.order, schedule.starts, first, count, step);
        done += count;
    }
}

#endif
