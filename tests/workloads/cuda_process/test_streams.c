/* SPDX-License-Identifier: BSD-3-Clause */
/* Streams and events as "this command comes after those", with CUDA's legacy default stream.
 *
 * Source: CUDA C++ Programming Guide, "Streams", "Default Stream", "Events"; CUDA Runtime API,
 *   "Stream synchronization behavior" (k_1 in s, k_2 in the default stream, k_3 in s). */
#include "workloads/cuda_process/streams.h"
#include <check.h>
#include <stdlib.h>

static void expect_ids(const uint64_t *ids, unsigned n, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " ", ids[i]);
    ck_assert_str_eq(text->str, expected);
}

static void append(struct streams *streams, uint32_t stream, uint64_t id, const char *after)
{
    unsigned n;
    const uint64_t *ids = streams_append(streams, stream, id, &n);
    expect_ids(ids, n, after);
}

static void expect_last(struct streams *streams, uint32_t stream, const char *expected)
{
    unsigned n;
    const uint64_t *ids = streams_last(streams, stream, &n);
    expect_ids(ids, n, expected);
}

static void expect_all(struct streams *streams, const char *expected)
{
    unsigned n;
    const uint64_t *ids = streams_all(streams, &n);
    expect_ids(ids, n, expected);
}

START_TEST(a_stream_is_in_order)
{
    struct streams streams;
    streams_init(&streams, 1);
    uint32_t s = streams_create(&streams, 0, false);
    append(&streams, s, 1, "");
    append(&streams, s, 2, "1 ");
    append(&streams, s, 5, "2 ");
    expect_last(&streams, s, "5 ");
    ck_assert(!streams_idle(&streams, s));
    streams_ended(&streams, 1, 10);
    append(&streams, s, 6, "5 ");
    streams_ended(&streams, 2, 20);
    streams_ended(&streams, 5, 30);
    streams_ended(&streams, 6, 40);
    ck_assert(streams_idle(&streams, s));
    expect_last(&streams, s, "");
    append(&streams, s, 7, "");
    streams_finish(&streams);
}
END_TEST

/* So a program may make streams for ever. */
START_TEST(a_number_is_used_again_when_all_has_ended)
{
    struct streams streams;
    streams_init(&streams, 1);
    const uint32_t s = streams_create(&streams, 0, true), t = streams_create(&streams, 0, true);
    append(&streams, s, 1, "");
    append(&streams, s, 2, "1 ");
    ck_assert(streams_destroy(&streams, s));
    ck_assert_uint_eq(streams_create(&streams, 0, false), 3);
    streams_ended(&streams, 1, 10);
    ck_assert_uint_eq(streams_create(&streams, 0, false), 4);
    streams_ended(&streams, 2, 20);
    ck_assert(!streams_known(&streams, s));
    ck_assert_uint_eq(streams_create(&streams, 0, false), s);
    ck_assert(streams_destroy(&streams, t));
    for (int i = 0; i < 1000; i++) {
        ck_assert_uint_eq(streams_create(&streams, 0, false), t);
        append(&streams, t, 5, "");
        streams_ended(&streams, 5, 30);
        ck_assert(streams_destroy(&streams, t));
        ck_assert(!streams_destroy(&streams, t));
    }
    append(&streams, s, 6, "");
    append(&streams, STREAM_DEFAULT, 7, "6 ");
    streams_finish(&streams);
}
END_TEST

START_TEST(streams_overlap)
{
    struct streams streams;
    streams_init(&streams, 1);
    uint32_t s = streams_create(&streams, 0, false), t = streams_create(&streams, 0, true);
    ck_assert_uint_eq(s, 1);
    ck_assert_uint_eq(t, 2);
    append(&streams, s, 1, "");
    append(&streams, t, 2, "");
    append(&streams, s, 3, "1 ");
    append(&streams, t, 4, "2 ");
    expect_all(&streams, "3 4 ");
    streams_ended(&streams, 2, 0);
    streams_ended(&streams, 4, 0);
    ck_assert(streams_idle(&streams, t));
    ck_assert(!streams_idle(&streams, s));
    expect_all(&streams, "3 ");
    streams_finish(&streams);
}
END_TEST

/* The default stream comes after all blocking streams, and they after it. */
START_TEST(the_default_stream_joins_them)
{
    struct streams streams;
    streams_init(&streams, 1);
    uint32_t s = streams_create(&streams, 0, false), t = streams_create(&streams, 0, false);
    append(&streams, s, 1, "");
    append(&streams, t, 2, "");
    append(&streams, STREAM_DEFAULT, 3, "1 2 ");
    append(&streams, s, 4, "1 3 ");
    append(&streams, STREAM_DEFAULT, 5, "3 4 2 ");
    append(&streams, t, 6, "2 5 ");
    /* 1 to 5 have ended: only what is under way counts. */
    for (uint64_t id = 1; id <= 5; id++)
        streams_ended(&streams, id, id);
    append(&streams, STREAM_DEFAULT, 7, "6 ");
    append(&streams, s, 8, "7 ");
    streams_finish(&streams);
}
END_TEST

START_TEST(non_blocking_streams_stay_out_of_it)
{
    struct streams streams;
    streams_init(&streams, 1);
    uint32_t s = streams_create(&streams, 0, true);
    append(&streams, s, 1, "");
    append(&streams, STREAM_DEFAULT, 2, "");
    append(&streams, s, 3, "1 ");
    append(&streams, STREAM_DEFAULT, 4, "2 ");
    expect_all(&streams, "4 3 ");
    streams_finish(&streams);
}
END_TEST

