/* SPDX-License-Identifier: BSD-3-Clause */
/* Profiles of DAWS: what detected DAWS writes, profiled DAWS reads; and what is wrong with one. */
#include "base/input_error.h"
#include "policies/warp_scheduler/daws_profile.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_daws, warp_scheduler_daws_profiled;

static const char PROFILE[] = "daws profile 1\n"
                              "kernel first\n"
                              "loop 10 8 19 locality 12\n"
                              "loop 12 12 15 locality -3\n"
                              "load 11 in 10 divergence 2 repetition 0\n"
                              "load 14 in 10 divergence 1 repetition 1\n"
                              "load 17 in 10 divergence 0 repetition 0\n"
                              "kernel second(int, float)\n"
                              "loop 3 3 4 locality 1\n";

static void setup(struct fake_sm *sm, const char *text)
{
    g_autoptr(GError) error = NULL;
    fake_sm_init(sm, &warp_scheduler_daws_profiled, 8, 1);
    ck_assert(sm->ops->policy.profile_read(sm->state, "p", text, &error));
    ck_assert_ptr_null(error);
}

START_TEST(what_is_read_is_written)
{
    struct fake_sm sm;
    g_autoptr(GString) text = g_string_new(NULL);
    setup(&sm, PROFILE);
    warp_scheduler_daws.policy.profile_write(sm.state, text);
    ck_assert_str_eq(text->str, PROFILE);
    fake_sm_finish(&sm);
}
END_TEST

/* The lines of 32 lanes: 32 of the group of 11 and 17, 2 of load 14. 153 lines count. */
START_TEST(a_profile_throttles_from_the_first_iteration_on)
{
    static const struct warp_loop loops[] = {{10, 8, 19, -1}, {12, 12, 15, 0}};
    const struct warp_kernel kernel = {.name = "first", .loops = loops, .n_loops = 2};
    const struct warp_executed begin = {.pc = 10, .next_pc = 11, .lanes = 32, .next_lanes = 32};
    struct fake_sm sm;
    setup(&sm, PROFILE);
    FAKE_SM_TELL(&sm, kernel_started, &kernel, &sm.view);
    for (unsigned slot = 0; slot < 5; slot++) {
        fake_sm_start_warp(&sm, slot);
        FAKE_SM_TELL(&sm, executed, slot, &begin, &sm.view);
        ck_assert_uint_eq(fake_sm_orders(&sm)->no_loads, slot < 4 ? 0 : 1 << 4);
    }
    ck_assert(!sm_members_want(&sm.members, SM_EVENT(accessed))); /* nothing is detected */
    ck_assert_ptr_null(sm.problem);
    fake_sm_finish(&sm);
}
END_TEST

START_TEST(counters_of_sms_add_up)
{
    struct fake_sm a, b;
    g_autoptr(GString) text = g_string_new(NULL);
    setup(&a, "daws profile 1\nkernel k\nloop 5 5 9 locality -2\n"
              "load 6 in 5 divergence 4 repetition 0\nload 8 in 5 divergence 1 repetition 1\n");
    setup(&b, "daws profile 1\nkernel k\nloop 5 5 9 locality 7\nloop 20 20 29 locality 1\n"
              "load 8 in 5 divergence 2 repetition 0\nload 7 in 5 divergence 3 repetition 1\n"
              "load 6 in 5 divergence -9 repetition 0\nkernel other\nloop 1 1 2 locality 0\n");
    warp_scheduler_daws.policy.profile_merge(a.state, b.state);
    warp_scheduler_daws.policy.profile_write(a.state, text);
    ck_assert_str_eq(text->str,
                     "daws profile 1\nkernel k\nloop 5 5 9 locality 5\nloop 20 20 29 locality 1\n"
                     "load 6 in 5 divergence -5 repetition 0\n"
                     "load 8 in 5 divergence 3 repetition 0\n"
                     "load 7 in 5 divergence 3 repetition 2\n"
                     "kernel other\nloop 1 1 2 locality 0\n");
    fake_sm_finish(&a);
    fake_sm_finish(&b);
}
END_TEST

