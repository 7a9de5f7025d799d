/* SPDX-License-Identifier: BSD-3-Clause */
/* Warped-Slicer as the dispatcher would drive it: two kernels of eight blocks on 16 SMs (figure 4),
 * whose SMs tell curves of the test's own. And FCFS on one SM (figure 2a). */
#include "policies/partition/partition.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/rigs/suite.h"
#include <string.h>

enum { SMS = 16, KERNELS = 3 };

struct rig {
    const struct partition_ops *ops;
    struct policy_values *values;
    void *state;
    struct partition_kernel kernels[KERNELS];
    struct partition_view view;
};

static void rig_init(struct rig *rig, const char *name, const char *const *sets, uint32_t n_sms)
{
    const struct policy_head *const *head = partition_table;
    while (!g_str_equal((*head)->name, name))
        head++;
    const struct dispatcher_policy_site site = {
        .n_sms = n_sms,
        .n_schedulers = 2,
        .has = {[BLOCK_PLACES] = 8, [BLOCK_REGISTERS] = 32768, [BLOCK_SHARED_BYTES] = 12}};
    *rig = (struct rig){.ops = (const struct partition_ops *)*head,
                        .values = policy_values_new(*head),
                        .state = g_malloc0((*head)->state_bytes)};
    rig->view = (struct partition_view){.n_sms = n_sms, .kernels = rig->kernels};
    for (; *sets; sets += 2)
        ck_assert(policy_values_set(rig->values, sets[0], sets[1], NULL));
    rig->ops->policy.init(rig->state, &site, rig->values);
}

static void rig_finish(struct rig *rig)
{
    rig->ops->policy.finish(rig->state);
    policy_values_free(rig->values);
    g_free(rig->state);
}

/* A kernel comes, with a launch of its own. */
static void start(struct rig *rig, uint32_t launch, uint64_t shared, uint64_t cycle)
{
    const struct dispatched_kernel kernel = {
        .launch = launch,
        .n_blocks = 100000,
        .capacity = 8,
        .takes = {[BLOCK_PLACES] = 1, [BLOCK_SHARED_BYTES] = shared}};
    rig->kernels[rig->view.n_kernels] = (struct partition_kernel){
        .launch = launch, .capacity = 8, .arrival = rig->view.n_kernels, .blocks_left = 100000};
    rig->view.n_kernels++;
    rig->ops->policy.on.kernel_started(rig->state, &kernel, cycle);
}

static void end(struct rig *rig, uint32_t k, uint64_t cycle)
{
    uint32_t launch = rig->kernels[k].launch;
    rig->view.n_kernels--;
    memmove(&rig->kernels[k], &rig->kernels[k + 1],
            (rig->view.n_kernels - k) * sizeof *rig->kernels);
    rig->ops->policy.on.kernel_ended(rig->state, launch, cycle);
}

static uint32_t quota(const struct rig *rig, uint32_t k, uint32_t sm)
{
    return rig->ops->quota(rig->state, &rig->view, k, sm);
}

/* The SMs' quotas are filled with blocks. */
static void fill(struct rig *rig)
{
    for (uint32_t k = 0; k < rig->view.n_kernels; k++)
        for (uint32_t sm = 0; sm < rig->view.n_sms; sm++)
            for (uint32_t b = 0; b < quota(rig, k, sm); b++)
                rig->ops->policy.on.block_sent(rig->state, rig->kernels[k].launch, b, sm, 0);
}

typedef uint64_t (*curve)(uint32_t blocks);

static uint64_t more_is_better(uint32_t blocks)
{
    return 500 * blocks;
}

/* Of a cache that two blocks fill. */
static uint64_t two_are_best(uint32_t blocks)
{
    return blocks < 3 ? 2000 * blocks : 4000 / blocks;
}

/* Each SM tells its sample of 5,000 cycles, of one kernel: `of` by its number of blocks. */
static void tell(struct rig *rig, const curve *of, uint64_t cycle)
{
    for (uint32_t sm = 0; sm < rig->view.n_sms; sm++)
        for (uint32_t k = 0; k < rig->view.n_kernels; k++) {
            uint32_t blocks = quota(rig, k, sm);
            const struct dispatcher_sample sample = {.sm = (uint16_t)sm,
                                                     .launch = rig->kernels[k].launch,
                                                     .cycles = 5000,
                                                     .instructions = of[k](blocks)};
            if (blocks > 0)
                rig->ops->policy.on.sampled(rig->state, &sample, cycle);
        }
}

