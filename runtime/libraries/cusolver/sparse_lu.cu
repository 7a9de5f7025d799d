/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's calls with LU of a sparse matrix, with pivots, on the host.
 *
 * Source: Gilbert, Peierls, Sparse Partial Pivoting in Time Proportional to Arithmetic Operations,
 *   SIAM J. Sci. Stat. Comput. 9 (1988).
 */
#include <algorithm>

#include "sparse.h"
#include "sparse_team.h"

/* Columns of L (without its ones) and of U (the diagonal last), in pivots' numbers at the end. */
template <class T> struct lu_columns {
    int_list l_offsets, l_rows, u_offsets, u_rows;
    std::vector<T> l, u;
};

struct csrluInfoHost {
    sparse_pattern a;    /* by rows */
    int_list order;      /* of columns: order[new] = old */
    int_list pivot_rows; /* the row of A that is row k of the factors */
    lu_columns<float> s;
    lu_columns<double> d;
    lu_columns<complex_float> c;
    lu_columns<complex_double> z;
};
static lu_columns<float> &columns_of(csrluInfoHost *info, float)
{
    return info->s;
}
static lu_columns<double> &columns_of(csrluInfoHost *info, double)
{
    return info->d;
}
static lu_columns<complex_float> &columns_of(csrluInfoHost *info, complex_float)
{
    return info->c;
}
static lu_columns<complex_double> &columns_of(csrluInfoHost *info, complex_double)
{
    return info->z;
}

/* Rows that a column of A reaches through columns of L that are there, each before those that it
 * changes: to the end of `reached`, last first. number: the pivot's number of a row, -1: none. */
template <class T>
static void reach(const lu_columns<T> &f, const int_list &number, int row, int_list *seen, int mark,
                  int_list *reached)
{
    std::vector<std::pair<int, int>> path; /* a row, and the next entry to look at */
    if ((*seen)[row] == mark)
        return;
    (*seen)[row] = mark;
    path.push_back({row, number[row] < 0 ? 0 : f.l_offsets[number[row]]});
    while (!path.empty()) {
        const int at = path.back().first, k = number[at];
        bool went_down = false;
        while (k >= 0 && path.back().second < f.l_offsets[k + 1] && !went_down) {
            const int next = f.l_rows[path.back().second++];
            if ((*seen)[next] == mark)
                continue;
            (*seen)[next] = mark;
            path.push_back({next, number[next] < 0 ? 0 : f.l_offsets[number[next]]});
            went_down = true;
        }
        if (!went_down) {
            reached->push_back(at);
            path.pop_back();
        }
    }
}

/* The row to pivot on: the largest, or the diagonal if it is at least `threshold` of that. */
template <class T>
static int pivot_of(const int_list &reached, const int_list &number, const std::vector<T> &x,
                    int diagonal, double threshold)
{
    int best = -1;
    for (int row : reached)
        if (number[row] < 0 && (best < 0 || length_of(x[row]) > length_of(x[best])))
            best = row;
    if (number[diagonal] < 0 && best >= 0 &&
        std::find(reached.begin(), reached.end(), diagonal) != reached.end() &&
        length_of(x[diagonal]) >= threshold * length_of(x[best]))
        best = diagonal;
    return best;
}

/* Column k, whose numbers are in x where it has been reached. */
template <class T>
static void store_column(lu_columns<T> *f, const int_list &reached, const int_list &number,
                         std::vector<T> *x, int pivot)
{
    const T top = (*x)[pivot];
    for (int row : reached)
        if (number[row] >= 0) {
            f->u_rows.push_back(number[row]);
            f->u.push_back((*x)[row]);
        } else if (row != pivot) {
            f->l_rows.push_back(row);
            f->l.push_back(top == T(0) ? T(0) : (*x)[row] / top);
        }
    for (int row : reached)
        (*x)[row] = T(0);
    f->u_rows.push_back((int)f->u_offsets.size() - 1);
    f->u.push_back(top);
    f->l_offsets.push_back((int)f->l_rows.size());
    f->u_offsets.push_back((int)f->u_rows.size());
}

