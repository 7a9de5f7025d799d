/* SPDX-License-Identifier: BSD-3-Clause */
/* Samples that SMs send to the dispatcher's policies, on a whole GPU without SimGrid: at exact
 * cycles, the same at any lookahead, and nothing is lost between two of them. */
#include "models/gpu.h"
#include "policies/dispatcher_policy.h"
#include "policies/partition/partition.h"
#include "policies/policy_values.h"
#include "policies/registry.h"
#include "workloads/loader/workload.h"
#include "workloads/ptx/kernels/provider.h"
#include <check.h>
#include <stdlib.h>

enum { MOST_SMS = 16, PERIOD = 200 };

/* ---- a partition that listens -----------------------------------------------------------------
 */

struct heard {
    GString *text; /* one line a sample */
    uint64_t samples;
    uint64_t instructions[MOST_SMS], cycles[MOST_SMS]; /* by SM */
    uint64_t wire_cycles;                              /* from an SM to the dispatcher */
};
static struct heard heard; /* by the run under way */

static uint64_t sample_every(const void *state)
{
    (void)state;
    return PERIOD;
}

static void sampled(void *state, const struct dispatcher_sample *sample, uint64_t cycle)
{
    (void)state;
    ck_assert_uint_lt(sample->sm, MOST_SMS);
    ck_assert_uint_gt(sample->cycles, 0);
    ck_assert_uint_le(sample->instructions, 2 * sample->cycles);
    ck_assert_uint_le(sample->memory_stalls, 2 * sample->cycles);
    ck_assert_uint_eq((cycle - heard.wire_cycles) % PERIOD, 0);
    heard.samples++;
    heard.instructions[sample->sm] += sample->instructions;
    heard.cycles[sample->sm] += sample->cycles;
    g_string_append_printf(heard.text,
                           "%" G_GUINT64_FORMAT ": SM %u, launch %u: %" G_GUINT64_FORMAT
                           " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                           cycle, sample->sm, sample->launch, sample->cycles, sample->instructions,
                           sample->memory_stalls);
}

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    (void)state, (void)view, (void)kernel, (void)sm;
    return UINT32_MAX;
}

static const struct partition_ops listener = {
    .policy = {.head = {.name = "listener", .summary = "x", .source = "x"},
               .on = {.sampled = sampled},
               .sample_every = sample_every},
    .quota = quota,
};

/* ---- a run ------------------------------------------------------------------------------------
 */

static void choose_policies(struct policy_choices *choices, bool listens)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++)
        choices->of[kind] = policy_values_new(policy_kinds[kind]->built_in[0]);
    if (!listens)
        return;
    policy_values_free(choices->of[POLICY_PARTITION]);
    choices->of[POLICY_PARTITION] = policy_values_new(&listener.policy.head);
}

static struct workload *load(const char *n)
{
    const char *const dirs[] = {getenv("SIMGPU_TEST_WORKLOADS"), NULL};
    GError *error = NULL;
    struct workload *workload = workload_load("workloads/examples/vecadd/vecadd.json", &error);
    ck_assert_msg(workload != NULL, "%s", error ? error->message : "");
    ck_assert(workload_set(workload, "scalars.n", n, &error));
    ck_assert_msg(workload_prepare(workload, &ptx_provider, dirs, &error), "%s",
                  error ? error->message : "");
    return workload;
}

struct outcome {
    uint64_t warp_instructions, kernel_cycles, per_sm[MOST_SMS];
};

static struct outcome run_with(sim_time window, bool listens)
{
    GError *error = NULL;
    struct gpu_config config;
    struct platform *platform = platform_load("platforms/fermi-gtx480.xml", &error);
    ck_assert_msg(platform && gpu_config_read(&config, platform, &error), "%s",
                  error ? error->message : "");
    struct workload *workload = load("60000");
    struct policy_choices policies = {0};
    choose_policies(&policies, listens);
    struct device_memory *memory = device_memory_new(config.memory_bytes, 0, &error);
    struct command_source *const sources[] = {workload_source(workload)};
    const struct gpu_run run = {
        .sources = sources, .n_sources = 1, .memory = memory, .policies = &policies};
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    heard = (struct heard){.text = g_string_new(NULL)};
    heard.wire_cycles =
        clock_cycle_at_or_after(&config.dispatcher.clock, config.dispatcher.sm_wire.latency);
    struct gpu *gpu = gpu_new(&config, &run, &options);
    ck_assert_int_eq(gpu_run_to_end(gpu, false), GPU_DONE);
    struct gpu_totals totals;
    gpu_totals(gpu, &totals);
    struct outcome outcome = {.warp_instructions = totals.sm.warp_instructions,
                              .kernel_cycles = gpu_dispatcher_counters(gpu)->kernel_cycles};
    for (uint32_t i = 0; i < config.n_sms; i++)
        outcome.per_sm[i] = sm_counters(gpu_sm(gpu, i))->warp_instructions;
    gpu_free(gpu);
    device_memory_free(memory);
    policy_choices_clear(&policies);
    workload_free(workload);
    gpu_config_clear(&config);
    platform_free(platform);
    return outcome;
}

START_TEST(the_same_at_any_lookahead)
{
    static const sim_time windows[] = {4285, 1428}; /* three cycles, and one */
    struct outcome first = run_with(SIM_TIME_NEVER, true);
    GString *expected = heard.text;
    ck_assert_uint_gt(heard.samples, 30);
    for (unsigned i = 0; i < MOST_SMS; i++) {
        ck_assert_uint_le(heard.instructions[i], first.per_sm[i]);
        ck_assert_uint_le(heard.cycles[i], first.kernel_cycles);
        /* What comes behind the last sample is less than a period's. */
        ck_assert_uint_ge(heard.instructions[i] + 2 * PERIOD, first.per_sm[i]);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(windows); i++) {
        struct outcome other = run_with(windows[i], true);
        ck_assert_str_eq(heard.text->str, expected->str);
        ck_assert_mem_eq(&other, &first, sizeof first);
        g_string_free(heard.text, TRUE);
    }
    g_string_free(expected, TRUE);
}
END_TEST

START_TEST(nobody_asks)
{
    struct outcome asked = run_with(SIM_TIME_NEVER, true);
    g_string_free(heard.text, TRUE);
    struct outcome silent = run_with(SIM_TIME_NEVER, false);
    ck_assert_uint_eq(heard.samples, 0);
    ck_assert_uint_eq(asked.warp_instructions, silent.warp_instructions);
    ck_assert_uint_eq(asked.kernel_cycles,
                      silent.kernel_cycles); /* samples cost no block its way */
    g_string_free(heard.text, TRUE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sm_samples");
    TCase *tcase = tcase_create("samples");
    tcase_add_test(tcase, the_same_at_any_lookahead);
    tcase_add_test(tcase, nobody_asks);
    tcase_set_timeout(tcase, 60);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
