/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/block_scheduler/locality_scheduler.h"
#include "policies/locality/recorded_lines.h"
#include <string.h>

/* Where what is known of a kernel's blocks comes from: result "source". */
enum { FROM_NOWHERE, FROM_FRONT_END, FROM_FILE };

/* ---- parameters -------------------------------------------------------------------------------
 */

static bool has(const struct policy_values *values, enum locality_parameter parameter)
{
    const struct policy_parameter *rows = values->policy->parameters;
    for (unsigned i = 0; i <= parameter; i++)
        if (!rows[i].name)
            return false;
    return true;
}

void locality_init(void *state, const struct dispatcher_policy_site *site,
                   const struct policy_values *values)
{
    struct locality_state *locality = state;
    locality->n_sms = site->n_sms;
    locality->lines = values->values[LOCALITY_LINES].file;
    locality->setup_cycles = (uint64_t)values->values[LOCALITY_SETUP].integer;
    locality->kernels = g_ptr_array_new();
    if (has(values, LOCALITY_STEAL)) {
        locality->stealing = values->values[LOCALITY_STEALING].boolean;
        locality->steal_cycles = (uint64_t)values->values[LOCALITY_STEAL].integer;
    }
}

void locality_finish(void *state)
{
    g_ptr_array_free(((struct locality_state *)state)->kernels, TRUE);
}

bool locality_check(const struct policy_values *values, GError **error)
{
    return recorded_lines_check(values->values[LOCALITY_LINES].file, error);
}

/* ---- a kernel comes and goes ------------------------------------------------------------------
 */

static void group_blocks(struct locality_kernel *k, const struct block_lines *lines,
                         const struct group_target *target, group_maker *make)
{
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    make(&k->groups, graph, target);
    sharing_measure(&k->measures, graph, &k->groups, target);
    k->thinned = graph->thinned;
    block_graph_free(graph);
}

void locality_begin(void *state, void *own, const struct dispatched_kernel *kernel,
                    group_maker *make)
{
    struct locality_state *locality = state;
    struct locality_kernel *k = own;
    const struct group_target target = {locality->n_sms, kernel->capacity};
    struct block_lines *recorded =
        recorded_lines_read(locality->lines, kernel->launch, kernel->name, kernel->n_blocks);
    const struct block_lines *lines = recorded ? recorded : kernel->reads;
    k->launch = kernel->launch;
    k->capacity = kernel->capacity;
    k->wakes = UINT64_MAX;
    k->source = recorded ? FROM_FILE : lines ? FROM_FRONT_END : FROM_NOWHERE;
    if (lines && kernel->n_blocks <= BLOCK_GRAPH_BLOCKS)
        group_blocks(k, lines, &target, make);
    else
        single_groups(&k->groups, (uint32_t)kernel->n_blocks);
    group_queue_init(&k->queue, &k->groups, locality->n_sms);
    block_lines_free(recorded);
    g_ptr_array_add(locality->kernels, k);
}

void locality_end(void *state, void *own)
{
    struct locality_state *locality = state;
    struct locality_kernel *k = own;
    g_ptr_array_remove(locality->kernels, k);
    group_queue_finish(&k->queue);
    block_groups_finish(&k->groups);
}

uint64_t locality_review(const void *state)
{
    const struct locality_state *locality = state;
    uint64_t next = UINT64_MAX;
    for (guint i = 0; i < locality->kernels->len; i++)
        next = MIN(next, ((const struct locality_kernel *)locality->kernels->pdata[i])->wakes);
    return next;
}

/* ---- choosing ---------------------------------------------------------------------------------
 */

/* Of the kernel. */
static bool nothing_runs(const struct block_scheduler_view *view)
{
    for (uint32_t sm = 0; sm < view->n_sms; sm++)
        if (view->running[sm] > 0)
            return false;
    return true;
}

static uint32_t in_turn(const struct locality_kernel *k, const struct block_scheduler_view *view,
                        uint32_t i)
{
    return (uint32_t)(((uint64_t)k->turn + i) % view->n_sms);
}

