/* SPDX-License-Identifier: BSD-3-Clause */
/* Which trip of which loop a load belongs to.
 *
 *   0        load
 *   1   +--> load          outer header
 *   2   | +> load          inner header
 *   3   | +- branch
 *   4   |    load
 *   5   +--- branch
 *   6        load
 */
#include "observers/trips.h"
#include "tests/observers/rig.h"

static void nest(struct rig *rig)
{
    rig_init(rig, 1, 32);
    rig->loops[0] = (struct code_loop){.header = 1, .last = 5, .parent = -1};
    rig->loops[1] = (struct code_loop){.header = 2, .last = 3, .parent = 0};
    rig->code.n_loops = 2;
    for (unsigned pc = 1; pc <= 5; pc++)
        rig->instructions[pc].loop = pc == 2 || pc == 3 ? 1 : 0;
    for (unsigned pc = 3; pc <= 5; pc += 2) {
        rig->instructions[pc].op_class = OP_BRANCH;
        rig->instructions[pc].flags = INSTRUCTION_BACK_EDGE;
    }
}

static void issue(struct trips *trips, const struct rig *rig, uint32_t pc, bool taken)
{
    const struct issued what = {.active = 3, .taken = taken ? 3 : 0, .space = SPACE_GLOBAL};
    trips_issue(trips, &rig->code, pc, &what);
}

/* Outer trips of 2 and 1 inner ones, all issued before any access. */
enum { TAKEN = 100 };
static const uint32_t program[] = {0, 1, 2, 3 + TAKEN, 2, 3, 4, 5 + TAKEN, 1, 2, 3, 4, 5, 6};

/* Their loads: number, first number of this trip and of the last one. */
static const struct trips_access loads[] = {
    {.pc = 0, .number = 1, .this_trip = 0, .last_trip = TRIPS_NONE, .in_loop = false},
    {.pc = 1, .number = 2, .this_trip = 2, .last_trip = TRIPS_NONE, .in_loop = true},
    {.pc = 2, .number = 3, .this_trip = 3, .last_trip = TRIPS_NONE, .in_loop = true},
    {.pc = 2, .number = 4, .this_trip = 4, .last_trip = 3, .in_loop = true},
    {.pc = 4, .number = 5, .this_trip = 2, .last_trip = TRIPS_NONE, .in_loop = true},
    {.pc = 1, .number = 6, .this_trip = 6, .last_trip = 2, .in_loop = true},
    {.pc = 2, .number = 7, .this_trip = 7, .last_trip = TRIPS_NONE, .in_loop = true},
    {.pc = 4, .number = 8, .this_trip = 6, .last_trip = 2, .in_loop = true},
    {.pc = 6, .number = 9, .this_trip = 0, .last_trip = TRIPS_NONE, .in_loop = false},
};

static void expect(const struct trips_access *actual, const struct trips_access *expected)
{
    ck_assert_uint_eq(actual->pc, expected->pc);
    ck_assert_uint_eq(actual->number, expected->number);
    ck_assert_uint_eq(actual->last_trip, expected->last_trip);
    ck_assert_int_eq(actual->in_loop, expected->in_loop);
    if (expected->in_loop)
        ck_assert_uint_eq(actual->this_trip, expected->this_trip);
}

START_TEST(trips_of_a_nest)
{
    struct rig rig;
    struct trips trips = {0};
    nest(&rig);
    for (unsigned round = 0; round < 3; round++) {
        trips_start(&trips, &rig.code);
        for (unsigned i = 0; i < G_N_ELEMENTS(program); i++)
            issue(&trips, &rig, program[i] % TAKEN, program[i] >= TAKEN);
        /* Two transactions each, of a lane each; where there are two, the other lane's first. */
        for (unsigned i = 0; i < G_N_ELEMENTS(loads); i++)
            for (unsigned lane = 0; lane < 2; lane++) {
                struct trips_access access = trips_take(&trips, loads[i].pc, lane ? 1 : 2);
                expect(&access, &loads[i]);
            }
        ck_assert_uint_eq(trips.queued, 0);
    }
    trips_finish(&trips);
}
END_TEST

/* More loads are under way than the ring has room for at first. */
START_TEST(many_loads_are_under_way)
{
    struct rig rig;
    struct trips trips = {0};
    nest(&rig);
    trips_start(&trips, &rig.code);
    for (unsigned i = 0; i < 10; i++)
        issue(&trips, &rig, 0, false);
    for (unsigned i = 0; i < 5; i++)
        ck_assert_uint_eq(trips_take(&trips, 0, 3).number, i + 1);
    for (unsigned i = 10; i < 100; i++)
        issue(&trips, &rig, 0, false);
    for (unsigned i = 5; i < 100; i++)
        ck_assert_uint_eq(trips_take(&trips, 0, 3).number, i + 1);
    trips_finish(&trips);
}
END_TEST

/* A load waits aside: later ones come before it, or between its transactions. */
START_TEST(others_pass_a_load)
{
    struct rig rig;
    struct trips trips = {0};
    nest(&rig);
    trips_start(&trips, &rig.code);
    static const uint32_t pcs[] = {0, 1, 2};
    for (unsigned i = 0; i < G_N_ELEMENTS(pcs); i++)
        issue(&trips, &rig, pcs[i], false);
    ck_assert_uint_eq(trips_take(&trips, 1, 1).number, 2);
    ck_assert_uint_eq(trips_take(&trips, 0, 2).number, 1);
    ck_assert_uint_eq(trips_take(&trips, 2, 3).number, 3);
    ck_assert_uint_eq(trips.queued, 3);
    ck_assert_uint_eq(trips_take(&trips, 0, 1).number, 1);
    ck_assert_uint_eq(trips.queued, 2);
    ck_assert_uint_eq(trips_take(&trips, 1, 2).number, 2);
    ck_assert_uint_eq(trips.queued, 0);
    trips_finish(&trips);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trips");
    TCase *cases = tcase_create("trips");
    tcase_add_test(cases, trips_of_a_nest);
    tcase_add_test(cases, many_loads_are_under_way);
    tcase_add_test(cases, others_pass_a_load);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
