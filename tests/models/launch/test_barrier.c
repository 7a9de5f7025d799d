/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/barrier.h"
#include <check.h>

static struct block_barriers block;

/* Arrives with a predicate that holds in `yes` of 32 lanes, and returns what is released; the
 * program must be right. */
static uint64_t arrive_as(unsigned warp, enum barrier_kind kind, uint32_t id, uint32_t threads,
                          uint32_t yes)
{
    uint64_t released = 0xdead;
    char *fault;
    const struct barrier_arrival arrival = {id, threads, kind, 32, yes};
    ck_assert(block_barriers_arrive(&block, warp, &arrival, &released, &fault));
    ck_assert_ptr_null(fault);
    return released;
}

static uint64_t arrive(unsigned warp, uint32_t id, uint32_t threads)
{
    return arrive_as(warp, BARRIER_SYNC, id, threads, 0);
}

static void expect_fault_as(unsigned warp, enum barrier_kind kind, uint32_t id, uint32_t threads,
                            const char *text)
{
    uint64_t released;
    char *fault;
    const struct barrier_arrival arrival = {id, threads, kind, 32, 0};
    ck_assert(!block_barriers_arrive(&block, warp, &arrival, &released, &fault));
    ck_assert_str_eq(fault, text);
    g_free(fault);
}

static void expect_fault(unsigned warp, uint32_t id, uint32_t threads, const char *text)
{
    expect_fault_as(warp, BARRIER_SYNC, id, threads, text);
}

static void expect_description(const char *expected)
{
    GString *text = g_string_new(NULL);
    block_barriers_describe(&block, text);
    ck_assert_str_eq(text->str, expected);
    g_string_free(text, TRUE);
}

START_TEST(test_all_warps)
{
    block_barriers_init(&block, 4);
    for (unsigned round = 0; round < 2; round++) { /* it can be used again at once */
        ck_assert_uint_eq(arrive(2, 0, 0), 0);
        ck_assert_uint_eq(arrive(0, 0, 0), 0);
        ck_assert_uint_eq(arrive(3, 0, 0), 0);
        ck_assert_uint_eq(block_barriers_waiting(&block), 0xd);
        ck_assert_uint_eq(arrive(1, 0, 0), 0xf);
        ck_assert_uint_eq(block_barriers_waiting(&block), 0);
    }
}
END_TEST

START_TEST(test_single_and_full_blocks)
{
    block_barriers_init(&block, 1);
    ck_assert_uint_eq(arrive(0, 15, 0), 1);
    block_barriers_init(&block, 64);
    for (unsigned warp = 0; warp < 63; warp++)
        ck_assert_uint_eq(arrive(warp, 0, 0), 0);
    ck_assert_uint_eq(arrive(63, 0, 0), UINT64_MAX);
}
END_TEST

START_TEST(test_exit_is_not_waited_for)
{
    block_barriers_init(&block, 3);
    ck_assert_uint_eq(arrive(0, 0, 0), 0);
    ck_assert_uint_eq(block_barriers_exit(&block, 2), 0);
    ck_assert_uint_eq(block_barriers_exit(&block, 1), 1);
    ck_assert_uint_eq(block.live, 1);
    ck_assert_uint_eq(block_barriers_exit(&block, 0), 0);
    ck_assert_uint_eq(block.live, 0);
}
END_TEST

START_TEST(test_exited_before_arrivals)
{
    block_barriers_init(&block, 3);
    ck_assert_uint_eq(block_barriers_exit(&block, 1), 0);
    ck_assert_uint_eq(arrive(0, 0, 0), 0);
    ck_assert_uint_eq(arrive(2, 0, 0), 5);
}
END_TEST

START_TEST(test_named_barriers_with_counts)
{
    block_barriers_init(&block, 4);
    ck_assert_uint_eq(arrive(0, 1, 64), 0);
    ck_assert_uint_eq(arrive(2, 2, 64), 0);
    ck_assert_uint_eq(arrive(3, 1, 64), 0x9);
    ck_assert_uint_eq(arrive(1, 2, 64), 0x6);
    ck_assert_uint_eq(arrive(0, 3, 32), 0x1); /* waits for itself only */
    ck_assert_uint_eq(arrive(0, 1, 96), 0);   /* another count, once the barrier is free */
    ck_assert_uint_eq(arrive(1, 1, 96), 0);
    ck_assert_uint_eq(arrive(2, 1, 96), 0x7);
}
END_TEST

