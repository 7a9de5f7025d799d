/* SPDX-License-Identifier: BSD-3-Clause */
/* --checkpoint: a run that is killed at any moment, again and again, ends with the bytes of one
 * that was not. SIMGPU_TEST_KILLS says how often it is killed in each way of running (3); the
 * issue's hundred takes some minutes. */
#include "base/image/image_make.h"
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { KILLS = 3, ROUNDS_MAX = 100000 };

/* Milliseconds that a run gets before it is killed: at least what it takes to come back. */
enum { SHORTEST_MS = 90, SPREAD_MS = 160 };

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

static unsigned kills_wanted(void)
{
    const char *said = getenv("SIMGPU_TEST_KILLS");
    return said ? (unsigned)atoi(said) : KILLS;
}

/* The command with its output in files of the folder. */
static GPtrArray *shell_command(GPtrArray *command)
{
    g_autofree char *script = g_strdup_printf("exec \"$@\" >%s/out 2>%s/err", folder, folder);
    GPtrArray *shell = g_ptr_array_new_with_free_func(g_free);
    const char *const begin[] = {"/bin/sh", "-c", script, "sh"};
    for (size_t i = 0; i < G_N_ELEMENTS(begin); i++)
        g_ptr_array_add(shell, g_strdup(begin[i]));
    for (guint i = 0; i < command->len && command->pdata[i]; i++)
        g_ptr_array_add(shell, g_strdup(command->pdata[i]));
    g_ptr_array_add(shell, NULL);
    return shell;
}

/* Its wait status. ms: when it is killed, 0: never. */
static int run_once(GPtrArray *command, unsigned ms)
{
    g_autoptr(GPtrArray) shell = shell_command(command);
    GPid pid;
    int status;
    ck_assert(g_spawn_async(NULL, (char **)shell->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                            NULL, &pid, NULL));
    if (ms > 0) {
        g_usleep(ms * 1000UL);
        kill(pid, SIGKILL);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return status;
}

static char *text_of(const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "%s is missing", path);
    return text;
}

/* The result, and what program and simgpu have written but for how fast it went. */
static char *all_of_it(void)
{
    g_autofree char *json = text_of("result.json"), *out = text_of("out");
    g_autoptr(JsonNode) node = result_parse(json);
    g_autofree char *result = result_without_host(node);
    g_autoptr(GRegex) speed = g_regex_new("(?m)^(simulation|functional) .*$", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace_literal(speed, out, -1, 0, "", 0, NULL);
    return g_strconcat(plain, result, NULL);
}

static void expect_done(int status)
{
    g_autofree char *said = text_of("err");
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DONE, "status %d: %s", status,
                  said);
}

/* Kills it at random moments; the rest of the run is not. */
static void kill_and_compare(GPtrArray *command, const char *what)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(20261128);
    expect_done(run_once(command, 0));
    g_autofree char *expected = all_of_it();
    unsigned killed = 0;
    for (unsigned round = 0; killed < kills_wanted() && round < ROUNDS_MAX; round++) {
        const int status =
            run_once(command, SHORTEST_MS + (unsigned)g_rand_int_range(random, 0, SPREAD_MS));
        if (!WIFSIGNALED(status))
            expect_done(status); /* it came to its end; the next one begins anew */
        killed += WIFSIGNALED(status);
    }
    expect_done(run_once(command, 0));
    g_autofree char *actual = all_of_it();
    assert_same_result(expected, actual, what);
    g_autofree char *image = g_build_filename(folder, "images", "image", NULL);
    ck_assert_msg(!g_file_test(image, G_FILE_TEST_EXISTS), "an image is left");
}

static const char *const modes[] = {"", "--functional ", "--representative ",
                                    "--functional --compile-kernels=first "};

START_TEST(a_program_that_is_killed_goes_on)
{
    g_autofree char *options =
        g_strdup_printf("%s--checkpoint %s/images --checkpoint-every 0", modes[_i], folder);
    g_autoptr(GPtrArray) command = program_command(options, folder, "steps steps 60");
    kill_and_compare(command, modes[_i]);
}
END_TEST

START_TEST(a_workload_that_is_killed_goes_on)
{
    g_autofree char *bfs = source_path("workloads/examples/bfs/bfs.json");
    g_autoptr(GPtrArray) command = command_for(bfs);
    command_add(command, "--observe=all");
    command_add(command, "--json=%s/result.json", folder);
    command_add(command, "--checkpoint=%s/images", folder);
    command_add(command, "--checkpoint-every=0");
    kill_and_compare(command, "bfs");
}
END_TEST

/* Leaves an image behind. */
static void make_image(GPtrArray *command)
{
    g_autofree char *image = g_build_filename(folder, "images", "image", NULL);
    unsigned ms = 0;
    while (!g_file_test(image, G_FILE_TEST_EXISTS)) {
        ck_assert_uint_lt(ms, 10000);
        run_once(command, ms += 150);
    }
}

static void expect_refusal(GPtrArray *command, const char *why)
{
    const int status = run_once(command, 0);
    g_autofree char *said = text_of("err");
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BAD_INPUT, "%d: %s", status,
                  said);
    ck_assert_msg(strstr(said, why), "%s", said);
}

START_TEST(a_program_that_differs_is_refused)
{
    g_autofree char *options =
        g_strdup_printf("--checkpoint %s/images --checkpoint-every 0", folder);
    g_autoptr(GPtrArray) command = program_command(options, folder, "steps steps 500 1");
    make_image(command);
    expect_refusal(command, "it has copied other bytes to the device at its call");
}
END_TEST

START_TEST(another_command_is_refused)
{
    g_autofree char *options =
        g_strdup_printf("--checkpoint %s/images --checkpoint-every 0", folder);
    g_autoptr(GPtrArray) command = program_command(options, folder, "steps steps 500");
    g_autoptr(GPtrArray) other = program_command(options, folder, "steps steps 501");
    make_image(command);
    expect_refusal(other, "it is of another command");
}
END_TEST

START_TEST(a_damaged_image_is_refused)
{
    g_autofree char *options =
        g_strdup_printf("--checkpoint %s/images --checkpoint-every 0", folder);
    g_autofree char *image = g_build_filename(folder, "images", "image", NULL);
    g_autoptr(GPtrArray) command = program_command(options, folder, "steps steps 500");
    make_image(command);
    ck_assert(g_file_set_contents(image, "nonsense", -1, NULL));
    expect_refusal(command, "no image of simgpu, or not whole");
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("checkpoint");
    tcase_set_timeout(tests, 3600);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, a_program_that_is_killed_goes_on, 0, G_N_ELEMENTS(modes));
    tcase_add_test(tests, a_workload_that_is_killed_goes_on);
    tcase_add_test(tests, a_program_that_differs_is_refused);
    tcase_add_test(tests, another_command_is_refused);
    tcase_add_test(tests, a_damaged_image_is_refused);
    if (image_problem()) {
        printf("skipped: %s\n", image_problem());
        return 77;
    }
    Suite *suite = suite_create("checkpoint");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
