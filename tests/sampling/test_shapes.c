/* SPDX-License-Identifier: BSD-3-Clause */
/* Which kind a launch has that was looked at, and when launches of its shape are trusted: made-up
 * looks. */
#include "cli/run/sampling/shapes.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

enum { SIZE = 1000000, MUCH = 200000000 };

static struct kernel_code code;
static struct launch launch;
static struct warmth warmth;
static struct shapes shapes;
static struct sampling sampling;

static void set_up(void)
{
    code = (struct kernel_code){.name = "k"};
    launch = (struct launch){.code = &code, .grid = {64, 1, 1}, .block = {32, 1, 1}};
    warmth = (struct warmth){0};
    shapes_init(&shapes, &warmth);
    sampling_init(&sampling, 0.035);
}

static void tear_down(void)
{
    shapes_finish(&shapes);
    sampling_finish(&sampling);
}

/* A look at the launch, whose instructions touch so many lines. Returns its kind. */
static guint look(double lines, double size)
{
    const struct launch_shapes of = shapes_of(&shapes, &launch, "before");
    const struct launch_mix mix = {{log(lines), -INFINITY, 0}};
    const struct recent_lines none = {0};
    const struct look found = {shapes_kind(&shapes, &of, &sampling, &launch, "before", &mix), &mix,
                               size, &none};
    shapes_looked(&shapes, &of, &found);
    return found.kind;
}

static bool is_trusted(void)
{
    const struct launch_shapes of = shapes_of(&shapes, &launch, "before");
    return shapes_trusted(&shapes, &of) != NULL;
}

/* 1.19 and 1.21 lie on both sides of a border between kinds. It counts until much has been looked
 * at. */
START_TEST(kinds_have_no_borders_in_a_shape)
{
    ck_assert_uint_ne(look(1.21, SIZE), look(1.19, SIZE));
    shapes.looked = MUCH;
    look(1.19, SIZE);
    const guint kind = look(1.19, SIZE);
    ck_assert_uint_eq(look(1.21, SIZE), kind);
    ck_assert(is_trusted());
    launch.grid[0] = 65;
    ck_assert_uint_ne(look(1.21, SIZE), kind);
}
END_TEST

/* Ten steps of a twelfth are no little step. */
START_TEST(kinds_do_not_drift)
{
    guint kinds[11];
    shapes.looked = MUCH + 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
        kinds[i] = look(pow(1.08, i), SIZE);
    ck_assert_uint_eq(kinds[1], kinds[0]);
    ck_assert_uint_ne(kinds[3], kinds[0]);
    ck_assert_uint_ne(kinds[10], kinds[3]);
}
END_TEST

/* A launch that ran without a look has another kind, as its parameters say: what is known of the
 * mix says nothing of that kind. */
START_TEST(another_kind_has_another_mix)
{
    shapes.looked = MUCH + 1;
    const guint kind = look(1.19, SIZE);
    const struct launch_shapes of = shapes_of(&shapes, &launch, "before");
    shapes_ran(&shapes, &of, kind + 1, SIZE, 0);
    ck_assert_uint_eq(look(1.19, SIZE), kind);
}
END_TEST

/* Sizes that scatter are looked at again and again, until much has been looked at. */
START_TEST(looks_have_an_end)
{
    look(1, SIZE);
    look(1, SIZE * 1.02);
    ck_assert(!is_trusted());
    shapes.looked = MUCH;
    look(1, SIZE);
    look(1, SIZE * 1.02);
    ck_assert(is_trusted());
    const struct launch_shapes of = shapes_of(&shapes, &launch, "before");
    shapes_ran(&shapes, &of, shapes_trusted(&shapes, &of)->kind, SIZE, 0);
    ck_assert(is_trusted());
    shapes_ran(&shapes, &of, shapes_trusted(&shapes, &of)->kind, SIZE * 1.2, 0);
    ck_assert(!is_trusted());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shapes");
    TCase *tests = tcase_create("shapes");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, kinds_have_no_borders_in_a_shape);
    tcase_add_test(tests, kinds_do_not_drift);
    tcase_add_test(tests, another_kind_has_another_mix);
    tcase_add_test(tests, looks_have_an_end);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
