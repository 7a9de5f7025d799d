/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/block_scheduler/locality_scheduler.h"
#include "policies/locality/block_lines_file.h"
#include <string.h>

/* Where what is known of a kernel's blocks comes from: result "source". */
enum { FROM_NOWHERE, FROM_FRONT_END, FROM_FILE };

const char *const locality_units[] = {
    [LOCALITY_LINE] = "line", [LOCALITY_ELEMENT] = "element", NULL};

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
    locality->unit = values->values[LOCALITY_UNIT].choice;
    locality->outbox = site->outbox;
    locality->locked = g_new0(bool, site->n_sms);
    if (has(values, LOCALITY_STEALING))
        locality->stealing = values->values[LOCALITY_STEALING].boolean;
    if (has(values, LOCALITY_FULL))
        locality->full = values->values[LOCALITY_FULL].boolean;
}

void locality_finish(void *state)
{
    struct locality_state *locality = state;
    g_ptr_array_free(locality->kernels, TRUE);
    g_free(locality->locked);
}

bool locality_check(const struct policy_values *values, GError **error)
{
    return block_lines_file_check(values->values[LOCALITY_LINES].file, error);
}

/* ---- a kernel comes and goes ------------------------------------------------------------------
 */

static void group_blocks(struct locality_kernel *k, const struct block_lines *lines,
                         const struct group_target *target, group_maker *make)
{
    struct block_graph *graph = block_graph_new(lines, BLOCK_GRAPH_ENTRIES);
    k->grouped = graph->first[graph->n] > 0;
    if (k->grouped)
        make(&k->groups, graph, target);
    else
        single_groups(&k->groups, graph->n);
    sharing_measure(&k->measures, graph, &k->groups, target);
    k->thinned = graph->thinned;
    block_graph_free(graph);
}

