/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM for the dispatcher's tests: it only counts, finishes blocks after pseudo-random times,
 * writes down what comes, and sends words and samples when a test says so. */
#ifndef SIMGPU_TESTS_MODELS_DISPATCH_DISPATCHER_SM_H
#define SIMGPU_TESTS_MODELS_DISPATCH_DISPATCHER_SM_H

#include "models/core/message_dispatch.h"
#include "models/dispatch/dispatcher.h"
#include "tests/rigs/fermi_limits.h"
#include "workloads/launch.h"
#include <check.h>

struct running {
    sim_time end;
    uint64_t block;
    uint32_t launch, threads;
};

/* What an SM is to send at a time: a word or a sample. */
struct scripted {
    sim_time time;
    uint32_t sm;
    struct message message;
};

struct counting_sm {
    struct unit unit;
    struct wire *to_dispatcher;
    GArray *running; /* struct running */
    GString *log;    /* one line an event */
    uint32_t index;
    unsigned most, ended; /* blocks at once, KERNEL_ENDs */
    uint32_t threads;     /* of the blocks that run */
    uint64_t seen;        /* launches that had a block here, as bits */
    sim_time shortest, spread, credit_after;
    uint32_t ahead;     /* blocks that may be there beyond its room */
    bool stuck;         /* never finishes a block */
    bool names_kernels; /* in the log */
    const struct scripted *script, *script_end;
};

/* The next one that is this SM's; script_end: none. */
static const struct scripted *next_scripted(const struct counting_sm *sm)
{
    const struct scripted *next = sm->script;
    while (next < sm->script_end && next->sm != sm->index)
        next++;
    return next;
}

static sim_time run_time(const struct counting_sm *sm, uint64_t block)
{
    uint64_t hash = (block + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ sm->index * 2654435761u;
    hash ^= hash >> 29;
    return sm->shortest + (sm->spread ? hash % sm->spread : 0);
}

static void log_word(struct counting_sm *sm, const struct message *message)
{
    ck_assert_int_eq(message->kind, MESSAGE_POLICY_WORD);
    g_string_append_printf(sm->log, "%u:%" G_GUINT64_FORMAT " of %u@%" G_GUINT64_FORMAT " ",
                           message_word_topic(message), message_word_value(message),
                           message_word_from(message), message->arrival);
}

static void counting_sm_take(struct counting_sm *sm)
{
    const struct message *message = inbox_peek(&sm->unit.inbox);
    sim_time now = message->arrival;
    if (sm->names_kernels && message->kind != MESSAGE_POLICY_WORD)
        g_string_append_printf(sm->log, "%u", message->launch);
    if (message->kind == MESSAGE_BLOCK_START) {
        g_string_append_printf(sm->log, "#%" G_GUINT64_FORMAT "@%" G_GUINT64_FORMAT " ",
                               message_block_index(message), now);
        struct running running = {now + run_time(sm, message_block_index(message)),
                                  message_block_index(message), message->launch,
                                  message_launch(message)->block[0]};
        ck_assert_uint_eq(message->requester, sm->index);
        ck_assert_uint_eq(message_launch(message)->id, message->launch);
        ck_assert_uint_lt(message->launch, 64);
        ck_assert_uint_eq(message_block_is_first(message), !(sm->seen >> message->launch & 1));
        sm->seen |= UINT64_C(1) << message->launch;
        g_array_append_val(sm->running, running);
        sm->most = MAX(sm->most, sm->running->len);
        sm->threads += running.threads;
        ck_assert_uint_le(sm->threads, fermi.max_threads + sm->ahead * running.threads);
    } else if (message->kind != MESSAGE_KERNEL_END) {
        log_word(sm, message);
    } else {
        for (guint i = 0; i < sm->running->len; i++)
            ck_assert_uint_ne(g_array_index(sm->running, struct running, i).launch,
                              message->launch);
        g_string_append_printf(sm->log, "end@%" G_GUINT64_FORMAT " ", now);
        sm->ended++;
    }
    wire_return_credit(sm->unit.incoming[message->port], now + sm->credit_after);
    inbox_drop(&sm->unit.inbox);
}

/* Index of the block that ends first; len if there is none that does. */
static guint first_to_end(const struct counting_sm *sm)
{
    guint first = sm->running->len;
    sim_time end = SIM_TIME_NEVER;
    for (guint i = 0; i < sm->running->len && !sm->stuck; i++) {
        const struct running *r = &g_array_index(sm->running, struct running, i);
        if (r->end < end) {
            end = r->end;
            first = i;
        }
    }
    return first;
}

static void send_scripted(struct counting_sm *sm, const struct scripted *what)
{
    sim_time ignored;
    struct message message = what->message;
    message.requester = (uint16_t)sm->index;
    ck_assert(wire_has_credit(sm->to_dispatcher, what->time, &ignored));
    wire_send(sm->to_dispatcher, what->time, &message);
    sm->script = what + 1;
}

static sim_time counting_sm_advance(struct unit *unit, sim_time until)
{
    struct counting_sm *sm = (struct counting_sm *)unit;
    for (;;) {
        const struct scripted *scripted = next_scripted(sm);
        sim_time told = scripted < sm->script_end ? scripted->time : SIM_TIME_NEVER;
        guint first = first_to_end(sm);
        sim_time end = SIM_TIME_NEVER, when, ignored;
        if (first < sm->running->len) {
            end = g_array_index(sm->running, struct running, first).end;
            if (!wire_has_credit(sm->to_dispatcher, end, &when))
                end = when; /* later than blocks that end meanwhile: the oldest goes first */
        }
        if (MIN(told, MIN(end, unit->inbox.head)) >= until)
            return MIN(told, MIN(end, unit->inbox.head));
        if (told <= MIN(end, unit->inbox.head)) {
            send_scripted(sm, scripted);
            continue;
        }
        if (unit->inbox.head <= end) {
            counting_sm_take(sm);
            continue;
        }
        const struct running *over = &g_array_index(sm->running, struct running, first);
        /* The block's number stands for its instructions. */
        const struct message done =
            message_block_done(&(struct block_done){.sm = (uint16_t)sm->index,
                                                    .launch = over->launch,
                                                    .instructions = over->block + 1,
                                                    .block = over->block});
        sm->threads -= over->threads;
        ck_assert(wire_has_credit(sm->to_dispatcher, end, &ignored));
        wire_send(sm->to_dispatcher, end, &done);
        g_array_remove_index(sm->running, first);
    }
}

static void fake_describe(struct unit *unit, GString *text)
{
    (void)unit;
    (void)text;
}

static const struct unit_ops counting_sm_ops = {
    .model = "sm", .advance = counting_sm_advance, .describe_waits = fake_describe};

#endif
