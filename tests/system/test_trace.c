/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces as users give them: a list, or a workload file that names one. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

static const char list[] = "MemcpyHtoD,0x7f5000000000,4096\nkernel-1.traceg\n";
static const char kernel[] =
    "-kernel name = copy\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n"
    "-nregs = 16\n-binary version = 61\n-cuda stream id = 0\n-accelsim tracer version = 5\n"
    "#traces format\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 3\n"
    "0008 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f5000000000 4 0\n"
    "0010 ffffffff 0 STG.E 2 R2 R4 4 1 0x7f5100000000 4 0\n"
    "0018 ffffffff 0 EXIT 0 0 0\n#END_TB\n";

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

static void write_trace(const char *text)
{
    g_free(folder_write(folder, "kernelslist.g", list, strlen(list)));
    g_free(folder_write(folder, "kernel-1.traceg", text, strlen(text)));
}

static GPtrArray *command_of(const char *name, const char *text)
{
    g_autofree char *path = folder_write(folder, name, text, strlen(text));
    return command_for(path);
}

START_TEST(a_workload_file_runs_as_its_list_does)
{
    write_trace(kernel);
    g_autoptr(GPtrArray) direct = command_of("kernelslist.g", list);
    g_autoptr(GPtrArray) named = command_of(
        "w.json", "{\"trace\": \"kernelslist.g\", \"policies\": {\"warp_scheduler\": \"gto\"}}");
    g_autoptr(JsonNode) a = run_for_result(direct, EXIT_DONE);
    g_autoptr(JsonNode) b = run_for_result(named, EXIT_DONE);
    ck_assert_uint_eq(result_number(a, "totals.sm.warp_instructions"), 3);
    ck_assert_uint_eq(result_number(a, "totals.sm.warp_instructions"),
                      result_number(b, "totals.sm.warp_instructions"));
    ck_assert_uint_eq(result_number(a, "elapsed_cycles"), result_number(b, "elapsed_cycles"));
}
END_TEST

/* The list itself, a kernel's header, a line of a block. */
static const struct {
    const char *json, *kernel, *message;
} bad[] = {
    {"{\"trace\": \"nowhere.g\"}", kernel, "nowhere.g: cannot be opened"},
    {"{\"trace\": \"kernelslist.g\"}", "-grid dim = 1\n", "kernel-1.traceg:1: -grid dim: expected"},
    {"{\"trace\": \"kernelslist.g\"}", NULL,
     "kernel-1.traceg:15: kernel copy, block (0,0,0), warp 0: expected a decimal stride"},
};

START_TEST(what_is_wrong_is_said)
{
    g_autofree char *changed = g_strdup(kernel);
    memcpy(strstr(changed, " 4 0\n"), " x 0\n", strlen(" x 0\n"));
    write_trace(bad[_i].kernel ? bad[_i].kernel : changed);
    g_autoptr(GPtrArray) command = command_of("w.json", bad[_i].json);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, bad[_i].message) != NULL, "%s", outcome.err);
}
END_TEST

static GPtrArray *damaged_trace(void)
{
    g_autoptr(GString) text = g_string_new(kernel);
    g_string_replace(text, "binary version = 61", "binary version = 0", 1);
    g_string_replace(text, "nregs = 16", "nregs = 21955", 1);
    write_trace(text->str);
    return command_of("kernelslist.g", list);
}

/* Once for the platform's and once for a given one: the error stream says it of the former. */
START_TEST(damaged_headers_are_repaired)
{
    static const char version[] = "kernel-1.traceg: there is no binary version 0";
    static const char registers[] = "kernel-1.traceg: no thread can have 21955 registers";
    g_autoptr(GPtrArray) command = damaged_trace();
    auto_outcome own;
    command_run(command, &own);
    ck_assert_int_eq(own.exit_code, EXIT_DONE);
    ck_assert_msg(strstr(own.err, version) && strstr(own.err, "for 61 (Maxwell and Pascal)"), "%s",
                  own.err);
    ck_assert_msg(strstr(own.err, registers) != NULL, "%s", own.err);
    command_add(command, "--trace-version");
    command_add(command, "75");
    auto_outcome given;
    command_run(command, &given);
    ck_assert_int_eq(given.exit_code, EXIT_DONE);
    ck_assert_ptr_null(strstr(given.err, version));
}
END_TEST

static void expect_refusal(GPtrArray *command, int code, const char *message)
{
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, code);
    ck_assert_msg(strstr(outcome.err, message) != NULL, "%s", outcome.err);
}

