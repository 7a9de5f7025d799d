/* SPDX-License-Identifier: BSD-3-Clause */
/* The bypass policies, each on a scripted sequence. */
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/policy_values.h"
#include "tests/policies/l1_bypass/bypass_rig.h"
#include "tests/rigs/suite.h"

#include <glib/gstdio.h>
#include <math.h>

extern const struct l1_bypass_ops l1_bypass_all, l1_bypass_probability, l1_bypass_streaming,
    l1_bypass_pc_adaptive, l1_bypass_static_ratio;

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
    rig_init(&rig, &l1_bypass_streaming, 0, PARAMETERS("unused=1", "probe_every=0"));
    evict(&rig, 5, 0);
    for (unsigned i = 0; i < 1000; i++)
        ck_assert(miss(&rig, 5));
    begin(&rig, 1, "kernel");
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

/* ---- by confidence ----------------------------------------------------------------------------
 */

START_TEST(confidence_counts_up_and_down)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_pc_adaptive, 0, PARAMETERS("bits=2", "threshold=2"));
    evict(&rig, 5, 1); /* stays at 0 */
    evict(&rig, 5, 0);
    ck_assert(!miss(&rig, 5));
    evict(&rig, 5, 1);
    evict(&rig, 5, 0);
    ck_assert(!miss(&rig, 5));
    evict(&rig, 133, 0); /* 5 + 128: the same entry */
    ck_assert(miss(&rig, 5) && miss(&rig, 5) && !miss(&rig, 6) && !goes_around(&rig, 5));
    for (unsigned i = 0; i < 10; i++)
        evict(&rig, 5, 0); /* to 3 and no further */
    evict(&rig, 5, 1);
    for (unsigned i = 0; i < 1000; i++)
        ck_assert(miss(&rig, 5)); /* all of them */
    evict(&rig, 5, 2);
    ck_assert(!miss(&rig, 5));
    rig_finish(&rig);
}
END_TEST

START_TEST(confidence_outlives_launches_unless_told)
{
    struct rig rig;
    for (unsigned clears = 0; clears < 2; clears++) {
        rig_init(&rig, &l1_bypass_pc_adaptive, 0,
                 clears ? PARAMETERS("at_launch=clear") : PARAMETERS("at_launch=keep"));
        for (unsigned i = 0; i < 8; i++) {
            ck_assert(!miss(&rig, 5));
            evict(&rig, 5, 0);
        }
        ck_assert(miss(&rig, 5));
        begin(&rig, 1, "kernel");
        ck_assert(miss(&rig, 5) == !clears);
        rig_finish(&rig);
    }
}
END_TEST

START_TEST(a_threshold_that_no_counter_reaches_is_refused)
{
    struct policy_values *values = policy_values_new(&l1_bypass_pc_adaptive.policy.head);
    g_autoptr(GError) error = NULL;
    ck_assert(policy_values_set(values, "threshold", "15", NULL));
    ck_assert(policy_values_check(values, NULL));
    ck_assert(policy_values_set(values, "threshold", "16", NULL));
    ck_assert(!policy_values_check(values, &error));
    ck_assert_str_eq(error->message,
                     "pc_adaptive: threshold: expected at most the counters' largest value, 15");
    policy_values_free(values);
}
END_TEST

/* ---- static ratios ----------------------------------------------------------------------------
 */

/* The share of an instruction's misses that takes a line. */
static double share_in(struct rig *rig, uint32_t launch, uint32_t pc)
{
    enum { MISSES = 100000 };
    unsigned inserted = 0;
    bool same = true; /* when asked again */
    for (unsigned i = 0; i < MISSES; i++) {
        const struct bypass_request request = {.line = 128, .launch = launch, .pc = pc};
        bool bypasses = rig->ops->on_miss(rig->state, &request, &rig->view);
        same &= rig->ops->on_miss(rig->state, &request, &rig->view) == bypasses;
        tell(rig, pc, bypasses ? WARP_ACCESS_BYPASSED : WARP_ACCESS_MISS);
        inserted += !bypasses;
    }
    ck_assert(same);
    return (double)inserted / MISSES;
}

START_TEST(one_in_two_to_the_n_takes_a_line)
{
    struct rig rig;
    g_autofree char *n = g_strdup_printf("n=%d", _i);
    rig_init(&rig, &l1_bypass_static_ratio, 2, PARAMETERS(n));
    ck_assert_double_eq_tol(share_in(&rig, 0, 7), pow(0.5, _i), 0.006);
    rig_finish(&rig);
}
END_TEST

