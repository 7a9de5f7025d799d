/* SPDX-License-Identifier: BSD-3-Clause */
#include "sparse_pattern.h"

#include <algorithm>

sparse_pattern pattern_of(int rows, int columns, const int *offsets, const int *ends,
                          const int *indices, int base)
{
    sparse_pattern made;
    made.lines = rows, made.across = columns;
    made.offsets.push_back(0);
    for (int i = 0; i < rows; i++) {
        const int end = ends ? ends[i] : offsets[i + 1];
        for (int e = offsets[i] - base; e < end - base; e++)
            made.indices.push_back(indices[e] - base);
        made.offsets.push_back((int)made.indices.size());
    }
    return made;
}

sparse_pattern pattern_turned(const sparse_pattern &a, int_list *places)
{
    sparse_pattern made;
    made.lines = a.across, made.across = a.lines;
    made.offsets.assign((size_t)a.across + 1, 0);
    made.indices.resize(a.indices.size());
    if (places)
        places->resize(a.indices.size());
    for (int j : a.indices)
        made.offsets[(size_t)j + 1]++;
    for (int j = 0; j < a.across; j++)
        made.offsets[(size_t)j + 1] += made.offsets[(size_t)j];
    int_list next(made.offsets);
    for (int i = 0; i < a.lines; i++)
        for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++) {
            const int to = next[a.indices[e]]++;
            made.indices[to] = i;
            if (places)
                (*places)[to] = e;
        }
    return made;
}

sparse_pattern pattern_graph(const sparse_pattern &a)
{
    const sparse_pattern turned = pattern_turned(a, NULL);
    sparse_pattern made;
    made.lines = made.across = a.lines;
    made.offsets.push_back(0);
    int_list row;
    for (int i = 0; i < a.lines; i++) {
        row.assign(a.indices.begin() + a.offsets[i], a.indices.begin() + a.offsets[i + 1]);
        row.insert(row.end(), turned.indices.begin() + turned.offsets[i],
                   turned.indices.begin() + turned.offsets[i + 1]);
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        for (int j : row)
            if (j != i)
                made.indices.push_back(j);
        made.offsets.push_back((int)made.indices.size());
    }
    return made;
}

/* The tree of a symmetric matrix whose rows below the diagonal are given: parent[k] is the first
 * row below k that column k of the factor has. */
static int_list tree_of(const sparse_pattern &lower)
{
    int_list parent((size_t)lower.lines, -1), above((size_t)lower.lines, -1);
    for (int i = 0; i < lower.lines; i++)
        for (int e = lower.offsets[i]; e < lower.offsets[i + 1]; e++)
            for (int k = lower.indices[e], next; k != -1 && k < i; k = next) {
                next = above[k];
                above[k] = i; /* the way up gets shorter each time */
                if (next == -1)
                    parent[k] = i;
            }
    return parent;
}

/* Rows of the factor: from each entry up the tree, until somebody was there. */
static sparse_pattern factor_rows_of(const sparse_pattern &lower, const int_list &parent)
{
    sparse_pattern made;
    made.lines = made.across = lower.lines;
    made.offsets.push_back(0);
    int_list seen((size_t)lower.lines, -1);
    for (int i = 0; i < lower.lines; i++) {
        const size_t begin = made.indices.size();
        seen[i] = i;
        for (int e = lower.offsets[i]; e < lower.offsets[i + 1]; e++)
            for (int k = lower.indices[e]; k != -1 && k < i && seen[k] != i; k = parent[k]) {
                seen[k] = i;
                made.indices.push_back(k);
            }
        std::sort(made.indices.begin() + (long)begin, made.indices.end());
        made.indices.push_back(i);
        made.offsets.push_back((int)made.indices.size());
    }
    return made;
}

static int_list inverse_of(const int_list &order)
{
    int_list made(order.size());
    for (size_t i = 0; i < order.size(); i++)
        made[order[i]] = (int)i;
    return made;
}

/* Its half below the diagonal, in the new order. */
static sparse_pattern lower_half(const sparse_pattern &a, const int_list &to)
{
    sparse_pattern upper; /* turned, it is sorted */
    upper.lines = upper.across = a.lines;
    std::vector<int_list> rows((size_t)a.lines);
    for (int i = 0; i < a.lines; i++)
        for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++)
            if (a.indices[e] < i)
                rows[std::min(to[i], to[a.indices[e]])].push_back(
                    std::max(to[i], to[a.indices[e]]));
    upper.offsets.push_back(0);
    for (const int_list &row : rows) {
        upper.indices.insert(upper.indices.end(), row.begin(), row.end());
        upper.offsets.push_back((int)upper.indices.size());
    }
    return pattern_turned(upper, NULL);
}

/* Where the entries of A lie in the factor's rows. */
static void place_entries(cholesky_pattern *made, const sparse_pattern &a, const int_list &to)
{
    made->places.assign(a.indices.size(), -1);
    made->mirrored.assign(a.indices.size(), 0);
    for (int i = 0; i < a.lines; i++)
        for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++) {
            if (a.indices[e] > i)
                continue;
            const int row = std::max(to[i], to[a.indices[e]]),
                      column = std::min(to[i], to[a.indices[e]]);
            const int *begin = made->rows.indices.data() + made->rows.offsets[row],
                      *end = made->rows.indices.data() + made->rows.offsets[row + 1];
            made->places[e] =
                (int)(std::lower_bound(begin, end, column) - made->rows.indices.data());
            made->mirrored[e] = to[i] < to[a.indices[e]];
        }
}

