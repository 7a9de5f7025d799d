/* SPDX-License-Identifier: BSD-3-Clause */
/* Bad pointers: what a kernel does with one ends the run with a message that names kernel, block,
 * thread, source line, address and the nearest allocation; a call with one fails, says why, and the
 * program goes on. */
#include "tests/programs/run.h"
#include <string.h>

/* The line of the source that holds this text, as in a message. g_free. */
static char *source_line(const char *text)
{
    g_autofree char *path = source_path("tests/programs/cu/memory_errors.cu");
    g_autofree char *source = NULL;
    ck_assert(g_file_get_contents(path, &source, NULL, NULL));
    const char *found = strstr(source, text);
    ck_assert_msg(found != NULL, "no \"%s\" in the source", text);
    unsigned line = 1;
    for (const char *at = source; at < found; at++)
        line += *at == '\n';
    return g_strdup_printf("memory_errors.cu:%u)", line);
}

struct bad_kernel {
    const char *words;
    const char *line; /* a text of the source line; NULL: of a header */
    const char *fragments[3];
};

static const struct bad_kernel bad_kernels[] = {
    {"read_behind 100",
     "line of read_at",
     {"kernel read_at, block (0,0,0), thread (0,0,0), pc ",
      "reads 4 bytes at global address 0x1000001290, which no allocation holds: 0 bytes behind the "
      "end of allocation 1, the nearest (400 bytes at 0x1000001100)"}},
    {"read_behind -1",
     "line of read_at",
     {"reads 4 bytes at global address 0x10000010fc, which no allocation holds: 4 bytes before the "
      "start of allocation 1, the nearest (400 bytes at 0x1000001100)"}},
    {"write_behind 1000",
     "line of write_at",
     {"kernel write_at, block (1,0,0), thread (5,0,0), pc ",
      "writes 4 bytes at global address 0x1000000fa0, which no allocation holds: 3600 bytes behind "
      "the end of allocation 0, the nearest (400 bytes at 0x1000000000)"}},
    {"atomic_behind",
     NULL,
     {"kernel add_at, block (0,0,0), thread (0,0,0), pc ",
      "atomically changes 4 bytes at global address 0x1000000190, which no allocation holds: 0 "
      "bytes behind the end of allocation 0"}},
    {"use_after_free",
     "line of read_at",
     {"reads 4 bytes at global address 0x100000110c, which no allocation holds: 4360 bytes behind "
      "the end of allocation 0, the nearest (4 bytes at 0x1000000000)"}},
    {"misaligned 2",
     "line of store",
     {"kernel store_at, block (0,0,0), thread (0,0,0)",
      "st.global.u32: 4 bytes at global address 0x1000000002: misaligned"}},
    {"null_pointer",
     "line of write_at",
     {"writes 4 bytes at global address 0x0, which no allocation holds: it is a null pointer"}},
    {"host_pointer",
     "line of write_at",
     {"which no allocation holds: it lies outside of device memory; is it a pointer of the host?"}},
    {"stack_pointer",
     "line of write_at",
     {"which no allocation holds: it lies outside of device memory; is it a pointer of the host?"}},
};

static void check_bad_kernel(const struct bad_kernel *row, const char *options)
{
    g_autofree char *words = g_strdup_printf("memory_errors %s", row->words);
    auto_run run;
    run_program(&run, options, words);
    ck_assert_msg(run.exit_code == EXIT_BAD_INPUT, "exit code %d: %s", run.exit_code, run.err);
    ck_assert(g_str_has_prefix(run.err, "simgpu: memory_errors:module-0.ptx:"));
    for (unsigned i = 0; i < G_N_ELEMENTS(row->fragments) && row->fragments[i]; i++)
        assert_complains(&run, row->fragments[i]);
    if (row->line) {
        g_autofree char *line = source_line(row->line);
        assert_complains(&run, line);
    }
    if (g_str_has_prefix(row->words, "misaligned")) /* no access to nothing: the program's error */
        assert_line(&run, "synchronised: cudaErrorMisalignedAddress");
    else
        ck_assert_ptr_null(strstr(run.out, "synchronised"));
}

START_TEST(a_kernel_with_a_bad_pointer_is_named)
{
    check_bad_kernel(&bad_kernels[_i], NULL);
}
END_TEST

START_TEST(so_is_one_that_only_computes)
{
    check_bad_kernel(&bad_kernels[_i], "--functional");
}
END_TEST

/* The earliest fault counts, whatever the lookahead. */
START_TEST(the_message_does_not_depend_on_the_lookahead)
{
    auto_run all, one;
    run_program(&all, NULL, "memory_errors write_behind 1000");
    run_program(&one, "--set engine.lookahead=1", "memory_errors write_behind 1000");
    ck_assert_str_eq(all.err, one.err);
}
END_TEST

