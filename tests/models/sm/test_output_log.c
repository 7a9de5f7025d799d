/* SPDX-License-Identifier: BSD-3-Clause */
/* Logs of device printf against a plain model that keeps everything: the youngest bytes are the
 * same ones, and a log stays as large as they are. */
#include "models/sm/whole/output_log.h"
#include <check.h>
#include <stdlib.h>

enum { LOGS = 5, PIECES = 4000 };

static const uint64_t limits[] = {0, 1, 10, 500, 20000, 1000000};

START_TEST(the_youngest_bytes_are_kept)
{
    uint64_t limit = limits[_i], cycle = 0;
    struct output_log *logs[LOGS];
    g_autoptr(GString) all = g_string_new(NULL), merged = g_string_new(NULL);
    g_autoptr(GRand) random = g_rand_new_with_seed((guint32)_i);
    for (uint32_t i = 0; i < LOGS; i++)
        logs[i] = output_log_new(0, i, limit);
    uint32_t sm = 0;
    for (unsigned i = 0; i < PIECES; i++) {
        /* in the order of (cycle, SM); some SMs write more than others, some pieces are empty */
        uint32_t next = (uint32_t)g_rand_int_range(random, 0, LOGS) % (1 + i % LOGS);
        cycle += next < sm || g_rand_boolean(random);
        sm = next;
        g_autofree char *word = g_strdup_printf("%u;", i);
        g_autofree char *text = g_strnfill((gsize)g_rand_int_range(random, 0, 30), 'x');
        g_autofree char *piece = i % 7 == 0 ? g_strdup("") : g_strconcat(text, word, NULL);
        g_string_append(all, piece);
        output_log_add(logs[sm], cycle, piece);
    }
    output_logs_merge(logs, LOGS, limit, merged);
    if (limit == 0 || all->len <= limit)
        ck_assert_str_eq(merged->str, all->str);
    ck_assert(g_str_has_suffix(all->str, merged->str));
    ck_assert_uint_gt(merged->len, MIN(limit, all->len - 1));
    ck_assert_uint_le(merged->len, limit == 0 ? all->len : limit + 40);
    for (uint32_t i = 0; i < LOGS; i++)
        output_log_free(logs[i]);
}
END_TEST

START_TEST(a_log_does_not_grow)
{
    struct output_log *log = output_log_new(0, 0, 1000);
    for (unsigned i = 0; i < 200000; i++)
        output_log_add(log, i, "line\n");
    ck_assert_uint_lt(log->text->len, 200000);
    ck_assert_uint_lt(log->pieces->len, 40000);
    output_log_free(log);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("logs of device printf");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, the_youngest_bytes_are_kept, 0, (int)G_N_ELEMENTS(limits));
    tcase_add_test(tests, a_log_does_not_grow);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
