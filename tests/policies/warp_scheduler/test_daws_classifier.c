/* SPDX-License-Identifier: BSD-3-Clause */
/* DAWS's load classification, against Rogers and others, "Divergence-Aware Warp Scheduling", MICRO
 * 2013: footprints (5.1.1), sampling warps, locality (5.2.1), divergence and repetition (5.2.2),
 * and the loops of traces. */
#include "policies/warp_scheduler/daws_classifier.h"
#include "tests/rigs/suite.h"

enum { LOOP_PC = 10, LINE = VICTIM_LINE_BYTES };

/* One loop, which has locality unless a test says otherwise, and warps of age 100 + slot. */
struct fixture {
    struct daws_kernel kernel;
    struct daws_classifier classifier;
};

static struct fixture *setup(uint32_t entries, uint32_t ways)
{
    struct fixture *f = g_new0(struct fixture, 1);
    f->kernel.loops_known = true;
    f->kernel.n_loops = 1;
    f->kernel.loops[0] = (struct daws_loop){
        .place = {LOOP_PC, LOOP_PC, 30, -1}, .locality = 1000, .sampler = WARP_NONE};
    daws_classifier_init(&f->classifier, entries, ways);
    victim_tags_init(&f->classifier.victims, 16, 8);
    for (unsigned slot = 0; slot < 8; slot++)
        daws_classifier_warp_started(&f->classifier, slot, 100 + slot);
    return f;
}

/* Warp 0 follows the loop. */
static struct fixture *setup_sampled(uint32_t entries, uint32_t ways)
{
    struct fixture *f = setup(entries, ways);
    daws_loop_entered(&f->kernel, 0, 0, 32);
    return f;
}

static void ask(struct fixture *f, unsigned slot, uint32_t pc, unsigned lanes, unsigned lines)
{
    f->classifier.loop[slot] = 0;
    daws_coalesced(&f->classifier, &f->kernel, slot, pc, lanes, lines);
}

static void access_line(struct fixture *f, unsigned slot, uint32_t pc, uint64_t line,
                        enum warp_access_outcome outcome, unsigned owner)
{
    const struct warp_access access = {.line = line * LINE,
                                       .pc = pc,
                                       .slot = (uint8_t)slot,
                                       .outcome = (uint8_t)outcome,
                                       .owner = {100 + owner, (uint8_t)owner}};
    daws_accessed(&f->classifier, &f->kernel, &access, 100 + slot);
}

/* A load of warp 0 that touches one line, as a hit. */
static void touch(struct fixture *f, uint32_t pc, uint64_t line)
{
    ask(f, 0, pc, 32, 1);
    access_line(f, 0, pc, line, WARP_ACCESS_HIT, 0);
}

static bool joined(struct fixture *f, uint32_t a, uint32_t b)
{
    return daws_load_at(&f->kernel, a)->group == daws_load_at(&f->kernel, b)->group;
}

/* --- Footprints --- */

START_TEST(diverged_loads_take_a_line_a_lane_converged_ones_two)
{
    struct fixture *f = setup(64, 8);
    daws_load_add(&f->kernel, 11, LOOP_PC)->divergence = 2;
    daws_load_add(&f->kernel, 12, LOOP_PC)->divergence = 1; /* not above one */
    daws_load_add(&f->kernel, 99, 98)->divergence = 2;      /* of another loop */
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 34);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 7), 9);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 2), 4);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 1), 2); /* one lane: a line a load */
    f->kernel.loops[0].locality = 0;
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 0);
    g_free(f);
}
END_TEST

START_TEST(a_repetition_group_counts_once_and_as_diverged_if_one_is)
{
    struct fixture *f = setup(64, 8);
    for (uint32_t pc = 11; pc < 15; pc++)
        daws_load_add(&f->kernel, pc, LOOP_PC);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 8);
    daws_loads_join(&f->kernel, 13, 11);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 6);
    daws_load_at(&f->kernel, 13)->divergence = 2;
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 36);
    daws_loads_join(&f->kernel, 13, 14);
    ck_assert(joined(f, 11, 14));
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 34);
    g_free(f);
}
END_TEST

