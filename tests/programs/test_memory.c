/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory as programs use it: each program checks what it reads. */
#include "tests/programs/run.h"

START_TEST(a_gibibyte)
{
    run_in_mode(_i, "memory gibibyte",
                (const char *const[]){"wrong 0", "last 9", "left 511", "all 1536", NULL});
}
END_TEST

/* 1,536 MiB hold 15 pieces of 100 MiB; the platform's memory.size says so. */
START_TEST(memory_is_used_up_and_given_back)
{
    run_in_mode(_i, "memory until_full",
                (const char *const[]){"pieces 15", "error cudaErrorMemoryAllocation", "left_over 1",
                                      "same_place 1", "all_back 1",
                                      "too_much cudaErrorMemoryAllocation", NULL});
}
END_TEST

START_TEST(memory_is_used_again)
{
    run_in_mode(_i, "memory reuse", (const char *const[]){"wrong 0", NULL});
}
END_TEST

START_TEST(host_and_kernels_share_managed_memory)
{
    run_in_mode(_i, "memory managed", (const char *const[]){"wrong 0", NULL});
}
END_TEST

START_TEST(rectangles_are_copied_and_set)
{
    run_in_mode(_i, "memory rows",
                (const char *const[]){"pitch 512", "wrong 0", "spoilt 0", "set 1000",
                                      "narrow_pitch cudaErrorInvalidPitchValue", NULL});
}
END_TEST

START_TEST(symbols_have_values)
{
    run_in_mode(_i, "memory symbols",
                (const char *const[]){"initial 2.5 3", "changed 110.5 300", "plain 20",
                                      "table 0.5 10.5 20.5", "words 100 2 300 4", "size 16",
                                      "too_long cudaErrorInvalidValue",
                                      "address 20.5, kernel 7.5 4.5, set 0", NULL});
}
END_TEST

/* Between the texels 0, 1, 16, 25: 42 / 4. */
START_TEST(textures_are_read)
{
    run_in_mode(_i, "memory textures",
                (const char *const[]){"line 0", "plane 0", "between 10.5", NULL});
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_gibibyte, 0, RUN_MODES);
    tcase_add_loop_test(tests, memory_is_used_up_and_given_back, 0, RUN_MODES);
    tcase_add_loop_test(tests, memory_is_used_again, 0, RUN_MODES);
    tcase_add_loop_test(tests, host_and_kernels_share_managed_memory, 0, RUN_MODES);
    tcase_add_loop_test(tests, rectangles_are_copied_and_set, 0, RUN_MODES);
    tcase_add_loop_test(tests, symbols_have_values, 0, RUN_MODES);
    tcase_add_loop_test(tests, textures_are_read, 0, RUN_MODES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
