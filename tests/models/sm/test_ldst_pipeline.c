/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D's pipeline before its tags: what it holds has left the load/store unit's queue, and
 * instructions for shared memory pass it. */
#include "tests/models/sm/sm_rig.h"

enum { STEPS = 6 };

/* How many of the steps have issued before the first line is there, with one place in the queue. */
static unsigned early_of(const struct rig_step steps[STEPS], const char *pipeline)
{
    const char *const sets[] = {"sm.l1d.mshrs=1", "sm.ldst.queue=1", "sm.units.private=yes",
                                pipeline, NULL};
    struct rig *rig = rig_new(steps, STEPS, false, sets, SIM_TIME_NEVER);
    rig_run(rig, 1);
    unsigned early = 0;
    for (unsigned i = 0; i < STEPS; i++)
        early += rig->issued_at[i] < rig->issued_at[0] + 2 * RIG_HOP_CYCLES;
    rig_free(rig);
    return early;
}

/* One MSHR, one place in the queue: the second load stalls at the tags until the first one's line
 * is there. How many of six issue before: the first, which has left the queue, what the pipeline
 * holds, and one in the queue. lines: of the second load. */
static unsigned issued_early(const char *pipeline, unsigned lines)
{
    struct rig_step steps[STEPS];
    for (unsigned i = 0; i < STEPS; i++)
        steps[i] = (struct rig_step){
            .op = OP_LOAD, .base = (i + 1) << 12, .stride = LINE_BYTES, .lanes = 1};
    steps[1].lanes = (1u << lines) - 1;
    return early_of(steps, pipeline);
}

START_TEST(accesses_in_the_pipeline_leave_the_queue)
{
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=0", 1), 2);
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=1", 1), 3);
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=3", 1), 5);
}
END_TEST

START_TEST(all_of_an_instruction_must_be_in)
{
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=3", 4), 2);
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=4", 4), 3);
    ck_assert_uint_eq(issued_early("sm.ldst.pipeline=5", 4), 4);
}
END_TEST

/* As in issued_early, but instructions for shared memory come behind the two loads: how many of all
 * have issued before the first line is there, with one place in the queue. */
static unsigned issued_with_shared(const char *pipeline, unsigned lines)
{
    struct rig_step steps[STEPS] = {{.op = OP_LOAD, .base = 1 << 12, .lanes = 1},
                                    {.op = OP_LOAD, .base = 2 << 12, .stride = LINE_BYTES}};
    steps[1].lanes = (1u << lines) - 1;
    for (unsigned i = 2; i < STEPS; i++)
        steps[i] = (struct rig_step){.op = OP_LOAD, .space = SPACE_SHARED, .lanes = 1};
    return early_of(steps, pipeline);
}

START_TEST(shared_memory_passes_what_is_in_the_pipeline)
{
    ck_assert_uint_eq(issued_with_shared("sm.ldst.pipeline=0", 1), 2);
    ck_assert_uint_eq(issued_with_shared("sm.ldst.pipeline=4", 4), 6);
    ck_assert_uint_eq(issued_with_shared("sm.ldst.pipeline=3", 4), 2); /* not all of it is in */
}
END_TEST

/* Two warps of two schedulers, in front of one MSHR whose line takes one of them: how many
 * instructions of both have issued before it is there. */
static unsigned issued_by_two(const char *queue, const char *private, const char *pipeline)
{
    const char *const sets[] = {"sm.l1d.mshrs=1",
                                "sm.l1d.mshr_merges=1",
                                "sm.units.private=yes",
                                queue,
                                private,
                                pipeline,
                                NULL};
    struct rig_step steps[STEPS];
    for (unsigned i = 0; i < STEPS; i++)
        steps[i] = (struct rig_step){.op = OP_LOAD, .base = (i + 1) << 12, .lanes = 1};
    struct rig *rig = rig_new(steps, STEPS, false, sets, SIM_TIME_NEVER);
    rig->launch.block[0] = 2 * WARP_LANES;
    rig_run(rig, 1);
    const uint64_t *issues = &g_array_index(rig->issues, uint64_t, 0);
    unsigned early = 0;
    ck_assert_uint_eq(rig->issues->len, 2 * (STEPS + 1));
    while (issues[early] < issues[0] + 2 * RIG_HOP_CYCLES)
        early++;
    rig_free(rig);
    return early;
}

/* The first load takes the MSHR and leaves; the others hold places. */
START_TEST(schedulers_have_places_of_their_own)
{
    const char *no = "sm.ldst.private=no", *yes = "sm.ldst.private=yes";
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=1", no, "sm.ldst.pipeline=0"), 1 + 1);
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=1", yes, "sm.ldst.pipeline=0"), 1 + 2 * 1);
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=3", no, "sm.ldst.pipeline=0"), 1 + 3);
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=3", yes, "sm.ldst.pipeline=0"), 1 + 2 * 3);
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=1", no, "sm.ldst.pipeline=2"), 1 + 2 + 1);
    ck_assert_uint_eq(issued_by_two("sm.ldst.queue=1", yes, "sm.ldst.pipeline=2"), 1 + 2 + 2 * 1);
}
END_TEST

/* Of one scheduler's warps nobody gains by the other's places. */
START_TEST(one_schedulers_instructions_take_its_own_places_only)
{
    ck_assert_uint_eq(issued_early("sm.ldst.private=no", 1), 2);
    ck_assert_uint_eq(issued_early("sm.ldst.private=yes", 1), 2);
}
END_TEST

/* Two warps of two schedulers load four lines with each instruction. So every place comes free in a
 * cycle in which the same scheduler is the first. Returns how many of their instructions follow the
 * other warp's same one. */
static unsigned side_by_side(const char *private)
{
    const char *const sets[] = {"sm.ldst.queue=2", "sm.units.private=yes", "sm.issue.order=rotate",
                                private, NULL};
    struct rig_step steps[STEPS];
    for (unsigned i = 0; i < STEPS; i++)
        steps[i] = (struct rig_step){.op = OP_LOAD,
                                     .base = (i + 1) << 12,
                                     .stride = LINE_BYTES,
                                     .lanes = 0xF,
                                     .flags = INSTRUCTION_UNCACHED};
    struct rig *rig = rig_new(steps, STEPS, false, sets, SIM_TIME_NEVER);
    rig->launch.block[0] = 2 * WARP_LANES;
    rig_run(rig, 1);
    const struct rig_request *requests = (const struct rig_request *)rig->bank.requests->data;
    unsigned same = 0;
    ck_assert_uint_eq(rig->bank.requests->len, 2 * STEPS * 4);
    for (unsigned i = 4; i < rig->bank.requests->len; i += 4)
        same += requests[i].offset == requests[i - 4].offset;
    rig_free(rig);
    return same;
}

START_TEST(schedulers_take_turns)
{
    ck_assert_uint_lt(side_by_side("sm.ldst.private=no"), STEPS);
    ck_assert_uint_eq(side_by_side("sm.ldst.private=turns"), STEPS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {accesses_in_the_pipeline_leave_the_queue,
                                  all_of_an_instruction_must_be_in,
                                  shared_memory_passes_what_is_in_the_pipeline,
                                  schedulers_have_places_of_their_own,
                                  one_schedulers_instructions_take_its_own_places_only,
                                  schedulers_take_turns};
    return run_suite("ldst_pipeline", tests, G_N_ELEMENTS(tests));
}
