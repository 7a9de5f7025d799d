/* SPDX-License-Identifier: BSD-3-Clause */
/* The libraries of CUDA programs (runtime/libraries): each program compares calls with a
 * computation on the host, and counts what is wrong. They only compute; time is the simulator's
 * business. */
#include "tests/programs/run.h"

static void run_check(const char *platform, const char *program)
{
    g_autofree char *options = g_strdup_printf("%s --functional", platform);
    auto_run run;
    run_program(&run, options, program);
    ck_assert_msg(run.exit_code == 0, "%s: exit code %d\n%s%s", program, run.exit_code, run.out,
                  run.err);
    assert_line(&run, "wrong 0");
    ck_assert_double_gt(run_number(&run, "checked"), 5);
}

/* With and without tensor cores. */
static const char *const platforms[] = {"platforms/volta-qv100.xml", "platforms/ampere-a100.xml"};

START_TEST(cublas_products)
{
    run_check(platforms[_i], "cublas_matrices");
}
END_TEST

START_TEST(cublas_vectors)
{
    run_check(platforms[0], "cublas_vectors");
}
END_TEST

START_TEST(cublas_shapes)
{
    run_check(platforms[1], "cublas_shapes");
}
END_TEST

START_TEST(other_libraries)
{
    static const char *const names[] = {"cufft", "curand", "cusolver", "cusparse", "nvml"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        run_check(platforms[0], names[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("libraries");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, cublas_products, 0, (int)G_N_ELEMENTS(platforms));
    tcase_add_test(tests, cublas_vectors);
    tcase_add_test(tests, cublas_shapes);
    tcase_add_test(tests, other_libraries);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
