/* SPDX-License-Identifier: BSD-3-Clause */
/* The bypass policies, each on a scripted sequence. */
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/sm_members.h"
#include "tests/policies/suite.h"

#include <math.h>

extern const struct l1_bypass_ops l1_bypass_all, l1_bypass_probability, l1_bypass_streaming;

/* A policy on an SM. */
struct rig {
    const struct l1_bypass_ops *ops;
    struct policy_values *values;
    struct sm_members members;
    void *state;
    struct warp_view view;
};

/* parameters: "name=value", ending with NULL; or NULL. */
static void rig_init(struct rig *rig, const struct l1_bypass_ops *ops, unsigned sm,
                     const char *const *parameters)
{
    const struct sm_policy_site facts = {.sm = sm, .n_sms = 4, .schedulers = 1, .warp_slots = 8};
    *rig = (struct rig){.ops = ops, .values = policy_values_new(&ops->policy.head)};
    for (; parameters && *parameters; parameters++) {
        g_auto(GStrv) words = g_strsplit(*parameters, "=", 2);
        ck_assert(policy_values_set(rig->values, words[0], words[1], NULL));
    }
    sm_members_init(&rig->members, &facts);
    rig->state = sm_members_add(&rig->members, &ops->policy.head, rig->values);
    sm_members_ready(&rig->members);
}

static void rig_finish(struct rig *rig)
{
    sm_members_finish(&rig->members);
    policy_values_free(rig->values);
}

static bool goes_around(const struct rig *rig, uint32_t pc)
{
    const struct bypass_request request = {.line = 128, .pc = pc};
    return rig->ops->around && rig->ops->around(rig->state, &request, &rig->view);
}

static bool takes_no_line(const struct rig *rig, uint32_t pc)
{
    const struct bypass_request request = {.line = 128, .pc = pc};
    return rig->ops->on_miss && rig->ops->on_miss(rig->state, &request, &rig->view);
}

static void tell(struct rig *rig, uint32_t pc, enum warp_access_outcome outcome)
{
    const struct warp_access access = {.line = 128, .pc = pc, .outcome = (uint8_t)outcome};
    SM_MEMBERS_TELL(&rig->members, accessed, &access, &rig->view);
}

/* A miss, as the SM makes one of it. Returns whether it has bypassed. */
static bool miss(struct rig *rig, uint32_t pc)
{
    bool bypasses = takes_no_line(rig, pc);
    tell(rig, pc, bypasses ? WARP_ACCESS_BYPASSED : WARP_ACCESS_MISS);
    return bypasses;
}

static void evict(struct rig *rig, uint32_t pc, uint32_t uses)
{
    const struct warp_line line = {.line = 128, .pc = pc, .uses = uses};
    SM_MEMBERS_TELL(&rig->members, evicted, &line, &rig->view);
}

START_TEST(all_goes_around)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_all, 0, NULL);
    ck_assert(goes_around(&rig, 0) && goes_around(&rig, 1000));
    rig_finish(&rig);
}
END_TEST

/* ---- probability ------------------------------------------------------------------------------
 */

static double share_of(const char *const *parameters, unsigned sm)
{
    enum { MISSES = 100000 };
    struct rig rig;
    unsigned bypassed = 0;
    rig_init(&rig, &l1_bypass_probability, sm, parameters);
    for (unsigned i = 0; i < MISSES; i++)
        bypassed += miss(&rig, i % 7);
    rig_finish(&rig);
    return (double)bypassed / MISSES;
}

#define PARAMETERS(...)                                                                            \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

START_TEST(the_share_is_the_percentage)
{
    ck_assert_double_eq(share_of(PARAMETERS("percent=0"), 0), 0);
    ck_assert_double_eq(share_of(PARAMETERS("percent=100"), 0), 1);
    for (unsigned n = 1; n < 8; n++) { /* an insertion ratio of 1/2^n */
        double expected = 1 - pow(0.5, n);
        g_autofree char *percent = g_strdup_printf("percent=%.10g", 100 * expected);
        for (unsigned sm = 0; sm < 3; sm++)
            ck_assert_double_eq_tol(share_of(PARAMETERS(percent), sm), expected, 0.006);
    }
}
END_TEST

START_TEST(one_instruction_alone)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_probability, 0, PARAMETERS("percent=100", "pc=5"));
    ck_assert(takes_no_line(&rig, 5) && !takes_no_line(&rig, 4) && !goes_around(&rig, 5));
    rig_finish(&rig);
    rig_init(&rig, &l1_bypass_probability, 0, PARAMETERS("percent=100", "at=lookup"));
    ck_assert(goes_around(&rig, 5) && !takes_no_line(&rig, 5));
    rig_finish(&rig);
}
END_TEST