/* The next block of the next SM that has room and one; false: there is none. */
static bool send(struct locality_kernel *k, const struct block_scheduler_view *view,
                 struct block_choice *choice)
{
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = in_turn(k, view, i);
        if (view->room[sm] == 0)
            continue;
        group_queue_assign(&k->queue, sm);
        if (!group_queue_has(&k->queue, sm, view->cycle))
            continue;
        k->turn = sm + 1 == view->n_sms ? 0 : sm + 1;
        *choice = (struct block_choice){.block = group_queue_take(&k->queue, sm), .sm = sm};
        return true;
    }
    return false;
}

/* The next SM that needs blocks steals some. */
static bool steal(const struct locality_state *locality, struct locality_kernel *k,
                  const struct block_scheduler_view *view)
{
    const bool abandoned = nothing_runs(view);
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = in_turn(k, view, i);
        if (view->room[sm] > 0 && group_queue_waiting(&k->queue, sm) == 0 &&
            (abandoned || (locality->stealing && view->running[sm] < k->capacity)))
            return group_queue_steal(&k->queue, sm, view->cycle,
                                     locality->steal_cycles * locality->n_sms);
    }
    return false;
}

static bool may_begin(const struct locality_state *locality, struct locality_kernel *k,
                      uint64_t cycle)
{
    if (!k->asked)
        k->begins = cycle + locality->setup_cycles;
    k->asked = true;
    return cycle >= k->begins;
}

/* SMs steal when nobody can send anything. */
bool locality_choose(void *state, void *own, const struct block_scheduler_view *view,
                     struct block_choice *choice)
{
    const struct locality_state *locality = state;
    struct locality_kernel *k = own;
    k->wakes = UINT64_MAX;
    if (!may_begin(locality, k, view->cycle)) {
        k->wakes = k->begins;
        return false;
    }
    do {
        if (send(k, view, choice))
            return true;
    } while (steal(locality, k, view));
    k->wakes = group_queue_arrival(&k->queue, view->cycle);
    return false;
}

/* ---- results ----------------------------------------------------------------------------------
 */

const struct policy_result locality_results[] = {
    {"source", "1", 1, "where the lines come from: 0 nobody, 1 the front end, 2 a file"},
    {"groups", "1", 1, "groups of blocks"},
    {"pairs", "1", 1, "pairs of blocks that share a line"},
    {"sharing_blocks", "blocks", 1, "blocks that share a line with another one"},
    {"shared_lines", "lines", 1, "sum over pairs of blocks of the lines that both read"},
    {"shared_in_group", "lines", 1, "... over the pairs in a group"},
    {"shared_together", "lines", 1,
     "... over pairs of a group that are in the same stretch of as many blocks as an SM runs"},
    {"shared_in_turn", "lines", 1,
     "... over pairs that would be so if blocks were dealt out in turn, by waves"},
    {"thinned_lines", "lines", 1, "lines of so many blocks that not all pairs of them count"},
    {"steals", "1", 1, "times that an SM stole"},
    {"stolen_blocks", "blocks", 1, "blocks that went to another SM's queue"},
    {LOCALITY_MATRIX, "lines", SHARING_CELLS,
     "lower triangle of the matrix of pairs, in 64 stretches of blocks at most"},
    {0}};

void locality_report(const void *state, uint32_t launch, uint64_t *values)
{
    const struct locality_state *locality = state;
    for (guint i = 0; i < locality->kernels->len; i++) {
        const struct locality_kernel *k = locality->kernels->pdata[i];
        const struct sharing_measures *m = &k->measures;
        if (k->launch != launch)
            continue;
        const uint64_t told[] = {k->source,
                                 k->groups.n,
                                 m->pairs,
                                 m->sharing_blocks,
                                 m->weight,
                                 m->in_group,
                                 m->together,
                                 m->in_turn,
                                 k->thinned,
                                 k->queue.steals,
                                 k->queue.stolen_blocks};
        memcpy(values, told, sizeof told);
        memcpy(values + G_N_ELEMENTS(told), m->matrix, sizeof m->matrix);
    }
}
