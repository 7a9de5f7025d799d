/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/arena.h"
#include <check.h>
#include <string.h>

/* Pieces are zero, aligned, apart from each other, and may be larger than a chunk. */
START_TEST(pieces_are_zero_and_apart)
{
    enum { PIECES = 40 };
    unsigned char *pieces[PIECES], zeros[PIECES * 50] = {0};
    struct arena *arena = arena_new(_i == 0 ? 1000 : ARENA_FRESH);
    for (gsize i = 0; i < PIECES; i++) {
        gsize bytes = i * 50 + 1;
        pieces[i] = i % 3 ? arena_take(arena, bytes, 1) : arena_take_rare(arena, bytes, 1);
        ck_assert_uint_eq((guintptr)pieces[i] % 64, 0);
        ck_assert_mem_eq(pieces[i], zeros, bytes);
        memset(pieces[i], (int)i, bytes);
    }
    for (gsize i = 0; i < PIECES; i++)
        for (gsize j = 0; j <= i * 50; j++)
            ck_assert_uint_eq(pieces[i][j], i);
    ck_assert_ptr_null(arena_take(arena, 0, 8));
    unsigned char *large = arena_take(arena, ARENA_FRESH, 2);
    large[2 * (gsize)ARENA_FRESH - 1] = large[0] = 1;
    const guint64 *numbers = arena_new0(arena, guint64, 3);
    ck_assert_uint_eq(numbers[0] | numbers[1] | numbers[2], 0);
    arena_free(arena);
    arena_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *tcase = tcase_create("all");
    tcase_add_loop_test(tcase, pieces_are_zero_and_apart, 0, 2);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