/* --- Sampling warps --- */

START_TEST(the_first_sampling_warp_has_three_lanes_its_successors_two)
{
    struct fixture *f = setup(64, 8);
    const struct daws_loop *loop = &f->kernel.loops[0];
    daws_loop_entered(&f->kernel, 0, 1, 2);
    ck_assert_uint_eq(loop->sampler, WARP_NONE);
    daws_loop_entered(&f->kernel, 0, 2, 3);
    ck_assert_uint_eq(loop->sampler, 2);
    daws_loop_entered(&f->kernel, 0, 3, 32);
    ck_assert_uint_eq(loop->sampler, 2); /* as long as it is in the loop */
    daws_loops_left(&f->classifier, &f->kernel, 3, DAWS_NO_LOOP);
    ck_assert_uint_eq(loop->sampler, 2);
    daws_loops_left(&f->classifier, &f->kernel, 2, 0);
    ck_assert_uint_eq(loop->sampler, 2);
    daws_loops_left(&f->classifier, &f->kernel, 2, DAWS_NO_LOOP);
    ck_assert_uint_eq(loop->sampler, WARP_NONE);
    daws_loop_entered(&f->kernel, 0, 4, 1);
    ck_assert_uint_eq(loop->sampler, WARP_NONE);
    daws_loop_entered(&f->kernel, 0, 5, 2);
    ck_assert_uint_eq(loop->sampler, 5);
    g_free(f);
}
END_TEST

/* --- Locality --- */

START_TEST(a_load_counts_for_locality_as_a_whole)
{
    struct fixture *f = setup_sampled(64, 8);
    struct daws_loop *loop = &f->kernel.loops[0];
    loop->locality = 0;
    ask(f, 0, 11, 32, 2); /* one of two lines is its own */
    access_line(f, 0, 11, 1, WARP_ACCESS_MISS, WARP_NONE);
    ck_assert_int_eq(loop->locality, 0);
    access_line(f, 0, 11, 2, WARP_ACCESS_HIT, 0);
    ck_assert_int_eq(loop->locality, 1);
    ask(f, 0, 11, 32, 1); /* another warp's line */
    access_line(f, 0, 11, 3, WARP_ACCESS_HIT, 1);
    ck_assert_int_eq(loop->locality, 0);
    ask(f, 0, 11, 32, 1); /* on its way */
    access_line(f, 0, 11, 3, WARP_ACCESS_MERGED, 0);
    ck_assert_int_eq(loop->locality, -1);
    ask(f, 1, 11, 32, 1); /* of a warp that isn't followed */
    access_line(f, 1, 11, 3, WARP_ACCESS_HIT, 1);
    ck_assert_int_eq(loop->locality, -1);
    g_free(f);
}
END_TEST

START_TEST(lost_locality_counts_like_captured)
{
    struct fixture *f = setup_sampled(64, 8);
    struct daws_loop *loop = &f->kernel.loops[0];
    victim_tags_evicted(&f->classifier.victims, 7 * LINE, &(struct warp_owner){100, 0});
    victim_tags_evicted(&f->classifier.victims, 8 * LINE, &(struct warp_owner){101, 1});
    loop->locality = 0;
    ask(f, 0, 11, 32, 1);
    access_line(f, 0, 11, 7, WARP_ACCESS_MISS, WARP_NONE);
    ck_assert_int_eq(loop->locality, 1);
    ask(f, 0, 11, 32, 1); /* warp 1 has lost this one */
    access_line(f, 0, 11, 8, WARP_ACCESS_MISS, WARP_NONE);
    ck_assert_int_eq(loop->locality, 0);
    g_free(f);
}
END_TEST

/* --- Divergence --- */

