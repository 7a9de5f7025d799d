/* SPDX-License-Identifier: BSD-3-Clause */
/* Transfers on SimGrid: they arrive at start + latency + bytes / bandwidth, shared links included,
 * whatever the lookahead and however often the clock stops meanwhile.
 *
 * Each test runs with the longest windows, with 3,000 ps and with 700 ps, each without and with a
 * unit that has something to do every 700 ps. SimGrid's clock can't be set back: one run a process.
 */
#include "models/core/engine.h"
#include "models/core/message_transfer.h"
#include "models/core/simgrid_runner.h"
#include <check.h>
#include <simgrid/actor.h>
#include <simgrid/host.h>
#include <stdlib.h>

/* Links from a to b: 1 GB/s and 1 us; back: 3 GB/s and 2 us. Bytes take 1,000 ps, and 333.33 ps. */
static const char platform[] =
    "<?xml version='1.0'?><!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
    "<platform version='4.1'><zone id='z' routing='Full'>"
    "<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>"
    "<link id='there' bandwidth='1GBps' latency='1us'/>"
    "<link id='back' bandwidth='3GBps' latency='2us'/>"
    "<route src='a' dst='b' symmetrical='NO'><link_ctn id='there'/></route>"
    "<route src='b' dst='a' symmetrical='NO'><link_ctn id='back'/></route></zone></platform>\n";

enum { DELAY_PS = 5000, TICK_PS = 700, NO_LIMIT = 0, SPANS = 64 };

/* ---- a unit that asks for transfers, and one that ticks ------------------------------------- */

struct request {
    sim_time time; /* the transfer starts DELAY_PS later */
    uint64_t bytes;
    bool back;
};

struct asker {
    struct unit unit;
    const struct request *requests;
    unsigned n, next;
    unsigned chain; /* so many further ones, each asked for when one has arrived */
    uint32_t tag;
    sim_time stops_at; /* calls engine_limit for DELAY_PS later; 0: never */
    sim_time fails_at;
    sim_time wakes_at; /* an event of its own; 0: none */
    size_t actors;     /* SimGrid's, then */
    GString *log;
};

static void ask(struct asker *asker, const struct request *request, sim_time now)
{
    const struct transfer transfer = {.unit = &asker->unit,
                                      .start = now + DELAY_PS,
                                      .bytes = request->bytes,
                                      .from = request->back ? "b" : "a",
                                      .to = request->back ? "a" : "b",
                                      .tag = asker->tag++};
    engine_transfer(asker->unit.engine, &transfer);
}

static void take_arrival(struct asker *asker, sim_time now)
{
    const struct message message = *inbox_peek(&asker->unit.inbox);
    inbox_drop(&asker->unit.inbox);
    ck_assert_int_eq(message.kind, MESSAGE_TRANSFER_DONE);
    ck_assert_uint_eq(message.arrival, now);
    g_string_append_printf(asker->log, "%u@%" G_GUINT64_FORMAT " ", message_transfer(&message),
                           now);
    if (asker->chain == 0)
        return;
    asker->chain--;
    ask(asker, &asker->requests[0], now);
}

static sim_time asker_advance(struct unit *unit, sim_time until)
{
    struct asker *asker = (struct asker *)unit;
    for (;;) {
        sim_time asks = asker->next < asker->n ? asker->requests[asker->next].time : SIM_TIME_NEVER;
        sim_time stops = asker->stops_at ? asker->stops_at : SIM_TIME_NEVER;
        sim_time fails = asker->fails_at ? asker->fails_at : SIM_TIME_NEVER;
        sim_time wakes = asker->wakes_at ? asker->wakes_at : SIM_TIME_NEVER;
        sim_time now = MIN(MIN(MIN(asks, stops), MIN(fails, wakes)), unit->inbox.head);
        if (now >= until)
            return now;
        if (now == unit->inbox.head) {
            take_arrival(asker, now);
        } else if (now == asks) {
            ask(asker, &asker->requests[asker->next++], now);
        } else if (now == stops) {
            engine_limit(unit->engine, now + DELAY_PS);
            asker->stops_at = 0;
        } else if (now == wakes) {
            g_string_append_printf(asker->log, "own@%" G_GUINT64_FORMAT " ", now);
            asker->actors = sg_actor_count();
            asker->wakes_at = 0;
        } else {
            engine_fail(unit, now, g_error_new(g_quark_from_string("test"), 0, "failed"));
            return SIM_TIME_NEVER;
        }
    }
}

