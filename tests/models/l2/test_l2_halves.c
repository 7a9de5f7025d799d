/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 bank of one of two halves: SM 0 is of its half, SMs 1 and 2 are of the other one. All times
 * are by hand; l2_bank_rig.h says how long everything takes. A hit takes 10 + 5 + 10 cycles, and
 * over to the other half 40 more. */
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

enum { FAR = 40, NEAR_HIT = 25, FAR_HIT = NEAR_HIT + FAR };

static const sim_time windows[] = {1 * NS, 7 * NS, SIM_TIME_NEVER};

/* copies: lines that the other half has room for, two to a set. */
static void halves_init(struct rig *rig, sim_time window, unsigned copies)
{
    struct l2_bank_config config = small_config();
    config.halves = (struct bank_halves_config){.halves = 2,
                                                .far_latency = FAR,
                                                .copies_bytes = copies * (uint64_t)LINE_BYTES,
                                                .copies_ways = 2};
    rig_init(rig, window, &config, 64);
}

/* Lines 0 to n - 1 are in the bank from 500 on. */
static void fetch_lines(struct rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        send_read(rig, 0, 10 * i * NS, i);
}

static sim_time reply_at(const struct rig *rig, unsigned sm, guint i)
{
    return probe_received(&rig->sm[sm], i)->arrival;
}

static void check_ways(const struct rig *rig, uint64_t far, uint64_t copies)
{
    ck_assert_uint_eq(rig->bank.counters.far_requests, far);
    ck_assert_uint_eq(rig->bank.counters.copy_hits, copies);
}

START_TEST(a_copy_is_as_near_as_a_line)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    fetch_lines(&rig, 1);
    send_read(&rig, 1, 500 * NS, 0);
    send_read(&rig, 1, 600 * NS, 0);
    send_read(&rig, 2, 700 * NS, 0);
    send_read(&rig, 0, 800 * NS, 0);
    rig_run(&rig);
    ck_assert_uint_eq(reply_at(&rig, 1, 0), (500 + FAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 1, 1), (600 + NEAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 2, 0), (700 + NEAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 0, 1), (800 + NEAR_HIT) * NS);
    check_ways(&rig, 1, 2);
    rig_finish(&rig);
}
END_TEST

/* What the bank doesn't have takes as much longer. */
START_TEST(a_miss_goes_over_as_well)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    send_read(&rig, 1, 0, 3);
    rig_run(&rig);
    check_dram(&rig, 0, MESSAGE_DRAM_READ, line(&rig, 3), 8, (21 + FAR) * NS);
    check_reply(&rig, 1, 0, MESSAGE_READ_REPLY, 0, 136, (76 + FAR) * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(near_requests_overtake)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    fetch_lines(&rig, 2);
    send_read(&rig, 1, 500 * NS, 0);
    send_read(&rig, 0, 520 * NS, 1);
    rig_run(&rig);
    ck_assert_uint_eq(reply_at(&rig, 0, 2), (520 + NEAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 1, 0), (500 + FAR_HIT) * NS);
    rig_finish(&rig);
}
END_TEST

/* The copy that the first one brings is there 40 cycles later: who asks before goes over, too. */
START_TEST(a_copy_must_have_come)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    fetch_lines(&rig, 1);
    send_read(&rig, 1, 500 * NS, 0);
    send_read(&rig, 2, 539 * NS, 0);
    send_read(&rig, 1, 600 * NS, 0);
    rig_run(&rig);
    ck_assert_uint_eq(reply_at(&rig, 1, 0), (500 + FAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 2, 0), (539 + FAR_HIT) * NS);
    ck_assert_uint_eq(reply_at(&rig, 1, 1), (600 + NEAR_HIT) * NS);
    check_ways(&rig, 2, 1);
    rig_finish(&rig);
}
END_TEST

/* A copy has the sectors that somebody asked for. */
START_TEST(copies_have_sectors)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    fetch_lines(&rig, 1);
    read_sectors(&rig, 1, 500 * NS, 0, 1);
    read_sectors(&rig, 1, 600 * NS, 0, 3);
    read_sectors(&rig, 1, 700 * NS, 0, 2);
    rig_run(&rig);
    check_ways(&rig, 2, 1);
    rig_finish(&rig);
}
END_TEST

/* Two copies in one set: of three lines that are read in turn, none stays. */
START_TEST(the_least_recently_used_copy_goes)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 2);
    fetch_lines(&rig, 3);
    static const unsigned order[] = {0, 1, 0, 2, 0, 1};
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++)
        send_read(&rig, 1, (500 + 100 * i) * NS, order[i]);
    rig_run(&rig);
    check_ways(&rig, 4, 2);
    rig_finish(&rig);
}
END_TEST

START_TEST(without_copies_all_go_over)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 0);
    fetch_lines(&rig, 1);
    send_read(&rig, 1, 500 * NS, 0);
    send_read(&rig, 1, 600 * NS, 0);
    rig_run(&rig);
    ck_assert_uint_eq(reply_at(&rig, 1, 1), (600 + FAR_HIT) * NS);
    check_ways(&rig, 2, 0);
    rig_finish(&rig);
}
END_TEST

/* A write and an atomic go over. They take effect as they arrive, before a near read that comes
 * after them and is answered before them. A copy stays, and its readers get the new value. */
START_TEST(values_are_in_the_order_of_arrival)
{
    static const uint8_t word = 0;
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    fetch_lines(&rig, 1);
    send_read(&rig, 1, 500 * NS, 0);
    send_write(&rig, 1, 600 * NS, 0, 0, 4, 5);
    send_add(&rig, 2, 605 * NS, 0, 1, &word, 1);
    send_read(&rig, 0, 610 * NS, 0);
    send_read(&rig, 2, 700 * NS, 0);
    rig_run(&rig);
    ck_assert_uint_eq(reply_at(&rig, 0, 1), (610 + NEAR_HIT) * NS);
    ck_assert_uint_eq(probe_received(&rig.sm[0], 1)->payload->bytes[0], 6);
    ck_assert_uint_gt(reply_at(&rig, 1, 1), (600 + FAR + 20) * NS);
    ck_assert_uint_eq(reply_at(&rig, 2, 1), (700 + NEAR_HIT) * NS);
    ck_assert_uint_eq(probe_received(&rig.sm[2], 1)->payload->bytes[0], 6);
    check_ways(&rig, 3, 1);
    rig_finish(&rig);
}
END_TEST

/* A run that ends while requests are on their way over gives all of them back. */
START_TEST(what_is_on_its_way_is_given_back)
{
    struct rig rig;
    halves_init(&rig, windows[_i], 8);
    send_write(&rig, 1, 0, 0, 0, 4, 5);
    rig_start(&rig);
    rig.engine->options.limit = 30 * NS;
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_LIMIT);
    ck_assert_uint_eq(rig.bank.halves->far.count, 1);
    rig_release(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("l2_halves");
    TCase *tcase = tcase_create("l2_halves");
    suite_add_tcase(suite, tcase);
    const TTest *const tests[] = {a_copy_is_as_near_as_a_line,
                                  a_miss_goes_over_as_well,
                                  near_requests_overtake,
                                  a_copy_must_have_come,
                                  copies_have_sectors,
                                  the_least_recently_used_copy_goes,
                                  without_copies_all_go_over,
                                  values_are_in_the_order_of_arrival,
                                  what_is_on_its_way_is_given_back};
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        tcase_add_loop_test(tcase, tests[i], 0, G_N_ELEMENTS(windows));
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
