/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu study as a user runs it: to its end, killed and resumed, twice at once, with points that
 * fail. The points are tiny kernels, so that a run is little more than its start. */
#include "tests/study/data/study_fixture.h"
#include "tests/system/command.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct fixture fixture;

/* ---- studies */

/* 6 x 2 x 2 points. The platform lies in the folder, so that its processes can be told from others
 * by their command lines. */
static const char axes[] =
    "\"set\": [\"sm.count=1\"], \"axes\": ["
    "{\"name\": \"iterations\", \"values\": ["
    "{\"label\": \"1\", \"set\": [\"scalars.iterations=1\"]},"
    "{\"label\": \"2\", \"set\": [\"scalars.iterations=2\"]},"
    "{\"label\": \"3\", \"set\": [\"scalars.iterations=3\"]},"
    "{\"label\": \"4\", \"set\": [\"scalars.iterations=4\"]},"
    "{\"label\": \"5\", \"set\": [\"scalars.iterations=5\"]},"
    "{\"label\": \"6\", \"set\": [\"scalars.iterations=6\"]}]},"
    "{\"name\": \"scheduler\", \"values\": ["
    "{\"label\": \"lrr\", \"policy\": {\"warp_scheduler\": \"lrr\"}},"
    "{\"label\": \"gto\", \"policy\": {\"warp_scheduler\": \"gto\"}}]},"
    "{\"name\": \"clock\", \"values\": ["
    "{\"label\": \"as it is\"}, {\"label\": \"slow\", \"set\": [\"dram.clock=500MHz\"]}]}],"
    "\"show\": [\"cycles\", \"elapsed_ps\", \"sm.warp_instructions\"],"
    "\"derive\": [{\"name\": \"speedup\", \"kind\": \"speedup\", \"metric\": \"elapsed_ps\","
    " \"over\": {\"clock\": \"slow\"}},"
    "{\"name\": \"mean\", \"kind\": \"geometric_mean\", \"of\": \"speedup\", \"across\": "
    "\"iterations\"}]";

static void put_study(const char *name, const char *members)
{
    g_autofree char *text =
        g_strdup_printf("{\"name\": \"s\", \"platform\": \"gpu.xml\", %s}", members);
    fixture_put(&fixture, name, text);
}

static void set_up(void)
{
    g_autofree char *platform = source_path(FERMI);
    g_autofree char *workload = source_path("tests/kernels/alu_chain.json");
    g_autofree char *text = NULL;
    fixture_init(&fixture);
    ck_assert(g_file_get_contents(platform, &text, NULL, NULL));
    fixture_put(&fixture, "gpu.xml", text);
    g_autofree char *members = g_strdup_printf("\"workload\": \"%s\", %s", workload, axes);
    put_study("study.json", members);
}

static void tear_down(void)
{
    fixture_finish(&fixture);
}

static GPtrArray *study_command_line(const char *study, const char *results)
{
    GPtrArray *command = command_new();
    command_add(command, "study");
    g_ptr_array_add(command, fixture_path(&fixture, study));
    command_add(command, "-o");
    g_ptr_array_add(command, fixture_path(&fixture, results));
    command_add(command, "-j2");
    return command;
}

/* Runs it with one more argument (NULL: none); the outcome must be cleared. */
static void run_study(struct outcome *outcome, const char *study, const char *results,
                      const char *more)
{
    g_autoptr(GPtrArray) command = study_command_line(study, results);
    if (more)
        command_add(command, "%s", more);
    command_run(command, outcome);
}

static void expect_end(const struct outcome *outcome, int code, const char *summary)
{
    ck_assert_msg(outcome->exit_code == code && strstr(outcome->err, summary),
                  "exit code %d, not %d with \"%s\"; %s", outcome->exit_code, code, summary,
                  outcome->err);
}

static void expect_files(const char *expected)
{
    g_autofree char *names = fixture_names(&fixture);
    ck_assert_str_eq(names, expected);
}

