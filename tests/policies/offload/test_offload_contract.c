/* SPDX-License-Identifier: BSD-3-Clause */
/* All offload policies keep the contract, and those of files choose by what these say. */
#include "base/input_error.h"
#include "policies/offload/pressure.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/policies/offload/offload_contract.h"
#include "tests/rigs/suite.h"
#include <glib/gstdio.h>
#include <string.h>

extern const struct offload_ops offload_heteropdp, offload_oracle;

static char *folder;

static void set_up(void)
{
    folder = g_dir_make_tmp("simgpu-offload-XXXXXX", NULL);
}

static void tear_down(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_dir_close(dir);
    g_rmdir(folder);
    g_free(folder);
}

static void set_file(struct policy_values *values, const char *parameter, const char *text)
{
    g_autofree char *path = g_build_filename(folder, parameter, NULL);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    ck_assert(policy_values_set(values, parameter, path, NULL));
}

START_TEST(all_keep_it)
{
    for (unsigned i = 0; offload_table[i]; i++) {
        const char *problem = offload_contract_problem(offload_table[i], NULL);
        ck_assert_msg(!problem, "%s: %s", offload_table[i]->name, problem);
    }
}
END_TEST

static void check_refused(const struct policy_values *values, const char *message)
{
    g_autoptr(GError) error = NULL;
    ck_assert(!policy_values_check(values, &error));
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    ck_assert_msg(strstr(error->message, message) != NULL, "%s", error->message);
}

/* ---- the oracle ----------------------------------------------------------------------------- */

static enum offload_device choose(const struct policy_values *values, void *state, uint32_t launch,
                                  double to_cpu, double to_gpu)
{
    const struct offload_host host = {.threads = 32};
    const struct offload_view view = {
        .kernel = "k", .launch = launch, .host = &host, .copy_seconds = {to_cpu, to_gpu}};
    return ((const struct offload_ops *)values->policy)->choose(state, &view);
}

START_TEST(oracle_knows)
{
    struct policy_values *values = policy_values_new(&offload_oracle.policy.head);
    check_refused(values, "cpu_times: expected --features of a run with offload=cpu");
    set_file(values, "cpu_times", "launch,seconds\n0,3\n1,1\n2,2\n3,\n5,1\n");
    set_file(values, "gpu_times", "kernel,launch,seconds\na,0,2\nb,1,2\nb,2,2\nb,3,9\nb,4,1\n");
    ck_assert(policy_values_check(values, NULL));
    void *state = offload_state_new(values);
    ck_assert_int_eq(choose(values, state, 0, 0, 0), OFFLOAD_GPU);
    ck_assert_int_eq(choose(values, state, 0, 0, 1.5), OFFLOAD_CPU); /* the copy costs more */
    ck_assert_int_eq(choose(values, state, 1, 0, 0), OFFLOAD_CPU);
    ck_assert_int_eq(choose(values, state, 1, 1.5, 0), OFFLOAD_GPU);
    ck_assert_int_eq(choose(values, state, 2, 0, 0), OFFLOAD_CPU); /* as good */
    ck_assert_int_eq(choose(values, state, 3, 0, 0), OFFLOAD_GPU); /* the only one known */
    ck_assert_int_eq(choose(values, state, 4, 0, 0), OFFLOAD_GPU);
    ck_assert_int_eq(choose(values, state, 5, 0, 0), OFFLOAD_CPU);
    ck_assert_int_eq(choose(values, state, 6, 0, 0), OFFLOAD_GPU); /* neither */
    offload_state_free(values, state);
    ck_assert_ptr_null(offload_contract_problem(values->policy, values));
    ck_assert(policy_values_set(values, "copies", "false", NULL));
    state = offload_state_new(values);
    ck_assert_int_eq(choose(values, state, 0, 0, 1.5), OFFLOAD_GPU);
    offload_state_free(values, state);
    set_file(values, "gpu_times", "launch,seconds\n0,2\n-1,2\n");
    check_refused(values, "gpu_times:3: no launch has number -1");
    set_file(values, "gpu_times", "launch,time\n0,2\n");
    check_refused(values, "seconds");
    policy_values_free(values);
}
END_TEST

/* ---- HeteroPDP ------------------------------------------------------------------------------ */

#define MODEL(feature, coefficient)                                                                \
    "{\"target\": \"seconds\", \"features\": [\"" feature                                          \
    "\"], \"terms\": [{\"factors\": [\"" feature "\"], \"coefficient\": " coefficient "}]}\n"
#define TABLE                                                                                      \
    "application,beside,level,slowdown\nmcf,alone,,1\nmcf,llc,0.5,1.5\nmcf,llc,1,3\n"              \
    "mcf,dram,1,1.2\nmcf,lbm,,9\n"