/* ---- --on-fault ------------------------------------------------------------------------------ */

START_TEST(a_bad_pointer_can_be_the_programs_error)
{
    auto_run run;
    run_program(&run, "--on-fault error", "memory_errors write_behind 1000");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_line(&run, "synchronised: cudaErrorIllegalAddress");
    ck_assert_str_eq(result_text(run.result, "end"), "fault");
}
END_TEST

static const struct {
    const char *words, *option;
} strays[] = {{"read_behind 100", ""},   {"read_behind -1", "--functional "},
              {"write_behind 1000", ""}, {"write_behind 1000", "--functional "},
              {"atomic_behind", ""},     {"atomic_behind", "--functional "}};

START_TEST(accesses_beside_an_allocation_can_pass)
{
    g_autofree char *options = g_strdup_printf("%s--on-fault report", strays[_i].option);
    g_autofree char *words = g_strdup_printf("memory_errors %s", strays[_i].words);
    auto_run run;
    run_program(&run, options, words);
    ck_assert_msg(run.exit_code == EXIT_DONE, "%d: %s", run.exit_code, run.err);
    assert_line(&run, "synchronised: cudaSuccess");
    assert_complains(&run, "which no allocation holds: ");
    assert_complains(&run, "such accesses of this instruction read zeros and write nothing");
    ck_assert_str_eq(result_text(run.result, "end"), "done");
    g_auto(GStrv) lines = g_strsplit(run.err, "\n", -1);
    ck_assert_msg(g_strv_length(lines) == 2, "not once:\n%s", run.err);
}
END_TEST

/* Behind an allocation, but in the last of the 256 bytes that it is made of, they do what they say.
 */
START_TEST(accesses_in_the_last_piece_are_served)
{
    static const char *const options[] = {"--on-fault report", "--functional --on-fault report"};
    auto_run run;
    run_program(&run, options[_i], "memory_errors last_piece");
    ck_assert_msg(run.exit_code == EXIT_DONE, "%d: %s", run.exit_code, run.err);
    assert_line(&run, "read 4 33 0");
    assert_complains(&run, "(beyond the piece of 256 bytes that the allocation ends in)");
}
END_TEST

START_TEST(others_can_not)
{
    static const char *const words[] = {"null_pointer", "host_pointer", "stack_pointer"};
    g_autofree char *program = g_strdup_printf("memory_errors %s", words[_i]);
    auto_run run;
    run_program(&run, "--on-fault report", program);
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_line(&run, "synchronised: cudaErrorIllegalAddress");
}
END_TEST

START_TEST(bad_calls_fail_and_the_program_goes_on)
{
    static const char *const failing[] = {
        "copy_too_long",  "copy_from_freed", "copy_to_host_pointer",
        "copy_from_null", "copy_wrong_way",  "copy_async_too_long",
        "set_too_long",   "set_host",        "free_twice",
        "free_inside",    "free_host",       "free_host_of_pageable"};
    static const char *const good[] = {"copy_nothing", "free_null", "copy_right"};
    static const char *const complaints[] = {
        "cudaMemcpy: the destination, 400 bytes at 0x1000000004, is not in one allocation of "
        "device "
        "memory; 396 bytes before the end of allocation 0, the nearest (400 bytes at 0x1000000000)",
        "cudaMemcpy: the source, 4 bytes at 0x1000001200, is not in one",
        "a copy's kind says that 0x1000000000 is host memory, but it is the device's",
        "cudaMemcpy: the source, 204 bytes at 0x10000000c8, is not in one",
        "cudaMemset: the destination, 401 bytes at 0x1000000000, is not in one",
        "is not in one allocation of device memory; it lies outside of device memory",
        "cudaFree: no allocation begins at 0x1000001200; 4208 bytes behind the end of allocation 0",
        "cudaFree: no allocation begins at 0x1000000004; 396 bytes before the end of allocation 0"};
    auto_run run;
    run_program(&run, NULL, "memory_errors bad_calls");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    for (unsigned i = 0; i < G_N_ELEMENTS(failing); i++) {
        g_autofree char *status = run_value(&run, failing[i]);
        ck_assert_msg(strcmp(status, "cudaErrorInvalidValue") == 0, "%s: %s", failing[i], status);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autofree char *status = run_value(&run, good[i]);
        ck_assert_msg(strcmp(status, "cudaSuccess") == 0, "%s: %s", good[i], status);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(complaints); i++)
        assert_complains(&run, complaints[i]);
}
END_TEST

START_TEST(host_memory_that_is_not_there)
{
    auto_run run;
    run_program(&run, NULL, "memory_errors symbol_from_nowhere");
    assert_line(&run, "symbol_within cudaSuccess");
    assert_complains(&run, "a call reads host memory that the program does not have\n");
    assert_complains(&run, "was ended by signal 11");
}
END_TEST

