/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/pattern.h"
#include "results/format.h"
#include <string.h>

struct pattern *pattern_new(const struct gpu_config *config)
{
    struct pattern *pattern = g_new0(struct pattern, 1);
    residents_init(&pattern->residents, config->n_sms, sizeof(struct pattern_kernel),
                   sizeof(struct observed_pc));
    pattern->rows = g_new0(uint8_t, (gsize)config->n_sms * RESIDENTS_SLOTS);
    return pattern;
}

void pattern_free(struct pattern *pattern)
{
    residents_finish(&pattern->residents);
    g_free(pattern->rows);
    g_free(pattern);
}

static struct issue_pattern *issue_of(const struct pattern *pattern, unsigned sm, unsigned slot)
{
    const struct resident *warp = residents_at(&pattern->residents, sm, slot);
    return &((struct pattern_kernel *)warp->kernel)->issue;
}

void pattern_warp_started(struct pattern *pattern, unsigned sm, unsigned slot, uint64_t cycle)
{
    const struct resident *warp = residents_at(&pattern->residents, sm, slot);
    struct issue_pattern *issue = issue_of(pattern, sm, slot);
    uint8_t *row = &pattern->rows[sm * RESIDENTS_SLOTS + slot];
    *row = 0;
    if (!issue->any || sm < issue->sm)
        *issue = (struct issue_pattern){.any = true,
                                        .sm = sm,
                                        .launch = warp->launch->id,
                                        .first_cycle = cycle,
                                        .column_cycles = 1};
    if (sm == issue->sm && warp->launch->id == issue->launch && issue->rows < PATTERN_ROWS)
        *row = (uint8_t)++issue->rows;
}

/* Two columns become one. */
static void fold(struct issue_pattern *issue)
{
    for (unsigned row = 0; row < issue->rows; row++) {
        uint32_t *counts = issue->counts[row];
        for (unsigned i = 0; i < PATTERN_COLUMNS / 2; i++)
            counts[i] = counts[2 * i] + counts[2 * i + 1];
        memset(counts + PATTERN_COLUMNS / 2, 0, PATTERN_COLUMNS / 2 * sizeof *counts);
    }
    issue->column_cycles *= 2;
    issue->columns = (issue->columns + 1) / 2;
}

void pattern_issued(void *data, unsigned sm, uint64_t cycle, unsigned slot, uint32_t pc,
                    const struct issued *what)
{
    (void)pc;
    struct pattern *pattern = data;
    const struct resident *warp = residents_at(&pattern->residents, sm, slot);
    struct pattern_kernel *kernel = (struct pattern_kernel *)warp->kernel;
    struct issue_pattern *issue = &kernel->issue;
    unsigned row = pattern->rows[sm * RESIDENTS_SLOTS + slot];
    kernel->lanes[__builtin_popcount(what->active)]++;
    if (row == 0 || issue->sm != sm)
        return;
    uint64_t column;
    while ((column = (cycle - issue->first_cycle) / issue->column_cycles) >= PATTERN_COLUMNS)
        fold(issue);
    issue->columns = MAX(issue->columns, (unsigned)column + 1);
    issue->counts[row - 1][column]++;
}

static uint64_t row_sum(const struct issue_pattern *issue, unsigned row)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < issue->columns; i++)
        sum += issue->counts[row][i];
    return sum;
}

void pattern_warp_left(struct pattern *pattern, unsigned sm, unsigned slot)
{
    struct issue_pattern *issue = issue_of(pattern, sm, slot);
    if (pattern->rows[sm * RESIDENTS_SLOTS + slot] == 0 || issue->sm != sm || issue->ended)
        return;
    issue->ended = true;
    issue->ended_rows = issue->rows;
    for (unsigned row = 0; row < issue->rows; row++)
        issue->at_end[row] = row_sum(issue, row);
}