cholesky_pattern cholesky_analyse(const sparse_pattern &a, const int_list &order)
{
    cholesky_pattern made;
    const int_list to = inverse_of(order);
    const sparse_pattern lower = lower_half(a, to);
    made.order = order;
    made.rows = factor_rows_of(lower, tree_of(lower));
    place_entries(&made, a, to);
    int_list places;
    const sparse_pattern turned = pattern_turned(made.rows, &places);
    made.columns.lines = made.columns.across = a.lines;
    made.columns.offsets.push_back(0);
    for (int j = 0; j < a.lines; j++) { /* without the diagonal, which is first */
        for (int e = turned.offsets[j] + 1; e < turned.offsets[j + 1]; e++) {
            made.columns.indices.push_back(turned.indices[e]);
            made.column_places.push_back(places[e]);
        }
        made.columns.offsets.push_back((int)made.columns.indices.size());
    }
    made.level.assign((size_t)a.lines, 0);
    for (int i = 0; i < a.lines; i++)
        for (int e = made.rows.offsets[i]; e < made.rows.offsets[i + 1] - 1; e++)
            made.level[i] = std::max(made.level[i], made.level[made.rows.indices[e]] + 1);
    return made;
}

/* ---- QR ---- */

/* The tree of A'A, from A by columns. */
static int_list column_tree(const sparse_pattern &columns)
{
    int_list parent((size_t)columns.lines, -1), above((size_t)columns.lines, -1),
        last((size_t)columns.across, -1);
    for (int k = 0; k < columns.lines; k++)
        for (int e = columns.offsets[k]; e < columns.offsets[k + 1]; e++) {
            const int row = columns.indices[e];
            for (int j = last[row], next; j != -1 && j < k; j = next) {
                next = above[j];
                above[j] = k;
                if (next == -1)
                    parent[j] = k;
            }
            last[row] = k;
        }
    return parent;
}

/* Vectors: a column's rows that begin there, and what its children leave. */
static void qr_vectors(qr_pattern *made, const int_list &first_column, const int_list &parent)
{
    const int n = made->a_columns.lines;
    std::vector<int_list> rows((size_t)n);
    for (int i = 0; i < made->a_columns.across; i++)
        if (first_column[i] < n)
            rows[first_column[i]].push_back(i);
    made->rows = made->a_columns.across;
    made->vectors.lines = n;
    made->vectors.offsets.push_back(0);
    made->level.assign((size_t)n, 0);
    for (int k = 0; k < n; k++) {
        if (rows[k].empty())
            rows[k].push_back(made->rows++);
        made->vectors.indices.insert(made->vectors.indices.end(), rows[k].begin(), rows[k].end());
        made->vectors.offsets.push_back((int)made->vectors.indices.size());
        if (parent[k] < 0)
            continue;
        int_list &up = rows[parent[k]];
        up.insert(up.end(), rows[k].begin() + 1, rows[k].end());
        made->level[parent[k]] = std::max(made->level[parent[k]], made->level[k] + 1);
    }
    made->vectors.across = made->rows;
}

static void qr_triangle(qr_pattern *made, const int_list &first_column, const int_list &parent)
{
    const int n = made->a_columns.lines;
    int_list seen((size_t)n, -1);
    made->r_columns.lines = made->r_columns.across = n;
    made->r_columns.offsets.push_back(0);
    for (int k = 0; k < n; k++) {
        int_list column;
        seen[k] = k;
        for (int e = made->a_columns.offsets[k]; e < made->a_columns.offsets[k + 1]; e++)
            for (int i = first_column[made->a_columns.indices[e]]; i != -1 && i < k && seen[i] != k;
                 i = parent[i]) {
                seen[i] = k;
                column.push_back(i);
            }
        std::sort(column.begin(), column.end());
        column.push_back(k);
        made->r_columns.indices.insert(made->r_columns.indices.end(), column.begin(), column.end());
        made->r_columns.offsets.push_back((int)made->r_columns.indices.size());
    }
    made->r_rows = pattern_turned(made->r_columns, &made->r_places);
    made->solve_level.assign((size_t)n, 0);
    for (int k = n - 1; k >= 0; k--)
        for (int e = made->r_rows.offsets[k] + 1; e < made->r_rows.offsets[k + 1]; e++)
            made->solve_level[k] =
                std::max(made->solve_level[k], made->solve_level[made->r_rows.indices[e]] + 1);
}

qr_pattern qr_analyse(const sparse_pattern &a, const int_list &order)
{
    qr_pattern made;
    int_list places;
    const sparse_pattern columns = pattern_turned(a, &places);
    made.order = order;
    made.a_columns.lines = a.across, made.a_columns.across = a.lines;
    made.a_columns.offsets.push_back(0);
    int_list first_column((size_t)a.lines, a.across);
    for (int k = 0; k < a.across; k++) {
        for (int e = columns.offsets[order[k]]; e < columns.offsets[order[k] + 1]; e++) {
            const int row = columns.indices[e];
            first_column[row] = std::min(first_column[row], k);
            made.a_columns.indices.push_back(row);
            made.a_places.push_back(places[e]);
        }
        made.a_columns.offsets.push_back((int)made.a_columns.indices.size());
    }
    const int_list parent = column_tree(made.a_columns);
    qr_vectors(&made, first_column, parent);
    qr_triangle(&made, first_column, parent);
    return made;
}
