/* SPDX-License-Identifier: BSD-3-Clause */
/* Options, and what goes to standard output, to standard error and into files. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <glib/gstdio.h>
#include <string.h>

/* Runs with these arguments only; the exit code must be 0. */
static char *output_of(const char *argument)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "%s", argument);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome.err, "");
    return g_steal_pointer(&outcome.out);
}

static void assert_says(const char *text, const char *fragment)
{
    ck_assert_msg(strstr(text, fragment) != NULL, "no \"%s\" in:\n%s", fragment, text);
}

START_TEST(help_names_every_option_and_code)
{
    static const char *const fragments[] = {
        "PLATFORM WORKLOAD", "--set",        "--scheduler",     "--plugin",   "--json",
        "--check",           "--max-cycles", "--list-policies", "--version",  "scalars.",
        "engine.lookahead",  "0 done",       "3 bad input",     "4 deadlock", "5 limit",
        "130 interrupted"};
    g_autofree char *text = output_of("--help");
    for (unsigned i = 0; i < G_N_ELEMENTS(fragments); i++)
        assert_says(text, fragments[i]);
}
END_TEST

START_TEST(help_is_a_word_too)
{
    g_autofree char *text = output_of("--help"), *word = output_of("help");
    ck_assert_str_eq(text, word);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "help");
    command_add(command, "study");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    assert_says(outcome.out, "Runs the points of a study");
}
END_TEST

/* From anywhere, and results name the platform as it was given. */
START_TEST(platforms_and_workloads_have_names)
{
    g_autofree char *platforms = output_of("--list-platforms");
    g_autofree char *workloads = output_of("--list-workloads");
    g_autofree char *properties = output_of("--list-properties");
    assert_says(platforms, "volta-qv100 ");
    assert_says(platforms, "GeForce GTX 480\n");
    assert_says(platforms, "papers/cawa ");
    assert_says(workloads, "spmv ");
    assert_says(properties, "sm.l1d.size ");
    assert_says(properties, "B, at least 1\n");
    assert_says(properties, "B, at least 1; 0: every instruction is there\n");
    assert_says(properties, "sm.count ");
    char *folder = folder_new();
    g_autofree char *before = g_get_current_dir();
    ck_assert_int_eq(g_chdir(folder), 0);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "cawa");
    command_add(command, "vecadd");
    command_set_all(command, (const char *const[]){"scalars.n=64", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "platform"), "cawa");
    ck_assert_str_eq(result_text(result, "workload"), "vecadd");
    ck_assert_int_eq(g_chdir(before), 0);
    folder_remove(folder);
}
END_TEST

/* Each alone, on a GTX 480. */
static const struct {
    const char *set, *says;
} senseless[] = {
    {"sm.warps=64", "sm.warps=64 makes room for 2048 threads, but sm.threads is 1536: an SM holds "
                    "the smaller number; take sm.threads=2048 or sm.warps=48\n"},
    {"sm.threads.per_block=2048",
     "sm.threads.per_block=2048: no SM has room for such a block, because an SM holds 1536 "
     "threads; take sm.threads.per_block=1536\n"},
    {"sm.l1d.mshrs=129", "sm.l1d.mshrs=129: a miss takes a line (sm.l1d.allocate=miss), and L1D "
                         "has 128; take sm.l1d.mshrs=128\n"},
    {"l2.far.latency=9cycles",
     "l2.far.latency has no effect, because l2.halves=1; take l2.halves=2\n"},
    {"l2.far.copies=8KiB", "l2.far.copies has no effect, because l2.halves=1; take l2.halves=2\n"},
    {"l2.mshrs=513", "l2.mshrs=513: a miss takes a line, and a bank has 512; take l2.mshrs=512\n"},
    /* 94 cycles of 700 MHz at 29.568 GB/s are 3,970 bytes, lines of 128 bytes on two ways */
    {"l2.to_dram.slots=4", "l2.to_dram.slots is 4: so few requests of 128 bytes between a bank and "
                           "its channel can't keep DRAM busy; take 15\n"},
    {"dram.to_l2.slots=1", "dram.to_l2.slots is 1: "},
    {"xbar.port_to_bank.slots=63",
     "port_to_bank.slots of the crossbar is 63: a packet's way and its credit's way back take 64 "
     "cycles, so fewer than 64 slots limit its throughput\n"}};

