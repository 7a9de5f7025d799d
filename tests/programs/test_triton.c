/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels as Triton's compiler writes them (triton/), with their metadata, through the driver
 * interface: a sum, softmax, and a product of matrices with copies in flight, ldmatrix and mma. */
#include "tests/programs/run.h"

static const char *const ways[] = {"", "--functional "};

static void run_kernel(struct run *run, const char *way, const char *name, const char *numbers)
{
    g_autofree char *folder = source_path("tests/programs/triton");
    g_autofree char *options = g_strchomp(g_strconcat("platforms/ampere-a100.xml ", way, NULL));
    g_autofree char *words = g_strdup_printf("triton %s %s %s", name, folder, numbers);
    run_well(run, options, words);
    assert_line(run, "threads 128 of 128");
    assert_line(run, "spilled 0");
    assert_line(run, "wrong 0");
}

/* A whole number of programs, and one that has to mask. */
START_TEST(a_sum_of_vectors)
{
    static const char *const sizes[] = {"4096", "10000", "4"};
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
        auto_run run;
        run_kernel(&run, ways[_i], "vector_add", sizes[i]);
    }
}
END_TEST

/* Rows that fill the warps and rows that don't; more rows than programs. */
START_TEST(softmax_of_rows)
{
    static const char *const sizes[] = {"5 1024 5", "37 780 16", "3 4 1"};
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
        auto_run run;
        run_kernel(&run, ways[_i], "softmax", sizes[i]);
    }
}
END_TEST

/* One tile; several with rests on all sides, in more than one group of programs; less depth than
 * there are copies in flight. */
START_TEST(a_product_of_matrices)
{
    static const char *const sizes[] = {"64 64 64", "584 136 264", "8 200 24"};
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
        auto_run run;
        run_kernel(&run, ways[_i], "matmul", sizes[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("triton");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, a_sum_of_vectors, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, softmax_of_rows, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, a_product_of_matrices, 0, (int)G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
