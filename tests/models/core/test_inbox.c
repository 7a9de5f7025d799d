/* SPDX-License-Identifier: BSD-3-Clause */
/* The inbox gives messages in the order (arrival, source, sequence), however they were put in. */
#include "models/core/inbox.h"
#include <check.h>
#include <glib.h>
#include <stdlib.h>

enum { SLOT = 1 << INBOX_SLOT_SHIFT, REACH = INBOX_SLOTS * SLOT };

static void insert(struct inbox *inbox, sim_time arrival, uint32_t source, uint32_t sequence)
{
    inbox_insert(inbox,
                 &(struct message){.arrival = arrival, .source = source, .sequence = sequence});
}

static void check_next(struct inbox *inbox, sim_time arrival, uint32_t source, uint32_t sequence)
{
    ck_assert_uint_eq(inbox->head, arrival);
    const struct message *message = inbox_peek(inbox);
    ck_assert_uint_eq(message->arrival, arrival);
    ck_assert_uint_eq(message->source, source);
    ck_assert_uint_eq(message->sequence, sequence);
    inbox_drop(inbox);
}

START_TEST(empty)
{
    struct inbox inbox;
    inbox_init(&inbox);
    ck_assert_uint_eq(inbox.head, SIM_TIME_NEVER);
    ck_assert_uint_eq(inbox.count, 0);
    insert(&inbox, 5, 0, 0);
    ck_assert_uint_eq(inbox.count, 1);
    check_next(&inbox, 5, 0, 0);
    ck_assert_uint_eq(inbox.head, SIM_TIME_NEVER);
    inbox_finish(&inbox);
}
END_TEST

START_TEST(equal_times_go_by_source_then_sequence)
{
    struct inbox inbox;
    inbox_init(&inbox);
    insert(&inbox, 100, 2, 0);
    insert(&inbox, 100, 1, 8);
    insert(&inbox, 99, 3, 5);
    insert(&inbox, 100, 1, 7);
    insert(&inbox, 100, 0, 9);
    check_next(&inbox, 99, 3, 5);
    check_next(&inbox, 100, 0, 9);
    check_next(&inbox, 100, 1, 7);
    check_next(&inbox, 100, 1, 8);
    check_next(&inbox, 100, 2, 0);
    inbox_finish(&inbox);
}
END_TEST

START_TEST(messages_beyond_the_calendar_wait_their_turn)
{
    struct inbox inbox;
    inbox_init(&inbox);
    insert(&inbox, 3 * REACH, 0, 2);
    insert(&inbox, REACH, 0, 1); /* the first one out of reach */
    ck_assert_uint_eq(inbox.late->in_slots, 0);
    insert(&inbox, REACH - 1, 0, 0); /* the last one in it */
    ck_assert_uint_eq(inbox.late->in_slots, 1);
    check_next(&inbox, REACH - 1, 0, 0);
    ck_assert_uint_eq(inbox.head, REACH);
    inbox_raise_floor(&inbox, SLOT);
    ck_assert_uint_eq(inbox.late->in_slots, 1); /* now within reach */
    insert(&inbox, SLOT, 0, 3);
    check_next(&inbox, SLOT, 0, 3);
    check_next(&inbox, REACH, 0, 1);
    check_next(&inbox, 3 * REACH, 0, 2); /* straight from the list */
    inbox_finish(&inbox);
}
END_TEST

START_TEST(the_calendar_goes_round)
{
    struct inbox inbox;
    inbox_init(&inbox);
    sim_time now = 0;
    for (uint32_t i = 0; i < 5000; i++) {
        insert(&inbox, now + REACH - SLOT, 1, 2 * i);
        insert(&inbox, now + 700, 0, 2 * i + 1);
        check_next(&inbox, now + 700, 0, 2 * i + 1);
        check_next(&inbox, now + REACH - SLOT, 1, 2 * i);
        now += 31 * SLOT + 17;
        inbox_raise_floor(&inbox, now);
    }
    ck_assert_uint_le(inbox.late->capacity, 16); /* entries are used again */
    inbox_finish(&inbox);
}
END_TEST

