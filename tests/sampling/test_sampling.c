/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches are timed, and whether the estimates of the others are right: against programs of
 * launches whose cycles are known. */
#include "sampling/estimate.h"
#include "sampling/weights.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

/* A made-up program of one kernel. */
struct program {
    struct sampling sampling;
    GArray *cycles; /* double, of timed launches */
    double total, timed;
    unsigned n, n_timed;
};

static void begin(struct program *program, double error)
{
    *program = (struct program){.cycles = g_array_new(FALSE, FALSE, sizeof(double))};
    sampling_init(&program->sampling, error);
}

static void launch(struct program *program, const char *kernel, double size, double cycles)
{
    const guint kind = sampling_kind(&program->sampling, kernel, kernel);
    const struct launch_model model = {0};
    program->total += cycles;
    program->n++;
    if (!sampling_wants(&program->sampling, kind, size)) {
        const struct computed_launch computed = {size, model, 0};
        sampling_note_computed(&program->sampling, kind, &computed);
        return;
    }
    const struct timed_launch timed = {
        .number = program->cycles->len, .size = size, .cycles = cycles, .model = model};
    sampling_note_timed(&program->sampling, kind, &timed);
    g_array_append_val(program->cycles, cycles);
    program->timed += cycles;
    program->n_timed++;
}

static struct sampling_estimate estimate(const struct program *program, const char *kernel)
{
    const struct sampling_figures figures = {(const double *)(void *)program->cycles->data, NULL,
                                             0.003, NULL};
    return sampling_estimate(&program->sampling, kernel, &figures);
}

static void end(struct program *program)
{
    sampling_finish(&program->sampling);
    g_array_free(program->cycles, TRUE);
}

static void expect_inside(const struct program *program)
{
    const struct sampling_estimate e = estimate(program, NULL);
    ck_assert_msg(fabs(e.value - program->total) <= e.half_width,
                  "%.1f cycles, estimated %.1f +- %.1f", program->total, e.value, e.half_width);
}

/* Each eighth launch moves more bytes. A model knows that, but is 7 off, always. */
START_TEST(a_model_tells_launches_apart)
{
    struct sampling sampling;
    const double parts[SAMPLING_MODELLED] = {1, 0};
    GArray *bytes = g_array_new(FALSE, FALSE, sizeof(double));
    double total = 0;
    sampling_init(&sampling, 0.02);
    const guint kind = sampling_kind(&sampling, "k", "k");
    for (unsigned i = 0; i < 200; i++) {
        const double moved = i % 8 == 3 ? 900 : 100;
        const struct launch_model model = {true, {moved - 7, 1e6}};
        total += moved;
        if (!sampling_wants(&sampling, kind, 50)) {
            sampling_note_computed(&sampling, kind, &(struct computed_launch){50, model, 0});
            continue;
        }
        const struct timed_launch timed = {
            .number = bytes->len, .size = 50, .cycles = 1000, .model = model};
        sampling_note_timed(&sampling, kind, &timed);
        g_array_append_val(bytes, moved);
    }
    ck_assert_uint_le(bytes->len, 10);
    const struct sampling_figures figures = {(const double *)(void *)bytes->data, NULL, 0, parts};
    const struct sampling_estimate e = sampling_estimate(&sampling, NULL, &figures);
    ck_assert_double_eq_tol(e.value, total, 1e-6);
    ck_assert_double_le(e.half_width, 1e-6);
    g_array_free(bytes, TRUE);
    sampling_finish(&sampling);
}
END_TEST

/* Launches shrink, and those of less than 60 move nothing. The model knows, but for a little; of
 * the first ones it says nothing: they were too long. Their bytes per size would be wrong for the
 * others, and a launch that moves next to nothing is no sign of how far the others are off. */
