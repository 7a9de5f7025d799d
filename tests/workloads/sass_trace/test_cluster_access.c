/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the lanes of STAS and REDAS go: another block's shared memory, or the own one's. */
#include "workloads/cluster.h"
#include "workloads/sass_trace/sync/cluster_access.h"
#include <check.h>
#include <stdlib.h>

enum { BYTES = 1024, RANK = 1, MBARRIER = 8 };

static struct kernel_code code;
static struct launch launch = {.code = &code, .cluster = {2, 2, 1}, .dynamic_shared_bytes = BYTES};
static const char cluster; /* nobody looks into it */
static struct block_context block;

static void set_up(void)
{
    block = (struct block_context){
        .launch = &launch, .rank = RANK, .place = (const struct cluster_place *)&cluster};
}

static uint64_t traced(unsigned rank, unsigned offset)
{
    return (uint64_t)MBARRIER << 32 | (uint64_t)rank << 24 | offset;
}

static struct issued access_of(uint64_t lane0, uint64_t lane1, unsigned bytes)
{
    struct issued what = {.active = 3, .address = {lane0, lane1}};
    trace_cluster_access(&block, bytes, &what);
    return what;
}

START_TEST(other_blocks)
{
    const struct issued what = access_of(traced(2, 16), traced(3, 1020), 4);
    ck_assert_uint_eq(what.space, SPACE_CLUSTER);
    ck_assert_uint_eq(what.active, 3);
    ck_assert_uint_eq(what.address[0], cluster_address(2, 16));
    ck_assert_uint_eq(what.address[1], cluster_address(3, 1020));
    ck_assert_uint_eq(trace_cluster_address(&block, SPACE_CLUSTER, what.address[1]),
                      3 << 24 | 1020);
}
END_TEST

START_TEST(the_own_block)
{
    const struct issued what =
        access_of(traced(RANK, 16), traced(4, 32), 8); /* there is no rank 4 */
    ck_assert_uint_eq(what.space, SPACE_SHARED);
    ck_assert_uint_eq(what.address[0], 16);
    ck_assert_uint_eq(what.address[1], 32);
    ck_assert_uint_eq(trace_cluster_address(&block, SPACE_SHARED, 32), RANK << 24 | 32);
}
END_TEST

/* One access goes to one space. */
START_TEST(lanes_of_other_blocks_come_first)
{
    const struct issued what = access_of(traced(RANK, 16), traced(0, 32), 4);
    ck_assert_uint_eq(what.space, SPACE_CLUSTER);
    ck_assert_uint_eq(what.active, 2);
    ck_assert_uint_eq(what.address[1], cluster_address(0, 32));
}
END_TEST

START_TEST(no_cluster)
{
    block.place = NULL;
    ck_assert_uint_eq(access_of(traced(2, 16), traced(3, 32), 4).space, SPACE_SHARED);
}
END_TEST

/* No message may reach beyond a block's shared memory. */
START_TEST(places_stay_inside)
{
    struct issued what = access_of(traced(2, BYTES), traced(3, BYTES - 9), 16);
    ck_assert_uint_eq(what.address[0], cluster_address(2, 0));
    ck_assert_uint_eq(what.address[1], cluster_address(3, BYTES - 16)); /* aligned */
    launch.dynamic_shared_bytes = 8;
    ck_assert_uint_eq(access_of(traced(2, 0), traced(3, 0), 16).space, SPACE_SHARED);
    launch.dynamic_shared_bytes = BYTES;
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {other_blocks, the_own_block, lanes_of_other_blocks_come_first,
                                  no_cluster, places_stay_inside};
    Suite *suite = suite_create("cluster_access");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++)
        tcase_add_test(all, tests[i]);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
