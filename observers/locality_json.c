/* SPDX-License-Identifier: BSD-3-Clause */
/* The results' member "locality": docs/howto/observing.md. */
#include "observers/locality.h"

static const char *const owners[OWNERS] = {"intra_warp", "inter_warp"};
static const char *const misses[MISSES] = {"cold", "intra_warp", "inter_warp"};
static const char *const trips[TRIPS] = {"this_trip", "last_trip", "other", "outside_loops"};
static const char *const uses[USES] = {"unused", "merged_only", "hit"};
static const char *const requests[L2_REQUESTS] = {"loads", "stores", "atomics", "code"};
static const char *const outcomes[L2_OUTCOMES] = {"hits", "merges", "misses"};
static const char *const l2_owners[L2_OWNERS] = {"nobody", "intra_warp", "inter_warp",
                                                 "other_launch"};
static const char *const founds[FOUNDS] = {"l1_intra_warp",   "l1_inter_warp", "l1_merges",
                                           "l2_intra_warp",   "l2_inter_warp", "lost_intra_warp",
                                           "lost_inter_warp", "cold"};
static const char *const untils[UNTILS] = {"all", "until_first_warp"};
static const char *const rows[] = {"row_hits", "row_misses", "row_conflicts"};

static void begin(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
}

static uint64_t sum(const uint64_t *counts, size_t n)
{
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += counts[i];
    return total;
}

/* ---- L1 ------------------------------------------------------------------------------------ */

static void add_to(uint64_t *to, const uint64_t *counts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += counts[i];
}

/* Those of a kernel's instructions that are at the texture cache, or at L1D. */
static struct locality_pc sum_of(const struct observed_kernel *kernel, bool texture)
{
    struct locality_pc total = {0};
    for (uint32_t i = 0; i < kernel->n_pcs; i++) {
        const struct locality_pc *pc = (const struct locality_pc *)kernel->pcs[i];
        if (!pc || pc->texture != texture)
            continue;
        total.accesses += pc->accesses;
        total.uncached += pc->uncached;
        total.bypassed += pc->bypassed;
        add_to(total.hits, pc->hits, OWNERS);
        add_to(total.merges, pc->merges, OWNERS);
        add_to(total.misses, pc->misses, MISSES);
        add_to(total.trips, pc->trips, TRIPS);
        add_to(total.used, pc->used, USES);
    }
    return total;
}

static void add_l1(JsonBuilder *json, const struct locality_pc *pc)
{
    uint64_t used[USES] = {sum(pc->misses, MISSES), pc->used[USE_MERGED], pc->used[USE_HIT]};
    used[USE_NONE] -= used[USE_MERGED] + used[USE_HIT];
    observed_add_count(json, "accesses", pc->accesses);
    observed_add_count(json, "uncached", pc->uncached);
    observed_add_count(json, "bypassed", pc->bypassed);
    observed_add_classes(json, "hits", owners, pc->hits, OWNERS);
    observed_add_classes(json, "merges", owners, pc->merges, OWNERS);
    observed_add_classes(json, "misses", misses, pc->misses, MISSES);
    observed_add_classes(json, "trips", trips, pc->trips, TRIPS);
    observed_add_classes(json, "fetched", uses, used, USES);
}

/* DAWS, Figure 3. */
static void add_per_thousand(JsonBuilder *json, const struct locality_pc *pc,
                             const struct locality_kernel *kernel)
{
    const struct {
        const char *name;
        uint64_t count;
    } parts[] = {{"hits_intra_warp", pc->hits[OWNER_INTRA_WARP]},
                 {"hits_inter_warp", pc->hits[OWNER_INTER_WARP]},
                 {"merges", sum(pc->merges, OWNERS)},
                 {"misses", sum(pc->misses, MISSES)}};
    begin(json, "per_thousand_instructions");
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        json_builder_set_member_name(json, parts[i].name);
        json_builder_add_double_value(json, (double)parts[i].count * 1000.0 /
                                                (double)MAX(kernel->warp_instructions, 1));
    }
    json_builder_end_object(json);
}

