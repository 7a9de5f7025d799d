/* SPDX-License-Identifier: BSD-3-Clause */
/* The crossbar that queues at its inputs: messages of several packets; all times by hand.
 *
 * The clock is 1 GHz, so that cycle k is at k ns; wires take 10 cycles. Replies, so a message goes
 * to the output of its requester. */
#include "models/core/message_memory.h"
#include "models/icnt/switch.h"
#include "tests/rigs/unit_rig.h"

enum { NS = 1000, SOURCES = 3, SINKS = 2 };

struct rig {
    struct engine *engine;
    struct crossbar_config config;
    struct address_map map;
    struct crossbar_switch crossbar;
    struct probe source[SOURCES], sink[SINKS];
    struct wire *in[SOURCES];
};

/* Of requests: each other piece of two lines lies in sink 1. Of replies: to the requester. */
static void rig_init_of(struct rig *rig, uint32_t packet_data, bool requests)
{
    const struct wire_shape shape = {10 * NS, 10 * NS, 16};
    address_map_init(&rig->map, 2 * LINE_BYTES, SINKS, 1, ADDRESS_HASH_NONE);
    rig->engine =
        engine_new(&(struct engine_options){.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER});
    rig->config.cluster = 1;
    clock_init(&rig->config.clock, 1000000000);
    rig->config.requests = rig->config.replies = (struct packet_shape){40, 8, packet_data, false};
    for (unsigned i = 0; i < SOURCES; i++)
        probe_init(&rig->source[i], rig->engine, "source");
    switch_init(&rig->crossbar, rig->engine, "switch", "host", &rig->config,
                requests ? &rig->map : NULL);
    struct wire *out[SINKS];
    for (unsigned i = 0; i < SINKS; i++)
        probe_init(&rig->sink[i], rig->engine, "sink");
    for (unsigned i = 0; i < SOURCES; i++)
        rig->in[i] = wire_new(&rig->source[i].unit, &rig->crossbar.unit, &shape);
    for (unsigned i = 0; i < SINKS; i++)
        out[i] = wire_new(&rig->crossbar.unit, &rig->sink[i].unit, &shape);
    switch_connect(&rig->crossbar, out, SINKS);
}

static void rig_init(struct rig *rig, uint32_t packet_data)
{
    memset(rig, 0, sizeof *rig);
    rig_init_of(rig, packet_data, false);
}

static void rig_run(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < SOURCES; i++)
        probe_start(&rig->source[i]);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
}

static void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    switch_finish(&rig->crossbar);
    for (unsigned i = 0; i < SOURCES; i++)
        probe_finish(&rig->source[i]);
    for (unsigned i = 0; i < SINKS; i++)
        probe_finish(&rig->sink[i]);
    engine_free(rig->engine);
}

/* At time 0, so that it is there in cycle 10. */
static void send(struct rig *rig, unsigned source, unsigned sink, uint32_t tag, uint8_t sectors)
{
    uint32_t bytes =
        packets_bytes(&rig->config.replies, sectors, (uint32_t)__builtin_popcount(sectors) * 32);
    probe_send(&rig->source[source], 0, rig->in[source],
               message_memory_request(&(struct memory_request){.kind = MESSAGE_READ_REPLY,
                                                               .sectors = sectors,
                                                               .sm = (uint16_t)sink,
                                                               .transaction = tag,
                                                               .bytes = (uint16_t)bytes}));
}

static void check_received(const struct rig *rig, unsigned sink, guint i, uint32_t tag,
                           sim_time arrival)
{
    ck_assert_uint_eq(message_transaction_of(probe_received(&rig->sink[sink], i)), tag);
    ck_assert_uint_eq(probe_received(&rig->sink[sink], i)->arrival, arrival);
}

START_TEST(packets_of_two_messages_alternate)
{
    struct rig rig;
    rig_init(&rig, 32);
    send(&rig, 0, 0, 1, 0xf); /* cycles 10, 12, 14, 16: gone at 17 */
    send(&rig, 1, 0, 2, 0xf); /* 11, 13, 15, 17: gone at 18 */
    send(&rig, 0, 1, 3, 0x3); /* held up by its head though its output is idle: 17, 18 */
    rig_run(&rig);
    check_received(&rig, 0, 0, 1, 27 * NS);
    check_received(&rig, 0, 1, 2, 28 * NS);
    check_received(&rig, 1, 0, 3, 29 * NS);
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.crossbar.counters.packets, 3);
    ck_assert_uint_eq(rig.crossbar.counters.busy_cycles, 4 + 4 + 2);
    ck_assert_uint_eq(rig.crossbar.counters.queue_cycles, 6 + 7 + 8);
    rig_finish(&rig);
}
END_TEST

