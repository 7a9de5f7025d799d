/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector clocks against plain arrays: random notes and joins; equal clocks are the same. */
#include "sanitize/race/clock.h"
#include "workloads/instruction.h"
#include <check.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCKS = 6, STEPS = 4000, SEED = 20261129 };

/* Numbers that are near and far from each other, in all their bits. */
static const uint32_t warps[] = {0, 1, 15, 16, 17, 255, 4096, 1u << 20, UINT32_MAX - 1, UINT32_MAX};
enum { WARPS = G_N_ELEMENTS(warps) };

struct plain {
    uint32_t block[WARPS], thread[WARPS][WARP_LANES];
};

static void raise_to(uint32_t *stamp, uint32_t to)
{
    *stamp = MAX(*stamp, to);
}

static void join_plain(struct plain *into, const struct plain *other)
{
    for (unsigned w = 0; w < WARPS; w++) {
        raise_to(&into->block[w], other->block[w]);
        for (unsigned i = 0; i < WARP_LANES; i++)
            raise_to(&into->thread[w][i], other->thread[w][i]);
    }
}

static void note(GRand *random, struct clocks *clocks, struct clock **clock, struct plain *plain)
{
    const unsigned w = (unsigned)g_rand_int_range(random, 0, WARPS);
    const unsigned lane = (unsigned)g_rand_int_range(random, 0, WARP_LANES);
    const uint32_t stamp = (uint32_t)g_rand_int_range(random, 0, 50);
    uint32_t lanes[WARP_LANES];
    switch (g_rand_int_range(random, 0, 4)) {
    case 0:
        clock_note(clock, clocks, warps[w], lane, stamp);
        raise_to(&plain->thread[w][lane], stamp);
        break;
    case 1:
        clock_note_warp(clock, clocks, warps[w], stamp);
        for (unsigned i = 0; i < WARP_LANES; i++)
            raise_to(&plain->thread[w][i], stamp);
        break;
    case 2:
        clock_note_block(clock, clocks, warps[w], stamp);
        raise_to(&plain->block[w], stamp);
        break;
    default:
        for (unsigned i = 0; i < WARP_LANES; i++) {
            lanes[i] = (uint32_t)g_rand_int_range(random, 0, 50);
            raise_to(&plain->thread[w][i], lanes[i]);
        }
        clock_note_lanes(clock, clocks, warps[w], lanes);
    }
}

static void compare(const struct clock *clock, const struct plain *plain)
{
    uint32_t newest = 0;
    for (unsigned w = 0; w < WARPS; w++) {
        ck_assert_uint_eq(clock_of_block(clock, warps[w]), plain->block[w]);
        raise_to(&newest, plain->block[w]);
        for (unsigned i = 0; i < WARP_LANES; i++) {
            ck_assert_uint_eq(clock_of_thread(clock, warps[w], i), plain->thread[w][i]);
            raise_to(&newest, plain->thread[w][i]);
        }
    }
    ck_assert_uint_eq(clock_newest(clock), newest);
    ck_assert_uint_eq(clock_of_thread(clock, 2, 0), 0); /* nobody has noted it */
}

START_TEST(say_what_arrays_say)
{
    GRand *random = g_rand_new_with_seed(SEED);
    struct clocks *clocks = clocks_new();
    struct clock *clock[CLOCKS] = {0};
    struct plain *plain = g_new0(struct plain, CLOCKS);
    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned to = (unsigned)g_rand_int_range(random, 0, CLOCKS);
        const unsigned from = (unsigned)g_rand_int_range(random, 0, CLOCKS);
        if (g_rand_int_range(random, 0, 40) == 0) {
            clock_set(&clock[to], NULL);
            memset(&plain[to], 0, sizeof plain[to]);
        } else if (g_rand_boolean(random)) {
            note(random, clocks, &clock[to], &plain[to]);
        } else {
            clock_join(&clock[to], clock[from]);
            join_plain(&plain[to], &plain[from]);
        }
        compare(clock[to], &plain[to]);
    }
    for (unsigned i = 0; i < CLOCKS; i++)
        clock_unref(clock[i]);
    clocks_free(clocks); /* it asserts that no node is left */
    g_free(plain);
    g_rand_free(random);
}
END_TEST

START_TEST(are_the_same_if_they_say_the_same)
{
    struct clocks *clocks = clocks_new();
    struct clock *a = NULL, *b = NULL;
    clock_note(&a, clocks, 7, 3, 10);
    clock_note_warp(&a, clocks, 900, 5);
    clock_note_warp(&b, clocks, 900, 5);
    clock_note(&b, clocks, 900, 1, 4); /* the warp's stamp has it */
    clock_note(&b, clocks, 7, 3, 10);
    ck_assert_ptr_eq(a, b);
    clock_join(&a, b);
    ck_assert_ptr_eq(a, b);
    clock_unref(a);
    clock_unref(b);
    clocks_free(clocks);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clocks");
    TCase *tests = tcase_create("clocks");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, say_what_arrays_say);
    tcase_add_test(tests, are_the_same_if_they_say_the_same);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
