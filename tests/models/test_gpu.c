/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole GPU without SimGrid: driven by the plain runner, watched by an observer. What the
 * observer sees issued must be what the counters say and what the blocks report. */
#include "models/gpu.h"
#include "models/memory/device_access.h"
#include "models/sm/sm_view.h"
#include "tests/rigs/choices.h"
#include "workloads/loader/workload.h"
#include "workloads/ptx/kernels/provider.h"
#include <check.h>
#include <stdlib.h>

struct watch {
    uint64_t warp_instructions, thread_instructions;
    uint64_t last_cycle[64]; /* by SM */
    unsigned in_cycle[64];
    uint32_t schedulers;
};

static void on_issue(void *data, unsigned sm, uint64_t cycle, unsigned warp, uint32_t pc,
                     const struct issued *what)
{
    (void)warp, (void)pc;
    struct watch *watch = data;
    watch->warp_instructions++;
    watch->thread_instructions += (unsigned)__builtin_popcount(what->active);
    ck_assert_uint_ge(cycle, watch->last_cycle[sm]);
    watch->in_cycle[sm] = cycle == watch->last_cycle[sm] ? watch->in_cycle[sm] + 1 : 1;
    ck_assert_uint_le(watch->in_cycle[sm], watch->schedulers);
    watch->last_cycle[sm] = cycle;
}

struct bench {
    struct platform *platform;
    struct gpu_config config;
    struct workload *workload;
    struct policy_choices policies;
    struct device_memory *memory;
    struct gpu *gpu;
};

static void set_up(struct bench *bench, const struct observers *observers)
{
    const char *const dirs[] = {getenv("SIMGPU_TEST_WORKLOADS"), NULL};
    GError *error = NULL;
    bench->platform = platform_load("platforms/fermi-gtx480.xml", &error);
    ck_assert_msg(bench->platform != NULL, "%s", error ? error->message : "");
    ck_assert(gpu_config_read(&bench->config, bench->platform, &error));
    bench->workload = workload_load("workloads/examples/matmul/matmul.json", &error);
    ck_assert_msg(bench->workload != NULL, "%s", error ? error->message : "");
    ck_assert(workload_set(bench->workload, "scalars.n", "64", &error));
    ck_assert_msg(workload_prepare(bench->workload, &ptx_provider, dirs, &error), "%s",
                  error ? error->message : "");
    bench->policies = choices_with("gto");
    bench->memory = device_memory_new(bench->config.memory_bytes, 0, &error);
    struct command_source *const sources[] = {workload_source(bench->workload)};
    const struct gpu_run run = {.sources = sources,
                                .n_sources = 1,
                                .memory = bench->memory,
                                .policies = &bench->policies,
                                .observers = observers};
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER};
    bench->gpu = gpu_new(&bench->config, &run, &options);
}

static void tear_down(struct bench *bench)
{
    gpu_free(bench->gpu);
    device_memory_free(bench->memory);
    policy_choices_clear(&bench->policies);
    workload_free(bench->workload);
    gpu_config_clear(&bench->config);
    platform_free(bench->platform);
}

START_TEST(observed_is_counted)
{
    struct watch watch = {0};
    const struct observer observer = {.data = &watch, .issued = on_issue};
    const struct observers observers = {.n = 1, .list = {&observer}};
    struct bench bench;
    set_up(&bench, &observers);
    watch.schedulers = bench.config.sm.schedulers;
    ck_assert_int_eq(gpu_run_to_end(bench.gpu, false), GPU_DONE);
    struct gpu_totals totals;
    gpu_totals(bench.gpu, &totals);
    ck_assert_uint_gt(watch.warp_instructions, 10000);
    ck_assert_uint_eq(watch.warp_instructions, totals.sm.warp_instructions);
    ck_assert_uint_eq(watch.thread_instructions, totals.sm.thread_instructions);
    ck_assert_uint_eq(totals.sm.slots[SLOT_ISSUED], totals.sm.warp_instructions);
    struct device_access access = device_memory_access(bench.memory);
    GPtrArray *checks = workload_check(bench.workload, &access, NULL);
    ck_assert_uint_eq(checks->len, 1);
    ck_assert(((const struct workload_check_result *)g_ptr_array_index(checks, 0))->passed);
    g_ptr_array_unref(checks);
    tear_down(&bench);
}
END_TEST

