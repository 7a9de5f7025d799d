/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu bubble-up` as a user runs it, on the applications that are there. */
#include "tests/rigs/command.h"
#include <stdlib.h>
#include <string.h>

static void run(const char *file, bool on_cores, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "bubble-up");
    command_add(command, "%s", file);
    if (on_cores)
        command_add(command, "--on-cores");
    command_run(command, outcome);
}

/* On the cores, bubbles in the cache begin with one that takes nothing of it, and an application
 * has half of its core; nothing else is different. */
static void compare(char **lines, char **on_cores)
{
    ck_assert_uint_eq(g_strv_length(on_cores), g_strv_length(lines) + 6);
    for (unsigned i = 0, k = 0; lines[i]; i++, k++) {
        if (strstr(on_cores[k], ",llc,0.0,"))
            k++;
        if (!strstr(lines[i], ",llc,")) {
            ck_assert_str_eq(lines[i], on_cores[k]);
            continue;
        }
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        g_auto(GStrv) busy = g_strsplit(on_cores[k], ",", -1);
        ck_assert_str_eq(cells[2], busy[2]);
        ck_assert_double_ge(g_ascii_strtod(busy[4], NULL), 1.9 * g_ascii_strtod(cells[4], NULL));
    }
}

/* Six applications, each alone, beside 9 + 10 bubbles and beside six. Each one's first row is its
 * own time; nobody gains by company; the memory-hungry ones suffer most. */
START_TEST(makes_the_table)
{
    g_autofree char *file = source_path("offload/applications/spec2006.json");
    auto_outcome outcome, on_cores;
    run(file, false, &outcome);
    run(file, true, &on_cores);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    g_auto(GStrv) lines = g_strsplit(outcome.out, "\n", -1);
    g_auto(GStrv) others = g_strsplit(on_cores.out, "\n", -1);
    compare(lines, others);
    ck_assert_uint_eq(g_strv_length(lines), 1 + 6 * 26 + 1);
    ck_assert_str_eq(lines[0], "application,beside,level,seconds,slowdown,bytes_per_second");
    for (unsigned i = 0; i < 6 * 26; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[1 + i], ",", -1);
        const double slowdown = g_ascii_strtod(cells[4], NULL);
        ck_assert_double_ge(slowdown, 1);
        ck_assert_double_lt(slowdown, 4);
        ck_assert_int_eq(strcmp(cells[1], "alone") == 0, i % 26 == 0);
    }
    ck_assert(g_str_has_prefix(lines[1], "bzip2,alone,,"));
    ck_assert(g_str_has_prefix(lines[1 + 9], "bzip2,llc,0.9,"));
    ck_assert(g_str_has_prefix(lines[1 + 19], "bzip2,dram,1.0,"));
    ck_assert(g_str_has_prefix(lines[1 + 25], "bzip2,xalancbmk,,"));
}
END_TEST

START_TEST(tells_what_is_wrong)
{
    auto_outcome missing, wrong;
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "bubble-up");
    command_run(command, &missing);
    ck_assert_int_eq(missing.exit_code, EXIT_USAGE);
    g_autofree char *file = source_path("offload/published/heteropdp-gpu-alone.json");
    run(file, false, &wrong);
    ck_assert_int_eq(wrong.exit_code, EXIT_BAD_INPUT);
    ck_assert_str_eq(wrong.out, "");
    ck_assert_ptr_nonnull(strstr(wrong.err, file));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bubble_up_command");
    TCase *tcase = tcase_create("bubble_up_command");
    tcase_add_test(tcase, makes_the_table);
    tcase_add_test(tcase, tells_what_is_wrong);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
