/* SPDX-License-Identifier: BSD-3-Clause */
/* The crossbar that queues at its inputs: messages of several packets; all times by hand.
 *
 * The clock is 1 GHz, so that cycle k is at k ns; wires take 10 cycles. Replies, so a message goes
 * to the output of its requester. */
#include "models/icnt/switch.h"
#include "tests/models/unit_rig.h"

enum { NS = 1000, SOURCES = 2, SINKS = 2 };

struct rig {
    struct engine *engine;
    struct crossbar_config config;
    struct crossbar_switch crossbar;
    struct probe source[SOURCES], sink[SINKS];
    struct wire *in[SOURCES];
};

static void rig_init(struct rig *rig, uint32_t packet_data)
{
    const struct wire_shape shape = {10 * NS, 10 * NS, 16};
    memset(rig, 0, sizeof *rig);
    rig->engine =
        engine_new(&(struct engine_options){.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER});
    clock_init(&rig->config.clock, 1000000000);
    rig->config.requests = rig->config.replies = (struct packet_shape){40, 8, packet_data};
    for (unsigned i = 0; i < SOURCES; i++)
        probe_init(&rig->source[i], rig->engine, "source");
    switch_init(&rig->crossbar, rig->engine, "switch", "host", &rig->config, NULL);
    struct wire *out[SINKS];
    for (unsigned i = 0; i < SINKS; i++)
        probe_init(&rig->sink[i], rig->engine, "sink");
    for (unsigned i = 0; i < SOURCES; i++)
        rig->in[i] = wire_new(&rig->source[i].unit, &rig->crossbar.unit, &shape);
    for (unsigned i = 0; i < SINKS; i++)
        out[i] = wire_new(&rig->crossbar.unit, &rig->sink[i].unit, &shape);
    switch_connect(&rig->crossbar, out, SINKS);
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
               (struct message){.kind = MESSAGE_READ_REPLY,
                                .sectors = sectors,
                                .requester = (uint16_t)sink,
                                .tag = tag,
                                .bytes = (uint16_t)bytes});
}

static void check_received(const struct rig *rig, unsigned sink, guint i, uint32_t tag,
                           sim_time arrival)
{
    ck_assert_uint_eq(probe_received(&rig->sink[sink], i)->tag, tag);
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

int main(void)
{
    const TTest *const tests[] = {packets_of_two_messages_alternate, one_packet_goes_in_one_piece};
    return run_suite("switch_packets", tests, G_N_ELEMENTS(tests));
}
