/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/weights.h"
#include <math.h>
#include <string.h>

/* Sizes that differ by less are the same. ASSUMED. */
static const double same = 0.005;

static const struct timed_launch *timed_at(const struct sampling_kind *kind, guint i)
{
    return &g_array_index(kind->timed, struct timed_launch, i);
}

static bool equal(double a, double b)
{
    return fabs(a - b) <= same * MAX(a, b);
}

bool weights_first_alone(const struct sampling_kind *kind, int without)
{
    const unsigned others = kind->timed->len - (without > 0);
    return others > 2;
}

/* Which timed launches may have a weight. */
struct candidates {
    const struct sampling_kind *kind;
    int without;
    bool modelled; /* only those of which the model says something */
    guint first;
};

static bool is_candidate(const struct candidates *c, guint i)
{
    return i >= c->first && (int)i != c->without &&
           (!c->modelled || timed_at(c->kind, i)->model.is);
}

/* The closest size on one side of `from`: below it (side -1) or above it; 0: there is none. */
static double next_size(const struct candidates *c, double from, int side)
{
    double best = 0;
    for (guint i = 0; i < c->kind->timed->len; i++) {
        const double size = timed_at(c->kind, i)->size;
        if (!is_candidate(c, i) || equal(size, from) || (size > from) != (side > 0))
            continue;
        if (best == 0 || fabs(size - from) < fabs(best - from))
            best = size;
    }
    return best;
}

/* Gives all launches of that size their part of `weight`; how many they are. */
static unsigned give(const struct candidates *c, double size, double weight, double *weights)
{
    unsigned n = 0;
    for (guint i = 0; i < c->kind->timed->len; i++)
        n += is_candidate(c, i) && equal(timed_at(c->kind, i)->size, size);
    for (guint i = 0; i < c->kind->timed->len; i++)
        if (is_candidate(c, i) && equal(timed_at(c->kind, i)->size, size))
            weights[i] += weight / n;
    return n;
}

static double mean_cycles(const struct candidates *c, double size)
{
    double sum = 0, n = 0;
    for (guint i = 0; i < c->kind->timed->len; i++)
        if (is_candidate(c, i) && equal(timed_at(c->kind, i)->size, size)) {
            sum += timed_at(c->kind, i)->cycles;
            n++;
        }
    return n > 0 ? sum / n : 0;
}

/* Beyond the last known size `near`: by the power law through it and the size behind it, but never
 * less than constant and never more than in proportion to the size. */
static double growth(const struct candidates *c, double size, double near, int inwards)
{
    const double far = next_size(c, near, inwards);
    const double a = mean_cycles(c, near), b = mean_cycles(c, far);
    double power = 1;
    if (far > 0 && a > 0 && b > 0)
        power = CLAMP(log(b / a) / log(far / near), 0, 1);
    return pow(size / near, power);
}

static enum weights_way weigh(const struct candidates *of, double size, double *weights)
{
    const struct sampling_kind *kind = of->kind;
    const struct candidates c = *of;
    memset(weights, 0, kind->timed->len * sizeof weights[0]);
    if (give(&c, size, 1, weights) > 0)
        return WEIGHTS_SAME;
    const double below = next_size(&c, size, -1), above = next_size(&c, size, 1);
    if (below == 0 && above == 0)
        return WEIGHTS_NONE;
    if (below == 0 || above == 0) {
        const double near = below > 0 ? below : above;
        give(&c, near, growth(&c, size, near, below > 0 ? -1 : 1), weights);
        return WEIGHTS_OUTSIDE;
    }
    const double part = (size - below) / (above - below);
    give(&c, below, 1 - part, weights);
    give(&c, above, part, weights);
    return WEIGHTS_BETWEEN;
}

double weights_sum(const struct sampling_kind *kind, const double *weights, const double *figures)
{
    double sum = 0;
    for (guint i = 0; i < kind->timed->len; i++)
        sum += weights[i] * figures[timed_at(kind, i)->number];
    return sum;
}

enum weights_way weights_of(const struct sampling_kind *kind, double size, int without,
                            double *weights)
{
    const struct candidates c = {kind, without, false, weights_first_alone(kind, without)};
    return weigh(&c, size, weights);
}

static double part_of(const struct launch_model *model, const double *parts)
{
    double sum = 0;
    for (unsigned i = 0; i < SAMPLING_MODELLED; i++)
        sum += parts[i] * model->figures[i];
    return sum;
}

/* Of which the model says something; the first one stands for itself, as in weights_first_alone. */
static struct candidates modelled(const struct sampling_kind *kind, int without)
{
    struct candidates c = {kind, without, true, 0};
    unsigned n = 0;
    for (guint i = 0; i < kind->timed->len; i++)
        n += is_candidate(&c, i);
    c.first = n > 2;
    return c;
}

enum weights_way weights_modelled(const struct sampling_kind *kind, double size, int without,
                                  const double *parts, const struct launch_model *model,
                                  double *weights, double *more)
{
    const struct candidates c = modelled(kind, without);
    *more = 0;
    if (!parts || part_of(&(struct launch_model){true, {1, 1}}, parts) <= 0 || !model->is)
        return weights_of(kind, size, without, weights);
    const enum weights_way way = weigh(&c, size, weights);
    if (way == WEIGHTS_NONE)
        return weights_of(kind, size, without, weights);
    *more = part_of(model, parts);
    for (guint i = 0; i < kind->timed->len; i++)
        *more -= weights[i] * part_of(&timed_at(kind, i)->model, parts);
    return way;
}
