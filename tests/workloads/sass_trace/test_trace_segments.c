/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines that are taken in segments say the same as lines taken one by one.
 *
 * Traces of version 2 begin each line with block and warp and are read line by line; so the same
 * trace in both forms must be played the same. And the scanners of numbers against the C library's.
 */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"
#include "workloads/sass_trace/text/scan.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 6, WARPS = 4 };

static char *folder;
static GRand *numbers;

static void set_up(void)
{
    folder = trace_folder_new();
    numbers = g_rand_new_with_seed(7);
}

static void tear_down(void)
{
    g_rand_free(numbers);
    trace_folder_remove(folder);
    g_free(folder);
}

static unsigned draw(unsigned n)
{
    return (unsigned)g_rand_int_range(numbers, 0, (int)n);
}

/* One of few masks mostly, so that texts come again; never empty. */
static lane_mask draw_mask(void)
{
    static const lane_mask usual[] = {UINT32_MAX, UINT32_MAX, 0xffff, 0x80000001, 0x00ff00f0, 1};
    return draw(8) ? usual[draw(G_N_ELEMENTS(usual))] : g_rand_int(numbers) | 1;
}

static void add_deltas(GString *line, lane_mask mask)
{
    unsigned n = (unsigned)__builtin_popcount(mask), kind = draw(4);
    g_string_append_printf(line, "2 0x7f50%08x", draw(1 << 30));
    for (unsigned i = 1; i < n; i++)
        g_string_append_printf(line, " %" PRId64,
                               kind == 0   ? (int64_t)draw(1 << 30) * 128 - (INT64_C(1) << 36)
                               : kind == 1 ? (int64_t)draw(2000) - 1000
                                           : (int64_t)(i % 16 ? 4 : 708));
}

static void add_list(GString *line, lane_mask mask)
{
    g_string_append(line, "0");
    for (lane_mask left = mask; left; left &= left - 1)
        g_string_append_printf(line, " 0x%016x", 0x40000000 + draw(1 << 20));
}

static void add_access(GString *line, unsigned pc, lane_mask mask)
{
    g_string_append_printf(line, "%04x %08x 1 R4 LDG.E.SYS 1 R2 4 ", pc, mask);
    switch (draw(3)) {
    case 0:
        g_string_append_printf(line, "1 0x%x %d", draw(1 << 30), (int)draw(3) * 4 - 4);
        break;
    case 1:
        add_deltas(line, mask);
        break;
    default:
        add_list(line, mask);
    }
    g_string_append(line, " 0\n");
}

/* Lines of a loop whose lanes come and go; each ends in '\n'. */
static void make_warp(GPtrArray *lines)
{
    unsigned rounds = 1 + draw(6);
    for (unsigned round = 0; round < rounds; round++) {
        lane_mask mask = draw_mask();
        GString *line = g_string_new(NULL);
        unsigned plain = draw(20) ? draw(12) : 300;
        for (unsigned i = 0; i < plain; i++)
            g_ptr_array_add(lines, g_strdup_printf("%04x %08x 1 R%u FADD 2 R4 R5 0 0\n",
                                                   0x100 + 16 * i, mask, i % 8));
        add_access(line, 0x20, mask);
        g_ptr_array_add(lines, g_string_free(line, FALSE));
        g_ptr_array_add(lines, g_strdup_printf("0030 %08x 0 BRA 0 0 0\n", mask));
        if (draw(4) == 0)
            g_ptr_array_add(lines, g_strdup("0040 ffffffff 0 BAR.SYNC 0 0 0\n"));
    }
    g_ptr_array_add(lines, g_strdup("0010 0000ffff 0 EXIT 0 0 0\n"));
    g_ptr_array_add(lines, g_strdup("0010 ffff0000 0 EXIT 0 0 0\n"));
}

/* The same blocks in both forms. */
static void make_traces(GString *usual, GString *old)
{
    const struct trace_shape shape = {.grid = {BLOCKS}, .block = {WARPS * WARP_LANES}};
    struct trace_shape old_shape = shape;
    old_shape.version = 2;
    trace_header_append(usual, &shape);
    trace_header_append(old, &old_shape);
    for (unsigned block = 0; block < BLOCKS; block++) {
        trace_block_begin(usual, block, 0, 0);
        trace_block_begin(old, block, 0, 0);
        for (unsigned warp = 0; warp < WARPS; warp++) {
            g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
            make_warp(lines);
            g_string_append_printf(usual, "\nwarp = %u\ninsts = %u\n", warp, lines->len);
            g_string_append_printf(old, "\nwarp = %u\ninsts = %u\n", warp, lines->len);
            for (guint i = 0; i < lines->len; i++) {
                g_string_append(usual, lines->pdata[i]);
                g_string_append_printf(old, "%u 0 0 %u %s", block, warp,
                                       (const char *)lines->pdata[i]);
            }
        }
        trace_block_end(usual);
        trace_block_end(old);
    }
}

/* Barriers are drawn at random, so some traces are wrong: then both readers must say the same, but
 * for the path. */
START_TEST(segments_change_nothing)
{
    unsigned good = 0;
    for (unsigned i = 0; i < 40; i++) {
        g_autoptr(GString) usual = g_string_new(NULL), old = g_string_new(NULL);
        make_traces(usual, old);
        g_autofree char *a = trace_file(folder, "kernel-1.traceg", usual->str);
        g_autofree char *b = trace_file(folder, "kernel-2.traceg", old->str);
        g_autofree char *error_a = trace_player_error(a), *error_b = trace_player_error(b);
        if (error_a) {
            ck_assert_ptr_nonnull(error_b);
            ck_assert_str_eq(error_a + strlen(a), error_b + strlen(b));
            continue;
        }
        g_autofree char *played = trace_player_transcript(a);
        g_autofree char *expected = trace_player_transcript(b);
        ck_assert_str_eq(played, expected);
        good++;
    }
    ck_assert_uint_ge(good, 10);
}
END_TEST

