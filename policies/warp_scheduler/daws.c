/* SPDX-License-Identifier: BSD-3-Clause */
/* Divergence-aware warp scheduling, detected: what the predictor (daws_predictor.h) knows of loads
 * is found out while the kernel runs (daws_classifier.h).
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, sections 5.2
 * and 7.1, table 4. Units: cache lines.
 */
#include "policies/warp_scheduler/daws_predictor.h"
#include "policies/warp_scheduler/daws_profile.h"

enum parameter {
    REPETITION_ENTRIES = DAWS_OWN_PARAMETERS,
    REPETITION_WAYS,
    VICTIM_ENTRIES,
    VICTIM_WAYS
};

static const struct policy_parameter parameters[] = {
    DAWS_PARAMETERS,
    [REPETITION_ENTRIES] =
        POLICY_INTEGER_ROW("repetition_entries", "lines", 64, 1, DAWS_MAX_LINES,
                           "entries of the intra-loop repetition detector; DAWS, table 4"),
    [REPETITION_WAYS] = POLICY_INTEGER_ROW("repetition_ways", "lines", 8, 1, DAWS_MAX_LINES,
                                           "entries in each set; DAWS, table 4"),
    VICTIM_TAGS_PARAMETERS(VICTIM_ENTRIES, VICTIM_WAYS, "DAWS, tables 3 and 4"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct daws *daws = state;
    daws_init(daws, site, values);
    daws->detects = true;
    daws_classifier_init(&daws->classifier, (uint32_t)values->values[REPETITION_ENTRIES].integer,
                         (uint32_t)values->values[REPETITION_WAYS].integer);
    victim_tags_init(&daws->classifier.victims, (uint32_t)values->values[VICTIM_ENTRIES].integer,
                     (uint32_t)values->values[VICTIM_WAYS].integer);
}

static void coalesced(void *state, unsigned slot, uint32_t pc, unsigned lanes,
                      unsigned transactions)
{
    struct daws *daws = state;
    daws_coalesced(&daws->classifier, daws_now(&daws->table), slot, pc, lanes, transactions);
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct daws *daws = state;
    if (access->launch == daws->launch)
        daws_accessed(&daws->classifier, daws_now(&daws->table), access, view->age[access->slot]);
}

static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    (void)view;
    struct daws *daws = state;
    victim_tags_evicted(&daws->classifier.victims, line->line, &line->owner);
}

const struct warp_scheduler_ops warp_scheduler_daws = {
    .policy =
        {.head = {.name = "daws",
                  .summary = "Divergence-aware, with detection: warps load while the lines that "
                             "they reuse fit in L1",
                  .source =
                      "Rogers and others, Divergence-Aware Warp Scheduling, MICRO 2013, 5, 7.1",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct daws)},
         .needs = NEED_LINE_HISTORY,
         .on = {.warp_started = daws_warp_started,
                .warp_finished = daws_warp_finished,
                .barrier_entered = daws_barrier_entered,
                .kernel_started = daws_kernel_started,
                .executed = daws_executed,
                .coalesced = coalesced,
                .accessed = accessed,
                .evicted = evicted},
         .init = init,
         .profile_merge = daws_profile_merge,
         .profile_write = daws_profile_write},
    .pick = throttle_pick,
    .orders = throttle_orders,
};