START_TEST(errors_name_file_and_line)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "p:1: expected \"daws profile 1\""},
        {"daws profile 2\n", "p:1: expected \"daws profile 1\""},
        {"daws profile 1\n\n# a comment\nloops\n",
         "p:4: expected a line that begins with kernel, loop, load or #"},
        {"daws profile 1\nloop 1 1 2 locality 1\n",
         "p:2: expected a line \"kernel NAME\" before it"},
        {"daws profile 1\nkernel \n", "p:2: expected a kernel's name"},
        {"daws profile 1\nkernel a\nkernel a\n", "p:3: the kernel comes twice"},
        {"daws profile 1\nkernel a\nloop 1 1 2 locality\n",
         "p:3: expected \"loop BEGIN FIRST LAST locality COUNTER\", with FIRST <= BEGIN <= LAST"},
        {"daws profile 1\nkernel a\nloop 3 1 2 locality 1\n",
         "p:3: expected \"loop BEGIN FIRST LAST locality COUNTER\", with FIRST <= BEGIN <= LAST"},
        {"daws profile 1\nkernel a\nloop 1 1 2 locality 1\nloop 1 1 2 locality 1\n",
         "p:4: the loop comes twice"},
        {"daws profile 1\nkernel a\nloop 1 1 2 locality 1\nload 2 in 1 divergence 1 repetition -1",
         "p:4: expected \"load PC in BEGIN divergence COUNTER repetition ID\""},
        {"daws profile 1\nkernel a\nload 2 in 1 divergence 1 repetition 0",
         "p:3: the load is in no loop of its kernel's above"},
        {"daws profile 1\nkernel a\nloop 1 1 2 locality 1\nload 2 in 1 divergence 1 repetition 0\n"
         "load 2 in 1 divergence 1 repetition 0",
         "p:5: the load comes twice"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fake_sm sm;
        g_autoptr(GError) error = NULL;
        fake_sm_init(&sm, &warp_scheduler_daws_profiled, 8, 1);
        ck_assert(!sm.ops->policy.profile_read(sm.state, "p", cases[i].text, &error));
        ck_assert_msg(g_error_matches(error, INPUT_ERROR, error->code), "case %u", i);
        ck_assert_str_eq(error->message, cases[i].message);
        fake_sm_finish(&sm);
    }
}
END_TEST

START_TEST(there_may_be_16_kernels_of_32_loops_and_64_loads)
{
    struct fake_sm sm;
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) text = g_string_new("daws profile 1\n");
    for (unsigned kernel = 0; kernel < 16; kernel++) {
        g_string_append_printf(text, "kernel k%u\n", kernel);
        for (unsigned loop = 0; loop < 32; loop++)
            g_string_append_printf(text, "loop %u %u %u locality 1\n", loop, loop, loop);
        for (unsigned load = 0; load < 64; load++)
            g_string_append_printf(text, "load %u in 0 divergence 1 repetition 0\n", load);
    }
    setup(&sm, text->str);
    fake_sm_finish(&sm);
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"load 64 in 0 divergence 1 repetition 0\n",
         "p:1554: more loads than a kernel may have (64)"},
        {"loop 32 32 32 locality 1\n", "p:1554: more loops than a kernel may have (32)"},
        {"kernel k16\n", "p:1554: more kernels than a profile may have (16)"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *longer = g_strconcat(text->str, cases[i].more, NULL);
        fake_sm_init(&sm, &warp_scheduler_daws_profiled, 8, 1);
        g_clear_error(&error);
        ck_assert(!sm.ops->policy.profile_read(sm.state, "p", longer, &error));
        ck_assert_str_eq(error->message, cases[i].message);
        fake_sm_finish(&sm);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("daws profile");
    TCase *tests = tcase_create("texts");
    tcase_add_test(tests, what_is_read_is_written);
    tcase_add_test(tests, a_profile_throttles_from_the_first_iteration_on);
    tcase_add_test(tests, counters_of_sms_add_up);
    tcase_add_test(tests, errors_name_file_and_line);
    tcase_add_test(tests, there_may_be_16_kernels_of_32_loops_and_64_loads);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