START_TEST(numbers_that_make_no_sense_together_are_warned_of)
{
    g_autoptr(GPtrArray) command = command_for("tests/kernels/stream_read.json");
    command_add(command, "--set=%s", senseless[_i].set);
    command_add(command, "--set=scalars.blocks=256");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    g_autofree char *line = g_strconcat("simgpu: warning: ", senseless[_i].says, NULL);
    assert_says(outcome.err, line);
}
END_TEST

START_TEST(what_makes_little_sense_is_warned_of)
{
    for (int i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
        command_set_all(command, (const char *const[]){"scalars.blocks=1", "scalars.iterations=1",
                                                       "gpu.memory.bank_hash=ipoly", NULL});
        command_add(command, "--set=l2.count=%d", i == 0 ? 12 : 8);
        command_add(command, "--set=dram.count=4");
        auto_outcome outcome;
        command_run(command, &outcome);
        ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
        if (i == 0)
            assert_says(outcome.err,
                        "there are 12: of 16 places 4 banks get 2 each and 8 banks 1; "
                        "take l2.count=8 or 16, or bank_hash=ipoly_modulo or rotate\n");
        else
            ck_assert_str_eq(outcome.err, "");
    }
}
END_TEST

START_TEST(version_is_a_name_numbers_and_a_commit)
{
    g_autofree char *text = output_of("--version");
    ck_assert_msg(g_regex_match_simple("^simgpu [0-9]+\\.[0-9]+\\.[0-9]+ \\([0-9a-z.-]+\\)\\n$",
                                       text, G_REGEX_DOLLAR_ENDONLY, G_REGEX_MATCH_DEFAULT),
                  "%s", text);
}
END_TEST

START_TEST(policies_are_listed)
{
    g_autofree char *text = output_of("--list-policies");
    assert_says(text, "warp scheduler:");
    assert_says(text, "lrr");
    assert_says(text, "gto");
    assert_says(text, "Rogers");
}
END_TEST

/* ---- results ------------------------------------------------------------------------------ */

static GPtrArray *small_run(void)
{
    static const char *const sets[] = {"scalars.blocks=2", "scalars.iterations=3", NULL};
    GPtrArray *command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, sets);
    return command;
}

START_TEST(a_person_gets_a_summary)
{
    static const char *const fragments[] = {"alu_loop", "GeForce GTX 480", "15 SMs", "cycles",
                                            "correct: 1 of 1 checks passed"};
    g_autoptr(GPtrArray) command = small_run();
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    for (unsigned i = 0; i < G_N_ELEMENTS(fragments); i++)
        assert_says(outcome.out, fragments[i]);
    ck_assert_str_eq(outcome.err, ""); /* no progress: this is no terminal */
}
END_TEST

START_TEST(json_goes_to_standard_output_alone)
{
    g_autoptr(GPtrArray) command = small_run();
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_str_eq(outcome.err, "");
    g_autoptr(JsonNode) result = result_parse(outcome.out); /* refuses text before and after */
    ck_assert_uint_eq(result_number(result, "schema_version"), 3);
    ck_assert_uint_eq(result_number(result, "sms"), 15);
    ck_assert_uint_eq(result_number(result, "l2_banks"), 12);
    ck_assert_uint_eq(result_number(result, "dram_channels"), 6);
}
END_TEST

