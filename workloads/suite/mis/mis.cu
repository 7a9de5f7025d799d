/* SPDX-License-Identifier: BSD-3-Clause */
/* MIS: a maximal independent set of a mesh's nodes, by random priorities.
 *
 * A thread a node. In each round a node that is still open finds the least priority of its open
 * neighbours; if its own is less it joins the set and its neighbours leave; what has left is
 * written down by a third kernel. Neighbours of a mesh are near or a row away, and each round has
 * fewer open nodes, anywhere: warps in which few lanes work.
 *
 * Source: M. Luby, "A Simple Parallel Algorithm for the Maximal Independent Set Problem", SIAM
 *   Journal on Computing 15(4), 1986.
 */
#include "../common/graph.h"

enum { BLOCK = 128, OPEN = -1, CLOSED = -2, NONE = 1 << 30 };

__global__ void least_of_neighbours(const int *row, const int *column, const int *priority,
                                    const int *status, int *least, int *go_on, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n || status[v] != OPEN)
        return;
    *go_on = 1;
    int low = NONE;
    for (int edge = row[v]; edge < row[v + 1]; edge++)
        if (status[column[edge]] == OPEN && priority[column[edge]] < low)
            low = priority[column[edge]];
    least[v] = low;
}

/* Two neighbours never join in the same round; a neighbour may be told to leave by several. */
__global__ void join(const int *row, const int *column, const int *priority, const int *least,
                     int *status, int *leaves, int *in_set, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n || status[v] != OPEN || priority[v] >= least[v])
        return;
    in_set[v] = 1;
    status[v] = CLOSED;
    for (int edge = row[v]; edge < row[v + 1]; edge++)
        if (status[column[edge]] == OPEN)
            leaves[column[edge]] = 1;
}

__global__ void leave(const int *leaves, int *status, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n && leaves[v])
        status[v] = CLOSED;
}

/* Priorities being fixed, the rounds find the set that taking nodes by priority finds. order: by
 * priority. */
static void reference_set(const csr_graph *g, const int *order, int *in_set)
{
    char *out = host_array<char>(g->n);
    for (int i = 0; i < g->n; i++) {
        int v = order[i];
        if (out[v])
            continue;
        in_set[v] = 1;
        for (int edge = g->row[v]; edge < g->row[v + 1]; edge++)
            out[g->column[edge]] = 1;
    }
    free(out);
}

/* Returns the rounds; the set goes to `in_set`, on the host. */
static int find_set(const csr_graph *g, const int *priority, int *in_set)
{
    int n = g->n, rounds = 0, go_on, blocks = (n + BLOCK - 1) / BLOCK;
    int *row = device_copy(g->row, n + 1), *column = device_copy(g->column, g->edges);
    int *value = device_copy(priority, n), *least = device_array<int>(n);
    int *status = device_array<int>(n), *leaves = device_array<int>(n);
    int *set = device_array<int>(n), *flag = device_array<int>(1);
    CHECK(cudaMemset(status, 0xff, n * sizeof *status)); /* OPEN */
    CHECK(cudaMemset(leaves, 0, n * sizeof *leaves));
    CHECK(cudaMemset(set, 0, n * sizeof *set));
    do {
        CHECK(cudaMemset(flag, 0, sizeof *flag));
        least_of_neighbours<<<blocks, BLOCK>>>(row, column, value, status, least, flag, n);
        CHECK(cudaGetLastError());
        join<<<blocks, BLOCK>>>(row, column, value, least, status, leaves, set, n);
        CHECK(cudaGetLastError());
        leave<<<blocks, BLOCK>>>(leaves, status, n);
        CHECK(cudaGetLastError());
        copy_back(&go_on, flag, 1);
        rounds++;
    } while (go_on);
    copy_back(in_set, set, n);
    int *const arrays[] = {row, column, value, least, status, leaves, set, flag};
    for (int *array : arrays)
        CHECK(cudaFree(array));
    return rounds;
}

int main(int argc, char **argv)
{
    ranked_grid grid = ranked_grid_of_arguments(argc, argv);
    int *in_set = host_array<int>(grid.graph.n), *expected = host_array<int>(grid.graph.n);
    int rounds = find_set(&grid.graph, grid.rank, in_set);
    reference_set(&grid.graph, grid.order, expected);
    return ranked_grid_verdict(&grid, "mis", "in_set", in_set, expected, rounds);
}
