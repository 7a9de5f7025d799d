/* SPDX-License-Identifier: BSD-3-Clause */
/* What SMs of a cluster share: its width, its order, and who holds up whom; times by hand.
 *
 * The clock is 1 GHz, so that cycle k is at k ns; wires and credits take 10 cycles. A request of
 * 32 bytes passes in a cycle. */
#include "models/core/message_memory.h"
#include "models/icnt/cluster_port.h"
#include "tests/rigs/unit_rig.h"

enum { NS = 1000, WIDTH = 32, MOST = 4, FIRST_SM = 6, LATENCY = 10 };

/* `ins` units send through the port, `outs` units receive: SMs and banks, or one and SMs. */
struct rig {
    struct engine *engine;
    struct crossbar_config config;
    struct address_map map;
    struct cluster_port port;
    struct probe in[MOST], out[MOST];
    struct wire *to[MOST];
    unsigned ins, outs;
};

static void rig_init(struct rig *rig, sim_time window, bool requests, unsigned slots)
{
    const struct wire_shape shape = {LATENCY * NS, LATENCY * NS, slots};
    struct wire *out[MOST];
    memset(rig, 0, sizeof *rig);
    rig->ins = requests ? 3 : 1;
    rig->outs = requests ? 2 : 3;
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    clock_init(&rig->config.clock, 1000000000);
    rig->config.requests.width = WIDTH;
    address_map_init(&rig->map, LINE_BYTES, 2, 1, ADDRESS_HASH_NONE);
    for (unsigned i = 0; i < rig->ins; i++)
        probe_init(&rig->in[i], rig->engine, "in");
    cluster_port_init(&rig->port, rig->engine, "port", "host", &rig->config,
                      requests ? &rig->map : NULL, FIRST_SM);
    for (unsigned i = 0; i < rig->ins; i++)
        rig->to[i] = wire_new(&rig->in[i].unit, &rig->port.unit, &shape);
    for (unsigned i = 0; i < rig->outs; i++) {
        probe_init(&rig->out[i], rig->engine, "out");
        out[i] = wire_new(&rig->port.unit, &rig->out[i].unit, &shape);
    }
    cluster_port_connect(&rig->port, out, rig->outs);
}

static void rig_run(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < rig->ins; i++)
        probe_start(&rig->in[i]);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
    engine_finish_units(rig->engine, 1000000 * NS);
}

static void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    cluster_port_finish(&rig->port);
    for (unsigned i = 0; i < rig->ins; i++)
        probe_finish(&rig->in[i]);
    for (unsigned i = 0; i < rig->outs; i++)
        probe_finish(&rig->out[i]);
    ck_assert_uint_eq(engine_payloads_in_use(rig->engine), 0);
    engine_free(rig->engine);
}

/* SM `sm` of the cluster asks bank `bank`, or the other side answers SM `sm`. */
static void ask(struct rig *rig, unsigned sm, unsigned bank, uint64_t cycle, uint16_t bytes)
{
    struct payload *payload = payload_take(&rig->engine->payloads);
    memset(payload->bytes, (int)sm, sizeof payload->bytes);
    probe_send(&rig->in[sm], cycle * NS, rig->to[sm],
               message_memory_request(&(struct memory_request){.kind = MESSAGE_WRITE,
                                                               .payload = payload,
                                                               .address = bank * LINE_BYTES,
                                                               .sm = (uint16_t)(FIRST_SM + sm),
                                                               .bytes = bytes}));
}

static void answer(struct rig *rig, unsigned sm, uint64_t cycle, uint16_t bytes)
{
    probe_send(&rig->in[0], cycle * NS, rig->to[0],
               (struct message){.kind = MESSAGE_READ_REPLY,
                                .requester = (uint16_t)(FIRST_SM + sm),
                                .bytes = bytes});
}

/* The k-th packet that came there. */
static uint64_t cycle_of(const struct rig *rig, unsigned out, guint k)
{
    return probe_received(&rig->out[out], k)->arrival / NS;
}

static uint16_t sender_of(const struct rig *rig, unsigned out, guint k)
{
    return probe_received(&rig->out[out], k)->requester - FIRST_SM;
}

/* A packet of five cycles each five cycles, as an SM's own port sends them: the wires' time. */
START_TEST(alone_an_sm_has_all_of_it)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, true, 16);
    for (unsigned i = 0; i < 10; i++)
        ask(&rig, 1, i % 2, 100 + 5 * i, 5 * WIDTH);
    rig_run(&rig);
    for (unsigned i = 0; i < 10; i++)
        ck_assert_uint_eq(cycle_of(&rig, i % 2, i / 2), 100 + 5 * i + 2 * LATENCY);
    ck_assert_uint_eq(rig.port.counters.busy_cycles, 50);
    ck_assert_uint_eq(rig.port.counters.queue_cycles, 0);
    ck_assert_uint_eq(rig.port.counters.packets, 0); /* the crossbar's port counts them */
    rig_finish(&rig);
}
END_TEST

