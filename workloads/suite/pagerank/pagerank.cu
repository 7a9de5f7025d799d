/* SPDX-License-Identifier: BSD-3-Clause */
/* PRK: PageRank of a network of co-authors, by products of sparse matrix and vector.
 *
 * A thread a node walks its row of the matrix, in compressed rows: 32 rows a load, the same lines
 * again for the next one, and the neighbours' ranks anywhere. Rows differ in length by powers: a
 * few lanes go on long after the others.
 *
 * Source: L. Page, S. Brin, R. Motwani, T. Winograd, "The PageRank Citation Ranking", Stanford
 *   1999; N. Bell, M. Garland, SC 2009 (CSR with a thread a row); A.-L. Barabasi, R. Albert,
 *   "Emergence of Scaling in Random Networks", Science 286, 1999, for the network.
 */
#include "../common/graph.h"

enum { BLOCK = 64 };
static const float DAMPING = 0.85f;

__global__ void begin_matrix(const int *row, const int *column, const int *degree, float *element,
                             int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    for (int edge = row[v]; edge < row[v + 1]; edge++)
        element[edge] = 1.0f / (float)degree[column[edge]];
}

__global__ void begin_ranks(float *rank, float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    rank[v] = 1.0f / (float)n;
    next[v] = 0;
}

__global__ void multiply(const int *row, const int *column, const float *element, const float *rank,
                         float *next, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    float sum = 0;
    int end = row[v + 1];
#pragma unroll 1
    for (int edge = row[v]; edge < end; edge++)
        sum = fmaf(element[edge], rank[column[edge]], sum);
    next[v] += sum;
}

__global__ void damp(float *rank, float *next, float damping, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    rank[v] = fmaf(damping, next[v], (1.0f - damping) / (float)n);
    next[v] = 0;
}

/* Each new node gets `links` edges, both ways: three of four to ends of edges that are there, so
 * that nodes get more of them the more they have, the others to any node. Nodes are numbered at
 * random.
 */
static csr_graph network(int n, int links, uint64_t *random)
{
    int m = 0;
    size_t ends = 2 * (size_t)n * links;
    int *from = host_array<int>(ends), *to = host_array<int>(ends);
    int *number = random_order(n, random);
    for (int v = 1; v < n; v++)
        for (int i = 0, before = m; i < links; i++) {
            bool any = before == 0 || random_below(random, 4) == 0;
            int other = any ? number[random_below(random, v)] : from[random_below(random, before)];
            from[m] = to[m + 1] = number[v];
            to[m] = from[m + 1] = other;
            m += 2;
        }
    csr_graph g = graph_of_pairs(n, from, to, m);
    free(from);
    free(to);
    free(number);
    return g;
}

/* The same sums in the same order, so that the results are equal to the bit. */
static void reference_ranks(const csr_graph *g, const int *degree, float *rank, int rounds)
{
    float *next = host_array<float>(g->n);
    for (int v = 0; v < g->n; v++)
        rank[v] = 1.0f / (float)g->n;
    for (; rounds > 0; rounds--) {
        for (int v = 0; v < g->n; v++) {
            next[v] = 0;
            for (int edge = g->row[v]; edge < g->row[v + 1]; edge++) {
                int other = g->column[edge];
                next[v] = fmaf(1.0f / (float)degree[other], rank[other], next[v]);
            }
        }
        for (int v = 0; v < g->n; v++)
            rank[v] = fmaf(DAMPING, next[v], (1.0f - DAMPING) / (float)g->n);
    }
    free(next);
}

static void find_ranks(const csr_graph *g, const int *degrees, float *ranks, int rounds)
{
    int n = g->n, blocks = (n + BLOCK - 1) / BLOCK;
    int *row = device_copy(g->row, n + 1), *column = device_copy(g->column, g->edges);
    int *degree = device_copy(degrees, n);
    float *element = device_array<float>(g->edges), *rank = device_array<float>(n);
    float *next = device_array<float>(n);
    begin_matrix<<<blocks, BLOCK>>>(row, column, degree, element, n);
    CHECK(cudaGetLastError());
    begin_ranks<<<blocks, BLOCK>>>(rank, next, n);
    CHECK(cudaGetLastError());
    for (; rounds > 0; rounds--) {
        multiply<<<blocks, BLOCK>>>(row, column, element, rank, next, n);
        CHECK(cudaGetLastError());
        damp<<<blocks, BLOCK>>>(rank, next, DAMPING, n);
        CHECK(cudaGetLastError());
    }
    copy_back(ranks, rank, n);
    void *const arrays[] = {row, column, degree, element, rank, next};
    for (void *array : arrays)
        CHECK(cudaFree(array));
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "NODES", 32768, 1, 1L << 22);
    int links = (int)program_argument(argc, argv, 2, "LINKS", 3, 1, 64);
    int rounds = (int)program_argument(argc, argv, 3, "ROUNDS", 4, 1, 1000);

    uint64_t random = 1;
    csr_graph g = network(n, links, &random);
    int *degree = host_array<int>(n);
    float *rank = host_array<float>(n), *expected = host_array<float>(n);
    for (int v = 0; v < n; v++)
        degree[v] = g.row[v + 1] - g.row[v];
    find_ranks(&g, degree, rank, rounds);
    reference_ranks(&g, degree, expected, rounds);
    printf("%d nodes, %d edges, %d rounds\n", n, g.edges, rounds);
    size_t wrong = count_wrong("rank", rank, expected, n, 0, 0);

    free(degree);
    free(rank);
    free(expected);
    graph_release(&g);
    return program_verdict("pagerank", wrong);
}
