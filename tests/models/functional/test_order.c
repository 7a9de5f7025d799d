/* SPDX-License-Identifier: BSD-3-Clause */
/* The order in which accesses of a functional run are heard, and the lines that were touched last.
 */
#include "models/functional/preview/recent_lines.h"
#include "models/functional/preview/side_by_side.h"
#include <check.h>
#include <stdlib.h>

static void note(void *data, const struct touch *touch)
{
    g_string_append_printf(data, "%u ", (unsigned)touch->line);
}

/* A warp's turn: an access to line, line + 1, ... each behind `pause` other instructions. */
static void turn(struct side_by_side *order, uint64_t block, unsigned warp, uint64_t line,
                 unsigned n, unsigned pause)
{
    side_by_side_turn(order, block, warp);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k <= pause; k++)
            side_by_side_step(order);
        side_by_side_add(order, &(struct touch){.line = line + i, .sectors = 1});
    }
}

/* Of four blocks two run side by side. The second is short: the third begins at its end. */
START_TEST(blocks_run_side_by_side)
{
    struct side_by_side order;
    GString *heard = g_string_new(NULL);
    side_by_side_init(&order, heard, note);
    side_by_side_begin(&order, 2);
    turn(&order, 0, 0, 10, 4, 99);
    turn(&order, 1, 0, 20, 1, 149);
    turn(&order, 2, 0, 30, 3, 99);
    turn(&order, 3, 0, 40, 1, 9);
    side_by_side_end(&order);
    ck_assert_str_eq(heard->str, "10 20 11 30 12 31 13 40 32 ");
    side_by_side_finish(&order);
    g_string_free(heard, TRUE);
}
END_TEST

/* Warps of a block, too, whose turns alternate at a barrier. The next run begins anew. */
START_TEST(warps_run_side_by_side)
{
    struct side_by_side order;
    GString *heard = g_string_new(NULL);
    side_by_side_init(&order, heard, note);
    for (unsigned run = 0; run < 2; run++) {
        side_by_side_begin(&order, 1);
        turn(&order, 0, 0, 10, 2, 99);
        turn(&order, 0, 1, 20, 2, 99);
        turn(&order, 0, 0, 12, 1, 99);
        turn(&order, 0, 1, 22, 1, 99);
        turn(&order, 1, 0, 30, 1, 0);
        side_by_side_end(&order);
    }
    ck_assert_str_eq(heard->str, "10 20 11 21 12 22 30 10 20 11 21 12 22 30 ");
    side_by_side_finish(&order);
    g_string_free(heard, TRUE);
}
END_TEST

/* More accesses than have room come out all the same, each once. */
START_TEST(nothing_is_lost)
{
    struct side_by_side order;
    GString *heard = g_string_new(NULL);
    side_by_side_init(&order, heard, note);
    side_by_side_begin(&order, G_MAXUINT64);
    for (unsigned block = 0; block < 3; block++)
        turn(&order, block, 0, 1, 600000, 0);
    side_by_side_end(&order);
    unsigned n = 0;
    for (const char *c = heard->str; *c; c++)
        n += *c == ' ';
    ck_assert_uint_eq(n, 3 * 600000);
    side_by_side_finish(&order);
    g_string_free(heard, TRUE);
}
END_TEST

static void note_line(void *data, uint64_t line, uint8_t sectors, bool written)
{
    g_string_append_printf(data, "%u.%u%s ", (unsigned)(line / RECENT_LINE_BYTES), sectors,
                           written ? "w" : "");
}

/* A few lines are touched again and again, and do not push out the one that was touched before
 * them. Each comes once, at its last use, with the sectors of all uses. */
START_TEST(lines_stay_though_others_come_back)
{
    struct recent_lines recent;
    GString *left = g_string_new(NULL);
    recent_lines_init(&recent, 1024);
    recent_lines_note(&recent, 7 * RECENT_LINE_BYTES + 32, true);
    for (unsigned i = 0; i < 5000; i++)
        recent_lines_note(&recent, (uint64_t)(i % 3) * RECENT_LINE_BYTES + 32 * (i / 4999), false);
    recent_lines_compact(&recent);
    recent_lines_take(&recent, note_line, left);
    ck_assert_str_eq(left->str, "7.2w 2.1 0.1 1.3 ");
    recent_lines_finish(&recent);
    g_string_free(left, TRUE);
}
END_TEST

/* Of more lines than there is room for, the last ones stay. */
START_TEST(old_lines_go)
{
    struct recent_lines recent;
    GString *left = g_string_new(NULL);
    recent_lines_init(&recent, 1024);
    for (unsigned i = 0; i < 5000; i++)
        recent_lines_note(&recent, (uint64_t)i * RECENT_LINE_BYTES, false);
    recent_lines_take(&recent, note_line, left);
    ck_assert(g_str_has_suffix(left->str, " 4997.1 4998.1 4999.1 "));
    recent_lines_finish(&recent);
    g_string_free(left, TRUE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("functional_order");
    TCase *tcase = tcase_create("order");
    tcase_add_test(tcase, blocks_run_side_by_side);
    tcase_add_test(tcase, warps_run_side_by_side);
    tcase_add_test(tcase, nothing_is_lost);
    tcase_add_test(tcase, lines_stay_though_others_come_back);
    tcase_add_test(tcase, old_lines_go);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