START_TEST(one_packet_goes_in_one_piece)
{
    struct rig rig;
    rig_init(&rig, 128);
    send(&rig, 0, 0, 1, 0xf); /* 136 bytes, 4 flits: cycles 10 to 13, gone at 14 */
    send(&rig, 1, 0, 2, 0xf); /* 14 to 17 */
    send(&rig, 1, 1, 3, 0x1); /* 18 */
    rig_run(&rig);
    check_received(&rig, 0, 0, 1, 24 * NS);
    check_received(&rig, 0, 1, 2, 28 * NS);
    check_received(&rig, 1, 0, 3, 29 * NS);
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.crossbar.counters.queue_cycles, 0 + 4 + 8);
    rig_finish(&rig);
}
END_TEST

/* ---- requests ------------------------------------------------------------------------------ */

static void rig_init_requests(struct rig *rig, const struct crossbar_config *config)
{
    memset(rig, 0, sizeof *rig);
    rig->config = *config;
    rig_init_of(rig, LINE_SECTOR_BYTES, true);
}

/* At time 0, for a line of this sink. */
static void ask_as(struct rig *rig, unsigned source, unsigned sink, enum message_kind kind,
                   uint32_t tag, uint8_t sectors, bool mixes)
{
    uint32_t data = kind == MESSAGE_WRITE ? (uint32_t)__builtin_popcount(sectors) * 32 : 0;
    struct message message = message_memory_request(&(struct memory_request){
        .kind = kind,
        .sectors = sectors,
        .address = sink * 2 * LINE_BYTES,
        .transaction = tag,
        .bytes = (uint16_t)packets_bytes(&rig->config.requests, sectors, data)});
    message.mixes = mixes;
    probe_send(&rig->source[source], 0, rig->in[source], message);
}

/* For a line by its address, of sink 0 for those that are a multiple of 2 LINE_BYTES SINKS. */
static void ask_line_at(struct rig *rig, sim_time time, unsigned source, uint64_t address,
                        uint32_t tag, uint8_t sectors)
{
    struct message message = message_memory_request(&(struct memory_request){
        .kind = MESSAGE_READ,
        .sectors = sectors,
        .address = address,
        .transaction = tag,
        .bytes = (uint16_t)packets_bytes(&rig->config.requests, sectors, 0)});
    message.mixes = true;
    probe_send(&rig->source[source], time, rig->in[source], message);
}

static void ask_line(struct rig *rig, unsigned source, uint64_t address, uint32_t tag,
                     uint8_t sectors)
{
    ask_line_at(rig, 0, source, address, tag, sectors);
}

static void ask(struct rig *rig, unsigned source, unsigned sink, enum message_kind kind,
                uint32_t tag, uint8_t sectors)
{
    ask_as(rig, source, sink, kind, tag, sectors, true);
}

START_TEST(packets_of_a_source_mix)
{
    struct rig rig;
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 20});
    ask(&rig, 0, 0, MESSAGE_READ, 0, 0x1);  /* cycle 10 */
    ask(&rig, 0, 0, MESSAGE_WRITE, 1, 0xf); /* 12, 14, 16, 18: gone at 19 */
    ask(&rig, 0, 1, MESSAGE_WRITE, 2, 0xf); /* 13, 15, 17, 19: gone at 20 */
    ask(&rig, 0, 0, MESSAGE_WRITE, 3, 0x3); /* of another size, alone: 20, 21 */
    ask(&rig, 1, 0, MESSAGE_WRITE, 4, 0xf); /* in turn with 0 and 1: 11, 13, 15, 17 */
    rig_run(&rig);
    check_received(&rig, 0, 0, 0, 21 * NS);
    check_received(&rig, 0, 1, 4, 28 * NS);
    check_received(&rig, 0, 2, 1, 29 * NS);
    check_received(&rig, 1, 0, 2, 30 * NS);
    check_received(&rig, 0, 3, 3, 32 * NS);
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.crossbar.counters.packets, 5);
    ck_assert_uint_eq(rig.crossbar.counters.busy_cycles, 1 + 4 + 4 + 2 + 4);
    ck_assert_uint_eq(rig.crossbar.counters.queue_cycles, 0 + 8 + 9 + 11 + 7);
    rig_finish(&rig);
}
END_TEST

