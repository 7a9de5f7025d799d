/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/metis_parts.h"
#include <metis.h>
#include <signal.h>

enum { SEED = 1 };

/* METIS adds weights up in its own integers. */
static idx_t *weights_of(const struct block_graph *graph)
{
    const uint64_t entries = graph->first[graph->n];
    uint64_t sum = 0;
    for (uint64_t e = 0; e < entries; e++)
        sum += graph->weight[e];
    const uint64_t divisor = sum / (INT32_MAX / 4) + 1;
    idx_t *weights = g_new(idx_t, entries);
    for (uint64_t e = 0; e < entries; e++)
        weights[e] = (idx_t)MAX(graph->weight[e] / divisor, 1);
    return weights;
}

static void in_order(uint32_t n, uint32_t n_parts, uint32_t *part)
{
    for (uint32_t block = 0; block < n; block++)
        part[block] = (uint32_t)((uint64_t)block * n_parts / n);
}

/* METIS takes signals that ask to end for failures of its own: they wait until it is done. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

void metis_parts(const struct block_graph *graph, uint32_t n_parts, uint32_t *part)
{
    const uint64_t entries = graph->first[graph->n];
    if (entries == 0 || n_parts < 2 || graph->n <= n_parts) {
        in_order(graph->n, n_parts, part);
        return;
    }
    g_assert(entries <= INT32_MAX);
    idx_t n = (idx_t)graph->n, constraints = 1, parts = (idx_t)n_parts, cut;
    idx_t options[METIS_NOPTIONS];
    g_autofree idx_t *first = g_new(idx_t, graph->n + 1);
    g_autofree idx_t *to = g_new(idx_t, entries);
    g_autofree idx_t *weights = weights_of(graph);
    g_autofree idx_t *found = g_new0(idx_t, graph->n);
    for (uint32_t i = 0; i <= graph->n; i++)
        first[i] = (idx_t)graph->first[i];
    for (uint64_t e = 0; e < entries; e++)
        to[e] = (idx_t)graph->to[e];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = SEED;
    sigset_t before;
    hold_signals(&before);
    int status = (n_parts == 2 ? METIS_PartGraphRecursive : METIS_PartGraphKway)(
        &n, &constraints, first, to, NULL, NULL, weights, &parts, NULL, NULL, options, &cut, found);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    g_assert(status == METIS_OK);
    for (uint32_t i = 0; i < graph->n; i++)
        part[i] = (uint32_t)found[i];
}
