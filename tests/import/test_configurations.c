/* SPDX-License-Identifier: BSD-3-Clause */
/* Public configurations, as tests/import/configurations.txt has them: each becomes a platform that
 * loads and runs, or import-config itself refuses it with the option, its value and the reason. */
#include "tests/import/configuration_table.h"
#include "tests/rigs/folder.h"
#include <stdlib.h>
#include <string.h>

static struct configuration_table table;

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
    configuration_table_read(&table);
    const struct configuration *configuration = &table.all[_i];
    char *folder = folder_new();
    auto_outcome outcome;
    configuration_import(folder, configuration->options->str, &outcome);
    if (configuration->expected[0] == '!') {
        is_refused(folder, &outcome, configuration->expected + 2);
    } else {
        ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s: %s", configuration->name, outcome.err);
        runs(folder, configuration->expected + 2);
    }
    folder_remove(folder);
    configuration_table_clear(&table);
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
    configuration_table_read(&table);
    g_autofree char *options = g_strdup_printf(
        "%s%s\n", configuration_named(&table, "SM7_QV100")->options->str, unloadable[_i].options);
    char *folder = folder_new();
    auto_outcome outcome;
    configuration_import(folder, options, &outcome);
    is_refused(folder, &outcome, unloadable[_i].message);
    g_autofree char *start = g_strdup_printf("simgpu: %s/gpgpusim.config: ", folder);
    ck_assert_msg(strstr(outcome.err, start) != NULL, "%s", outcome.err);
    folder_remove(folder);
    configuration_table_clear(&table);
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
