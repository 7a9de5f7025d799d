/* SPDX-License-Identifier: BSD-3-Clause */
/* The crossbar port: serialisation, turns, credits; all times by hand.
 *
 * The clock is 1 GHz, so that cycle k is at k ns; wires take 10 cycles. */
#include "models/core/message_memory.h"
#include "models/icnt/port.h"
#include "tests/rigs/unit_rig.h"

enum { NS = 1000, MAX_SOURCES = 130 };

struct rig {
    struct engine *engine;
    struct crossbar_config config;
    struct port port;
    struct probe source[MAX_SOURCES], sink;
    struct wire *in[MAX_SOURCES];
    unsigned sources;
};

static void rig_init(struct rig *rig, sim_time window, unsigned sources, unsigned in_slots,
                     unsigned out_slots)
{
    memset(rig, 0, sizeof *rig);
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    clock_init(&rig->config.clock, 1000000000);
    rig->config.requests.width = 32;
    rig->sources = sources;
    for (unsigned i = 0; i < sources; i++)
        probe_init(&rig->source[i], rig->engine, "source");
    port_init(&rig->port, rig->engine, "port", "host", &rig->config);
    probe_init(&rig->sink, rig->engine, "sink");
    for (unsigned i = 0; i < sources; i++)
        rig->in[i] = wire_new(&rig->source[i].unit, &rig->port.unit,
                              &(struct wire_shape){10 * NS, 10 * NS, in_slots});
    port_connect(&rig->port, wire_new(&rig->port.unit, &rig->sink.unit,
                                      &(struct wire_shape){10 * NS, 10 * NS, out_slots}));
}

static void rig_run(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < rig->sources; i++)
        probe_start(&rig->source[i]);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
}

static void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    port_finish(&rig->port);
    for (unsigned i = 0; i < rig->sources; i++)
        probe_finish(&rig->source[i]);
    probe_finish(&rig->sink);
    ck_assert_uint_eq(engine_payloads_in_use(rig->engine), 0);
    engine_free(rig->engine);
}

static void send(struct rig *rig, unsigned source, sim_time time, uint32_t tag, uint16_t bytes)
{
    probe_send(&rig->source[source], time, rig->in[source],
               message_memory_request(&(struct memory_request){
                   .kind = MESSAGE_READ, .transaction = tag, .bytes = bytes}));
}

static void check_received(const struct rig *rig, guint i, uint32_t tag, sim_time arrival)
{
    ck_assert_uint_eq(message_transaction_of(probe_received(&rig->sink, i)), tag);
    ck_assert_uint_eq(probe_received(&rig->sink, i)->arrival, arrival);
}

START_TEST(a_packet_takes_its_flits)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 1, 4, 4);
    send(&rig, 0, 0, 1, 8);        /* there at 10, 1 flit: gone at 11 */
    send(&rig, 0, 500, 2, 136);    /* there at 10.5: cycle 11, 5 flits: gone at 16 */
    send(&rig, 0, 40 * NS, 3, 32); /* 50, 51 */
    send(&rig, 0, 40 * NS, 4, 33); /* 51, 53 */
    rig_run(&rig);
    ck_assert_uint_eq(rig.sink.received->len, 4);
    check_received(&rig, 0, 1, 21 * NS);
    check_received(&rig, 1, 2, 26 * NS);
    check_received(&rig, 2, 3, 61 * NS);
    check_received(&rig, 3, 4, 63 * NS);
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.port.counters.packets, 4);
    ck_assert_uint_eq(rig.port.counters.bytes, 8 + 136 + 32 + 33);
    ck_assert_uint_eq(rig.port.counters.busy_cycles, 1 + 5 + 1 + 2);
    ck_assert_uint_eq(rig.port.counters.queue_cycles, 1);
    ck_assert_uint_eq(rig.port.counters.credit_stall_cycles, 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(sectors_cost_packets)
{
    const struct packet_shape lines = {32, 8, 128, false}, sectors = {40, 8, 32, false},
                              narrow = {32, 8, 32, false};
    ck_assert_uint_eq(packets_bytes(&lines, 0xf, 0), 8);
    ck_assert_uint_eq(packets_bytes(&lines, 0xf, 128), 136);
    ck_assert_uint_eq(packets_bytes(&lines, 0x5, 64), 72);
    ck_assert_uint_eq(packets_bytes(&sectors, 0xf, 128), 4 * 40);
    ck_assert_uint_eq(packets_bytes(&sectors, 0x5, 64), 2 * 40);
    ck_assert_uint_eq(packets_bytes(&sectors, 0x8, 32), 40);
    /* A request for four sectors is four packets, of a flit each: the last one is not padded. */
    ck_assert_uint_eq(packets_bytes(&sectors, 0xf, 0), 3 * 40 + 8);
    ck_assert_uint_eq(flits(packets_bytes(&sectors, 0xf, 0), 40), 4);
    /* Two flits a packet. An atomic's data are spread over its packets. */
    ck_assert_uint_eq(flits(packets_bytes(&narrow, 0x7, 96), 32), 6);
    ck_assert_uint_eq(flits(packets_bytes(&narrow, 0x3, 16), 32), 2);
}
END_TEST

START_TEST(sources_take_turns)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 3, 4, 16);
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 3; i++)
            if (!(i == 1 && round == 1))
                send(&rig, i, 0, 10 * i + round, 64);
    rig_run(&rig);
    /* All there at 10; 2 cycles each. Source 1 has one packet only. */
    static const uint32_t tags[] = {0, 10, 20, 1, 21};
    for (guint i = 0; i < 5; i++)
        check_received(&rig, i, tags[i], (10 + 2 * (i + 1) + 10) * NS);
    engine_finish_units(rig.engine, 40 * NS);
    ck_assert_uint_eq(rig.port.counters.queue_cycles, 0 + 2 + 4 + 6 + 8);
    rig_finish(&rig);
}
END_TEST

