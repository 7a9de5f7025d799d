/* SPDX-License-Identifier: BSD-3-Clause */
/* cuda_fp8.h, cuda_fp6.h and cuda_fp4.h on device and host: all halves, all bfloat16, floats and
 * doubles beside the borders of rounding, and all codes of each format. */
#include "tests/programs/run.h"

/* The second has the instructions of compute capability 8.9, where a clang is installed that knows
 * it. */
static const char *const programs[] = {"fp8", "fp8_sm_89"};

static bool is_built(const char *name)
{
    g_autofree char *path = program_path(name);
    return g_file_test(path, G_FILE_TEST_IS_EXECUTABLE);
}

static void run_case_of(const char *program, const char *name, const char *checked)
{
    auto_run run;
    g_autofree char *words = g_strdup_printf("%s %s", program, name);
    run_well(&run, "--functional", words);
    assert_line(&run, "wrong 0");
    assert_line(&run, checked);
}

START_TEST(conversions_are_exact)
{
    if (!is_built(programs[_i]))
        return;
    run_case_of(programs[_i], "towards", "checked 2097152");
    run_case_of(programs[_i], "from", "checked 13312");
    run_case_of(programs[_i], "packs", "checked 10242");
    run_case_of(programs[_i], "scales", "checked 26105");
}
END_TEST

/* cuda_fp4.h and cuda_fp6.h. */
START_TEST(fewer_bits)
{
    run_case_of("fp46", "towards", "checked 3145728");
    run_case_of("fp46", "from", "checked 5184");
    run_case_of("fp46", "packs", "checked 6720");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fp8");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, fewer_bits);
    tcase_add_loop_test(tests, conversions_are_exact, 0, (int)G_N_ELEMENTS(programs));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