/* The only number of a query. */
static int query(const char *results, const char *sql)
{
    struct store *store = fixture_store(&fixture, results);
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store), sql, -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    const int value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    store_close(store);
    return value;
}

static void expect_intact(const char *results)
{
    ck_assert_int_eq(query(results, "SELECT count(*) FROM pragma_integrity_check"
                                    " WHERE integrity_check = 'ok'"),
                     1);
    ck_assert_int_eq(query(results, "SELECT count(*) FROM point WHERE key NOT IN"
                                    " (SELECT key FROM metric WHERE name = 'cycles')"),
                     0);
}

/* ---- killing */

/* Processes whose command line names the folder. */
static unsigned count_processes(void)
{
    unsigned n = 0;
    g_autoptr(GDir) dir = g_dir_open("/proc", 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename("/proc", name, "cmdline", NULL);
        g_autofree char *line = NULL;
        gsize length = 0;
        if (g_ascii_isdigit(name[0]) && g_file_get_contents(path, &line, &length, NULL))
            n += memmem(line, length, fixture.folder, strlen(fixture.folder)) != NULL;
    }
    return n;
}

static void expect_no_processes(void)
{
    for (int i = 0; i < 200 && count_processes() > 0; i++)
        g_usleep(10000);
    ck_assert_uint_eq(count_processes(), 0);
}

/* messages: NULL: they are dropped. */
static GPid start(GPtrArray *command, int *messages)
{
    GPid pid;
    g_autoptr(GError) error = NULL;
    g_ptr_array_add(command, NULL);
    const GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                              (messages ? 0 : G_SPAWN_STDERR_TO_DEV_NULL);
    ck_assert_msg(g_spawn_async_with_pipes(NULL, (char **)command->pdata, NULL, flags, NULL, NULL,
                                           &pid, NULL, NULL, messages, &error),
                  "%s", error ? error->message : "");
    return pid;
}

/* Starts the study, waits for so many points to end and then for a while, and ends it. */
static int end_study(const char *results, unsigned points, unsigned then_us, int signal)
{
    g_autoptr(GPtrArray) command = study_command_line("study.json", results);
    int messages, status;
    char text[512];
    const GPid pid = start(command, &messages);
    FILE *lines = fdopen(messages, "r");
    for (unsigned i = 0; i < points && fgets(text, sizeof text, lines); i++)
        ;
    g_usleep(then_us);
    kill(pid, signal);
    waitpid(pid, &status, 0);
    fclose(lines);
    return exit_code_of_status(status);
}

START_TEST(test_killed_and_resumed)
{
    static const struct {
        unsigned points, then_us;
    } kills[] = {{0, 3000}, {0, 30000}, {1, 0}, {2, 1000}, {3, 15000}, {3, 4000}};
    auto_outcome through = {0}, again = {0}, resumed = {0};
    run_study(&through, "study.json", "through.sqlite", "--csv");
    expect_end(&through, EXIT_DONE, "24 points: 0 done before, 24 done, 0 failed, 0 left");
    ck_assert(g_str_has_prefix(through.out, "position,iterations,scheduler,clock,status,cycles,"
                                            "elapsed_ps,sm.warp_instructions,speedup,mean,reason"
                                            "\r\n0,1,lrr,as it is,done,"));
    run_study(&again, "study.json", "through.sqlite", "--csv");
    expect_end(&again, EXIT_DONE, "24 points: 24 done before, 0 done, 0 failed, 0 left");
    ck_assert_str_eq(again.out, through.out);

    int rows = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(kills); i++) {
        ck_assert_int_eq(end_study("killed.sqlite", kills[i].points, kills[i].then_us, SIGKILL),
                         128 + SIGKILL);
        expect_no_processes();
        expect_intact("killed.sqlite");
        const int now = query("killed.sqlite", "SELECT count(*) FROM point");
        ck_assert_int_ge(now, rows + (int)kills[i].points);
        ck_assert_int_lt(now, 24);
        rows = now;
    }
    run_study(&resumed, "study.json", "killed.sqlite", "--csv");
    g_autofree char *summary =
        g_strdup_printf("24 points: %d done before, %d done, 0 failed, 0 left", rows, 24 - rows);
    expect_end(&resumed, EXIT_DONE, summary);
    ck_assert_str_eq(resumed.out, through.out);
    expect_intact("killed.sqlite");
    expect_files("gpu.xml killed.sqlite study.json through.sqlite");
}
END_TEST