void pattern_lane_buckets(const uint64_t lanes[WARP_LANES + 1], uint64_t buckets[LANE_BUCKETS])
{
    memset(buckets, 0, LANE_BUCKETS * sizeof *buckets);
    for (unsigned i = 0; i <= WARP_LANES; i++)
        buckets[i == 0 ? 0 : (i - 1) / (WARP_LANES / LANE_BUCKETS)] += lanes[i];
}

uint64_t issue_pattern_sum(const struct issue_pattern *issue)
{
    uint64_t sum = 0;
    for (unsigned row = 0; row < issue->ended_rows; row++)
        sum += issue->at_end[row];
    return sum;
}

uint64_t issue_pattern_threshold(const struct issue_pattern *issue)
{
    uint64_t most = 0;
    for (unsigned row = 0; row < issue->ended_rows; row++)
        most = MAX(most, issue->at_end[row]);
    return issue->ended_rows * most / 2;
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct pattern *pattern = data;
    residents_see(&pattern->residents, sm, slot);
    pattern_warp_started(pattern, sm_view_index(sm), slot, sm_view_cycle(sm));
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    pattern_warp_left(data, sm_view_index(sm), slot);
}

void pattern_listen(struct observer *observer)
{
    observer->warp_started = warp_started;
    observer->warp_ended = warp_ended;
    observer->issued = pattern_issued;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void add_rows(JsonBuilder *json, const struct issue_pattern *issue)
{
    json_builder_set_member_name(json, "warps");
    json_builder_begin_array(json);
    for (unsigned row = 0; row < issue->rows; row++) {
        json_builder_begin_array(json);
        for (unsigned i = 0; i < issue->columns; i++)
            json_builder_add_int_value(json, issue->counts[row][i]);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_first_end(JsonBuilder *json, const struct issue_pattern *issue)
{
    uint64_t sum = issue_pattern_sum(issue), threshold = issue_pattern_threshold(issue);
    json_builder_set_member_name(json, "at_first_end");
    if (!issue->ended) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    observed_add_counts(json, "instructions", issue->at_end, issue->ended_rows);
    observed_add_count(json, "sum", sum);
    observed_add_count(json, "threshold", threshold);
    json_builder_set_member_name(json, "shape");
    json_builder_add_string_value(json, sum < threshold ? "concave" : "convex");
    json_builder_end_object(json);
}

static void add_kernel(JsonBuilder *json, const void *one, const void *data)
{
    (void)data;
    const struct pattern_kernel *kernel = one;
    const struct issue_pattern *issue = &kernel->issue;
    uint64_t buckets[LANE_BUCKETS];
    pattern_lane_buckets(kernel->lanes, buckets);
    observed_add_counts(json, "lanes", kernel->lanes, WARP_LANES + 1);
    observed_add_counts(json, RESULT_LANE_BUCKETS, buckets, LANE_BUCKETS);
    json_builder_set_member_name(json, "issue");
    json_builder_begin_object(json);
    observed_add_count(json, "sm", issue->sm);
    observed_add_count(json, "launch", issue->launch);
    observed_add_count(json, "first_cycle", issue->first_cycle);
    observed_add_count(json, "column_cycles", issue->column_cycles);
    add_rows(json, issue);
    add_first_end(json, issue);
    json_builder_end_object(json);
}

void pattern_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    (void)gpu;
    const struct pattern *pattern = state;
    json_builder_begin_object(json);
    observed_add_kernels(json, &pattern->residents, add_kernel, NULL);
    json_builder_end_object(json);
}

static void *create(const struct observer_site *site)
{
    return pattern_new(site->config);
}

static void destroy(void *state)
{
    pattern_free(state);
}

const struct observer_kind pattern_kind = {
    .name = RESULT_PATTERN,
    .meaning = "active lanes of instructions, and which warp issues when",
    .create = create,
    .listen = pattern_listen,
    .write = pattern_write,
    .destroy = destroy};
