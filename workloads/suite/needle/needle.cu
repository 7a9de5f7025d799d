/* SPDX-License-Identifier: BSD-3-Clause */
/* NDL: scores of the best alignment of two protein sequences (Needleman-Wunsch).
 *
 * Each cell of the score matrix needs its neighbours above, to the left and above left, so the
 * matrix is computed along its diagonals: one launch for each diagonal of 16 x 16 tiles, and inside
 * a tile one step for each of its 31 diagonals. A block is half a warp, on average half of it
 * works, and the first and last launches have one or two blocks: parallelism is what this program
 * lacks. Tiles read the last row and column of their neighbours, which another launch wrote.
 *
 * Source: S. Needleman, C. Wunsch, "A general method applicable to the search for similarities in
 *   the amino acid sequence of two proteins", J. Mol. Biol. 48, 1970. Tiles of 16 x 16 in blocks of
 *   16 threads, one launch a diagonal: the benchmark of Rodinia (Che et al., IISWC 2009).
 */
#include "../common/program.h"

constexpr int TILE = 16;
constexpr int ACIDS = 24;   /* letters of the alphabet */
constexpr int PENALTY = 10; /* of a gap, ASSUMED */

__host__ __device__ inline int best_of(int diagonal, int above, int left)
{
    int best = diagonal;
    if (above - PENALTY > best)
        best = above - PENALTY;
    if (left - PENALTY > best)
        best = left - PENALTY;
    return best;
}

/* Row 0 and column 0 of the shared tile are the border that other tiles have computed. */
__device__ void load_tile(const int *similarity, const int *scores, int stride, int similar[][TILE],
                          int tile[][TILE + 1])
{
    int lane = threadIdx.x;
    for (int row = 0; row < TILE; row++)
        similar[row][lane] = similarity[(row + 1) * stride + lane + 1];
    tile[0][lane + 1] = scores[lane + 1];
    tile[lane + 1][0] = scores[(lane + 1) * stride];
    if (lane == 0)
        tile[0][0] = scores[0];
}

/* Block of a tile on a diagonal of tiles; thread of a column of the tile. Both matrices have
 * `stride` = N + 1 columns; their row 0 and column 0 stand before the sequences' first letters. */
__global__ void score_diagonal(const int *similarity, int *scores, int stride, int first_row,
                               int diagonal)
{
    __shared__ int similar[TILE][TILE];
    __shared__ int tile[TILE + 1][TILE + 1];
    int lane = threadIdx.x;
    int tile_row = first_row + blockIdx.x;
    int corner = (tile_row * stride + (diagonal - tile_row)) * TILE;

    load_tile(similarity + corner, scores + corner, stride, similar, tile);
    __syncthreads();
    for (int step = 0; step < 2 * TILE - 1; step++) {
        int row = step - lane;
        if (row >= 0 && row < TILE)
            tile[row + 1][lane + 1] = best_of(tile[row][lane] + similar[row][lane],
                                              tile[row][lane + 1], tile[row + 1][lane]);
        __syncthreads();
    }
    for (int row = 0; row < TILE; row++)
        scores[corner + (row + 1) * stride + lane + 1] = tile[row + 1][lane + 1];
}

/* Similarity of the acids of two random sequences: an invented table, equal acids score best. */
static void make_similarity(int *similarity, int n)
{
    uint64_t state = 13;
    int table[ACIDS][ACIDS];
    for (int a = 0; a < ACIDS; a++) {
        for (int b = 0; b < a; b++)
            table[a][b] = table[b][a] = (int)random_below(&state, 8) - 4;
        table[a][a] = 4 + (int)random_below(&state, 8);
    }
    unsigned *across = host_array<unsigned>(n + 1);
    unsigned *down = host_array<unsigned>(n + 1);
    for (int i = 1; i <= n; i++) {
        across[i] = random_below(&state, ACIDS);
        down[i] = random_below(&state, 4) == 0 ? random_below(&state, ACIDS) : across[i];
    }
    for (int row = 1; row <= n; row++) {
        for (int column = 1; column <= n; column++)
            similarity[row * (n + 1) + column] = table[down[row]][across[column]];
    }
    free(across);
    free(down);
}

static void device_scores(const int *similarity, int *scores, int tiles)
{
    int stride = tiles * TILE + 1;
    size_t count = (size_t)stride * stride;
    int *device_similarity = device_copy(similarity, count);
    int *device_scores = device_copy(scores, count);
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
        int first_row = diagonal < tiles ? 0 : diagonal - tiles + 1;
        int blocks = diagonal < tiles ? diagonal + 1 : 2 * tiles - 1 - diagonal;
        score_diagonal<<<blocks, TILE>>>(device_similarity, device_scores, stride, first_row,
                                         diagonal);
        CHECK(cudaGetLastError());
    }
    copy_back(scores, device_scores, count);
    CHECK(cudaFree(device_similarity));
    CHECK(cudaFree(device_scores));
}

static void reference_scores(const int *similarity, int *scores, int stride)
{
    for (int row = 1; row < stride; row++) {
        for (int column = 1; column < stride; column++) {
            int at = row * stride + column;
            scores[at] = best_of(scores[at - stride - 1] + similarity[at], scores[at - stride],
                                 scores[at - 1]);
        }
    }
}

int main(int argc, char **argv)
{
    int tiles = (int)program_argument(argc, argv, 1, "N / 16", 32, 1, 512);
    int stride = tiles * TILE + 1;
    size_t count = (size_t)stride * stride;
    int *similarity = host_array<int>(count);
    int *scores = host_array<int>(count);
    int *expected = host_array<int>(count);

    make_similarity(similarity, tiles * TILE);
    for (int i = 0; i < stride; i++) {
        expected[i] = scores[i] = -PENALTY * i;
        expected[i * stride] = scores[i * stride] = -PENALTY * i;
    }
    device_scores(similarity, scores, tiles);
    reference_scores(similarity, expected, stride);
    size_t wrong = count_different("score", scores, expected, count);
    free(similarity);
    free(scores);
    free(expected);
    return program_verdict("needle", wrong);
}
