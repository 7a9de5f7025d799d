/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/peer_names.h"
#include "metrics/registry.h"

void peer_names_visit(peer_name_visitor visit, void *data)
{
    for (unsigned g = 0; g < METRIC_GROUPS; g++)
        for (const struct counter *row = metric_groups[g].table; row->name; row++) {
            if (!row->gpgpusim)
                continue;
            g_autofree char *name =
                g == GROUP_RUN ? g_strdup(row->name)
                               : g_strdup_printf("%s.%s", metric_groups[g].name, row->name);
            visit(data, row->gpgpusim, name, row->unit, row->note);
        }
    for (const struct derived_metric *metric = derived_metrics; metric->name; metric++)
        if (metric->gpgpusim)
            visit(data, metric->gpgpusim, metric->name, metric->unit, metric->note);
}