struct ticker {
    struct unit unit;
    sim_time next, last;
};

static sim_time ticker_advance(struct unit *unit, sim_time until)
{
    struct ticker *ticker = (struct ticker *)unit;
    while (ticker->next < until && ticker->next <= ticker->last)
        ticker->next += TICK_PS;
    return ticker->next <= ticker->last ? ticker->next : SIM_TIME_NEVER;
}

static void no_waits(struct unit *unit, GString *text)
{
    (void)unit, (void)text;
}

static const struct unit_ops asker_ops = {
    .model = "asker", .advance = asker_advance, .describe_waits = no_waits};
static const struct unit_ops ticker_ops = {
    .model = "ticker", .advance = ticker_advance, .describe_waits = no_waits};

/* ---- a run -------------------------------------------------------------------------------- */

struct scenario {
    const struct request *requests;
    unsigned n, chain;
    sim_time stops_at, fails_at, wakes_at;
    sim_time limit;      /* NO_LIMIT: none */
    bool plain, crowded; /* crowded: SimGrid has another actor, so it carries out all transfers */
    size_t actors;       /* when the unit's own event comes; 0: any number */
};

static const struct way {
    sim_time window;
    bool ticks;
} ways[] = {{SIM_TIME_NEVER, false}, {3000, false}, {700, false},
            {SIM_TIME_NEVER, true},  {3000, true},  {700, true}};

static void sleep_on(int argc, char **argv)
{
    (void)argc, (void)argv;
    sg_actor_sleep_for(1);
}

static void start_sleeper(void)
{
    sg_actor_t sleeper = sg_actor_init("sleeper", sg_host_by_name("a"));
    sg_actor_start_(sleeper, sleep_on, 0, NULL);
    sg_actor_daemonize(sleeper);
}

/* Runs it, and compares what arrived when. */
static void expect(const struct scenario *s, int way, enum engine_end end, const char *log)
{
    const struct engine_options options = {
        .window = ways[way].window, .limit = s->limit == NO_LIMIT ? SIM_TIME_NEVER : s->limit};
    struct engine *engine = engine_new(&options);
    struct asker asker = {.log = NULL};
    struct ticker ticker = {.next = 0, .last = ways[way].ticks ? 20000000 : 0};
    GError *error = NULL;
    if (!s->plain)
        ck_assert_msg(simgrid_set_up("test", platform, &error), "%s", error ? error->message : "");
    if (s->crowded)
        start_sleeper();
    unit_init(&asker.unit, &asker_ops, engine, "asker", "a");
    asker.unit.delay = DELAY_PS;
    asker.requests = s->requests;
    asker.n = s->n;
    asker.chain = s->chain;
    asker.stops_at = s->stops_at;
    asker.fails_at = s->fails_at;
    asker.wakes_at = s->wakes_at;
    asker.log = g_string_new(NULL);
    unit_init(&ticker.unit, &ticker_ops, engine, "ticker", "b");
    engine_start(engine);
    engine_wake(engine, &asker.unit, 0);
    engine_wake(engine, &ticker.unit, 0);
    enum engine_end ended = s->plain ? engine_run_plain(engine) : engine_run_on_simgrid(engine);
    ck_assert_str_eq(asker.log->str, log);
    ck_assert_int_eq(ended, end);
    ck_assert_uint_eq(engine->transfers->len, 0);
    ck_assert(s->actors == 0 || s->actors == asker.actors);
    g_string_free(asker.log, TRUE);
    unit_finish(&asker.unit);
    unit_finish(&ticker.unit);
    engine_free(engine);
}

/* ---- alone --------------------------------------------------------------------------------- */

START_TEST(latency_and_bandwidth)
{
    static const struct request requests[] = {{12345, 4096, false}};
    const struct scenario s = {.requests = requests, .n = 1};
    /* 12,345 + 5,000 + 1,000,000 + 4,096,000 */
    expect(&s, _i, ENGINE_QUIET, "0@5113345 ");
}
END_TEST