START_TEST(bad_launches_fail_and_the_program_goes_on)
{
    static const char *const lines[] = {"big_block cudaErrorInvalidConfiguration",
                                        "no_block cudaErrorInvalidConfiguration",
                                        "no_grid cudaErrorInvalidConfiguration",
                                        "much_shared cudaErrorInvalidValue", "right cudaSuccess"};
    auto_run run;
    run_program(&run, NULL, "memory_errors bad_launches");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_complains(
        &run,
        "refused: blocks of 2048 x 1 x 1, the least is 1 x 1 x 1, the most 1024 x 1024 x 64\n");
    assert_complains(
        &run,
        "refused: a grid of 0 x 1 x 1, the least is 1 x 1 x 1, the most 65535 x 65535 x 65535\n");
    assert_complains(&run,
                     "refused: 100000 bytes of dynamic and 0 of static shared memory a block, "
                     "the most is 49152\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
    ck_assert_uint_eq(result_length(run.result, "kernels"), 1);
}
END_TEST

static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

/* ... with kernel, limit and value, once, although the program doesn't ask. */
START_TEST(refused_launches_are_told)
{
    static const char *const lines[] = {
        "memory_errors: a launch of bounded was refused: 65 threads a block, the most is 64 "
        "by "
        "the kernel's launch bounds\n",
        "of bounded was refused: a grid of 1 x 65536 x 1,",
        "of static_shared was refused: 10000 bytes of dynamic and 40000 of static shared "
        "memory",
        "of static_shared was refused: 50000 bytes of dynamic and 40000 of static shared "
        "memory",
        "of many_registers was refused: 1024 threads of ",
        "registers a block, where an SM has 32768 registers and 1536 threads\n",
        "memory_errors: 2 more launches were refused\n",
    };
    auto_run run, many;
    run_program(&run, NULL, "memory_errors refused_launches 0");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++) {
        assert_complains(&run, lines[i]);
        ck_assert_msg(count(run.err, lines[i]) == 1, "%s", run.err);
    }
    ck_assert_uint_eq(result_length(run.result, "kernels"), 0);
    run_program(&many, NULL, "memory_errors refused_launches 1000");
    ck_assert_uint_eq(count(many.err, "\n"), 25);
    assert_complains(&many, "memory_errors: 983 more launches were refused\n"); /* of 1,007 */
}
END_TEST

START_TEST(more_shared_memory_wants_asking)
{
    static const struct {
        const char *platform, *lines[9];
    } gpus[] = {
        {"platforms/volta-titanv.xml",
         {"free_to_all 49152", "most 98304", "within cudaSuccess", "beyond cudaErrorInvalidValue",
          "asked cudaSuccess", "allowed cudaSuccess", "asked_less cudaSuccess",
          "more_than_asked cudaErrorInvalidValue", "asked_too_much cudaErrorInvalidValue"}},
        {"platforms/ampere-a100.xml", {"most 166912", "allowed cudaSuccess"}},
        {"platforms/pascal-titanx.xml",
         {"most 49152", "beyond cudaErrorInvalidValue", "asked_too_much cudaErrorInvalidValue"}},
    };
    auto_run run;
    run_program(&run, gpus[_i].platform, "memory_errors allowed_shared");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_lines(&run, gpus[_i].lines, G_N_ELEMENTS(gpus[_i].lines));
    assert_complains(&run, "static_shared was refused: 9153 bytes of dynamic and 40000 of static "
                           "shared memory a block, more than 49152 in all need "
                           "cudaFuncAttributeMaxDynamicSharedMemorySize\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory errors of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_kernel_with_a_bad_pointer_is_named, 0,
                        (int)G_N_ELEMENTS(bad_kernels));
    tcase_add_loop_test(tests, so_is_one_that_only_computes, 0, (int)G_N_ELEMENTS(bad_kernels));
    tcase_add_test(tests, the_message_does_not_depend_on_the_lookahead);
    tcase_add_test(tests, a_bad_pointer_can_be_the_programs_error);
    tcase_add_loop_test(tests, accesses_beside_an_allocation_can_pass, 0,
                        (int)G_N_ELEMENTS(strays));
    tcase_add_loop_test(tests, accesses_in_the_last_piece_are_served, 0, 2);
    tcase_add_loop_test(tests, others_can_not, 0, 3);
    tcase_add_test(tests, bad_calls_fail_and_the_program_goes_on);
    tcase_add_test(tests, host_memory_that_is_not_there);
    tcase_add_test(tests, bad_launches_fail_and_the_program_goes_on);
    tcase_add_test(tests, refused_launches_are_told);
    tcase_add_loop_test(tests, more_shared_memory_wants_asking, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
