/* SPDX-License-Identifier: BSD-3-Clause */
/* Films in headless Chromium, as wide as a desktop and as a phone: the page steps to messages by
 * number, and says of each what --trace-messages says; on the way back it shows the same pictures;
 * it finds an address; two films stand at one time. film_checks.js has the checks, and tells the
 * frame what is wrong. Without Chromium the test is skipped. */
#include "tests/rigs/browser.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/teaching/message_list.h"
#include <string.h>

enum { EACH = 41 }; /* every so many messages are looked at */

static GPtrArray *run_of(bool film)
{
    GPtrArray *command = command_new();
    if (film)
        command_add(command, "film");
    g_autofree char *platform = source_path(FERMI);
    g_autofree char *workload = source_path("workloads/examples/vecadd/vecadd.json");
    command_add(command, "%s", platform);
    command_add(command, "%s", workload);
    command_set_all(command, (const char *const[]){"scalars.n=2048", "sm.count=2",
                                                   "xbar.port_to_bank.slots=1", NULL});
    return command;
}

static GPtrArray *list_of(const char *folder)
{
    g_autofree char *list = g_build_filename(folder, "list.jsonl", NULL);
    g_autoptr(GPtrArray) command = run_of(false);
    command_add(command, "--trace-messages");
    command_add(command, "%s", list);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    return message_list_read(list);
}

/* "expected", "line" and "missing" for the script; n: how many messages are expected. */
static char *expectations(const GPtrArray *lines, unsigned films, bool missing, guint *n)
{
    static const char address[] = "0x1000000080";
    GString *text = g_string_new("const expected = [");
    guint messages = 0, of_line = 0;
    for (guint i = 0; i < lines->len; i++) {
        JsonObject *line = lines->pdata[i];
        if (strcmp(message_text(line, "does"), "sends") != 0)
            continue;
        of_line += json_object_has_member(line, "address") &&
                   strcmp(message_text(line, "address"), address) == 0;
        if (messages++ % EACH != 0)
            continue;
        g_autoptr(JsonNode) node = json_node_alloc();
        json_node_init_object(node, line);
        g_autofree char *one = json_to_string(node, FALSE);
        g_string_append_printf(text, "%s%s", *n > 0 ? ",\n" : "", one);
        ++*n;
    }
    ck_assert_uint_gt(of_line, 4);
    g_string_append_printf(
        text, "];\nconst line = {address: \"%s\", messages: %u};\nconst missing = %s;\n", address,
        of_line * films, missing ? "true" : "false");
    return g_string_free(text, FALSE);
}

/* The film's page with the checks in it. */
static void make_page(const char *folder, GPtrArray *command, const char *expected)
{
    g_autofree char *path = g_build_filename(folder, "film.html", NULL);
    command_add(command, "-o");
    command_add(command, "%s", path);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_ptr_nonnull(strstr(outcome.out, "vecadd on GeForce GTX 480"));
    g_autofree char *page = NULL, *checks = NULL;
    g_autofree char *script = source_path("tests/teaching/film_checks.js");
    ck_assert(g_file_get_contents(path, &page, NULL, NULL));
    ck_assert(g_file_get_contents(script, &checks, NULL, NULL));
    ck_assert_ptr_null(strstr(page, "http"));
    g_auto(GStrv) parts = g_strsplit(page, "</body>", 2);
    g_autofree char *checked =
        g_strconcat(parts[0], "<script>", expected, checks, "</script></body>", parts[1], NULL);
    g_free(folder_write(folder, "checked.html", checked, strlen(checked)));
}

static void check_at(const char *folder, guint n, guint width)
{
    g_autofree char *expected = g_strdup_printf("%u messages at %u: all right", n, width);
    g_autofree char *heard = browser_hear(folder, "checked.html", width);
    ck_assert_str_eq(heard, expected);
}

START_TEST(one_film)
{
    char *folder = folder_new();
    guint n = 0;
    g_autoptr(GPtrArray) lines = list_of(folder);
    g_autofree char *expected = expectations(lines, 1, false, &n);
    g_autoptr(GPtrArray) command = run_of(true);
    ck_assert_uint_gt(n, 20);
    make_page(folder, command, expected);
    check_at(folder, n, 1280);
    check_at(folder, n, 390);
    folder_remove(folder);
}
END_TEST

/* Numbers of messages are those of each film, so none is looked for. */
START_TEST(two_films)
{
    char *folder = folder_new();
    guint n = 0;
    g_autoptr(GPtrArray) lines = list_of(folder);
    g_autofree char *whole = expectations(lines, 2, false, &n);
    g_autofree char *expected =
        g_strconcat("const expected = [];", strstr(whole, "\nconst line"), NULL);
    g_autoptr(GPtrArray) command = run_of(true);
    command_add(command, "--compare");
    command_add(command, "warp_scheduler=lrr,gto");
    make_page(folder, command, expected);
    check_at(folder, 0, 1280);
    check_at(folder, 0, 390);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    if (!browser_is_there())
        return BROWSER_SKIPPED;
    Suite *suite = suite_create("film_browser");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, one_film);
    tcase_add_test(tests, two_films);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
