/* SPDX-License-Identifier: BSD-3-Clause */
/* Which stream may have which block of a pool, and what a pool keeps.
 *
 * Source: CUDA C++ Programming Guide, "Stream Ordered Memory Allocator": reuse by the same stream,
 *   opportunistic, by internal dependencies; the release threshold. */
#include "workloads/cuda_process/pools/memory_pools.h"
#include <check.h>
#include <stdlib.h>

enum { POOL = 0, STREAM = 1, OTHER = 2, COMMAND = 77 };

static void expect(const struct memory_pools *pools, uint64_t used, uint64_t used_high,
                   uint64_t reserved, uint64_t reserved_high)
{
    ck_assert_uint_eq(memory_pools_get(pools, POOL, MEMORY_POOL_USED), used);
    ck_assert_uint_eq(memory_pools_get(pools, POOL, MEMORY_POOL_USED_HIGH), used_high);
    ck_assert_uint_eq(memory_pools_get(pools, POOL, MEMORY_POOL_RESERVED), reserved);
    ck_assert_uint_eq(memory_pools_get(pools, POOL, MEMORY_POOL_RESERVED_HIGH), reserved_high);
}

START_TEST(the_smallest_block_that_is_large_enough)
{
    struct memory_pools pools;
    uint64_t after;
    memory_pools_init(&pools, 1);
    const uint64_t sizes[] = {300, 100, 200};
    for (unsigned i = 0; i < 3; i++)
        memory_pools_add(&pools, POOL, 1000 * (i + 1), sizes[i]);
    for (unsigned i = 0; i < 3; i++)
        ck_assert(memory_pools_give(&pools, 1000 * (i + 1), STREAM, 0));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 150, STREAM, false, &after), 3000);
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 150, STREAM, false, &after), 1000);
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 150, STREAM, false, &after), 0);
    expect(&pools, 500, 600, 600, 600);
    memory_pools_finish(&pools);
}
END_TEST

/* Before the command that gives a block back has ended, its own stream may have it; another one
 * only if it waits, and the pool allows that. */
START_TEST(who_may_have_it_when)
{
    struct memory_pools pools;
    uint64_t after;
    memory_pools_init(&pools, 1);
    memory_pools_add(&pools, POOL, 1000, 64);
    ck_assert(memory_pools_give(&pools, 1000, STREAM, COMMAND));
    ck_assert(!memory_pools_give(&pools, 1000, STREAM, COMMAND));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, OTHER, false, &after), 0);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_INTERNAL_DEPENDENCIES, 0));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, OTHER, true, &after), 0);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_INTERNAL_DEPENDENCIES, 1));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, OTHER, true, &after), 1000);
    ck_assert_uint_eq(after, COMMAND);
    ck_assert(memory_pools_give(&pools, 1000, STREAM, COMMAND + 1));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, STREAM, false, &after), 1000);
    ck_assert_uint_eq(after, 0);
    ck_assert(memory_pools_give(&pools, 1000, STREAM, COMMAND + 2));
    memory_pools_ended(&pools, COMMAND + 2);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_OPPORTUNISTIC, 0));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, OTHER, false, &after), 0);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_OPPORTUNISTIC, 1));
    ck_assert_uint_eq(memory_pools_take(&pools, POOL, 64, OTHER, false, &after), 1000);
    memory_pools_finish(&pools);
}
END_TEST

START_TEST(a_pool_keeps_its_threshold)
{
    struct memory_pools pools;
    memory_pools_init(&pools, 1);
    for (unsigned i = 1; i <= 3; i++)
        memory_pools_add(&pools, POOL, 1000 * i, 64);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_RELEASE_THRESHOLD, 100));
    ck_assert(memory_pools_give(&pools, 2000, STREAM, COMMAND));
    ck_assert(memory_pools_give(&pools, 3000, STREAM, 0));
    ck_assert_uint_eq(memory_pools_release_any(&pools), 3000);
    ck_assert_uint_eq(memory_pools_release_any(&pools), 0); /* its command has not ended */
    memory_pools_ended(&pools, COMMAND);
    ck_assert_uint_eq(memory_pools_release_any(&pools), 2000);
    ck_assert_uint_eq(memory_pools_release_any(&pools), 0);
    ck_assert(!memory_pools_has(&pools, 2000));
    ck_assert(memory_pools_has(&pools, 1000));
    expect(&pools, 64, 192, 64, 192);
    ck_assert(memory_pools_set(&pools, POOL, MEMORY_POOL_USED_HIGH, 0));
    expect(&pools, 64, 64, 64, 192);
    memory_pools_finish(&pools);
}
END_TEST

START_TEST(pools_have_limits_and_ends)
{
    struct memory_pools pools;
    memory_pools_init(&pools, 1);
    const uint32_t pool = memory_pools_create(&pools, 0, 100);
    ck_assert(memory_pools_may_grow(&pools, pool, 100));
    memory_pools_add(&pools, pool, 1000, 60);
    ck_assert(memory_pools_may_grow(&pools, pool, 40));
    ck_assert(!memory_pools_may_grow(&pools, pool, 41));
    ck_assert(memory_pools_may_grow(&pools, POOL, UINT64_MAX));
    ck_assert(memory_pools_destroy(&pools, pool));
    ck_assert(!memory_pools_known(&pools, pool));
    ck_assert(!memory_pools_destroy(&pools, POOL));
    ck_assert(memory_pools_give(&pools, 1000, STREAM, 0)); /* what was in use goes back later */
    ck_assert_uint_eq(memory_pools_release_any(&pools), 1000);
    memory_pools_finish(&pools);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory pools");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, the_smallest_block_that_is_large_enough);
    tcase_add_test(tests, who_may_have_it_when);
    tcase_add_test(tests, a_pool_keeps_its_threshold);
    tcase_add_test(tests, pools_have_limits_and_ends);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