struct told {
    uint64_t cycles[64]; /* by SM */
    uint64_t issued, started, ended;
    uint64_t loads[2], hits, merges, misses, stores; /* loads: [bypasses] */
    uint64_t sent, replied;
    uint64_t l2, l2_hits, l2_merges, l2_misses, l2_replied;
    uint64_t dram, rows[3];
};

static void told_cycle(void *data, const struct sm *sm)
{
    struct told *told = data;
    struct sm_masks masks = sm_view_masks(sm);
    ck_assert_uint_eq(sm_view_cycle(sm), told->cycles[sm_view_index(sm)]++);
    ck_assert_uint_eq(masks.ready | masks.memory | masks.timed | masks.barrier | masks.fence |
                          masks.draining,
                      masks.resident);
    for (uint64_t left = masks.resident; left; left &= left - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(left);
        struct warp_state state = sm_view_state(sm, warp, sm_view_cycle(sm));
        ck_assert_int_eq(state.wait == WARP_READY, masks.ready >> warp & 1);
        ck_assert_uint_gt(state.until, sm_view_cycle(sm));
    }
}

static void told_gap(void *data, const struct sm *sm, uint64_t first, uint64_t span)
{
    struct told *told = data;
    ck_assert_uint_eq(first, told->cycles[sm_view_index(sm)]);
    ck_assert_uint_gt(span, 0);
    struct sm_masks masks = sm_view_masks(sm);
    ck_assert_uint_eq(masks.ready & ~sm_view_unit_waiters(sm, first), 0);
    told->cycles[sm_view_index(sm)] += span;
}

static void told_start(void *data, const struct sm *sm, unsigned warp)
{
    ck_assert(sm_view_masks(sm).resident >> warp & 1);
    ((struct told *)data)->started++;
}

static void told_end(void *data, const struct sm *sm, unsigned warp)
{
    struct told *told = data;
    told->ended++;
    told->issued += sm_view_warp(sm, warp).instructions;
}

static void told_l1(void *data, const struct l1_access *access)
{
    struct told *told = data;
    if (access->op_class == OP_STORE) {
        told->stores++;
        return;
    }
    told->loads[access->bypasses]++;
    told->hits += access->hit && !access->merged && !access->missed;
    told->merges += access->merged && !access->missed;
    told->misses += access->missed && !access->bypasses;
}

static void told_sent(void *data, unsigned sm, uint64_t cycle, const struct message *request)
{
    (void)sm, (void)cycle, (void)request;
    ((struct told *)data)->sent++;
}

static void told_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply)
{
    (void)sm, (void)cycle, (void)reply;
    ((struct told *)data)->replied++;
}

static void told_l2(void *data, const struct l2_access *access)
{
    struct told *told = data;
    told->l2++;
    told->l2_hits += message_sector_count(access->hit);
    told->l2_merges += message_sector_count(access->merged);
    told->l2_misses += message_sector_count(access->missed);
    ck_assert_uint_le(access->arrival, access->cycle);
}

static void told_l2_reply(void *data, unsigned bank, uint64_t cycle, const struct message *request)
{
    (void)bank, (void)cycle, (void)request;
    ((struct told *)data)->l2_replied++;
}

static void told_dram(void *data, const struct dram_access *access)
{
    struct told *told = data;
    told->dram++;
    told->rows[access->row_state]++;
    ck_assert_uint_lt(access->arrival_ps, access->data_end_ps);
}