/* Two, each of which sends as much: each gets every other turn, and half of the width. */
START_TEST(two_sms_have_half_each)
{
    enum { PACKETS = 200 };
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, true, 16);
    for (unsigned i = 0; i < PACKETS; i++) {
        ask(&rig, 0, 0, 100 + 5 * i, 5 * WIDTH);
        ask(&rig, 2, 0, 100 + 5 * i, 5 * WIDTH);
    }
    rig_run(&rig);
    ck_assert_uint_eq(rig.out[0].received->len, 2 * PACKETS);
    for (unsigned i = 0; i < 2 * PACKETS; i++) {
        ck_assert_uint_eq(cycle_of(&rig, 0, i), 100 + 5 * i + 2 * LATENCY);
        ck_assert_uint_eq(sender_of(&rig, 0, i), i % 2 ? 2 : 0);
    }
    ck_assert_uint_eq(rig.port.counters.busy_cycles, 5 * 2 * PACKETS);
    ck_assert_uint_eq(rig.port.counters.credit_stall_cycles, 0);
    rig_finish(&rig);
}
END_TEST

/* They have come: the second one's first bytes while the first one passed. */
START_TEST(what_comes_close_behind_waits_for_its_width)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, true, 16);
    ask(&rig, 0, 0, 100, 5 * WIDTH);
    ask(&rig, 1, 1, 102, 4 * WIDTH);
    ask(&rig, 2, 0, 120, 4 * WIDTH);
    rig_run(&rig);
    ck_assert_uint_eq(cycle_of(&rig, 0, 0), 120);
    ck_assert_uint_eq(cycle_of(&rig, 1, 0), 124);
    ck_assert_uint_eq(cycle_of(&rig, 0, 1), 140);
    ck_assert_uint_eq(rig.port.counters.queue_cycles, 2);
    rig_finish(&rig);
}
END_TEST

/* Bank 0 has one slot and keeps it for 50 cycles: what is for bank 1 waits behind. */
START_TEST(a_full_bank_holds_up_the_whole_cluster)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, true, 1);
    rig.out[0].hold = 50 * NS;
    ask(&rig, 0, 0, 100, WIDTH);
    ask(&rig, 1, 0, 101, WIDTH);
    ask(&rig, 2, 1, 102, WIDTH);
    rig_run(&rig);
    ck_assert_uint_eq(cycle_of(&rig, 0, 0), 120);
    /* The slot is free at 170, known at 180; it had come as a whole, and passes by 181. */
    ck_assert_uint_eq(cycle_of(&rig, 0, 1), 191);
    ck_assert_uint_eq(cycle_of(&rig, 1, 0), 192);
    ck_assert_uint_eq(rig.port.counters.credit_stall_cycles, 180 - 111);
    ck_assert_uint_eq(rig.port.counters.queue_cycles, (181 - 111) + (182 - 112));
    rig_finish(&rig);
}
END_TEST

/* The crossbar has serialised replies: they come as far apart as one port sends them, and go on. */
START_TEST(replies_go_to_their_sms)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, false, 16);
    for (unsigned i = 0; i < 9; i++)
        answer(&rig, i % 3, 100 + 5 * i, 5 * WIDTH);
    rig_run(&rig);
    for (unsigned i = 0; i < 9; i++) {
        ck_assert_uint_eq(cycle_of(&rig, i % 3, i / 3), 100 + 5 * i + 2 * LATENCY);
        ck_assert_uint_eq(sender_of(&rig, i % 3, i / 3), i % 3);
    }
    ck_assert_uint_eq(rig.port.counters.queue_cycles, 0);
    rig_finish(&rig);
}
END_TEST

/* An SM that takes no reply holds up the others'; then one goes a cycle. */
START_TEST(a_full_sm_holds_up_replies_to_others)
{
    struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, false, 4);
    rig.out[0].hold_until = 300 * NS;
    for (unsigned i = 0; i < 5; i++)
        answer(&rig, 0, 100 + i, WIDTH);
    answer(&rig, 1, 200, WIDTH);
    answer(&rig, 2, 201, WIDTH);
    rig_run(&rig);
    ck_assert_uint_eq(cycle_of(&rig, 0, 3), 123);
    ck_assert_uint_eq(cycle_of(&rig, 0, 4), 321);
    ck_assert_uint_eq(cycle_of(&rig, 1, 0), 322);
    ck_assert_uint_eq(cycle_of(&rig, 2, 0), 323);
    rig_finish(&rig);
}
END_TEST

