/* SPDX-License-Identifier: BSD-3-Clause */
/* What an unloaded load takes is what the comment on top of each platform file works out, hop by
 * hop: lines that begin with "L1 hit", "L2 hit" and "DRAM", and end, there or further down, with
 * "= N". Where a file has none of them, those of the file that it is based on hold. One lane
 * follows pointers through footprints that L1, L2 and only DRAM hold. */
#include "tests/rigs/platform_files.h"
#include "tests/rigs/platform_values.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <stdlib.h>
#include <string.h>

/* END: so many that the way in which a chase ends is the same however long it is. */
enum { MORE_LOADS = 500, LINE = 128, END = 64 };

static char **files; /* platform files, those of papers included */

/* The path of one in the source tree. g_free. */
static char *path_of(int index)
{
    return g_strconcat("platforms/", files[index], NULL);
}

/* The number behind the last '=' of the first line, from the label on, that ends with it; 0: the
 * file has none. */
static double documented_in(const char *file, const char *label)
{
    g_autofree char *path = source_path(file);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool found = false;
    for (char **line = lines; *line; line++) {
        g_strstrip(*line);
        found |= g_str_has_prefix(*line, label);
        char *sum = strrchr(*line, '='), *end = NULL;
        double cycles = sum ? strtod(sum + 1, &end) : 0;
        if (found && sum && end > sum + 1 && *end == '\0')
            return cycles;
    }
    ck_assert_msg(!found, "%s: no sum of \"%s\" in its comment", path, label);
    return 0;
}

static double documented(int index, const char *label)
{
    char *file = path_of(index);
    double cycles = 0;
    while (file != NULL && cycles == 0) {
        cycles = documented_in(file, label);
        struct platform_values *values = platform_values_new(file);
        g_free(file);
        file = g_strdup(platform_base(values));
        platform_values_free(values);
    }
    g_free(file);
    ck_assert_msg(cycles > 0, "%s: no sum of \"%s\" in its comment", files[index], label);
    return cycles;
}

static uint64_t cycles_of(int index, const char *footprint, const char *order, unsigned loads)
{
    g_autofree char *number = g_strdup_printf("loads=%u", loads);
    const char *const settings[] = {footprint, order, number, NULL};
    g_autofree char *list = trace_of("chase", settings);
    g_autofree char *file = path_of(index);
    g_autoptr(GPtrArray) command = command_on(file, list);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return result_number(result, "kernels.0.cycles");
}

/* Cycles of MORE_LOADS loads behind `first`, which fill the caches. */
static uint64_t measured(int index, uint64_t bytes, const char *order, unsigned first)
{
    g_autofree char *footprint = g_strdup_printf("footprint=%" G_GUINT64_FORMAT, bytes);
    uint64_t few = cycles_of(index, footprint, order, first);
    return cycles_of(index, footprint, order, first + MORE_LOADS) - few;
}

static uint64_t l1_bytes(int index)
{
    g_autofree char *file = path_of(index);
    struct platform_values *values = platform_values_new(file);
    uint64_t bytes = 1024 * platform_number(values, "sm.l1d.size", "KiB");
    platform_values_free(values);
    return bytes;
}

START_TEST(a_hit_in_l1_takes_what_is_documented)
{
    enum { MOST_BYTES = 4096 };
    uint64_t bytes = MIN(MOST_BYTES, l1_bytes(_i));
    ck_assert_double_eq((double)measured(_i, bytes, "rnd=0", (unsigned)(bytes / LINE) + END) /
                            MORE_LOADS,
                        documented(_i, "L1 hit"));
}
END_TEST

START_TEST(a_hit_in_l2_takes_what_is_documented)
{
    uint64_t bytes = 4 * l1_bytes(_i);
    ck_assert_double_eq((double)measured(_i, bytes, "rnd=0", (unsigned)(bytes / LINE) + END) /
                            MORE_LOADS,
                        documented(_i, "L2 hit"));
}
END_TEST

/* Nearly every load finds another row open, after loads from all banks; the clocks' edges don't
 * always meet. */
START_TEST(a_load_from_dram_takes_about_what_is_documented)
{
    enum { BYTES = 256 << 20, FIRST = 8000 };
    double cycles = (double)measured(_i, BYTES, "rnd=1", FIRST) / MORE_LOADS;
    double expected = documented(_i, "DRAM ");
    ck_assert_double_ge(cycles, 0.98 * expected);
    ck_assert_double_le(cycles, 1.02 * expected);
}
END_TEST

int main(void)
{
    traces_start();
    files = platform_files();
    int count = (int)g_strv_length(files);
    Suite *suite = suite_create("latencies");
    TCase *tests = tcase_create("every platform");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_hit_in_l1_takes_what_is_documented, 0, count);
    tcase_add_loop_test(tests, a_hit_in_l2_takes_what_is_documented, 0, count);
    tcase_add_loop_test(tests, a_load_from_dram_takes_about_what_is_documented, 0, count);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    g_strfreev(files);
    return failed;
}