START_TEST(test_faults)
{
    block_barriers_init(&block, 4);
    expect_fault(0, 16, 0, "barrier 16 does not exist: a block has barriers 0 to 15");
    expect_fault(0, 1, 48, "barrier 1 waits for 48 threads, which is not a multiple of 32");
    expect_fault(0, 1, 160, "barrier 1 waits for 160 threads, but the block has 4 warps of 32");
    ck_assert_uint_eq(block_barriers_waiting(&block), 0);
    arrive(0, 1, 64);
    expect_fault(1, 1, 96,
                 "barrier 1 waits for 96 threads, but warps that arrived before wait for 64 there "
                 "(0: the whole block)");
    ck_assert_uint_eq(block_barriers_waiting(&block), 1);
}
END_TEST

/* Producers signal and go on; a barrier opens for those who wait. */
START_TEST(test_signals)
{
    block_barriers_init(&block, 4);
    ck_assert_uint_eq(arrive_as(0, BARRIER_ARRIVE, 1, 96, 0), 0);
    ck_assert_uint_eq(block_barriers_waiting(&block), 0);
    ck_assert_uint_eq(arrive(2, 1, 96), 0);
    expect_description("barrier 1: 2 of 3 warps have arrived, not warps 1, 3");
    ck_assert_uint_eq(arrive_as(3, BARRIER_ARRIVE, 1, 96, 0), 0x4);
    expect_description("");
    /* a warp that signals twice counts twice, and may be gone when the barrier opens */
    ck_assert_uint_eq(arrive_as(0, BARRIER_ARRIVE, 1, 96, 0), 0);
    ck_assert_uint_eq(arrive_as(0, BARRIER_ARRIVE, 1, 96, 0), 0);
    ck_assert_uint_eq(block_barriers_exit(&block, 0), 0);
    ck_assert_uint_eq(arrive(1, 1, 96), 0x2);
    /* signals alone open it for nobody */
    ck_assert_uint_eq(arrive_as(1, BARRIER_ARRIVE, 2, 64, 0), 0);
    ck_assert_uint_eq(arrive_as(2, BARRIER_ARRIVE, 2, 64, 0), 0);
    expect_description("");
}
END_TEST

/* Without a count: the whole block, which a count may also say. */
START_TEST(test_whole_block_with_and_without_count)
{
    block_barriers_init(&block, 2);
    ck_assert_uint_eq(arrive_as(0, BARRIER_ARRIVE, 0, 64, 0), 0);
    ck_assert_uint_eq(arrive(1, 0, 0), 0x2);
    ck_assert_uint_eq(arrive(1, 0, 0), 0);
    ck_assert_uint_eq(arrive(0, 0, 64), 0x3);
}
END_TEST

START_TEST(test_reductions)
{
    static const struct {
        enum barrier_kind kind;
        uint32_t yes[3], result;
    } rows[] = {{BARRIER_AND, {32, 32, 32}, 1}, {BARRIER_AND, {32, 31, 32}, 0},
                {BARRIER_OR, {0, 0, 0}, 0},     {BARRIER_OR, {0, 0, 1}, 1},
                {BARRIER_COUNT, {0, 0, 0}, 0},  {BARRIER_COUNT, {32, 7, 1}, 40}};
    block_barriers_init(&block, 3);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_uint_eq(arrive_as(1, rows[i].kind, 4, 0, rows[i].yes[0]), 0);
        ck_assert_uint_eq(arrive_as(0, rows[i].kind, 4, 0, rows[i].yes[1]), 0);
        ck_assert_uint_eq(arrive_as(2, rows[i].kind, 4, 0, rows[i].yes[2]), 0x7);
        ck_assert_uint_eq(block_barriers_result(&block, 4), rows[i].result);
    }
    /* an exit completes it, too */
    ck_assert_uint_eq(arrive_as(1, BARRIER_COUNT, 5, 0, 3), 0);
    ck_assert_uint_eq(arrive_as(2, BARRIER_COUNT, 5, 0, 4), 0);
    ck_assert_uint_eq(block_barriers_exit(&block, 0), 0x6);
    ck_assert_uint_eq(block_barriers_result(&block, 5), 7);
}
END_TEST

START_TEST(test_faults_of_signals_and_reductions)
{
    block_barriers_init(&block, 4);
    expect_fault_as(0, BARRIER_ARRIVE, 1, 0,
                    "a warp arrives at barrier 1 without a number of threads");
    arrive_as(0, BARRIER_AND, 1, 0, 1);
    expect_fault_as(1, BARRIER_OR, 1, 0, "the warps at barrier 1 ask for different reductions");
    expect_fault(1, 1, 0, "the warps at barrier 1 ask for different reductions");
    expect_fault_as(1, BARRIER_ARRIVE, 1, 128,
                    "the warps at barrier 1 ask for different reductions");
}
END_TEST

