/* SPDX-License-Identifier: BSD-3-Clause */
/* A program of the driver interface: simulated and only computed. */
#include "tests/programs/run.h"
#include <string.h>

static const char *const ways[] = {NULL, "--functional"};

START_TEST(kernels_of_a_module_run)
{
    auto_run run;
    run_well(&run, ways[_i], "driver launches");
    assert_line(&run, "same 1");
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(constants_have_addresses_for_copies)
{
    auto_run run;
    run_well(&run, ways[_i], "driver constants");
    assert_line(&run, "bytes 8");
    assert_line(&run, "back 13");
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(constants_and_device_memory)
{
    static const char *const lines[] = {"set 1 0x107", "from 1 0x107", "to 21 22", "across 21 22"};
    auto_run run;
    run_well(&run, ways[_i], "driver constant_ends");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(pieces_are_linked)
{
    auto_run run;
    run_well(&run, "--functional", "driver linked");
    assert_line(&run, "answer 42");
    assert_line(&run, "functions 2 2 ask second 1");
}
END_TEST

/* As nvcc and gcc link, with -lcuda alone and with -lcudart behind it. */
START_TEST(programs_of_other_linkers)
{
    static const char *const programs[] = {"linked_driver", "linked_both"};
    auto_run run, undefined;
    run_well(&run, NULL, programs[_i]);
    assert_line(&run, "value 7, taken 1, unloaded 0, back 1");
    g_autofree char *words = g_strconcat(programs[_i], " undefined", NULL);
    run_program(&undefined, NULL, words);
    assert_complains(&undefined, "elsewhere is .extern, and nothing that is linked defines it");
}
END_TEST

START_TEST(corners)
{
    static const char *const lines[] = {"short CUDA_ERROR_INVALID_VALUE",
                                        "unloaded CUDA_ERROR_INVALID_HANDLE",
                                        "empty CUDA_ERROR_INVALID_IMAGE",
                                        "folder CUDA_ERROR_FILE_NOT_FOUND",
                                        "type 0",
                                        "old 1",
                                        "new 1",
                                        "other CUDA_ERROR_NOT_FOUND"};
    auto_run run;
    run_program(&run, "--functional", "driver corners");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    ck_assert_ptr_nonnull(strstr(run.err, "cuModuleLoad: /: Is a directory"));
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(copies_and_memsets_of_all_shapes)
{
    auto_run run;
    run_well(&run, ways[_i], "driver shapes");
    assert_line(&run, "wrong 0");
    assert_line(&run, "words deadbeef 12341234 56565656 77777777");
}
END_TEST

/* What fits on an SM of the GTX 480: 1,536 threads, 15 SMs. */
START_TEST(both_interfaces_mix)
{
    auto_run run;
    run_well(&run, NULL, "driver mixed");
    assert_line(&run, "wrong 0");
    assert_line(&run, "took 1");
    assert_line(&run, "sms 1");
    assert_line(&run, "threads 1024");
    assert_line(&run, "blocks 6");
    assert_line(&run, "full 23040");
    assert_line(&run, "type 2");
}
END_TEST

START_TEST(errors_are_the_drivers)
{
    static const char *const lines[] = {"kernel CUDA_ERROR_NOT_FOUND",
                                        "variable CUDA_ERROR_NOT_FOUND",
                                        "text CUDA_ERROR_INVALID_PTX",
                                        "file CUDA_ERROR_FILE_NOT_FOUND",
                                        "other file CUDA_ERROR_FILE_NOT_FOUND",
                                        "cubin CUDA_ERROR_NO_BINARY_FOR_GPU",
                                        "archive CUDA_ERROR_NOT_SUPPORTED",
                                        "memory CUDA_ERROR_OUT_OF_MEMORY",
                                        "handle CUDA_ERROR_INVALID_HANDLE",
                                        "device CUDA_ERROR_INVALID_DEVICE",
                                        "stack CUDA_ERROR_INVALID_CONTEXT",
                                        "context 0",
                                        "runtime cudaSuccess"};
    auto_run run;
    run_program(&run, NULL, "driver errors");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    ck_assert_ptr_nonnull(strstr(run.err, "module-1.ptx:3: expected a directive"));
    ck_assert_ptr_nonnull(strstr(run.err, "there/is/none.ptx: No such file"));
    ck_assert_ptr_null(strstr(run.err, "nor/here.ptx")); /* said once */
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("driver");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, kernels_of_a_module_run, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, constants_have_addresses_for_copies, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, constants_and_device_memory, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, pieces_are_linked);
    tcase_add_loop_test(tests, programs_of_other_linkers, 0, 2);
    tcase_add_test(tests, corners);
    tcase_add_loop_test(tests, copies_and_memsets_of_all_shapes, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, both_interfaces_mix);
    tcase_add_test(tests, errors_are_the_drivers);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
