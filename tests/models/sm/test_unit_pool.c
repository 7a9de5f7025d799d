/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution units, by hand: when instructions start, and from when on there is room for more. */
#include "models/sm/front/unit_pool.h"
#include "tests/rigs/unit_rig.h"

enum { CYCLE = 100, INTERVAL = 4 };

static struct unit_pool pool;

static void make(struct unit_pool *made, uint32_t units, uint32_t places, uint32_t longest)
{
    struct sm_config config = {.unit_queue = {.places = places, .longest = longest}};
    config.pipes[PIPE_SP] = units;
    *made = (struct unit_pool){0};
    unit_pool_init(made, &config, NULL);
}

static void begin(uint32_t units, uint32_t places, uint32_t longest)
{
    make(&pool, units, places, longest);
}

/* Issues one, which must find room, and starts then. */
static void issue(uint64_t cycle, uint64_t start)
{
    ck_assert_uint_eq(unit_pool_busy(&pool, cycle), 0);
    ck_assert_uint_eq(unit_pool_take(&pool, PIPE_SP, cycle, INTERVAL), start);
}

/* From that cycle on there is room. */
static void has_room_at(uint64_t cycle)
{
    ck_assert(!unit_pool_is_free(&pool, cycle - 1));
    ck_assert(unit_pool_is_free(&pool, cycle));
    ck_assert_uint_eq(unit_pool_busy(&pool, cycle - 1), 1u << PIPE_SP);
    ck_assert_uint_eq(unit_pool_busy(&pool, cycle), 0);
}

START_TEST(a_unit_is_full_for_its_interval)
{
    begin(1, 0, 0);
    issue(CYCLE, CYCLE);
    has_room_at(CYCLE + INTERVAL);
    issue(CYCLE + INTERVAL, CYCLE + INTERVAL);
    has_room_at(CYCLE + 2 * INTERVAL);
}
END_TEST

START_TEST(of_two_units_the_first_free_one_counts)
{
    begin(2, 0, 0);
    issue(CYCLE, CYCLE);
    issue(CYCLE + 1, CYCLE + 1);
    has_room_at(CYCLE + INTERVAL);
    issue(CYCLE + INTERVAL, CYCLE + INTERVAL);
    has_room_at(CYCLE + 1 + INTERVAL);
}
END_TEST

/* The one that issues in the first cycle starts at once; others wait behind it, three in all. */
START_TEST(as_many_wait_as_have_places)
{
    begin(1, 3, 1000);
    for (unsigned i = 0; i < 4; i++)
        issue(CYCLE + i, CYCLE + i * INTERVAL);
    has_room_at(CYCLE + INTERVAL);
    issue(CYCLE + INTERVAL, CYCLE + 4 * INTERVAL);
    has_room_at(CYCLE + 2 * INTERVAL);
}
END_TEST

/* The next one would wait for longer than that. */
START_TEST(nobody_waits_for_too_long)
{
    begin(1, 8, INTERVAL);
    issue(CYCLE, CYCLE);
    issue(CYCLE, CYCLE + INTERVAL);
    has_room_at(CYCLE + INTERVAL);
}
END_TEST

START_TEST(the_way_for_one_unit_is_the_same)
{
    for (uint32_t places = 0; places <= UNIT_MAX_QUEUE; places++) {
        static struct unit_pool other;
        begin(1, places, 6);
        make(&other, 1, places, 6);
        for (uint64_t cycle = CYCLE; cycle < CYCLE + 50; cycle++) {
            const uint64_t interval = 1 + cycle * 7 % 5;
            ck_assert_uint_eq(unit_pool_busy(&pool, cycle), unit_pool_busy(&other, cycle));
            if (unit_pool_busy(&pool, cycle))
                continue;
            ck_assert_uint_eq(unit_pool_take(&pool, PIPE_SP, cycle, interval),
                              unit_pool_take_one(&other, PIPE_SP, cycle, interval));
            ck_assert_uint_eq(pool.room_at, other.room_at);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_unit_is_full_for_its_interval, of_two_units_the_first_free_one_counts,
        as_many_wait_as_have_places, nobody_waits_for_too_long, the_way_for_one_unit_is_the_same};
    return run_suite("unit_pool", tests, G_N_ELEMENTS(tests));
}
