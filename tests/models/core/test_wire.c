/* SPDX-License-Identifier: BSD-3-Clause */
/* Wires: arrival times, stamps, credits and when they are known, and the delays they give units. */
#include "models/core/engine.h"
#include <check.h>
#include <signal.h>
#include <stdlib.h>

/* A unit that notes until when it was called, and has no events of its own. */
struct idle {
    struct unit unit;
    unsigned calls;
    sim_time until;
};

static sim_time idle_advance(struct unit *unit, sim_time until)
{
    struct idle *idle = (struct idle *)unit;
    idle->calls++;
    idle->until = until;
    while (unit->inbox.head < until)
        inbox_drop(&unit->inbox);
    return SIM_TIME_NEVER;
}

static void idle_describe_waits(struct unit *unit, GString *text)
{
    (void)unit;
    (void)text;
}

static const struct unit_ops idle_ops = {
    .model = "idle", .advance = idle_advance, .describe_waits = idle_describe_waits};

struct rig {
    struct engine *engine;
    struct idle a, b, c;
    struct wire *wire;
};

static void rig_init(struct rig *rig, uint32_t credits)
{
    *rig = (struct rig){.engine = engine_new(&(struct engine_options){.window = SIM_TIME_NEVER,
                                                                      .limit = SIM_TIME_NEVER})};
    unit_init(&rig->a.unit, &idle_ops, rig->engine, "a", "host");
    unit_init(&rig->b.unit, &idle_ops, rig->engine, "b", "host");
    unit_init(&rig->c.unit, &idle_ops, rig->engine, "c", "host");
    rig->wire = wire_new(&rig->a.unit, &rig->b.unit, &(struct wire_shape){4000, 3000, credits});
}

static void rig_finish(struct rig *rig)
{
    unit_finish(&rig->a.unit);
    unit_finish(&rig->b.unit);
    unit_finish(&rig->c.unit);
    engine_free(rig->engine);
}

static void send(struct wire *wire, sim_time departure)
{
    wire_send(wire, departure, &(struct message){.kind = MESSAGE_READ, .bytes = 8, .launch = 5});
}

/* The receiver takes its first message, whose buffer slot is free at `now`. */
static void take(struct wire *wire, sim_time now)
{
    inbox_drop(&wire->receiver->inbox);
    wire_return_credit(wire, now);
}

START_TEST(messages_are_stamped)
{
    struct rig rig;
    rig_init(&rig, 4);
    struct wire *second = wire_new(&rig.c.unit, &rig.b.unit, &(struct wire_shape){2000, 3000, 4});
    ck_assert_uint_eq(rig.wire->port, 0);
    ck_assert_uint_eq(second->port, 1);
    ck_assert_ptr_eq(rig.b.unit.incoming[1], second);
    engine_start(rig.engine);
    send(rig.wire, 1000);
    send(rig.wire, 1500);
    send(second, 3000);
    ck_assert_uint_eq(rig.b.unit.inbox.count, 3);
    const struct message *message = inbox_peek(&rig.b.unit.inbox);
    ck_assert_uint_eq(message->arrival, 5000); /* from a, whose number is smaller */
    ck_assert_uint_eq(message->source, rig.a.unit.id);
    ck_assert_uint_eq(message->port, 0);
    ck_assert_uint_eq(message->sequence, 0);
    ck_assert_uint_eq(message->launch, 5);
    inbox_drop(&rig.b.unit.inbox);
    message = inbox_peek(&rig.b.unit.inbox);
    ck_assert_uint_eq(message->arrival, 5000);
    ck_assert_uint_eq(message->source, rig.c.unit.id);
    ck_assert_uint_eq(message->port, 1);
    inbox_drop(&rig.b.unit.inbox);
    message = inbox_peek(&rig.b.unit.inbox);
    ck_assert_uint_eq(message->arrival, 5500);
    ck_assert_uint_eq(message->sequence, 1);
    ck_assert_uint_eq(rig.a.unit.next_sequence, 2);
    rig_finish(&rig);
}
END_TEST

