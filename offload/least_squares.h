/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear least squares. It also names columns that depend on others.
 *
 * Columns are scaled to length 1 and taken one after the other. A column has a part that is
 * orthogonal to those before it. If this part is shorter than LEAST_SQUARES_TOLERANCE, the column
 * depends on them and gets coefficient 0. Householder's QR factorisation solves the rest (LAPACK's
 * dgeqrf, dormqr and dtrtrs).
 *
 * Source: G. H. Golub, C. F. Van Loan, "Matrix Computations", sections 5.2 and 5.3.
 * Units: weights and coefficients are those of the columns as given, not as scaled.
 */
#ifndef SIMGPU_OFFLOAD_LEAST_SQUARES_H
#define SIMGPU_OFFLOAD_LEAST_SQUARES_H

#include "offload/lapack.h"
#include <glib.h>

/* It separates dependent columns of numbers with ten digits from independent ones. ASSUMED */
#define LEAST_SQUARES_TOLERANCE 1e-10

/* A column that is the sum of others times weights. */
struct dependent_column {
    unsigned column;
    double *weights; /* one for each column; 0: the column has no part in it */
};

struct least_squares {
    double *coefficients; /* one for each column */
    GPtrArray
        *dependent; /* struct dependent_column, zero columns first, then in the order of columns */
};

/* columns: n_columns times n_rows numbers, one column after the other. n_rows is at least 1. */
void least_squares_init(struct least_squares *fit, const struct lapack *lapack,
                        const double *columns, unsigned n_rows, unsigned n_columns,
                        const double *target);
void least_squares_finish(struct least_squares *fit);

#endif