/* Fractions of 0.333 go down and of 0.667 up: 1,000 and 2,000 bytes at 3 GB/s, 2 us away. */
START_TEST(fractions_of_a_picosecond)
{
    static const struct request requests[] = {{0, 1000, true}, {4000000, 2000, true}};
    const struct scenario s = {.requests = requests, .n = 2};
    expect(&s, _i, ENGINE_QUIET, "0@2338333 1@6671667 ");
}
END_TEST

START_TEST(nothing_takes_the_latency)
{
    static const struct request requests[] = {{1, 0, false}, {2000001, 1, false}};
    const struct scenario s = {.requests = requests, .n = 2};
    expect(&s, _i, ENGINE_QUIET, "0@1005001 1@3006001 ");
}
END_TEST

/* Each asked for when the one before has arrived: errors would add up. 7 bytes at 3 GB/s are
 * 2,333.33 ps, with the latency and the delay 2,007,333. */
START_TEST(one_after_the_other)
{
    static const struct request requests[] = {{0, 7, true}};
    const struct scenario s = {.requests = requests, .n = 1, .chain = 3};
    expect(&s, _i, ENGINE_QUIET, "0@2007333 1@4014666 2@6021999 3@8029332 ");
}
END_TEST

/* A gigabyte: a third of a second, to the picosecond. */
START_TEST(a_long_one)
{
    static const struct request requests[] = {{0, 1000000000, true}};
    const struct scenario s = {.requests = requests, .n = 1};
    expect(&s, _i, ENGINE_QUIET, "0@333335338333 ");
}
END_TEST

/* Whatever the time of its end: the span in which it is under way ends by a sum of waits, which
 * may be a rounding too long. */
START_TEST(spans_end_after_roundings)
{
    const struct request requests[] = {{0, 100 + 7 * (uint64_t)_i, false}};
    const struct scenario s = {.requests = requests, .n = 1};
    const sim_time end = DELAY_PS + 1000000 + 1000 * requests[0].bytes;
    g_autofree char *log = g_strdup_printf("0@%" G_GUINT64_FORMAT " ", end);
    expect(&s, 0, ENGINE_QUIET, log);
}
END_TEST

/* Conductor and units are all the actors there are, unless something else is on SimGrid. */
START_TEST(alone_it_needs_no_actor)
{
    static const struct request requests[] = {{0, 3000, false}, {7000000, 1, true}};
    struct scenario s = {.requests = requests, .n = 2, .wakes_at = 2000000, .actors = 3};
    if (_i % 2 == 1) {
        s.crowded = true;
        s.actors += 2; /* the transfer, and what else there is */
    }
    expect(&s, _i / 2, ENGINE_QUIET, "own@2000000 0@4005000 1@9005333 ");
}
END_TEST

/* ---- together ------------------------------------------------------------------------------- */

/* Two share the link. The first alone from 1.005 us on, the second joins at 2.005 us; 1,000 of
 * the first's 3,000 bytes are over. At half the speed the second's 1,000 bytes take 2 us, and then
 * the first has 1,000 left: 1 us. */
START_TEST(two_share_a_link)
{
    static const struct request requests[] = {{0, 3000, false}, {1000000, 1000, false}};
    const struct scenario s = {.requests = requests, .n = 2};
    expect(&s, _i, ENGINE_QUIET, "1@4005000 0@5005000 ");
}
END_TEST

/* The same bytes from the same moment: both end when all are over, in the order of their tags. */
START_TEST(two_at_the_same_time)
{
    static const struct request requests[] = {{0, 1500, false}, {0, 1500, false}};
    const struct scenario s = {.requests = requests, .n = 2};
    expect(&s, _i, ENGINE_QUIET, "0@4005000 1@4005000 ");
}
END_TEST

/* A link each way: neither slows the other down. */
START_TEST(opposite_ways_do_not_meet)
{
    static const struct request requests[] = {{0, 3000, false}, {0, 3000, true}};
    const struct scenario s = {.requests = requests, .n = 2};
    expect(&s, _i, ENGINE_QUIET, "1@3005000 0@4005000 ");
}
END_TEST

