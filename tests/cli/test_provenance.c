/* SPDX-License-Identifier: BSD-3-Clause */
/* What a result says about where it comes from, and what diff, report and --dump-platform make of
 * it. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}
static void tear_down(void)
{
    folder_remove(folder);
}

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static GPtrArray *small_run(const char *platform)
{
    static const char *const sets[] = {"scalars.blocks=2", "scalars.iterations=3", NULL};
    GPtrArray *command = command_new();
    g_autofree char *workload = source_path("tests/kernels/alu_loop.json");
    command_add(command, "%s", platform);
    command_add(command, "%s", workload);
    command_set_all(command, sets);
    return command;
}

static void run_well(GPtrArray *command, struct outcome *outcome)
{
    command_run(command, outcome);
    ck_assert_msg(outcome->exit_code == EXIT_DONE, "%s", outcome->err);
    ck_assert_str_eq(outcome->err, "");
}

static char *run_to(const char *name, const char *platform, const char *set)
{
    char *path = in_folder(name);
    g_autoptr(GPtrArray) command = small_run(platform);
    auto_outcome outcome;
    if (set)
        command_add(command, "--set=%s", set);
    command_add(command, "--json=%s", path);
    run_well(command, &outcome);
    return path;
}

static JsonObject *object_at(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert(JSON_NODE_HOLDS_OBJECT(node));
    return json_node_get_object(node);
}

START_TEST(a_result_says_how_it_was_made)
{
    g_autofree char *fermi = source_path(FERMI), *contents = NULL;
    g_autoptr(GPtrArray) command = small_run(fermi);
    gsize length;
    command_add(command, "--set");
    command_add(command, "sm.l1d.size=32KiB");
    command_add(command, "--policy=l1_replacement=srrip");
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(root, "provenance.command_line.0"), "simgpu");
    ck_assert_str_eq(result_text(root, "provenance.command_line.1"), fermi);
    ck_assert_str_ne(result_text(root, "provenance.commit"), "");
    JsonObject *set = object_at(root, "provenance.set");
    ck_assert_str_eq(json_object_get_string_member(set, "sm.l1d.size"), "32KiB");
    ck_assert_str_eq(json_object_get_string_member(set, "scalars.blocks"), "2");
    ck_assert_str_eq(result_text(root, "provenance.policy.l1_replacement"), "srrip");
    JsonObject *properties = object_at(root, "provenance.platform.properties");
    ck_assert_str_eq(json_object_get_string_member(properties, "sm.l1d.size"), "32KiB");
    ck_assert_str_eq(json_object_get_string_member(properties, "sm.count"), "15");
    JsonObject *files = object_at(root, "provenance.files");
    ck_assert(g_file_get_contents(fermi, &contents, &length, NULL));
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)contents, length);
    ck_assert_str_eq(json_object_get_string_member(files, "fermi-gtx480.xml"), digest);
    ck_assert(json_object_has_member(files, "alu_loop.json"));
    ck_assert(json_object_has_member(files, "alu_loop.ptx"));
}
END_TEST

START_TEST(files_of_policies_are_inputs)
{
    g_autofree char *fermi = source_path(FERMI);
    g_autofree char *order = folder_write(folder, "order.txt", "1\n0\n", 4);
    g_autoptr(GPtrArray) command = small_run(fermi);
    command_add(command, "--policy=block_scheduler=given file=%s", order);
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "1\n0\n", -1);
    ck_assert_str_eq(
        json_object_get_string_member(object_at(root, "provenance.files"), "order.txt"), digest);
}
END_TEST

/* Where results go is not part of them. */
START_TEST(the_same_run_has_the_same_provenance)
{
    g_autofree char *fermi = source_path(FERMI);
    g_autofree char *a = run_to("a.json", fermi, NULL), *b = run_to("b.json", fermi, NULL);
    g_autofree char *one = NULL, *other = NULL;
    ck_assert(g_file_get_contents(a, &one, NULL, NULL) &&
              g_file_get_contents(b, &other, NULL, NULL));
    const char *from = strstr(one, "\"provenance\""), *to = strstr(one, "\"host\" : {");
    ck_assert(from && to && from < to);
    ck_assert(strncmp(one, other, (gsize)(to - one)) == 0);
    g_autofree char *text = g_strndup(from, (gsize)(to - from));
    ck_assert_ptr_null(strstr(text, folder));
}
END_TEST

