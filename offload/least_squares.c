/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/least_squares.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A weight that is smaller than this, of columns of length 1, is rounding. ASSUMED: well above the
 * tolerance, well below what anybody would call a part. */
static const double WEIGHT_FLOOR = 1e-7;

struct problem {
    const struct lapack *lapack;
    const double *columns;
    unsigned n_rows, n_columns;
    double *lengths; /* of the columns */
    unsigned *kept;  /* columns that don't depend on others, as far as known */
    unsigned n_kept;
    double *factors; /* of the kept ones: R, and below it the reflectors */
    double *tau;
};

static double length_of(const double *column, unsigned n_rows)
{
    double largest = 0, sum = 0;
    for (unsigned i = 0; i < n_rows; i++)
        largest = fmax(largest, fabs(column[i]));
    for (unsigned i = 0; i < n_rows && largest > 0; i++)
        sum += column[i] / largest * (column[i] / largest);
    return largest * sqrt(sum);
}

static void factorise(struct problem *problem)
{
    const unsigned m = problem->n_rows;
    for (unsigned k = 0; k < problem->n_kept; k++) {
        const double *column = problem->columns + (size_t)problem->kept[k] * m;
        const double length = problem->lengths[problem->kept[k]];
        for (unsigned i = 0; i < m; i++)
            problem->factors[(size_t)k * m + i] = column[i] / length;
    }
    lapack_int bad =
        problem->lapack->dgeqrf(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)problem->n_kept,
                                problem->factors, (lapack_int)m, problem->tau);
    g_assert(bad == 0);
}

/* The first of the kept columns that depends on those before it; n_kept: none does. */
static unsigned first_dependent(const struct problem *problem)
{
    const unsigned m = problem->n_rows;
    for (unsigned k = 0; k < problem->n_kept; k++)
        if (k >= m || fabs(problem->factors[(size_t)k * m + k]) < LEAST_SQUARES_TOLERANCE)
            return k;
    return problem->n_kept;
}

/* x becomes the solution of R x = x, of R's first n rows and columns. */
static void solve_triangle(const struct problem *problem, unsigned n, double *x)
{
    if (n == 0)
        return;
    lapack_int bad = problem->lapack->dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', (lapack_int)n, 1,
                                             problem->factors, (lapack_int)problem->n_rows, x,
                                             (lapack_int)MAX(n, problem->n_rows));
    g_assert(bad == 0);
}

static struct dependent_column *describe(const struct problem *problem, unsigned k)
{
    struct dependent_column *dependent = g_new0(struct dependent_column, 1);
    const unsigned column = problem->kept[k], n = MIN(k, problem->n_rows);
    g_autofree double *x = g_new0(double, MAX(problem->n_rows, problem->n_columns));
    dependent->column = column;
    dependent->weights = g_new0(double, problem->n_columns);
    memcpy(x, problem->factors + (size_t)k * problem->n_rows, n * sizeof *x);
    solve_triangle(problem, n, x);
    for (unsigned i = 0; i < n; i++)
        if (fabs(x[i]) > WEIGHT_FLOOR)
            dependent->weights[problem->kept[i]] =
                x[i] * problem->lengths[column] / problem->lengths[problem->kept[i]];
    return dependent;
}

static void drop_dependent(struct problem *problem, GPtrArray *dependent)
{
    for (;;) {
        if (problem->n_kept > 0)
            factorise(problem);
        const unsigned k = first_dependent(problem);
        if (k == problem->n_kept)
            return;
        g_ptr_array_add(dependent, describe(problem, k));
        problem->n_kept--;
        memmove(problem->kept + k, problem->kept + k + 1,
                (problem->n_kept - k) * sizeof *problem->kept);
    }
}

static void solve(const struct problem *problem, const double *target, double *coefficients)
{
    const unsigned m = problem->n_rows, n = problem->n_kept;
    g_autofree double *x = g_memdup2(target, m * sizeof *x);
    if (n == 0)
        return;
    lapack_int bad =
        problem->lapack->dormqr(LAPACK_COL_MAJOR, 'L', 'T', (lapack_int)m, 1, (lapack_int)n,
                                problem->factors, (lapack_int)m, problem->tau, x, (lapack_int)m);
    g_assert(bad == 0);
    solve_triangle(problem, n, x);
    for (unsigned k = 0; k < n; k++)
        coefficients[problem->kept[k]] = x[k] / problem->lengths[problem->kept[k]];
}

static void dependent_free(void *data)
{
    struct dependent_column *dependent = data;
    g_free(dependent->weights);
    g_free(dependent);
}

void least_squares_init(struct least_squares *fit, const struct lapack *lapack,
                        const double *columns, unsigned n_rows, unsigned n_columns,
                        const double *target)
{
    g_autofree double *lengths = g_new0(double, n_columns);
    g_autofree unsigned *kept = g_new0(unsigned, n_columns);
    g_autofree double *factors = g_new0(double, (size_t)n_columns *n_rows);
    g_autofree double *tau = g_new0(double, n_columns);
    struct problem problem = {.lapack = lapack,
                              .columns = columns,
                              .n_rows = n_rows,
                              .n_columns = n_columns,
                              .lengths = lengths,
                              .kept = kept,
                              .factors = factors,
                              .tau = tau};
    fit->coefficients = g_new0(double, n_columns);
    fit->dependent = g_ptr_array_new_with_free_func(dependent_free);
    for (unsigned i = 0; i < n_columns; i++) {
        lengths[i] = length_of(columns + (size_t)i * n_rows, n_rows);
        if (lengths[i] > 0) {
            kept[problem.n_kept++] = i;
        } else { /* nothing but zeros: the sum of no others */
            struct dependent_column *zeros = g_new0(struct dependent_column, 1);
            zeros->column = i;
            zeros->weights = g_new0(double, n_columns);
            g_ptr_array_add(fit->dependent, zeros);
        }
    }
    drop_dependent(&problem, fit->dependent);
    solve(&problem, target, fit->coefficients);
}

void least_squares_finish(struct least_squares *fit)
{
    g_free(fit->coefficients);
    g_ptr_array_unref(fit->dependent);
}
