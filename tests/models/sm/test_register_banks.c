/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/register_banks.h"
#include <check.h>
#include <glib.h>

struct known {
    struct instruction instruction;
    unsigned banks, extra;
};

#define INSTRUCTION(destinations, sources, ...)                                                    \
    {                                                                                              \
        .n_destinations = destinations, .n_sources = sources, .registers = { __VA_ARGS__ }         \
    }

static const struct known known[] = {
    {INSTRUCTION(1, 0, 5), 4, 0},
    {INSTRUCTION(1, 1, 5, 6), 4, 0},
    {INSTRUCTION(1, 3, 5, 1, 2, 3), 4, 0},
    {INSTRUCTION(1, 2, 5, 1, 5), 4, 1},        /* 1 and 5 in bank 1 */
    {INSTRUCTION(1, 2, 5, 9, 9), 4, 0},        /* one register, read once */
    {INSTRUCTION(1, 3, 1, 9, 9, 13), 4, 1},    /* 9 and 13 */
    {INSTRUCTION(1, 3, 2, 4, 8, 12), 4, 2},    /* three in bank 0 */
    {INSTRUCTION(1, 3, 2, 4, 8, 12), 8, 1},    /* 4 and 12 */
    {INSTRUCTION(1, 3, 2, 4, 8, 12), 1, 2},    /* one bank */
    {INSTRUCTION(1, 3, 2, 0, 0, 4), 4, 0},     /* "none" takes no port */
    {INSTRUCTION(0, 5, 1, 5, 2, 6, 10), 4, 2}, /* 2, 6, 10; and 1, 5 beside them */
    {INSTRUCTION(2, 2, 1, 5, 2, 3), 4, 0},     /* destinations don't count */
};

START_TEST(test_known)
{
    const struct known *k = &known[_i];
    ck_assert_uint_eq(register_bank_extra_cycles(&k->instruction, k->banks, 1), k->extra);
}
END_TEST

/* Of three registers in one bank, the third is one too many for two reads a cycle. */
START_TEST(test_reads)
{
    static const struct instruction three = INSTRUCTION(1, 3, 2, 4, 8, 12);
    static const struct instruction four = INSTRUCTION(1, 4, 2, 4, 8, 12, 16);
    static const struct instruction two = INSTRUCTION(1, 2, 5, 1, 5);
    ck_assert_uint_eq(register_bank_extra_cycles(&two, 4, 2), 0);
    ck_assert_uint_eq(register_bank_extra_cycles(&three, 4, 2), 1);
    ck_assert_uint_eq(register_bank_extra_cycles(&four, 4, 2), 1);
    ck_assert_uint_eq(register_bank_extra_cycles(&four, 4, 3), 1);
    ck_assert_uint_eq(register_bank_extra_cycles(&four, 4, 4), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("register_banks");
    TCase *tcase = tcase_create("register_banks");
    tcase_add_loop_test(tcase, test_known, 0, G_N_ELEMENTS(known));
    tcase_add_test(tcase, test_reads);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