/* Of four, each to another sink than the one before it, the last two may mix. */
START_TEST(packets_mix_that_may)
{
    struct rig rig;
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 20});
    ask_as(&rig, 0, 0, MESSAGE_READ, 0, 0x3, false); /* cycles 10, 11 */
    ask_as(&rig, 0, 1, MESSAGE_READ, 1, 0x3, false); /* 12, 13 */
    ask_as(&rig, 0, 0, MESSAGE_READ, 2, 0x3, true);  /* 14, 16 */
    ask_as(&rig, 0, 1, MESSAGE_READ, 3, 0x3, true);  /* 15, 17 */
    rig_run(&rig);
    check_received(&rig, 0, 0, 0, 22 * NS);
    check_received(&rig, 1, 0, 1, 24 * NS);
    check_received(&rig, 0, 1, 2, 27 * NS);
    check_received(&rig, 1, 1, 3, 28 * NS);
    rig_finish(&rig);
}
END_TEST

/* arbitration=rising: after sink 0's packet the source has one for sink 1, which is served later in
 * the cycle; then one for sink 0, which has been. */
START_TEST(a_source_sends_to_rising_sinks_in_a_cycle)
{
    const sim_time in_turn[] = {21, 22, 23}, rising[] = {21, 21, 22};
    for (unsigned i = 0; i < 2; i++) {
        struct rig rig;
        rig_init_requests(&rig, &(struct crossbar_config){.mixed = 1, .rising = i == 1});
        ask(&rig, 0, 0, MESSAGE_READ, 1, 0x1);
        ask(&rig, 0, 1, MESSAGE_READ, 2, 0x1);
        ask(&rig, 0, 0, MESSAGE_READ, 3, 0x1);
        rig_run(&rig);
        const sim_time *end = i == 1 ? rising : in_turn;
        check_received(&rig, 0, 0, 1, end[0] * NS);
        check_received(&rig, 1, 0, 2, end[1] * NS);
        check_received(&rig, 0, 1, 3, end[2] * NS);
        rig_finish(&rig);
    }
}
END_TEST

/* packet.contended=apart: two requests take turns, and each packet is a message; behind the third
 * request nobody waits. */
START_TEST(contended_requests_come_in_pieces)
{
    static const struct {
        uint32_t tag;
        uint8_t sectors;
    } pieces[] = {{1, 0x1}, {2, 0x1}, {1, 0x2}, {2, 0x2}, {1, 0x4}, {2, 0x4}, {1, 0x8}, {2, 0x8}};
    struct rig rig;
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 20, .apart = true});
    ask(&rig, 0, 0, MESSAGE_READ, 1, 0xf); /* cycles 10, 12, 14, 16 */
    ask(&rig, 1, 0, MESSAGE_READ, 2, 0xf); /* 11, 13, 15, 17 */
    ask(&rig, 0, 1, MESSAGE_READ, 3, 0x3); /* nobody waits: in one piece */
    rig_run(&rig);
    ck_assert_uint_eq(rig.sink[0].received->len, G_N_ELEMENTS(pieces));
    for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
        check_received(&rig, 0, i, pieces[i].tag, (21 + i) * NS);
        ck_assert_uint_eq(probe_received(&rig.sink[0], i)->sectors, pieces[i].sectors);
    }
    ck_assert_uint_eq(rig.sink[1].received->len, 1);
    ck_assert_uint_eq(rig.crossbar.counters.packets, G_N_ELEMENTS(pieces) + 1);
    rig_finish(&rig);
}
END_TEST

/* ... but only for a line that somebody else wants: of requests for three lines of one sink, whose
 * packets take turns, those for the same line come in pieces, though another one waits between. */
