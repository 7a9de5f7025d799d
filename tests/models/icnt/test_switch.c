/* SPDX-License-Identifier: BSD-3-Clause */
/* The crossbar whose packets wait at its inputs: small cases by hand, large random ones against a
 * model that looks at every output in every cycle.
 *
 * The clock is 1 GHz, so that cycle k is at k ns; wires and credits take 10 cycles.
 * Source: Karol, Hluchyj, Morgan (1987; see switch.h), table I, for the throughput at full load.
 */
#include "models/core/message_memory.h"
#include "models/icnt/switch.h"
#include "tests/models/icnt/switch_model.h"
#include "tests/rigs/unit_rig.h"
#include <check.h>

enum { NS = 1000, WIDTH = 32 };

/* ---- the switch --------------------------------------------------------------------------- */

struct rig {
    struct engine *engine;
    struct crossbar_config config;
    struct crossbar_switch s;
    struct probe source[MOST], sink[MOST];
    const struct traffic *traffic;
    const struct unit_ops *whole; /* of the switch, if it is advanced in pieces: */
    struct unit_ops in_pieces;
    GRand *random;
    sim_time reached;
};

/* The switch's own advance, called in steps of random length up to where the engine wants it. */
static sim_time advance_in_pieces(struct unit *unit, sim_time until)
{
    struct rig *rig = (struct rig *)((char *)unit - offsetof(struct rig, s));
    while (until - rig->reached > 1 && g_rand_boolean(rig->random)) {
        rig->reached += 1 + g_rand_int(rig->random) % MIN(until - rig->reached - 1, 40 * NS);
        rig->whole->advance(unit, rig->reached);
    }
    rig->reached = MAX(until, rig->reached);
    return rig->whole->advance(unit, until);
}

static void rig_init(struct rig *rig, sim_time window, const struct traffic *traffic)
{
    memset(rig, 0, sizeof *rig);
    rig->traffic = traffic;
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    clock_init(&rig->config.clock, 1000000000);
    rig->config.speedup = MAX(traffic->speedup, 1);
    rig->config.rising = traffic->rising;
    rig->config.mixed = rig->config.cluster = 1;
    rig->config.requests = rig->config.replies = (struct packet_shape){WIDTH, 0, 128, false};
    switch_init(&rig->s, rig->engine, "switch", "host", &rig->config, NULL);
    struct wire *in[MOST], *out[MOST];
    const struct wire_shape there = {LATENCY * NS, LATENCY * NS, traffic->in_slots},
                            onward = {LATENCY * NS, LATENCY * NS, traffic->out_slots};
    for (unsigned i = 0; i < traffic->inputs; i++) {
        probe_init(&rig->source[i], rig->engine, "source");
        in[i] = wire_new(&rig->source[i].unit, &rig->s.unit, &there);
    }
    for (unsigned i = 0; i < traffic->outputs; i++) {
        probe_init(&rig->sink[i], rig->engine, "sink");
        rig->sink[i].hold = traffic->hold * NS;
        out[i] = wire_new(&rig->s.unit, &rig->sink[i].unit, &onward);
    }
    switch_connect(&rig->s, out, traffic->outputs);
    for (guint i = 0; i < traffic->packets->len; i++) {
        const struct packet *packet = packet_of(traffic, i);
        probe_send(&rig->source[packet->input], packet->time * NS, in[packet->input],
                   message_memory_request(
                       &(struct memory_request){.kind = MESSAGE_READ,
                                                .transaction = i,
                                                .sm = (uint16_t)packet->output,
                                                .bytes = (uint16_t)(packet->flits * WIDTH)}));
    }
}

/* Before rig_run. */
static void rig_cut(struct rig *rig, uint32_t seed)
{
    rig->random = g_rand_new_with_seed(seed);
    rig->whole = rig->s.unit.ops;
    rig->in_pieces = *rig->whole;
    rig->in_pieces.advance = advance_in_pieces;
    rig->s.unit.ops = &rig->in_pieces;
}

static void rig_run(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < rig->traffic->inputs; i++)
        probe_start(&rig->source[i]);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
}

/* Every packet has come when it should. */
static void rig_check(const struct rig *rig)
{
    guint received = 0;
    for (unsigned i = 0; i < rig->traffic->outputs; i++) {
        received += rig->sink[i].received->len;
        for (guint k = 0; k < rig->sink[i].received->len; k++) {
            const struct message *m = probe_received(&rig->sink[i], k);
            const struct packet *packet = packet_of(rig->traffic, message_transaction_of(m));
            ck_assert_uint_eq(packet->output, i);
            ck_assert_uint_eq(m->arrival, packet->arrival * NS);
        }
    }
    ck_assert_uint_eq(received, rig->traffic->packets->len);
}

