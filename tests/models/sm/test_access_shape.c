/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses of known shape: the same lines and cycles as from their addresses, whatever the shape
 * remembers from before. */
#include "models/core/crew.h"
#include "models/sm/access/access_shape.h"
#include "models/sm/access/shared_conflicts.h"
#include <check.h>
#include <glib.h>
#include <stdatomic.h>

enum { ROUNDS = 4000, SHAPES = 8 };

static const unsigned access_sizes[] = {1, 2, 4, 8, 16};

struct shaped {
    struct address_shape shape;
    lane_mask mask;
};

/* Offsets of few lines or of many, all multiples of 16. */
static void make_shape(struct shaped *shaped, GRand *random, unsigned number)
{
    *shaped = (struct shaped){.mask = number % 2 ? g_rand_int(random) | 1 : UINT32_MAX};
    unsigned range = number < SHAPES / 2 ? 24 : 4096;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (shaped->mask >> lane & 1)
            shaped->shape.offset[lane] = ((int64_t)(g_rand_int(random) % range) - 12) * 16;
}

static void use(struct issued *what, struct shaped *shaped, uint64_t base)
{
    what->active = shaped->mask;
    what->shape = &shaped->shape;
    what->base = base;
    memset(what->address, 0xee, sizeof what->address);
}

static void check_lines(struct issued *what, unsigned bytes, unsigned request_bytes)
{
    struct line_transaction lines[WARP_LANES], expected[WARP_LANES];
    unsigned n = access_shape_coalesce(what, bytes, request_bytes, false, lines);
    issued_expand(what);
    ck_assert_uint_eq(n, coalesce(what->active, what->address, bytes, request_bytes, expected));
    for (unsigned i = 0; i < n; i++) {
        ck_assert_uint_eq(lines[i].line, expected[i].line);
        ck_assert_uint_eq(lines[i].lanes, expected[i].lanes);
        ck_assert_uint_eq(lines[i].sectors, expected[i].sectors);
    }
}

static void check_cycles(struct issued *what, unsigned bytes, unsigned banks, bool atomic)
{
    unsigned cycles = access_shape_shared_cycles(what, bytes, banks, atomic, false);
    issued_expand(what);
    ck_assert_uint_eq(cycles,
                      atomic ? shared_atomic_cycles(what->active, what->address, bytes, banks)
                             : shared_access_cycles(what->active, what->address, bytes, banks));
}

/* Few sizes and bases, so that what is remembered is found again. */
START_TEST(test_random)
{
    GRand *random = g_rand_new_with_seed(11);
    struct shaped shapes[SHAPES];
    struct issued what = {0};
    for (unsigned i = 0; i < SHAPES; i++)
        make_shape(&shapes[i], random, i);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct shaped *shaped = &shapes[g_rand_int(random) % SHAPES];
        unsigned bytes = access_sizes[g_rand_int(random) % 2 + 2];
        uint64_t base = 65536 + (uint64_t)(g_rand_int(random) % 64) * 64;
        use(&what, shaped, base);
        check_lines(&what, bytes, g_rand_boolean(random) ? 128 : 512);
        use(&what, shaped, base);
        check_cycles(&what, bytes, g_rand_boolean(random) ? 32 : 16, g_rand_boolean(random));
    }
    g_rand_free(random);
}
END_TEST

/* One access of a few that come again and again, on any thread; Check's assertions are for one. */
static void use_beside(struct shaped *shapes, unsigned item)
{
    struct shaped *shaped = &shapes[item % SHAPES];
    struct line_transaction lines[WARP_LANES], expected[WARP_LANES];
    struct issued what = {0};
    const unsigned bytes = item % 3 ? 4 : 8, request_bytes = item % 5 ? 128 : 512;
    use(&what, shaped, 65536 + (uint64_t)(item % 7) * 64);
    const unsigned n = access_shape_coalesce(&what, bytes, request_bytes, true, lines);
    use(&what, shaped, what.base); /* it may have lost its shape */
    const unsigned cycles = access_shape_shared_cycles(&what, bytes, 32, false, true);
    use(&what, shaped, what.base);
    issued_expand(&what);
    g_assert_cmpuint(n, ==, coalesce(what.active, what.address, bytes, request_bytes, expected));
    for (unsigned i = 0; i < n; i++) {
        g_assert_cmpuint(lines[i].line, ==, expected[i].line);
        g_assert_cmpuint(lines[i].lanes, ==, expected[i].lanes);
        g_assert_cmpuint(lines[i].sectors, ==, expected[i].sectors);
    }
    g_assert_cmpuint(cycles, ==, shared_access_cycles(what.active, what.address, bytes, 32));
}

struct step_of_uses {
    struct shaped shapes[SHAPES];
    atomic_uint left;
};

static void use_what_is_left(void *data, unsigned worker)
{
    (void)worker;
    struct step_of_uses *step = data;
    unsigned left = atomic_load(&step->left);
    while (left > 0)
        if (atomic_compare_exchange_weak(&step->left, &left, left - 1))
            use_beside(step->shapes, left - 1);
}

/* Three threads, and shapes that begin anew again and again. */
START_TEST(test_beside)
{
    enum { STEPS = 200, ITEMS = 100 };
    struct crew *crew = crew_new(3);
    GRand *random = g_rand_new_with_seed(12);
    struct step_of_uses uses;
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < SHAPES; i++)
            make_shape(&uses.shapes[i], random, i);
        atomic_store(&uses.left, ITEMS);
        crew_run(crew, use_what_is_left, &uses);
    }
    g_rand_free(random);
    crew_free(crew);
}
END_TEST

/* Bytes: here the base's place in its word matters. */
START_TEST(test_place_in_word)
{
    struct shaped shaped = {.mask = UINT32_MAX};
    struct issued what = {0};
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        shaped.shape.offset[lane] = lane % 2 ? 128 : 1; /* the next byte, or 32 words on */
    use(&what, &shaped, 0);
    ck_assert_uint_eq(access_shape_shared_cycles(&what, 1, 32, false, false), 2);
    use(&what, &shaped, 67);
    ck_assert_uint_eq(access_shape_shared_cycles(&what, 1, 32, false, false), 1);
    use(&what, &shaped, 66);
    ck_assert_uint_eq(access_shape_shared_cycles(&what, 1, 32, false, false), 2);
}
END_TEST

/* A shape below its base, at the end of memory. */
START_TEST(test_expand)
{
    struct shaped shaped = {.mask = 3};
    struct issued what = {0};
    shaped.shape.offset[1] = -256;
    use(&what, &shaped, 128);
    check_lines(&what, 4, 128);
    ck_assert_uint_eq(what.address[0], 128);
    ck_assert_uint_eq(what.address[1], UINT64_MAX - 127);
    use(&what, &shaped, 512);
    check_lines(&what, 4, 128);
    ck_assert_uint_eq(what.address[1], 256);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("access_shape");
    TCase *tcase = tcase_create("access_shape");
    tcase_add_test(tcase, test_random);
    tcase_add_test(tcase, test_beside);
    tcase_add_test(tcase, test_place_in_word);
    tcase_add_test(tcase, test_expand);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