START_TEST(trace_versions_are_checked)
{
    g_autoptr(GPtrArray) unknown = damaged_trace();
    command_add(unknown, "--trace-version=71");
    expect_refusal(unknown, EXIT_USAGE, "--trace-version wants a binary version that simgpu knows");
    g_autoptr(GPtrArray) without = command_for("workloads/examples/vecadd/vecadd.json");
    command_add(without, "--trace-version=70");
    expect_refusal(without, EXIT_BAD_INPUT, "expected a trace to run, --export-trace");
    g_autoptr(GPtrArray) no_trace = command_for("workloads/examples/vecadd/vecadd.json");
    command_add(no_trace, "--unknown-opcodes");
    expect_refusal(no_trace, EXIT_BAD_INPUT, "--unknown-opcodes: expected a trace to run");
}
END_TEST

/* Each is named once, with its count and what it is taken for; the run fails unless that is wanted.
 */
static const struct {
    const char *line, *warning;
} guesses[] = {
    {"0008 ffffffff 0 FROB.X 0 0 0\n0008 000000ff 0 FROB.X 0 0 0\n",
     "warning: unknown opcode FROB of Blackwell: simgpu takes it for an integer operation (2 "
     "times)"},
    {"0008 00000001 0 STT 0 0 0\n0008 00000001 0 STT 0 0 0\n",
     "warning: opcode STT of Blackwell: simgpu takes it for an integer operation, and what else "
     "it does takes no time (2 times)"},
    {"0008 00000001 0 SYNCS 0 0 0\n0010 00000001 0 SYNCS 0 0 0\n",
     "warning: mbarriers without values of registers, for which nobody waits (2 times)"},
};

START_TEST(guessed_opcodes_are_to_be_allowed)
{
    g_autoptr(GString) text = g_string_new(kernel);
    g_string_replace(text, "insts = 3\n", "insts = 5\n", 1);
    g_string_replace(text, "binary version = 61", "binary version = 100", 1);
    g_string_replace(text, "0018", guesses[_i].line, 1);
    g_string_replace(text, "\n ffffffff 0 EXIT", "\n0018 ffffffff 0 EXIT", 1);
    write_trace(text->str);
    g_autoptr(GPtrArray) command = command_of("kernelslist.g", list);
    auto_outcome failed, allowed;
    command_run(command, &failed);
    ck_assert_int_eq(failed.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(failed.err, guesses[_i].warning) != NULL, "%s", failed.err);
    ck_assert_msg(strstr(failed.err, "kernelslist.g: 2 warp instructions have opcodes whose class "
                                     "simgpu guesses") != NULL,
                  "%s", failed.err);
    command_add(command, "--unknown-opcodes");
    command_run(command, &allowed);
    ck_assert_int_eq(allowed.exit_code, EXIT_DONE);
    ck_assert_msg(strstr(allowed.err, guesses[_i].warning) != NULL, "%s", allowed.err);
    ck_assert_ptr_null(strstr(allowed.err, "whose class simgpu guesses"));
    ck_assert_ptr_nonnull(strstr(failed.out, "\ninstructions  5 warp ")); /* what there is */
    ck_assert_ptr_nonnull(strstr(allowed.out, "\ninstructions  5 warp "));
}
END_TEST

/* A copy has no values: the number that a register had becomes an immediate. */
START_TEST(a_barriers_number_is_kept)
{
    static const char barriers[] =
        "-kernel name = meet\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = "
        "0\n"
        "-nregs = 16\n-binary version = 90\n-cuda stream id = 0\n-accelsim tracer version = 6\n"
        "#traces format\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n"
        "0010 ffffffff 1 R7 BAR.SYNC 0 0 32 0 Val 1 0x5\n"
        "0020 ffffffff 0 EXIT 0 0 0 0 NoVal\n#END_TB\n";
    g_autofree char *to = g_build_filename(folder, "copy", NULL);
    g_autofree char *path = g_build_filename(to, "kernel-1.traceg", NULL), *text = NULL;
    write_trace(barriers);
    g_autoptr(GPtrArray) command = command_of("kernelslist.g", list);
    command_add(command, "--export-trace=%s", to);
    json_node_unref(run_for_result(command, EXIT_DONE));
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_msg(strstr(text, "0010 ffffffff 1 R7 BAR.SYNC 0 0 5 32 NoVal\n") != NULL, "%s", text);
}
END_TEST

