/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/study/data/study_command.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture study_folder;

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

void study_folder_put(const char *name, const char *members)
{
    g_autofree char *text =
        g_strdup_printf("{\"name\": \"s\", \"platform\": \"gpu.xml\", %s}", members);
    fixture_put(&study_folder, name, text);
}

void study_folder_set_up(void)
{
    g_autofree char *platform = source_path(FERMI);
    g_autofree char *workload = source_path("tests/kernels/alu_chain.json");
    g_autofree char *text = NULL;
    fixture_init(&study_folder);
    ck_assert(g_file_get_contents(platform, &text, NULL, NULL));
    fixture_put(&study_folder, "gpu.xml", text);
    g_autofree char *members = g_strdup_printf("\"workload\": \"%s\", %s", workload, axes);
    study_folder_put("study.json", members);
}

void study_folder_tear_down(void)
{
    fixture_finish(&study_folder);
}

GPtrArray *study_command_line(const char *study, const char *results)
{
    GPtrArray *command = command_new();
    command_add(command, "study");
    g_ptr_array_add(command, fixture_path(&study_folder, study));
    command_add(command, "-o");
    g_ptr_array_add(command, fixture_path(&study_folder, results));
    command_add(command, "-j2");
    return command;
}

/* Runs it with one more argument (NULL: none); the outcome must be cleared. */
void study_run(struct outcome *outcome, const char *study, const char *results, const char *more)
{
    g_autoptr(GPtrArray) command = study_command_line(study, results);
    if (more)
        command_add(command, "%s", more);
    command_run(command, outcome);
}

void study_expect_end(const struct outcome *outcome, int code, const char *summary)
{
    ck_assert_msg(outcome->exit_code == code && strstr(outcome->err, summary),
                  "exit code %d, not %d with \"%s\"; %s", outcome->exit_code, code, summary,
                  outcome->err);
}

void study_expect_files(const char *expected)
{
    g_autofree char *names = fixture_names(&study_folder);
    ck_assert_str_eq(names, expected);
}

/* The only number of a query. */
int study_query(const char *results, const char *sql)
{
    struct store *store = fixture_store(&study_folder, results);
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_prepare_v2(store_database(store), sql, -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    store_close(store);
    return value;
}

void study_expect_intact(const char *results)
{
    ck_assert_int_eq(study_query(results, "SELECT count(*) FROM pragma_integrity_check"
                                          " WHERE integrity_check = 'ok'"),
                     1);
    ck_assert_int_eq(study_query(results, "SELECT count(*) FROM point WHERE key NOT IN"
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
            n += memmem(line, length, study_folder.folder, strlen(study_folder.folder)) != NULL;
    }
    return n;
}

void study_expect_no_processes(void)
{
    for (int i = 0; i < 200 && count_processes() > 0; i++)
        g_usleep(10000);
    ck_assert_uint_eq(count_processes(), 0);
}

/* messages: NULL: they are dropped. */
GPid study_start(GPtrArray *command, int *messages)
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
int study_end(const char *results, unsigned points, unsigned then_us, int signal)
{
    g_autoptr(GPtrArray) command = study_command_line("study.json", results);
    int messages, status;
    char text[512];
    const GPid pid = study_start(command, &messages);
    FILE *lines = fdopen(messages, "r");
    for (unsigned i = 0; i < points && fgets(text, sizeof text, lines); i++)
        ;
    g_usleep(then_us);
    kill(pid, signal);
    waitpid(pid, &status, 0);
    fclose(lines);
    return exit_code_of_status(status);
}
