/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of recorded lines: what is written is read, and what is wrong is found. */
#include "policies/locality/block_lines_file.h"
#include "tests/rigs/suite.h"
#include <string.h>

static const char FILE_TEXT[] = "block lines 1\n"
                                "# of two launches\n"
                                "launch 2 line 128 blocks 4 kernel first(int, float)\n"
                                "block 0 5-7 20-60/20\r\n"
                                "block 2 9\n"
                                "\n"
                                "launch 7 line 32 blocks 2 kernel second\n"
                                "block 1 0-1\n";

static struct policy_file file_of(const char *text)
{
    return (struct policy_file){.name = "l", .text = (char *)text};
}

START_TEST(what_a_file_says)
{
    static const uint64_t lines[] = {5, 6, 7, 20, 40, 60, 9}, first[] = {0, 6, 6, 7, 7};
    const struct policy_file file = file_of(FILE_TEXT);
    ck_assert(block_lines_file_check(&file, NULL));
    struct block_lines *read = block_lines_file_read(&file, 2, "first(int, float)", 4);
    ck_assert_uint_eq(read->line_bytes, 128);
    ck_assert_uint_eq(read->n_blocks, 4);
    ck_assert_int_eq(memcmp(read->first, first, sizeof first), 0);
    ck_assert_int_eq(memcmp(read->lines, lines, sizeof lines), 0);
    block_lines_free(read);
    /* Of the first blocks only. */
    read = block_lines_file_read(&file, 2, "first(int, float)", 2);
    ck_assert_uint_eq(read->n_blocks, 2);
    ck_assert_int_eq(memcmp(read->first, first, 3 * sizeof *first), 0);
    block_lines_free(read);
    read = block_lines_file_read(&file, 7, "second", 2);
    ck_assert_uint_eq(read->first[1], 0);
    ck_assert_uint_eq(read->first[2], 2);
    ck_assert_uint_eq(read->line_bytes, 32);
    block_lines_free(read);
}
END_TEST

/* Of several programs: each has its launches, from the first on. */
START_TEST(files_behind_each_other)
{
    static const char OTHER[] = "block lines 1\n"
                                "launch 2 line 128 blocks 1 kernel third\n"
                                "block 0 3-4\n"
                                "launch 3 line 128 blocks 1 kernel first(int, float)\n";
    g_autofree char *text = g_strconcat(FILE_TEXT, OTHER, FILE_TEXT, NULL);
    const struct policy_file file = file_of(text);
    ck_assert(block_lines_file_check(&file, NULL));
    struct block_lines *read = block_lines_file_read(&file, 2, "third", 1);
    ck_assert_uint_eq(read->first[1], 2);
    ck_assert_uint_eq(read->lines[0], 3);
    block_lines_free(read);
    read = block_lines_file_read(&file, 2, "first(int, float)", 4);
    ck_assert_uint_eq(read->first[4], 7);
    block_lines_free(read);
    read = block_lines_file_read(&file, 3, "first(int, float)", 1);
    ck_assert_uint_eq(read->first[1], 0);
    block_lines_free(read);
    ck_assert_ptr_null(block_lines_file_read(&file, 7, "third", 1));
}
END_TEST

START_TEST(what_a_file_does_not_say)
{
    const struct policy_file file = file_of(FILE_TEXT);
    ck_assert_ptr_null(block_lines_file_read(&file, 0, "first(int, float)", 4));
    ck_assert_ptr_null(block_lines_file_read(&file, 2, "first(int", 4));
    ck_assert_ptr_null(block_lines_file_read(&file, 2, "second", 4));
    ck_assert_ptr_null(block_lines_file_read(&file, 7, "second", 3));
    ck_assert_ptr_null(block_lines_file_read(NULL, 7, "second", 3));
    ck_assert(block_lines_file_check(NULL, NULL));
}
END_TEST