START_TEST(more_than_two_accesses_of_more_than_two_lanes_diverge)
{
    struct fixture *f = setup_sampled(64, 8);
    ask(f, 0, 11, 3, 3);
    const struct daws_load *load = daws_load_at(&f->kernel, 11);
    ck_assert_int_eq(load->divergence, 1);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 2); /* one is not above one */
    ask(f, 0, 11, 2, 2);                                     /* too few lanes: says nothing */
    ck_assert_int_eq(load->divergence, 1);
    ask(f, 0, 11, 32, 32);
    ck_assert_int_eq(load->divergence, 2);
    ck_assert_uint_eq(daws_footprint(&f->kernel, 0, 32), 32);
    ask(f, 0, 11, 32, 2);
    ck_assert_int_eq(load->divergence, 1);
    ask(f, 0, 11, 32, 1);
    ck_assert_int_eq(load->divergence, 0);
    g_free(f);
}
END_TEST

/* Entries are made only for loops with locality. */
START_TEST(loads_without_locality_get_no_entry)
{
    struct fixture *f = setup_sampled(64, 8);
    f->kernel.loops[0].locality = 0;
    ask(f, 0, 11, 32, 32);
    ck_assert_ptr_null(daws_load_at(&f->kernel, 11));
    f->kernel.loops[0].locality = 1;
    ask(f, 0, 11, 32, 32);
    ck_assert_ptr_nonnull(daws_load_at(&f->kernel, 11));
    ck_assert_uint_eq(f->kernel.n_loads, 1);
    ask(f, 1, 12, 32, 32); /* not the sampling warp */
    ck_assert_uint_eq(f->kernel.n_loads, 1);
    g_free(f);
}
END_TEST

/* --- Repetition --- */

START_TEST(loads_that_touch_a_line_in_an_iteration_are_repeated)
{
    struct fixture *f = setup_sampled(64, 8);
    touch(f, 11, 1);
    touch(f, 12, 2);
    touch(f, 13, 1);
    ck_assert(joined(f, 11, 13));
    ck_assert(!joined(f, 11, 12));
    g_free(f);
}
END_TEST

START_TEST(the_back_edge_clears_the_detector)
{
    struct fixture *f = setup_sampled(64, 8);
    touch(f, 11, 1);
    daws_loop_repeats(&f->classifier, &f->kernel, 0, 1); /* another warp's */
    touch(f, 12, 1);
    ck_assert(joined(f, 11, 12));
    touch(f, 13, 2);
    daws_loop_repeats(&f->classifier, &f->kernel, 0, 0);
    touch(f, 14, 2);
    ck_assert(!joined(f, 13, 14));
    g_free(f);
}
END_TEST

/* A line that comes to L1 behind the back edge is of the iteration before. */
START_TEST(late_lines_belong_to_their_iteration)
{
    struct fixture *f = setup_sampled(64, 8);
    touch(f, 11, 1);
    ask(f, 0, 12, 32, 1);
    daws_loop_repeats(&f->classifier, &f->kernel, 0, 0);
    ask(f, 0, 13, 32, 1);
    access_line(f, 0, 12, 1, WARP_ACCESS_HIT, 0);
    access_line(f, 0, 13, 1, WARP_ACCESS_HIT, 0);
    ck_assert(joined(f, 11, 12));
    ck_assert(!joined(f, 11, 13));
    g_free(f);
}
END_TEST

/* 64 entries, 8-way, least recently used first: lines 0, 8, 16, ... share a set. */
START_TEST(a_set_of_the_detector_holds_eight_lines)
{
    struct fixture *f = setup_sampled(64, 8);
    for (unsigned i = 0; i < 8; i++)
        touch(f, 20 + i, i * 8);
    touch(f, 40, 1); /* of another set */
    touch(f, 30, 0);
    ck_assert(joined(f, 30, 20)); /* 20 becomes the last used */
    touch(f, 31, 8 * 8);          /* takes the place of 21's */
    touch(f, 32, 1 * 8);
    ck_assert(!joined(f, 32, 21));
    touch(f, 33, 0);
    ck_assert(joined(f, 33, 20));
    touch(f, 41, 1);
    ck_assert(joined(f, 41, 40));
    g_free(f);
}
END_TEST

