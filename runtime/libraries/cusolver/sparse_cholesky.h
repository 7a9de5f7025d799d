/* SPDX-License-Identifier: BSD-3-Clause */
/* Cholesky's factor of a sparse matrix, A = L L', on the host and on the device.
 *
 * Column j: row i of L times row j of L, taken off A(i, j), for each i that column j has. Row j
 * lies spread out in an array of n numbers meanwhile, so that row i is read in order.
 */
#ifndef SIMGPU_CUSOLVER_SPARSE_CHOLESKY_H
#define SIMGPU_CUSOLVER_SPARSE_CHOLESKY_H

#include "sparse_pattern.h"
#include "sparse_team.h"

/* The pattern as loops want it, wherever it lies. */
struct cholesky_arrays {
    int n;
    const int *offsets, *indices; /* of rows */
    const int *column_offsets, *column_rows, *column_places;
};

template <class T, class Team>
EVERYWHERE void cholesky_column(const Team &team, const cholesky_arrays &p, T *l, int j, T *spread)
{
    const int begin = p.offsets[j], diagonal = p.offsets[j + 1] - 1;
    const int thread = team.warp() * Team::lanes + team.lane(), threads = Team::warps * Team::lanes;
    for (int e = begin + thread; e < diagonal; e += threads)
        spread[p.indices[e]] = conjugate(l[e]);
    const real_of<T> whole = real_part(l[diagonal]);
    real_of<T> less = 0;
    for (int e = begin + team.lane(); e < diagonal; e += Team::lanes)
        less += square(l[e], real_of<T>(1));
    const real_of<T> pivot = whole - team.sum(less);
    const real_of<T> root = pivot > 0 ? sqrt(pivot) : real_of<T>(0); /* 0: there is no factor */
    team.sync();
    if (thread == 0)
        l[diagonal] = T(root);
    for (int c = p.column_offsets[j] + team.warp(); c < p.column_offsets[j + 1]; c += Team::warps) {
        const int place = p.column_places[c];
        T sum(0);
        for (int e = p.offsets[p.column_rows[c]] + team.lane(); e < place; e += Team::lanes)
            sum = multiply_add(l[e], spread[p.indices[e]], sum);
        sum = team.sum(sum);
        if (team.lane() == 0)
            l[place] = root > 0 ? (l[place] - sum) / T(root) : T(0);
    }
    team.sync();
    for (int e = begin + thread; e < diagonal; e += threads)
        spread[p.indices[e]] = T(0);
    team.sync();
}

/* Row i of L x = b, and of L' x = b; in place. */
template <class T, class Team>
EVERYWHERE void cholesky_forward(const Team &team, const cholesky_arrays &p, const T *l, int i,
                                 T *x)
{
    const int diagonal = p.offsets[i + 1] - 1;
    T sum(0);
    for (int e = p.offsets[i] + team.lane(); e < diagonal; e += Team::lanes)
        sum = multiply_add(l[e], x[p.indices[e]], sum);
    sum = team.sum(sum);
    if (team.lane() == 0)
        x[i] = (x[i] - sum) / l[diagonal];
}
template <class T, class Team>
EVERYWHERE void cholesky_backward(const Team &team, const cholesky_arrays &p, const T *l, int j,
                                  T *x)
{
    T sum(0);
    for (int c = p.column_offsets[j] + team.lane(); c < p.column_offsets[j + 1]; c += Team::lanes)
        sum = multiply_add(conjugate(l[p.column_places[c]]), x[p.column_rows[c]], sum);
    sum = team.sum(sum);
    if (team.lane() == 0)
        x[j] = (x[j] - sum) / l[p.offsets[j + 1] - 1];
}

#endif