/* An arrival and the unit's own event come in the order of their times, arrivals first. */
START_TEST(among_other_events)
{
    static const struct request requests[] = {{0, 1000, false}};
    struct scenario s = {.requests = requests, .n = 1, .wakes_at = 2005001};
    s.wakes_at = 2004999 + (sim_time)(_i % 3);
    static const char *const logs[] = {"own@2004999 0@2005000 ", "0@2005000 own@2005000 ",
                                       "0@2005000 own@2005001 "};
    expect(&s, _i, ENGINE_QUIET, logs[_i % 3]);
}
END_TEST

/* ---- the end of a run ----------------------------------------------------------------------- */

START_TEST(a_limit_ends_it_first)
{
    static const struct request requests[] = {{0, 100, false}, {0, 10000, false}};
    const struct scenario s = {.requests = requests, .n = 2, .limit = 1205001};
    /* Half the speed: 100 bytes take 200,000 ps. */
    expect(&s, _i, ENGINE_LIMIT, "0@1205000 ");
}
END_TEST

START_TEST(nothing_arrives_at_the_limit)
{
    static const struct request requests[] = {{0, 100, false}, {0, 10000, false}};
    const struct scenario s = {.requests = requests, .n = 2, .limit = 1205000};
    expect(&s, _i, ENGINE_LIMIT, "");
}
END_TEST

/* The unit ends the run itself: at 2.1 us, while the second is under way. */
START_TEST(a_unit_ends_the_run)
{
    static const struct request requests[] = {{0, 100, true}, {0, 10000, false}};
    struct scenario s = {.requests = requests, .n = 2, .stops_at = 2100000, .wakes_at = 2104999};
    expect(&s, _i, ENGINE_LIMIT, "0@2038333 own@2104999 ");
}
END_TEST

START_TEST(nothing_happens_at_the_units_limit)
{
    static const struct request requests[] = {{0, 100, true}, {0, 10000, false}};
    struct scenario s = {.requests = requests, .n = 2, .stops_at = 2100000, .wakes_at = 2105000};
    expect(&s, _i, ENGINE_LIMIT, "0@2038333 ");
}
END_TEST

START_TEST(a_failure_ends_it_first)
{
    static const struct request requests[] = {{0, 10000, false}};
    const struct scenario s = {.requests = requests, .n = 1, .fails_at = 1500000};
    expect(&s, _i, ENGINE_FAILED, "");
}
END_TEST

/* Without SimGrid they take no time. */
START_TEST(plain_runs_have_no_network)
{
    static const struct request requests[] = {{0, 4096, false}, {0, 1, true}, {900, 4096, true}};
    struct scenario s = {.requests = requests, .n = 3, .chain = 1, .plain = true};
    expect(&s, _i, ENGINE_QUIET, "0@5000 1@5000 2@5900 3@10000 ");
    s.limit = 5900;
    expect(&s, _i, ENGINE_LIMIT, "0@5000 1@5000 ");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transfers");
    TCase *tcase = tcase_create("transfers");
    int n = G_N_ELEMENTS(ways);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, latency_and_bandwidth, 0, n);
    tcase_add_loop_test(tcase, fractions_of_a_picosecond, 0, n);
    tcase_add_loop_test(tcase, nothing_takes_the_latency, 0, n);
    tcase_add_loop_test(tcase, one_after_the_other, 0, n);
    tcase_add_loop_test(tcase, a_long_one, 0, n);
    tcase_add_loop_test(tcase, spans_end_after_roundings, 0, SPANS);
    tcase_add_loop_test(tcase, alone_it_needs_no_actor, 0, 2 * n);
    tcase_add_loop_test(tcase, two_share_a_link, 0, n);
    tcase_add_loop_test(tcase, two_at_the_same_time, 0, n);
    tcase_add_loop_test(tcase, opposite_ways_do_not_meet, 0, n);
    tcase_add_loop_test(tcase, among_other_events, 0, n);
    tcase_add_loop_test(tcase, a_limit_ends_it_first, 0, n);
    tcase_add_loop_test(tcase, nothing_arrives_at_the_limit, 0, n);
    tcase_add_loop_test(tcase, a_unit_ends_the_run, 0, n);
    tcase_add_loop_test(tcase, nothing_happens_at_the_units_limit, 0, n);
    tcase_add_loop_test(tcase, a_failure_ends_it_first, 0, n);
    tcase_add_loop_test(tcase, plain_runs_have_no_network, 0, n);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
