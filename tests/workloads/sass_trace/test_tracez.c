/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces as .tracez: what is read is what the text says, however it is cut; what is damaged is one
 * error. That they are read like text is tested by test_trace_workload.c. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"
#include "tests/workloads/sass_trace/tracez_maker.h"
#include "workloads/sass_trace/text/text_tracez.h"
#include "workloads/trace_writer/tracez_file.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder, *path;

static void set_up(void)
{
    folder = trace_folder_new();
    path = g_build_filename(folder, "kernel-1.tracez", NULL);
}

static void tear_down(void)
{
    trace_folder_remove(folder);
    g_free(folder);
    g_free(path);
}

static const struct vecadd_shape vecadd = {
    .trace = {.grid = {3}, .block = {64}, .version = 6, .binary_version = 90},
    .rounds = 30,
    .bytes_apart = 1 << 20,
    .immediate = " 0 0 NoVal"};

/* Pieces of one line, of a few, of all of a warp; with and without a dictionary. */
START_TEST(pieces)
{
    static const uint32_t lines[] = {1, 7, 213, 2048};
    g_autofree char *text = trace_vecadd(&vecadd);
    g_autofree char *plain = trace_file(folder, "kernel-1.traceg", text);
    g_autofree char *expected = trace_player_transcript(plain);
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++)
        for (int dictionary = 0; dictionary < 2; dictionary++) {
            const struct tracez_shape shape = {lines[i], dictionary};
            tracez_make(path, text, &shape);
            g_autofree char *actual = trace_player_transcript(path);
            ck_assert_str_eq(actual, expected);
        }
}
END_TEST

/* The whole text, asked for in portions of this size. */
static GString *read_all(size_t portion)
{
    GString *all = g_string_new(NULL);
    GError *error = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct tracez *trace = tracez_open(file, path, &error);
    ck_assert_msg(trace != NULL, "%s", error ? error->message : "");
    g_autofree char *bytes = g_malloc(portion);
    for (ssize_t n; (n = tracez_read(trace, bytes, portion, &error)) != 0;) {
        ck_assert_msg(n > 0, "%s", error ? error->message : "");
        g_string_append_len(all, bytes, n);
    }
    ck_assert_int_eq(tracez_read(trace, bytes, portion, &error), 0);
    tracez_free(trace);
    close(file);
    return all;
}