START_TEST(json_goes_to_a_file_beside_the_summary)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = small_run();
    command_add(command, "--json");
    command_add(command, "%s/result.json", folder);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    assert_says(outcome.out, "alu_loop");
    g_autofree char *path = g_build_filename(folder, "result.json", NULL);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    folder_remove(folder);
    g_autoptr(JsonNode) from_file = result_parse(text);
    g_autoptr(GPtrArray) again = small_run();
    g_autoptr(JsonNode) from_output = run_for_result(again, EXIT_DONE);
    g_autofree char *a = result_without_host(from_file);
    g_autofree char *b = result_without_host(from_output);
    assert_same_result(a, b, "file and standard output");
}
END_TEST

/* ---- --set and --scheduler ------------------------------------------------------------------ */

START_TEST(properties_and_scalars_can_be_set)
{
    static const char *const sets[] = {"sm.count=2", "l2.count=4", "dram.count=2",
                                       "sm.schedulers=1", NULL};
    g_autoptr(GPtrArray) command = small_run();
    command_set_all(command, sets);
    command_add(command, "--check");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(result, "sms"), 2);
    ck_assert_uint_eq(result_length(result, "per_sm"), 2);
    ck_assert_uint_eq(result_length(result, "per_l2_bank"), 4);
    ck_assert_uint_eq(result_length(result, "per_dram_channel"), 2);
    ck_assert_uint_eq(result_number(result, "schedulers_per_sm"), 1);
    ck_assert_uint_eq(result_number(result, "kernels.0.grid.0"), 2);
}
END_TEST

/* The last one of a key counts, and the order of options and files does not matter. */
START_TEST(later_values_count)
{
    g_autoptr(GPtrArray) command = small_run();
    command_set_all(command, (const char *const[]){"scalars.blocks=3", "scalars.blocks=5", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(result, "kernels.0.grid.0"), 5);
}
END_TEST

START_TEST(the_command_line_overrides_the_workloads_scheduler)
{
    char *folder = folder_new();
    g_autofree char *from = source_path("tests/kernels/long_block.json");
    g_autofree char *ptx = source_path("tests/kernels/long_block.ptx");
    g_autofree char *text = NULL, *kernel = NULL;
    ck_assert(g_file_get_contents(from, &text, NULL, NULL));
    ck_assert(g_file_get_contents(ptx, &kernel, NULL, NULL));
    g_autofree char *changed =
        g_strdup_printf("{\"policies\": {\"warp_scheduler\": \"lrr\"},%s", strchr(text, '{') + 1);
    g_autofree char *workload = folder_write(folder, "w.json", changed, strlen(changed));
    g_free(folder_write(folder, "long_block.ptx", kernel, strlen(kernel)));
    g_autoptr(GPtrArray) command = command_for(workload);
    command_set_all(command, (const char *const[]){"scalars.iterations=2", NULL});
    g_autoptr(JsonNode) of_workload = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(of_workload, "policies.warp_scheduler.name"), "lrr");
    command_add(command, "--scheduler");
    command_add(command, "gto");
    g_autoptr(JsonNode) of_command = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(of_command, "policies.warp_scheduler.name"), "gto");
    folder_remove(folder);
}
END_TEST

/* ---- --plugin ---------------------------------------------------------------------------------
 */

static GPtrArray *plugin_run(const char *limit)
{
    static const char *const sets[] = {"scalars.n=48", NULL};
    GPtrArray *command = command_for("workloads/examples/matmul/matmul.json");
    command_set_all(command, sets);
    command_add(command, "--plugin");
    command_add(command, "%s", test_environment("SIMGPU_TEST_PLUGIN"));
    command_add(command, "--scheduler");
    command_add(command, "youngest_first");
    command_add(command, "--check");
    command_add(command, "--set");
    command_add(command, "warp_scheduler.limit=%s", limit);
    return command;
}