static char *random_run(bool requests, sim_time window, guint32 seed)
{
    struct rig rig;
    GString *seen = g_string_new(NULL);
    GRand *random = g_rand_new_with_seed(seed);
    rig_init(&rig, window, requests, 1 + seed % 4);
    for (unsigned i = 0; i < rig.outs; i++)
        rig.out[i].hold = (sim_time)g_rand_int_range(random, 0, 20) * NS;
    uint64_t cycle = 0;
    for (unsigned i = 0; i < 300; i++) {
        const unsigned sm = (unsigned)g_rand_int_range(random, 0, 3);
        const uint16_t bytes = (uint16_t)g_rand_int_range(random, 1, 5 * WIDTH);
        cycle += (unsigned)g_rand_int_range(random, 0, 8);
        if (requests)
            ask(&rig, sm, (unsigned)g_rand_int_range(random, 0, 2), cycle, bytes);
        else
            answer(&rig, sm, cycle, bytes);
    }
    rig_run(&rig);
    for (unsigned i = 0; i < rig.outs; i++)
        probe_write(&rig.out[i], seen);
    g_string_append_printf(seen, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                           rig.port.counters.busy_cycles, rig.port.counters.queue_cycles,
                           rig.port.counters.credit_stall_cycles);
    rig_finish(&rig);
    g_rand_free(random);
    return g_string_free(seen, FALSE);
}

START_TEST(windows_do_not_matter)
{
    static const sim_time windows[] = {1, NS, 3 * NS + 1};
    g_autofree char *wanted = random_run(_i % 2, SIM_TIME_NEVER, (guint32)_i);
    for (size_t i = 0; i < G_N_ELEMENTS(windows); i++) {
        g_autofree char *seen = random_run(_i % 2, windows[i], (guint32)_i);
        ck_assert(strcmp(seen, wanted) == 0);
    }
}
END_TEST

/* A wire's two parts have its latency in all, and ways of their own keep theirs. */
START_TEST(wires_are_divided)
{
    struct crossbar_config config = {.cluster = 3,
                                     .sm_to_port = {61 * NS, 40 * NS, 16},
                                     .port_to_sm = {33 * NS + 1, 60 * NS, 32},
                                     .fetch = {true, {31 * NS, 40 * NS, 16}}};
    clock_init(&config.clock, 1000000000);
    crossbar_share(&config, 12);
    ck_assert_uint_eq(config.sm_to_port.latency, 15 * NS);
    ck_assert_uint_eq(config.sm_to_cluster.latency, 46 * NS);
    ck_assert_uint_eq(config.fetch.wire.latency, 16 * NS);
    ck_assert_uint_eq(config.sm_to_port.credit_latency + config.sm_to_cluster.credit_latency,
                      40 * NS);
    ck_assert_uint_eq(config.sm_to_cluster.credits, 12 * 16); /* as on wires to 12 banks */
    ck_assert_uint_eq(config.sm_to_port.credits, 16);
    ck_assert_uint_eq(config.cluster_to_sm.latency, 16 * NS);
    ck_assert_uint_eq(config.port_to_sm.latency, 17 * NS + 1);
    /* Of whole cycles both have whole ones, though a cycle is no whole number of picoseconds. */
    struct crossbar_config odd = {.cluster = 3};
    clock_init(&odd.clock, 650000000);
    odd.sm_to_port = odd.port_to_sm =
        (struct wire_shape){clock_edge(&odd.clock, 60), clock_edge(&odd.clock, 60), 16};
    crossbar_share(&odd, 12);
    ck_assert_uint_eq(odd.sm_to_port.latency, clock_edge(&odd.clock, 30));
    ck_assert_uint_eq(odd.sm_to_cluster.latency, clock_edge(&odd.clock, 30));
    ck_assert_uint_eq(odd.port_to_sm.credit_latency, clock_edge(&odd.clock, 30));
    ck_assert_uint_eq(odd.cluster_to_sm.credit_latency, clock_edge(&odd.clock, 30));
    ck_assert_uint_eq(crossbar_sm_ports(&config, 9), 3);
    ck_assert_uint_eq(crossbar_sm_ports(&config, 10), 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cluster_port");
    TCase *tcase = tcase_create("cluster_port");
    tcase_add_test(tcase, alone_an_sm_has_all_of_it);
    tcase_add_test(tcase, two_sms_have_half_each);
    tcase_add_test(tcase, what_comes_close_behind_waits_for_its_width);
    tcase_add_test(tcase, a_full_bank_holds_up_the_whole_cluster);
    tcase_add_test(tcase, replies_go_to_their_sms);
    tcase_add_test(tcase, a_full_sm_holds_up_replies_to_others);
    tcase_add_loop_test(tcase, windows_do_not_matter, 0, 12);
    tcase_add_test(tcase, wires_are_divided);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
