/* SPDX-License-Identifier: BSD-3-Clause */
/* SSSP: distances from one node of a road network to all others, as products of matrix and vector
 * with (min, +) for (+, x), with the matrix in compressed rows (CSR) or padded to the longest row
 * and stored column by column (ELL).
 *
 * A thread a node. In CSR it walks its own row: a warp's load touches up to 32 rows, and the next
 * one the same lines. In ELL all lanes read side by side; only the neighbours' distances are
 * anywhere. Two more kernels compare the distances with the last ones and copy them.
 *
 * Source: R. Bellman, "On a Routing Problem", Quarterly of Applied Mathematics 16(1), 1958; N.
 *   Bell, M. Garland, "Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented
 *   Processors", SC 2009, for the formats.
 */
#include "../common/graph.h"

/* TILE: nodes of TILE x TILE places have numbers that follow each other, in no order. */
enum { BLOCK = 64, FAR = 1 << 28, LONGEST = 1000, TILE = 32, SOURCE = 0 };
enum { CSR, ELL };

__global__ void step_csr(const int *row, const int *column, const int *length, const int *from,
                         int *to, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    int least = from[v];
    int end = row[v + 1];
    for (int edge = row[v]; edge < end; edge++) {
        int way = length[edge] + from[column[edge]];
        if (way < least)
            least = way;
    }
    to[v] = least;
}

__global__ void step_ell(int height, const int *column, const int *length, const int *from, int *to,
                         int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v >= n)
        return;
    int least = from[v];
    for (int at = v, i = 0; i < height; i++, at += n) {
        int way = length[at] + from[column[at]];
        if (way < least)
            least = way;
    }
    to[v] = least;
}

__global__ void compare(const int *from, const int *to, int *go_on, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n && from[v] != to[v])
        *go_on = 1;
}

__global__ void assign(int *from, const int *to, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n)
        from[v] = to[v];
}

struct matrix {
    int format, n, height; /* height: of ELL */
    size_t elements;
    int *row, *column, *length;
};

/* The length of a road does not depend on the direction. */
static int length_of(int a, int b)
{
    uint64_t random = (uint64_t)(a < b ? a : b) << 32 | (uint32_t)(a < b ? b : a);
    return 1 + (int)random_below(&random, LONGEST);
}

/* ELL: missing elements of a row lead to the node itself, and are too long. */
static matrix matrix_of(const csr_graph *g, int format)
{
    matrix m = {format, g->n, 0, (size_t)g->edges, g->row, NULL, NULL};
    for (int v = 0; v < g->n; v++)
        if (g->row[v + 1] - g->row[v] > m.height)
            m.height = g->row[v + 1] - g->row[v];
    if (format == ELL)
        m.elements = (size_t)m.height * g->n;
    m.column = host_array<int>(m.elements);
    m.length = host_array<int>(m.elements);
    for (int v = 0; v < g->n && format == ELL; v++)
        for (int i = 0; i < m.height; i++) {
            m.column[(size_t)i * g->n + v] = v;
            m.length[(size_t)i * g->n + v] = FAR;
        }
    for (int v = 0; v < g->n; v++)
        for (int edge = g->row[v]; edge < g->row[v + 1]; edge++) {
            size_t at = format == ELL ? (size_t)(edge - g->row[v]) * g->n + v : edge;
            m.column[at] = g->column[edge];
            m.length[at] = length_of(v, g->column[edge]);
        }
    return m;
}

/* So many rounds, or until nothing changes. Returns how many; `distance` is on the host. */
static int find_distances(const matrix *m, int *distance, int most)
{
    int n = m->n, rounds = 0, go_on, blocks = (n + BLOCK - 1) / BLOCK;
    int *row = device_copy(m->row, n + 1), *column = device_copy(m->column, m->elements);
    int *length = device_copy(m->length, m->elements), *flag = device_array<int>(1);
    int *from = device_copy(distance, n), *to = device_copy(distance, n);
    do {
        CHECK(cudaMemset(flag, 0, sizeof *flag));
        if (m->format == CSR)
            step_csr<<<blocks, BLOCK>>>(row, column, length, from, to, n);
        else
            step_ell<<<blocks, BLOCK>>>(m->height, column, length, from, to, n);
        CHECK(cudaGetLastError());
        compare<<<blocks, BLOCK>>>(from, to, flag, n);
        CHECK(cudaGetLastError());
        assign<<<blocks, BLOCK>>>(from, to, n);
        CHECK(cudaGetLastError());
        copy_back(&go_on, flag, 1);
        rounds++;
    } while (go_on && rounds < most);
    copy_back(distance, from, n);
    int *const arrays[] = {row, column, length, flag, from, to};
    for (int *array : arrays)
        CHECK(cudaFree(array));
    return rounds;
}

static void reference_distances(const csr_graph *g, int *distance, int rounds)
{
    int *from = host_array<int>(g->n);
    for (; rounds > 0; rounds--) {
        memcpy(from, distance, g->n * sizeof *from);
        for (int v = 0; v < g->n; v++)
            for (int edge = g->row[v]; edge < g->row[v + 1]; edge++) {
                int way = from[g->column[edge]] + length_of(v, g->column[edge]);
                if (way < distance[v])
                    distance[v] = way;
            }
    }
    free(from);
}

/* A number for each place, row by row, of `side` x `side` tiles. */
static int *tile_numbers(int side, uint64_t *random)
{
    int width = side * TILE;
    int *number = host_array<int>((size_t)width * width);
    for (int tile = 0; tile < side * side; tile++) {
        int *order = random_order(TILE * TILE, random);
        for (int i = 0; i < TILE * TILE; i++) {
            int x = tile % side * TILE + i % TILE, y = tile / side * TILE + i / TILE;
            number[y * width + x] = tile * TILE * TILE + order[i];
        }
        free(order);
    }
    return number;
}

int main(int argc, char **argv)
{
    int format = (int)program_argument(argc, argv, 1, "FORMAT (0 CSR, 1 ELL)", CSR, CSR, ELL);
    int side = (int)program_argument(argc, argv, 2, "TILES_A_SIDE", 8, 1, 64);
    int most = (int)program_argument(argc, argv, 3, "ROUNDS", 6, 1, 1L << 20);

    uint64_t random = 1;
    int *number = tile_numbers(side, &random);
    csr_graph g = grid_graph(side * TILE, side * TILE, 70, number, &random);
    matrix m = matrix_of(&g, format);
    int *distance = host_array<int>(g.n), *expected = host_array<int>(g.n);
    for (int v = 0; v < g.n; v++)
        distance[v] = expected[v] = v == SOURCE ? 0 : FAR;
    int rounds = find_distances(&m, distance, most);
    reference_distances(&g, expected, rounds);
    printf("%d nodes, %d edges, %s, %d rounds\n", g.n, g.edges, format == CSR ? "CSR" : "ELL",
           rounds);
    size_t wrong = count_different("distance", distance, expected, g.n);

    int *const arrays[] = {number, m.column, m.length, distance, expected};
    for (int *array : arrays)
        free(array);
    graph_release(&g);
    return program_verdict("sssp", wrong);
}
