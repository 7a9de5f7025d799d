/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs with tensor cores: simulated and only computed. */
#include "tests/programs/run.h"

static const char *const ways[] = {NULL, "--functional"};

START_TEST(fragments_of_every_form)
{
    auto_run run;
    run_well(&run, ways[_i], "matrices fragments");
    assert_line(&run, "products 77");
    assert_line(&run, "wrong 0");
}
END_TEST

/* Whole numbers exactly, others within the bound of sums that are rounded one after the other. */
START_TEST(a_product_of_large_matrices)
{
    static const char *const words[] = {"matrices product 128 1", "matrices product 128 0"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        auto_run run;
        run_well(&run, ways[_i], words[i]);
        assert_line(&run, "wrong 0");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("matrices");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, fragments_of_every_form, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, a_product_of_large_matrices, 0, (int)G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
