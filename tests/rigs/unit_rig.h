/* SPDX-License-Identifier: BSD-3-Clause */
/* A probe: a unit for tests that sends what a script says and writes down what it receives.
 *
 * Script lines are sent in order, each at its time or, without a credit then, as soon as one comes.
 * What arrives is noted, and its slot returned `hold` ps later, but not before `hold_until`.
 */
#ifndef SIMGPU_TESTS_RIGS_UNIT_RIG_H
#define SIMGPU_TESTS_RIGS_UNIT_RIG_H

#include <check.h>

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/core/message_memory.h"

struct probe_line {
    sim_time time;
    struct wire *wire;
    struct message message;
};

struct probe {
    struct unit unit;
    GArray *script;   /* struct probe_line */
    GArray *received; /* struct message */
    GArray *sent;     /* sim_time */
    guint next;
    sim_time now, hold, hold_until;
};

static inline void probe_take(struct probe *probe)
{
    struct message message = *inbox_peek(&probe->unit.inbox);
    inbox_drop(&probe->unit.inbox);
    wire_return_credit(probe->unit.incoming[message.port],
                       MAX(message.arrival + probe->hold, probe->hold_until));
    g_array_append_val(probe->received, message);
}

static inline sim_time probe_advance(struct unit *unit, sim_time until)
{
    struct probe *probe = (struct probe *)unit;
    for (;;) {
        sim_time send = SIM_TIME_NEVER;
        struct probe_line *line = NULL;
        if (probe->next < probe->script->len) {
            line = &g_array_index(probe->script, struct probe_line, probe->next);
            send = MAX(line->time, probe->now);
            sim_time when;
            if (send < until && !wire_has_credit(line->wire, send, &when))
                send = when;
        }
        sim_time next = MIN(send, unit->inbox.head);
        if (next >= until)
            return next;
        if (unit->inbox.head == next) {
            probe_take(probe);
            continue;
        }
        probe->now = send;
        sim_time when;
        ck_assert(wire_has_credit(line->wire, send, &when));
        wire_send(line->wire, send, &line->message);
        g_array_append_val(probe->sent, send);
        probe->next++;
    }
}

static inline void probe_describe_waits(struct unit *unit, GString *text)
{
    (void)unit;
    (void)text;
}

static const struct unit_ops probe_ops = {
    .model = "probe", .advance = probe_advance, .describe_waits = probe_describe_waits};

static inline void probe_init(struct probe *probe, struct engine *engine, const char *name)
{
    *probe = (struct probe){0};
    probe->script = g_array_new(FALSE, FALSE, sizeof(struct probe_line));
    probe->received = g_array_new(FALSE, FALSE, sizeof(struct message));
    probe->sent = g_array_new(FALSE, FALSE, sizeof(sim_time));
    unit_init(&probe->unit, &probe_ops, engine, name, "host");
}

/* Gives received payloads back. */
static inline void probe_finish(struct probe *probe)
{
    for (guint i = 0; i < probe->received->len; i++) {
        struct message *message = &g_array_index(probe->received, struct message, i);
        if (message_has_payload(message))
            payload_give_back(&probe->unit.engine->payloads, message->payload);
    }
    for (guint i = probe->next; i < probe->script->len; i++)
        payload_give_back(&probe->unit.engine->payloads,
                          g_array_index(probe->script, struct probe_line, i).message.payload);
    g_array_free(probe->script, TRUE);
    g_array_free(probe->received, TRUE);
    g_array_free(probe->sent, TRUE);
    unit_finish(&probe->unit);
}

static inline void probe_send(struct probe *probe, sim_time time, struct wire *wire,
                              struct message message)
{
    struct probe_line line = {time, wire, message};
    g_array_append_val(probe->script, line);
}

/* Starts a unit whose script is complete; once, after engine_start. */
static inline void probe_start(struct probe *probe)
{
    if (probe->script->len > 0)
        engine_wake(probe->unit.engine, &probe->unit,
                    g_array_index(probe->script, struct probe_line, 0).time);
}

static inline const struct message *probe_received(const struct probe *probe, guint i)
{
    ck_assert_uint_lt(i, probe->received->len);
    return &g_array_index(probe->received, struct message, i);
}

static inline guint64 probe_hash_values(const struct message *m)
{
    guint64 hash = 0;
    if (!message_has_payload(m) || !m->payload)
        return hash;
    if (m->kind == MESSAGE_ATOMIC_REPLY)
        for (unsigned i = 0; i < m->payload->n_lanes; i++)
            hash = hash * 31 + m->payload->lanes[i].a;
    else
        for (unsigned i = 0; i < LINE_BYTES; i++)
            hash = hash * 31 + m->payload->bytes[i];
    return hash;
}

/* Everything a probe saw, as text: what must not depend on the window. */
static inline void probe_write(const struct probe *probe, GString *text)
{
    for (guint i = 0; i < probe->received->len; i++) {
        const struct message *m = probe_received(probe, i);
        guint64 hash = probe_hash_values(m);
        g_string_append_printf(text,
                               "%s %" G_GUINT64_FORMAT " kind %u 0x%" G_GINT64_MODIFIER
                               "x tag %u bytes %u values %" G_GINT64_MODIFIER "x\n",
                               probe->unit.name, m->arrival, m->kind, message_address(m),
                               message_transaction_of(m), m->bytes, hash);
    }
    for (guint i = 0; i < probe->sent->len; i++)
        g_string_append_printf(text, "%s sent %" G_GUINT64_FORMAT "\n", probe->unit.name,
                               g_array_index(probe->sent, sim_time, i));
}

static inline void counters_write(const struct counter *table, const void *counters, GString *text)
{
    for (const struct counter *row = table; row->name; row++)
        g_string_append_printf(text, "%s %" G_GUINT64_FORMAT "\n", row->name,
                               counter_value(row, counters));
}

/* Fails with the first line that differs. */
static inline void check_same_text(const char *text, const char *expected)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1),
                  expected_lines = g_strsplit(expected, "\n", -1);
    for (guint i = 0; expected_lines[i]; i++)
        ck_assert_str_eq(lines[i] ? lines[i] : "nothing more", expected_lines[i]);
    ck_assert_uint_eq(g_strv_length(lines), g_strv_length(expected_lines));
}

/* Runs the scenario with unlimited, 3-cycle and 1-cycle windows and compares what it writes. */
static inline void check_windows(void (*scenario)(sim_time window, GString *text), sim_time cycle)
{
    g_autoptr(GString) expected = g_string_new(NULL);
    scenario(SIM_TIME_NEVER, expected);
    ck_assert_uint_gt(expected->len, 0);
    const sim_time windows[] = {64 * cycle, 3 * cycle, cycle, cycle / 3};
    for (size_t i = 0; i < G_N_ELEMENTS(windows); i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        scenario(windows[i], text);
        check_same_text(text->str, expected->str);
    }
}

static inline int run_suite(const char *name, const TTest *const *tests, size_t n)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < n; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

#endif