static void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    switch_finish(&rig->s);
    for (unsigned i = 0; i < rig->traffic->inputs; i++)
        probe_finish(&rig->source[i]);
    for (unsigned i = 0; i < rig->traffic->outputs; i++)
        probe_finish(&rig->sink[i]);
    engine_free(rig->engine);
    g_clear_pointer(&rig->random, g_rand_free);
}

/* The packets of `traffic` know when they must come. */
static void check_traffic(const struct traffic *traffic, struct port_counters *counters)
{
    static struct rig rig;
    rig_init(&rig, SIM_TIME_NEVER, traffic);
    rig_run(&rig);
    rig_check(&rig);
    engine_finish_units(rig.engine, 1000000 * NS);
    if (counters)
        *counters = rig.s.counters;
    rig_finish(&rig);
}

/* ---- by hand ------------------------------------------------------------------------------ */

/* Sent in cycle `time`, there 10 cycles later; arrives where it should 10 cycles after its end. */
static void expect(struct traffic *traffic, unsigned input, unsigned output, unsigned n_flits,
                   uint64_t time, uint64_t end)
{
    add(traffic, input, output, n_flits, time);
    packet_of(traffic, traffic->packets->len - 1)->arrival = end + LATENCY;
}

START_TEST(inputs_take_turns)
{
    struct traffic traffic;
    traffic_init(&traffic, 70, 2);
    expect(&traffic, 3, 1, 2, 0, 12);
    expect(&traffic, 3, 1, 2, 0, 22); /* after those of everybody else */
    expect(&traffic, 63, 1, 2, 0, 14);
    expect(&traffic, 64, 1, 2, 0, 16);
    expect(&traffic, 69, 1, 2, 0, 18);
    expect(&traffic, 0, 1, 2, 2, 20); /* comes while the first is served */
    struct port_counters counters;
    check_traffic(&traffic, &counters);
    ck_assert_uint_eq(counters.packets, 6);
    ck_assert_uint_eq(counters.bytes, 6 * 2 * WIDTH);
    ck_assert_uint_eq(counters.busy_cycles, 6 * 2);
    ck_assert_uint_eq(counters.queue_cycles, 0 + 2 + 4 + 6 + (18 - 12) + 10);
    ck_assert_uint_eq(counters.credit_stall_cycles, 0);
    traffic_finish(&traffic);
}
END_TEST

START_TEST(a_head_holds_up_what_is_behind_it)
{
    struct traffic traffic;
    traffic_init(&traffic, 3, 3);
    expect(&traffic, 0, 0, 5, 0, 15);
    expect(&traffic, 1, 0, 1, 0, 16); /* its output is taken */
    expect(&traffic, 1, 1, 1, 0, 17); /* its output is idle all the time */
    expect(&traffic, 2, 2, 1, 0, 11); /* another input's is not held up */
    check_traffic(&traffic, NULL);
    traffic_finish(&traffic);
}
END_TEST

START_TEST(a_packet_busies_its_input_and_its_output)
{
    struct traffic traffic;
    traffic_init(&traffic, 2, 2);
    expect(&traffic, 0, 0, 4, 0, 14);
    expect(&traffic, 0, 1, 1, 0, 15); /* its input sent until 14 */
    expect(&traffic, 1, 0, 1, 1, 15); /* its output received until 14 */
    expect(&traffic, 1, 1, 1, 1, 16); /* both until 15 */
    struct port_counters counters;
    check_traffic(&traffic, &counters);
    ck_assert_uint_eq(counters.queue_cycles, 0 + 4 + 3 + 4);
    ck_assert_uint_eq(counters.busy_cycles, 4 + 1 + 1 + 1);
    traffic_finish(&traffic);
}
END_TEST

/* The same packets through a switch that is twice as fast inside as its wires. */
START_TEST(a_fast_switch_frees_inputs_and_outputs_sooner)
{
    struct traffic traffic;
    traffic_init(&traffic, 2, 2);
    traffic.speedup = 2;
    expect(&traffic, 0, 0, 4, 0, 14); /* through the switch in 2 cycles, on the wire for 4 */
    expect(&traffic, 0, 1, 1, 0, 13); /* from 12 on */
    expect(&traffic, 1, 0, 1, 1, 15); /* from 12 on, and the wire is free at 14 */
    expect(&traffic, 1, 1, 1, 1, 14); /* from 13 on */
    struct port_counters counters;
    check_traffic(&traffic, &counters);
    ck_assert_uint_eq(counters.queue_cycles, 0 + 2 + 1 + 2);
    ck_assert_uint_eq(counters.busy_cycles, 4 + 1 + 1 + 1);
    traffic_finish(&traffic);
}
END_TEST