/* Fermi's own names no reader has: traces of its platform are Pascal's, or what is asked for. */
START_TEST(exports_name_their_version)
{
    static const char *const options[] = {NULL, "--trace-version=75"};
    static const char *const lines[] = {"\n-binary version = 61\n", "\n-binary version = 75\n"};
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autofree char *to = g_strdup_printf("%s/%u", folder, i);
        g_autofree char *path = g_build_filename(to, "kernel-1.traceg", NULL);
        g_autofree char *text = NULL;
        g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
        command_set_all(command, (const char *const[]){"scalars.n=64", NULL});
        command_add(command, "--functional");
        command_add(command, "--export-trace=%s", to);
        if (options[i])
            command_add(command, "%s", options[i]);
        json_node_unref(run_for_result(command, EXIT_DONE));
        ck_assert(g_file_get_contents(path, &text, NULL, NULL));
        ck_assert_ptr_nonnull(strstr(text, lines[i]));
    }
}
END_TEST

/* A trace of more kernels than are remembered: what was kept of the first ones is the last ones' by
 * the end, and each keeps its name and its occupancy, whether it is written down again or not. */
enum { MANY_KERNELS = 131 };

static void write_many_kernels(void)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (unsigned i = 0; i < MANY_KERNELS; i++) {
        g_autofree char *file = g_strdup_printf("kernel-%u.traceg", i);
        g_autofree char *name = g_strdup_printf("name = k%u\n", i);
        g_autofree char *registers = g_strdup_printf("-nregs = %u\n", i < 128 ? 16 : 160);
        g_autoptr(GString) text = g_string_new(kernel);
        g_string_replace(text, "name = copy\n", name, 1);
        g_string_replace(text, "-nregs = 16\n", registers, 1);
        g_free(folder_write(folder, file, text->str, text->len));
        g_string_append_printf(names, "%s\n", file);
    }
    g_free(folder_write(folder, "kernelslist.g", names->str, names->len));
}

START_TEST(kernels_beyond_those_remembered)
{
    write_many_kernels();
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    g_autofree char *export = g_build_filename(folder, "export", NULL);
    g_autoptr(GPtrArray) command = command_for(path);
    g_autoptr(JsonNode) plain = run_for_result(command, EXIT_DONE);
    command_add(command, "--export-trace");
    command_add(command, "%s", export);
    g_autoptr(JsonNode) written = run_for_result(command, EXIT_DONE);
    for (unsigned i = 0; i < MANY_KERNELS; i++) {
        g_autofree char *name = g_strdup_printf("k%u", i);
        g_autofree char *at = g_strdup_printf("kernels.%u.kernel", i);
        ck_assert_str_eq(result_text(plain, at), name);
        ck_assert_str_eq(result_text(written, at), name);
    }
    g_autofree char *a = result_without_host(plain), *b = result_without_host(written);
    ck_assert_str_eq(a, b);
}
END_TEST

/* What a warp waits for has changed when its line comes: its path has led to another one. */
START_TEST(a_fetch_follows_the_path)
{
    g_autofree char *path = trace_of("vecadd", (const char *const[]){"blocks=16", "iters=4", NULL});
    g_autoptr(GPtrArray) command = command_for(path);
    command_set_all(command, (const char *const[]){"sm.ibuffer.entries=7", "sm.fetch.width=4",
                                                   "sm.fetch.branches=follow", "sm.l1i.size=128B",
                                                   "sm.l1i.ways=1", NULL});
    json_node_unref(run_for_result(command, EXIT_DONE));
}
END_TEST

/* Results of instructions that wait long for their unit, in its queue. */
START_TEST(a_long_queue_of_slow_operations)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=8192", "sm.units.queue=8",
                                                   "sm.op.int.interval=400cycles",
                                                   "sm.op.int.latency=800cycles", NULL});
    json_node_unref(run_for_result(command, EXIT_DONE));
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("trace");
    TCase *tests = tcase_create("trace");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_workload_file_runs_as_its_list_does);
    tcase_add_loop_test(tests, what_is_wrong_is_said, 0, G_N_ELEMENTS(bad));
    tcase_add_test(tests, damaged_headers_are_repaired);
    tcase_add_test(tests, trace_versions_are_checked);
    tcase_add_loop_test(tests, guessed_opcodes_are_to_be_allowed, 0, G_N_ELEMENTS(guesses));
    tcase_add_test(tests, a_barriers_number_is_kept);
    tcase_add_test(tests, exports_name_their_version);
    tcase_add_test(tests, kernels_beyond_those_remembered);
    tcase_add_test(tests, a_fetch_follows_the_path);
    tcase_add_test(tests, a_long_queue_of_slow_operations);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