void locality_begin(void *state, void *own, const struct dispatched_kernel *kernel,
                    group_maker *make)
{
    struct locality_state *locality = state;
    struct locality_kernel *k = own;
    const uint64_t share = (kernel->n_blocks + locality->n_sms - 1) / locality->n_sms;
    const struct group_target target = {.n_sms = locality->n_sms,
                                        .capacity = (uint32_t)MIN(kernel->capacity, share),
                                        .full = locality->full};
    struct block_lines *recorded =
        block_lines_file_read(locality->lines, kernel->launch, kernel->name, kernel->n_blocks);
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

uint32_t locality_read_unit(const void *state)
{
    const struct locality_state *locality = state;
    return locality->unit == LOCALITY_ELEMENT ? READ_UNIT_LEAST : READ_UNIT_LINE;
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

/* Of the blocks that are not done, of each SM that has some or has room. */
static uint64_t even_share(const struct block_scheduler_view *view)
{
    uint64_t blocks = view->blocks_left, sms = 0;
    for (uint32_t sm = 0; sm < view->n_sms; sm++) {
        blocks += view->running[sm];
        sms += view->running[sm] > 0 || view->room[sm] > 0;
    }
    return (blocks + sms - 1) / sms;
}

static uint32_t in_turn(const struct locality_kernel *k, const struct block_scheduler_view *view,
                        uint32_t i)
{
    return (uint32_t)(((uint64_t)k->turn + i) % view->n_sms);
}

/* The SM, which has no blocks, steals from the fullest one. False: nobody may give any, or there is
 * no room for the word now: it steals in the next cycle. */
static bool steal(struct locality_state *locality, struct locality_kernel *k, uint32_t sm,
                  uint64_t cycle)
{
    uint32_t donor = 0;
    if (locality->outbox->n == POLICY_OUTBOX_WORDS) {
        k->wakes = cycle + 1;
        return false;
    }
    uint32_t n = group_queue_steal(&k->queue, sm, locality->locked, &donor);
    if (n == 0)
        return false;
    locality->locked[donor] = true;
    return policy_tell(locality->outbox, (uint16_t)donor, POLICY_TOPIC_BLOCKS_TAKEN,
                       policy_blocks_word(k->launch, (uint16_t)sm, n));
}

/* The next block of the next SM that has room and one; false: there is none. SMs on their way to
 * that one that have nothing at all steal. */
static bool send(struct locality_state *locality, struct locality_kernel *k,
                 const struct block_scheduler_view *view, struct block_choice *choice)
{
    const uint64_t most = locality->stealing && k->grouped ? even_share(view) : UINT64_MAX;
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = in_turn(k, view, i);
        if (view->room[sm] == 0 || view->running[sm] >= most)
            continue;
        group_queue_assign(&k->queue, sm);
        if (!group_queue_has(&k->queue, sm)) {
            if (locality->stealing && view->running[sm] == 0 &&
                group_queue_waiting(&k->queue, sm) == 0)
                steal(locality, k, sm, view->cycle);
            continue;
        }
        k->turn = sm + 1 == view->n_sms ? 0 : sm + 1;
        *choice = (struct block_choice){.block = group_queue_take(&k->queue, sm), .sm = sm};
        return true;
    }
    return false;
}

/* All SMs that need blocks steal some, in turn. */
static void steal_all(struct locality_state *locality, struct locality_kernel *k,
                      const struct block_scheduler_view *view)
{
    const bool abandoned = nothing_runs(view);
    const uint64_t most = MIN(k->capacity, even_share(view));
    for (uint32_t i = 0; i < view->n_sms; i++) {
        uint32_t sm = in_turn(k, view, i);
        if (view->room[sm] == 0 || group_queue_waiting(&k->queue, sm) > 0 ||
            !(abandoned || (locality->stealing && view->running[sm] < most)))
            continue;
        if (!steal(locality, k, sm, view->cycle))
            return;
    }
}

static struct locality_kernel *kernel_of(const struct locality_state *locality, uint32_t launch)
{
    for (guint i = 0; i < locality->kernels->len; i++) {
        struct locality_kernel *k = locality->kernels->pdata[i];
        if (k->launch == launch)
            return k;
    }
    return NULL;
}

/* The blocks may be sent behind the word that gives them to the SM. */
void locality_word(void *state, const struct policy_word *word, uint64_t cycle)
{
    struct locality_state *locality = state;
    const uint16_t sm = (uint16_t)(word->value >> 16);
    (void)cycle;
    if (word->topic != POLICY_TOPIC_BLOCKS_TAKEN || word->from >= locality->n_sms)
        return;
    locality->locked[word->from] = false;
    struct locality_kernel *k = kernel_of(locality, (uint32_t)(word->value >> 32));
    if (!k) /* it has ended early */
        return;
    group_queue_arrived(&k->queue, sm);
    policy_tell(locality->outbox, sm, POLICY_TOPIC_BLOCKS_GIVEN,
                policy_blocks_word(k->launch, word->from, group_queue_waiting(&k->queue, sm)));
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
    struct locality_state *locality = state;
    struct locality_kernel *k = own;
    k->wakes = UINT64_MAX;
    if (!may_begin(locality, k, view->cycle)) {
        k->wakes = k->begins;
        return false;
    }
    if (send(locality, k, view, choice))
        return true;
    steal_all(locality, k, view);
    return false;
}

/* ---- results ----------------------------------------------------------------------------------
 */

const struct policy_result locality_results[] = {
    {"source", "1", 1, "source of the lines: 0 none, 1 the front end, 2 a file"},
    {"groups", "1", 1, "groups of blocks"},
    {"pairs", "1", 1, "pairs of blocks that share a line"},
    {"sharing_blocks", "blocks", 1, "blocks that share a line with another one"},
    {"shared_lines", "lines", 1, "sum over pairs of blocks of the lines that both read"},
    {"shared_in_group", "lines", 1, "... over the pairs in a group"},
    {"shared_together", "lines", 1,
     "... over pairs of a group within a stretch of as many blocks as an SM runs"},
    {"shared_in_turn", "lines", 1,
     "... over pairs that would run together if blocks went to SMs in turn, wave by wave"},
    {"thinned_lines", "lines", 1,
     "lines that too many blocks read, so that not all of their pairs count"},
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
