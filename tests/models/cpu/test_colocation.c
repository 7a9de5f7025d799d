/* SPDX-License-Identifier: BSD-3-Clause */
/* Applications side by side, on SimGrid. Each test is a process of its own. */
#include "models/cpu/colocation.h"
#include <check.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const struct cpu_host host = {.cores = 4,
                                     .clock_hz = 1e9,
                                     .llc_bytes = 1e6,
                                     .dram_bytes_per_second = 1e10,
                                     .dram_latency_ns = 50};

static struct cpu_application *application(const struct cpu_phase *phases, unsigned n)
{
    struct cpu_application *made = g_new0(struct cpu_application, 1);
    made->phases = g_array_new(FALSE, FALSE, sizeof(struct cpu_phase));
    g_array_append_vals(made->phases, phases, n);
    return made;
}

static void application_done(struct cpu_application *made)
{
    g_array_unref(made->phases);
    g_free(made);
}

static void run(struct colocation *colocations, unsigned n)
{
    ck_assert(colocations_run(&host, colocations, n, "test", NULL));
}

/* Every instruction misses, so that cache and latency have no part: 64 bytes each. */
static const struct cpu_phase stream = {.instructions = 1e7,
                                        .ipc = 1,
                                        .llc_accesses = 1000,
                                        .llc_misses = 1000,
                                        .footprint_bytes = 1e9,
                                        .overlap = 1000};

/* Flows sum to the link: equal streams, each of which wants more than all of it. */
START_TEST(shares_the_link)
{
    struct cpu_application *made = application(&stream, 1);
    struct colocation all[4];
    for (unsigned n = 0; n < 4; n++) {
        all[n] = (struct colocation){.measured = made, .n_beside = n};
        for (unsigned i = 0; i < n; i++)
            all[n].beside[i] = made;
    }
    run(all, 4);
    for (unsigned n = 0; n < 4; n++) {
        ck_assert_double_eq(all[n].bytes, 64e7);
        const double moved = (n + 1) * all[n].bytes / all[n].seconds;
        ck_assert_double_eq_tol(moved / host.dram_bytes_per_second, 1, 1e-9);
    }
    application_done(made);
}
END_TEST

/* Alone the times are those of the phases: instructions / (ipc x clock). A last step may be short.
 */
START_TEST(takes_its_own_time_alone)
{
    const struct cpu_phase phases[] = {
        {.instructions = 2.5e6,
         .ipc = 2,
         .llc_accesses = 5,
         .llc_misses = 2,
         .footprint_bytes = 5e6,
         .overlap = 1},
        {.instructions = 1e3, .ipc = 0.5, .footprint_bytes = 1, .overlap = 1}};
    struct cpu_application *made = application(phases, 2);
    struct colocation alone = {.measured = made};
    run(&alone, 1);
    ck_assert_double_eq_tol(alone.seconds, 1.25e-3 + 2e-6, 4e-12); /* four steps, to whole ps */
    ck_assert_double_eq_tol(alone.bytes, 2.5e6 * 2 / 1000 * 64, 1e-6);
    application_done(made);
}
END_TEST

/* Half of the cache, by hand: misses 2 sqrt 2 for 2, each of 50 cycles, 5 ways at a time. */
START_TEST(misses_cost_their_latency)
{
    const struct cpu_phase phase = {.instructions = 1e6,
                                    .ipc = 2,
                                    .llc_accesses = 5,
                                    .llc_misses = 2,
                                    .footprint_bytes = 5e6,
                                    .overlap = 5};
    struct cpu_application *made = application(&phase, 1);
    struct colocation half = {.measured = made, .llc_taken = 5e5};
    run(&half, 1);
    const double more = 2 * M_SQRT2 - 2;
    ck_assert_double_eq_tol(half.seconds, 5e-4 + more * 50 / 5 * 1e-6, 1e-12);
    application_done(made);
}
END_TEST

/* More pressure is never less time, and does something in the end. */
START_TEST(degrades_monotonically)
{
    enum { LEVELS = 20 };
    const struct cpu_phase phases[] = {{.instructions = 5e6,
                                        .ipc = 1,
                                        .llc_accesses = 60,
                                        .llc_misses = 20,
                                        .footprint_bytes = 5e6,
                                        .overlap = 2},
                                       {.instructions = 5e6,
                                        .ipc = 2,
                                        .llc_accesses = 10,
                                        .llc_misses = 1,
                                        .footprint_bytes = 5e5,
                                        .overlap = 1}};
    struct cpu_application *made = application(phases, 2);
    struct colocation all[2 * LEVELS];
    for (unsigned i = 0; i < LEVELS; i++) {
        const double level = (double)i / LEVELS;
        all[i] = (struct colocation){.measured = made, .llc_taken = level * host.llc_bytes};
        all[LEVELS + i] =
            (struct colocation){.measured = made, .dram_taken = level * host.dram_bytes_per_second};
    }
    run(all, 2 * LEVELS);
    ck_assert_double_eq(all[0].seconds, all[LEVELS].seconds);
    for (unsigned i = 1; i < LEVELS; i++) {
        ck_assert_double_ge(all[i].seconds, all[i - 1].seconds);
        ck_assert_double_ge(all[LEVELS + i].seconds, all[LEVELS + i - 1].seconds);
    }
    ck_assert_double_gt(all[LEVELS - 1].seconds, 1.5 * all[0].seconds);
    ck_assert_double_gt(all[2 * LEVELS - 1].seconds, 1.02 * all[0].seconds);
    application_done(made);
}
END_TEST