START_TEST(what_is_written)
{
    static const uint64_t lines[] = {1, 2, 4, 5, 6, 10, 20, 30, 31};
    g_autoptr(GString) text = g_string_new(NULL);
    block_lines_file_write_title(text);
    block_lines_file_write_launch(text, 3, 128, 8, "k l");
    block_lines_file_write_block(text, 5, lines, G_N_ELEMENTS(lines));
    ck_assert_str_eq(text->str, "block lines 1\nlaunch 3 line 128 blocks 8 kernel k l\n"
                                "block 5 1 2 4-6 10-30/10 31\n");
    const struct policy_file file = file_of(text->str);
    ck_assert(block_lines_file_check(&file, NULL));
    struct block_lines *read = block_lines_file_read(&file, 3, "k l", 8);
    ck_assert_uint_eq(read->first[5], 0);
    ck_assert_uint_eq(read->first[6], G_N_ELEMENTS(lines));
    ck_assert_uint_eq(read->first[8], G_N_ELEMENTS(lines));
    ck_assert_int_eq(memcmp(read->lines, lines, sizeof lines), 0);
    block_lines_free(read);
}
END_TEST

#define LAUNCH "block lines 1\nlaunch 0 line 128 blocks 4 kernel k\n"

static const struct {
    const char *text, *message;
} bad[] = {
    {"", "l:1: expected \"block lines 1\""},
    {"block lines 2\n", "l:1: expected \"block lines 1\""},
    {"block lines 1\nblock 0 1\n", "l:2: expected \"launch NUMBER line BYTES"},
    {"block lines 1\nlaunch 0 line 100 blocks 4 kernel k\n", "l:2: expected \"launch NUMBER"},
    {"block lines 1\nlaunch 0 line 128 blocks 0 kernel k\n", "l:2: expected \"launch NUMBER"},
    {"block lines 1\nlaunch 0 line 128 blocks 2000000 kernel k\n", "l:2: expected \"launch"},
    {"block lines 1\nlaunch 0 line 128 blocks 4 kernel\n", "l:2: expected \"launch NUMBER"},
    {"block lines 1\nlaunch x line 128 blocks 4 kernel k\n", "l:2: expected \"launch NUMBER"},
    {LAUNCH "launch 0 line 128 blocks 4 kernel k\n", "l:3: launches ascend"},
    {LAUNCH "block lines 1\nblock 1 1\n", "l:4: expected \"launch NUMBER"},
    {LAUNCH "blocks 0 1\n", "l:3: expected \"block NUMBER LINES\""},
    {LAUNCH "block 4 1\n",
     "l:3: block numbers must ascend and be below the launch's number of blocks"},
    {LAUNCH "block 1 1\nblock 1 1\n", "l:4: block numbers must ascend"},
    {LAUNCH "block 1 1\nblock 0 1\n", "l:4: block numbers must ascend"},
    {LAUNCH "block 1 2 2\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 2-4 4\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 4-2\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 4-8/0\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 4/2\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 -3\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 x\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 99999999999999999999\n", "l:3: expected numbers of lines that ascend"},
    {LAUNCH "block 1 0-16777215\nblock 2 1\n", "l:4: the blocks of a launch read more lines"},
};

START_TEST(what_is_wrong)
{
    const struct policy_file file = file_of(bad[_i].text);
    GError *error = NULL;
    ck_assert(!block_lines_file_check(&file, &error));
    ck_assert_msg(g_str_has_prefix(error->message, bad[_i].message), "%s", error->message);
    g_error_free(error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("recorded lines");
    TCase *tests = tcase_create("files");
    tcase_add_test(tests, what_a_file_says);
    tcase_add_test(tests, files_behind_each_other);
    tcase_add_test(tests, what_a_file_does_not_say);
    tcase_add_test(tests, what_is_written);
    tcase_add_loop_test(tests, what_is_wrong, 0, G_N_ELEMENTS(bad));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
