/* SPDX-License-Identifier: BSD-3-Clause */
/* Every platform file of the tree loads, runs, and takes for a dependent load the cycles that the
 * comment on its top adds up. */
#include "tests/system/platform_files.h"
#include "tests/system/platform_values.h"
#include "tests/system/result.h"
#include <string.h>

enum {
    LOADS = 528, /* that the second launch of a chase makes more: tests/kernels/README.md */
    LINE_BYTES = 128
};

static char **files;

/* Of the platform file of this turn. g_free. */
static char *file_path(int index)
{
    g_autofree char *path = g_strconcat("platforms/", files[index], NULL);
    return source_path(path);
}

static JsonNode *run(int index, const char *workload, const char *const *sets)
{
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, file_path(index));
    g_ptr_array_add(command, source_path(workload));
    command_set_all(command, sets);
    command_add(command, "--check");
    return run_for_result(command, EXIT_DONE);
}

START_TEST(it_runs_a_workload)
{
    static const char *const small[] = {"scalars.rows=256", "scalars.edges=2048", NULL};
    g_autoptr(JsonNode) result = run(_i, "workloads/spmv/spmv.json", small);
    ck_assert_uint_gt(result_number(result, "kernels.0.cycles"), 0);
    assert_slots_are_accounted(result);
}
END_TEST

START_TEST(it_is_installed)
{
    g_autofree char *list = source_path("platforms/meson.build");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(list, &text, NULL, NULL));
    g_autofree char *name = g_strdup_printf("'%s'", files[_i]);
    ck_assert_msg(strstr(text, name) != NULL, "platforms/meson.build doesn't have %s", name);
}
END_TEST

/* ---- the sums on top ---------------------------------------------------------------------- */

/* What the lines from this label on add up to: the number behind '=' that ends a line. */
static uint64_t sum_of(int index, const char *label)
{
    g_autofree char *path = file_path(index);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_autofree char *pattern = g_strdup_printf("^    %s +[^\n](?:(?!\n\n).)*?= +([0-9]+)$", label);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_DOTALL, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    ck_assert_msg(g_regex_match(regex, text, 0, &match), "%s has no sum for %s", path, label);
    g_autofree char *number = g_match_info_fetch(match, 1);
    return g_ascii_strtoull(number, NULL, 10);
}

static uint64_t cycles_of_loads(JsonNode *result)
{
    uint64_t few = result_number(result, "kernels.2.cycles");
    uint64_t many = result_number(result, "kernels.3.cycles");
    ck_assert_uint_gt(many, few);
    return many - few;
}

START_TEST(a_hit_in_l1_takes_its_sum)
{
    g_autoptr(JsonNode) result =
        run(_i, "tests/kernels/chase_l1.json", (const char *const[]){NULL});
    ck_assert_uint_eq(cycles_of_loads(result), LOADS * sum_of(_i, "L1 hit"));
}
END_TEST

START_TEST(a_hit_in_l2_takes_its_sum)
{
    g_autoptr(JsonNode) result =
        run(_i, "tests/kernels/chase_l2.json", (const char *const[]){NULL});
    ck_assert_uint_eq(cycles_of_loads(result), LOADS * sum_of(_i, "L2 hit"));
}
END_TEST

/* More lines than the L2 has, and as many as the workload asks for at least. */
static uint64_t lines_to_fill_l2(const struct platform_values *values)
{
    uint64_t bytes =
        platform_hosts(values, "l2") * platform_number(values, "l2.size", "KiB") * 1024;
    return MAX(2 * bytes / LINE_BYTES, 16384);
}

/* Of a row's end and another one's begin, in cycles of the SMs. */
static uint64_t row_change(const struct platform_values *values)
{
    uint64_t command_cycles = platform_number(values, "dram.t_rp", "cycles") +
                              platform_number(values, "dram.t_rcd", "cycles");
    return command_cycles * platform_number(values, "sm.clock", "MHz") /
           platform_number(values, "dram.clock", "MHz");
}

/* The sum is that of a row conflict; some loads find their row open or no row at all. Two changes
 * of clock take up to a cycle each. */
START_TEST(dram_takes_its_sum_at_most)
{
    if (g_str_has_prefix(files[_i], "calibration/"))
        return; /* made by simgpu import-config, which leaves the device's timing out of the sum */
    g_autofree char *path = g_strconcat("platforms/", files[_i], NULL);
    struct platform_values *values = platform_values_new(path);
    g_autofree char *filler =
        g_strdup_printf("scalars.filler_lines=%" G_GUINT64_FORMAT, lines_to_fill_l2(values));
    g_autoptr(JsonNode) result =
        run(_i, "tests/kernels/chase_dram.json", (const char *const[]){filler, NULL});
    double latency = (double)cycles_of_loads(result) / LOADS;
    ck_assert_double_ge(latency, (double)(sum_of(_i, "DRAM") - row_change(values) - 3));
    ck_assert_double_le(latency, (double)(sum_of(_i, "DRAM") + 2));
    platform_values_free(values);
}
END_TEST

int main(void)
{
    files = platform_files();
    int count = (int)g_strv_length(files);
    Suite *suite = suite_create("platforms");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, it_runs_a_workload, 0, count);
    tcase_add_loop_test(tests, it_is_installed, 0, count);
    tcase_add_loop_test(tests, a_hit_in_l1_takes_its_sum, 0, count);
    tcase_add_loop_test(tests, a_hit_in_l2_takes_its_sum, 0, count);
    tcase_add_loop_test(tests, dram_takes_its_sum_at_most, 0, count);
    suite_add_tcase(suite, tests);
    int status = run_suite(suite);
    g_strfreev(files);
    return status;
}