template <class T>
static cusolverStatus_t factor(csrluInfoHost *info, const T *values, double threshold)
{
    const int n = info->a.lines;
    int_list places, number((size_t)n, -1), seen((size_t)n, -1);
    const sparse_pattern columns = pattern_turned(info->a, &places);
    lu_columns<T> f;
    std::vector<T> x((size_t)n, T(0));
    f.l_offsets.push_back(0), f.u_offsets.push_back(0);
    info->pivot_rows.clear();
    for (int k = 0; k < n; k++) {
        const int column = info->order[k];
        int_list reached;
        for (int e = columns.offsets[column]; e < columns.offsets[column + 1]; e++) {
            reach(f, number, columns.indices[e], &seen, k, &reached);
            x[columns.indices[e]] = values[places[e]];
        }
        for (size_t at = reached.size(); at-- > 0;) {
            const int row = reached[at], done = number[row];
            for (int e = done < 0 ? 0 : f.l_offsets[done]; done >= 0 && e < f.l_offsets[done + 1];
                 e++)
                x[f.l_rows[e]] = x[f.l_rows[e]] - f.l[e] * x[row];
        }
        int pivot = pivot_of(reached, number, x, column, threshold);
        for (int row = 0; pivot < 0; row++) /* nothing is left: any row, with a zero */
            if (number[row] < 0)
                reached.push_back(pivot = row);
        store_column(&f, reached, number, &x, pivot);
        number[pivot] = k;
        info->pivot_rows.push_back(pivot);
    }
    for (int &row : f.l_rows)
        row = number[row];
    columns_of(info, T()) = f;
    return CUSOLVER_STATUS_SUCCESS;
}

template <class T> static cusolverStatus_t solve(csrluInfoHost *info, const T *b, T *to)
{
    const lu_columns<T> &f = columns_of(info, T());
    const int n = info->a.lines;
    CHECK_SOLVER((int)f.u_offsets.size() == n + 1, CUSOLVER_STATUS_INVALID_VALUE);
    std::vector<T> x((size_t)n);
    for (int k = 0; k < n; k++)
        x[k] = b[info->pivot_rows[k]];
    for (int k = 0; k < n; k++)
        for (int e = f.l_offsets[k]; e < f.l_offsets[k + 1]; e++)
            x[f.l_rows[e]] = x[f.l_rows[e]] - f.l[e] * x[k];
    for (int k = n - 1; k >= 0; k--) {
        const int diagonal = f.u_offsets[k + 1] - 1;
        x[k] = x[k] / f.u[diagonal];
        for (int e = f.u_offsets[k]; e < diagonal; e++)
            x[f.u_rows[e]] = x[f.u_rows[e]] - f.u[e] * x[k];
    }
    for (int k = 0; k < n; k++)
        to[info->order[k]] = x[k];
    return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
static cusolverStatus_t zero_pivot(csrluInfoHost *info, real_of<T> tolerance, int *position)
{
    CHECK_SOLVER(info && position, CUSOLVER_STATUS_INVALID_VALUE);
    const lu_columns<T> &f = columns_of(info, T());
    *position = -1;
    for (size_t k = 0; k + 1 < f.u_offsets.size() && *position < 0; k++)
        if (!(length_of(f.u[f.u_offsets[k + 1] - 1]) > tolerance))
            *position = info->order[k];
    return CUSOLVER_STATUS_SUCCESS;
}

/* A factor by rows. */
template <class T>
static void extract(int n, const int_list &offsets, const int_list &rows,
                    const std::vector<T> &values, int base, T *to_values, int *to_offsets,
                    int *to_indices)
{
    sparse_pattern columns;
    columns.lines = columns.across = n;
    columns.offsets = offsets, columns.indices = rows;
    int_list places;
    const sparse_pattern turned = pattern_turned(columns, &places);
    for (int i = 0; i <= n; i++)
        to_offsets[i] = turned.offsets[i] + base;
    for (size_t e = 0; e < places.size(); e++) {
        to_indices[e] = turned.indices[e] + base;
        to_values[e] = values[places[e]];
    }
}

static cusolverStatus_t analyse(cusolverSpHandle_t handle, csrluInfoHost *info, int rows,
                                int entries, const cusparseMatDescr_t matrix, const int *offsets,
                                const int *indices, int reorder)
{
    CHECK_MATRIX(rows, entries, matrix);
    CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);
    *info = csrluInfoHost();
    info->a = pattern_of(rows, rows, offsets, NULL, indices, matrix->base);
    info->order = solver_order(info->a, reorder);
    return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
static cusolverStatus_t solve_whole(cusolverSpHandle_t handle, int rows, int entries,
                                    const cusparseMatDescr_t matrix, const T *values,
                                    const int *offsets, const int *indices, const T *b,
                                    real_of<T> tolerance, int reorder, T *x, int *singularity)
{
    csrluInfoHost info;
    cusolverStatus_t status =
        analyse(handle, &info, rows, entries, matrix, offsets, indices, reorder);
    status = status ? status : factor<T>(&info, values, 1.0);
    status = status ? status : zero_pivot<T>(&info, tolerance, singularity);
    return status || *singularity >= 0 ? status : solve<T>(&info, b, x);
}

extern "C" {

cusolverStatus_t cusolverSpCreateCsrluInfoHost(csrluInfoHost_t *info)
{
    CHECK_SOLVER(info, CUSOLVER_STATUS_INVALID_VALUE);
    *info = new csrluInfoHost();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info)
{
    delete info;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int rows, int entries,
                                              const cusparseMatDescr_t matrix, const int *offsets,
                                              const int *indices, csrluInfoHost_t info)
{
    return analyse(handle, info, rows, entries, matrix, offsets, indices, 0);
}
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t, int *in_l, int *in_u,
                                         csrluInfoHost_t info)
{
    CHECK_SOLVER(info && in_l && in_u, CUSOLVER_STATUS_INVALID_VALUE);
    *in_l = (int)(info->s.l.size() + info->d.l.size() + info->c.l.size() + info->z.l.size());
    *in_u = (int)(info->s.u.size() + info->d.u.size() + info->c.u.size() + info->z.u.size());
    return CUSOLVER_STATUS_SUCCESS;
}
}

