/* SPDX-License-Identifier: BSD-3-Clause */
/* Pins every setting that simgrid_set_up makes: each test fails with SimGrid's default. And how far
 * simgrid_run_until goes. */
#include "models/core/simgrid_route.h"
#include "models/core/simgrid_runner.h"
#include <check.h>
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <xbt/config.h>

static const char platform[] =
    "<?xml version='1.0'?><!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
    "<platform version='4.1'><zone id='z' routing='Full'>"
    "<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>"
    "<link id='wire' bandwidth='1GBps' latency='1us'/>"
    "<route src='a' dst='b'><link_ctn id='wire'/></route></zone></platform>\n";

static void set_up(void)
{
    GError *error = NULL;
    ck_assert_msg(simgrid_set_up("test", platform, &error), "%s", error ? error->message : "");
}

static void start(const char *name, const char *host, xbt_main_func_t code)
{
    sg_actor_start_(sg_actor_init(name, sg_host_by_name(host)), code, 0, NULL);
}

/* At SimGrid's default precision of 1 ns, a sleep of 0.7 ns takes 1 ns. */
static void sleeper(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (int i = 1; i <= 10; i++) {
        sg_actor_sleep_for(0.7e-9);
        ck_assert(fabs(simgrid_now_s() - i * 0.7e-9) < 1e-13);
    }
}

START_TEST(precision_is_below_a_picosecond)
{
    set_up();
    start("sleeper", "a", sleeper);
    simgrid_run();
    ck_assert(fabs(simgrid_now_s() - 7e-9) < 1e-12);
}
END_TEST

enum { COPY_BYTES = 1000000, SIZES = 40 };

static void sender(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_mailbox_put(sg_mailbox_by_name("box"), sg_actor_self(), COPY_BYTES);
}

static void receiver(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_mailbox_get(sg_mailbox_by_name("box"));
}

/* A copy takes latency + bytes / bandwidth. The default network model multiplies the latency by
 * 13.01 and the bandwidth by 0.97. */
START_TEST(a_copy_takes_its_latency_and_bandwidth)
{
    set_up();
    start("sender", "a", sender);
    start("receiver", "b", receiver);
    simgrid_run();
    ck_assert(fabs(simgrid_now_s() - (1e-6 + COPY_BYTES / 1e9)) < 1e-9);
}
END_TEST

static double sent_s;

static void odd_sender(int argc, char **argv)
{
    (void)argc;
    const double begun = simgrid_get_clock();
    sg_host_sendto(sg_host_by_name("a"), sg_host_by_name("b"), atof(argv[1]));
    sent_s = simgrid_get_clock() - begun;
}

/* What the runner goes by where a transfer is alone, far below the picosecond that it is rounded
 * to. */
START_TEST(a_route_takes_what_simgrid_says)
{
    const uint64_t bytes = 1 + 977 * (uint64_t)_i * (uint64_t)_i;
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, bytes);
    const char *const words[] = {"sender", text, NULL};
    set_up();
    sg_actor_start_(sg_actor_init("sender", sg_host_by_name("a")), odd_sender, 2, words);
    simgrid_run();
    struct simgrid_route route;
    ck_assert(simgrid_route_find(&route, "a", "b"));
    ck_assert(fabs(sent_s - simgrid_route_s(&route, bytes)) < 1e-16);
}
END_TEST

static void back_sender(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_mailbox_put(sg_mailbox_by_name("back"), sg_actor_self(), COPY_BYTES);
}

static void back_receiver(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_mailbox_get(sg_mailbox_by_name("back"));
}

/* Two copies in opposite directions share the link, and nothing else: each would lose another
 * 5 % to the other's acknowledgements if cross-traffic were on. */
START_TEST(there_is_no_cross_traffic)
{
    set_up();
    start("sender", "a", sender);
    start("receiver", "b", receiver);
    start("back_sender", "b", back_sender);
    start("back_receiver", "a", back_receiver);
    simgrid_run();
    ck_assert(fabs(simgrid_now_s() - (1e-6 + 2.0 * COPY_BYTES / 1e9)) < 1e-9);
}
END_TEST

START_TEST(stacks_are_small)
{
    set_up();
    ck_assert_int_eq(sg_cfg_get_int("contexts/stack-size"), 256);
}
END_TEST

static void yielder(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (int i = 0; i < 20000; i++)
        sg_actor_yield();
}

/* Raw contexts switch without the kernel; threads would make tens of thousands of switches. */
START_TEST(contexts_are_raw)
{
    if (getenv("SIMGPU_CONTEXTS"))
        return; /* the sanitizers run with threads */
    set_up();
    start("yielder", "a", yielder);
    simgrid_run();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    ck_assert_int_lt(usage.ru_nvcsw, 10000);
}
END_TEST

static unsigned slept;

static void napper(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (; slept < 2; slept++)
        sg_actor_sleep_for(3e-6);
}

/* The runner counts on it: the clock comes to stand exactly where it is asked to, though perhaps
 * not at once, and what is due later hasn't happened. */
START_TEST(the_clock_stands_where_it_is_asked_to)
{
    set_up();
    start("napper", "a", napper);
    const double date = 4e-6;
    unsigned calls = 0;
    for (; simgrid_get_clock() < date; calls++)
        simgrid_run_until(date);
    ck_assert(simgrid_get_clock() == date);
    ck_assert_uint_eq(slept, 1);
    ck_assert_uint_le(calls, 2);
    simgrid_run_until(simgrid_get_clock());
    ck_assert(simgrid_get_clock() == date);
    simgrid_run();
    ck_assert_uint_eq(slept, 2);
    ck_assert(fabs(simgrid_now_s() - 6e-6) < 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgrid settings");
    TCase *cases = tcase_create("settings");
    tcase_add_test(cases, precision_is_below_a_picosecond);
    tcase_add_test(cases, a_copy_takes_its_latency_and_bandwidth);
    tcase_add_loop_test(cases, a_route_takes_what_simgrid_says, 0, SIZES);
    tcase_add_test(cases, there_is_no_cross_traffic);
    tcase_add_test(cases, stacks_are_small);
    tcase_add_test(cases, contexts_are_raw);
    tcase_add_test(cases, the_clock_stands_where_it_is_asked_to);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