static void expect_profile(const struct rig *rig)
{
    for (uint32_t sm = 0; sm < SMS; sm++) {
        ck_assert_uint_eq(quota(rig, 0, sm), sm < 8 ? sm + 1 : 0);
        ck_assert_uint_eq(quota(rig, 1, sm), sm < 8 ? 0 : sm - 7);
    }
}

static void expect_slices(const struct rig *rig, uint32_t first, uint32_t second)
{
    for (uint32_t sm = 0; sm < SMS; sm++) {
        ck_assert_uint_eq(quota(rig, 0, sm), first);
        ck_assert_uint_eq(quota(rig, 1, sm), second);
    }
}

static const curve CURVES[] = {more_is_better, two_are_best};

/* Two kernels, of which the first one came at 1,000 and the second one at 7,000; up to the time at
 * which all SMs have told their sample of cycles 30,000 to 35,000. */
static void profile(struct rig *rig, const char *const *sets)
{
    rig_init(rig, "warped_slicer", sets, SMS);
    start(rig, 3, 0, 1000);
    ck_assert_uint_eq(quota(rig, 0, 5), UINT32_MAX);
    ck_assert_uint_eq(rig->ops->policy.review(rig->state), UINT64_MAX);
    start(rig, 8, 0, 7000);
    ck_assert_uint_eq(rig->ops->policy.review(rig->state), 30000 + 2 * 5000);
    expect_profile(rig);
    fill(rig);
    tell(rig, CURVES, 30100); /* of the warm-up: 27,000 cycles are not over before this sample */
    expect_profile(rig);
    tell(rig, CURVES, 35100);
}

/* Eight places: the second one is best with two, the first one gets the other six. */
START_TEST(slices_by_what_was_sampled)
{
    struct rig rig;
    profile(&rig, (const char *const[]){NULL});
    expect_slices(&rig, 6, 2);
    uint64_t told[3 + 64] = {0};
    rig.ops->policy.report(rig.state, 8, told);
    ck_assert_uint_eq(told[0], 2);
    ck_assert_uint_eq(told[1], 0);
    ck_assert_uint_eq(told[2], 1);
    ck_assert_uint_eq(told[3], 400);
    ck_assert_uint_eq(told[4], 800);
    ck_assert_uint_eq(told[3 + 7], 100);
    end(&rig, 1, 50000);
    ck_assert_uint_eq(quota(&rig, 0, 5), UINT32_MAX);
    rig_finish(&rig);
}
END_TEST

START_TEST(the_algorithm_takes_its_time)
{
    struct rig rig;
    profile(&rig, (const char *const[]){"delay", "1000", NULL});
    expect_profile(&rig);
    ck_assert_uint_eq(rig.ops->policy.review(rig.state), 36100);
    rig.ops->policy.on.reviewed(rig.state, 36100);
    expect_slices(&rig, 6, 2);
    rig_finish(&rig);
}
END_TEST

/* The first kernel keeps 6 / 8 of its performance, and may lose no more than 0.4 / 2 of it. */
START_TEST(too_much_lost_means_sms_apart)
{
    struct rig rig;
    profile(&rig, (const char *const[]){"loss", "0.4", NULL});
    for (uint32_t sm = 0; sm < SMS; sm++) {
        ck_assert_uint_eq(quota(&rig, 0, sm), sm < 8 ? UINT32_MAX : 0);
        ck_assert_uint_eq(quota(&rig, 1, sm), sm < 8 ? 0 : UINT32_MAX);
    }
    rig_finish(&rig);
}
END_TEST

/* A third kernel begins a profile of all three, on a third of the SMs each: two rounds on five SMs.
 * The GPU is warm by then. When it ends before that, the other two are measured again. */