START_TEST(a_full_destination_holds_packets_and_slots)
{
    struct traffic traffic;
    traffic_init(&traffic, 1, 1);
    traffic.in_slots = traffic.out_slots = 1;
    traffic.hold = 5;
    /* As of port.h's crossbar, test_port.c: there is only one input and one output. */
    expect(&traffic, 0, 0, 1, 0, 11);
    expect(&traffic, 0, 0, 1, 0, 37);
    expect(&traffic, 0, 0, 1, 0, 63);
    struct port_counters counters;
    check_traffic(&traffic, &counters);
    ck_assert_uint_eq(counters.credit_stall_cycles, (36 - 31) + (62 - 57));
    traffic_finish(&traffic);
}
END_TEST

/* In the turn in which a slot comes back a packet for another output is on its way. */
START_TEST(what_waits_goes_before_what_comes)
{
    struct traffic traffic;
    traffic_init(&traffic, 2, 2);
    traffic.out_slots = 1;
    traffic.hold = 30;
    expect(&traffic, 0, 0, 1, 0, 11);
    expect(&traffic, 0, 0, 1, 0, 62); /* its slot is free at 51, which is known at 61 */
    expect(&traffic, 1, 1, 1, 54, 65);
    check_traffic(&traffic, NULL);
    traffic_finish(&traffic);
}
END_TEST

START_TEST(a_stuck_switch_says_so)
{
    struct traffic traffic;
    static struct rig rig;
    traffic_init(&traffic, 1, 1);
    traffic.out_slots = 1;
    traffic.hold = 1000000;
    add(&traffic, 0, 0, 1, 0);
    add(&traffic, 0, 0, 1, 0);
    rig_init(&rig, SIM_TIME_NEVER, &traffic);
    rig.engine->options.limit = 1000 * NS;
    engine_start(rig.engine);
    probe_start(&rig.source[0]);
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_LIMIT);
    g_autofree char *text = engine_describe_waits(rig.engine);
    ck_assert_str_eq(text, "switch: 1 packets of source queued, the first is for sink\n");
    engine_finish_units(rig.engine, 50 * NS);
    ck_assert_uint_eq(rig.s.counters.credit_stall_cycles, 50 - 11);
    switch_finish(&rig.s);
    probe_finish(&rig.source[0]);
    probe_finish(&rig.sink[0]);
    engine_free(rig.engine);
    traffic_finish(&traffic);
}
END_TEST

/* ---- random ------------------------------------------------------------------------------- */

static const struct random_case {
    unsigned inputs, outputs, in_slots, out_slots, most_flits;
    uint64_t hold, packets, span; /* of each input; cycles over which they are spread */
    bool rising;
} cases[] = {
    {4, 4, 64, 64, 1, 0, 400, 0, false},     /* full load */
    {4, 4, 64, 64, 5, 0, 200, 1200, false},  /* packets of several sizes */
    {5, 3, 4, 3, 4, 7, 200, 1000, false},    /* few slots on both sides */
    {70, 2, 8, 12, 2, 0, 20, 500, false},    /* two words of inputs, all for two outputs */
    {2, 70, 16, 1, 3, 3, 300, 0, false},     /* two words of outputs */
    {66, 66, 64, 64, 4, 20, 40, 400, false}, /* both */
    {66, 70, 8, 4, 1, 9, 60, 50, true},      {3, 5, 64, 64, 1, 0, 200, 150, true},
};

static void fill(struct traffic *traffic, const struct random_case *c, uint32_t seed)
{
    GRand *random = g_rand_new_with_seed(seed);
    traffic_init(traffic, c->inputs, c->outputs);
    traffic->in_slots = c->in_slots;
    traffic->out_slots = c->out_slots;
    traffic->hold = c->hold;
    traffic->rising = c->rising;
    for (unsigned input = 0; input < c->inputs; input++)
        for (uint64_t i = 0; i < c->packets; i++)
            add(traffic, input, g_rand_int(random) % c->outputs,
                1 + g_rand_int(random) % c->most_flits, c->span * i / c->packets);
    g_rand_free(random);
}

