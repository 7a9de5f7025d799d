/* SPDX-License-Identifier: BSD-3-Clause */
/* BFS: breadth-first search, a level at a time.
 *
 * One thread a node, two kernels a level: the nodes of the frontier mark their unvisited
 * neighbours, then the marked nodes become the next frontier and tell the host, through a flag,
 * that there is one. A thread walks its own list of edges: the next edge is in the line it has
 * just read (locality within the warp), the neighbour's flags are anywhere (divergence), and
 * lists of different lengths keep some lanes busy long after the others. Most threads of most
 * launches find that their node is not on the frontier and have nothing to do.
 *
 * Source: P. Harish, P. Narayanan, "Accelerating Large Graph Algorithms on the GPU Using CUDA",
 *   HiPC 2007.
 */
#include "../common/program.h"

/* RESIDENT_BLOCKS: on a multiprocessor at once, at least, as far as registers go. */
enum { BLOCK = 512, RESIDENT_BLOCKS = 2 };

/* The edges of a node: where they start in the list of edges, and how many there are. */
struct node {
    int first_edge;
    int edges;
};

/* The list's begin and length are looked up again for each edge, for all that a compiler knows the
 * level just written may have changed them. */
__global__ void __launch_bounds__(BLOCK, RESIDENT_BLOCKS)
    expand_frontier(const node *nodes, const int *edges, bool *frontier, bool *updated,
                    const bool *visited, int *level, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n || !frontier[i])
        return;
    frontier[i] = false;
    for (int edge = nodes[i].first_edge; edge < nodes[i].first_edge + nodes[i].edges; edge++) {
        int neighbour = edges[edge];
        if (!visited[neighbour]) {
            level[neighbour] = level[i] + 1; /* several may write: all the same value */
            updated[neighbour] = true;
        }
    }
}

__global__ void advance_frontier(bool *frontier, bool *updated, bool *visited, bool *go_on, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n || !updated[i])
        return;
    updated[i] = false;
    frontier[i] = true;
    visited[i] = true;
    *go_on = true;
}

struct graph {
    int n;
    int edge_count;
    node *nodes;
    int *edges;
};

/* Each node gets 1 to 2 * degree - 1 edges to any node, one way; if even, each gets `degree`. */
static graph random_graph(int n, int degree, bool even)
{
    uint64_t random = 1;
    graph g = {n, 0, host_array<node>(n), NULL};

    for (int i = 0; i < n; i++) {
        g.nodes[i].first_edge = g.edge_count;
        g.nodes[i].edges = even ? degree : 1 + (int)random_below(&random, 2 * degree - 1);
        g.edge_count += g.nodes[i].edges;
    }
    g.edges = host_array<int>(g.edge_count);
    for (int i = 0; i < g.edge_count; i++)
        g.edges[i] = (int)random_below(&random, n);
    return g;
}

/* The search begins at these nodes, 0 the first of them, spread evenly. */
static int source_of(const graph *g, int sources, int i)
{
    return (int)((long)g->n * i / sources);
}

/* With a queue; -1 is a node that cannot be reached. */
static void reference_search(const graph *g, int sources, int *level)
{
    int *queue = host_array<int>(g->n);
    int head = 0;
    int tail = 0;

    for (int i = 0; i < g->n; i++)
        level[i] = -1;
    for (int i = 0; i < sources; i++) {
        queue[tail] = source_of(g, sources, i);
        level[queue[tail++]] = 0;
    }
    while (head < tail) {
        int here = queue[head++];
        for (int i = 0; i < g->nodes[here].edges; i++) {
            int neighbour = g->edges[g->nodes[here].first_edge + i];
            if (level[neighbour] >= 0)
                continue;
            level[neighbour] = level[here] + 1;
            queue[tail++] = neighbour;
        }
    }
    free(queue);
}

/* Returns how many levels were expanded; `level` is on the device, `begun` has the sources, in
 * its first `reach` nodes. */
static int search(const graph *g, const bool *begun, int reach, int *level)
{
    node *nodes = device_copy(g->nodes, g->n);
    int *edges = device_copy(g->edges, g->edge_count);
    bool *frontier = device_array<bool>(g->n);
    bool *updated = device_array<bool>(g->n);
    bool *visited = device_array<bool>(g->n);
    bool *go_on_device = device_array<bool>(1);
    CHECK(cudaMemset(frontier, 0, g->n));
    CHECK(cudaMemset(updated, 0, g->n));
    CHECK(cudaMemset(visited, 0, g->n));
    CHECK(cudaMemcpy(frontier, begun, reach, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(visited, begun, reach, cudaMemcpyHostToDevice));

    int blocks = (g->n + BLOCK - 1) / BLOCK;
    int levels = 0;
    bool go_on;
    do {
        go_on = false;
        CHECK(cudaMemcpy(go_on_device, &go_on, sizeof go_on, cudaMemcpyHostToDevice));
        expand_frontier<<<blocks, BLOCK>>>(nodes, edges, frontier, updated, visited, level, g->n);
        CHECK(cudaGetLastError());
        advance_frontier<<<blocks, BLOCK>>>(frontier, updated, visited, go_on_device, g->n);
        CHECK(cudaGetLastError());
        copy_back(&go_on, go_on_device, 1);
        levels++;
    } while (go_on);

    CHECK(cudaFree(nodes));
    CHECK(cudaFree(edges));
    bool *const flags[] = {frontier, updated, visited, go_on_device};
    for (bool *array : flags)
        CHECK(cudaFree(array));
    return levels;
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "NODES", 65536, 1, 1L << 24);
    int degree = (int)program_argument(argc, argv, 2, "AVERAGE_DEGREE", 6, 1, 64);
    int sources = (int)program_argument(argc, argv, 3, "SOURCES", 1, 1, n);
    bool even = program_argument(argc, argv, 4, "EVEN", 0, 0, 1);

    graph g = random_graph(n, degree, even);
    int *level = host_array<int>(n);
    memset(level, -1, n * sizeof *level);
    bool *begun = host_array<bool>(n);
    memset(begun, 0, n * sizeof *begun);
    for (int i = 0; i < sources; i++) {
        begun[source_of(&g, sources, i)] = true;
        level[source_of(&g, sources, i)] = 0;
    }
    int *level_device = device_copy(level, n);
    int levels = search(&g, begun, source_of(&g, sources, sources - 1) + 1, level_device);
    printf("%d nodes, %d edges, %d levels\n", n, g.edge_count, levels);

    int *expected = host_array<int>(n);
    reference_search(&g, sources, expected);
    copy_back(level, level_device, n);
    size_t wrong = count_different("level", level, expected, n);

    CHECK(cudaFree(level_device));
    free(begun);
    free(g.nodes);
    free(g.edges);
    free(level);
    free(expected);
    return program_verdict("bfs", wrong);
}
