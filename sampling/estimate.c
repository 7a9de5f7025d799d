/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/estimate.h"
#include "sampling/spread.h"
#include "sampling/student.h"
#include "sampling/weights.h"
#include <math.h>
#include <string.h>

/* Outside of the sizes that were timed, of the way to the next one: cycles may grow with the size
 * or not. ASSUMED. */
static const double doubt_outside = 0.5;

static bool is_of(const struct sampling_kind *kind, const char *name)
{
    return !name || strcmp(kind->name, name) == 0;
}

/* What the computed launches of a kind give. */
struct given {
    double *sums;   /* of the weights, by the kind's timed launches */
    double squares; /* of what the computed launches' errors are relative to */
    double scale;   /* the sum of these */
    double figures; /* the sum of the computed launches' own figures, of which none is below 0 */
    double outside; /* what they may be off because they lie outside of the sizes that were timed */
    /* Squares of what they may be off between two timed launches, because nobody knows when the
     * figure has changed. */
    double changes;
};

/* How far a size lies from those that have a weight: 0.1 is ten per cent. */
static double beyond(const struct sampling_kind *kind, const double *weights, double size)
{
    for (guint i = 0; i < kind->timed->len; i++)
        if (weights[i] > 0)
            return fabs(1 - size / g_array_index(kind->timed, struct timed_launch, i).size);
    return 0;
}

static void add_square(double *squares, double *of)
{
    *squares += *of * *of;
    *of = 0;
}

/* How much a computed launch may be off because figures of its kind change with time. */
static double change_at(const struct sampling_kind *kind, const struct sampling_figures *figures,
                        const struct computed_launches *computed, enum weights_way way)
{
    if (way != WEIGHTS_SAME || weights_have_model(figures->parts, &computed->model))
        return 0;
    return weights_change(kind, computed->size, computed->behind, figures->values) / 2;
}

/* figures: NULL for the sums alone. */
static void add_weights(const struct sampling_kind *kind, const struct sampling_figures *figures,
                        struct given *given)
{
    const guint n = kind->timed->len;
    const double *parts = figures ? figures->parts : NULL;
    const struct spread_of of = {figures ? figures->values : NULL, parts};
    g_autofree double *weights = g_new(double, MAX(n, 1));
    double change = 0; /* of computed launches between two timed ones */
    guint behind = 0;
    for (guint c = 0; c < kind->computed->len; c++) {
        const struct computed_launches *computed =
            &g_array_index(kind->computed, struct computed_launches, c);
        const double times = (double)computed->n;
        struct launch_model model = computed->model; /* of the mean launch */
        for (unsigned i = 0; i < SAMPLING_MODELLED; i++)
            model.figures[i] /= times;
        double more;
        const struct weights_launch launch = {computed->size, WEIGHTS_ALL, computed->behind, model};
        const enum weights_way way = weights_modelled(kind, &launch, parts, weights, &more);
        for (guint i = 0; i < n; i++)
            given->sums[i] += weights[i] * times;
        if (!figures)
            continue;
        const double figure = MAX(weights_sum(kind, weights, figures->values) + more, 0);
        given->figures += figure * times;
        const double scale = spread_scale(kind, &of, computed->size, figure);
        given->squares += scale * scale * times;
        given->scale += scale * times;
        if (way == WEIGHTS_OUTSIDE)
            given->outside +=
                doubt_outside * MIN(beyond(kind, weights, computed->size), 1) * times * figure;
        if (computed->behind != behind)
            add_square(&given->changes, &change);
        behind = computed->behind;
        change += change_at(kind, figures, computed, way) * times;
    }
    add_square(&given->changes, &change);
}

/* The variance of the kind's sum, but for the spread's own factor: see variance_of. */
struct part {
    double computed, timed;
    double own;    /* sum of the half widths that timed launches bring along */
    double spread; /* times the spread's square */
    double outside;
    double changes; /* squares */
};

static struct part part_of(const struct sampling_kind *kind, const struct sampling_figures *figures)
{
    struct part part = {0};
    const guint n = kind->timed->len;
    g_autofree double *sums = g_new0(double, MAX(n, 1));
    double all = 0, weight_squares = 0;
    struct given given = {.sums = sums};
    add_weights(kind, figures, &given);
    part.computed = given.figures;
    for (guint i = 0; i < n; i++) {
        const uint32_t number = g_array_index(kind->timed, struct timed_launch, i).number;
        const double half = figures->half_widths ? figures->half_widths[number] : 0;
        part.timed += figures->values[number];
        part.own += half * (1 + sums[i]);
        all += sums[i];
        weight_squares += sums[i] * sums[i];
    }
    part.spread = given.squares;
    part.outside = given.outside;
    part.changes = given.changes;
    if (all > 0)
        part.spread += given.scale * given.scale * weight_squares / (all * all);
    return part;
}

struct sampling_estimate sampling_estimate(const struct sampling *sampling, const char *name,
                                           const struct sampling_figures *figures)
{
    struct sampling_estimate estimate = {0};
    struct spread all = {0};
    double variance = 0, own_squares = 0, change_squares = 0, certain = 0;
    unsigned degrees = 0;
    const struct spread_of of = {figures->values, figures->parts};
    for (guint k = 0; k < sampling->kinds->len; k++)
        spread_add(&all, sampling->kinds->pdata[k], &of, false);
    for (guint k = 0; k < sampling->kinds->len; k++) {
        const struct sampling_kind *kind = sampling->kinds->pdata[k];
        struct spread own = {0};
        if (!is_of(kind, name))
            continue;
        const struct part part = part_of(kind, figures);
        spread_add(&own, kind, &of, false);
        const struct spread used = spread_for(&own, &all);
        const double deviation = spread_deviation(&used);
        estimate.value += part.timed + part.computed;
        estimate.computed += part.computed;
        if (part.computed > 0 && own.n == 0)
            certain += SPREAD_UNKNOWN * part.computed;
        own_squares += part.own * part.own; /* what is off in one of a kind is so in all */
        certain += part.outside;
        change_squares += part.changes;
        variance += part.spread * deviation * deviation;
        degrees += own.degrees;
    }
    if (degrees == 0)
        degrees = all.degrees;
    certain += figures->floor * estimate.computed;
    const double t = student_95(MAX(degrees, 2));
    estimate.half_width = certain + sqrt(t * t * variance + own_squares + change_squares);
    return estimate;
}

void sampling_weights(const struct sampling *sampling, const char *name, double *weights, guint n)
{
    for (guint i = 0; i < n; i++)
        weights[i] = 0;
    for (guint k = 0; k < sampling->kinds->len; k++) {
        const struct sampling_kind *kind = sampling->kinds->pdata[k];
        g_autofree double *sums = g_new0(double, MAX(kind->timed->len, 1));
        if (!is_of(kind, name))
            continue;
        struct given given = {.sums = sums};
        add_weights(kind, NULL, &given);
        for (guint i = 0; i < kind->timed->len; i++)
            weights[g_array_index(kind->timed, struct timed_launch, i).number] += 1 + sums[i];
    }
}
