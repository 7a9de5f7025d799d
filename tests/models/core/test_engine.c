/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine's promise: what units compute does not depend on how far each call reaches, on the
 * runner, or on a limit that lies beyond the end. A ring of relays with unequal latencies and
 * few credits passes tokens round; each relay hashes what it sees and when. */
#include "models/core/engine.h"
#include "models/core/message_memory.h"
#include "models/core/simgrid_runner.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RELAYS = 7, TOKENS = 12, LAPS = 40, SERVICE_PS = 700, ENDS_LATER_PS = 20000 };

struct relay {
    struct unit unit;
    struct wire *out;
    struct message queue[TOKENS];
    unsigned n_queued;
    sim_time free_at;
    uint64_t hash, passed;
    sim_time finished_at;
    uint64_t fails_after; /* packets; 0: never */
    uint64_t ends_after;  /* packets; it then ends the run, ENDS_LATER_PS later; 0: never */
    sim_time ends_at;
    bool failed;
};

static void mix(struct relay *relay, uint64_t value)
{
    relay->hash = (relay->hash ^ value) * UINT64_C(0x100000001b3);
}

/* When the head of the queue can leave; NEVER if it waits for a credit that is not on its way. */
static sim_time next_departure(struct relay *relay, sim_time now)
{
    sim_time when = now;
    if (relay->n_queued == 0)
        return SIM_TIME_NEVER;
    if (!wire_has_credit(relay->out, now, &when))
        return when;
    return MAX(now, relay->free_at);
}

static void depart(struct relay *relay, sim_time now)
{
    struct message head = relay->queue[0];
    sim_time when;
    ck_assert(wire_has_credit(relay->out, now, &when));
    memmove(relay->queue, relay->queue + 1, --relay->n_queued * sizeof head);
    wire_return_credit(relay->unit.incoming[head.port], now);
    relay->passed++;
    mix(relay, now);
    mix(relay, message_transaction_of(&head));
    relay->free_at = now + SERVICE_PS;
    if (relay->passed == relay->fails_after) {
        relay->failed = true;
        engine_fail(&relay->unit, now,
                    g_error_new(g_quark_from_string("test"), 0, "%s at %" G_GUINT64_FORMAT,
                                relay->unit.name, now));
        return;
    }
    if (relay->passed == relay->ends_after) {
        relay->ends_at = now + ENDS_LATER_PS;
        engine_limit(relay->unit.engine, relay->ends_at);
    }
    if (--head.launch > 0)
        wire_send(relay->out, now, &head);
}

static sim_time relay_advance(struct unit *unit, sim_time until)
{
    struct relay *relay = (struct relay *)unit;
    sim_time now = 0;
    for (;;) {
        sim_time departure = next_departure(relay, MAX(now, relay->free_at));
        sim_time arrival = unit->inbox.head;
        sim_time next = MIN(departure, arrival);
        if (relay->failed)
            return SIM_TIME_NEVER;
        if (next >= until)
            return departure == SIM_TIME_NEVER ? SIM_TIME_NEVER : MAX(departure, until);
        now = next;
        if (arrival <= departure) {
            relay->free_at = MAX(relay->free_at, arrival);
            relay->queue[relay->n_queued++] = *inbox_peek(&unit->inbox);
            mix(relay, arrival);
            inbox_drop(&unit->inbox);
        } else {
            depart(relay, next);
        }
    }
}

static void relay_finish(struct unit *unit, sim_time end)
{
    ((struct relay *)unit)->finished_at = end;
}

static void relay_waits(struct unit *unit, GString *text)
{
    struct relay *relay = (struct relay *)unit;
    if (relay->n_queued > 0)
        g_string_append_printf(text, "%s waits for a credit of %s\n", unit->name,
                               relay->out->receiver->name);
}

static const struct unit_ops relay_ops = {.model = "relay",
                                          .advance = relay_advance,
                                          .finish = relay_finish,
                                          .describe_waits = relay_waits};

struct token_ring {
    struct engine *engine;
    struct relay relays[RELAYS];
};

/* A message that goes on so many times. What kind it is, nobody asks. */
static struct message token_of(uint32_t token, uint32_t laps)
{
    return message_memory_request(
        &(struct memory_request){.transaction = token, .launch = laps, .bytes = 8});
}