/* Four cores, four threads of a kernel: an application has half of a core, and so has each of
 * three. Of ten steps the first begins with the kernel, and shares evenly with all. */
START_TEST(shares_a_core_with_a_kernel)
{
    const struct cpu_phase phase = {
        .instructions = 1e7, .ipc = 1, .footprint_bytes = 1, .overlap = 1};
    struct cpu_application *made = application(&phase, 1);
    struct colocation all[3] = {
        {.measured = made},
        {.measured = made, .on_cores = true},
        {.measured = made, .on_cores = true, .beside = {made, made}, .n_beside = 2}};
    run(all, 3);
    ck_assert_double_eq_tol(all[0].seconds, 10e-3, 1e-9);
    ck_assert_double_eq_tol(all[1].seconds, (1.25 + 9 * 2) * 1e-3, 1e-9);
    ck_assert_double_eq_tol(all[2].seconds, (1.75 + 9 * 2) * 1e-3, 1e-9);
    application_done(made);
}
END_TEST

/* A colocation doesn't feel those on other hosts. */
START_TEST(is_on_its_own)
{
    const struct cpu_phase phase = {.instructions = 5e6,
                                    .ipc = 1,
                                    .llc_accesses = 60,
                                    .llc_misses = 20,
                                    .footprint_bytes = 5e6,
                                    .overlap = 2};
    struct cpu_application *one = application(&phase, 1), *other = application(&stream, 1);
    struct colocation all[3] = {{.measured = one, .beside = {other}, .n_beside = 1},
                                {.measured = other, .dram_taken = 5e9},
                                {.measured = one, .beside = {other}, .n_beside = 1}};
    run(all, 3);
    ck_assert_double_eq_tol(all[0].seconds / all[2].seconds, 1, 1e-12);
    ck_assert_double_gt(all[0].seconds, 5e-3);
    application_done(one);
    application_done(other);
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"{\"applications\": []}", ": at the top level: member \"host\" is missing"},
    {"{\"host\": {\"cores\": 0, \"clock_hz\": 1e9, \"llc_bytes\": 1, \"dram_bytes_per_second\": "
     "1e9, \"dram_latency_ns\": 1}, \"applications\": []}",
     ": at host.cores: expected a number from 1 to 1024, found 0"},
    {"{\"host\": {\"cores\": 1, \"clock_hz\": 1e9, \"llc_bytes\": 1, \"dram_bytes_per_second\": "
     "1e9, \"dram_latency_ns\": 1}, \"applications\": [{\"name\": \"a\", \"phases\": "
     "[{\"instructions\": 1, \"ipc\": 1, \"llc_accesses\": 1, \"llc_misses\": 2, "
     "\"footprint_bytes\": 1, \"overlap\": 1}]}]}",
     ": at applications[0].phases[0]: llc_misses must not be more than llc_accesses"},
};

START_TEST(refuses_with_the_place)
{
    char *path = NULL;
    GError *error = NULL;
    close(g_file_open_tmp("applications-XXXXXX.json", &path, NULL));
    ck_assert(g_file_set_contents(path, bad[_i].text, -1, NULL));
    ck_assert_ptr_null(cpu_applications_load(path, &error));
    g_autofree char *message = g_strconcat(path, bad[_i].message, NULL);
    ck_assert_str_eq(error->message, message);
    g_error_free(error);
    g_unlink(path);
    g_free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("colocation");
    TCase *tcase = tcase_create("colocation");
    tcase_add_test(tcase, shares_the_link);
    tcase_add_test(tcase, takes_its_own_time_alone);
    tcase_add_test(tcase, misses_cost_their_latency);
    tcase_add_test(tcase, degrades_monotonically);
    tcase_add_test(tcase, shares_a_core_with_a_kernel);
    tcase_add_test(tcase, is_on_its_own);
    tcase_add_loop_test(tcase, refuses_with_the_place, 0, G_N_ELEMENTS(bad));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
