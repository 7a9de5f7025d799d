/* SPDX-License-Identifier: BSD-3-Clause */
/* Lanes, and who issues when. */
#include "observers/pattern.h"
#include "tests/observers/rig.h"

static const struct gpu_config config = {.n_sms = 3};

static void start(struct rig *rig, struct pattern *pattern, unsigned sm, unsigned slot,
                  uint64_t block, uint64_t cycle)
{
    rig_start(rig, &pattern->residents, sm, slot, block, 0);
    pattern_warp_started(pattern, sm, slot, cycle);
}

static void issue(struct pattern *pattern, unsigned sm, unsigned slot, uint64_t cycle,
                  lane_mask active)
{
    const struct issued what = {.active = active};
    pattern_issued(pattern, sm, cycle, slot, 0, &what);
}

static const struct pattern_kernel *kernel_of(const struct pattern *pattern)
{
    return pattern->residents.kernels->pdata[0];
}

START_TEST(lanes)
{
    struct rig rig;
    struct pattern *pattern = pattern_new(&config);
    uint64_t buckets[LANE_BUCKETS];
    rig_init(&rig, 1, 32);
    start(&rig, pattern, 0, 0, 0, 0);
    for (unsigned n = 0; n <= 32; n++)
        for (unsigned times = 0; times <= n; times++)
            issue(pattern, 0, 0, n, (lane_mask)((UINT64_C(1) << n) - 1));
    for (unsigned n = 0; n <= 32; n++)
        ck_assert_uint_eq(kernel_of(pattern)->lanes[n], n + 1);
    pattern_lane_buckets(kernel_of(pattern)->lanes, buckets);
    RIG_EXPECT(buckets, 1 + 2 + 3 + 4 + 5, 6 + 7 + 8 + 9, 10 + 11 + 12 + 13, 14 + 15 + 16 + 17,
               18 + 19 + 20 + 21, 22 + 23 + 24 + 25, 26 + 27 + 28 + 29, 30 + 31 + 32 + 33);
    pattern_free(pattern);
}
END_TEST

/* Two warps; columns of 1 cycle, then of 2, then of 4. */
START_TEST(columns)
{
    struct rig rig;
    struct pattern *pattern = pattern_new(&config);
    const struct issue_pattern *pattern_of;
    rig_init(&rig, 2, 32);
    start(&rig, pattern, 0, 5, 0, 1000);
    start(&rig, pattern, 0, 2, 1, 1000);
    for (uint64_t cycle = 1000; cycle < 1000 + PATTERN_COLUMNS; cycle++)
        issue(pattern, 0, 5, cycle, 1);
    pattern_of = &kernel_of(pattern)->issue;
    ck_assert_uint_eq(pattern_of->column_cycles, 1);
    issue(pattern, 0, 2, 1000 + PATTERN_COLUMNS, 1);
    ck_assert_uint_eq(pattern_of->column_cycles, 2);
    ck_assert_uint_eq(pattern_of->columns, PATTERN_COLUMNS / 2 + 1);
    for (unsigned i = 0; i < PATTERN_COLUMNS / 2; i++)
        ck_assert_uint_eq(pattern_of->counts[0][i], 2);
    ck_assert_uint_eq(pattern_of->counts[1][PATTERN_COLUMNS / 2], 1);
    issue(pattern, 0, 2, 1000 + 4 * PATTERN_COLUMNS - 1, 1);
    ck_assert_uint_eq(pattern_of->column_cycles, 4);
    ck_assert_uint_eq(pattern_of->columns, PATTERN_COLUMNS);
    ck_assert_uint_eq(pattern_of->counts[0][PATTERN_COLUMNS / 4 - 1], 4);
    ck_assert_uint_eq(pattern_of->counts[1][PATTERN_COLUMNS / 4], 1);
    ck_assert_uint_eq(pattern_of->counts[1][PATTERN_COLUMNS - 1], 1);
    ck_assert_uint_eq(pattern_of->rows, 2);
    pattern_free(pattern);
}
END_TEST

/* iPAWS, Figure 7: a few warps are ahead, or all are level. counts: by warp. */
static void first_end(const unsigned counts[4], uint64_t sum, uint64_t threshold)
{
    struct rig rig;
    struct pattern *pattern = pattern_new(&config);
    rig_init(&rig, 4, 32);
    for (unsigned warp = 0; warp < 4; warp++)
        start(&rig, pattern, 1, warp, warp, 0);
    for (unsigned warp = 0; warp < 4; warp++)
        for (unsigned i = 0; i < counts[warp]; i++)
            issue(pattern, 1, warp, i, 1);
    pattern_warp_left(pattern, 1, 0);
    issue(pattern, 1, 1, 100, 1); /* too late */
    pattern_warp_left(pattern, 1, 1);
    const struct issue_pattern *pattern_of = &kernel_of(pattern)->issue;
    for (unsigned warp = 0; warp < 4; warp++)
        ck_assert_uint_eq(pattern_of->at_end[warp], counts[warp]);
    ck_assert_uint_eq(pattern_of->ended_rows, 4);
    ck_assert_uint_eq(issue_pattern_sum(pattern_of), sum);
    ck_assert_uint_eq(issue_pattern_threshold(pattern_of), threshold);
    pattern_free(pattern);
}

START_TEST(shapes)
{
    first_end((unsigned[]){20, 5, 2, 0}, 27, 40);
    first_end((unsigned[]){20, 19, 18, 10}, 67, 40);
}
END_TEST

/* Of the lowest SM that ran it, whatever is told first, and of its first launch there. */
START_TEST(lowest_sm)
{
    struct rig rig;
    struct pattern *pattern = pattern_new(&config);
    rig_init(&rig, 3, 32);
    start(&rig, pattern, 2, 0, 0, 10);
    issue(pattern, 2, 0, 10, 1);
    start(&rig, pattern, 1, 0, 1, 20);
    issue(pattern, 2, 0, 11, 1);
    issue(pattern, 1, 0, 25, 1);
    pattern_warp_left(pattern, 2, 0);
    rig.launch.id = 1;
    start(&rig, pattern, 1, 1, 0, 30);
    issue(pattern, 1, 1, 30, 1);
    const struct issue_pattern *pattern_of = &kernel_of(pattern)->issue;
    ck_assert_uint_eq(pattern_of->sm, 1);
    ck_assert_uint_eq(pattern_of->launch, 0);
    ck_assert_uint_eq(pattern_of->rows, 1);
    ck_assert_uint_eq(pattern_of->first_cycle, 20);
    ck_assert_uint_eq(pattern_of->counts[0][5], 1);
    ck_assert_uint_eq(pattern_of->columns, 6);
    ck_assert(!pattern_of->ended);
    ck_assert_uint_eq(kernel_of(pattern)->head.launches, 2);
    ck_assert_uint_eq(kernel_of(pattern)->lanes[1], 4);
    pattern_free(pattern);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pattern");
    TCase *cases = tcase_create("pattern");
    tcase_add_test(cases, lanes);
    tcase_add_test(cases, columns);
    tcase_add_test(cases, shapes);
    tcase_add_test(cases, lowest_sm);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
