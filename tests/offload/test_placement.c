/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/evaluation.h"
#include <check.h>
#include <stdlib.h>

/* The kernel takes twice its time on the CPU and 1.5 times on the GPU, the application 4 times its
 * own beside it on the CPU and 1.2 times with it on the GPU. */
static const struct placement one[TARGETS] = {
    [TARGET_CPU] = {.alone = 3, .colocated = 6, .slowdown = {4}},
    [TARGET_GPU] = {.alone = 4, .colocated = 6, .slowdown = {1.2}}};

static double value(enum goal goal, double weight, enum target target)
{
    return placement_value(one, 1, goal, weight, target);
}

/* By hand from Equations 6.1, 6.3 and 6.4. */
START_TEST(values_goals)
{
    ck_assert_double_eq_tol(value(GOAL_TIME, 1, TARGET_GPU), 1.0 / 6, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_THROUGHPUT, 1, TARGET_CPU), 1, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_THROUGHPUT, 1, TARGET_GPU), (1 + 4 / 1.2) / 2, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_WEIGHTED_SPEEDUP, 1, TARGET_CPU), 0.5 + 0.25, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_WEIGHTED_SPEEDUP, 2, TARGET_GPU), 4.0 / 6 + 2 / 1.2, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_FAIRNESS, 1, TARGET_CPU), 2.0 / 4, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_FAIRNESS, 1, TARGET_GPU), 1.2 / 1.5, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_FAIRNESS, 2.5, TARGET_CPU), 2.0 / 10, 1e-12);
    ck_assert_double_eq_tol(value(GOAL_FAIRNESS, 2.5, TARGET_GPU), 1.5 / 3, 1e-12);
}
END_TEST

/* A weight changes the choice: with 0.5 CPU's slowdowns are equal. With time, both are as good. */
START_TEST(chooses)
{
    ck_assert_int_eq(placement_choose(one, 1, GOAL_TIME, 1), TARGET_CPU);
    ck_assert_int_eq(placement_choose(one, 1, GOAL_THROUGHPUT, 1), TARGET_GPU);
    ck_assert_int_eq(placement_choose(one, 1, GOAL_FAIRNESS, 1), TARGET_GPU);
    ck_assert_int_eq(placement_choose(one, 1, GOAL_FAIRNESS, 0.5), TARGET_CPU);
    ck_assert_int_eq(placement_choose(one, 0, GOAL_FAIRNESS, 1), TARGET_CPU);
    struct placement nonsense[TARGETS] = {one[TARGET_CPU], one[TARGET_GPU]};
    nonsense[TARGET_GPU].colocated = -6; /* a slowdown of next to nothing */
    ck_assert_int_eq(placement_choose(nonsense, 1, GOAL_TIME, 1), TARGET_GPU);
    ck_assert_int_eq(placement_choose(nonsense, 1, GOAL_FAIRNESS, 1), TARGET_CPU);
}
END_TEST

/* Three kernels alone: 4 times as fast on the GPU and so predicted; twice as fast on the CPU, and
 * predicted the other way round; twice as fast on the CPU and
 * predicted to take less than no time, and on the GPU still less. */
START_TEST(compares_policies)
{
    struct feature_table *table =
        feature_table_parse("t.csv",
                            "kernel,cpu_alone,gpu_alone,predicted_cpu_alone,predicted_gpu_alone\n"
                            "a,8,2,5,4\nb,1,2,5,4\nc,3,6,-1,-2\n",
                            NULL);
    struct evaluation evaluation;
    ck_assert(evaluation_init(&evaluation, table, GOAL_TIME, 1, NULL));
    ck_assert_uint_eq(evaluation.n_applications, 0);
    ck_assert_uint_eq(evaluation.chosen[TARGET_GPU][TARGET_GPU], 1);
    ck_assert_uint_eq(evaluation.chosen[TARGET_GPU][TARGET_CPU], 2);
    ck_assert_double_eq_tol(evaluation.speedup[ALWAYS_CPU], 1, 1e-12);
    ck_assert_double_eq_tol(evaluation.speedup[ALWAYS_GPU], 5.0 / 3, 1e-12);
    ck_assert_double_eq_tol(evaluation.speedup[BY_PREDICTION], 5.0 / 3, 1e-12);
    ck_assert_double_eq_tol(evaluation.speedup[BY_MEASUREMENT], 2, 1e-12);
    evaluation_finish(&evaluation);
    feature_table_free(table);
}
END_TEST

#define NAMES(p)                                                                                   \
    p "cpu_alone," p "gpu_alone," p "cpu_colocated," p "gpu_colocated," p "cpu_slowdown," p        \
      "gpu_slowdown," p "cpu_slowdown2," p "gpu_slowdown2"

/* Two applications: fairness 1.25 / 4 on the CPU, 1 / 2 on the GPU; predicted the other way. */
START_TEST(knows_two_applications)
{
    struct feature_table *table = feature_table_parse(
        "t.csv", NAMES("") "," NAMES("predicted_") "\n4,1,5,2,4,1,2,1.5,4,1,5,3,1,1,1.25,1\n",
        NULL);
    struct evaluation evaluation;
    ck_assert(evaluation_init(&evaluation, table, GOAL_FAIRNESS, 1, NULL));
    ck_assert_uint_eq(evaluation.n_applications, 2);
    const struct evaluated *row = &g_array_index(evaluation.rows, struct evaluated, 0);
    ck_assert_double_eq_tol(row->value[TARGET_CPU], 1.25 / 4, 1e-12);
    ck_assert_double_eq_tol(row->value[TARGET_GPU], 0.5, 1e-12);
    ck_assert_int_eq(row->best, TARGET_GPU);
    ck_assert_int_eq(row->predicted, TARGET_CPU);
    ck_assert_double_eq_tol(evaluation.speedup[BY_MEASUREMENT], 2.5, 1e-12);
    evaluation_finish(&evaluation);
    feature_table_free(table);
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"cpu_alone,gpu_alone\n1,2\n",
     "t.csv:1: there is no column \"predicted_cpu_alone\"; there are: cpu_alone, gpu_alone"},
    {"cpu_alone,gpu_alone\n0,2\n", "t.csv:2: cpu_alone wants a number above 0, not 0"},
    {"cpu_alone,gpu_alone\n", "t.csv: has no rows"},
    {"cpu_alone,gpu_alone,cpu_slowdown\n1,2,1\n",
     "t.csv:1: there is no column \"cpu_colocated\"; there are: cpu_alone, gpu_alone, "
     "cpu_slowdown"},
};

START_TEST(refuses_with_the_line)
{
    struct feature_table *table = feature_table_parse("t.csv", bad[_i].text, NULL);
    struct evaluation evaluation;
    GError *error = NULL;
    ck_assert(!evaluation_init(&evaluation, table, GOAL_TIME, 1, &error));
    ck_assert_str_eq(error->message, bad[_i].message);
    g_error_free(error);
    evaluation_finish(&evaluation);
    feature_table_free(table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("placement");
    TCase *tcase = tcase_create("placement");
    tcase_add_test(tcase, values_goals);
    tcase_add_test(tcase, chooses);
    tcase_add_test(tcase, compares_policies);
    tcase_add_test(tcase, knows_two_applications);
    tcase_add_loop_test(tcase, refuses_with_the_line, 0, G_N_ELEMENTS(bad));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
