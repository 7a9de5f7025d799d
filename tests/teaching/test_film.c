/* SPDX-License-Identifier: BSD-3-Clause */
/* A film's data: a film of a part has what the whole film has there, and a deadlock's has its end.
 * test_views.c has the film of every workload. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include "tests/teaching/film_file.h"
#include "tests/teaching/stuck.h"
#include <string.h>

static const char all_events[] = "1000000";

static char *film_of(const GPtrArray *command, const char *folder, const char *name,
                     const char *const *more, int exit_code)
{
    char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GPtrArray) own = command_new();
    for (guint i = 1; i < command->len; i++)
        command_add(own, "%s", (char *)command->pdata[i]);
    command_add(own, "--film-data");
    command_add(own, "%s", path);
    for (; *more; more++)
        command_add(own, "%s", *more);
    auto_outcome outcome;
    command_run(own, &outcome);
    ck_assert_msg(outcome.exit_code == exit_code, "%d: %s", outcome.exit_code, outcome.err);
    return path;
}

#define FILM(command, folder, name, ...)                                                           \
    film_of(command, folder, name, (const char *const[]){__VA_ARGS__, NULL}, EXIT_DONE)

/* ---- a part of it ------------------------------------------------------------------------------
 */

static GPtrArray *small_command(void)
{
    GPtrArray *command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=4096", "sm.count=2",
                                                   "xbar.port_to_bank.slots=1", NULL});
    return command;
}

/* The n events of a part, from its `first` on, are those of the whole from `at` on. */
static void assert_same_events(const struct film_file *part, guint first, guint n,
                               const struct film_file *whole, guint at)
{
    ck_assert_uint_le(at + n, whole->time->len);
    for (guint i = 0; i < n; i++) {
        ck_assert_uint_eq(g_array_index(part->time, gint64, first + i),
                          g_array_index(whole->time, gint64, at + i));
        ck_assert_uint_eq(g_array_index(part->kind, gint64, first + i),
                          g_array_index(whole->kind, gint64, at + i));
        ck_assert_uint_eq(g_array_index(part->unit, gint64, first + i),
                          g_array_index(whole->unit, gint64, at + i));
    }
}

START_TEST(a_part_is_a_part_of_the_whole)
{
    g_autoptr(GPtrArray) command = small_command();
    char *folder = folder_new();
    g_autofree char *a = FILM(command, folder, "a", "--film-events", all_events);
    g_autofree char *b = FILM(command, folder, "b", "--film-events", "500");
    g_autofree char *c = FILM(command, folder, "c", "--film-window", "24000-24200");
    g_autofree char *d =
        FILM(command, folder, "d", "--film-window", "24000-24200", "--set", "engine.lookahead=1");
    g_autoptr(film_file) whole = film_file_read(a), first = film_file_read(b),
                         window = film_file_read(c), again = film_file_read(d);
    ck_assert_uint_eq(film_number(first, "scene"), 0);
    ck_assert_uint_eq(film_number(first, "behind"), film_number(first, "all") - 500);
    assert_same_events(first, 0, 500, whole, 0);

    const guint scene = (guint)film_number(window, "scene");
    const guint n = window->time->len - scene - (guint)film_number(window, "late");
    ck_assert_uint_gt(scene, 0);
    ck_assert_uint_gt(n, 100);
    ck_assert_uint_eq(film_number(window, "before") + n + film_number(window, "behind"),
                      film_number(window, "all"));
    assert_same_events(window, scene, n, whole, (guint)film_number(window, "before"));
    ck_assert_str_eq(window->text, again->text);
    folder_remove(folder);
}
END_TEST

/* Credits in use on each wire just before the window's end, of the window and of the whole. */
static void count_used(struct film_file *film, gint64 at, gint64 *used)
{
    for (guint e = 0, i = 0; e < film->time->len; e++) {
        if (g_array_index(film->kind, gint64, e) != FILM_SENDS)
            continue;
        const gint64 departs = g_array_index(film->time, gint64, e);
        const gint64 back = film_value(film, FILM_SENDS, "back", i);
        const gint64 arrives = departs + film_value(film, FILM_SENDS, "flight", i);
        if (departs <= at && (back < 0 || arrives + back > at))
            used[film_value(film, FILM_SENDS, "wire", i)]++;
        i++;
    }
}

START_TEST(buffers_of_a_part_are_as_full)
{
    enum { WIRES = 200 };
    g_autoptr(GPtrArray) command = small_command();
    char *folder = folder_new();
    g_autofree char *a = FILM(command, folder, "a", "--film-events", all_events);
    g_autofree char *b = FILM(command, folder, "b", "--film-window", "24000-24200");
    g_autoptr(film_file) whole = film_file_read(a), part = film_file_read(b);
    gint64 of_whole[WIRES] = {0}, of_part[WIRES] = {0}, full = 0;
    const gint64 from = film_number(part, "from");
    count_used(whole, from + 1000, of_whole);
    count_used(part, from + 1000, of_part);
    for (unsigned wire = 0; wire < WIRES; wire++) {
        ck_assert_int_eq(of_whole[wire], of_part[wire]);
        full += of_whole[wire];
    }
    ck_assert_int_gt(full, 0);
    folder_remove(folder);
}
END_TEST

/* ---- a deadlock ----------------------------------------------------------------------------- */

START_TEST(a_deadlock_shows_its_end)
{
    enum { BARRIER = 1, LAST = 12 };
    char *folder = folder_new();
    g_free(folder_write(folder, "stuck.ptx", stuck_kernel, strlen(stuck_kernel)));
    g_autofree char *workload =
        folder_write(folder, "stuck.json", stuck_workload, strlen(stuck_workload));
    g_autoptr(GPtrArray) command = command_for(workload);
    g_autofree char *path = film_of(
        command, folder, "film", (const char *const[]){"--film-events", "12", NULL}, EXIT_DEADLOCK);
    g_autoptr(film_file) film = film_file_read(path);
    ck_assert_str_eq(film_text(film, "how"), "deadlock");
    ck_assert_ptr_nonnull(strstr(film_text(film, "waits"), "waits at a barrier"));
    ck_assert_uint_eq(film_number(film, "behind"), 0);
    ck_assert_uint_eq(film_number(film, "before"), film_number(film, "all") - LAST);
    gint64 last[2] = {-1, -1};
    for (guint i = 0; i < film->n_of[FILM_WAITS]; i++)
        last[film_value(film, FILM_WAITS, "warp", i)] = film_value(film, FILM_WAITS, "wait", i);
    ck_assert_int_eq(last[0], BARRIER);
    ck_assert_int_eq(last[1], BARRIER);
    folder_remove(folder);
}
END_TEST

START_TEST(bad_options_are_refused)
{
    static const char *const bad[][2] = {{"--film-window", "2-1"}, {"--film-events", "0"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++)
        for (unsigned with_file = 0; with_file < 2; with_file++) {
            g_autoptr(GPtrArray) command = small_command();
            command_add(command, "%s", bad[i][0]);
            command_add(command, "%s", bad[i][1]);
            if (with_file)
                command_add(command, "--film-data=/dev/null");
            auto_outcome outcome;
            command_run(command, &outcome);
            ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
            ck_assert_ptr_nonnull(strstr(outcome.err, with_file ? bad[i][1] : "--film-data"));
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film");
    TCase *tcase = tcase_create("film");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_part_is_a_part_of_the_whole);
    tcase_add_test(tcase, buffers_of_a_part_are_as_full);
    tcase_add_test(tcase, a_deadlock_shows_its_end);
    tcase_add_test(tcase, bad_options_are_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