/* The next lots, as bits. */
static uint64_t lots(struct rig *rig)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i++)
        bits |= (uint64_t)miss(rig, 0) << i;
    return bits;
}

static uint64_t lots_of(unsigned sm, const char *seed)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_probability, sm, PARAMETERS(seed));
    uint64_t bits = lots(&rig);
    rig_finish(&rig);
    return bits;
}

START_TEST(lots_are_of_the_seed_and_the_sm)
{
    ck_assert_uint_eq(lots_of(0, "seed=1"), lots_of(0, "seed=1"));
    ck_assert_uint_ne(lots_of(0, "seed=1"), lots_of(1, "seed=1"));
    ck_assert_uint_ne(lots_of(0, "seed=1"), lots_of(0, "seed=2"));
}
END_TEST

/* By what was asked for, when it has gone through: by nothing else. */
START_TEST(lots_are_drawn_by_accesses)
{
    struct rig one, other;
    rig_init(&one, &l1_bypass_probability, 0, PARAMETERS("pc=0"));
    rig_init(&other, &l1_bypass_probability, 0, PARAMETERS("pc=0"));
    for (unsigned i = 0; i < 10; i++) {
        takes_no_line(&one, 0);
        tell(&one, 0, WARP_ACCESS_HIT);
        tell(&one, 0, WARP_ACCESS_MERGED);
        tell(&one, 0, WARP_ACCESS_UNCACHED);
        tell(&one, 1, WARP_ACCESS_MISS);
    }
    ck_assert_uint_eq(lots(&one), lots(&other));
    rig_finish(&one);
    rig_finish(&other);
}
END_TEST

/* ---- streaming --------------------------------------------------------------------------------
 */

START_TEST(unused_lines_in_a_row_make_bypass)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_streaming, 0, PARAMETERS("unused=3", "probe_every=4"));
    evict(&rig, 5, 0);
    evict(&rig, 5, 0);
    evict(&rig, 5, 1); /* begins anew */
    evict(&rig, 5, 0);
    evict(&rig, 5, 0);
    ck_assert(!miss(&rig, 5));
    evict(&rig, 5, 0);
    evict(&rig, 5, 0);          /* more don't matter */
    ck_assert(!miss(&rig, 6));  /* another instruction */
    ck_assert(miss(&rig, 133)); /* one with the same low bits: 5 + 128 */
    ck_assert(miss(&rig, 5) && miss(&rig, 5) && !miss(&rig, 5));
    for (unsigned i = 0; i < 8; i++)
        ck_assert_uint_eq(miss(&rig, 5), i % 4 != 3);
    evict(&rig, 5, 2); /* what was let through is reused */
    for (unsigned i = 0; i < 8; i++)
        ck_assert(!miss(&rig, 5));
    rig_finish(&rig);
}
END_TEST

START_TEST(without_probes_it_bypasses_for_the_whole_launch)
{
    struct rig rig;
    const struct warp_kernel kernel = {.launch = 1, .name = "kernel"};
    rig_init(&rig, &l1_bypass_streaming, 0, PARAMETERS("unused=1", "probe_every=0"));
    evict(&rig, 5, 0);
    for (unsigned i = 0; i < 1000; i++)
        ck_assert(miss(&rig, 5));
    SM_MEMBERS_TELL(&rig.members, kernel_started, &kernel, &rig.view);
    ck_assert(!miss(&rig, 5));
    rig_finish(&rig);
}
END_TEST

/* Hits and merges neither count nor are asked for. */
START_TEST(only_misses_are_let_through)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_streaming, 0, PARAMETERS("unused=1", "probe_every=2"));
    evict(&rig, 5, 0);
    ck_assert(!goes_around(&rig, 5));
    ck_assert(miss(&rig, 5));
    tell(&rig, 5, WARP_ACCESS_HIT);
    tell(&rig, 5, WARP_ACCESS_MERGED);
    ck_assert(!miss(&rig, 5));
    ck_assert(miss(&rig, 5));
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("L1 bypass");
    TCase *tests = tcase_create("policies");
    tcase_add_test(tests, all_goes_around);
    tcase_add_test(tests, the_share_is_the_percentage);
    tcase_add_test(tests, one_instruction_alone);
    tcase_add_test(tests, lots_are_of_the_seed_and_the_sm);
    tcase_add_test(tests, lots_are_drawn_by_accesses);
    tcase_add_test(tests, unused_lines_in_a_row_make_bypass);
    tcase_add_test(tests, without_probes_it_bypasses_for_the_whole_launch);
    tcase_add_test(tests, only_misses_are_let_through);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
