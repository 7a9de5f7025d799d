/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/spread.h"
#include "sampling/changes.h"
#include "sampling/weights.h"
#include <math.h>

enum { DEGREES_OF_ITS_OWN = 3 }; /* ASSUMED: a kind with so many needs no others */

double spread_scale(const struct sampling_kind *kind, const struct spread_of *of, double size,
                    double predicted)
{
    double figures = 0, sizes = 0, parts = 0;
    for (unsigned i = 0; of->parts && i < SAMPLING_MODELLED; i++)
        parts += of->parts[i];
    if (parts <= 0)
        return predicted;
    for (guint i = 0; i < kind->timed->len; i++) {
        const struct timed_launch *timed = &g_array_index(kind->timed, struct timed_launch, i);
        figures += of->figures[timed->number];
        sizes += timed->size;
    }
    return MAX(predicted, sizes > 0 ? figures / sizes * size : 0);
}

void spread_add(struct spread *spread, const struct sampling_kind *kind, const struct spread_of *of,
                bool alike)
{
    const enum weights_way least = alike ? WEIGHTS_SAME : WEIGHTS_BETWEEN;
    const guint n = kind->timed->len;
    g_autofree double *weights = g_new(double, MAX(n, 1));
    const guint first = weights_first_alone(kind, WEIGHTS_ALL);
    unsigned found = 0;
    double squares = 0;
    for (guint i = first; i < n; i++) {
        const struct timed_launch *timed = &g_array_index(kind->timed, struct timed_launch, i);
        double more;
        if (!weights_have_model(of->parts, &timed->model) && changes_is_alone(kind, i))
            continue;
        const struct weights_launch launch = {timed->size, (int)i, i, timed->model};
        if (weights_modelled(kind, &launch, of->parts, weights, &more) < least)
            continue;
        const double predicted = weights_sum(kind, weights, of->figures) + more;
        const double error = of->figures[timed->number] - predicted;
        const double scale = spread_scale(kind, of, timed->size, predicted);
        if (scale <= 0)
            continue;
        squares += error * error / (scale * scale);
        found++;
    }
    if (found == 0)
        return;
    /* A launch and the mean of the n - 1 others differ more than two launches of one mean. */
    spread->squares += squares * MAX(found - 1.0, 0.5) / found;
    spread->n += found;
    spread->degrees += MAX(found - 1, 1);
}

double spread_deviation(const struct spread *spread)
{
    return spread->n > 0 ? sqrt(spread->squares / spread->n) : 0;
}

struct spread spread_for(const struct spread *own, const struct spread *all)
{
    return own->degrees >= DEGREES_OF_ITS_OWN ? *own : *all;
}