START_TEST(a_model_counts_though_it_misses_some)
{
    struct sampling sampling;
    const double parts[SAMPLING_MODELLED] = {1, 1};
    GArray *bytes = g_array_new(FALSE, FALSE, sizeof(double));
    double total = 0;
    sampling_init(&sampling, 0.02);
    const guint kind = sampling_kind(&sampling, "k", "k");
    for (unsigned i = 0; i < 120; i++) {
        const double size = 130 - i, moved = size > 60 ? 100 * size : 2;
        const struct launch_model model = {i > 2, {size > 60 ? 100 * size : i % 2, 0}};
        total += moved;
        if (!sampling_wants(&sampling, kind, size)) {
            sampling_note_computed(&sampling, kind, &(struct computed_launch){size, model, 0});
            continue;
        }
        const struct timed_launch timed = {
            .number = bytes->len, .size = size, .cycles = 1000 * size, .model = model};
        sampling_note_timed(&sampling, kind, &timed);
        g_array_append_val(bytes, moved);
    }
    const struct sampling_figures figures = {(const double *)(void *)bytes->data, NULL, 0.03,
                                             parts};
    const struct sampling_estimate e = sampling_estimate(&sampling, NULL, &figures);
    ck_assert_double_eq_tol(e.value, total, 0.01 * total);
    ck_assert_double_le(fabs(e.value - total), e.half_width);
    ck_assert_double_le(e.half_width, 0.1 * total);
    g_array_free(bytes, TRUE);
    sampling_finish(&sampling);
}
END_TEST

/* Launches scatter by a third. If timing has cost too much, no more of them are timed than waits
 * ask for, and the interval is wider. */
START_TEST(thrift_times_fewer)
{
    struct program free, thrifty;
    begin(&free, 0.02);
    begin(&thrifty, 0.02);
    thrifty.sampling.thrifty = true;
    for (unsigned i = 0; i < 400; i++) {
        const double cycles = 1000 + 333 * ((i * 7 % 16) / 15.0);
        launch(&free, "k", 1000, cycles);
        launch(&thrifty, "k", 1000, cycles);
    }
    ck_assert_uint_le(thrifty.n_timed, 6);
    ck_assert_uint_gt(free.n_timed, 2 * thrifty.n_timed);
    expect_inside(&free);
    expect_inside(&thrifty);
    end(&free);
    end(&thrifty);
}
END_TEST

/* The first launch has cold caches and takes twice the time: it counts once. */
START_TEST(alike_launches)
{
    struct program p;
    begin(&p, 0.02);
    launch(&p, "k", 1000, 2000);
    for (unsigned i = 1; i < 400; i++)
        launch(&p, "k", 1000, 1000);
    ck_assert_uint_le(p.n_timed, 6);
    const struct sampling_estimate e = estimate(&p, NULL);
    ck_assert_double_eq_tol(e.value, p.total, 1e-6);
    ck_assert_double_le(e.half_width, 0.01 * p.total);
    ck_assert_double_eq_tol(e.computed, p.total - p.timed, 1e-6);
    end(&p);
}
END_TEST

/* The first ten are alike, the others a fifth shorter: a matrix has come to fit L2. Two that are
 * alike don't show that: with them alone the estimate is 18 % off. */
START_TEST(what_comes_with_time_is_seen)
{
    struct program p;
    begin(&p, 0.02);
    for (unsigned i = 0; i < 40; i++)
        launch(&p, "k", 1000, i < 10 ? 1000 : 800);
    const struct sampling_estimate e = estimate(&p, NULL);
    ck_assert_double_eq_tol(e.value, p.total, 0.06 * p.total);
    ck_assert_uint_le(p.n_timed, 8);
    expect_inside(&p);
    end(&p);
}
END_TEST

/* Each launch of the second kernel is next to nothing, and all of them are half of the program. Its
 * first one has cold caches. */
START_TEST(many_small_launches_are_much)
{
    struct program p;
    begin(&p, 0.02);
    for (unsigned i = 0; i < 1000; i++)
        launch(&p, "a", 1000, 1000);
    for (unsigned i = 0; i < 1000; i++)
        launch(&p, "b", 1000, i == 0 ? 1200 : 1000);
    ck_assert_double_eq_tol(estimate(&p, NULL).value, p.total, 0.001 * p.total);
    ck_assert_uint_le(p.n_timed, 12);
    end(&p);
}
END_TEST

