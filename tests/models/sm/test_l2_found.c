/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's side of what L2 tells of whose lines loads find: requests say whose they are, and what
 * replies say comes to the scheduler, if it asks (adapt_local does). The bank's: test_l2_bank_tags.
 */
#include "policies/sm_policy.h"
#include "policies/told.h"
#include "tests/models/sm/sm_rig.h"

#define LOAD(at, ...)                                                                              \
    {                                                                                              \
        .op = OP_LOAD, .base = (at), .stride = 4, ##__VA_ARGS__                                    \
    }

/* Two misses, a hit, a store, and a load past L1. */
static const struct rig_step steps[] = {
    LOAD(0x1000),
    LOAD(0x2000),
    LOAD(0x1000, .waits = true),
    {.op = OP_STORE, .base = 0x3000, .stride = 4},
    LOAD(0x4000, .flags = INSTRUCTION_UNCACHED),
};

/* A launch of one block, from its start to the end of the run. */
static struct rig *run(const char *scheduler, enum warp_l2_found found)
{
    struct rig *rig =
        rig_new_observed(steps, G_N_ELEMENTS(steps), false, NULL, SIM_TIME_NEVER, scheduler, NULL);
    rig->bank.found = (uint8_t)found;
    probe_send(&rig->dispatcher, 0, rig->start,
               message_block_start(
                   &(struct block_start){.launch = &rig->launch, .first = true, .capacity = 1}));
    engine_start(rig->engine);
    probe_start(&rig->dispatcher);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
    engine_finish_units(rig->engine, SIM_TIME_PER_SECOND);
    ck_assert_uint_eq(rig->bank.requests->len, 4);
    return rig;
}

/* The one block's warp is in slot 0. */
static void expect_tags(const struct rig *rig, bool asks)
{
    static const uint8_t kinds[] = {MESSAGE_READ, MESSAGE_READ, MESSAGE_WRITE, MESSAGE_READ};
    for (guint i = 0; i < 4; i++) {
        const struct rig_request *request = rig_request(rig, i);
        uint32_t warp = request->warp;
        ck_assert_uint_eq(request->kind, kinds[i]);
        ck_assert_uint_eq(warp, asks && request->kind == MESSAGE_READ ? 1 : 0);
    }
}

static uint64_t result_of(const struct rig *rig, const char *name)
{
    const struct sm_policy *policy =
        (const struct sm_policy *)rig->policies.of[POLICY_WARP_SCHEDULER]->policy;
    const GArray *values = sm_policy_values(rig->sm);
    for (guint i = 0; i < values->len; i++) {
        const struct policy_told *value = &g_array_index(values, struct policy_told, i);
        if (g_str_equal(policy->results[value->number].name, name))
            return value->value;
    }
    return 0;
}

START_TEST(who_asks_is_told)
{
    static const char *const names[] = {"l2_intra_hits", "l2_inter_hits", "l2_other_sm_hits",
                                        "l2_intra_lost", "l2_inter_lost", "l2_other_sm_lost"};
    for (unsigned found = WARP_L2_NOTHING; found <= WARP_L2_LOST_OTHER_SM; found++) {
        struct rig *rig = run("adapt_local", found);
        expect_tags(rig, true);
        for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
            ck_assert_uint_eq(result_of(rig, names[i]), i + 1 == found ? 3 : 0);
        ck_assert_uint_eq(result_of(rig, "l1_intra_hits"), 1);
        ck_assert_uint_eq(rig->loaded[1][5], 0x2000 / 4 + 5);
        rig_free(rig);
    }
}
END_TEST

START_TEST(others_say_nothing)
{
    struct rig *rig = run("gto", WARP_L2_NOTHING);
    expect_tags(rig, false);
    rig_free(rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {who_asks_is_told, others_say_nothing};
    return run_suite("l2_found", tests, G_N_ELEMENTS(tests));
}
