/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/reuse.h"

struct reuse *reuse_new(const struct gpu_config *config)
{
    const struct cache_shape l1d = sm_config_l1d_tags(&config->sm);
    struct reuse *reuse = g_new0(struct reuse, 1);
    residents_init(&reuse->residents, config->n_sms, sizeof(struct reuse_kernel),
                   sizeof(struct reuse_pc));
    tag_array_init(&reuse->tags, NULL, l1d.size_bytes, l1d.ways, LINE_BYTES);
    tag_array_use_index(&reuse->tags, config->sm.l1d_set_index);
    reuse->texture_cache = config->sm.texture.size_bytes > 0;
    reuse->sms = g_new0(struct reuse_sm, config->n_sms);
    for (uint32_t i = 0; i < config->n_sms; i++) {
        line_table_init(&reuse->sms[i].table, sizeof(struct reuse_line));
        reuse->sms[i].sets = g_new0(struct stack_distance, reuse->tags.sets);
    }
    return reuse;
}

void reuse_free(struct reuse *reuse)
{
    for (uint32_t i = 0; i < reuse->residents.n_sms; i++) {
        struct reuse_sm *sm = &reuse->sms[i];
        for (uint32_t set = 0; set < reuse->tags.sets; set++)
            stack_distance_finish(&sm->sets[set]);
        line_table_finish(&sm->table);
        g_free(sm->sets);
        g_free(sm->lines);
    }
    g_free(reuse->sms);
    tag_array_finish(&reuse->tags);
    residents_finish(&reuse->residents);
    g_free(reuse);
}

unsigned reuse_bucket(uint32_t distance)
{
    unsigned bits = distance == 0 ? 0 : 32 - (unsigned)__builtin_clz(distance);
    return MIN(bits, REUSE_BUCKETS - 1);
}

static void count(struct reuse_counts *counts, uint32_t distance)
{
    if (distance == STACK_DISTANCE_COLD)
        counts->cold++;
    else
        counts->by_distance[reuse_bucket(distance)]++;
}

static void number_line(struct reuse_sm *sm, struct reuse_line *line)
{
    if (sm->n_lines == sm->room) {
        sm->room = MAX(64, 2 * sm->room);
        sm->lines = g_renew(struct stack_line, sm->lines, sm->room);
    }
    sm->lines[sm->n_lines++] = (struct stack_line){0};
    line->head.value = sm->n_lines;
}

void reuse_l1_access(void *data, const struct l1_access *access)
{
    struct reuse *reuse = data;
    if (access->op_class != OP_LOAD || access->bypasses ||
        (reuse->texture_cache && access->space == SPACE_TEXTURE))
        return;
    struct reuse_sm *sm = &reuse->sms[access->sm];
    const struct resident *warp = residents_at(&reuse->residents, access->sm, access->warp);
    struct reuse_line *line = line_table_at(&sm->table, access->line / LINE_BYTES);
    struct reuse_pc *pc = residents_pc(&reuse->residents, warp, access->pc);
    if (line->head.value == 0) {
        number_line(sm, line);
        line->inserted_by = pc->head.index;
    }
    uint32_t distance = stack_distance_access(&sm->sets[tag_array_set(&reuse->tags, access->line)],
                                              sm->lines, line->head.value - 1);
    count(&((struct reuse_pc *)reuse->residents.pcs->pdata[line->inserted_by])->counts, distance);
    count(&((struct reuse_kernel *)warp->kernel)->counts, distance);
    count(&reuse->all, distance);
    if (access->missed && !access->bypassed)
        line->inserted_by = pc->head.index;
}

void reuse_l1_dropped(void *data, unsigned sm_index, uint64_t cycle, uint64_t from_address)
{
    (void)cycle;
    struct reuse *reuse = data;
    struct reuse_sm *sm = &reuse->sms[sm_index];
    if (from_address != 0 || sm->n_lines == 0)
        return;
    line_table_clear(&sm->table);
    sm->n_lines = 0;
    for (uint32_t set = 0; set < reuse->tags.sets; set++)
        stack_distance_clear(&sm->sets[set]);
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct reuse *reuse = data;
    residents_see(&reuse->residents, sm, slot);
}