/* Changes with time, as far as a launch that is timed lies behind them: the last one is number 280
 * of 360, or 55 of 70. */
static const struct {
    const char *what;
    unsigned from_percent; /* they are `factor` as long from there on */
    double factor;
    double slope;   /* and grow by so much up to the end */
    unsigned every; /* this one counts, from 0 on; 0: all */
    unsigned most_timed;
} changes[] = {
    {"faster from 25 % on", 25, 0.8, 0, 0, 10},    {"faster from 50 % on", 50, 0.8, 0, 0, 10},
    {"faster from 75 % on", 75, 0.8, 0, 0, 10},    {"slower from 25 % on", 25, 1.3, 0, 0, 10},
    {"slower from 50 % on", 50, 1.3, 0, 0, 10},    {"slower from 75 % on", 75, 1.3, 0, 0, 10},
    {"a warm-up of 1 %", 1, 0.7, 0, 0, 10},        {"a warm-up of 3 %", 3, 0.7, 0, 0, 10},
    {"a warm-up of 10 %", 10, 0.7, 0, 0, 10},      {"a slow drift upwards", 0, 1, 0.3, 0, 20},
    {"a slow drift downwards", 0, 1, -0.3, 0, 20}, {"every second one", 0, 1.2, 0, 2, 360},
    {"every third one", 0, 1.2, 0, 3, 360},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

START_TEST(the_interval_knows_of_changes)
{
    const unsigned n = _i < CHANGES ? 360 : 70, c = (unsigned)_i % CHANGES;
    struct program p;
    begin(&p, 0.02);
    for (unsigned i = 0; i < n; i++) {
        const bool other = changes[c].every > 0 ? i % changes[c].every == 0
                                                : i * 100 >= changes[c].from_percent * n;
        launch(&p, "k", 1000,
               1000 * (other ? changes[c].factor : 1) * (1 + changes[c].slope * i / n));
    }
    const struct sampling_estimate e = estimate(&p, NULL);
    ck_assert_msg(fabs(e.value - p.total) <= e.half_width && e.half_width < 0.15 * p.total,
                  "%s: %.1f cycles, estimated %.1f +- %.1f", changes[c].what, p.total, e.value,
                  e.half_width);
    ck_assert_msg(p.n_timed <= changes[c].most_timed, "%s: %u were timed", changes[c].what,
                  p.n_timed);
    end(&p);
}
END_TEST

/* Sizes on a line may lie far apart. If cycles fall faster than sizes, they must lie closer. */
START_TEST(few_sizes_of_a_line_are_timed)
{
    unsigned timed[3];
    for (unsigned way = 0; way < 3; way++) {
        struct program p;
        begin(&p, 0.02);
        for (unsigned i = 400; i > 100; i--)
            launch(&p, "k", i, way == 0 ? 1000 : way == 1 ? 10.0 * i : 1e-5 * i * i * i);
        const struct sampling_estimate e = estimate(&p, NULL);
        ck_assert_double_eq_tol(e.value, p.total, 0.015 * p.total);
        timed[way] = p.n_timed;
        end(&p);
    }
    ck_assert_uint_le(timed[0], timed[1]);
    ck_assert_uint_le(timed[1], 8);
    ck_assert_uint_ge(timed[2], 2 * timed[1]);
}
END_TEST

/* Gaussian elimination: each launch is smaller than the one before it. */
START_TEST(shrinking_launches)
{
    struct program p;
    begin(&p, 0.02);
    for (unsigned i = 500; i > 0; i--)
        launch(&p, "k", 10.0 * i * i, 3000 + 2.5 * i * i);
    const struct sampling_estimate e = estimate(&p, NULL);
    ck_assert_double_le(p.timed, p.total / 10);
    ck_assert_double_eq_tol(e.value, p.total, 0.015 * p.total);
    expect_inside(&p);
    end(&p);
}
END_TEST

/* Deterministic noise between -1 and 1. */
static double noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (1 << 23) - 1;
}