START_TEST(test_descriptions)
{
    block_barriers_init(&block, 4);
    expect_description("");
    arrive(0, 0, 0);
    arrive(3, 2, 96);
    expect_description("barrier 0: 1 of 4 warps have arrived, not warps 1, 2, 3; "
                       "barrier 2: 1 of 3 warps have arrived, not warps 0, 1, 2");
    /* A count is not lowered by an exit: nobody can complete barrier 2 now. */
    block_barriers_init(&block, 3);
    arrive(0, 2, 96);
    arrive(1, 2, 96);
    ck_assert_uint_eq(block_barriers_exit(&block, 2), 0);
    expect_description("barrier 2: 2 of 3 warps have arrived, and no other warp is left");
    block_barriers_init(&block, 2);
    arrive(1, 0, 0);
    expect_description("barrier 0: 1 of 2 warps have arrived, not warp 0");
}
END_TEST

static void check_same(const struct block_barriers *a, const struct block_barriers *b)
{
    ck_assert_uint_eq(a->live, b->live);
    ck_assert_uint_eq(a->used, b->used);
    for (unsigned id = 0; id < BLOCK_BARRIERS; id++) {
        const struct barrier *one = &a->barrier[id], *other = &b->barrier[id];
        ck_assert_uint_eq(one->waiting, other->waiting);
        ck_assert_uint_eq(one->arrived, other->arrived);
        ck_assert_uint_eq(one->arrivals, other->arrivals);
        ck_assert_uint_eq(one->expected_warps, other->expected_warps);
        ck_assert_uint_eq(one->kind, other->kind);
        ck_assert_uint_eq(one->lanes, other->lanes);
        ck_assert_uint_eq(one->lanes_true, other->lanes_true);
        ck_assert_uint_eq(one->result, other->result);
    }
}

/* The short way for plain barriers, between others: signals with counts, reductions, exits. */
START_TEST(test_meeting_is_arriving)
{
    static const enum barrier_kind kinds[] = {BARRIER_SYNC, BARRIER_SYNC, BARRIER_SYNC,
                                              BARRIER_ARRIVE, BARRIER_OR};
    struct block_barriers other;
    unsigned met = 0;
    for (unsigned step = 0, seed = 1; step < 20000; step++, seed = seed * 1103515245 + 12345) {
        if (step % 50 == 0) {
            block_barriers_init(&block, 8);
            block_barriers_init(&other, 8);
        }
        const unsigned warp = seed >> 16 & 7, id = seed >> 20 & 1, kind = (seed >> 22) % 5;
        const uint64_t free = block.live & ~block_barriers_waiting(&block);
        if (!(free >> warp & 1))
            continue;
        const struct barrier_arrival arrival = {id, kind == 3 ? 64 : 0, kinds[kind], 32, kind == 4};
        uint64_t released = 0, also = 0;
        char *fault = NULL, *too = NULL;
        if ((seed >> 26) % 16 == 0) {
            released = block_barriers_exit(&block, warp);
            also = block_barriers_exit(&other, warp);
        } else if (kind < 3 && block_barriers_meet(&other, warp, id, &also)) {
            ck_assert(block_barriers_arrive(&block, warp, &arrival, &released, &fault));
            met++;
        } else {
            ck_assert(block_barriers_arrive(&block, warp, &arrival, &released, &fault) ==
                      block_barriers_arrive(&other, warp, &arrival, &also, &too));
            g_free(fault);
            g_free(too);
        }
        ck_assert_uint_eq(released, also);
        check_same(&block, &other);
    }
    ck_assert_uint_gt(met, 1000);
    ck_assert(!block_barriers_meet(&block, 0, BLOCK_BARRIERS, &(uint64_t){0}));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("barrier");
    TCase *tcase = tcase_create("barrier");
    tcase_add_test(tcase, test_all_warps);
    tcase_add_test(tcase, test_single_and_full_blocks);
    tcase_add_test(tcase, test_exit_is_not_waited_for);
    tcase_add_test(tcase, test_exited_before_arrivals);
    tcase_add_test(tcase, test_named_barriers_with_counts);
    tcase_add_test(tcase, test_faults);
    tcase_add_test(tcase, test_signals);
    tcase_add_test(tcase, test_whole_block_with_and_without_count);
    tcase_add_test(tcase, test_reductions);
    tcase_add_test(tcase, test_faults_of_signals_and_reductions);
    tcase_add_test(tcase, test_descriptions);
    tcase_add_test(tcase, test_meeting_is_arriving);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