void reuse_listen(struct observer *observer)
{
    observer->warp_started = warp_started;
    observer->l1_access = reuse_l1_access;
    observer->l1_dropped = reuse_l1_dropped;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

int reuse_median_bucket(const struct reuse_counts *counts)
{
    uint64_t total = 0, sum = 0;
    for (unsigned i = 0; i < REUSE_BUCKETS; i++)
        total += counts->by_distance[i];
    for (unsigned i = 0; i < REUSE_BUCKETS; i++) {
        sum += counts->by_distance[i];
        if (total > 0 && 2 * sum >= total)
            return (int)i;
    }
    return -1;
}

uint64_t reuse_below(const struct reuse_counts *counts, uint32_t distance)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < reuse_bucket(distance); i++)
        sum += counts->by_distance[i];
    return sum;
}

/* Of all kernels, as studies show them. */
static void add_all(JsonBuilder *json, const struct reuse_counts *counts)
{
    uint64_t all = reuse_below(counts, UINT32_MAX) + counts->by_distance[REUSE_BUCKETS - 1];
    int median = reuse_median_bucket(counts);
    json_builder_set_member_name(json, "all");
    json_builder_begin_object(json);
    observed_add_count(json, "cold", counts->cold);
    observed_add_count(json, "reuses", all);
    observed_add_count(json, "below_4", reuse_below(counts, 4));
    observed_add_count(json, "from_8", all - reuse_below(counts, 8));
    observed_add_count(json, "from_128", all - reuse_below(counts, 128));
    observed_add_count(json, "median_from", median > 0 ? UINT64_C(1) << (median - 1) : 0);
    json_builder_end_object(json);
}

static void add_counts(JsonBuilder *json, const struct reuse_counts *counts)
{
    observed_add_count(json, "cold", counts->cold);
    observed_add_counts(json, "by_distance", counts->by_distance, REUSE_BUCKETS);
    json_builder_set_member_name(json, "median_bucket");
    json_builder_add_int_value(json, reuse_median_bucket(counts));
}

static void add_kernel(JsonBuilder *json, const void *one, const void *data)
{
    (void)data;
    const struct reuse_kernel *kernel = one;
    add_counts(json, &kernel->counts);
    json_builder_set_member_name(json, "inserted_by");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < kernel->head.n_pcs; i++) {
        const struct reuse_pc *pc = (const struct reuse_pc *)kernel->head.pcs[i];
        if (!pc || (pc->counts.cold == 0 && reuse_median_bucket(&pc->counts) < 0))
            continue; /* it has inserted nothing */
        json_builder_begin_object(json);
        observed_add_pc(json, &pc->head);
        add_counts(json, &pc->counts);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

void reuse_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    (void)gpu;
    const struct reuse *reuse = state;
    uint64_t from[REUSE_BUCKETS] = {0};
    for (unsigned i = 1; i < REUSE_BUCKETS; i++)
        from[i] = UINT64_C(1) << (i - 1);
    json_builder_begin_object(json);
    observed_add_count(json, "sets", reuse->tags.sets);
    observed_add_counts(json, "distance_from", from, REUSE_BUCKETS);
    add_all(json, &reuse->all);
    observed_add_kernels(json, &reuse->residents, add_kernel, NULL);
    json_builder_end_object(json);
}

static void *create(const struct observer_site *site)
{
    return reuse_new(site->config);
}

static void destroy(void *state)
{
    reuse_free(state);
}

const struct observer_kind reuse_kind = {
    .name = "reuse",
    .meaning = "how many lines of the set L1D accesses between two accesses of a load to a line",
    .create = create,
    .listen = reuse_listen,
    .write = reuse_write,
    .destroy = destroy};