START_TEST(diff_names_what_was_set)
{
    g_autofree char *fermi = source_path(FERMI);
    g_autofree char *a = run_to("a.json", fermi, NULL);
    g_autofree char *b = run_to("b.json", fermi, "sm.l1d.size=32KiB");
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    command_add(command, "diff");
    command_add(command, "%s", a);
    command_add(command, "%s", b);
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_CHECK_FAILED);
    ck_assert_msg(strstr(outcome.out, "inputs that differ\n"
                                      "  sm.l1d.size        16KiB -> 32KiB (--set in b)\n") != NULL,
                  "%s", outcome.out);
}
END_TEST

START_TEST(the_dumped_platform_is_the_same_machine)
{
    g_autofree char *fermi = source_path("platforms/examples/fermi-doubled.xml");
    g_autofree char *dumped = in_folder("resolved.xml");
    g_autoptr(GPtrArray) command = command_new(), again = command_new();
    auto_outcome outcome, printed;
    command_add(command, "%s", fermi);
    command_add(command, "--set=sm.l1d.size=64KiB");
    command_add(command, "--dump-platform=%s", dumped);
    run_well(command, &outcome);
    ck_assert_str_eq(outcome.out, "");
    command_add(again, "%s", dumped);
    command_add(again, "--dump-platform=-");
    run_well(again, &printed);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(dumped, &text, NULL, NULL));
    ck_assert_str_eq(printed.out, text);
    g_autofree char *a = run_to("a.json", fermi, "sm.l1d.size=64KiB");
    g_autofree char *b = run_to("b.json", dumped, NULL), *one = NULL, *other = NULL;
    ck_assert(g_file_get_contents(a, &one, NULL, NULL) &&
              g_file_get_contents(b, &other, NULL, NULL));
    g_autoptr(JsonNode) of_a = result_parse(one), of_b = result_parse(other);
    ck_assert_str_eq(result_text(of_a, "provenance.platform.sha256"),
                     result_text(of_b, "provenance.platform.sha256"));
    ck_assert_uint_eq(result_number(of_a, "elapsed_ps"), result_number(of_b, "elapsed_ps"));
}
END_TEST

/* Policies and their parameters are the machine's, too. */
START_TEST(the_dumped_platform_has_the_policies)
{
    g_autofree char *fermi = source_path(FERMI);
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    command_add(command, "%s", fermi);
    command_add(command, "--policy=l1_replacement=srrip");
    command_add(command, "--scheduler=two_level");
    command_add(command, "--set=warp_scheduler.group=4");
    command_add(command, "--policy=partition=even");
    command_add(command, "--dump-platform=-");
    run_well(command, &outcome);
    ck_assert_ptr_nonnull(strstr(outcome.out, "id=\"l1_replacement\" value=\"srrip\""));
    ck_assert_ptr_nonnull(strstr(outcome.out, "value=\"two_level group=4\""));
    ck_assert_ptr_nonnull(strstr(outcome.out, "id=\"partition\" value=\"even\""));
    ck_assert_ptr_nonnull(strstr(outcome.out, "id=\"l1_bypass\" value=\"none\""));
}
END_TEST

START_TEST(a_report_shows_it)
{
    g_autofree char *fermi = source_path(FERMI);
    g_autofree char *a = run_to("a.json", fermi, "sm.l1d.size=32KiB");
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    command_add(command, "report");
    command_add(command, "%s", a);
    run_well(command, &outcome);
    ck_assert_ptr_nonnull(strstr(outcome.out, "How it was run"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "--set=sm.l1d.size=32KiB"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "alu_loop.ptx"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("provenance");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_result_says_how_it_was_made);
    tcase_add_test(tests, files_of_policies_are_inputs);
    tcase_add_test(tests, the_same_run_has_the_same_provenance);
    tcase_add_test(tests, diff_names_what_was_set);
    tcase_add_test(tests, the_dumped_platform_is_the_same_machine);
    tcase_add_test(tests, the_dumped_platform_has_the_policies);
    tcase_add_test(tests, a_report_shows_it);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