/* After many blocks that are alike, what is wrong in the last one has the right line. */
START_TEST(errors_behind_segments)
{
    static const char alike[] = "0000 ffffffff 1 R1 FADD 1 R2 0 0\n"
                                "0010 ffffffff 1 R1 LDG.E 1 R2 4 1 0x1000 4 0\n"
                                "0020 ffffffff 1 R1 FADD 1 R1 0 0\n"
                                "0030 ffffffff 0 EXIT 0 0 0\n";
    static const struct {
        const char *old, *new, *error;
    } changes[] = {
        {"LDG.E 1 R2 4 1 0x1000 4 0", "LDG.E 1 R2 4 1 0x1000 4 4 0", ":76: expected base, stride"},
        {"0020 ffffffff 1", "0020 0ffffffg 1", ":77: expected a mask of eight"},
        {"0030 ffffffff 0", "0030 7fffffff 0", ":78: expected an EXIT of all lanes of warp 0"},
        {"0020 ffffffff 1 R1 FADD", "0020 ffffffff 1 R1 FADD x", ":77: expected the number of"},
        {"insts = 4", "insts = 3", ":77: expected an EXIT of all lanes"},
    };
    g_autoptr(GString) text = g_string_new(NULL);
    trace_header_append(text, &(const struct trace_shape){.grid = {8}});
    for (unsigned block = 0; block < 7; block++) {
        trace_block_begin(text, block, 0, 0);
        trace_warp_append(text, 0, alike);
        trace_block_end(text);
    }
    size_t length = text->len;
    for (unsigned i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_string_truncate(text, length);
        trace_block_begin(text, 7, 0, 0);
        trace_warp_append(text, 0, alike);
        trace_block_end(text);
        unsigned lines = 1;
        for (size_t j = 0; j < length; j++)
            lines += text->str[j] == '\n';
        g_autofree char *whole = g_strdup(text->str);
        char *at = strstr(whole + length, changes[i].old);
        g_autofree char *changed = g_strdup_printf("%.*s%s%s", (int)(at - whole), whole,
                                                   changes[i].new, at + strlen(changes[i].old));
        g_autofree char *path = trace_file(folder, "kernel-1.traceg", changed);
        g_autofree char *error = trace_player_error(path);
        /* The block begins at `lines`: six lines before its first instruction. */
        unsigned said = (unsigned)strtoul(error + strlen(path) + 1, NULL, 10);
        unsigned expected = lines + 6 + (unsigned)strtoul(changes[i].error + 1, NULL, 10) - 75;
        ck_assert_msg(said == expected, "%s: expected line %u", error, expected);
        ck_assert_msg(strstr(error, strchr(changes[i].error + 1, ':')) != NULL, "%s", error);
    }
}
END_TEST

START_TEST(hexadecimal_numbers)
{
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        unsigned length = 0, digits = 1 + draw(18);
        for (; length < digits; length++)
            text[length] = "0123456789abcdefABCDEF"[draw(22)];
        text[length] = draw(4) ? " \n,x"[draw(4)] : (char)(1 + (int)draw(255));
        memset(text + length + 1, draw(2) ? '\n' : 'f', sizeof text - length - 1);
        size_t valid = 0;
        while (valid < sizeof text && g_ascii_isxdigit(text[valid]))
            valid++;
        uint64_t value = 0;
        const char *end = scan_hex(text, &value);
        if (valid > 16) {
            ck_assert_ptr_null(end);
            continue;
        }
        ck_assert_ptr_eq(end, text + valid);
        char copy[32] = "";
        memcpy(copy, text, valid);
        ck_assert_uint_eq(value, strtoull(copy, NULL, 16));
    }
    uint64_t value;
    ck_assert_ptr_null(scan_hex(" 1      ", &value));
    ck_assert_ptr_null(scan_hex("gggggggg", &value));
    ck_assert_ptr_null(scan_hex("\021\021\021\021\021\021\021\021", &value));
}
END_TEST

START_TEST(lists_of_decimal_numbers)
{
    for (unsigned i = 0; i < 5000; i++) {
        char text[1024] = "........";
        int64_t expected[WARP_LANES], found[WARP_LANES];
        unsigned n = draw(WARP_LANES), length = 8;
        for (unsigned j = 0; j < n; j++) {
            expected[j] = (int64_t)(g_rand_int(numbers) % 100000000 >> draw(27));
            if (draw(2))
                expected[j] = -expected[j];
            length += (unsigned)sprintf(text + length, " %" PRId64, expected[j]);
        }
        strcpy(text + length, " 0\n");
        ck_assert_ptr_eq(scan_deltas(text + 8, found, n), text + length);
        ck_assert_mem_eq(found, expected, n * sizeof *found);
    }
    static const char *const others[] = {" 1  2\n", " 1 -\n", " 1 x2\n", " 123456789 1\n",
                                         " 1\n2\n", "1 2\n",  " 1\t2\n", " --1 2\n"};
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++) {
        char text[256] = "........";
        int64_t found[2];
        strcpy(text + 8, others[i]);
        ck_assert_msg(scan_deltas(text + 8, found, 2) == NULL, "%s", others[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace segments");
    TCase *cases = tcase_create("segments");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, segments_change_nothing);
    tcase_add_test(cases, errors_behind_segments);
    tcase_add_test(cases, hexadecimal_numbers);
    tcase_add_test(cases, lists_of_decimal_numbers);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