static void build_ring(struct token_ring *ring, const struct engine_options *options,
                       unsigned credits)
{
    ring->engine = engine_new(options);
    for (int i = 0; i < RELAYS; i++) {
        memset(&ring->relays[i], 0, sizeof ring->relays[i]);
        g_autofree char *name = g_strdup_printf("relay%d", i);
        unit_init(&ring->relays[i].unit, &relay_ops, ring->engine, name, "h0");
    }
    for (int i = 0; i < RELAYS; i++) {
        const struct wire_shape shape = {.latency = 3000 + 1700 * (sim_time)i,
                                         .credit_latency = 2500 + 900 * (sim_time)(i % 3),
                                         .credits = credits};
        ring->relays[i].out =
            wire_new(&ring->relays[i].unit, &ring->relays[(i + 1) % RELAYS].unit, &shape);
    }
    engine_start(ring->engine);
    for (uint32_t token = 0; token < MIN(TOKENS, credits * RELAYS / 2); token++) {
        const struct message message = token_of(token, LAPS * RELAYS);
        struct wire *wire = ring->relays[token % RELAYS].out;
        wire_send(wire, 10 * token, &message);
    }
}

static void finish_ring(struct token_ring *ring)
{
    for (int i = 0; i < RELAYS; i++)
        unit_finish(&ring->relays[i].unit);
    engine_free(ring->engine);
}

struct outcome {
    uint64_t hashes[RELAYS], passed;
    enum engine_end end;
};

static struct outcome run_ring_on(unsigned threads, sim_time window, sim_time limit,
                                  unsigned credits, bool simgrid)
{
    const struct engine_options options = {.window = window, .limit = limit, .threads = threads};
    struct token_ring ring;
    build_ring(&ring, &options, credits);
    struct outcome outcome = {0};
    outcome.end = simgrid ? engine_run_on_simgrid(ring.engine) : engine_run_plain(ring.engine);
    for (int i = 0; i < RELAYS; i++) {
        outcome.hashes[i] = ring.relays[i].hash;
        outcome.passed += ring.relays[i].passed;
    }
    if (simgrid) /* SimGrid's clock stands where the engine's does */
        ck_assert(fabs(simgrid_now_s() * 1e12 - (double)ring.engine->clock) < 1.0);
    finish_ring(&ring);
    return outcome;
}

static struct outcome run_ring(sim_time window, sim_time limit, unsigned credits, bool simgrid)
{
    return run_ring_on(1, window, limit, credits, simgrid);
}

START_TEST(any_window_gives_the_same)
{
    for (unsigned credits = 1; credits <= 4; credits += 3) {
        struct outcome full = run_ring(SIM_TIME_NEVER, SIM_TIME_NEVER, credits, false);
        ck_assert_int_eq(full.end, ENGINE_QUIET);
        ck_assert_uint_gt(full.passed, 0);
        for (sim_time window = 2400; window >= 1; window /= 7) {
            struct outcome cut = run_ring(window, SIM_TIME_NEVER, credits, false);
            ck_assert_mem_eq(&full, &cut, sizeof full);
        }
    }
}
END_TEST

/* More of them than this machine has processors, too, or than there are relays; while it pays, or
 * always. */
START_TEST(any_number_of_threads_gives_the_same)
{
    if (_i > 0)
        g_setenv("SIMGPU_TOGETHER", "1", TRUE);
    for (unsigned credits = 1; credits <= 4; credits += 3) {
        struct outcome one = run_ring(SIM_TIME_NEVER, SIM_TIME_NEVER, credits, false);
        for (unsigned threads = 2; threads <= 9; threads += 7)
            for (sim_time window = 2400; window >= 1; window /= 7) {
                struct outcome several =
                    run_ring_on(threads, window, SIM_TIME_NEVER, credits, false);
                ck_assert_mem_eq(&one, &several, sizeof one);
            }
        struct outcome limited = run_ring(SIM_TIME_NEVER, 123457, credits, false);
        struct outcome several = run_ring_on(3, SIM_TIME_NEVER, 123457, credits, false);
        ck_assert_mem_eq(&limited, &several, sizeof limited);
    }
}
END_TEST

START_TEST(a_limit_is_exact)
{
    sim_time limit = 123457;
    struct outcome full = run_ring(SIM_TIME_NEVER, limit, 2, false);
    ck_assert_int_eq(full.end, ENGINE_LIMIT);
    struct outcome cut = run_ring(1, limit, 2, false);
    ck_assert_mem_eq(&full, &cut, sizeof full);
    struct outcome later = run_ring(SIM_TIME_NEVER, limit + 50000, 2, false);
    ck_assert_uint_gt(later.passed, full.passed);
}
END_TEST

/* Relays end the run, each after so many packets: the earliest counts, as if it had been the limit
 * from the beginning. */