#define STEPS(X, T, N, R)                                                                          \
    extern "C" cusolverStatus_t cusolverSp##X##csrluBufferInfoHost(                                \
        cusolverSpHandle_t, int rows, int entries, const cusparseMatDescr_t, const T *,            \
        const int *, const int *, csrluInfoHost_t, size_t *internal, size_t *bytes)                \
    {                                                                                              \
        CHECK_SOLVER(internal &&bytes, CUSOLVER_STATUS_INVALID_VALUE);                             \
        *internal = ((size_t)rows + entries) * sizeof(T), *bytes = 1;                              \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrluFactorHost(                                    \
        cusolverSpHandle_t, int rows, int, const cusparseMatDescr_t, const T *values, const int *, \
        const int *, csrluInfoHost_t info, R pivot_threshold, void *)                              \
    {                                                                                              \
        CHECK_SOLVER(info &&rows == info->a.lines, CUSOLVER_STATUS_INVALID_VALUE);                 \
        return factor<N>(info, (const N *)values, pivot_threshold);                                \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrluZeroPivotHost(                                 \
        cusolverSpHandle_t, csrluInfoHost_t info, R tolerance, int *position)                      \
    {                                                                                              \
        return zero_pivot<N>(info, tolerance, position);                                           \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrluSolveHost(                                     \
        cusolverSpHandle_t, int rows, const T *b, T *x, csrluInfoHost_t info, void *)              \
    {                                                                                              \
        CHECK_SOLVER(info &&rows == info->a.lines, CUSOLVER_STATUS_INVALID_VALUE);                 \
        return solve<N>(info, (const N *)b, (N *)x);                                               \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrluExtractHost(                                   \
        cusolverSpHandle_t, int *p, int *q, const cusparseMatDescr_t matrix_l, T *values_l,        \
        int *offsets_l, int *indices_l, const cusparseMatDescr_t matrix_u, T *values_u,            \
        int *offsets_u, int *indices_u, csrluInfoHost_t info, void *)                              \
    {                                                                                              \
        CHECK_SOLVER(info &&matrix_l &&matrix_u, CUSOLVER_STATUS_INVALID_VALUE);                   \
        const lu_columns<N> &f = columns_of(info, N());                                            \
        std::copy(info->pivot_rows.begin(), info->pivot_rows.end(), p);                            \
        std::copy(info->order.begin(), info->order.end(), q);                                      \
        extract(info->a.lines, f.l_offsets, f.l_rows, f.l, matrix_l->base, (N *)values_l,          \
                offsets_l, indices_l);                                                             \
        extract(info->a.lines, f.u_offsets, f.u_rows, f.u, matrix_u->base, (N *)values_u,          \
                offsets_u, indices_u);                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvluHost, T, R)                     \
    {                                                                                              \
        return solve_whole<N>(handle, rows, entries, matrix, (const N *)values, offsets, indices,  \
                              (const N *)b, tolerance, reorder, (N *)x, singularity);              \
    }
STEPS(S, float, float, float)
STEPS(D, double, double, double)
STEPS(C, cuComplex, complex_float, float)
STEPS(Z, cuDoubleComplex, complex_double, double)