START_TEST(a_kernel_that_comes_begins_a_profile)
{
    struct rig rig;
    profile(&rig, (const char *const[]){NULL});
    start(&rig, 9, 0, 40000);
    ck_assert_uint_eq(rig.ops->policy.review(rig.state), 45000 + 2 * 5000);
    ck_assert_uint_eq(quota(&rig, 0, 0), 1);
    ck_assert_uint_eq(quota(&rig, 0, 4), 8);
    ck_assert_uint_eq(quota(&rig, 1, 4), 0);
    ck_assert_uint_eq(quota(&rig, 1, 5), 1);
    ck_assert_uint_eq(quota(&rig, 2, 10), 1);
    end(&rig, 2, 45000);
    expect_profile(&rig);
    tell(&rig, CURVES, 55100);
    expect_slices(&rig, 6, 2);
    rig_finish(&rig);
}
END_TEST

static uint64_t little(uint32_t blocks)
{
    (void)blocks;
    return 10;
}

/* Three samples settle; then a tenth of the instructions, three samples long, begins a profile. */
START_TEST(a_lasting_change_is_measured_again)
{
    struct rig rig;
    const curve changed[] = {little, little};
    uint64_t cycle = 35100;
    profile(&rig, (const char *const[]){NULL});
    for (unsigned i = 0; i < 6; i++)
        tell(&rig, CURVES, cycle += 5000);
    tell(&rig, changed, cycle += 5000);
    tell(&rig, changed, cycle += 5000);
    tell(&rig, CURVES, cycle += 5000);
    for (unsigned i = 0; i < 3; i++)
        tell(&rig, changed, cycle += 5000);
    expect_slices(&rig, 6, 2);
    tell(&rig, changed, cycle += 5000);
    expect_profile(&rig);
    rig_finish(&rig);
}
END_TEST

static uint64_t too_much_with_one(uint32_t blocks)
{
    return blocks == 1 ? 7500 : two_are_best(blocks);
}

/* On SM 8, where the second kernel has one block, a block of the first one ends within the sampled
 * cycles, and within those of the eight samples for which the round waits: what that SM tells is of
 * both, and the curve begins with two blocks. */
START_TEST(samples_of_two_kernels_do_not_count)
{
    struct rig rig;
    uint64_t told[3 + 64] = {0};
    const curve of[] = {more_is_better, too_much_with_one};
    rig_init(&rig, "warped_slicer", (const char *const[]){NULL}, SMS);
    start(&rig, 3, 0, 1000);
    rig.ops->policy.on.block_sent(rig.state, 3, 99, 8, 2000);
    start(&rig, 8, 0, 7000);
    fill(&rig);
    rig.ops->policy.on.block_done(rig.state, 3, 99, 8, 31000);
    tell(&rig, of, 35100);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t cycle = rig.ops->policy.review(rig.state);
        expect_profile(&rig);
        rig.ops->policy.on.reviewed(rig.state, cycle);
        rig.ops->policy.on.block_sent(rig.state, 3, 99, 8, cycle);
        rig.ops->policy.on.block_done(rig.state, 3, 99, 8, cycle + 1000);
        tell(&rig, of, cycle + 5100);
    }
    rig.ops->policy.on.reviewed(rig.state, rig.ops->policy.review(rig.state));
    rig.ops->policy.report(rig.state, 8, told);
    ck_assert_uint_eq(told[2], 1);
    ck_assert_uint_eq(told[3], 400);
    ck_assert_uint_eq(told[4], 800);
    rig_finish(&rig);
}
END_TEST

/* The same, but the next sample of SM 8 is of the second kernel alone: the round ends with it. */
START_TEST(a_round_waits_for_what_it_wants)
{
    struct rig rig;
    uint64_t told[3 + 64] = {0};
    rig_init(&rig, "warped_slicer", (const char *const[]){NULL}, SMS);
    start(&rig, 3, 0, 1000);
    rig.ops->policy.on.block_sent(rig.state, 3, 99, 8, 2000);
    start(&rig, 8, 0, 7000);
    fill(&rig);
    rig.ops->policy.on.block_done(rig.state, 3, 99, 8, 31000);
    tell(&rig, CURVES, 35100);
    rig.ops->policy.on.reviewed(rig.state, 40000);
    expect_profile(&rig);
    tell(&rig, CURVES, 45100);
    expect_slices(&rig, 6, 2);
    rig.ops->policy.report(rig.state, 8, told);
    ck_assert_uint_eq(told[3], 400);
    rig_finish(&rig);
}
END_TEST