static gint compare(gconstpointer a, gconstpointer b)
{
    const struct message *x = a, *y = b;
    if (x->arrival != y->arrival)
        return x->arrival < y->arrival ? -1 : 1;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x->sequence < y->sequence ? -1 : 1;
}

static uint64_t random_from(uint64_t *state)
{
    *state ^= *state << 13; /* xorshift64, Marsaglia 2003 */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* On one of the wires, in its order; or on none. Sources run against the wires' numbers. */
static struct message random_message(struct inbox *inbox, uint64_t *state, sim_time now,
                                     uint32_t sequence, sim_time last[INBOX_MOST_RINGS])
{
    uint64_t r = random_from(state);
    sim_time ahead = r % 8 ? r >> 20 & 0xfff : r % (2 * REACH);
    uint32_t way = r >> 40 & 7;
    struct message message = {.arrival = now + ahead, .source = 7 - way, .sequence = sequence};
    if (way >= inbox->n_rings) {
        inbox_insert(inbox, &message);
        return message;
    }
    message.port = (uint16_t)way;
    message.arrival = MAX(last[way], now + (r >> 20 & 0xff));
    last[way] = message.arrival;
    inbox_insert_from_wire(inbox, &message);
    return message;
}

/* Against a sorted array: bursts of messages up to two reaches ahead, taken in windows; with as
 * many rings as the loop says, and the calendar. */
START_TEST(like_a_sorted_array)
{
    struct inbox inbox;
    inbox_init(&inbox);
    inbox_use_rings(&inbox, (uint32_t)_i);
    g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(struct message));
    uint64_t state = 88172645463325252u;
    sim_time now = 0, last[INBOX_MOST_RINGS] = {0};
    for (uint32_t round = 0; round < 300; round++) {
        for (uint32_t i = 0; i < 40; i++) {
            struct message message = random_message(&inbox, &state, now, round * 40 + i, last);
            g_array_append_val(sorted, message);
        }
        g_array_sort(sorted, compare);
        now += 3000;
        guint taken = 0;
        for (; inbox.head < now; taken++) {
            const struct message *expected = &g_array_index(sorted, struct message, taken);
            check_next(&inbox, expected->arrival, expected->source, expected->sequence);
        }
        g_array_remove_range(sorted, 0, taken);
        ck_assert_uint_eq(inbox.count, sorted->len);
        if (sorted->len > 0)
            ck_assert_uint_eq(inbox.head, g_array_index(sorted, struct message, 0).arrival);
        inbox_raise_floor(&inbox, now);
    }
    inbox_finish(&inbox);
}
END_TEST

static void send_at(struct inbox *inbox, uint16_t wire, sim_time arrival)
{
    inbox_insert_from_wire(inbox, &(struct message){.arrival = arrival, .port = wire});
}

START_TEST(what_is_held_hides_what_is_behind_it)
{
    struct inbox inbox;
    inbox_init(&inbox);
    inbox_use_rings(&inbox, 2);
    send_at(&inbox, 0, 100);
    send_at(&inbox, 0, 150);
    send_at(&inbox, 1, 200);
    ck_assert(!inbox_holds(&inbox, 0));
    inbox_hold(&inbox);
    ck_assert(inbox_holds(&inbox, 0));
    ck_assert_uint_eq(inbox.head, 200);
    send_at(&inbox, 0, 190);
    ck_assert_uint_eq(inbox.head, 200);
    inbox_hold(&inbox);
    ck_assert_uint_eq(inbox.head, SIM_TIME_NEVER);
    ck_assert(inbox_drop_held(&inbox, 0, 150)); /* that of 150 is there, too */
    ck_assert(inbox_holds(&inbox, 0));
    ck_assert(!inbox_drop_held(&inbox, 0, 189)); /* that of 190 is not */
    ck_assert_uint_eq(inbox.head, 190);
    ck_assert(!inbox_drop_held(&inbox, 1, 1000)); /* there is none behind it */
    ck_assert(!inbox_holds(&inbox, 1));
    send_at(&inbox, 1, 180);
    ck_assert_uint_eq(inbox.head, 180);
    ck_assert_uint_eq(inbox.count, 2);
    inbox_finish(&inbox);
}
END_TEST

