/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns of sparse matrices on the host, and what factors of them will have.
 *
 * Source: Davis, Direct Methods for Sparse Linear Systems, SIAM 2006; Liu, The Role of Elimination
 *   Trees in Sparse Factorization, SIAM J. Matrix Anal. Appl. 11 (1990).
 */
#ifndef SIMGPU_CUSOLVER_SPARSE_PATTERN_H
#define SIMGPU_CUSOLVER_SPARSE_PATTERN_H

#include <vector>

typedef std::vector<int> int_list;

/* Lines (rows, or columns) and what they have; both count from 0. */
struct sparse_pattern {
    int lines = 0, across = 0;
    int_list offsets, indices;
};

/* From a program's CSR arrays on the host; ends: where rows end (NULL: offsets + 1). */
sparse_pattern pattern_of(int rows, int columns, const int *offsets, const int *ends,
                          const int *indices, int base);

/* The other way round. places: for each entry of the result, which entry it was. */
sparse_pattern pattern_turned(const sparse_pattern &a, int_list *places);

/* Entries and their mirror images, without the diagonal, sorted: a graph. Square ones only. */
sparse_pattern pattern_graph(const sparse_pattern &a);

/* Orders of rows that keep factors small: order[new] = old. */
enum sparse_ordering { ORDER_NONE, ORDER_RCM, ORDER_MINIMUM_DEGREE, ORDER_DISSECTION };
int_list pattern_order(const sparse_pattern &a, sparse_ordering how);

/* The Cholesky factor's rows: sorted, the diagonal last. */
struct cholesky_pattern {
    sparse_pattern rows, columns; /* columns: below the diagonal */
    int_list column_places;       /* where each entry of `columns` lies in `rows` */
    int_list level;               /* of each row: one more than those that it needs */
    int_list order;               /* order[new] = old */
    int_list places;              /* of each entry of A: in `rows`, -1: it is not used */
    std::vector<char> mirrored;   /* of each entry of A: it changes halves by the order */
};
cholesky_pattern cholesky_analyse(const sparse_pattern &a, const int_list &order);

/* Householder vectors by columns of A, the pivot's row first in each, and R by columns and by rows,
 * the diagonal last and first. Rows of which A has too few come behind its own. */
struct qr_pattern {
    int rows = 0; /* with those that were added */
    sparse_pattern vectors, r_columns, r_rows;
    int_list r_places;        /* where each entry of `r_rows` lies in `r_columns` */
    int_list level;           /* of each column: by the tree of columns */
    int_list solve_level;     /* of each row of R, in solves from below */
    int_list order;           /* of columns: order[new] = old */
    sparse_pattern a_columns; /* A by columns, in that order */
    int_list a_places;        /* where each entry of these lies in A */
};
qr_pattern qr_analyse(const sparse_pattern &a, const int_list &order);

#endif
