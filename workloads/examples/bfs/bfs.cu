/* SPDX-License-Identifier: BSD-3-Clause */
/* Breadth-first search, level by level, one thread a vertex, two kernels a level.
 *
 * bfs_expand: each vertex of the frontier visits its neighbours. Several threads may reach the same
 * neighbour; all write the same level, so the race is harmless. The frontier must not grow while it
 * is walked, hence `next`. bfs_advance turns `next` into the frontier and raises *again if there
 * is anything in it; the host repeats both until it stays 0.
 *
 * Flags are words of 0 and 1; level[] is -1 where the search has not come.
 *
 * Source: the form of the bfs benchmark of Rodinia (Che et al., IISWC 2009), which follows Harish
 * and Narayanan, "Accelerating large graph algorithms on the GPU using CUDA", HiPC 2007.
 * Differs: CSR offsets in place of (start, degree) records, and words in place of bytes as flags.
 */

extern "C" __global__ void bfs_expand(const int *offsets, const int *neighbours, int *frontier,
                                      int *next, const int *visited, int *level, int vertices)
{
    int vertex = blockIdx.x * blockDim.x + threadIdx.x;

    if (vertex >= vertices || !frontier[vertex])
        return;

    frontier[vertex] = 0;
    int end = offsets[vertex + 1];
#pragma unroll 1
    for (int edge = offsets[vertex]; edge < end; edge++) {
        int neighbour = neighbours[edge];

        if (!visited[neighbour]) {
            level[neighbour] = level[vertex] + 1;
            next[neighbour] = 1;
        }
    }
}

extern "C" __global__ void bfs_advance(int *frontier, int *next, int *visited, int *again,
                                       int vertices)
{
    int vertex = blockIdx.x * blockDim.x + threadIdx.x;

    if (vertex >= vertices || !next[vertex])
        return;

    next[vertex] = 0;
    frontier[vertex] = 1;
    visited[vertex] = 1;
    *again = 1;
}