START_TEST(test_interrupted)
{
    ck_assert_int_eq(end_study("r.sqlite", 2, 1000, SIGINT), EXIT_INTERRUPTED);
    expect_no_processes();
    expect_intact("r.sqlite");
    ck_assert_int_ge(query("r.sqlite", "SELECT count(*) FROM point WHERE status = 'done'"), 2);
    ck_assert_int_eq(query("r.sqlite", "SELECT count(*) FROM point WHERE status <> 'done'"), 0);
    expect_files("gpu.xml r.sqlite study.json");
}
END_TEST

/* ---- parts and neighbours */

START_TEST(test_two_at_once)
{
    GPid pids[2];
    for (int i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command = study_command_line("study.json", "r.sqlite");
        command_add(command, "--points");
        command_add(command, i == 0 ? "0-4" : "2-6");
        pids[i] = start(command, NULL);
    }
    for (int i = 0; i < 2; i++) {
        int status;
        waitpid(pids[i], &status, 0);
        ck_assert_int_eq(exit_code_of_status(status), EXIT_DONE);
    }
    expect_intact("r.sqlite");
    ck_assert_int_eq(query("r.sqlite", "SELECT count(*) FROM point WHERE status = 'done'"), 7);
    ck_assert_int_eq(query("r.sqlite", "SELECT count(*) FROM coordinate"), 72);
    auto_outcome shown = {0};
    run_study(&shown, "study.json", "r.sqlite", "--show");
    expect_end(&shown, EXIT_DONE, "");
    ck_assert_ptr_nonnull(strstr(shown.out, "4           gto        slow      missing       -"));
    expect_files("gpu.xml r.sqlite study.json");
}
END_TEST

/* ---- failures */

#define CHAIN                                                                                      \
    "{\"name\": \"n\", \"description\": \"d\", \"modules\": {\"m\": {\"ptx\": \"%s\"}},"           \
    " \"scalars\": {\"n\": 1}, \"buffers\": {\"b\": {\"type\": \"f32\", \"count\": 2,"             \
    " \"init\": \"zero\"}}, \"steps\": [{\"launch\": {\"kernel\": \"fma_chain\", \"grid\": [1],"   \
    " \"block\": [32], \"args\": [\"b\", \"n\", 0]}}],"                                            \
    " \"checks\": [{\"buffer\": \"b\", \"checksum\": \"fnv1a64:%s\"}]}"

static void put_workload(const char *name, const char *checksum)
{
    g_autofree char *ptx = source_path("tests/kernels/alu_chain.ptx");
    g_autofree char *text = g_strdup_printf(CHAIN, ptx, checksum);
    fixture_put(&fixture, name, text);
}

static void expect_reason(struct store *store, const char *label, const char *status,
                          const char *reason)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store),
                                        "SELECT status, reason FROM point JOIN coordinate"
                                        " USING (key) WHERE value = ?1",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(statement, 0), status);
    const char *is = (const char *)sqlite3_column_text(statement, 1);
    ck_assert_msg(reason ? is && g_str_has_prefix(is, reason) : !is, "%s: %s", label, is);
    sqlite3_finalize(statement);
}

/* The command line of the first failed point ends as its point did. */
static void expect_repeats(struct store *store, const char *label, int code)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store),
                                        "SELECT command FROM point JOIN coordinate USING (key)"
                                        " WHERE value = ?1",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, label, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    g_autoptr(GPtrArray) shell = g_ptr_array_new_with_free_func(g_free);
    command_add(shell, "/bin/sh");
    command_add(shell, "-c");
    command_add(shell, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    auto_outcome outcome = {0};
    command_run(shell, &outcome);
    ck_assert_msg(outcome.exit_code == code, "%s: %d: %s", label, outcome.exit_code, outcome.err);
}

