/* SPDX-License-Identifier: BSD-3-Clause */
/* The sparse matrix of the SPMV program in its two formats, on the host.
 *
 * CSR (compressed sparse rows): the elements row by row. JDS (jagged diagonal storage): rows
 * sorted by falling length and cut into groups of 32, a warp each; the first elements of all rows
 * side by side, then the second elements, and so on, so that a warp reads one line at a time. The
 * rows of a group are padded with zeros to the length of its longest.
 *
 * Source: Y. Saad, "Iterative Methods for Sparse Linear Systems", 2nd edition, SIAM 2003,
 *   section 3.4.
 */
#ifndef SIMGPU_PROGRAMS_SPMV_MATRIX_H
#define SIMGPU_PROGRAMS_SPMV_MATRIX_H

#include "../common/program.h"

enum { GROUP = 32, MAX_GROUPS = 8192, MAX_DEPTH = 4096 };

/* Where a row's elements are. */
enum matrix_kind {
    SPREAD,     /* anywhere in it */
    IN_COLUMNS, /* in the same columns as those of the other rows of its BAND */
    IN_ROWS,    /* side by side */
    EVEN,       /* anywhere in it, all rows nearly as long */
    MESH,       /* where the neighbours in a mesh of finite elements are: spmv_mesh.h */
    MATRIX_KINDS
};
enum { BAND = 16384 };

struct csr_matrix {
    int rows;       /* and columns */
    int *row_start; /* rows + 1 of them */
    int *column;
    float *value;
};

struct jds_matrix {
    int rows;
    int words;         /* of column and value */
    int groups;        /* of GROUP rows */
    int depth;         /* length of the longest row */
    int *row_of;       /* which row of the matrix the i-th longest is */
    int *group_length; /* to which its rows are padded */
    int *start;        /* start[d]: where the d-th elements of all rows begin */
    int *column;
    float *value;
};

/* A row's columns and values, spread: one in each of `length` sections, rising and different. */
static inline void fill_spread(const csr_matrix *m, int first, int length, uint64_t *random)
{
    for (int i = 0; i < length; i++) {
        int low = (int)((long)i * m->rows / length);
        int high = (int)((long)(i + 1) * m->rows / length);
        m->column[first + i] = low + (int)random_below(random, high - low);
        m->value[first + i] = random_float(random, 0, 1);
    }
}

/* The same side by side, anywhere. */
static inline void fill_run(const csr_matrix *m, int first, int length, uint64_t *random)
{
    int start = (int)random_below(random, m->rows - length + 1);

    for (int i = 0; i < length; i++) {
        m->column[first + i] = start + i;
        m->value[first + i] = random_float(random, 0, 1);
    }
}

/* SPREAD: any number from 1 to twice the average less one is as likely. EVEN: each element of the
 * matrix has the same chance not to be zero, so that rows are nearly equal. Adjacent elements:
 * just the average. */
static inline int random_length(uint64_t *random, int rows, int average, matrix_kind kind)
{
    int length = 0;

    if (kind == SPREAD)
        return 1 + (int)random_below(random, 2 * average - 1);
    if (kind != EVEN)
        return average;
    for (int column = 0; column < rows; column++)
        length += (int)random_below(random, rows) < average;
    return length < MAX_DEPTH ? length : MAX_DEPTH;
}

static inline csr_matrix random_matrix(int rows, int average, matrix_kind kind)
{
    uint64_t random = 1;
    csr_matrix m = {rows, host_array<int>(rows + 1), NULL, NULL};

    for (int row = 0; row < rows; row++)
        m.row_start[row + 1] = m.row_start[row] + random_length(&random, rows, average, kind);
    m.column = host_array<int>(m.row_start[rows]);
    m.value = host_array<float>(m.row_start[rows]);
    for (int row = 0; row < rows; row++) {
        int first = m.row_start[row], length = m.row_start[row + 1] - first;
        if (kind == IN_ROWS)
            fill_run(&m, first, length, &random);
        else
            fill_spread(&m, first, length, &random);
        if (kind == IN_COLUMNS && row % BAND > 0)
            memcpy(m.column + first, m.column + first - length, length * sizeof *m.column);
    }
    return m;
}

static inline void csr_free(csr_matrix *m)
{
    free(m->row_start);
    free(m->column);
    free(m->value);
}

static inline int row_length(const csr_matrix *m, int row)
{
    return m->row_start[row + 1] - m->row_start[row];
}

/* The rows by falling length, equal ones in their order: a counting sort. */
static inline int *rows_by_length(const csr_matrix *m)
{
    int *order = host_array<int>(m->rows);
    int *next = host_array<int>(MAX_DEPTH + 1); /* place of the next row of that length */

    for (int row = 0; row < m->rows; row++)
        next[row_length(m, row)]++;
    for (int length = MAX_DEPTH, before = 0; length >= 0; length--) {
        int rows = next[length];
        next[length] = before;
        before += rows;
    }
    for (int row = 0; row < m->rows; row++)
        order[next[row_length(m, row)]++] = row;
    free(next);
    return order;
}

/* Places the elements; the arrays of `j` are there, and zero. */
static inline void jds_fill(jds_matrix *j, const csr_matrix *m)
{
    for (int i = 0; i < j->rows; i++) {
        int row = j->row_of[i];
        for (int e = m->row_start[row]; e < m->row_start[row + 1]; e++) {
            int word = j->start[e - m->row_start[row]] + i;
            j->column[word] = m->column[e];
            j->value[word] = m->value[e];
        }
    }
}

static inline jds_matrix jds_from_csr(const csr_matrix *m)
{
    jds_matrix j;

    j.rows = m->rows;
    j.row_of = rows_by_length(m);
    j.groups = (m->rows + GROUP - 1) / GROUP;
    j.group_length = host_array<int>(j.groups);
    for (int g = 0; g < j.groups; g++)
        j.group_length[g] = row_length(m, j.row_of[g * GROUP]);
    j.depth = j.group_length[0];
    j.start = host_array<int>(j.depth);
    j.words = 0;
    /* Groups get shorter: those still there at depth d are the first ones. */
    int there = j.groups;
    for (int d = 0; d < j.depth; d++) {
        while (j.group_length[there - 1] <= d)
            there--;
        j.start[d] = j.words;
        j.words += there * GROUP;
    }
    j.column = host_array<int>(j.words);
    j.value = host_array<float>(j.words);
    jds_fill(&j, m);
    return j;
}

static inline void jds_free(jds_matrix *j)
{
    free(j->row_of);
    free(j->group_length);
    free(j->start);
    free(j->column);
    free(j->value);
}

#endif