START_TEST(turns_go_round_many_sources)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 130, 2, 256);
    static const unsigned order[] = {3, 64, 100, 127, 128, 129};
    for (unsigned i = 0; i < 6; i++)
        send(&rig, order[i], 0, order[i], 8);
    send(&rig, 100, 0, 1100, 8); /* comes after everybody else */
    send(&rig, 0, 3 * NS, 0, 8); /* there while 100 is served: after 129, before 100's second */
    rig_run(&rig);
    static const uint32_t tags[] = {3, 64, 100, 127, 128, 129, 0, 1100};
    for (guint i = 0; i < 8; i++)
        check_received(&rig, i, tags[i], (10 + i + 1 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_full_destination_holds_packets_and_slots)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 1, 1, 1);
    rig.sink.hold = 5 * NS;
    for (uint32_t i = 0; i < 3; i++)
        send(&rig, 0, 0, i, 32);
    rig_run(&rig);
    /* First: there at 10, gone at 11, at the sink at 21, its slot free at 26, known to the
     * port at 36. The source's slot is free at 11, known at 21: second there at 31, starts at 36,
     * gone at 37, at the sink at 47. Third: slot known at 47, there at 57; the sink's slot
     * of the second is free at 52, known at 62: starts at 62, gone at 63, at the sink at 73. */
    check_received(&rig, 0, 0, 21 * NS);
    check_received(&rig, 1, 1, 47 * NS);
    check_received(&rig, 2, 2, 73 * NS);
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.port.counters.credit_stall_cycles, (36 - 31) + (62 - 57));
    rig_finish(&rig);
}
END_TEST

/* In the turn in which slots come back another source's packet is on its way: it holds up nobody.
 */
START_TEST(what_waits_goes_before_what_comes)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 2, 4, 2);
    rig.sink.hold_until = 40 * NS;
    for (uint32_t i = 0; i < 4; i++)
        send(&rig, 0, 0, i, 32);
    send(&rig, 1, 46 * NS, 10, 32);
    rig_run(&rig);
    /* Two start at 10 and 11; their slots are known to be free at 50: two more start then and at
     * 51, and are at the sink at 61 and 62. The other one is there at 56, and starts when the slot
     * of the first of these two is known to be free: 71. */
    static const sim_time arrivals[] = {21, 22, 61, 62, 82};
    for (guint i = 0; i < 5; i++)
        check_received(&rig, i, i < 4 ? i : 10, arrivals[i] * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_stuck_port_says_so)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, 1, 2, 1);
    rig.sink.hold_until = SIM_TIME_NEVER - 100 * NS; /* never, as far as this test goes */
    rig.engine->options.limit = 1000 * NS;
    send(&rig, 0, 0, 1, 32);
    send(&rig, 0, 0, 2, 32);
    engine_start(rig.engine);
    probe_start(&rig.source[0]);
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_LIMIT);
    g_autofree char *text = engine_describe_waits(rig.engine);
    ck_assert_str_eq(text, "port: 1 packets queued, the next of source waits for a slot at sink\n");
    engine_finish_units(rig.engine, 50 * NS);
    ck_assert_uint_eq(rig.port.counters.credit_stall_cycles, 50 - 11);
    port_finish(&rig.port);
    probe_finish(&rig.source[0]);
    probe_finish(&rig.sink);
    engine_free(rig.engine);
}
END_TEST

static void contention(sim_time window, GString *text)
{
    struct rig rig;
    rig_init(&rig, window, 5, 2, 3);
    rig.sink.hold = 7 * NS;
    rig.sink.hold_until = 90 * NS;
    uint32_t state = 12345;
    for (uint32_t i = 0; i < 200; i++) {
        state = state * 1664525 + 1013904223; /* Numerical Recipes */
        send(&rig, state >> 16 & 3, (state >> 8 & 1023) * 300, i, 1 + (state >> 20) % 136);
    }
    send(&rig, 4, 100 * NS, 1000, 77);
    rig_run(&rig);
    engine_finish_units(rig.engine, 3000 * NS);
    ck_assert_uint_eq(rig.sink.received->len, 201);
    probe_write(&rig.sink, text);
    for (unsigned i = 0; i < 5; i++)
        probe_write(&rig.source[i], text);
    counters_write(port_counter_table, &rig.port.counters, text);
    rig_finish(&rig);
}

START_TEST(windows_do_not_matter)
{
    check_windows(contention, NS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_packet_takes_its_flits,
                                  sectors_cost_packets,
                                  sources_take_turns,
                                  turns_go_round_many_sources,
                                  a_full_destination_holds_packets_and_slots,
                                  what_waits_goes_before_what_comes,
                                  a_stuck_port_says_so,
                                  windows_do_not_matter};
    return run_suite("port", tests, G_N_ELEMENTS(tests));
}
