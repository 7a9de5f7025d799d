/* SPDX-License-Identifier: BSD-3-Clause */
/* Every program of the suite, tiny, finds its results right, with timing and without. */
#include "tests/rigs/folder.h"
#include "tests/suite/programs.h"
#include <math.h>
#include <string.h>

START_TEST(passes_functionally)
{
    g_autoptr(JsonNode) result = run_program(_i, "--functional");
    uint64_t launches = result_number(result, "totals.host_commands.launches");
    ck_assert_uint_gt(launches, 0);
    ck_assert_uint_eq(result_number(result, "totals.host_commands.functional_launches"), launches);
    ck_assert_uint_eq(result_number(result, "totals.sm.warp_instructions"), 0);
}
END_TEST

START_TEST(passes_timed)
{
    g_autoptr(JsonNode) result = run_program(_i, NULL);
    uint64_t launches = result_number(result, "totals.host_commands.launches");
    ck_assert_uint_gt(launches, 0);
    ck_assert_uint_eq(result_number(result, "totals.host_commands.functional_launches"), 0);
    ck_assert_uint_eq(result_length(result, "kernels"), launches);
    /* Two schedulers in each of 15 SMs issue an instruction a cycle at most. */
    uint64_t instructions = result_number(result, "totals.sm.warp_instructions");
    ck_assert_uint_gt(instructions, 0);
    ck_assert_uint_lt(instructions, 30 * result_number(result, "totals.dispatcher.kernel_cycles"));
    assert_slots_are_accounted(result);
}
END_TEST

/* A program of the suite on the GTX 480; option: of simgpu, or NULL. words: the program and its
 * arguments, NULL. json_node_unref. */
static JsonNode *run_with(const char *option, const char *const *words)
{
    char *folder = folder_new();
    g_autofree char *json = g_build_filename(folder, "result.json", NULL);
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path(FERMI));
    command_add(command, "--json=%s", json);
    if (option)
        command_add(command, "%s", option);
    command_add(command, "--");
    command_add(command, "%s/%s", test_environment("SIMGPU_TEST_PROGRAMS"), words[0]);
    for (const char *const *word = words + 1; *word; word++)
        command_add(command, "%s", *word);
    auto_outcome outcome;
    command_run(command, &outcome);
    g_autofree char *passed = g_strconcat(words[0], ": passed\n", NULL);
    ck_assert_msg(outcome.exit_code == EXIT_DONE && strstr(outcome.out, passed) != NULL, "%s%s",
                  outcome.out, outcome.err);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(json, &text, NULL, NULL));
    folder_remove(folder);
    return result_parse(text);
}

/* 64 rows of spmv's mesh are 3 x 3 elements. The 32 longest have 36, 24, 18 and 16 elements (a
 * corner has six neighbours in a line, the border left out), the others 12 and 9: rows of a warp
 * are padded to its longest, and every element is a product of 32 lanes. */
START_TEST(mesh_has_its_rows)
{
    g_autoptr(JsonNode) result =
        run_with(NULL, (const char *const[]){"spmv", "3", "64", "1", "4", NULL});
    ck_assert_uint_eq(result_number(result, "totals.sm.lanes_fp32"), (36 + 12) * 32);
}
END_TEST

/* Bytes of DRAM of dct8x8, whose second kernel reads a texture, are in a narrow interval if some
 * blocks are timed: L2's model hears of texels, and L2 gets their lines. */
START_TEST(texels_are_heard)
{
    static const char *const words[] = {"dct8x8", "16", "32", NULL};
    g_autoptr(JsonNode) full = run_with(NULL, words);
    g_autoptr(JsonNode) sampled = run_with("--representative", words);
    const double bytes = (double)(result_number(full, "totals.dram.read_bytes") +
                                  result_number(full, "totals.dram.write_bytes"));
    const double half = result_double(sampled, "representative.dram_bytes.half_width");
    ck_assert_double_le(fabs(result_double(sampled, "representative.dram_bytes.value") - bytes),
                        half);
    ck_assert_double_le(half, 0.02 * bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suite_programs");
    TCase *matrices = tcase_create("matrices");
    tcase_add_test(matrices, mesh_has_its_rows);
    suite_add_tcase(suite, matrices);
    TCase *textures = tcase_create("textures");
    tcase_add_test(textures, texels_are_heard);
    suite_add_tcase(suite, textures);
    add_test_of_all(suite, "functional", passes_functionally);
    add_test_of_all(suite, "timed", passes_timed);
    return run_suite(suite);
}