START_TEST(random_traffic_is_as_in_the_model)
{
    struct traffic traffic;
    fill(&traffic, &cases[_i], 100 + (uint32_t)_i);
    run_model(&traffic);
    struct port_counters whole, pieces;
    static struct rig rig;
    check_traffic(&traffic, &whole);
    uint64_t busy = 0;
    for (guint i = 0; i < traffic.packets->len; i++)
        busy += packet_of(&traffic, i)->flits;
    ck_assert_uint_eq(whole.busy_cycles, busy);
    const sim_time windows[] = {SIM_TIME_NEVER, 7 * NS, NS};
    for (unsigned i = 0; i < G_N_ELEMENTS(windows); i++) {
        rig_init(&rig, windows[i], &traffic);
        rig_cut(&rig, i);
        rig_run(&rig);
        rig_check(&rig);
        engine_finish_units(rig.engine, 1000000 * NS);
        pieces = rig.s.counters;
        ck_assert_mem_eq(&pieces, &whole, sizeof whole);
        rig_finish(&rig);
    }
    traffic_finish(&traffic);
}
END_TEST

/* Table I of Karol et al., whose turns are random: 0.75 for 2 ports, 0.6553 for 4, 0.6184 for 8
 * and 0.5858 for very many. */
START_TEST(full_load_reaches_its_known_throughput)
{
    static const struct {
        unsigned ports;
        double least, most;
    } known[] = {{2, 0.74, 0.76}, {4, 0.645, 0.67}, {8, 0.605, 0.635}, {64, 0.575, 0.605}};
    enum { FROM = 500, TO = 3500 };
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++) {
        unsigned n = known[i].ports;
        struct traffic traffic;
        static struct rig rig;
        fill(&traffic, &(struct random_case){n, n, 64, 64, 1, 0, TO, 0, false}, 7);
        rig_init(&rig, SIM_TIME_NEVER, &traffic);
        rig_run(&rig);
        uint64_t sent = 0;
        for (unsigned output = 0; output < n; output++)
            for (guint k = 0; k < rig.sink[output].received->len; k++) {
                sim_time time = probe_received(&rig.sink[output], k)->arrival;
                sent += time >= FROM * NS && time < TO * NS;
            }
        double throughput = (double)sent / ((double)n * (TO - FROM));
        ck_assert_double_ge(throughput, known[i].least);
        ck_assert_double_le(throughput, known[i].most);
        rig_finish(&rig);
        traffic_finish(&traffic);
    }
}
END_TEST

static const struct {
    uint32_t sm, bank; /* slots */
    bool outputs;
    const char *says; /* NULL: nothing */
} slot_cases[] = {
    {20, 10, false, NULL}, /* 20 cycles there and back; a reply takes 2 */
    {19, 10, false,
     "sm_to_port.slots of the crossbar is 19: a packet's way and its credit's way "
     "back take 20 cycles, so fewer than 20 slots limit its throughput"},
    {20, 9, false, "bank_to_port.slots of the crossbar is 9: "},
    /* There every pair of 20 has a wire of its own, but from ports on there is one a unit. */
    {20, 10, true, NULL},
    {19, 10, true, "port_to_bank.slots of the crossbar is 19: "},
    {20, 9, true, "port_to_sm.slots of the crossbar is 9: "},
};

START_TEST(says_when_slots_are_too_few)
{
    for (size_t i = 0; i < G_N_ELEMENTS(slot_cases); i++) {
        const struct wire_shape sm = {10 * NS, 10 * NS, slot_cases[i].sm},
                                bank = {10 * NS, 10 * NS, slot_cases[i].bank};
        struct crossbar_config config = {.input_queued = !slot_cases[i].outputs,
                                         .cluster = 1,
                                         .requests = {WIDTH, 8, 128, false},
                                         .replies = {WIDTH, 8, 32, false},
                                         .sm_to_port = sm,
                                         .port_to_bank = sm,
                                         .bank_to_port = bank,
                                         .port_to_sm = bank};
        clock_init(&config.clock, 1000000000);
        g_autofree char *text = crossbar_short_of_slots(&config, 20, 20);
        ck_assert_int_eq(text != NULL, slot_cases[i].says != NULL);
        ck_assert(!text || g_str_has_prefix(text, slot_cases[i].says));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("switch");
    TCase *tcase = tcase_create("switch");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, inputs_take_turns);
    tcase_add_test(tcase, a_head_holds_up_what_is_behind_it);
    tcase_add_test(tcase, a_packet_busies_its_input_and_its_output);
    tcase_add_test(tcase, a_fast_switch_frees_inputs_and_outputs_sooner);
    tcase_add_test(tcase, a_full_destination_holds_packets_and_slots);
    tcase_add_test(tcase, what_waits_goes_before_what_comes);
    tcase_add_test(tcase, says_when_slots_are_too_few);
    tcase_add_test(tcase, a_stuck_switch_says_so);
    tcase_add_loop_test(tcase, random_traffic_is_as_in_the_model, 0, G_N_ELEMENTS(cases));
    tcase_add_test(tcase, full_load_reaches_its_known_throughput);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
