/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies: the bytes that they write to shared memory are those that were asked for,
 * from L1D and past it, and a trace's copies go the same ways as those of the program. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

enum {
    WARPS = 40, /* of copy_paths.json */
    LANES = 32,
    COPIES = 2, /* of a warp, by each way */
    COPY_BYTES = 16,
    SECTOR = 32,
    SECTORS = WARPS * LANES * COPIES * COPY_BYTES / SECTOR /* by each way */
};

static const char kernel[] = "tests/kernels/copy_paths.json";
static const char *const platforms[] = {"platforms/fermi-gtx480.xml", "platforms/ampere-a100.xml",
                                        "platforms/hopper-h100.xml"};

static uint64_t sm(JsonNode *result, const char *name)
{
    g_autofree char *path = g_strconcat("totals.sm.", name, NULL);
    return result_number(result, path);
}

/* Copies are the kernel's only loads. */
static void check_ways(JsonNode *result, bool sectored)
{
    ck_assert_uint_eq(sm(result, "async_copies"), WARPS * 2 * COPIES);
    ck_assert_uint_eq(sm(result, "async_bytes"),
                      (sm(result, "async_l1_sectors") + sm(result, "async_past_l1_sectors")) *
                          SECTOR);
    ck_assert_uint_eq(sm(result, "async_l1_sectors"), SECTORS);
    ck_assert_uint_eq(sm(result, "async_past_l1_sectors"), SECTORS);
    const uint64_t per_unit = sectored ? 1 : 4; /* without sectors L1D counts lines */
    ck_assert_uint_eq((sm(result, "l1d_sector_hits") + sm(result, "l1d_sector_merges") +
                       sm(result, "l1d_sector_misses")) *
                          per_unit,
                      sm(result, "async_l1_sectors"));
    ck_assert_uint_ge(sm(result, "l1d_sector_hits") * per_unit, SECTORS / 2);
    ck_assert_uint_eq(result_number(result, "totals.l2.accesses") -
                          result_number(result, "totals.l2.access_writes"),
                      sm(result, "l1d_sector_misses") * per_unit +
                          sm(result, "async_past_l1_sectors") + 4 * sm(result, "icache_misses") +
                          4 * sm(result, "icache_prefetches"));
    ck_assert_uint_gt(sm(result, "async_wait_cycles"), 0);
    ck_assert_uint_le(sm(result, "async_wait_cycles"), sm(result, "warp_cycles"));
}

static JsonNode *run_on(const char *platform, const char *workload, const char *folder)
{
    g_autofree char *path =
        g_path_is_absolute(workload) ? g_strdup(workload) : source_path(workload);
    g_autoptr(GPtrArray) command = command_on(platform, path);
    if (folder)
        command_add(command, "--export-trace=%s/trace", folder);
    return run_for_result(command, EXIT_DONE);
}

START_TEST(bytes_are_those_asked_for)
{
    char *folder = folder_new();
    g_autofree char *list = g_build_filename(folder, "trace", "kernelslist.g", NULL);
    g_autoptr(JsonNode) program = run_on(platforms[_i], kernel, folder);
    check_ways(program, _i > 0);
    if (_i > 0) { /* a GPU that has LDGSTS */
        g_autoptr(JsonNode) trace = run_on(platforms[_i], list, NULL);
        check_ways(trace, true);
    }
    folder_remove(folder);
}
END_TEST

/* What copies past L1 ask for a second time comes from L2 again. */
START_TEST(the_explanation_has_them)
{
    g_autofree char *path = source_path(kernel);
    g_autoptr(GPtrArray) command = command_on(platforms[1], path);
    command_add(command, "--explain");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    g_autoptr(GRegex) blanks = g_regex_new("\\s+", 0, 0, NULL);
    g_autofree char *text = g_regex_replace_literal(blanks, outcome.out, -1, 0, " ", 0, NULL);
    static const char *const said[] = {
        "Asynchronous copies bring 81,920 bytes to shared memory, 50.0 % of them past L1.",
        "more groups on their way would hide more of it.",
        "all warps waited at a fence or for copies",
        "waits at barriers and fences, and for copies"};
    for (unsigned i = 0; i < G_N_ELEMENTS(said); i++)
        ck_assert_msg(strstr(text, said[i]) != NULL, "no \"%s\" in: %s", said[i], text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("async_copies");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, bytes_are_those_asked_for, 0, G_N_ELEMENTS(platforms));
    tcase_add_test(tests, the_explanation_has_them);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