START_TEST(everything_is_told)
{
    struct told told = {0};
    const struct observer observer = {.data = &told,
                                      .cycle = told_cycle,
                                      .gap = told_gap,
                                      .warp_started = told_start,
                                      .warp_ended = told_end,
                                      .l1_access = told_l1,
                                      .sent = told_sent,
                                      .replied = told_replied,
                                      .l2_access = told_l2,
                                      .l2_replied = told_l2_reply,
                                      .dram_access = told_dram};
    const struct observers observers = {.n = 1, .list = {&observer}};
    struct bench bench;
    set_up(&bench, &observers);
    ck_assert_int_eq(gpu_run_to_end(bench.gpu, false), GPU_DONE);
    struct gpu_totals totals;
    gpu_totals(bench.gpu, &totals);
    uint64_t end = clock_cycle_at_or_after(&bench.config.sm.clock, gpu_end_time(bench.gpu));
    /* A kernel's end reaches SMs, idle ones, in the cycle that the run ends with. */
    for (uint32_t i = 0; i < bench.config.n_sms; i++)
        ck_assert(told.cycles[i] == end || told.cycles[i] == end + 1);
    ck_assert_uint_eq(told.issued, totals.sm.warp_instructions);
    ck_assert_uint_eq(told.started, totals.sm.warps);
    ck_assert_uint_eq(told.ended, totals.sm.warps);
    ck_assert_uint_gt(told.hits, 0);
    ck_assert_uint_eq(told.loads[false] + totals.sm.l1.uncached, totals.sm.l1.loads);
    ck_assert_uint_eq(told.hits, totals.sm.l1.hits);
    ck_assert_uint_eq(told.merges, totals.sm.l1.merges);
    ck_assert_uint_eq(told.misses, totals.sm.l1.misses);
    ck_assert_uint_eq(told.stores, totals.sm.l1.stores);
    ck_assert_uint_eq(told.sent, totals.sm.reads_sent + totals.sm.writes_sent +
                                     totals.sm.atomics_sent + totals.sm.fetches_sent);
    ck_assert_uint_eq(told.replied, told.sent);
    ck_assert_uint_eq(told.l2, told.sent);
    ck_assert_uint_eq(told.l2_replied, totals.l2.replies);
    ck_assert_uint_eq(told.l2_hits, totals.l2.access_hits);
    ck_assert_uint_eq(told.l2_merges, totals.l2.access_merges);
    ck_assert_uint_eq(told.l2_misses, totals.l2.access_misses);
    ck_assert_uint_eq(told.dram, totals.dram.reads + totals.dram.writes);
    ck_assert_uint_eq(told.rows[DRAM_ROW_HIT], totals.dram.row_hits);
    ck_assert_uint_eq(told.rows[DRAM_ROW_MISS], totals.dram.row_misses);
    ck_assert_uint_eq(told.rows[DRAM_ROW_CONFLICT], totals.dram.row_conflicts);
    tear_down(&bench);
}
END_TEST

/* Every packet has left its buffer, and no payload is left: L1 lines were dropped at kernel end. */
START_TEST(everything_has_drained)
{
    struct bench bench;
    set_up(&bench, NULL);
    ck_assert_int_eq(gpu_run_to_end(bench.gpu, false), GPU_DONE);
    const struct engine *engine = gpu_engine(bench.gpu);
    uint64_t sent = 0;
    for (guint i = 0; i < engine->wires->len; i++) {
        const struct wire *wire = g_ptr_array_index(engine->wires, i);
        ck_assert_msg(wire_drained(wire), "%s -> %s", wire->sender->name, wire->receiver->name);
    }
    for (guint i = 0; i < engine->units->len; i++) {
        const struct unit *unit = g_ptr_array_index(engine->units, i);
        ck_assert_uint_eq(unit->inbox.count, 0);
        sent += unit->next_sequence;
    }
    ck_assert_uint_eq(sent, engine->figures.messages);
    ck_assert_uint_eq(engine_payloads_in_use(engine), 0);
    tear_down(&bench);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gpu");
    TCase *cases = tcase_create("gpu");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, observed_is_counted);
    tcase_add_test(cases, everything_is_told);
    tcase_add_test(cases, everything_has_drained);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