/* The more launches differ, the more are timed; the true value lies in the interval in 90 of 100
 * programs. */
START_TEST(spread_decides)
{
    unsigned timed[2] = {0, 0}, inside = 0;
    for (unsigned wide = 0; wide < 2; wide++)
        for (uint32_t seed = 1; seed <= 100; seed++) {
            struct program p;
            uint32_t state = seed;
            begin(&p, 0.02);
            for (unsigned i = 0; i < 300; i++)
                launch(&p, "k", 100, 1000 * (1 + (wide ? 0.1 : 0.01) * noise(&state)));
            const struct sampling_estimate e = estimate(&p, NULL);
            timed[wide] += p.n_timed;
            inside += fabs(e.value - p.total) <= e.half_width;
            end(&p);
        }
    ck_assert_uint_le(timed[0], 100 * 10);
    ck_assert_uint_ge(timed[1], 2 * timed[0]);
    ck_assert_msg(inside >= 180, "the true value lies in %u of 200 intervals", inside);
}
END_TEST

/* Two kernels: their estimates sum to the total, and so do the weights. */
START_TEST(kernels_sum_up)
{
    struct program p;
    begin(&p, 0.02);
    for (unsigned i = 0; i < 100; i++) {
        launch(&p, "a", 50, 500);
        launch(&p, "b", 70, 100);
    }
    const double a = estimate(&p, "a").value, b = estimate(&p, "b").value;
    ck_assert_double_eq_tol(a, 50000, 1e-6);
    ck_assert_double_eq_tol(b, 10000, 1e-6);
    ck_assert_double_eq_tol(estimate(&p, NULL).value, a + b, 1e-6);
    g_autofree double *weights = g_new(double, p.n_timed);
    double sum = 0;
    sampling_weights(&p.sampling, NULL, weights, p.n_timed);
    for (unsigned i = 0; i < p.n_timed; i++)
        sum += weights[i];
    ck_assert_double_eq_tol(sum, 200, 1e-6);
    end(&p);
}
END_TEST

/* A launch of a size that nobody has seen is timed; between two known sizes it lies on the line. */
START_TEST(sizes)
{
    struct program p;
    double weights[3];
    begin(&p, 0.02);
    launch(&p, "k", 100, 1000);
    launch(&p, "k", 200, 1500);
    launch(&p, "k", 400, 2500);
    ck_assert_uint_eq(p.n_timed, 3);
    const struct sampling_kind *kind = p.sampling.kinds->pdata[0];
    const double *cycles = (const double *)(void *)p.cycles->data;
    ck_assert_int_eq(weights_of(kind, 300, WEIGHTS_ALL, weights), WEIGHTS_BETWEEN);
    ck_assert_double_eq_tol(weights_sum(kind, weights, cycles), 2000, 1e-9);
    ck_assert_int_eq(weights_of(kind, 800, WEIGHTS_ALL, weights), WEIGHTS_OUTSIDE);
    ck_assert_double_ge(weights_sum(kind, weights, cycles), 2500);
    ck_assert_double_le(weights_sum(kind, weights, cycles), 5000);
    ck_assert_int_eq(weights_of(kind, 200, 1, weights), WEIGHTS_BETWEEN);
    end(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sampling");
    TCase *tcase = tcase_create("sampling");
    tcase_add_test(tcase, a_model_tells_launches_apart);
    tcase_add_test(tcase, a_model_counts_though_it_misses_some);
    tcase_add_test(tcase, alike_launches);
    tcase_add_test(tcase, thrift_times_fewer);
    tcase_add_test(tcase, what_comes_with_time_is_seen);
    tcase_add_test(tcase, many_small_launches_are_much);
    tcase_add_loop_test(tcase, the_interval_knows_of_changes, 0, 2 * CHANGES);
    tcase_add_test(tcase, few_sizes_of_a_line_are_timed);
    tcase_add_test(tcase, shrinking_launches);
    tcase_add_test(tcase, spread_decides);
    tcase_add_test(tcase, kernels_sum_up);
    tcase_add_test(tcase, sizes);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
