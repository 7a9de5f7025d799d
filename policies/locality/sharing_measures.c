/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/sharing_measures.h"
#include <string.h>

/* Where each block is: in which group, in which stretch of it, and in which one round robin would
 * have it. */
struct places {
    uint32_t *group, *stretch, *in_turn;
};

static void find_places(struct places *places, uint32_t n, const struct block_groups *groups,
                        const struct group_target *target)
{
    uint32_t stretches = 0;
    *places = (struct places){g_new(uint32_t, n), g_new(uint32_t, n), g_new(uint32_t, n)};
    for (uint32_t g = 0; g < groups->n; g++) {
        for (uint32_t i = groups->first[g]; i < groups->first[g + 1]; i++) {
            uint32_t inside = i - groups->first[g];
            stretches += inside % target->capacity == 0;
            places->group[groups->order[i]] = g;
            places->stretch[groups->order[i]] = stretches;
        }
    }
    const uint64_t wave = (uint64_t)target->n_sms * target->capacity;
    for (uint32_t block = 0; block < n; block++)
        places->in_turn[block] = (uint32_t)(block / wave * target->n_sms + block % target->n_sms);
}

/* Pairs of blocks with the same mark; marks are below n. */
static uint64_t pairs_of(const uint32_t *mark, uint32_t n, uint32_t marks)
{
    g_autofree uint32_t *count = g_new0(uint32_t, marks);
    uint64_t pairs = 0;
    for (uint32_t block = 0; block < n; block++)
        pairs += count[mark[block]]++;
    return pairs;
}

static uint64_t row_begin(uint32_t row)
{
    return (uint64_t)row * (row + 1) / 2;
}

/* What lines that all blocks read, which are in no edge, add. */
static void add_common(struct sharing_measures *m, const struct places *places, uint32_t n,
                       uint32_t rows, uint64_t common)
{
    const uint64_t pairs = (uint64_t)n * (n - 1) / 2;
    g_autofree uint64_t *in_row = g_new0(uint64_t, rows);
    m->pairs = pairs;
    m->sharing_blocks = n;
    m->weight += common * pairs;
    m->in_group += common * pairs_of(places->group, n, n);
    m->together += common * pairs_of(places->stretch, n, n + 1);
    /* A stretch of a wave that is short counts as a whole one. */
    m->in_turn += common * pairs_of(places->in_turn, n, 2 * n + 1);
    for (uint32_t block = 0; block < n; block++)
        in_row[(uint64_t)block * rows / n]++;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j <= i; j++)
            m->matrix[row_begin(i) + j] +=
                common * (i == j ? in_row[i] * (in_row[i] - 1) / 2 : in_row[i] * in_row[j]);
}

void sharing_measure(struct sharing_measures *m, const struct block_graph *graph,
                     const struct block_groups *groups, const struct group_target *target)
{
    const uint32_t rows = MIN(graph->n, SHARING_ROWS);
    struct places at;
    memset(m, 0, sizeof *m);
    find_places(&at, graph->n, groups, target);
    for (uint32_t i = 0; i < graph->n; i++) {
        m->sharing_blocks += graph->first[i + 1] > graph->first[i];
        uint32_t row = (uint32_t)((uint64_t)i * rows / graph->n);
        for (uint64_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
            const uint32_t j = graph->to[e];
            const uint64_t weight = graph->weight[e];
            if (j > i)
                break;
            m->pairs++;
            m->weight += weight;
            m->in_group += at.group[i] == at.group[j] ? weight : 0;
            m->together += at.stretch[i] == at.stretch[j] ? weight : 0;
            m->in_turn += at.in_turn[i] == at.in_turn[j] ? weight : 0;
            m->matrix[row_begin(row) + (uint64_t)j * rows / graph->n] += weight;
        }
    }
    if (graph->common > 0)
        add_common(m, &at, graph->n, rows, graph->common);
    g_free(at.group);
    g_free(at.stretch);
    g_free(at.in_turn);
}
