/* SPDX-License-Identifier: BSD-3-Clause */
/* What a publication gives for a point that a figure shows. */
#include "report/figures.h"
#include "study/study.h"
#include <math.h>
#include <string.h>

double figure_published(const struct figure_request *request, const struct results_row *row,
                        const char *metric)
{
    const GPtrArray *published = request->study->published;
    double factor = strcmp(metric_unit(metric), "ps") == 0 ? request->time_factor : 1;
    if (request->spec->normalise->len > 0)
        return NAN;
    for (guint i = 0; published && i < published->len; i++) {
        const struct study_published *entry = published->pdata[i];
        if (entry->bound == 0 && entry->position == row->position &&
            strcmp(entry->name, metric) == 0)
            return entry->value * factor;
    }
    return NAN;
}
