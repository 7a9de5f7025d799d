/* SPDX-License-Identifier: BSD-3-Clause */
/* The libraries of CUDA programs (runtime/libraries): each program compares calls with a
 * computation on the host, and counts what is wrong. They only compute; time is the simulator's
 * business. */
#include "tests/programs/run.h"

static void run_check(const char *platform, const char *program)
{
    /* The interpreter is done before a compiler is. */
    g_autofree char *options = g_strdup_printf("%s --functional --compile-kernels=never", platform);
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

/* With a second GPU, which it takes on demand. */
START_TEST(cublas_xt)
{
    run_check("platforms/volta-qv100.xml --set gpu.count=2", "cublas_xt");
}
END_TEST

START_TEST(cufft_on_two_gpus)
{
    run_check("platforms/volta-qv100.xml --set gpu.count=2", "cufft_multiple");
}
END_TEST

START_TEST(cusolver_on_two_gpus)
{
    run_check("platforms/volta-qv100.xml --set gpu.count=2", "cusolver_several");
}
END_TEST

START_TEST(cublas_shapes)
{
    run_check(platforms[1], "cublas_shapes");
}
END_TEST

START_TEST(other_libraries)
{
    static const char *const names[] = {"cublas_calls",
                                        "cublas_rotations",
                                        "cublas_extras",
                                        "cublas_legacy",
                                        "cublas_light",
                                        "cufft",
                                        "cufft_callbacks",
                                        "cufftw",
                                        "curand",
                                        "curand_sobol",
                                        "cusolver",
                                        "cusolver_eigen",
                                        "cusolver_more",
                                        "cusolver_refined",
                                        "cusolver_qr",
                                        "cusolver_sparse",
                                        "cusolver_svd",
                                        "cusparse",
                                        "cusparse_blocks",
                                        "cusparse_products",
                                        "cusparse_entries",
                                        "cusparse_formats",
                                        "cusparse_older",
                                        "cusparse_solves",
                                        "cusparse_tridiagonal",
                                        "nvml"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        run_check(platforms[0], names[i]);
}
END_TEST

/* NCCL on several GPUs: whatever their number and the engine's lookahead, and with a thread for
 * each rank, the same results. */
START_TEST(nccl_on_several_gpus)
{
    static const char *const gpus[] = {"--set gpu.count=2 --set sm.count=2",
                                       "--set gpu.count=3 --set sm.count=2 --functional",
                                       "--set gpu.count=4 --set sm.count=1"};
    g_autofree char *first = NULL;
    for (int narrow = 0; narrow < 2; narrow++) {
        g_autofree char *options =
            g_strconcat(gpus[_i], narrow ? " --set engine.lookahead=1" : "", NULL);
        auto_run run;
        run_program(&run, options, "nccl");
        ck_assert_msg(run.exit_code == 0, "%s\n%s", run.out, run.err);
        assert_line(&run, "wrong 0");
        ck_assert_double_gt(run_number(&run, "checked"), 10000);
        char *result = result_without_host(run.result);
        if (first)
            ck_assert_str_eq(first, result);
        g_free(first);
        first = result;
    }
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
    tcase_add_test(tests, cublas_xt);
    tcase_add_test(tests, cufft_on_two_gpus);
    tcase_add_test(tests, cusolver_on_two_gpus);
    tcase_add_test(tests, other_libraries);
    tcase_add_loop_test(tests, nccl_on_several_gpus, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
