/* SPDX-License-Identifier: BSD-3-Clause */
/* FLD: shortest paths between all pairs of vertices, by Floyd's and Warshall's algorithm.
 *
 * A launch for each vertex k, a thread for each pair (i, j): is the way by k shorter? Neighbouring
 * threads have neighbouring i, the rows of the matrix: a warp's loads touch 16 rows, two columns of
 * each, and the next block the same lines again.
 *
 * Source: R. Floyd, "Algorithm 97: Shortest Path", Communications of the ACM 5(6), 1962.
 */
#include "../common/program.h"

enum { SIDE = 16, FAR = 1 << 28, LONGEST = 100 };

__global__ void relax(int *distance, int *by, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= n || j >= n)
        return;
    int way = distance[i * n + k] + distance[k * n + j];
    if (way < distance[i * n + j]) {
        distance[i * n + j] = way;
        by[i * n + j] = k;
    }
}

/* In the same order of k, so that `by` is the same, too. */
static void reference_paths(int *distance, int *by, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int way = distance[i * n + k] + distance[k * n + j];
                if (way < distance[i * n + j]) {
                    distance[i * n + j] = way;
                    by[i * n + j] = k;
                }
            }
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "VERTICES", 128, 1, 4096);
    int edges = (int)program_argument(argc, argv, 2, "EDGES", 4096, 0, 1L << 24);

    uint64_t random = 1;
    size_t pairs = (size_t)n * n;
    int *distance = host_array<int>(pairs), *by = host_array<int>(pairs);
    for (size_t i = 0; i < pairs; i++) {
        distance[i] = i % (n + 1) == 0 ? 0 : FAR;
        by[i] = -1;
    }
    for (int i = 0; i < edges; i++) {
        uint32_t from = random_below(&random, n), to = random_below(&random, n);
        if (from != to)
            distance[from * n + to] = 1 + (int)random_below(&random, LONGEST);
    }
    int *distance_device = device_copy(distance, pairs), *by_device = device_copy(by, pairs);
    dim3 blocks((n + SIDE - 1) / SIDE, (n + SIDE - 1) / SIDE), threads(SIDE, SIDE);
    for (int k = 0; k < n; k++) {
        relax<<<blocks, threads>>>(distance_device, by_device, n, k);
        CHECK(cudaGetLastError());
    }

    int *got = host_array<int>(pairs);
    reference_paths(distance, by, n);
    copy_back(got, distance_device, pairs);
    size_t wrong = count_different("distance", got, distance, pairs);
    copy_back(got, by_device, pairs);
    wrong += count_different("by", got, by, pairs);
    printf("%d vertices, %d edges\n", n, edges);

    CHECK(cudaFree(distance_device));
    CHECK(cudaFree(by_device));
    free(distance);
    free(by);
    free(got);
    return program_verdict("floyd", wrong);
}
