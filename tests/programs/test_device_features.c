/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of threads, barriers of the grid, the heap of kernels: simulated and only computed. */
#include "tests/programs/run.h"

static const char *const ways[] = {NULL, "--functional"};

START_TEST(groups_of_a_warp)
{
    auto_run run;
    run_well(&run, ways[_i], "device_features groups");
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(leaders_of_warps)
{
    auto_run run;
    run_well(&run, ways[_i], "device_features leaders");
    assert_line(&run, "wrong 0");
}
END_TEST

/* Of 15 SMs with 8 blocks of 64 threads each. With more blocks than run side by side functionally,
 * too: the first wait for those that have not begun. */
START_TEST(all_blocks_of_a_grid_meet)
{
    static const char *const sizes[] = {"1", "15", "120"};
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *words = g_strconcat("device_features grid_barrier ", sizes[i], NULL);
        auto_run run;
        run_well(&run, ways[_i], words);
        assert_line(&run, "launch cudaSuccess");
        assert_line(&run, "wrong 0");
    }
}
END_TEST

START_TEST(a_grid_that_cannot_meet_is_refused)
{
    auto_run run;
    run_program(&run, ways[_i], "device_features grid_barrier 121");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_line(&run, "launch cudaErrorCooperativeLaunchTooLarge");
    assert_complains(&run, "refused: a cooperative grid of 121 blocks, the most that are resident "
                           "together is 120\n");
}
END_TEST

START_TEST(objects_of_kernels)
{
    auto_run run;
    run_well(&run, ways[_i], "device_features objects");
    assert_line(&run, "wrong 0");
    assert_line(&run, "kept 0");
}
END_TEST

/* 64 threads: all get theirs, the first nine of them, none. */
START_TEST(the_heap_has_a_limit)
{
    static const struct {
        const char *words, *got;
    } cases[] = {{"device_features heap 64000 1000", "got 64"},
                 {"device_features heap 9999 1000", "got 9"},
                 {"device_features heap 999 1000", "got 0"},
                 {"device_features heap 64000 0", "got 0"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_run run;
        run_well(&run, ways[_i], cases[i].words);
        assert_line(&run, cases[i].got);
    }
}
END_TEST

START_TEST(freeing_twice_is_named)
{
    auto_run run;
    run_program(&run, ways[_i], "device_features double_free");
    ck_assert_int_ne(run.exit_code, 0);
    assert_complains(&run, "kernel free_twice, block (0,0,0), thread (0,0,0)");
    assert_complains(&run, "free: no allocation of malloc begins at 0x");
}
END_TEST

START_TEST(the_driver_interface_answers)
{
    static const char *const lines[] = {"failed 0",       "count 1",  "capability 2.0",
                                        "name 'GeForce'", "memory 1", "error CUDA_ERROR_NO_DEVICE",
                                        "second 101",     "flags 1"};
    auto_run run;
    run_well(&run, NULL, "device_features driver");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
}
END_TEST

START_TEST(each_heap_has_its_free)
{
    auto_run run, other;
    run_program(&run, ways[_i], "device_features free_of_cuda_malloc");
    ck_assert_int_ne(run.exit_code, 0);
    assert_complains(&run, "free: no allocation of malloc begins at 0x");
    run_program(&other, ways[_i], "device_features cuda_free_of_malloc");
    ck_assert_int_eq(other.exit_code, 0);
    assert_line(&other, "free cudaErrorInvalidValue");
    assert_complains(&other, "; it is a kernel's malloc's, which kernels free");
}
END_TEST

START_TEST(a_stack_beyond_the_most_is_refused)
{
    auto_run run;
    run_well(&run, NULL, "device_features stack_limit");
    assert_line(&run, "most cudaSuccess");
    assert_line(&run, "more cudaErrorInvalidValue");
    assert_line(&run, "limit 524288");
}
END_TEST

/* Each kind's 128 threads add 1; no lane's neighbour is another one than it was told. */
START_TEST(numbers_of_16_bits)
{
    auto_run run;
    run_well(&run, ways[_i], "device_features halves");
    g_auto(GStrv) lines = g_strsplit(run.out, "wrong 0 counted 128 0\n", -1);
    ck_assert_msg(g_strv_length(lines) == 3, "%s", run.out);
    assert_line(&run, "quotient -1 2 5");
}
END_TEST

START_TEST(words_of_several_integers)
{
    auto_run run;
    run_well(&run, ways[_i], "device_features simd");
    assert_line(&run, "wrong 0 0");
}
END_TEST

/* What programs are told of a GPU, and the bandwidth of the board that its maker names. */
START_TEST(a_gpu_is_itself)
{
    static const struct {
        const char *platform, *name, *capability, *bandwidth;
    } gpus[] = {
        {"fermi-gtx480.xml", "name 'GeForce GTX 480'", "capability 2.0", "GB/s 177"},
        {"ampere-a100.xml", "name 'NVIDIA A100-SXM4-40GB'", "capability 8.0", "GB/s 1555"},
        {"ampere-rtx3070.xml", "name 'NVIDIA GeForce RTX 3070'", "capability 8.6", "GB/s 448"},
        {"ada-rtx4090.xml", "name 'NVIDIA GeForce RTX 4090'", "capability 8.9", "GB/s 1008"},
        {"hopper-h100.xml", "name 'NVIDIA H100 PCIe'", "capability 9.0", "GB/s 2039"},
    };
    g_autofree char *file = g_strconcat("platforms/", gpus[_i].platform, NULL);
    g_autoptr(GPtrArray) command = command_new();
    struct run run = {0};
    auto_outcome outcome;
    g_ptr_array_add(command, source_path(file));
    command_add(command, "--");
    g_ptr_array_add(command, program_path("device_features"));
    command_add(command, "device");
    command_run(command, &outcome);
    run.out = outcome.out;
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    assert_line(&run, gpus[_i].name);
    assert_line(&run, gpus[_i].capability);
    assert_line(&run, gpus[_i].bandwidth);
}
END_TEST

/* Without a false alarm of races. */
START_TEST(tiles_may_have_several_warps)
{
    auto_run run, checked;
    run_well(&run, ways[_i], "device_features wide_tiles");
    assert_line(&run, "wrong 0 0 0");
    run_program(&checked, "--functional --sanitize race", "device_features wide_tiles");
    ck_assert_int_eq(checked.exit_code, EXIT_DONE);
    assert_line(&checked, "wrong 0 0 0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("device features");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, a_gpu_is_itself, 0, 5);
    tcase_add_loop_test(tests, tiles_may_have_several_warps, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, groups_of_a_warp, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, leaders_of_warps, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, words_of_several_integers, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, all_blocks_of_a_grid_meet, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, a_grid_that_cannot_meet_is_refused, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, objects_of_kernels, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, the_heap_has_a_limit, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, each_heap_has_its_free, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, a_stack_beyond_the_most_is_refused);
    tcase_add_loop_test(tests, freeing_twice_is_named, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, the_driver_interface_answers);
    tcase_add_loop_test(tests, numbers_of_16_bits, 0, (int)G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