/* --- Loops of traces --- */

START_TEST(loops_that_appear_nest_by_their_extent)
{
    struct daws_kernel kernel = {.n_loops = 0};
    daws_loop_found(&kernel, 20, 25);
    daws_loop_found(&kernel, 40, 44);
    ck_assert_int_eq(daws_loop_at(&kernel, 22), 0);
    ck_assert_int_eq(daws_loop_at(&kernel, 30), DAWS_NO_LOOP);
    daws_loop_found(&kernel, 10, 30);
    ck_assert_int_eq(daws_loop_at(&kernel, 22), 0);
    ck_assert_int_eq(daws_loop_at(&kernel, 30), 2);
    ck_assert_int_eq(kernel.loops[0].place.parent, 2);
    ck_assert_int_eq(daws_outermost(&kernel, 1), 1);
    daws_loop_found(&kernel, 10, 50); /* a later back edge of the same loop */
    ck_assert_uint_eq(kernel.n_loops, 3);
    ck_assert_int_eq(kernel.loops[1].place.parent, 2);
    ck_assert_int_eq(daws_closest_loop(&kernel, 5), 2);
    ck_assert_int_eq(daws_closest_loop(&kernel, 25), 1);
    ck_assert_int_eq(daws_closest_loop(&kernel, 45), DAWS_NO_LOOP);
}
END_TEST

/* The places of 16 kernels: the one whose last start is the longest ago gives way. */
START_TEST(the_oldest_kernel_is_forgotten)
{
    struct daws_table *table = g_new0(struct daws_table, 1);
    const struct warp_loop loop = {.begin = 1, .first = 1, .last = 2, .parent = -1};
    char name[3] = "k0";
    for (unsigned i = 0; i < DAWS_KERNELS; i++) {
        name[1] = (char)('A' + i);
        daws_table_start(table, &(struct warp_kernel){.name = name, .loops = &loop, .n_loops = 1});
        daws_now(table)->loops[0].locality = 7;
    }
    daws_table_start(table, &(struct warp_kernel){.name = "kA", .loops = &loop, .n_loops = 1});
    ck_assert_int_eq(daws_now(table)->loops[0].locality, 7);
    daws_table_start(table, &(struct warp_kernel){.name = "new", .loops = &loop, .n_loops = 1});
    ck_assert_int_eq(daws_now(table)->loops[0].locality, 0);
    daws_table_start(table, &(struct warp_kernel){.name = "kC", .loops = &loop, .n_loops = 1});
    ck_assert_int_eq(daws_now(table)->loops[0].locality, 7);
    daws_table_start(table, &(struct warp_kernel){.name = "kB", .loops = &loop, .n_loops = 1});
    ck_assert_int_eq(daws_now(table)->loops[0].locality, 0);
    g_free(table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("daws classifier");
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, diverged_loads_take_a_line_a_lane_converged_ones_two);
    tcase_add_test(tests, a_repetition_group_counts_once_and_as_diverged_if_one_is);
    tcase_add_test(tests, the_first_sampling_warp_has_three_lanes_its_successors_two);
    tcase_add_test(tests, a_load_counts_for_locality_as_a_whole);
    tcase_add_test(tests, lost_locality_counts_like_captured);
    tcase_add_test(tests, more_than_two_accesses_of_more_than_two_lanes_diverge);
    tcase_add_test(tests, loads_without_locality_get_no_entry);
    tcase_add_test(tests, loads_that_touch_a_line_in_an_iteration_are_repeated);
    tcase_add_test(tests, the_back_edge_clears_the_detector);
    tcase_add_test(tests, late_lines_belong_to_their_iteration);
    tcase_add_test(tests, a_set_of_the_detector_holds_eight_lines);
    tcase_add_test(tests, loops_that_appear_nest_by_their_extent);
    tcase_add_test(tests, the_oldest_kernel_is_forgotten);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
