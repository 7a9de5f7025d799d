/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches --functional and --kernels leave to be simulated in detail. */
#include "cli/run/clients/detail.h"
#include <check.h>
#include <stdlib.h>

static struct detail made(bool functional, const char *kernels)
{
    struct detail detail;
    GError *error = NULL;
    bool good = detail_init(&detail, functional, kernels, &error);
    ck_assert_msg(good, "%s", error ? error->message : "");
    return detail;
}

/* The numbers below 12 that are wanted of launches of kernels a, b, c, a, b, c, ... */
static void expect(struct detail *detail, const char *numbers)
{
    static const char *const names[] = {"a", "b", "c"};
    g_autoptr(GString) text = g_string_new(NULL);
    for (uint32_t i = 0; i < 12; i++)
        if (detail_wanted(detail, i, names[i % 3]))
            g_string_append_printf(text, "%u ", i);
    ck_assert_str_eq(text->str, numbers);
    detail_clear(detail);
}

static const struct {
    const char *kernels, *numbers;
} known[] = {
    {NULL, "0 1 2 3 4 5 6 7 8 9 10 11 "},
    {"0", "0 "},
    {"3-5", "3 4 5 "},
    {"3-5,8", "3 4 5 8 "},
    {"8,3-5,4-6", "3 4 5 6 8 "},
    {"7-7", "7 "},
    {"10-4294967295", "10 11 "},
    {"b", "1 4 7 10 "},
    {"b,c", "1 2 4 5 7 8 10 11 "},
    {"1,c", "1 2 5 8 11 "},
    {"12", ""},
    {"B", ""},
    {"aa", ""},
};

START_TEST(numbers_ranges_and_names)
{
    struct detail detail = made(false, known[_i].kernels);
    expect(&detail, known[_i].numbers);
}
END_TEST

START_TEST(functional_means_none)
{
    struct detail detail = made(true, NULL);
    expect(&detail, "");
    detail = made(true, "3-5,b");
    expect(&detail, "");
}
END_TEST

/* C++ kernels, by their short names; templates, too, but no other function that begins alike. */
START_TEST(mangled_names)
{
    struct detail detail = made(false, "assign,_Z4scanPi");
    ck_assert(detail_wanted(&detail, 0, "assign"));
    ck_assert(detail_wanted(&detail, 0, "_Z6assignPKfPi"));
    ck_assert(detail_wanted(&detail, 0, "_Z6assignIfEvPT_"));
    ck_assert(detail_wanted(&detail, 0, "_Z4scanPi"));
    ck_assert(!detail_wanted(&detail, 0, "_Z7assign2Pf"));
    ck_assert(!detail_wanted(&detail, 0, "_Z8reassignPf"));
    ck_assert(!detail_wanted(&detail, 0, "_Z4scanPf"));
    ck_assert(!detail_wanted(&detail, 0, "scan"));
    ck_assert(!detail_wanted(&detail, 0, "_Z"));
    ck_assert(!detail_wanted(&detail, 0, ""));
    detail_clear(&detail);
}
END_TEST

START_TEST(words_that_match_nothing_are_told)
{
    struct detail detail = made(false, "2,b,17-19");
    guint from = 0;
    ck_assert(detail_nothing_matched(&detail));
    ck_assert_str_eq(detail_unmatched(&detail, &from), "2");
    ck_assert_str_eq(detail_unmatched(&detail, &from), "b");
    ck_assert_str_eq(detail_unmatched(&detail, &from), "17-19");
    ck_assert_ptr_null(detail_unmatched(&detail, &from));
    detail_wanted(&detail, 2, "c");
    ck_assert(!detail_nothing_matched(&detail));
    ck_assert_str_eq(detail_unmatched(&detail, &(guint){0}), "b");
    detail_wanted(&detail, 18, "b");
    ck_assert_ptr_null(detail_unmatched(&detail, &(guint){0}));
    detail_clear(&detail);
    detail = made(false, NULL);
    ck_assert_ptr_null(detail_unmatched(&detail, &(guint){0}));
    ck_assert(!detail_nothing_matched(&detail));
    detail_clear(&detail);
    detail = made(true, "2");
    ck_assert(!detail_nothing_matched(&detail));
    detail_clear(&detail);
}
END_TEST

static const struct {
    const char *kernels, *word;
} bad[] = {{"", ""},           {",", ""},
           {"3,", ""},         {",b", ""},
           {"3-", "3-"},       {"5-3", "5-3"},
           {"1-2-3", "1-2-3"}, {"-3", "-3"},
           {"3x", "3x"},       {" 3", " 3"},
           {"b c", "b c"},     {"1,2..4", "2..4"},
           {"+3", "+3"},       {"4294967296", "4294967296"}};

START_TEST(bad_words_are_named)
{
    struct detail detail;
    GError *error = NULL;
    ck_assert(!detail_init(&detail, false, bad[_i].kernels, &error));
    g_autofree char *message =
        g_strdup_printf("--kernels: expected launch numbers such as 3 or 3-5, or kernel names, "
                        "found \"%s\"",
                        bad[_i].word);
    ck_assert_str_eq(error->message, message);
    g_clear_error(&error);
    detail_clear(&detail);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detail");
    TCase *tcase = tcase_create("detail");
    tcase_add_loop_test(tcase, numbers_ranges_and_names, 0, G_N_ELEMENTS(known));
    tcase_add_test(tcase, functional_means_none);
    tcase_add_test(tcase, mangled_names);
    tcase_add_test(tcase, words_that_match_nothing_are_told);
    tcase_add_loop_test(tcase, bad_words_are_named, 0, G_N_ELEMENTS(bad));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
