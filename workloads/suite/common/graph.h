/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs for the suite's graph programs, in compressed sparse rows: the neighbours of v are
 * column[row[v]] to column[row[v + 1] - 1]. All are made from a seed.
 *
 * Plain CUDA C++: it compiles with simgpucc and with nvcc.
 */
#ifndef SIMGPU_PROGRAMS_COMMON_GRAPH_H
#define SIMGPU_PROGRAMS_COMMON_GRAPH_H

#include "program.h"

struct csr_graph {
    int n, edges;
    int *row, *column; /* row has n + 1 elements */
};

static inline void graph_release(csr_graph *g)
{
    free(g->row);
    free(g->column);
}

/* From m pairs (from, to), each a directed edge; rows keep their order. */
static inline csr_graph graph_of_pairs(int n, const int *from, const int *to, int m)
{
    csr_graph g = {n, m, host_array<int>(n + 1), host_array<int>(m)};
    int *next = host_array<int>(n + 1);
    for (int i = 0; i < m; i++)
        g.row[from[i] + 1]++;
    for (int v = 0; v < n; v++)
        g.row[v + 1] += g.row[v];
    memcpy(next, g.row, (n + 1) * sizeof *next);
    for (int i = 0; i < m; i++)
        g.column[next[from[i]]++] = to[i];
    free(next);
    return g;
}

/* A random order of 0 to n - 1 (Fisher and Yates). */
static inline int *random_order(int n, uint64_t *random)
{
    int *order = host_array<int>(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int other = (int)random_below(random, (uint32_t)i + 1);
        int here = order[i];
        order[i] = order[other];
        order[other] = here;
    }
    return order;
}

/* Edges both ways between neighbours of a rectangle of width x height nodes; of 100 of them
 * `percent` are there. `number` says how nodes are numbered; NULL: row by row. */
static inline csr_graph grid_graph(int width, int height, int percent, const int *number,
                                   uint64_t *random)
{
    int n = width * height, m = 0;
    int *from = host_array<int>(4 * (size_t)n), *to = host_array<int>(4 * (size_t)n);
    for (int v = 0; v < n; v++)
        for (int down = 0; down < 2; down++) {
            bool there = down ? v / width + 1 < height : v % width + 1 < width;
            if (!there || (int)random_below(random, 100) >= percent)
                continue;
            int other = down ? v + width : v + 1;
            from[m] = to[m + 1] = number ? number[v] : v;
            to[m] = from[m + 1] = number ? number[other] : other;
            m += 2;
        }
    csr_graph g = graph_of_pairs(n, from, to, m);
    free(from);
    free(to);
    return g;
}

/* A grid graph whose nodes have random ranks, all different: what is done by rank. */
struct ranked_grid {
    csr_graph graph;
    int *order, *rank; /* nodes by rank; the rank of each */
};

/* Of WIDTH x HEIGHT nodes, the program's first two arguments. */
static inline ranked_grid ranked_grid_of_arguments(int argc, char **argv)
{
    int width = (int)program_argument(argc, argv, 1, "WIDTH", 192, 1, 4096);
    int height = (int)program_argument(argc, argv, 2, "HEIGHT", 192, 1, 4096);
    uint64_t random = 1;
    ranked_grid grid = {grid_graph(width, height, 100, NULL, &random), NULL, NULL};
    grid.order = random_order(grid.graph.n, &random);
    grid.rank = host_array<int>(grid.graph.n);
    for (int i = 0; i < grid.graph.n; i++)
        grid.rank[grid.order[i]] = i;
    return grid;
}

/* Says how large it was and in how many rounds it was done; compares and releases all. Returns what
 * main returns. */
static inline int ranked_grid_verdict(ranked_grid *grid, const char *program, const char *what,
                                      int *found, int *expected, int rounds)
{
    printf("%d nodes, %d edges, %d rounds\n", grid->graph.n, grid->graph.edges, rounds);
    size_t wrong = count_different(what, found, expected, grid->graph.n);
    int *const arrays[] = {grid->order, grid->rank, found, expected};
    for (int *array : arrays)
        free(array);
    graph_release(&grid->graph);
    return program_verdict(program, wrong);
}

#endif