/* 1,000 threads and 4,000 bytes: on the CPU 1 ms alone and 1.5 beside mcf, on the GPU 2 and 2.2. */
static struct policy_values *heteropdp(void)
{
    struct policy_values *values = policy_values_new(&offload_heteropdp.policy.head);
    set_file(values, "cpu_alone", MODEL("threads", "1e-6"));
    set_file(values, "gpu_alone", MODEL("buffer_bytes", "5e-7"));
    return values;
}

static enum offload_device ask(const struct policy_values *values, unsigned n, double llc,
                               double to_gpu)
{
    static const char *const names[] = {"mcf"};
    const struct offload_host host = {.threads = 100,
                                      .llc_bytes = llc,
                                      .dram_bytes_per_second = 4e6,
                                      .n_applications = n,
                                      .applications = names};
    struct offload_view view = {.kernel = "k", .host = &host, .copy_seconds = {0, to_gpu}};
    view.features[OFFLOAD_THREADS] = 1000;
    view.features[OFFLOAD_BUFFER_BYTES] = 4000;
    void *state = offload_state_new(values);
    const enum offload_device device = offload_heteropdp.choose(state, &view);
    offload_state_free(values, state);
    return device;
}

/* Alone the faster one, with what it has to copy. */
START_TEST(heteropdp_alone)
{
    struct policy_values *values = policy_values_new(&offload_heteropdp.policy.head);
    check_refused(values, "cpu_alone: expected a model of simgpu train");
    policy_values_free(values);
    values = heteropdp();
    ck_assert_int_eq(ask(values, 0, 1e6, 0), OFFLOAD_CPU);
    set_file(values, "gpu_alone", MODEL("buffer_bytes", "2e-7"));
    ck_assert_int_eq(ask(values, 0, 1e6, 0), OFFLOAD_GPU);
    ck_assert_int_eq(ask(values, 0, 1e6, 3e-4), OFFLOAD_CPU);
    ck_assert(policy_values_set(values, "copies", "false", NULL));
    ck_assert_int_eq(ask(values, 0, 1e6, 3e-4), OFFLOAD_GPU);
    set_file(values, "gpu_alone", MODEL("weather", "2e-7"));
    check_refused(values, "the feature \"weather\" is unknown at a launch");
    policy_values_free(values);
}
END_TEST

/* Fairness beside mcf, by hand. The kernel slows down 1.5 times on the CPU, 1.1 on the GPU. A tenth
 * of its 4,000 bytes is in use at a time on the CPU: of a cache of 800 bytes that is half, and mcf
 * slows down 1.5 times: fairness 1. On the GPU 4,000 bytes in 2.2 ms are 0.4545 of the bandwidth,
 * and mcf slows down 1 + 0.2 x 0.4545 = 1.0909: fairness 0.9917. Of a cache of 400 bytes it takes
 * all, mcf slows down 3 times, and fairness on the CPU is 0.5. */
START_TEST(heteropdp_is_fair)
{
    struct policy_values *values = heteropdp();
    set_file(values, "cpu_colocated", MODEL("threads", "1.5e-6"));
    set_file(values, "gpu_colocated", MODEL("buffer_bytes", "5.5e-7"));
    set_file(values, "bubble_up", TABLE);
    ck_assert(policy_values_check(values, NULL));
    ck_assert_int_eq(ask(values, 1, 800, 0), OFFLOAD_CPU);
    ck_assert_int_eq(ask(values, 1, 400, 0), OFFLOAD_GPU);
    ck_assert(policy_values_set(values, "goal", "time", NULL));
    ck_assert_int_eq(ask(values, 1, 400, 0), OFFLOAD_CPU);
    ck_assert_ptr_null(offload_contract_problem(values->policy, values));
    set_file(values, "bubble_up", "application,beside,level,slowdown\nmcf,llc,2,1\n");
    check_refused(values, "bubble_up:2: expected a level from 0 to 1");
    policy_values_free(values);
}
END_TEST

START_TEST(pressure_lies_on_lines)
{
    char name[] = "t", text[] = TABLE;
    const struct policy_file file = {name, text};
    struct pressure_table *table = pressure_table_parse(&file, NULL);
    static const struct {
        const char *application, *resource;
        double level, slowdown;
    } cases[] = {{"mcf", "llc", 0, 1},       {"mcf", "llc", 0.25, 1.25}, {"mcf", "llc", 0.5, 1.5},
                 {"mcf", "llc", 0.75, 2.25}, {"mcf", "llc", 1, 3},       {"mcf", "dram", 0.5, 1.1},
                 {"gcc", "llc", 1, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        ck_assert_double_eq_tol(
            pressure_slowdown(table, cases[i].application, cases[i].resource, cases[i].level),
            cases[i].slowdown, 1e-12);
    pressure_table_free(table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("offload");
    TCase *tcase = tcase_create("offload");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, all_keep_it);
    tcase_add_test(tcase, oracle_knows);
    tcase_add_test(tcase, heteropdp_alone);
    tcase_add_test(tcase, heteropdp_is_fair);
    tcase_add_test(tcase, pressure_lies_on_lines);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
