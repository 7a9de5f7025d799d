/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/block_graph.h"
#include "policies/locality/line_sets.h"
#include <stdlib.h>
#include <string.h>

/* A row as it is put together: weights by neighbour, and who has one. */
struct row {
    uint64_t *weight;
    uint32_t *touched;
    uint32_t n;
};

static void add_weight(struct row *row, uint32_t to, uint64_t weight)
{
    if (row->weight[to] == 0)
        row->touched[row->n++] = to;
    row->weight[to] += weight;
}

/* Places 1, 2, 4, ... behind and before each reader of a set of so many. */
static uint32_t n_links(uint32_t readers)
{
    return readers > 1 ? 64 - (uint32_t)__builtin_clzll(readers - 1) : 0;
}

/* What the set at `index` adds to the row of its reader at `place`. */
static void add_set(struct row *row, const struct line_set *set, const uint32_t *blocks,
                    uint32_t place, bool thin)
{
    const uint32_t n = set->n_blocks;
    if (!thin) {
        for (uint32_t i = 0; i < n; i++)
            if (i != place)
                add_weight(row, blocks[set->first + i], set->lines);
        return;
    }
    const uint64_t weight = MAX(set->lines * (n - 1) / (2 * n_links(n)), 1);
    for (uint32_t link = 0; link < n_links(n); link++) {
        uint32_t step = 1U << link;
        add_weight(row, blocks[set->first + (place + step) % n], weight);
        add_weight(row, blocks[set->first + (place + n - step) % n], weight);
    }
}

/* The most readers that a set may have without being thinned out; sets of all blocks are no edges.
 */
static uint32_t most_readers(const struct line_sets *sets, uint32_t n_blocks, uint64_t entries)
{
    for (uint32_t most = UINT32_MAX; most > 1; most /= 2) {
        uint64_t sum = 0;
        for (guint i = 0; i < sets->sets->len; i++) {
            uint64_t n = g_array_index(sets->sets, struct line_set, i).n_blocks;
            if (n < n_blocks)
                sum += n <= most ? n * (n - 1) : n * 2 * n_links((uint32_t)n);
        }
        if (sum <= entries)
            return most;
    }
    return 1;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Long rows are read off the weights, short ones are sorted. */
static void sort_row(struct row *row, uint32_t n_blocks)
{
    if (row->n < n_blocks / 16) {
        qsort(row->touched, row->n, sizeof *row->touched, ascending);
        return;
    }
    row->n = 0;
    for (uint32_t to = 0; to < n_blocks; to++)
        if (row->weight[to] > 0)
            row->touched[row->n++] = to;
}

static void end_row(struct block_graph *graph, struct row *row, uint32_t block, GArray *to,
                    GArray *weights)
{
    sort_row(row, graph->n);
    g_array_append_vals(to, row->touched, row->n);
    for (uint32_t i = 0; i < row->n; i++) {
        uint32_t weight = (uint32_t)MIN(row->weight[row->touched[i]], UINT32_MAX);
        g_array_append_val(weights, weight);
        row->weight[row->touched[i]] = 0;
    }
    row->n = 0;
    graph->first[block + 1] = to->len;
}

/* Of which sets each block is, behind each other, by block. first: n + 1. */
static uint32_t *sets_of_blocks(const struct line_sets *sets, uint32_t n, uint64_t *first)
{
    uint64_t members = 0;
    for (guint s = 0; s < sets->sets->len; s++) {
        const struct line_set *set = &g_array_index(sets->sets, struct line_set, s);
        members += set->n_blocks;
        for (uint32_t i = 0; i < set->n_blocks; i++)
            first[sets->blocks[set->first + i] + 1]++;
    }
    for (uint32_t block = 0; block < n; block++)
        first[block + 1] += first[block];
    uint32_t *of = g_new(uint32_t, MAX(members, 1));
    g_autofree uint64_t *at = g_memdup2(first, (n + 1) * sizeof *at);
    for (guint s = 0; s < sets->sets->len; s++) {
        const struct line_set *set = &g_array_index(sets->sets, struct line_set, s);
        for (uint32_t i = 0; i < set->n_blocks; i++)
            of[at[sets->blocks[set->first + i]]++] = s;
    }
    return of;
}

static void make_rows(struct block_graph *graph, const struct line_sets *sets, uint32_t most)
{
    g_autofree uint64_t *first = g_new0(uint64_t, graph->n + 1);
    g_autofree uint32_t *of = sets_of_blocks(sets, graph->n, first);
    g_autofree uint32_t *place = g_new0(uint32_t, MAX(sets->sets->len, 1)); /* blocks ascend */
    struct row row = {g_new0(uint64_t, graph->n), g_new(uint32_t, graph->n), 0};
    GArray *to = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    GArray *weights = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t block = 0; block < graph->n; block++) {
        for (uint64_t i = first[block]; i < first[block + 1]; i++) {
            const struct line_set *set = &g_array_index(sets->sets, struct line_set, of[i]);
            if (set->n_blocks < graph->n)
                add_set(&row, set, sets->blocks, place[of[i]]++, set->n_blocks > most);
        }
        end_row(graph, &row, block, to, weights);
    }
    graph->to = (uint32_t *)(void *)g_array_free(to, FALSE);
    graph->weight = (uint32_t *)(void *)g_array_free(weights, FALSE);
    g_free(row.weight);
    g_free(row.touched);
}

struct block_graph *block_graph_new(const struct block_lines *lines, uint64_t entries)
{
    struct block_graph *graph = g_new0(struct block_graph, 1);
    struct line_sets sets;
    g_assert(lines->n_blocks > 0 && lines->n_blocks <= BLOCK_GRAPH_BLOCKS);
    graph->n = (uint32_t)lines->n_blocks;
    graph->first = g_new0(uint64_t, graph->n + 1);
    line_sets_init(&sets, lines);
    uint32_t most = most_readers(&sets, graph->n, entries);
    for (guint i = 0; i < sets.sets->len; i++) {
        const struct line_set *set = &g_array_index(sets.sets, struct line_set, i);
        if (set->n_blocks == graph->n)
            graph->common += set->lines;
        else if (set->n_blocks > most)
            graph->thinned += set->lines;
    }
    make_rows(graph, &sets, most);
    line_sets_finish(&sets);
    return graph;
}

struct block_graph *block_graph_part(const struct block_graph *graph, const uint32_t *members,
                                     uint32_t n)
{
    struct block_graph *part = g_new0(struct block_graph, 1);
    g_autofree uint32_t *index = g_new(uint32_t, graph->n);
    uint64_t entries = 0;
    memset(index, 0xff, graph->n * sizeof *index);
    for (uint32_t i = 0; i < n; i++) {
        index[members[i]] = i;
        entries += graph->first[members[i] + 1] - graph->first[members[i]];
    }
    *part = (struct block_graph){.n = n,
                                 .common = graph->common,
                                 .first = g_new0(uint64_t, n + 1),
                                 .to = g_new(uint32_t, MAX(entries, 1)),
                                 .weight = g_new(uint32_t, MAX(entries, 1))};
    uint64_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint64_t e = graph->first[members[i]]; e < graph->first[members[i] + 1]; e++) {
            if (index[graph->to[e]] == UINT32_MAX)
                continue;
            part->to[at] = index[graph->to[e]];
            part->weight[at++] = graph->weight[e];
        }
        part->first[i + 1] = at;
    }
    return part;
}

void block_graph_free(struct block_graph *graph)
{
    g_free(graph->first);
    g_free(graph->to);
    g_free(graph->weight);
    g_free(graph);
}