static struct outcome end_ring(sim_time window, sim_time *ends_at)
{
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    struct token_ring ring;
    build_ring(&ring, &options, 2);
    for (unsigned i = 0; i < RELAYS; i++)
        ring.relays[i].ends_after = 30 + i * 5 % RELAYS;
    struct outcome outcome = {.end = engine_run_plain(ring.engine)};
    *ends_at = ring.engine->options.limit;
    bool by_a_relay = false;
    for (int i = 0; i < RELAYS; i++) {
        outcome.hashes[i] = ring.relays[i].hash;
        outcome.passed += ring.relays[i].passed;
        by_a_relay |= ring.relays[i].ends_at == *ends_at;
        ck_assert(ring.relays[i].ends_at == 0 || ring.relays[i].ends_at >= *ends_at);
    }
    ck_assert(by_a_relay);
    finish_ring(&ring);
    return outcome;
}

START_TEST(a_unit_can_end_the_run)
{
    sim_time ends_at, other;
    struct outcome full = end_ring(SIM_TIME_NEVER, &ends_at);
    ck_assert_int_eq(full.end, ENGINE_LIMIT);
    for (sim_time window = 2400; window >= 1; window /= 7) {
        struct outcome cut = end_ring(window, &other);
        ck_assert_uint_eq(other, ends_at);
        ck_assert_mem_eq(&full, &cut, sizeof full);
    }
    struct outcome limited = run_ring(SIM_TIME_NEVER, ends_at, 2, false);
    ck_assert_mem_eq(&full, &limited, sizeof full);
}
END_TEST

/* A limit that is later than the one there is changes nothing. */
START_TEST(the_earliest_limit_counts)
{
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = 5000};
    struct engine *engine = engine_new(&options);
    engine_limit(engine, 7000);
    ck_assert_uint_eq(engine->options.limit, 5000);
    engine_limit(engine, 3000);
    ck_assert_uint_eq(engine->options.limit, 3000);
    engine_start(engine);
    ck_assert_int_eq(engine_run_plain(engine), ENGINE_LIMIT);
    engine_free(engine);
}
END_TEST

START_TEST(simgrid_gives_the_same)
{
    GError *error = NULL;
    static const char platform[] =
        "<?xml version='1.0'?><!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>"
        "<platform version='4.1'><zone id='z' routing='Full'><host id='h0' speed='1Gf'/></zone>"
        "</platform>";
    ck_assert(simgrid_set_up("test_engine", platform, &error));
    struct outcome plain = run_ring(SIM_TIME_NEVER, SIM_TIME_NEVER, 2, false);
    const unsigned threads = _i + 1;
    struct outcome actors = run_ring_on(threads, SIM_TIME_NEVER, SIM_TIME_NEVER, 2, true);
    ck_assert_mem_eq(&plain, &actors, sizeof plain);
}
END_TEST

START_TEST(an_interrupt_stops_at_the_clock)
{
    volatile int interrupted = 1;
    const struct engine_options options = {
        .window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER, .interrupted = &interrupted};
    struct token_ring ring;
    build_ring(&ring, &options, 2);
    ck_assert_int_eq(engine_run_plain(ring.engine), ENGINE_INTERRUPTED);
    engine_finish_units(ring.engine, 42);
    for (int i = 0; i < RELAYS; i++)
        ck_assert_uint_eq(ring.relays[i].finished_at, 42);
    finish_ring(&ring);
}
END_TEST

static char *failure_of(sim_time window, unsigned pattern, unsigned threads)
{
    const struct engine_options options = {
        .window = window, .limit = SIM_TIME_NEVER, .threads = threads};
    struct token_ring ring;
    build_ring(&ring, &options, 2);
    for (unsigned i = 0; i < RELAYS; i++)
        ring.relays[i].fails_after = 10 + i * pattern % RELAYS;
    ck_assert_int_eq(engine_run_plain(ring.engine), ENGINE_FAILED);
    char *message = g_strdup(ring.engine->error->message);
    finish_ring(&ring);
    return message;
}

/* Which relay the host runs first must not decide whose failure is reported. */
START_TEST(the_earliest_failure_counts)
{
    for (unsigned pattern = 0; pattern < 3 * RELAYS; pattern++) {
        g_autofree char *expected = failure_of(SIM_TIME_NEVER, pattern, 1);
        for (sim_time window = 1 << 12; window >= 1; window /= 4) {
            for (unsigned threads = 1; threads <= 2; threads++) {
                g_autofree char *message = failure_of(window, pattern, threads);
                ck_assert_str_eq(message, expected);
            }
        }
    }
}
END_TEST

