/* SPDX-License-Identifier: BSD-3-Clause */
/* Public configurations, as tests/import/configurations.txt has them: each becomes a platform that
 * loads and runs, or import-config itself refuses it with the option, its value and the reason. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 20 };

struct configuration {
    char *name, *expected; /* expected: with its mark, '>' or '!' */
    GString *options;
};

static struct configuration all[CONFIGURATIONS];

static struct configuration *named(const char *name)
{
    for (unsigned i = 0; i < CONFIGURATIONS; i++)
        if (all[i].name && strcmp(all[i].name, name) == 0)
            return &all[i];
    ck_abort_msg("no configuration %s before this one", name);
}

/* "NAME", or "NAME like NAME". */
static void begin(struct configuration *configuration, const char *header)
{
    g_auto(GStrv) words = g_strsplit(header, " like ", 2);
    configuration->options = g_string_new(words[1] ? named(words[1])->options->str : "");
    configuration->name = g_strdup(words[0]);
}

static void read_table(void)
{
    g_autofree char *path = source_path("tests/import/configurations.txt"), *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    int n = -1;
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "= ")) {
            ck_assert_int_lt(++n, CONFIGURATIONS);
            begin(&all[n], *line + 2);
        } else if (**line == '>' || **line == '!') {
            all[n].expected = g_strdup(*line);
        } else if (**line == '-') {
            g_string_append_printf(all[n].options, "%s\n", *line);
        }
    }
    ck_assert_int_eq(n, CONFIGURATIONS - 1);
}

static void clear_table(void)
{
    for (unsigned i = 0; i < CONFIGURATIONS; i++) {
        g_free(all[i].name);
        g_free(all[i].expected);
        g_string_free(all[i].options, TRUE);
    }
}

static void import_to(const char *folder, const char *options, struct outcome *outcome)
{
    g_autofree char *config = folder_write(folder, "gpgpusim.config", options, strlen(options));
    g_autofree char *platform = g_build_filename(folder, "platform.xml", NULL);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "import-config");
    command_add(command, "%s", config);
    command_add(command, "-o");
    command_add(command, "%s", platform);
    command_run(command, outcome);
}

/* vecadd checks its own results. */
static void runs(const char *folder, const char *expected)
{
    g_autofree char *platform = g_build_filename(folder, "platform.xml", NULL);
    g_autofree char *workload = source_path("workloads/examples/vecadd/vecadd.json");
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    command_add(command, "%s", platform);
    command_add(command, "%s", workload);
    command_add(command, "--set");
    command_add(command, "scalars.n=20000");
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_msg(strstr(outcome.out, expected) != NULL, "%s", outcome.out);
}

/* Nothing is written. */
static void is_refused(const char *folder, const struct outcome *outcome, const char *message)
{
    g_autofree char *platform = g_build_filename(folder, "platform.xml", NULL);
    ck_assert_int_eq(outcome->exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome->err, message) != NULL, "%s", outcome->err);
    ck_assert(!g_file_test(platform, G_FILE_TEST_EXISTS));
}

START_TEST(imports_and_runs_or_is_refused)
{
    read_table();
    const struct configuration *configuration = &all[_i];
    char *folder = folder_new();
    auto_outcome outcome;
    import_to(folder, configuration->options->str, &outcome);
    if (configuration->expected[0] == '!') {
        is_refused(folder, &outcome, configuration->expected + 2);
    } else {
        ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s: %s", configuration->name, outcome.err);
        runs(folder, configuration->expected + 2);
    }
    folder_remove(folder);
    clear_table();
}
END_TEST

/* What is written as a platform and what the platform's own reader does not take. */
static const struct {
    const char *options, *message;
} unloadable[] = {
    {"-gpgpu_sub_core_model 0 -gpgpu_num_sp_units 12",
     "simgpu cannot simulate this: sm: property units.sp: expected 0 to 8, found '12'; it comes "
     "from gpgpu_num_sp_units 12"},
    {"-gpgpu_n_sub_partition_per_mchannel 3",
     "a power of two, because bank bits choose them; it comes from gpgpu_mem_addr_mapping"},
    {"-gpgpu_dram_timing_opt "
     "nbk=16:CCD=1:RRD=3:RCD=12:RAS=28:RP=12:RC=20000:CL=12:WL=2:CDLR=3:WR=10",
     "dram: property t_rc: expected at most"},
};

START_TEST(refuses_what_would_not_load)
{
    read_table();
    g_autofree char *options =
        g_strdup_printf("%s%s\n", named("SM7_QV100")->options->str, unloadable[_i].options);
    char *folder = folder_new();
    auto_outcome outcome;
    import_to(folder, options, &outcome);
    is_refused(folder, &outcome, unloadable[_i].message);
    g_autofree char *start = g_strdup_printf("simgpu: %s/gpgpusim.config: ", folder);
    ck_assert_msg(strstr(outcome.err, start) != NULL, "%s", outcome.err);
    folder_remove(folder);
    clear_table();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("configurations");
    TCase *tcase = tcase_create("configurations");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, imports_and_runs_or_is_refused, 0, CONFIGURATIONS);
    tcase_add_loop_test(tcase, refuses_what_would_not_load, 0, G_N_ELEMENTS(unloadable));
    return run_suite(suite);
}
