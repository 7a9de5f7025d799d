/* SPDX-License-Identifier: BSD-3-Clause */
/* Reuse distances: Lee's pattern (a0 ... ak)^N in one set, other sets in between, and the
 * instructions that inserted the lines. */
#include "observers/reuse.h"
#include "tests/observers/rig.h"

enum { SETS = 4 };

static const struct gpu_config config = {
    .n_sms = 2,
    .sm = {.l1d = {.size_bytes = SETS * 2 * LINE, .ways = 2}, .l1d_set_index = TAG_SETS_LINEAR}};

static void load(struct reuse *reuse, unsigned sm, uint32_t pc, uint64_t line, bool missed)
{
    struct l1_access access = rig_load(sm, 0, pc, line, missed ? 0 : 15, 0, missed ? 15 : 0);
    reuse_l1_access(reuse, &access);
}

static const struct reuse_counts *counts_of(const struct reuse *reuse)
{
    return &((const struct reuse_kernel *)reuse->residents.kernels->pdata[0])->counts;
}

static const struct reuse_counts *counts_of_pc(const struct reuse *reuse, uint32_t pc)
{
    const struct observed_kernel *kernel = reuse->residents.kernels->pdata[0];
    return &((const struct reuse_pc *)kernel->pcs[pc])->counts;
}

START_TEST(buckets)
{
    static const uint32_t from[] = {0, 1, 2, 4, 8, 16};
    for (unsigned i = 0; i < G_N_ELEMENTS(from); i++) {
        ck_assert_uint_eq(reuse_bucket(from[i]), i);
        if (i > 0)
            ck_assert_uint_eq(reuse_bucket(from[i] - 1), i - 1);
    }
    ck_assert_uint_eq(reuse_bucket(UINT32_MAX - 1), REUSE_BUCKETS - 1);
}
END_TEST

/* Five lines of a set in turn, three times: k = 4 others between two accesses. */
START_TEST(thrashing)
{
    struct rig rig;
    struct reuse *reuse = reuse_new(&config);
    rig_init(&rig, 1, 32);
    rig_start(&rig, &reuse->residents, 0, 0, 0, 0);
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 0; i < 5; i++) {
            load(reuse, 0, 0, i * SETS, true);
            load(reuse, 0, 1, 1, round + i == 0); /* another set: no distance to those */
        }
    ck_assert_uint_eq(counts_of(reuse)->cold, 6);
    RIG_EXPECT(counts_of(reuse)->by_distance, 14, 0, 0, 10);
    RIG_EXPECT(reuse->all.by_distance, 14, 0, 0, 10);
    ck_assert_uint_eq(reuse->all.cold, counts_of(reuse)->cold);
    ck_assert_uint_eq(reuse_below(&reuse->all, 4), 14);
    ck_assert_uint_eq(reuse_below(&reuse->all, 8), 24);
    RIG_EXPECT(counts_of_pc(reuse, 0)->by_distance, 0, 0, 0, 10);
    RIG_EXPECT(counts_of_pc(reuse, 1)->by_distance, 14);
    ck_assert_int_eq(reuse_median_bucket(counts_of(reuse)), 0);
    ck_assert_int_eq(reuse_median_bucket(counts_of_pc(reuse, 0)), 3);
    reuse_free(reuse);
}
END_TEST

/* A reuse is counted for who inserted the line, until another miss inserts it again. */
START_TEST(inserting_instruction)
{
    struct rig rig;
    struct reuse *reuse = reuse_new(&config);
    rig_init(&rig, 1, 32);
    rig_start(&rig, &reuse->residents, 0, 0, 0, 0);
    load(reuse, 0, 2, 0, true);  /* cold */
    load(reuse, 0, 3, 0, false); /* 0, for 2 */
    load(reuse, 0, 4, 4, true);  /* cold */
    load(reuse, 0, 3, 0, true);  /* 1, for 2; now 3's */
    load(reuse, 0, 5, 0, false); /* 0, for 3 */
    ck_assert_uint_eq(counts_of_pc(reuse, 2)->cold, 1);
    RIG_EXPECT(counts_of_pc(reuse, 2)->by_distance, 1, 1);
    RIG_EXPECT(counts_of_pc(reuse, 3)->by_distance, 1);
    ck_assert_uint_eq(counts_of_pc(reuse, 3)->cold, 0);
    ck_assert_uint_eq(counts_of_pc(reuse, 4)->cold, 1);
    ck_assert_int_eq(reuse_median_bucket(counts_of_pc(reuse, 4)), -1);
    reuse_free(reuse);
}
END_TEST

/* Each SM by itself; an emptied L1D has no reuses; an acquire does not empty it. */
START_TEST(streams)
{
    struct rig rig;
    struct reuse *reuse = reuse_new(&config);
    rig_init(&rig, 2, 32);
    rig_start(&rig, &reuse->residents, 0, 0, 0, 0);
    rig_start(&rig, &reuse->residents, 1, 0, 1, 0);
    load(reuse, 0, 0, 0, true);
    load(reuse, 1, 0, 0, true);
    ck_assert_uint_eq(counts_of(reuse)->cold, 2);
    reuse_l1_dropped(reuse, 0, 5, LINE);
    load(reuse, 0, 0, 0, true);
    ck_assert_uint_eq(counts_of(reuse)->cold, 2);
    reuse_l1_dropped(reuse, 0, 6, 0);
    load(reuse, 0, 0, 0, true);
    load(reuse, 1, 0, 0, false);
    ck_assert_uint_eq(counts_of(reuse)->cold, 3);
    RIG_EXPECT(counts_of(reuse)->by_distance, 2);
    reuse_free(reuse);
}
END_TEST

/* Stores, atomics and loads past L1D are no accesses. */
START_TEST(others)
{
    struct rig rig;
    struct reuse *reuse = reuse_new(&config);
    rig_init(&rig, 1, 32);
    rig_start(&rig, &reuse->residents, 0, 0, 0, 0);
    struct l1_access access = rig_load(0, 0, 0, 0, 0, 0, 15);
    access.op_class = OP_STORE;
    reuse_l1_access(reuse, &access);
    access.op_class = OP_LOAD;
    access.bypasses = true;
    reuse_l1_access(reuse, &access);
    ck_assert_uint_eq(counts_of(reuse)->cold, 0);
    reuse_free(reuse);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reuse");
    TCase *cases = tcase_create("reuse");
    tcase_add_test(cases, buckets);
    tcase_add_test(cases, thrashing);
    tcase_add_test(cases, inserting_instruction);
    tcase_add_test(cases, streams);
    tcase_add_test(cases, others);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
