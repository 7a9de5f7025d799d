/* SPDX-License-Identifier: BSD-3-Clause */
/* QR of a sparse matrix by Householder's reflectors, on the host and on the device.
 *
 * Column k of A lies spread out in an array of as many numbers as there are rows. The reflectors of
 * the columns that R has there change it, and its own reflector turns what is left onto one row.
 *
 * Source: George, Heath, Solution of Sparse Linear Least Squares Problems Using Givens Rotations,
 *   Linear Algebra Appl. 34 (1980), for the pattern of R; Golub, Van Loan, Matrix Computations.
 */
#ifndef SIMGPU_CUSOLVER_SPARSE_QR_H
#define SIMGPU_CUSOLVER_SPARSE_QR_H

#include "sparse_pattern.h"
#include "sparse_team.h"

struct qr_arrays {
    int n, rows;
    const int *v_offsets, *v_rows;               /* of reflectors: the first is the pivot's row */
    const int *r_offsets, *r_rows;               /* of R's columns */
    const int *s_offsets, *s_columns, *s_places; /* of R's rows */
    const int *a_offsets, *a_rows, *a_places;    /* of A's columns */
};

template <class T> struct qr_numbers {
    T *v, *r;
    real_of<T> *beta;
};

/* x -= beta v (v' x). Each lane keeps its rows from one end to the other. */
template <class T, class Team>
EVERYWHERE void qr_reflect(const Team &team, const qr_arrays &p, const qr_numbers<T> &q, int k,
                           T *x)
{
    const int end = p.v_offsets[k + 1];
    T sum(0);
    for (int e = p.v_offsets[k] + team.lane(); e < end; e += Team::lanes)
        sum = multiply_add(conjugate(q.v[e]), x[p.v_rows[e]], sum);
    sum = team.sum(sum) * T(q.beta[k]);
    for (int e = p.v_offsets[k] + team.lane(); e < end; e += Team::lanes)
        x[p.v_rows[e]] = x[p.v_rows[e]] - sum * q.v[e];
    team.sync();
}

/* shift: taken off the diagonal; columns[k]: column k of A as it was numbered. */
template <class T, class Team>
EVERYWHERE void qr_column(const Team &team, const qr_arrays &p, const qr_numbers<T> &q, const T *a,
                          T shift, const int *columns, int k, T *x)
{
    for (int e = p.a_offsets[k] + team.lane(); e < p.a_offsets[k + 1]; e += Team::lanes)
        x[p.a_rows[e]] = a[p.a_places[e]] - (p.a_rows[e] == columns[k] ? shift : T(0));
    team.sync();
    const int diagonal = p.r_offsets[k + 1] - 1, begin = p.v_offsets[k], end = p.v_offsets[k + 1];
    for (int e = p.r_offsets[k]; e < diagonal; e++) {
        qr_reflect(team, p, q, p.r_rows[e], x);
        if (team.lane() == 0) {
            T *at = &x[p.v_rows[p.v_offsets[p.r_rows[e]]]];
            q.r[e] = *at;
            *at = T(0);
        }
        team.sync();
    }
    real_of<T> squares = 0;
    for (int e = begin + team.lane(); e < end; e += Team::lanes)
        squares += square(x[p.v_rows[e]], real_of<T>(1));
    squares = team.sum(squares);
    const T first = x[p.v_rows[begin]];
    const real_of<T> norm = sqrt(squares), size = length_of(first);
    const T turned = size > 0 ? first * T(-norm / size) : T(-norm);
    team.sync();
    for (int e = begin + team.lane(); e < end; e += Team::lanes) {
        q.v[e] = e == begin ? first - turned : x[p.v_rows[e]];
        x[p.v_rows[e]] = T(0);
    }
    if (team.lane() == 0) {
        q.r[diagonal] = turned;
        q.beta[k] = norm > 0 ? 1 / (squares + size * norm) : real_of<T>(0);
    }
    team.sync();
}

/* Row k of R z = y; y lies by A's rows. */
template <class T, class Team>
EVERYWHERE void qr_backward(const Team &team, const qr_arrays &p, const qr_numbers<T> &q, int k,
                            const T *y, T *z)
{
    const int begin = p.s_offsets[k]; /* the diagonal */
    T sum(0);
    for (int e = begin + 1 + team.lane(); e < p.s_offsets[k + 1]; e += Team::lanes)
        sum = multiply_add(q.r[p.s_places[e]], z[p.s_columns[e]], sum);
    sum = team.sum(sum);
    if (team.lane() == 0)
        z[k] = (y[p.v_rows[p.v_offsets[k]]] - sum) / q.r[p.s_places[begin]];
}

#endif
