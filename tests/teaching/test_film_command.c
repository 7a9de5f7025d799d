/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu film as a command: one page for one run or two, whatever options the run has, and what it
 * refuses. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/teaching/stuck.h"
#include <string.h>

/* simgpu film with these words; -o and a page in the folder are added if there is one. */
static int make_page(const char *folder, const char *const *words, char **page, struct outcome *out)
{
    g_autoptr(GPtrArray) command = command_new();
    g_autofree char *path = folder ? g_build_filename(folder, "film.html", NULL) : NULL;
    g_autofree char *platform = source_path(FERMI);
    command_add(command, "film");
    command_add(command, "%s", platform);
    for (; *words; words++)
        command_add(command, "%s", *words);
    if (folder) {
        command_add(command, "-o");
        command_add(command, "%s", path);
    }
    command_run(command, out);
    if (page && !g_file_get_contents(path, page, NULL, NULL))
        *page = NULL;
    return out->exit_code;
}

static unsigned films_in(const char *page)
{
    unsigned n = 0;
    for (const char *at = page; (at = strstr(at, "<script type=\"application/json\"")); at++)
        n++;
    return n;
}

/* Every option of the run applies; the run's summary and its exit code are the film's. */
START_TEST(the_command_makes_a_page)
{
    char *folder = folder_new();
    g_free(folder_write(folder, "stuck.ptx", stuck_kernel, strlen(stuck_kernel)));
    g_autofree char *stuck =
        folder_write(folder, "stuck.json", stuck_workload, strlen(stuck_workload));
    g_autofree char *workload = source_path("workloads/examples/vecadd/vecadd.json");
    const char *const two[] = {workload,      "--set",        "scalars.n=500",
                               "--compare",   "sm.count=1,2", "--events=100",
                               "--scheduler", "lrr",          NULL};
    const char *const end[] = {stuck, NULL};
    g_autofree char *page = NULL, *deadlock = NULL;
    auto_outcome first, second;
    ck_assert_int_eq(make_page(folder, two, &page, &first), EXIT_DONE);
    ck_assert_uint_eq(films_in(page), 2);
    ck_assert_ptr_nonnull(strstr(first.out, "1 SM, "));
    ck_assert_ptr_nonnull(strstr(first.out, "2 SMs, "));
    ck_assert_ptr_nonnull(strstr(page, "warp scheduler lrr, scalars.n=500, sm.count=1"));
    ck_assert_ptr_nonnull(strstr(page, "warp scheduler lrr, scalars.n=500, sm.count=2"));
    ck_assert_int_eq(make_page(folder, end, &deadlock, &second), EXIT_DEADLOCK);
    ck_assert_uint_eq(films_in(deadlock), 1);
    ck_assert_ptr_nonnull(strstr(deadlock, "waits at a barrier"));
    folder_remove(folder);
}
END_TEST

START_TEST(the_command_refuses)
{
    static const struct {
        const char *words[4];
        bool has_page;
        int code;
        const char *message;
    } rows[] = {
        {{"vecadd"}, false, EXIT_USAGE, "-o film.html"},
        {{"vecadd", "--compare", "gto"}, true, EXIT_USAGE, "two values"},
        {{"vecadd", "--compare", "warp_scheduler=gto,nobody"}, true, EXIT_BAD_INPUT, "nobody"},
        {{"vecadd", "--window=5"}, true, EXIT_USAGE, "window"},
        {{"vecadd", "--polcy=x"}, true, EXIT_USAGE, "--policy"},
        {{"vecad"}, true, EXIT_BAD_INPUT, "vecadd"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        char *folder = folder_new();
        g_autofree char *page = NULL;
        auto_outcome outcome;
        ck_assert_int_eq(make_page(rows[i].has_page ? folder : NULL, rows[i].words,
                                   rows[i].has_page ? &page : NULL, &outcome),
                         rows[i].code);
        ck_assert_msg(strstr(outcome.err, rows[i].message) != NULL, "%s", outcome.err);
        ck_assert_ptr_null(page);
        folder_remove(folder);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film_command");
    TCase *tcase = tcase_create("film_command");
    tcase_add_test(tcase, the_command_makes_a_page);
    tcase_add_test(tcase, the_command_refuses);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