START_TEST(a_plugin_schedules_warps)
{
    g_autoptr(GPtrArray) patient = plugin_run("1000"), fickle = plugin_run("1");
    g_autoptr(JsonNode) a = run_for_result(patient, EXIT_DONE);
    g_autoptr(JsonNode) b = run_for_result(fickle, EXIT_DONE);
    ck_assert_str_eq(result_text(a, "policies.warp_scheduler.name"), "youngest_first");
    ck_assert_uint_eq(result_number(a, "totals.sm.warp_instructions"),
                      result_number(b, "totals.sm.warp_instructions"));
    /* Its parameter reaches it. */
    ck_assert_uint_ne(result_number(a, "elapsed_ps"), result_number(b, "elapsed_ps"));
}
END_TEST

START_TEST(a_plugins_parameter_is_checked)
{
    g_autoptr(GPtrArray) command = plugin_run("0");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    assert_says(outcome.err, "youngest_first: limit: expected ");
    assert_says(outcome.err, "found \"0\"");
}
END_TEST

START_TEST(a_plugin_is_listed)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "--list-policies");
    command_add(command, "--plugin");
    command_add(command, "%s", test_environment("SIMGPU_TEST_PLUGIN"));
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    assert_says(outcome.out, "youngest_first");
    assert_says(outcome.out, "limit");
    assert_says(outcome.out, "gto");
}
END_TEST

START_TEST(a_policy_of_an_l1d_that_is_not_there_is_said)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=100", "sm.l1d.size=0B",
                                                   "sm.l1d.carveout=none", NULL});
    auto_outcome usual, chosen;
    command_run(command, &usual);
    ck_assert_int_eq(usual.exit_code, EXIT_DONE);
    ck_assert_str_eq(usual.err, "");
    command_add(command, "--policy=l1_replacement=srrip");
    command_run(command, &chosen);
    ck_assert_int_eq(chosen.exit_code, EXIT_DONE);
    assert_says(chosen.err, "warning: l1_replacement=srrip has no effect: GeForce GTX 480 "
                            "has no L1 data cache (sm.l1d.size=0B)");
}
END_TEST

/* A study in another folder names what comes with simgpu. */
START_TEST(a_study_knows_names)
{
    static const char text[] =
        "{\"name\": \"names\", \"platform\": \"fermi-gtx480\",\n"
        " \"workload\": \"vecadd\", \"axes\": [{\"name\": \"n\",\n"
        " \"values\": [{\"label\": \"few\", \"set\": [\"scalars.n=100\"]}]}]}\n";
    char *folder = folder_new();
    g_autofree char *study = folder_write(folder, "names.json", text, strlen(text));
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "study");
    command_add(command, "%s", study);
    command_add(command, "--csv");
    command_add(command, "-o");
    command_add(command, "%s/results.sqlite", folder);
    auto_outcome outcome;
    command_run(command, &outcome);
    folder_remove(folder);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    assert_says(outcome.out, "few,");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, help_names_every_option_and_code);
    tcase_add_test(tests, help_is_a_word_too);
    tcase_add_test(tests, platforms_and_workloads_have_names);
    tcase_add_test(tests, what_makes_little_sense_is_warned_of);
    tcase_add_loop_test(tests, numbers_that_make_no_sense_together_are_warned_of, 0,
                        G_N_ELEMENTS(senseless));
    tcase_add_test(tests, version_is_a_name_numbers_and_a_commit);
    tcase_add_test(tests, policies_are_listed);
    tcase_add_test(tests, a_person_gets_a_summary);
    tcase_add_test(tests, json_goes_to_standard_output_alone);
    tcase_add_test(tests, json_goes_to_a_file_beside_the_summary);
    tcase_add_test(tests, properties_and_scalars_can_be_set);
    tcase_add_test(tests, later_values_count);
    tcase_add_test(tests, the_command_line_overrides_the_workloads_scheduler);
    tcase_add_test(tests, a_plugin_schedules_warps);
    tcase_add_test(tests, a_plugins_parameter_is_checked);
    tcase_add_test(tests, a_plugin_is_listed);
    tcase_add_test(tests, a_policy_of_an_l1d_that_is_not_there_is_said);
    tcase_add_test(tests, a_study_knows_names);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