START_TEST(others_lines_are_left_whole)
{
    struct rig rig;
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 1, .apart = true});
    ask(&rig, 0, 0, MESSAGE_READ, 1, 0xf);
    ask_line(&rig, 1, 2 * LINE_BYTES * SINKS, 2, 0xf);
    ask_line(&rig, 2, 4 * LINE_BYTES * SINKS, 3, 0xf);
    rig_run(&rig);
    ck_assert_uint_eq(rig.sink[0].received->len, 3);
    rig_finish(&rig);
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 1, .apart = true});
    ask(&rig, 0, 0, MESSAGE_READ, 1, 0xf);
    ask_line(&rig, 1, 2 * LINE_BYTES * SINKS, 2, 0xf);
    ask(&rig, 2, 0, MESSAGE_READ, 3, 0xf);
    rig_run(&rig);
    ck_assert_uint_eq(rig.sink[0].received->len, 4 + 1 + 4);
    for (guint i = 0; i < rig.sink[0].received->len; i++) {
        const struct message *message = probe_received(&rig.sink[0], i);
        ck_assert_uint_eq(message_sector_count(message->sectors),
                          message_transaction_of(message) == 2 ? 4 : 1);
    }
    rig_finish(&rig);
}
END_TEST

static void check_piece(const struct rig *rig, guint index, uint32_t tag, uint8_t sectors,
                        sim_time at)
{
    check_received(rig, 0, index, tag, at);
    ck_assert_uint_eq(probe_received(&rig->sink[0], index)->sectors, sectors);
}

/* A request whose first two packets nobody was in the way of: they arrive before the packet of
 * another request for the line that comes between, and not with the third. */
START_TEST(what_has_gone_arrives_before_what_comes_between)
{
    struct rig rig;
    rig_init_requests(&rig, &(struct crossbar_config){.mixed = 1, .apart = true});
    ask_line_at(&rig, 0, 0, 0, 1, 0xf);      /* cycles 10, 11; 13, 15 */
    ask_line_at(&rig, 2 * NS, 1, 0, 2, 0xf); /* 12, 14, 16, 17 */
    rig_run(&rig);
    check_piece(&rig, 0, 1, 0x3, 22 * NS);
    check_piece(&rig, 1, 2, 0x1, 23 * NS);
    check_piece(&rig, 2, 1, 0x4, 24 * NS);
    check_piece(&rig, 3, 2, 0x2, 25 * NS);
    check_piece(&rig, 4, 1, 0x8, 26 * NS);
    check_piece(&rig, 5, 2, 0xc, 28 * NS);
    ck_assert_uint_eq(rig.sink[0].received->len, 6);
    rig_finish(&rig);
}
END_TEST

/* The same of one whose packets take turns with another one's of its source, to another sink: by
 * the time the other source comes, its packet has long gone. Another line's packet moves nothing.
 */
START_TEST(what_has_gone_of_a_mixed_request_arrives_first)
{
    for (unsigned same = 0; same < 2; same++) {
        struct rig rig;
        rig_init_requests(&rig, &(struct crossbar_config){.mixed = 20, .apart = true});
        const uint64_t line = same ? 0 : 2 * LINE_BYTES * SINKS;
        ask(&rig, 0, 0, MESSAGE_READ, 0, 0x1);      /* cycle 10 */
        ask(&rig, 0, 1, MESSAGE_READ, 1, 0xf);      /* 11, 13, 15, 17 */
        ask_line_at(&rig, 0, 0, 0, 2, 0xf);         /* 12, 14, 16, 18 */
        ask_line_at(&rig, 3 * NS, 1, line, 3, 0x1); /* 13 */
        rig_run(&rig);
        if (same)
            check_piece(&rig, 1, 2, 0x1, 23 * NS);
        check_piece(&rig, 1 + same, 3, 0x1, 24 * NS);
        check_piece(&rig, 2 + same, 2, same ? 0xe : 0xf, 29 * NS);
        check_received(&rig, 1, 0, 1, 28 * NS);
        rig_finish(&rig);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {packets_of_two_messages_alternate,
                                  one_packet_goes_in_one_piece,
                                  packets_of_a_source_mix,
                                  packets_mix_that_may,
                                  a_source_sends_to_rising_sinks_in_a_cycle,
                                  contended_requests_come_in_pieces,
                                  others_lines_are_left_whole,
                                  what_has_gone_arrives_before_what_comes_between,
                                  what_has_gone_of_a_mixed_request_arrives_first};
    return run_suite("switch_packets", tests, G_N_ELEMENTS(tests));
}