START_TEST(test_failed_points)
{
    auto_outcome first = {0}, second = {0};
    put_workload("wrong result.json", "0000000000000000");
    put_study("failing.json",
              "\"set\": [\"sm.count=1\"], \"axes\": [{\"name\": \"a\", "
              "\"values\": ["
              "{\"label\": \"check\", \"workload\": \"wrong result.json\"},"
              "{\"label\": \"key\", \"workload\": \"wrong result.json\", \"set\": [\"no.such=1\"]},"
              "{\"label\": \"limit\", \"workload\": \"wrong result.json\","
              " \"options\": [\"--max-cycles\", \"10\"]},"
              "{\"label\": \"signal\", \"command\": [\"sh\", \"-c\", \"kill -9 $PPID\"]}]}]");
    run_study(&first, "failing.json", "r.sqlite", NULL);
    expect_end(&first, EXIT_CHECK_FAILED, "4 points: 0 done before, 1 done, 3 failed, 0 left");
    struct store *store = fixture_store(&fixture, "r.sqlite");
    expect_reason(store, "check", "failed", "a check failed");
    expect_reason(store, "key", "failed", "--set no.such=1: ");
    expect_reason(store, "limit", "done", NULL);
    expect_reason(store, "signal", "failed", "ended by signal 9 (Killed)");
    expect_repeats(store, "check", EXIT_CHECK_FAILED);
    expect_repeats(store, "key", EXIT_BAD_INPUT);
    store_close(store);
    expect_no_processes();
    expect_files("failing.json gpu.xml r.sqlite study.json wrong result.json");

    /* What is right now is done; what still fails was tried again. */
    run_study(&second, "failing.json", "r.sqlite", "--points=0-2");
    expect_end(&second, EXIT_CHECK_FAILED, "3 points: 1 done before, 0 done, 2 failed, 0 left");
}
END_TEST

START_TEST(test_time_out)
{
    auto_outcome outcome = {0};
    put_workload("work.json", "0000000000000000");
    put_study("late.json",
              "\"timeout_s\": 0.25, \"workload\": \"work.json\", \"axes\": [{\"name\": "
              "\"a\", \"values\": [{\"label\": \"long\","
              " \"set\": [\"scalars.n=2000000000\"]}]}]");
    run_study(&outcome, "late.json", "r.sqlite", NULL);
    expect_end(&outcome, EXIT_CHECK_FAILED, "1 points: 0 done before, 0 done, 1 failed, 0 left");
    struct store *store = fixture_store(&fixture, "r.sqlite");
    expect_reason(store, "long", "timeout", "no end after ");
    store_close(store);
    expect_no_processes();
}
END_TEST

START_TEST(test_command_lines)
{
    static const struct {
        const char *study, *more;
        int code;
        const char *message;
    } cases[] = {
        {"study.json", "--jobs=-1", EXIT_USAGE, "--jobs wants a number from 1 to 4096, not -1"},
        {"study.json", "extra", EXIT_USAGE, "expected a study file, found 2 arguments"},
        {"study.json", "--points=24", EXIT_BAD_INPUT, "--points: there is no point 24"},
        {"nowhere.json", NULL, EXIT_BAD_INPUT, "nowhere.json: "},
        {"gpu.xml", NULL, EXIT_BAD_INPUT, "gpu.xml:1: expected a value, found '<'"},
        {"study.json", "--show", EXIT_BAD_INPUT, "r.sqlite: unable to open database file"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        auto_outcome outcome = {0};
        run_study(&outcome, cases[i].study, "r.sqlite", cases[i].more);
        expect_end(&outcome, cases[i].code, cases[i].message);
    }
    expect_files("gpu.xml study.json");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study command");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, test_killed_and_resumed);
    tcase_add_test(tests, test_interrupted);
    tcase_add_test(tests, test_two_at_once);
    tcase_add_test(tests, test_failed_points);
    tcase_add_test(tests, test_time_out);
    tcase_add_test(tests, test_command_lines);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