static void add_loads(JsonBuilder *json, const struct locality_kernel *kernel)
{
    json_builder_set_member_name(json, "load_instructions");
    json_builder_begin_array(json);
    for (uint32_t i = 0; i < kernel->head.n_pcs; i++) {
        const struct locality_pc *pc = (const struct locality_pc *)kernel->head.pcs[i];
        if (!pc)
            continue;
        json_builder_begin_object(json);
        observed_add_pc(json, &pc->head);
        json_builder_set_member_name(json, "cache");
        json_builder_add_string_value(json, pc->texture ? "texture" : "l1d");
        add_l1(json, pc);
        add_per_thousand(json, pc, kernel);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* ---- loads by the use of what they fetch ------------------------------------------------------
 */

/* A load instruction of L1D, by what it has fetched there. */
struct fetching {
    const struct locality_pc *pc; /* NULL: none has fetched anything */
    uint64_t fetched, unused;
};

/* Whether a larger share of its lines goes unused. */
static bool is_less_used(const struct fetching *a, const struct fetching *b)
{
    return a->unused * b->fetched > b->unused * a->fetched;
}

static struct fetching fetching_of(const struct locality_pc *pc)
{
    const uint64_t fetched = sum(pc->misses, MISSES);
    return (struct fetching){pc, fetched, fetched - pc->used[USE_MERGED] - pc->used[USE_HIT]};
}

static uint64_t all_fetched(const struct residents *residents)
{
    uint64_t fetched = 0;
    for (guint i = 0; i < residents->kernels->len; i++) {
        const struct locality_pc of_kernel = sum_of(residents->kernels->pdata[i], false);
        fetched += sum(of_kernel.misses, MISSES);
    }
    return fetched;
}

/* Those of whose lines the smallest and the largest share is used, among instructions that have
 * fetched a hundredth of all or more. */
static void find_extremes(const struct residents *residents, struct fetching *most_used,
                          struct fetching *least_used)
{
    const uint64_t all = all_fetched(residents);
    for (guint i = 0; i < residents->pcs->len; i++) {
        const struct locality_pc *pc = residents->pcs->pdata[i];
        const struct fetching its = fetching_of(pc);
        if (pc->texture || its.fetched == 0 || its.fetched * 100 < all)
            continue;
        if (!most_used->pc || is_less_used(most_used, &its))
            *most_used = its;
        if (!least_used->pc || is_less_used(&its, least_used))
            *least_used = its;
    }
}

static void add_fetching(JsonBuilder *json, const char *name, const struct fetching *its)
{
    begin(json, name);
    json_builder_set_member_name(json, "kernel");
    json_builder_add_string_value(json, its->pc->head.kernel->name);
    observed_add_pc(json, &its->pc->head);
    observed_add_count(json, "fetched", its->fetched);
    observed_add_count(json, "unused", its->unused);
    json_builder_end_object(json);
}

/* Lee, Figure 4.9, of the run, in numbers alone, as studies show them. */
static void add_extremes(JsonBuilder *json, const struct residents *residents)
{
    struct fetching most_used = {0}, least_used = {0};
    find_extremes(residents, &most_used, &least_used);
    if (!most_used.pc)
        return;
    add_fetching(json, "most_used_load", &most_used);
    add_fetching(json, "least_used_load", &least_used);
}

/* ---- behind it ----------------------------------------------------------------------------- */

static void add_l2(JsonBuilder *json, const struct locality_kernel *kernel)
{
    begin(json, "l2");
    for (unsigned request = 0; request < L2_REQUESTS; request++) {
        begin(json, requests[request]);
        for (unsigned outcome = 0; outcome < L2_OUTCOMES; outcome++)
            observed_add_classes(json, outcomes[outcome], l2_owners, kernel->l2[request][outcome],
                                 L2_OWNERS);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static void add_latency(JsonBuilder *json, const struct locality_kernel *kernel)
{
    begin(json, "latency");
    for (unsigned request = 0; request < L2_REQUESTS; request++) {
        if (request == L2_STORES)
            continue;
        begin(json, requests[request]);
        observed_add_count(json, "requests", kernel->latency[request].requests);
        observed_add_count(json, "cycles", kernel->latency[request].cycles);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static void add_rows(JsonBuilder *json, const char *name, const struct locality_rows *state)
{
    begin(json, name);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        observed_add_count(json, rows[i], state->states[i]);
    observed_add_count(json, "latency_ps", state->latency_ps);
    json_builder_end_object(json);
}

static void add_kernel(JsonBuilder *json, const void *one, const void *data)
{
    (void)data;
    const struct locality_kernel *kernel = one;
    const struct locality_pc l1 = sum_of(&kernel->head, false),
                             texture = sum_of(&kernel->head, true);
    observed_add_count(json, "warp_instructions", kernel->warp_instructions);
    observed_add_count(json, "thread_instructions", kernel->thread_instructions);
    begin(json, "l1d");
    add_l1(json, &l1);
    json_builder_end_object(json);
    begin(json, "texture");
    add_l1(json, &texture);
    json_builder_end_object(json);
    begin(json, "found");
    for (unsigned i = 0; i < UNTILS; i++)
        observed_add_classes(json, untils[i], founds, kernel->found[i], FOUNDS);
    json_builder_end_object(json);
    add_l2(json, kernel);
    add_latency(json, kernel);
    add_rows(json, "dram_reads", &kernel->reads);
    add_loads(json, kernel);
}

void locality_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    (void)gpu;
    const struct locality *locality = state;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "l1d_unit");
    json_builder_add_string_value(json, locality->sectored ? "sectors" : "lines");
    add_rows(json, "dram_write_backs", &locality->write_backs);
    add_extremes(json, &locality->residents);
    observed_add_kernels(json, &locality->residents, add_kernel, NULL);
    json_builder_end_object(json);
}