START_TEST(credits_come_back_when_their_time_has_come)
{
    struct rig rig;
    sim_time when = 0;
    rig_init(&rig, 2);
    engine_start(rig.engine);
    ck_assert(wire_has_credit(rig.wire, 0, &when));
    send(rig.wire, 0);
    ck_assert(!wire_drained(rig.wire));
    ck_assert(wire_has_credit(rig.wire, 0, &when));
    send(rig.wire, 100);
    ck_assert(!wire_has_credit(rig.wire, 100, &when));
    ck_assert_uint_eq(when, SIM_TIME_NEVER);
    take(rig.wire, 5000); /* known at 8,000 */
    take(rig.wire, 6000); /* 9,000 */
    ck_assert(wire_drained(rig.wire));
    ck_assert(!wire_has_credit(rig.wire, 7999, &when));
    ck_assert_uint_eq(when, 8000);
    ck_assert(wire_has_credit(rig.wire, 8000, &when));
    send(rig.wire, 8000);
    ck_assert(!wire_has_credit(rig.wire, 8999, &when));
    ck_assert_uint_eq(when, 9000);
    ck_assert(wire_has_credit(rig.wire, 20000, &when));
    rig_finish(&rig);
}
END_TEST

START_TEST(the_ring_of_credits_goes_round)
{
    struct rig rig;
    sim_time when = 0, now = 0;
    rig_init(&rig, 3);
    engine_start(rig.engine);
    for (unsigned i = 0; i < 3; i++)
        send(rig.wire, now);
    for (unsigned i = 0; i < 50; i++) {
        take(rig.wire, now + 500);
        ck_assert(!wire_has_credit(rig.wire, now + 3499, &when));
        ck_assert_uint_eq(when, now + 3500);
        now += 3500;
        ck_assert(wire_has_credit(rig.wire, now, &when));
        send(rig.wire, now);
    }
    ck_assert_uint_eq(rig.a.unit.next_sequence, 53);
    ck_assert_uint_eq(rig.wire->credits + rig.wire->returning.count, 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(delays_follow_from_wires)
{
    struct rig rig;
    rig_init(&rig, 1);
    sim_time untouched = rig.c.unit.delay;
    ck_assert_uint_eq(rig.a.unit.delay, 4000); /* its messages */
    ck_assert_uint_eq(rig.b.unit.delay, 3000); /* its credits */
    wire_new(&rig.b.unit, &rig.a.unit, &(struct wire_shape){2500, 3500, 1});
    ck_assert_uint_eq(rig.a.unit.delay, 3500);
    ck_assert_uint_eq(rig.b.unit.delay, 2500);
    ck_assert_uint_eq(rig.c.unit.delay, untouched);
    rig.engine->options.window = 1000;
    engine_start(rig.engine);
    ck_assert_uint_eq(rig.a.unit.delay, 1000);
    ck_assert_uint_eq(rig.c.unit.delay, 1000);
    rig_finish(&rig);
}
END_TEST

START_TEST(only_a_sender_that_waits_is_woken)
{
    struct rig rig;
    sim_time when;
    rig_init(&rig, 2);
    engine_start(rig.engine);
    send(rig.wire, 0);
    send(rig.wire, 0);
    take(rig.wire, 5000);
    ck_assert_uint_eq(rig.a.unit.deadline, UINT64_MAX);
    ck_assert(!wire_has_credit(rig.wire, 0, &when));
    take(rig.wire, 6000);
    /* Its event is at 9,000, and it may run 4,000 later. */
    ck_assert_uint_eq(rig.a.unit.deadline, deadlines_bucket(&rig.engine->deadlines, 13000));
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_QUIET);
    ck_assert_uint_eq(rig.a.calls, 1);
    ck_assert_uint_gt(rig.a.until, 9000 - rig.engine->deadlines.width.value);
    ck_assert_uint_le(rig.a.until, 13000);
    ck_assert_uint_eq(rig.b.unit.inbox.count, 0);
    ck_assert_uint_eq(rig.c.calls, 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(sending_without_a_credit_is_a_bug)
{
    struct rig rig;
    rig_init(&rig, 1);
    engine_start(rig.engine);
    send(rig.wire, 0);
    send(rig.wire, 0);
}
END_TEST

START_TEST(returning_a_credit_twice_is_a_bug)
{
    struct rig rig;
    rig_init(&rig, 1);
    engine_start(rig.engine);
    send(rig.wire, 0);
    take(rig.wire, 5000);
    wire_return_credit(rig.wire, 5000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wire");
    TCase *tcase = tcase_create("wire");
    tcase_add_test(tcase, messages_are_stamped);
    tcase_add_test(tcase, credits_come_back_when_their_time_has_come);
    tcase_add_test(tcase, the_ring_of_credits_goes_round);
    tcase_add_test(tcase, delays_follow_from_wires);
    tcase_add_test(tcase, only_a_sender_that_waits_is_woken);
    tcase_add_test_raise_signal(tcase, sending_without_a_credit_is_a_bug, SIGABRT);
    tcase_add_test_raise_signal(tcase, returning_a_credit_twice_is_a_bug, SIGABRT);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
