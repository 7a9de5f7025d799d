/* SPDX-License-Identifier: BSD-3-Clause */
/* CLR: colours for a mesh's nodes, neighbours' being different.
 *
 * A thread a node, a colour a round: of the nodes that have none those get it whose random value is
 * larger than that of all their neighbours without colour.
 *
 * Source: M. Jones, P. Plassmann, "A Parallel Graph Coloring Heuristic", SIAM Journal on Scientific
 *   Computing 14(3), 1993.
 */
#include "../common/graph.h"

enum { BLOCK = 256, NO_COLOUR = -1 };

__global__ void largest_of_neighbours(const int *row, const int *column, const int *value,
                                      const int *colour, int *largest, int *go_on, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n || colour[v] != NO_COLOUR)
        return;
    *go_on = 1;
    int high = -1;
    for (int edge = row[v]; edge < row[v + 1]; edge++)
        if (colour[column[edge]] == NO_COLOUR && value[column[edge]] > high)
            high = value[column[edge]];
    largest[v] = high;
}

__global__ void paint(const int *value, const int *largest, int *colour, int round, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n && colour[v] == NO_COLOUR && value[v] > largest[v])
        colour[v] = round;
}

/* A node is painted in the round after the last of its larger neighbours. order: by value. */
static void reference_colours(const csr_graph *g, const int *order, int *colour)
{
    for (int i = 0; i < g->n; i++)
        colour[i] = NO_COLOUR;
    for (int i = g->n - 1; i >= 0; i--) {
        int v = order[i], last = -1;
        for (int edge = g->row[v]; edge < g->row[v + 1]; edge++)
            if (colour[g->column[edge]] > last)
                last = colour[g->column[edge]];
        colour[v] = last + 1;
    }
}

/* Returns the rounds; `colours` is on the host. */
static int find_colours(const csr_graph *g, const int *values, int *colours)
{
    int n = g->n, rounds = 0, go_on, blocks = (n + BLOCK - 1) / BLOCK;
    int *row = device_copy(g->row, n + 1), *column = device_copy(g->column, g->edges);
    int *value = device_copy(values, n), *largest = device_array<int>(n);
    int *colour = device_array<int>(n), *flag = device_array<int>(1);
    CHECK(cudaMemset(colour, 0xff, n * sizeof *colour)); /* NO_COLOUR */
    do {
        CHECK(cudaMemset(flag, 0, sizeof *flag));
        largest_of_neighbours<<<blocks, BLOCK>>>(row, column, value, colour, largest, flag, n);
        CHECK(cudaGetLastError());
        paint<<<blocks, BLOCK>>>(value, largest, colour, rounds, n);
        CHECK(cudaGetLastError());
        copy_back(&go_on, flag, 1);
        rounds++;
    } while (go_on);
    copy_back(colours, colour, n);
    int *const arrays[] = {row, column, value, largest, colour, flag};
    for (int *array : arrays)
        CHECK(cudaFree(array));
    return rounds;
}

int main(int argc, char **argv)
{
    ranked_grid grid = ranked_grid_of_arguments(argc, argv);
    int *colour = host_array<int>(grid.graph.n), *expected = host_array<int>(grid.graph.n);
    int rounds = find_colours(&grid.graph, grid.rank, colour);
    reference_colours(&grid.graph, grid.order, expected);
    return ranked_grid_verdict(&grid, "coloring", "colour", colour, expected, rounds);
}
