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

bool weights_is_same(double size, double other)
{
    return equal(size, other);
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
    bool modelled; /* only those of which the model says something; whatever their era */
    guint first;
    guint behind; /* so many have begun before the launch that is predicted */
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

/* Eras that count for a launch of that size: those of the timed ones before and behind it, or its
 * own. */
struct eras {
    bool any; /* there is no other */
    unsigned before, behind;
};

static struct eras eras_at(const struct candidates *c, double size)
{
    const guint n = c->kind->timed->len;
    guint before = n, behind = n;
    if (c->modelled)
        return (struct eras){.any = true};
    for (guint i = 0; i < n; i++) {
        if (!is_candidate(c, i) || !equal(timed_at(c->kind, i)->size, size))
            continue;
        if (i < c->behind)
            before = i;
        else if (behind == n)
            behind = i;
    }
    if (before == n && behind == n)
        return (struct eras){.any = true};
    const unsigned first = timed_at(c->kind, before < n ? before : behind)->era,
                   second = timed_at(c->kind, behind < n ? behind : before)->era;
    if (c->without == WEIGHTS_ALL || !equal(timed_at(c->kind, (guint)c->without)->size, size))
        return (struct eras){false, first, second};
    const unsigned own = timed_at(c->kind, (guint)c->without)->era;
    return own == first || own == second ? (struct eras){false, own, own}
                                         : (struct eras){false, first, second};
}

/* Gives launches of that size in that era their part of `weight`; how many they are. */
static unsigned give_era(const struct candidates *c, double size, const unsigned *era,
                         double weight, double *weights)
{
    unsigned n = 0;
    for (guint i = 0; i < c->kind->timed->len; i++)
        n += is_candidate(c, i) && equal(timed_at(c->kind, i)->size, size) &&
             (!era || timed_at(c->kind, i)->era == *era);
    for (guint i = 0; i < c->kind->timed->len; i++)
        if (is_candidate(c, i) && equal(timed_at(c->kind, i)->size, size) &&
            (!era || timed_at(c->kind, i)->era == *era))
            weights[i] += weight / n;
    return n;
}

/* Gives launches of that size their part of `weight`; how many they are. */
static unsigned give(const struct candidates *c, double size, double weight, double *weights)
{
    const struct eras eras = eras_at(c, size);
    if (eras.any)
        return give_era(c, size, NULL, weight, weights);
    if (eras.before == eras.behind)
        return give_era(c, size, &eras.before, weight, weights);
    return give_era(c, size, &eras.before, weight / 2, weights) +
           give_era(c, size, &eras.behind, weight / 2, weights);
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

static enum weights_way weigh_behind(const struct sampling_kind *kind, double size, int without,
                                     guint behind, double *weights)
{
    const struct candidates c = {kind, without, false, weights_first_alone(kind, without), behind};
    return weigh(&c, size, weights);
}

enum weights_way weights_of(const struct sampling_kind *kind, double size, int without,
                            double *weights)
{
    return weigh_behind(kind, size, without, without < 0 ? kind->timed->len : (guint)without,
                        weights);
}

/* Whether two launches of one size are of one era. The first one may stand for itself alone. */
static bool are_of_one_era(const struct sampling_kind *kind, guint a, guint b)
{
    const guint first = weights_first_alone(kind, WEIGHTS_ALL);
    return a == b || (a >= first && b >= first && timed_at(kind, a)->era == timed_at(kind, b)->era);
}

static double mean_of_era(const struct sampling_kind *kind, guint of, const double *figures)
{
    double sum = 0, n = 0;
    for (guint i = 0; i < kind->timed->len; i++)
        if (equal(timed_at(kind, i)->size, timed_at(kind, of)->size) &&
            are_of_one_era(kind, i, of)) {
            sum += figures[timed_at(kind, i)->number];
            n++;
        }
    return sum / n;
}

/* The last timed launch of that one's size that is before it, and of another era; `of` if none is.
 * The first one does not count: caches were cold. */
static guint other_era_before(const struct sampling_kind *kind, guint of)
{
    for (guint i = of; i > 1; i--)
        if (equal(timed_at(kind, i - 1)->size, timed_at(kind, of)->size) &&
            !are_of_one_era(kind, i - 1, of))
            return i - 1;
    return of;
}

/* Behind the last timed launch: a figure may change again as it has last. If it has changed twice
 * in one direction, it may go on like that, as fast as it did last. */
static double change_to_come(const struct sampling_kind *kind, guint last, const double *figures)
{
    const guint before = other_era_before(kind, last), third = other_era_before(kind, before);
    const double now = mean_of_era(kind, last, figures), then = mean_of_era(kind, before, figures);
    if ((now - then) * (then - mean_of_era(kind, third, figures)) <= 0)
        return fabs(now - then);
    const double took = (double)(timed_at(kind, last)->at - timed_at(kind, before)->at);
    return fabs(now - then) * MAX((double)kind->n_since / took, 1);
}

double weights_change(const struct sampling_kind *kind, double size, guint behind,
                      const double *figures)
{
    const guint n = kind->timed->len;
    guint before = n, after = n;
    for (guint i = 0; i < n; i++) {
        if (!equal(timed_at(kind, i)->size, size))
            continue;
        if (i < behind)
            before = i;
        else if (after == n)
            after = i;
    }
    if (before == n)
        return 0;
    if (after == n)
        return change_to_come(kind, before, figures);
    return fabs(mean_of_era(kind, before, figures) - mean_of_era(kind, after, figures));
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
    struct candidates c = {kind, without, true, 0, 0};
    unsigned n = 0;
    for (guint i = 0; i < kind->timed->len; i++)
        n += is_candidate(&c, i);
    c.first = n > 2;
    return c;
}

bool weights_have_model(const double *parts, const struct launch_model *model)
{
    return parts && part_of(&(struct launch_model){true, {1, 1}}, parts) > 0 && model->is;
}

enum weights_way weights_modelled(const struct sampling_kind *kind,
                                  const struct weights_launch *launch, const double *parts,
                                  double *weights, double *more)
{
    const struct candidates c = modelled(kind, launch->without);
    const struct launch_model *model = &launch->model;
    *more = 0;
    const enum weights_way way =
        weights_have_model(parts, model) ? weigh(&c, launch->size, weights) : WEIGHTS_NONE;
    if (way == WEIGHTS_NONE)
        return weigh_behind(kind, launch->size, launch->without, launch->behind, weights);
    *more = part_of(model, parts);
    for (guint i = 0; i < kind->timed->len; i++)
        *more -= weights[i] * part_of(&timed_at(kind, i)->model, parts);
    return way;
}
