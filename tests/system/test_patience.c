/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that never end, and warp schedulers that never choose: who is to blame is said by name,
 * after --patience and when --max-cycles ends the run. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <string.h>

/* All lanes but lane 3, which waits for them behind the loop, wait for a flag that nobody sets. */
static const char stuck_kernel[] = ".version 3.2\n"
                                   ".target sm_20\n"
                                   ".address_size 64\n"
                                   ".visible .entry stuck(.param .u64 flag)\n"
                                   "{\n"
                                   "    .reg .pred %zero, %third;\n"
                                   "    .reg .u32 %i, %v;\n"
                                   "    .reg .u64 %a;\n"
                                   "    ld.param.u64 %a, [flag];\n"
                                   "    mov.u32 %i, %tid.x;\n"
                                   "    setp.eq.u32 %third, %i, 3;\n"
                                   "    @%third bra done;\n"
                                   "again:\n"
                                   "    ld.volatile.global.u32 %v, [%a];\n" /* line 14 */
                                   "    setp.eq.u32 %zero, %v, 0;\n"
                                   "    @%zero bra again;\n" /* line 16 */
                                   "done:\n"
                                   "    st.global.u32 [%a], %i;\n" /* line 18 */
                                   "    ret;\n"
                                   "}\n";

static const char stuck_workload[] =
    "{\"name\": \"stuck\", \"description\": \"a flag that nobody sets\",\n"
    " \"modules\": {\"stuck\": {\"ptx\": \"stuck.ptx\"}},\n"
    " \"buffers\": {\"flag\": {\"type\": \"u32\", \"count\": 1, \"init\": {\"fill\": {\"value\": "
    "0}}}},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"stuck\", \"grid\": [2], \"block\": [32], \"args\": "
    "[\"flag\"]}}]}\n";

static void run_stuck(const char *patience, struct outcome *outcome)
{
    char *folder = folder_new();
    g_free(folder_write(folder, "stuck.ptx", stuck_kernel, strlen(stuck_kernel)));
    g_autofree char *workload =
        folder_write(folder, "stuck.json", stuck_workload, strlen(stuck_workload));
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "--max-cycles");
    command_add(command, "100000");
    if (patience) {
        command_add(command, "--patience");
        command_add(command, "%s", patience);
    }
    command_run(command, outcome);
    folder_remove(folder);
}

static void assert_says(const struct outcome *outcome, const char *const *fragments, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        ck_assert_msg(strstr(outcome->err, fragments[i]) != NULL, "no \"%s\" in:\n%s", fragments[i],
                      outcome->err);
}

static const char *const where[] = {"2 warps on 2 SMs in the loop from ",
                                    "stuck.ptx:14 to ",
                                    "stuck.ptx:16, such as sm0, block (0,0,0), warp 0, which ",
                                    ": lanes 0-2,4-31 at ",
                                    "; lane 3 waits at ",
                                    "stuck.ptx:18\n"};

START_TEST(a_loop_without_end_is_named)
{
    static const char *const said[] = {"no warp of kernel stuck (launch 0) has left its loop for ",
                                       "--patience sets the time before this message"};
    auto_outcome outcome;
    run_stuck("10000", &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_LIMIT);
    assert_says(&outcome, said, G_N_ELEMENTS(said));
    assert_says(&outcome, where, G_N_ELEMENTS(where));
    const char *first = strstr(outcome.err, said[0]);
    ck_assert_msg(strstr(first + 1, said[0]) == NULL, "said twice:\n%s", outcome.err);
}
END_TEST

START_TEST(the_limit_tells_where_warps_stood)
{
    static const char *const said[] = {
        "simgpu: --max-cycles has ended the run at cycle 100000; its warps stood here:\n"};
    auto_outcome outcome;
    run_stuck(NULL, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_LIMIT);
    assert_says(&outcome, said, G_N_ELEMENTS(said));
    assert_says(&outcome, where, G_N_ELEMENTS(where));
    ck_assert_msg(strstr(outcome.err, "has left its loop") == NULL, "%s", outcome.err);
}
END_TEST

START_TEST(a_loop_that_ends_is_not_named)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/matmul/matmul.json");
    command_set_all(command, (const char *const[]){"scalars.n=64", NULL});
    command_add(command, "--patience");
    command_add(command, "20000");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome.err, "");
}
END_TEST

static const struct {
    const char *way;
    int exit_code;
    const char *said;
} ways[] = {
    {"never", EXIT_LIMIT, "sm0: the warp scheduler bad_scheduler has held ready warps back for "},
    {"stranger", EXIT_BAD_INPUT, "warp scheduler bad_scheduler: it took warp slot "},
    {"crash", 0, "bad_scheduler.so first: it may break"},
};

START_TEST(a_bad_plugin_is_named)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=500", NULL});
    command_add(command, "--plugin");
    command_add(command, "%s/bad_scheduler.so", test_environment("SIMGPU_TEST_PLUGINS"));
    command_add(command, "--scheduler");
    command_add(command, "bad_scheduler");
    command_add(command, "--set");
    command_add(command, "warp_scheduler.way=%s", ways[_i].way);
    command_add(command, "--patience");
    command_add(command, "5000");
    command_add(command, "--max-cycles");
    command_add(command, "100000");
    auto_outcome outcome;
    command_run(command, &outcome);
    if (ways[_i].exit_code > 0)
        ck_assert_int_eq(outcome.exit_code, ways[_i].exit_code);
    else
        ck_assert_int_gt(outcome.exit_code, 128);
    assert_says(&outcome, &ways[_i].said, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("patience");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_loop_without_end_is_named);
    tcase_add_test(tests, the_limit_tells_where_warps_stood);
    tcase_add_test(tests, a_loop_that_ends_is_not_named);
    tcase_add_loop_test(tests, a_bad_plugin_is_named, 0, (int)G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