/* A file with that text; its name. */
static char *ratios_file(const char *text)
{
    g_autofree char *name = NULL;
    int fd = g_file_open_tmp("ratios-XXXXXX", &name, NULL);
    ck_assert_int_ge(fd, 0);
    ck_assert(g_close(fd, NULL) && g_file_set_contents(name, text, -1, NULL));
    return g_steal_pointer(&name);
}

START_TEST(ratios_come_from_a_file)
{
    struct rig rig;
    g_autofree char *name =
        ratios_file("# kernel, pc, n\n\nfirst 3 0\n  * 4 2 \nfirst 4 5\nfirst_too 3 4");
    g_autofree char *ratios = g_strdup_printf("ratios=%s", name);
    rig_init(&rig, &l1_bypass_static_ratio, 0, PARAMETERS("n=1", ratios));
    begin(&rig, 0, "first");
    begin(&rig, 1, "other");
    begin(&rig, 2, "first_too");
    ck_assert_double_eq(share_in(&rig, 0, 3), 1);
    ck_assert_double_eq_tol(share_in(&rig, 0, 4), 0.25, 0.006); /* the first line that fits */
    ck_assert_double_eq_tol(share_in(&rig, 1, 3), 0.5, 0.006);
    ck_assert_double_eq_tol(share_in(&rig, 1, 4), 0.25, 0.006);
    ck_assert_double_eq_tol(share_in(&rig, 2, 3), 0.0625, 0.006);
    ck_assert_double_eq_tol(share_in(&rig, 2, 5), 0.5, 0.006);
    for (uint32_t launch = 3; launch < 1000; launch++)
        begin(&rig, launch, launch == 990 ? "first" : "other");
    ck_assert_double_eq(share_in(&rig, 990, 3), 1);
    ck_assert_double_eq_tol(share_in(&rig, 0, 3), 0.5, 0.006); /* long forgotten */
    rig_finish(&rig);
    g_unlink(name);
}
END_TEST

static const struct {
    const char *text;
    unsigned line;
} bad_ratios[] = {{"* 3 0\n* 4", 2},         {"first 3 33", 1}, {"#\n\nfirst x 1", 3},
                  {"first 3 1 1", 1},        {"first -3 1", 1}, {"first 3 1x", 1},
                  {"first 4294967296 1", 1}, {"first\n3 1", 1}, {"first 3\n1", 1}};

START_TEST(bad_files_are_refused)
{
    g_autofree char *name = ratios_file(bad_ratios[_i].text);
    struct policy_values *values = policy_values_new(&l1_bypass_static_ratio.policy.head);
    g_autoptr(GError) error = NULL;
    ck_assert(policy_values_set(values, "ratios", name, NULL));
    ck_assert(!policy_values_check(values, &error));
    g_autofree char *expected =
        g_strdup_printf("%s:%u: expected a kernel's name or *, a pc, and N from 0 to 32", name,
                        bad_ratios[_i].line);
    ck_assert_str_eq(error->message, expected);
    policy_values_free(values);
    g_unlink(name);
}
END_TEST

START_TEST(too_many_ratios_are_refused)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i <= 64; i++)
        g_string_append_printf(text, "* %u 1\n", i);
    g_autofree char *name = ratios_file(text->str);
    struct policy_values *values = policy_values_new(&l1_bypass_static_ratio.policy.head);
    g_autoptr(GError) error = NULL;
    ck_assert(policy_values_set(values, "ratios", name, NULL));
    ck_assert(!policy_values_check(values, &error));
    g_autofree char *expected = g_strdup_printf("%s:65: more than 64 instructions", name);
    ck_assert_str_eq(error->message, expected);
    policy_values_free(values);
    g_unlink(name);
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
    tcase_add_test(tests, confidence_counts_up_and_down);
    tcase_add_test(tests, confidence_outlives_launches_unless_told);
    tcase_add_test(tests, a_threshold_that_no_counter_reaches_is_refused);
    tcase_add_loop_test(tests, one_in_two_to_the_n_takes_a_line, 0, 8);
    tcase_add_test(tests, ratios_come_from_a_file);
    tcase_add_loop_test(tests, bad_files_are_refused, 0, (int)G_N_ELEMENTS(bad_ratios));
    tcase_add_test(tests, too_many_ratios_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