START_TEST(whole_text)
{
    static const char expected[] =
        "-kernel name = k\n-cluster dim = (8,9,10)\n#\n" /* from the blocks' places */
        "\n#BEGIN_TB\n\nthread block = 1,2,3\ncluster id = 4,5,6\ncluster cta = 7,8,9\n"
        "cluster rank = 10\n\nwarp = 0\ninsts = 3\na\nbc\nd\n\nwarp = 1\ninsts = 1\ne\n\n#END_TB\n"
        "\n#BEGIN_TB\n\nthread block = 0,0,0\ncluster id = 0,0,0\ncluster cta = 0,0,0\n"
        "cluster rank = 0\n\nwarp = 0\ninsts = 0\n\n#END_TB\n";
    struct tracez_file *file = tracez_file_new(
        path, &(struct tracez_setup){.header = "-kernel name = k\n#\n", .piece_lines = 2}, NULL);
    tracez_file_block(file, &(struct tracez_place){{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, 10}, 2);
    tracez_file_warp(file, 3);
    tracez_file_line(file, "a\n", 2);
    tracez_file_line(file, "bc\n", 3);
    tracez_file_line(file, "d\n", 2);
    tracez_file_warp(file, 1);
    tracez_file_line(file, "e\n", 2);
    tracez_file_block(file, &(struct tracez_place){.rank = 0}, 1);
    tracez_file_warp(file, 0);
    ck_assert(tracez_file_close(file, NULL));
    for (size_t portion = 1; portion < 300; portion = portion * 3 + 1) {
        GString *all = read_all(portion);
        ck_assert_str_eq(all->str, expected);
        g_string_free(all, TRUE);
    }
}
END_TEST

/* An error that begins with the file, or NULL. */
static char *error_of(const char *bytes, size_t n)
{
    g_autofree char *place = g_strdup_printf("%s:", path);
    unlink(path); /* a file that is written anew waits for the disk, as g_file_set_contents does */
    FILE *file = fopen(path, "wb");
    ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
    ck_assert_int_eq(fclose(file), 0);
    char *error = trace_player_error(path);
    ck_assert_msg(!error || g_str_has_prefix(error, place), "%s", error);
    return error;
}

/* Each prefix is an error; so is a byte changed, or the trace is still good. */
START_TEST(damaged)
{
    const struct vecadd_shape small = {
        .trace = {.version = 6}, .rounds = 3, .bytes_apart = 4096, .immediate = " 0 0 NoVal"};
    g_autofree char *text = trace_vecadd(&small);
    g_autofree char *good = NULL;
    gsize length;
    GRand *random = g_rand_new_with_seed(1);
    tracez_make(path, text, &(struct tracez_shape){.piece_lines = 5});
    ck_assert(g_file_get_contents(path, &good, &length, NULL));
    for (gsize n = 0; n < length; n++) {
        g_autofree char *error = error_of(good, n);
        ck_assert_msg(error != NULL, "no error after %zu bytes", n);
        char kept = good[n];
        good[n] = (char)g_rand_int_range(random, 0, 256);
        g_free(error_of(good, length));
        good[n] = kept;
    }
    g_autofree char *none = error_of(good, length);
    ck_assert_ptr_null(none);
    g_rand_free(random);
}
END_TEST

/* A file of one block, one warp and one piece; a number that is put to a place behind its header,
 * or before its end. */
static const struct {
    int at; /* >= 0: behind the header; else before the end */
    uint32_t number;
    const char *error;
} bad_numbers[] = {
    {0, 1 << 30, "its dictionary has more than 16 MiB"},
    {0, 4000, "the file ends within its dictionary"},
    {8, 2, "index and warp say different numbers"},
    {12, 2, "index and warp say different numbers"},
    {16, 4000, "a piece would end behind the begin of the index"},
    {20, 0, "cannot be unpacked: Unknown frame descriptor"},
    {-4, 1, "its index would begin behind the file's end"},
    {-12, 2, "a piece has another number of lines than the index says"},
    {-20, 4000, "a warp would begin behind the begin of the index"},
    {-28, 0, "index and warp say different numbers"},
    {-32, 0, "expected 1 warps in block (0,0,0)"},
    {-32, 2, "its index ends before its last block does"},
    {-76, 2, "its index ends before its last block does"},
    {-76, 0, "its index has more than its blocks"},
};

START_TEST(bad_number)
{
    g_autofree char *header = NULL, *bytes = NULL;
    GString *text = g_string_new(NULL);
    gsize length;
    trace_header_append(text, &(const struct trace_shape){.version = 6});
    header = g_string_free(text, FALSE);
    struct tracez_file *file =
        tracez_file_new(path, &(struct tracez_setup){.header = header, .piece_lines = 9}, NULL);
    static const char line[] = "0000 ffffffff 0 EXIT 0 0 0 0 NoVal\n";
    tracez_file_block(file, &(struct tracez_place){.rank = 0}, 1);
    tracez_file_warp(file, 1);
    tracez_file_line(file, line, strlen(line));
    ck_assert(tracez_file_close(file, NULL));
    ck_assert(g_file_get_contents(path, &bytes, &length, NULL));
    gsize at = bad_numbers[_i].at >= 0 ? strlen(header) + 1 + (gsize)bad_numbers[_i].at
                                       : length - (gsize)-bad_numbers[_i].at;
    memcpy(bytes + at, &bad_numbers[_i].number, sizeof bad_numbers[_i].number);
    g_autofree char *error = error_of(bytes, length);
    ck_assert_msg(error && strstr(error, bad_numbers[_i].error), "%s", error);
}
END_TEST

START_TEST(pipe_is_refused)
{
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    int both = open(path, O_RDWR | O_CLOEXEC);
    g_autofree char *error = trace_player_error(path);
    ck_assert_msg(error && strstr(error, "a .tracez has its index at the end"), "%s", error);
    close(both);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tracez");
    TCase *tests = tcase_create("tracez");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, pieces);
    tcase_add_test(tests, whole_text);
    tcase_add_test(tests, damaged);
    tcase_add_loop_test(tests, bad_number, 0, G_N_ELEMENTS(bad_numbers));
    tcase_add_test(tests, pipe_is_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
