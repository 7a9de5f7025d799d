/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole GPU without SimGrid: driven by the plain runner, watched by an observer. What the
 * observer sees issued must be what the counters say and what the blocks report. */
#include "models/gpu.h"
#include "policies/registry.h"
#include "policies/warp_scheduler/registry.h"
#include "workloads/loader/workload.h"
#include "workloads/ptx/provider.h"
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
    struct policy_registry *policies;
    struct policy_values *values;
    struct device_memory *memory;
    struct gpu *gpu;
};

static void set_up(struct bench *bench, const struct observers *observers)
{
    static const struct policy_kind *const kinds[] = {&warp_scheduler_kind, NULL};
    const char *const dirs[] = {getenv("SIMGPU_TEST_WORKLOADS"), NULL};
    GError *error = NULL;
    bench->platform = platform_load("platforms/fermi-gtx480.xml", &error);
    ck_assert_msg(bench->platform != NULL, "%s", error ? error->message : "");
    ck_assert(gpu_config_read(&bench->config, bench->platform, &error));
    bench->workload = workload_load("workloads/matmul/matmul.json", &error);
    ck_assert_msg(bench->workload != NULL, "%s", error ? error->message : "");
    ck_assert(workload_set(bench->workload, "scalars.n", "64", &error));
    ck_assert_msg(workload_prepare(bench->workload, &ptx_provider, dirs, &error), "%s",
                  error ? error->message : "");
    bench->policies = policy_registry_new(kinds);
    const struct warp_scheduler_ops *gto = warp_scheduler_find(bench->policies, "gto", &error);
    bench->values = policy_values_new(&gto->head);
    bench->memory = device_memory_new(bench->config.memory_bytes, 0, &error);
    struct command_source *const sources[] = {workload_source(bench->workload)};
    const struct gpu_run run = {.sources = sources,
                                .n_sources = 1,
                                .memory = bench->memory,
                                .scheduler = gto,
                                .scheduler_values = bench->values,
                                .observers = observers};
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER};
    bench->gpu = gpu_new(&bench->config, &run, &options);
}

static void tear_down(struct bench *bench)
{
    gpu_free(bench->gpu);
    device_memory_free(bench->memory);
    policy_values_free(bench->values);
    policy_registry_free(bench->policies);
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

/* Every packet has left its buffer, and no payload is left: L1 lines were dropped at kernel end. */
START_TEST(everything_has_drained)
{
    struct bench bench;
    set_up(&bench, NULL);
    ck_assert_int_eq(gpu_run_to_end(bench.gpu, false), GPU_DONE);
    const struct engine *engine = bench.gpu->engine;
    uint64_t packets = 0;
    for (guint i = 0; i < engine->wires->len; i++) {
        const struct wire *wire = g_ptr_array_index(engine->wires, i);
        ck_assert_msg(wire_drained(wire), "%s -> %s", wire->sender->name, wire->receiver->name);
        packets += wire->packets;
    }
    ck_assert_uint_eq(packets, engine->figures.messages);
    for (guint i = 0; i < engine->units->len; i++)
        ck_assert_uint_eq(((const struct unit *)g_ptr_array_index(engine->units, i))->inbox.count,
                          0);
    ck_assert_uint_eq(engine->payloads.in_use, 0);
    tear_down(&bench);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gpu");
    TCase *cases = tcase_create("gpu");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, observed_is_counted);
    tcase_add_test(cases, everything_has_drained);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
