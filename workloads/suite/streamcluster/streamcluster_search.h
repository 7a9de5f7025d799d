/* SPDX-License-Identifier: BSD-3-Clause */
/* The host's part of the streamcluster program: the points, the present solution, and what opening
 * a centre does to it.
 *
 * Facility location: each centre costs `price`, each point its squared distance to its centre.
 *
 * Source: L. O'Callaghan, N. Mishra, A. Meyerson, S. Guha, R. Motwani, "Streaming-Data Algorithms
 *   for High-Quality Clustering", ICDE 2002, section 3 (LSEARCH).
 */
#ifndef SIMGPU_PROGRAMS_STREAMCLUSTER_SEARCH_H
#define SIMGPU_PROGRAMS_STREAMCLUSTER_SEARCH_H

#include "../common/program.h"

/* 32 bytes, as an array of structures: lanes are 32 bytes apart. */
struct point {
    float weight;
    const float *coordinates; /* on the host */
    long centre;              /* number of the point that is its centre */
    float cost;               /* weighted distance to it */
};

struct solution {
    int n;
    int dimensions;
    float *coordinates; /* [dimension][point], as on the device */
    point *points;
    bool *is_centre;
    int centres;
    double price;
};

/* Squared; the same sums in the same order as the kernel's, equal to the bit. */
static inline float point_distance(const solution *s, int a, int b)
{
    float distance = 0;

    for (int d = 0; d < s->dimensions; d++) {
        float difference =
            s->coordinates[(size_t)d * s->n + a] - s->coordinates[(size_t)d * s->n + b];
        distance = fmaf(difference, difference, distance);
    }
    return distance;
}

/* A dozen clouds of points. */
static inline solution solution_new(int n, int dimensions)
{
    enum { CLOUDS = 12 };
    uint64_t random = 1;
    solution s = {n,
                  dimensions,
                  host_array<float>((size_t)n * dimensions),
                  host_array<point>(n),
                  host_array<bool>(n),
                  0,
                  0};
    float *place = host_array<float>((size_t)CLOUDS * dimensions);

    for (int i = 0; i < CLOUDS * dimensions; i++)
        place[i] = random_float(&random, 0, 1);
    for (int i = 0; i < n; i++) {
        const float *cloud = &place[random_below(&random, CLOUDS) * dimensions];
        for (int d = 0; d < dimensions; d++)
            s.coordinates[(size_t)d * n + i] = cloud[d] + random_float(&random, -0.2f, 0.2f);
        s.points[i].weight = 1;
        s.points[i].coordinates = &s.coordinates[i];
    }
    free(place);
    return s;
}

static inline void solution_free(solution *s)
{
    free(s->coordinates);
    free(s->points);
    free(s->is_centre);
}

static inline double solution_cost(const solution *s)
{
    double cost = s->price * s->centres;

    for (int i = 0; i < s->n; i++)
        cost += (double)s->points[i].cost;
    return cost;
}

/* Opens a centre at point `c` and lets all points move there that come closer by it. */
static inline void open_centre(solution *s, int c)
{
    for (int i = 0; i < s->n; i++) {
        float cost = point_distance(s, i, c) * s->points[i].weight;
        if (s->centres == 0 || cost < s->points[i].cost) {
            s->points[i].centre = c;
            s->points[i].cost = cost;
        }
    }
    s->is_centre[c] = true;
    s->centres++;
}

/* A first solution: the farther a point is from its centre, the more likely it becomes one. */
static inline void first_solution(solution *s, uint64_t *random)
{
    memset(s->is_centre, 0, s->n * sizeof(bool));
    s->centres = 0;
    open_centre(s, 0);
    for (int i = 1; i < s->n; i++)
        if ((double)random_float(random, 0, 1) * s->price < (double)s->points[i].cost)
            open_centre(s, i);
}

/* Numbers the centres, 0 to centres - 1; what others get does not matter. */
static inline void number_centres(const solution *s, int *slot)
{
    for (int i = 0, next = 0; i < s->n; i++)
        slot[i] = s->is_centre[i] ? next++ : 0;
}

/* Decides on opening a centre at point `c`, from what it would change for each point: `work` and
 * `moves` as the kernel fills them. Returns how much cheaper the solution became, 0 if it stays. */
static inline double apply_candidate(solution *s, int c, const float *work, const bool *moves,
                                     const int *slot)
{
    int stride = s->centres + 1;
    double *extra = host_array<double>(stride); /* of closing each centre; last, of opening c */
    double gain = -s->price;

    for (size_t i = 0; i < (size_t)s->n * stride; i++)
        extra[i % stride] += (double)work[i];
    gain -= extra[stride - 1];
    for (int k = 0; k < stride - 1; k++)
        if (s->price > extra[k])
            gain += s->price - extra[k];
    if (gain > 0) {
        for (int i = 0; i < s->n; i++) {
            bool closes = s->price > extra[slot[s->points[i].centre]];
            if (!moves[i] && !closes)
                continue;
            s->points[i].centre = c;
            s->points[i].cost = point_distance(s, i, c) * s->points[i].weight;
        }
        for (int i = 0; i < s->n; i++)
            if (s->is_centre[i] && s->price > extra[slot[i]]) {
                s->is_centre[i] = false;
                s->centres--;
            }
        s->is_centre[c] = true;
        s->centres++;
    }
    free(extra);
    return gain > 0 ? gain : 0;
}

/* What the kernel should have written. */
static inline size_t check_candidate(const solution *s, int c, const float *work, const bool *moves,
                                     const int *slot)
{
    int stride = s->centres + 1;
    float *expected_work = host_array<float>((size_t)s->n * stride);
    bool *expected_moves = host_array<bool>(s->n);

    for (int i = 0; i < s->n; i++) {
        float change = point_distance(s, i, c) * s->points[i].weight - s->points[i].cost;
        expected_moves[i] = change < 0;
        int column = change < 0 ? s->centres : slot[s->points[i].centre];
        expected_work[(size_t)i * stride + column] = change;
    }
    size_t wrong = count_different("moves", moves, expected_moves, s->n) +
                   count_wrong("work", work, expected_work, (size_t)s->n * stride, 0, 0);
    free(expected_work);
    free(expected_moves);
    return wrong;
}

#endif
