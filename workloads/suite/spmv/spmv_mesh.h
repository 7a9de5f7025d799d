/* SPDX-License-Identifier: BSD-3-Clause */
/* The matrix of a square mesh of finite elements, for the SPMV program: who stands beside whom.
 *
 * Elements are squares with cubic functions in x and in y, so there are two unknowns between two
 * corners. A corner has the unknowns of the elements on both sides as neighbours in a line, three
 * before and three behind it; one between corners has its own element's. In the plane neighbours
 * are all pairs of one in x and one in y: rows have 49, 28 or 16 elements, fewer at the border,
 * whose values are given. Corners come first, then the unknowns on edges, then those within
 * elements.
 *
 * This is the shape of Parboil's largest matrix, Dubcova3: 146,689 = 383^2 rows with 3,636,649 =
 * 1,907^2 places are 128 x 128 such elements and no others, and the 81,153 unknowns that it has in
 * front are their 127^2 corners and 65,024 on edges. Differs: values are random; that
 * corners and elements come line by line and edges with their elements is ASSUMED.
 *
 * Source: T. A. Davis, Y. Hu, "The University of Florida Sparse Matrix Collection", ACM TOMS 2011,
 *   and the collection's notes on its group UTEP.
 */
#ifndef SIMGPU_PROGRAMS_SPMV_MESH_H
#define SIMGPU_PROGRAMS_SPMV_MESH_H

#include "spmv_matrix.h"

enum { DEGREE = 3, BETWEEN = DEGREE - 1, MOST_NEIGHBOURS = (2 * DEGREE + 1) * (2 * DEGREE + 1) };

/* Places of a line: 0 and `end` are the border, every third one is a corner. */
struct mesh {
    int elements; /* of a line */
    int end;
};

static inline bool is_corner(int place)
{
    return place % DEGREE == 0;
}

/* Edges inside the mesh that belong to elements before this one: each has the one below it and the
 * one on its left, in this order, unless that is the border. */
static inline int edges_before(const mesh *m, int column, int line)
{
    int upright = line * (m->elements - 1) + (column > 0 ? column - 1 : 0);
    int level = line > 0 ? (line - 1) * m->elements + column : 0;

    return upright + level;
}

/* The row of the unknown at x, y. */
static inline int mesh_row(const mesh *m, int x, int y)
{
    int column = x / DEGREE, line = y / DEGREE, corners = m->elements - 1;
    int first_on_edge = corners * corners;
    int first_within = first_on_edge + 2 * corners * m->elements * BETWEEN;
    int element = line * m->elements + column;

    if (is_corner(x) && is_corner(y))
        return (line - 1) * corners + column - 1;
    if (is_corner(y))
        return first_on_edge + edges_before(m, column, line) * BETWEEN + x % DEGREE - 1;
    if (is_corner(x)) {
        int below = line > 0;
        return first_on_edge + (edges_before(m, column, line) + below) * BETWEEN + y % DEGREE - 1;
    }
    return first_within + (element * BETWEEN + y % DEGREE - 1) * BETWEEN + x % DEGREE - 1;
}

/* The neighbours of a place in its line, both included. */
static inline int first_neighbour(int place)
{
    int first = is_corner(place) ? place - DEGREE : place / DEGREE * DEGREE;

    return first < 1 ? 1 : first;
}

static inline int last_neighbour(const mesh *m, int place)
{
    int last = place / DEGREE * DEGREE + DEGREE;

    return last < m->end ? last : m->end - 1;
}

static inline int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The rows of all neighbours, rising, and how many. */
static inline int mesh_neighbours(const mesh *m, int x, int y, int rows[MOST_NEIGHBOURS])
{
    int n = 0;

    for (int line = first_neighbour(y); line <= last_neighbour(m, y); line++)
        for (int at = first_neighbour(x); at <= last_neighbour(m, x); at++)
            rows[n++] = mesh_row(m, at, line);
    qsort(rows, n, sizeof *rows, by_number);
    return n;
}

/* The largest mesh that fits; the rows that are left have their diagonal. */
static inline csr_matrix mesh_matrix(int rows)
{
    csr_matrix m = {rows, host_array<int>(rows + 1), NULL, NULL};
    int neighbours[MOST_NEIGHBOURS];
    mesh square = {1, DEGREE};
    uint64_t random = 1;

    for (; (square.end + 2) * (square.end + 2) <= rows; square.end += DEGREE)
        square.elements++;
    for (int row = 0; row < rows; row++)
        m.row_start[row + 1] = 1;
    for (int y = 1; y < square.end; y++)
        for (int x = 1; x < square.end; x++)
            m.row_start[mesh_row(&square, x, y) + 1] = mesh_neighbours(&square, x, y, neighbours);
    for (int row = 0; row < rows; row++)
        m.row_start[row + 1] += m.row_start[row];

    m.column = host_array<int>(m.row_start[rows]);
    m.value = host_array<float>(m.row_start[rows]);
    for (int row = (square.end - 1) * (square.end - 1); row < rows; row++)
        m.column[m.row_start[row]] = row;
    for (int y = 1; y < square.end; y++)
        for (int x = 1; x < square.end; x++) {
            int n = mesh_neighbours(&square, x, y, neighbours);
            memcpy(m.column + m.row_start[mesh_row(&square, x, y)], neighbours, n * sizeof(int));
        }
    for (int i = 0; i < m.row_start[rows]; i++)
        m.value[i] = random_float(&random, 0, 1);
    return m;
}

#endif