/* A destroyed stream is unknown, but what is in it runs on, and the default stream waits for it. */
START_TEST(destroyed_streams_run_on)
{
    struct streams streams;
    streams_init(&streams, 1);
    uint32_t s = streams_create(&streams, 0, false);
    ck_assert(streams_known(&streams, s));
    ck_assert(!streams_known(&streams, s + 1));
    append(&streams, s, 1, "");
    ck_assert(streams_destroy(&streams, s));
    ck_assert(!streams_known(&streams, s));
    ck_assert(!streams_destroy(&streams, s));
    ck_assert(!streams_destroy(&streams, STREAM_DEFAULT));
    ck_assert(!streams_destroy(&streams, 77));
    expect_all(&streams, "1 ");
    append(&streams, STREAM_DEFAULT, 2, "1 ");
    ck_assert_uint_ne(streams_create(&streams, 0, false), s);
    streams_finish(&streams);
}
END_TEST

START_TEST(events_stand_for_commands)
{
    struct streams streams;
    uint64_t time = 99;
    streams_init(&streams, 1);
    uint32_t e = streams_event_create(&streams, 0);
    ck_assert_uint_eq(e, 1);
    ck_assert(streams_event_known(&streams, e));
    ck_assert(!streams_event_known(&streams, 0));
    ck_assert(!streams_event_known(&streams, 2));
    /* Never recorded: it has happened, and nobody waits for it. */
    ck_assert(streams_event_happened(&streams, e, &time));
    ck_assert_uint_eq(time, 0);
    ck_assert_uint_eq(streams_event_command(&streams, e), 0);
    append(&streams, STREAM_DEFAULT, 1, "");
    append(&streams, STREAM_DEFAULT, 2, "1 ");
    streams_event_record(&streams, e, 2);
    ck_assert_uint_eq(streams_event_command(&streams, e), 2);
    streams_ended(&streams, 1, 500);
    ck_assert(!streams_event_happened(&streams, e, &time));
    streams_ended(&streams, 2, 700);
    ck_assert(streams_event_happened(&streams, e, &time));
    ck_assert_uint_eq(time, 700);
    streams_finish(&streams);
}
END_TEST

/* Recorded again, an event forgets what it stood for, also if that has not ended. */
START_TEST(events_are_recorded_again)
{
    struct streams streams;
    uint64_t time;
    streams_init(&streams, 1);
    uint32_t e = streams_event_create(&streams, 0), f = streams_event_create(&streams, 0);
    append(&streams, STREAM_DEFAULT, 1, "");
    streams_event_record(&streams, e, 1);
    streams_event_record(&streams, f, 1);
    append(&streams, STREAM_DEFAULT, 2, "1 ");
    streams_event_record(&streams, e, 2);
    streams_ended(&streams, 1, 10);
    ck_assert(!streams_event_happened(&streams, e, &time));
    ck_assert(streams_event_happened(&streams, f, &time));
    ck_assert_uint_eq(time, 10);
    streams_ended(&streams, 2, 30);
    ck_assert(streams_event_happened(&streams, e, &time));
    ck_assert_uint_eq(time, 30);
    ck_assert(streams_event_happened(&streams, f, &time));
    ck_assert_uint_eq(time, 10);
    ck_assert(streams_event_destroy(&streams, e));
    ck_assert(!streams_event_destroy(&streams, e));
    ck_assert(!streams_event_known(&streams, e));
    ck_assert(streams_event_known(&streams, f));
    streams_finish(&streams);
}
END_TEST

/* A program may make and destroy events for ever: their numbers come again, as new ones. */
START_TEST(numbers_of_events_come_again)
{
    struct streams streams;
    uint64_t time;
    streams_init(&streams, 1);
    uint32_t e = streams_event_create(&streams, 0), f = streams_event_create(&streams, 0);
    append(&streams, STREAM_DEFAULT, 1, "");
    streams_event_record(&streams, e, 1);
    ck_assert(streams_event_destroy(&streams, e));
    ck_assert_uint_eq(streams_event_create(&streams, 0), e);
    streams_ended(&streams, 1, 10);
    ck_assert_uint_eq(streams_event_command(&streams, e), 0);
    ck_assert(streams_event_happened(&streams, e, &time));
    ck_assert_uint_eq(time, 0);
    ck_assert_uint_ne(streams_event_create(&streams, 0), f);
    streams_finish(&streams);
}
END_TEST

/* Ends of commands that belong to no stream are none of its business. */
START_TEST(unknown_ends_are_ignored)
{
    struct streams streams;
    streams_init(&streams, 1);
    append(&streams, STREAM_DEFAULT, 3, "");
    streams_ended(&streams, 1, 5);
    ck_assert(!streams_idle(&streams, STREAM_DEFAULT));
    streams_ended(&streams, 3, 6);
    streams_ended(&streams, 3, 7);
    ck_assert(streams_idle(&streams, STREAM_DEFAULT));
    expect_all(&streams, "");
    streams_finish(&streams);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("streams");
    TCase *tcase = tcase_create("streams");
    tcase_add_test(tcase, a_stream_is_in_order);
    tcase_add_test(tcase, a_number_is_used_again_when_all_has_ended);
    tcase_add_test(tcase, streams_overlap);
    tcase_add_test(tcase, the_default_stream_joins_them);
    tcase_add_test(tcase, non_blocking_streams_stay_out_of_it);
    tcase_add_test(tcase, destroyed_streams_run_on);
    tcase_add_test(tcase, events_stand_for_commands);
    tcase_add_test(tcase, events_are_recorded_again);
    tcase_add_test(tcase, numbers_of_events_come_again);
    tcase_add_test(tcase, unknown_ends_are_ignored);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
