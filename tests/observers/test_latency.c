/* SPDX-License-Identifier: BSD-3-Clause */
/* Latency attribution of scripts whose every cycle is known by hand. All instructions come
 * with one line, and one scheduler serves all warps. */
#include "base/json/members.h"
#include "models/gpu_state.h"
#include "observers/latency_internal.h"
#include "tests/models/sm/sm_rig.h"

/* Cycles from the start to the first issue: the request for the line enters the port in the cycle
 * after it, goes 50 cycles there and 50 back, and fetch.latency is one. */
enum { FETCHED = 1 + 2 * RIG_HOP_CYCLES + 1 };

/* n steps and the exit behind them, by warps of one block. */
struct run {
    const struct rig_step *steps;
    unsigned n, warps;
    const char *scheduler;
    const char *sets[3]; /* up to a NULL */
};

struct outcome {
    struct observer observer;
    struct observers observers;
    struct rig *rig;
};

static const struct gpu_config one_sm = {.n_sms = 1};

static const struct latency_kernel *run(struct outcome *outcome, const struct run *what)
{
    static const struct observer_site site = {&one_sm};
    const char *const sets[] = {"sm.schedulers=1",
                                "sm.fetch.warps=8",
                                "sm.fetch.width=8",
                                "sm.ibuffer.entries=8",
                                what->sets[0],
                                what->sets[1],
                                NULL};
    *outcome = (struct outcome){.observer.data = latency_kind.create(&site)};
    latency_kind.listen(&outcome->observer);
    outcome->observers = (struct observers){1, {&outcome->observer}};
    outcome->rig = rig_new_observed(what->steps, what->n, false, sets, SIM_TIME_NEVER,
                                    what->scheduler, &outcome->observers);
    outcome->rig->launch.block[0] = WARP_LANES * what->warps;
    rig_run(outcome->rig, 1);
    const struct latency_kernel *kernel = latency_kernel(outcome->observer.data, 0);
    ck_assert_ptr_nonnull(kernel);
    ck_assert_uint_eq(kernel->warps, what->warps);
    ck_assert_uint_eq(kernel->slowest.n_warps, what->warps);
    ck_assert_uint_eq(kernel->instructions, what->warps * (what->n + 1));
    return kernel;
}

static void finish(struct outcome *outcome)
{
    rig_free(outcome->rig);
    latency_kind.destroy(outcome->observer.data);
}

/* The warp's parts are these, and all others 0. */
static void expect(const struct latency_kernel *kernel, unsigned warp,
                   const uint64_t parts[LATENCY_PARTS])
{
    const struct latency_warp *is = &kernel->slowest.warps[warp];
    uint64_t sum = 0;
    for (unsigned i = 0; i < LATENCY_PARTS; i++) {
        ck_assert_msg(is->parts[i] == parts[i], "warp %u: %s is %" G_GUINT64_FORMAT, warp,
                      latency_part_name(i), is->parts[i]);
        sum += parts[i];
    }
    ck_assert_uint_eq(is->elapsed, sum);
    ck_assert_uint_eq(is->in_block, warp);
}

#define EXPECT(kernel, warp, ...) expect(kernel, warp, (const uint64_t[LATENCY_PARTS]){__VA_ARGS__})

static const struct rig_step seven[7]; /* of OP_INT: one a cycle, which nothing waits for */

/* Four warps take turns: a warp issues in one cycle of four and waits for its turn in the others,
 * and the k-th begins k cycles later. */
START_TEST(turns_are_scheduling)
{
    struct outcome outcome;
    const struct latency_kernel *kernel = run(&outcome, &(struct run){seven, 7, 4, "lrr", {NULL}});
    for (unsigned k = 0; k < 4; k++)
        EXPECT(
            kernel,
            k, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 8, [LATENCY_SCHEDULING] = 21 + k);
    ck_assert_uint_eq(kernel->elapsed, 4 * (FETCHED + 29) + 6);
    ck_assert_uint_eq(kernel->slowest.critical, 3);
    ck_assert_uint_eq(kernel->slowest.end - kernel->slowest.start, FETCHED + 32);
    finish(&outcome);
}
END_TEST

/* The oldest runs to its end, then the next. */
START_TEST(who_runs_to_the_end_waits_for_nobody)
{
    struct outcome outcome;
    const struct latency_kernel *kernel = run(&outcome, &(struct run){seven, 7, 4, "gto", {NULL}});
    for (unsigned k = 0; k < 4; k++)
        EXPECT(kernel,
               k, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 8, [LATENCY_SCHEDULING] = 8 * k);
    finish(&outcome);
}
END_TEST

/* op.fp32_div.interval is 4 cycles; the exit needs no unit. */
START_TEST(busy_units_are_structural)
{
    static const struct rig_step steps[] = {
        {.op = OP_FP32_DIV}, {.op = OP_FP32_DIV}, {.op = OP_FP32_DIV}};
    struct outcome outcome;
    const struct latency_kernel *kernel =
        run(&outcome, &(struct run){steps, 3, 1, "lrr", {"sm.units.sp=1"}});
    EXPECT(kernel,
           0, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 4, [LATENCY_STRUCTURAL] = 2 * 3);
    finish(&outcome);
}
END_TEST

/* Two warps: while one issues the other is not looked at; then both wait until 9 cycles after the
 * second one's arrival. */
START_TEST(barriers_are_sync)
{
    static const struct rig_step steps[] = {{.op = OP_BARRIER}};
    struct outcome outcome;
    const struct latency_kernel *kernel = run(&outcome, &(struct run){steps, 1, 2, "lrr", {NULL}});
    EXPECT(kernel, 0, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 2, [LATENCY_SCHEDULING] = 1,
           [LATENCY_SYNC] = 8);
    EXPECT(kernel, 1, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 2, [LATENCY_SCHEDULING] = 2,
           [LATENCY_SYNC] = 8);
    finish(&outcome);
}
END_TEST

