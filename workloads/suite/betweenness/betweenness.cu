/* SPDX-License-Identifier: BSD-3-Clause */
/* BC: betweenness centrality of a dense random graph: how many shortest paths lead through a node.
 *
 * For each source a search from level to level counts the paths to each node, with atomics, then
 * the levels are walked back and each node gives its predecessors their share. A thread a node;
 * few nodes with many edges each, so that few warps walk long rows, 32 lines a load.
 *
 * Source: U. Brandes, "A Faster Algorithm for Betweenness Centrality", Journal of Mathematical
 *   Sociology 25(2), 2001.
 */
#include "../common/graph.h"

enum { BLOCK = 128 };

__global__ void begin_source(int *level, float *paths, float *share, int source, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    level[v] = v == source ? 0 : -1;
    paths[v] = v == source ? 1.0f : 0.0f;
    share[v] = 0;
}

/* Several may find a node, all at the same level. */
__global__ void search(const int *row, const int *column, int *level, float *paths, int *go_on,
                       int n, int here)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n || level[v] != here)
        return;
    for (int edge = row[v]; edge < row[v + 1]; edge++) {
        int other = column[edge];
        if (level[other] < 0) {
            *go_on = 1;
            level[other] = here + 1;
        }
        if (level[other] == here + 1)
            atomicAdd(&paths[other], paths[v]);
    }
}

__global__ void walk_back(const int *row, const int *column, const int *level, const float *paths,
                          float *share, int n, int here)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n || level[v] != here)
        return;
    for (int edge = row[v]; edge < row[v + 1]; edge++) {
        int other = column[edge];
        if (level[other] == here - 1)
            atomicAdd(&share[other], paths[other] / paths[v] * (1.0f + share[v]));
    }
}

__global__ void add_shares(const float *share, float *centrality, int source, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n && v != source)
        centrality[v] += share[v];
}

/* Adds what the paths from `source` give. */
static void reference_source(const csr_graph *g, int source, double *centrality)
{
    int n = g->n, head = 0, tail = 0;
    int *level = host_array<int>(n), *queue = host_array<int>(n);
    double *paths = host_array<double>(n), *share = host_array<double>(n);
    for (int v = 0; v < n; v++)
        level[v] = -1;
    level[source] = 0;
    paths[source] = 1;
    queue[tail++] = source;
    while (head < tail) {
        int v = queue[head++];
        for (int edge = g->row[v]; edge < g->row[v + 1]; edge++) {
            int other = g->column[edge];
            if (level[other] < 0) {
                level[other] = level[v] + 1;
                queue[tail++] = other;
            }
            if (level[other] == level[v] + 1)
                paths[other] += paths[v];
        }
    }
    while (tail-- > 0) {
        int v = queue[tail];
        for (int edge = g->row[v]; edge < g->row[v + 1]; edge++)
            if (level[g->column[edge]] == level[v] - 1)
                share[g->column[edge]] += paths[g->column[edge]] / paths[v] * (1 + share[v]);
        if (v != source)
            centrality[v] += share[v];
    }
    free(level);
    free(queue);
    free(paths);
    free(share);
}

/* Edges both ways between nodes that are drawn; repeated ones count as so many paths. */
static csr_graph random_graph(int n, int edges, uint64_t *random)
{
    int *from = host_array<int>(edges), *to = host_array<int>(edges);
    for (int i = 0; i + 1 < edges; i += 2) {
        from[i] = to[i + 1] = (int)random_below(random, n);
        to[i] = from[i + 1] = (int)random_below(random, n);
    }
    csr_graph g = graph_of_pairs(n, from, to, edges & ~1);
    free(from);
    free(to);
    return g;
}

static void find_centrality(const csr_graph *g, float *result, int sources)
{
    int n = g->n, blocks = (n + BLOCK - 1) / BLOCK, go_on;
    int *row = device_copy(g->row, n + 1), *column = device_copy(g->column, g->edges);
    int *level = device_array<int>(n), *flag = device_array<int>(1);
    float *paths = device_array<float>(n), *share = device_array<float>(n);
    float *centrality = device_copy(result, n);
    for (int source = 0; source < sources; source++) {
        int deepest = 0;
        begin_source<<<blocks, BLOCK>>>(level, paths, share, source, n);
        CHECK(cudaGetLastError());
        do {
            CHECK(cudaMemset(flag, 0, sizeof *flag));
            search<<<blocks, BLOCK>>>(row, column, level, paths, flag, n, deepest);
            CHECK(cudaGetLastError());
            copy_back(&go_on, flag, 1);
            deepest += go_on;
        } while (go_on);
        for (int here = deepest; here > 0; here--) {
            walk_back<<<blocks, BLOCK>>>(row, column, level, paths, share, n, here);
            CHECK(cudaGetLastError());
        }
        add_shares<<<blocks, BLOCK>>>(share, centrality, source, n);
        CHECK(cudaGetLastError());
    }
    copy_back(result, centrality, n);
    void *const arrays[] = {row, column, level, flag, paths, share, centrality};
    for (void *array : arrays)
        CHECK(cudaFree(array));
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "NODES", 1024, 1, 1L << 22);
    int edges = (int)program_argument(argc, argv, 2, "EDGES", 131072, 0, 1L << 26);
    int sources = (int)program_argument(argc, argv, 3, "SOURCES", 2, 1, n);

    uint64_t random = 1;
    csr_graph g = random_graph(n, edges, &random);
    float *got = host_array<float>(n), *expected = host_array<float>(n);
    double *sum = host_array<double>(n);
    find_centrality(&g, got, sources);
    for (int source = 0; source < sources; source++)
        reference_source(&g, source, sum);
    for (int v = 0; v < n; v++)
        expected[v] = (float)sum[v];
    printf("%d nodes, %d edges, %d sources\n", n, g.edges, sources);
    size_t wrong = count_wrong("centrality", got, expected, n, 1e-5f, 1e-4f);

    free(got);
    free(expected);
    free(sum);
    graph_release(&g);
    return program_verdict("betweenness", wrong);
}
