/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/derive.h"
#include <math.h>
#include <string.h>

struct derivation {
    const struct study *study;
    const GPtrArray *points;
    struct store *store;
    const double *earlier; /* of all entries of study->derives */
};

/* The values of a metric at done points, by position; NaN where there is none. */
static bool read_metric(const struct derivation *d, const char *metric, double *values,
                        GError **error)
{
    for (unsigned i = 0; i < d->points->len; i++) {
        const struct study_point *point = d->points->pdata[i];
        bool done;
        values[i] = (double)NAN;
        if (!store_is_done(d->store, point->key, &done, error) ||
            (done && !store_metric(d->store, point->key, metric, &values[i], error)))
            return false;
    }
    return true;
}

static bool read_source(const struct derivation *d, const struct study_derive *derive,
                        double *values, GError **error)
{
    const unsigned n = d->points->len;
    if (derive->metric)
        return read_metric(d, derive->metric, values, error);
    for (unsigned i = 0; i < d->study->derives->len; i++) {
        const struct study_derive *other = d->study->derives->pdata[i];
        if (strcmp(other->name, derive->of) == 0)
            memcpy(values, d->earlier + (size_t)i * n, n * sizeof *values);
    }
    return true;
}

/* ---- of a point */

/* The point with these values; NULL: it is excluded. */
static const struct study_point *find_point(const struct derivation *d, const unsigned *values)
{
    for (unsigned i = 0; i < d->points->len; i++) {
        const struct study_point *point = d->points->pdata[i];
        if (memcmp(point->values, values, d->study->axes->len * sizeof *values) == 0)
            return point;
    }
    return NULL;
}

static void over_baseline(const struct derivation *d, const struct study_derive *derive,
                          const double *source, double *out)
{
    const unsigned n_axes = d->study->axes->len;
    g_autofree unsigned *values = g_new(unsigned, n_axes);
    for (unsigned i = 0; i < d->points->len; i++) {
        const struct study_point *point = d->points->pdata[i];
        for (unsigned a = 0; a < n_axes; a++)
            values[a] = derive->baseline[a] < 0 ? point->values[a] : (unsigned)derive->baseline[a];
        const struct study_point *base = find_point(d, values);
        const double at_base = base ? source[base->position] : (double)NAN;
        const double above = derive->kind == DERIVE_SPEEDUP ? at_base : source[i];
        const double below = derive->kind == DERIVE_SPEEDUP ? source[i] : at_base;
        out[i] = below != 0 ? above / below : (double)NAN;
    }
}

static bool ratio(const struct derivation *d, const struct study_derive *derive,
                  const double *source, double *out, GError **error)
{
    if (!read_metric(d, derive->by, out, error))
        return false;
    for (unsigned i = 0; i < d->points->len; i++)
        out[i] = out[i] != 0 ? derive->scale * source[i] / out[i] : (double)NAN;
    return true;
}

/* ---- of a group */

bool derive_is_of_group(const struct study_derive *derive)
{
    return derive->across != NULL;
}

bool derive_same_group(const struct study *study, const struct study_derive *derive,
                       const struct study_point *a, const struct study_point *b)
{
    for (unsigned axis = 0; axis < study->axes->len; axis++)
        if (!derive->across[axis] && a->values[axis] != b->values[axis])
            return false;
    return true;
}

bool derive_counts(const struct study_derive *derive, const struct study_point *point)
{
    for (unsigned axis = 0; axis < derive->n_axes; axis++)
        if (derive->within[axis] && !derive->within[axis][point->values[axis]])
            return false;
    return true;
}

static double combine(const struct study_derive *derive, double all, double value)
{
    switch (derive->kind) {
    case DERIVE_GEOMETRIC_MEAN:
        return all + (value > 0 ? log(value) : (double)NAN);
    case DERIVE_HARMONIC_MEAN:
        return all + (value > 0 ? 1 / value : (double)NAN);
    case DERIVE_ARITHMETIC_MEAN:
        return all + value;
    default: /* not fmax, which forgets a NaN */
        if (isnan(all) || isnan(value))
            return (double)NAN;
        return derive->wants_min == (value < all) ? value : all;
    }
}

static double finish(const struct study_derive *derive, double all, unsigned n)
{
    if (n == 0)
        return (double)NAN;
    switch (derive->kind) {
    case DERIVE_GEOMETRIC_MEAN:
        return exp(all / n);
    case DERIVE_HARMONIC_MEAN:
        return n / all;
    case DERIVE_ARITHMETIC_MEAN:
        return all / n;
    default:
        return all;
    }
}

static void over_groups(const struct derivation *d, const struct study_derive *derive,
                        const double *source, double *out)
{
    const unsigned n = d->points->len;
    g_autofree bool *known = g_new0(bool, n);
    const double none = derive->kind != DERIVE_BEST ? 0
                        : derive->wants_min         ? (double)INFINITY
                                                    : -(double)INFINITY;
    for (unsigned i = 0; i < n; i++) {
        double all = none;
        unsigned size = 0;
        if (known[i])
            continue;
        for (unsigned k = i; k < n; k++) {
            if (!derive_same_group(d->study, derive, d->points->pdata[i], d->points->pdata[k]) ||
                !derive_counts(derive, d->points->pdata[k]))
                continue;
            all = combine(derive, all, source[k]);
            size++;
        }
        for (unsigned k = i; k < n; k++) {
            if (!derive_same_group(d->study, derive, d->points->pdata[i], d->points->pdata[k]))
                continue;
            out[k] = finish(derive, all, size);
            known[k] = true;
        }
    }
}

/* ---- all of them */

static bool derive_one(const struct derivation *d, const struct study_derive *derive, double *out,
                       GError **error)
{
    g_autofree double *source = g_new(double, d->points->len);
    for (unsigned i = 0; i < d->points->len; i++)
        source[i] = (double)NAN;
    if (!read_source(d, derive, source, error))
        return false;
    switch (derive->kind) {
    case DERIVE_SPEEDUP:
    case DERIVE_RELATIVE:
        over_baseline(d, derive, source, out);
        return true;
    case DERIVE_RATIO:
        return ratio(d, derive, source, out, error);
    default:
        over_groups(d, derive, source, out);
        return true;
    }
}

double *derive_values(const struct study *study, const GPtrArray *points, struct store *store,
                      GError **error)
{
    g_autofree double *values = g_new0(double, (size_t)study->derives->len * points->len + 1);
    const struct derivation d = {
        .study = study, .points = points, .store = store, .earlier = values};
    for (unsigned i = 0; i < study->derives->len; i++)
        if (!derive_one(&d, study->derives->pdata[i], values + (size_t)i * points->len, error))
            return NULL;
    return g_steal_pointer(&values);
}

bool study_derive(const struct study *study, const GPtrArray *points, struct store *store,
                  GError **error)
{
    g_autofree double *values = derive_values(study, points, store, error);
    if (!values)
        return false;
    g_autofree const char **names = g_new0(const char *, study->derives->len + 1);
    for (unsigned i = 0; i < study->derives->len; i++)
        names[i] = ((const struct study_derive *)study->derives->pdata[i])->name;
    return store_put_derived(store, study->name, names, values, points->len, error);
}