/* op.branch.latency is 9 cycles. */
START_TEST(branches_are_control_hazards)
{
    static const struct rig_step steps[] = {{.op = OP_BRANCH}};
    struct outcome outcome;
    const struct latency_kernel *kernel = run(&outcome, &(struct run){steps, 1, 1, "lrr", {NULL}});
    EXPECT(kernel, 0, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 2, [LATENCY_CONTROL] = 8);
    finish(&outcome);
}
END_TEST

/* A load takes 5 cycles to L1D and there, if it hits, 35. If it misses, it goes to the port in the
 * next cycle, 50 cycles there and 50 back, and 4 into the register. */
START_TEST(misses_are_told_from_hits)
{
    static const struct rig_step steps[] = {{.op = OP_LOAD, .stride = 4},
                                            {.op = OP_INT, .waits = true},
                                            {.op = OP_LOAD, .stride = 4},
                                            {.op = OP_INT, .waits = true}};
    struct outcome outcome;
    const struct latency_kernel *kernel = run(&outcome, &(struct run){steps, 4, 1, "lrr", {NULL}});
    const uint64_t *at = outcome.rig->issued_at;
    ck_assert_uint_eq(at[3] - at[2], 40);
    ck_assert_uint_eq(at[1] - at[0], 5 + 1 + 100 + 4);
    EXPECT(kernel, 0, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 5, [LATENCY_DATA] = 1 + 39,
           [LATENCY_DATA_CACHE] = 109 - 1);
    finish(&outcome);
}
END_TEST

/* One MSHR and one place in the queue. The second load takes the place when the first has been to
 * L1D, 5 cycles after its issue. The third waits for that: another 5 cycles until the second has
 * come to L1D, where it finds no MSHR, and up to the first one's reply, 1 + 100 cycles behind its
 * visit there. The second and third are answered 1 + 100 cycles after one another. */
START_TEST(mshrs_are_told_from_units)
{
    static const struct rig_step steps[] = {{.op = OP_LOAD, .base = 1 << 12, .stride = 4},
                                            {.op = OP_LOAD, .base = 2 << 12, .stride = 4},
                                            {.op = OP_LOAD, .base = 3 << 12, .stride = 4}};
    struct outcome outcome;
    const struct latency_kernel *kernel =
        run(&outcome, &(struct run){steps, 3, 1, "lrr", {"sm.ldst.queue=1", "sm.l1d.mshrs=1"}});
    static const uint64_t issued[] = {0, 5, 106, 107}, end = 5 + 3 * 101;
    for (unsigned i = 0; i < G_N_ELEMENTS(issued); i++)
        ck_assert_uint_eq(outcome.rig->issued_at[i] - outcome.rig->issued_at[0], issued[i]);
    EXPECT(kernel, 0, [LATENCY_FETCH] = FETCHED, [LATENCY_EXECUTION] = 4,
           [LATENCY_STRUCTURAL] = 4 + 4, [LATENCY_MSHR] = 106 - 10, [LATENCY_DRAIN] = end - 108);
    finish(&outcome);
}
END_TEST

/* Of blocks by hand: three warps of unlike lengths, then a shorter block whose warps have more to
 * do. Figure 4.2 of the source has the most instructions of a warp by the fewest. */
START_TEST(the_slowest_block_tells_its_extremes)
{
    static const struct {
        uint32_t slot, in_block;
        uint64_t end, instructions;
    } ended[] = {{0, 0, 160, 30}, {0, 2, 190, 24}, {0, 1, 120, 27}, {1, 0, 110, 99}};
    static const char *const numbers[] = {"warps", "most_instructions", "fewest_instructions"};
    static const double expected[] = {3, 30, 24};
    struct latency *latency = latency_kind.create(&(struct observer_site){&one_sm});
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(struct kernel_record));
    g_autofree struct gpu *gpu = g_new0(struct gpu, 1);
    g_autoptr(JsonBuilder) json = json_builder_new();
    gpu->dispatcher.records = records;
    for (unsigned slot = 0; slot < 2; slot++)
        latency->sms[0].blocks[slot] = (struct latency_running_block){
            .index = slot, .start = 100, .running = slot == 0 ? 3 : 1};
    for (unsigned i = 0; i < G_N_ELEMENTS(ended); i++) {
        struct latency_running warp = {
            .start = 100, .in_block = ended[i].in_block, .block_slot = ended[i].slot};
        warp.counted[LATENCY_SYNC] = ended[i].end - warp.start;
        latency_keep(latency, 0, &warp, ended[i].end, ended[i].instructions);
    }
    latency_kind.write(latency, gpu, json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    JsonObject *slowest = json_object_in(json_object_of(root), "slowest_block");
    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++)
        ck_assert_double_eq(json_number_in(slowest, numbers[i]), expected[i]);
    ck_assert_double_eq(json_number_in(json_object_in(slowest, "critical"), "instructions"), 24);
    ck_assert_double_eq(json_number_in(json_object_in(slowest, "fastest"), "instructions"), 27);
    latency_kind.destroy(latency);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        turns_are_scheduling,      who_runs_to_the_end_waits_for_nobody, busy_units_are_structural,
        barriers_are_sync,         branches_are_control_hazards,         misses_are_told_from_hits,
        mshrs_are_told_from_units, the_slowest_block_tells_its_extremes};
    return run_suite("latency", tests, G_N_ELEMENTS(tests));
}