/* ---- queues ---------------------------------------------------------------------------------- */

enum { QUEUES = 7, SENT = 400 };

/* What a queue's messages are, and how far the unit has come with them. */
struct expected_queue {
    sim_time arrivals[SENT];
    uint32_t sent, done;
    bool busy; /* the unit knows of the first one */
};

static void send_on(struct inbox *inbox, struct expected_queue *queue, uint16_t wire, sim_time now,
                    uint64_t random)
{
    sim_time arrival = now + (random % 4 ? random >> 20 & 0x3ff : random >> 20 & 0xffff);
    arrival = queue->sent ? MAX(arrival, queue->arrivals[queue->sent - 1]) : arrival;
    queue->arrivals[queue->sent] = arrival;
    inbox_insert_from_wire(
        inbox, &(struct message){.arrival = arrival, .port = wire, .sequence = queue->sent++});
}

/* What was put into an empty queue is marked until it arrives, and the head is the first of these.
 */
static void take_marked(struct inbox *inbox, struct expected_queue *queues, sim_time now)
{
    sim_time first = SIM_TIME_NEVER;
    for (uint32_t i = 0; i < QUEUES; i++)
        if (!queues[i].busy && queues[i].done < queues[i].sent)
            first = MIN(first, queues[i].arrivals[queues[i].done]);
    ck_assert_uint_eq(inbox->head, first);
    inbox_forget_head(inbox);
    for (uint64_t left = inbox_take_fresh(inbox, 0); left; left &= left - 1) {
        const uint32_t wire = (uint32_t)__builtin_ctzll(left);
        ck_assert(!queues[wire].busy && queues[wire].done < queues[wire].sent);
        const sim_time arrival = queues[wire].arrivals[queues[wire].done];
        if (arrival <= now)
            queues[wire].busy = true;
        else
            inbox_mark_fresh(inbox, wire, arrival);
    }
    for (uint32_t i = 0; i < QUEUES; i++) {
        const struct expected_queue *queue = &queues[i];
        ck_assert(queue->busy || queue->done == queue->sent || queue->arrivals[queue->done] > now);
    }
}

static void take_first(struct inbox *inbox, struct expected_queue *queue, uint32_t wire)
{
    const struct message *first = ring_first(inbox_queue(inbox, wire), sizeof *first);
    ck_assert_uint_eq(first->sequence, queue->done);
    ck_assert_uint_eq(first->arrival, queue->arrivals[queue->done]);
    queue->done++;
    queue->busy = queue->done < queue->sent;
    inbox_drop_from_queue(inbox, wire);
    ck_assert_int_eq(inbox_queue(inbox, wire)->count > 0, queue->busy);
}

START_TEST(queues_mark_what_finds_them_empty)
{
    struct inbox inbox;
    struct expected_queue queues[QUEUES] = {0};
    uint64_t state = 88172645463325252u;
    inbox_init(&inbox);
    inbox_use_queues(&inbox, QUEUES);
    for (sim_time now = 0; queues[0].done < SENT; now += 200) {
        for (uint16_t i = 0; i < QUEUES; i++)
            if (queues[i].sent < SENT && random_from(&state) % 4 == 0)
                send_on(&inbox, &queues[i], i, now, random_from(&state));
        take_marked(&inbox, queues, now);
        for (uint32_t i = 0; i < QUEUES; i++)
            if (queues[i].busy && random_from(&state) % 3 == 0)
                take_first(&inbox, &queues[i], i);
        inbox_raise_floor(&inbox, now);
    }
    inbox_finish(&inbox);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inbox");
    TCase *tcase = tcase_create("inbox");
    tcase_add_test(tcase, empty);
    tcase_add_test(tcase, equal_times_go_by_source_then_sequence);
    tcase_add_test(tcase, messages_beyond_the_calendar_wait_their_turn);
    tcase_add_test(tcase, the_calendar_goes_round);
    tcase_add_test(tcase, queues_mark_what_finds_them_empty);
    tcase_add_test(tcase, what_is_held_hides_what_is_behind_it);
    tcase_add_loop_test(tcase, like_a_sorted_array, 0, INBOX_MOST_RINGS + 1);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
