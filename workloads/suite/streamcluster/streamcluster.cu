/* SPDX-License-Identifier: BSD-3-Clause */
/* SC: streamcluster, clustering by local search. The host tries one candidate for a centre after
 * the other; the GPU computes what it would change for each point.
 *
 * All threads of a launch read the coordinates of the same candidate, one word per dimension, from
 * as many lines: locality between warps, for which they have to walk through the dimensions
 * together. Own coordinates stream past, side by side. Each point's structure is 32 bytes long and
 * its row of the work array as many words as there are centres, so those accesses touch a line a
 * lane.
 */
#include "../common/program.h"
#include "streamcluster_search.h"

enum { BLOCK = 512, LEAST_CENTRES = 6, MOST_CENTRES = 14 };
/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { SM_BLOCKS = 3 };

/* work: [point][centres + 1], zero before. A point that would be closer to the candidate moves,
 * and its change goes to the last column; another's goes to the column of its centre: what it
 * would cost to move it, too, if that centre were closed. */
__global__ void __launch_bounds__(BLOCK, SM_BLOCKS)
    compute_cost(int n, int dimensions, int candidate, const point *points, int centres,
                 const float *coordinates, float *work, const int *slot, bool *moves)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float distance = 0;
    for (int d = 0; d < dimensions; d++) {
        float difference = coordinates[(size_t)d * n + i] - coordinates[(size_t)d * n + candidate];
        distance = fmaf(difference, difference, distance);
    }
    /* Weights are 1, so that it is the same whether this is rounded once or twice. */
    float change = distance * points[i].weight - points[i].cost;
    float *row = &work[(size_t)i * (centres + 1)];
    if (change < 0) {
        moves[i] = true;
        row[centres] = change;
    } else {
        row[slot[points[i].centre]] = change;
    }
}

/* The search, and the device's copies of what it needs. */
struct search {
    solution s;
    uint64_t random;
    int launches_left;
    size_t wrong;
    float *coordinates;
    point *points;
    int *slot;
    bool *moves;
};

/* One launch, its check, and the decision; returns how much cheaper the solution became. */
static double try_candidate(search *h, int candidate)
{
    int n = h->s.n;
    size_t words = (size_t)n * (h->s.centres + 1);
    int *slot = host_array<int>(n);
    number_centres(&h->s, slot);
    float *work_device = device_array<float>(words); /* as long as there are centres */
    CHECK(cudaMemset(work_device, 0, words * sizeof(float)));
    CHECK(cudaMemset(h->moves, 0, n));
    CHECK(cudaMemcpy(h->slot, slot, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(h->points, h->s.points, n * sizeof(point), cudaMemcpyHostToDevice));

    compute_cost<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, h->s.dimensions, candidate, h->points,
                                                     h->s.centres, h->coordinates, work_device,
                                                     h->slot, h->moves);
    CHECK(cudaGetLastError());
    h->launches_left--;

    float *work = host_array<float>(words);
    bool *moves = host_array<bool>(n);
    copy_back(work, work_device, words);
    copy_back(moves, h->moves, n);
    CHECK(cudaFree(work_device));
    h->wrong += check_candidate(&h->s, candidate, work, moves, slot);
    double gain = apply_candidate(&h->s, candidate, work, moves, slot);
    free(slot);
    free(work);
    free(moves);
    return gain;
}

/* Rounds of candidates until one gains less than a hundredth of the cost, or no launch is left. */
static void improve(search *h)
{
    int tries = (int)(3 * MOST_CENTRES * log((double)MOST_CENTRES));
    double gain;

    do {
        gain = 0;
        for (int i = 0; i < tries && h->launches_left > 0; i++) {
            int candidate = (int)random_below(&h->random, h->s.n);
            if (!h->s.is_centre[candidate])
                gain += try_candidate(h, candidate);
        }
    } while (h->launches_left > 0 && gain > 0.01 * solution_cost(&h->s));
}

/* Looks for the price of a centre that leads to the wanted number of them, by halving. */
static void find_price(search *h)
{
    open_centre(&h->s, 0);
    double low = 0;
    double high = 2 * solution_cost(&h->s) / (LEAST_CENTRES + MOST_CENTRES);

    while (h->launches_left > 0) {
        h->s.price = (low + high) / 2;
        first_solution(&h->s, &h->random);
        improve(h);
        if (h->s.centres > MOST_CENTRES)
            low = h->s.price;
        else if (h->s.centres < LEAST_CENTRES)
            high = h->s.price;
        else
            break;
    }
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "POINTS", 4096, 32, 1L << 20);
    int dimensions = (int)program_argument(argc, argv, 2, "DIMENSIONS", 32, 1, 1024);
    int launches = (int)program_argument(argc, argv, 3, "LAUNCHES", 40, 1, 100000);

    search h = {solution_new(n, dimensions), 2, launches, 0, NULL, NULL, NULL, NULL};
    h.coordinates = device_copy(h.s.coordinates, (size_t)n * dimensions);
    h.points = device_array<point>(n);
    h.slot = device_array<int>(n);
    h.moves = device_array<bool>(n);
    find_price(&h);
    printf("%d launches, %d centres, cost %.6g\n", launches - h.launches_left, h.s.centres,
           solution_cost(&h.s));

    CHECK(cudaFree(h.coordinates));
    CHECK(cudaFree(h.points));
    CHECK(cudaFree(h.slot));
    CHECK(cudaFree(h.moves));
    solution_free(&h.s);
    return program_verdict("streamcluster", h.wrong);
}
