/* SPDX-License-Identifier: BSD-3-Clause */
/* Every program of the suite, tiny, finds its results right, with timing and without. */
#include "tests/suite/programs.h"

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

int main(void)
{
    Suite *suite = suite_create("suite_programs");
    add_test_of_all(suite, "functional", passes_functionally);
    add_test_of_all(suite, "timed", passes_timed);
    return run_suite(suite);
}