/* SMs that do not tell are waited for two samples long, and then for as long as a kernel has none
 * at all. */
START_TEST(a_kernel_without_a_sample_is_waited_for)
{
    struct rig rig;
    rig_init(&rig, "warped_slicer", (const char *const[]){NULL}, SMS);
    start(&rig, 3, 0, 0);
    start(&rig, 8, 0, 0);
    fill(&rig);
    ck_assert_uint_eq(rig.ops->policy.review(rig.state), 30000);
    rig.ops->policy.on.reviewed(rig.state, 30000);
    expect_profile(&rig);
    ck_assert_uint_eq(rig.ops->policy.review(rig.state), 40000);
    tell(&rig, CURVES, 35050);
    expect_slices(&rig, 6, 2);
    rig_finish(&rig);
}
END_TEST

/* By program: whose kernel it is decides, not when it has come, and one that is alone has all. */
START_TEST(fixed_quotas_are_of_programs)
{
    struct rig rig;
    rig_init(&rig, "fixed", (const char *const[]){"by", "program", "q0", "3", "q1", "5", NULL}, 2);
    rig.kernels[0] = (struct partition_kernel){.launch = 1, .program = 1, .arrival = 0};
    rig.view.n_kernels = 1;
    ck_assert_uint_eq(quota(&rig, 0, 0), UINT32_MAX);
    rig.kernels[1] = (struct partition_kernel){.launch = 2, .program = 1, .arrival = 1};
    rig.kernels[2] = (struct partition_kernel){.launch = 3, .program = 0, .arrival = 2};
    rig.view.n_kernels = 3;
    ck_assert_uint_eq(quota(&rig, 0, 0), 5);
    ck_assert_uint_eq(quota(&rig, 1, 1), 5);
    ck_assert_uint_eq(quota(&rig, 2, 1), 3);
    policy_values_free(rig.values);
    g_free(rig.state);
    rig_init(&rig, "fixed", (const char *const[]){"by", "program", "kernels", "1", "q0", "3", NULL},
             2);
    rig.kernels[0] = (struct partition_kernel){.launch = 1};
    rig.view.n_kernels = 1;
    ck_assert_uint_eq(quota(&rig, 0, 0), 3);
    policy_values_free(rig.values);
    g_free(rig.state);
}
END_TEST

/* Figure 2a: shared memory of 12, blocks of A take 1 and those of B 2, in turns; A's end. */
START_TEST(fcfs_leaves_gaps)
{
    struct rig rig;
    rig_init(&rig, "fcfs", (const char *const[]){NULL}, 1);
    start(&rig, 5, 1, 0);
    start(&rig, 6, 2, 0);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t k = i % 2, other = 1 - k;
        ck_assert_uint_eq(quota(&rig, k, 0), i / 2 + 1);
        ck_assert_uint_eq(quota(&rig, other, 0), (i + 1) / 2);
        rig.ops->policy.on.block_sent(rig.state, rig.kernels[k].launch, i / 2, 0, i);
    }
    rig.kernels[0].blocks_left = 0;
    for (uint32_t block = 0; block < 4; block++)
        rig.ops->policy.on.block_done(rig.state, 5, block, 0, 10);
    ck_assert_uint_eq(quota(&rig, 1, 0), 4); /* four units are free, and none beside another */
    rig.ops->policy.on.block_done(rig.state, 6, 0, 0, 11);
    ck_assert_uint_eq(quota(&rig, 1, 0), 4);
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Warped-Slicer");
    TCase *tests = tcase_create("partitions");
    tcase_add_test(tests, slices_by_what_was_sampled);
    tcase_add_test(tests, the_algorithm_takes_its_time);
    tcase_add_test(tests, too_much_lost_means_sms_apart);
    tcase_add_test(tests, a_kernel_that_comes_begins_a_profile);
    tcase_add_test(tests, a_lasting_change_is_measured_again);
    tcase_add_test(tests, a_kernel_without_a_sample_is_waited_for);
    tcase_add_test(tests, samples_of_two_kernels_do_not_count);
    tcase_add_test(tests, a_round_waits_for_what_it_wants);
    tcase_add_test(tests, fixed_quotas_are_of_programs);
    tcase_add_test(tests, fcfs_leaves_gaps);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