/* As many tokens as there are credits in the ring: nobody can move. */
START_TEST(a_full_ring_is_a_deadlock_that_names_who_waits)
{
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER};
    struct token_ring ring;
    build_ring(&ring, &options, 1);
    for (int i = 0; i < RELAYS; i++) {
        sim_time when;
        const struct message message = token_of(100, 1000);
        if (wire_has_credit(ring.relays[i].out, 0, &when))
            wire_send(ring.relays[i].out, 50, &message);
    }
    ck_assert_int_eq(engine_run_plain(ring.engine), ENGINE_QUIET);
    g_autofree char *waits = engine_describe_waits(ring.engine);
    for (int i = 0; i < RELAYS; i++) {
        g_autofree char *line =
            g_strdup_printf("relay%d waits for a credit of relay%d\n", i, (i + 1) % RELAYS);
        ck_assert_ptr_nonnull(strstr(waits, line));
    }
    finish_ring(&ring);
}
END_TEST

/* What is sent to a unit that has had nothing to do for long lies in its calendar's slots, by time:
 * not in the one list of what is far away, in which bursts would be sorted by comparing. */
static sim_time take_once(void *data, const struct unit *unit, sim_time time)
{
    (void)unit;
    *(sim_time *)data = time;
    return SIM_TIME_NEVER;
}

/* When a relay is read: it is to be woken for that at `woken` and then, not woken, at `plain`; 0:
 * it is not. All have long been quiet by then. */
static sim_time read_in_ring(sim_time woken, sim_time plain)
{
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER};
    sim_time read_at = 0;
    const struct engine_sampler sampler = {&read_at, take_once};
    struct token_ring ring;
    build_ring(&ring, &options, 4);
    struct unit *unit = &ring.relays[0].unit;
    if (woken > 0)
        engine_sample_awake(ring.engine, unit, &sampler, woken);
    if (plain > 0)
        engine_sample(ring.engine, unit, &sampler, plain);
    engine_run_plain(ring.engine);
    finish_ring(&ring);
    return read_at;
}

/* A unit that was woken once to be read is not woken for the readings behind that. */
START_TEST(a_reading_wakes_only_if_it_is_to)
{
    const sim_time late = 1000000000;
    ck_assert_uint_eq(read_in_ring(late, 0), late);
    ck_assert_uint_eq(read_in_ring(0, late), 0);
    ck_assert_uint_eq(read_in_ring(late / 2, late), 0);
}
END_TEST

START_TEST(a_burst_to_a_unit_that_was_idle_is_near)
{
    struct relay relay = {0};
    struct engine *engine =
        engine_new(&(struct engine_options){.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER});
    unit_init(&relay.unit, &relay_ops, engine, "relay", "h0");
    engine_start(engine);
    engine->clock = 50 * (sim_time)INBOX_SLOTS << INBOX_SLOT_SHIFT;
    for (uint32_t i = 0; i < 3; i++) {
        struct message message = token_of(i, 0);
        message.arrival = engine->clock + 9000 - 4000 * i;
        if (engine_put(engine->clock, &relay.unit, &message))
            engine_wake(engine, &relay.unit, message.arrival);
    }
    ck_assert_uint_eq(relay.unit.inbox.late->in_slots, 3);
    for (uint32_t i = 3; i > 0; i--) {
        ck_assert_uint_eq(message_transaction_of(inbox_peek(&relay.unit.inbox)), i - 1);
        inbox_drop(&relay.unit.inbox);
    }
    unit_finish(&relay.unit);
    engine_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine");
    TCase *cases = tcase_create("ring");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, any_window_gives_the_same);
    tcase_add_loop_test(cases, any_number_of_threads_gives_the_same, 0, 2);
    tcase_add_test(cases, a_limit_is_exact);
    tcase_add_test(cases, a_burst_to_a_unit_that_was_idle_is_near);
    tcase_add_test(cases, a_reading_wakes_only_if_it_is_to);
    tcase_add_test(cases, a_unit_can_end_the_run);
    tcase_add_test(cases, the_earliest_limit_counts);
    tcase_add_loop_test(cases, simgrid_gives_the_same, 0, 2);
    tcase_add_test(cases, an_interrupt_stops_at_the_clock);
    tcase_add_test(cases, the_earliest_failure_counts);
    tcase_add_test(cases, a_full_ring_is_a_deadlock_that_names_who_waits);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
