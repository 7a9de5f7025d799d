/* SPDX-License-Identifier: BSD-3-Clause */
/* The network between SMs: latencies in a pair and beyond, ways that messages share, and the time
 * of the shared memory; all times by hand.
 *
 * The clock is 1 GHz, so that cycle k is at k ns. A message of up to 16 bytes takes a cycle of its
 * sender's way and one of its receiver's. In between, 20 cycles pass in a pair, and 30 otherwise:
 * 18 of them before the sender's way, 2 behind the receiver's. */
#include "models/core/message_cluster.h"
#include "models/icnt/sm_network.h"
#include "tests/rigs/unit_rig.h"

enum { NS = 1000, FIRST = 4, SMS = 4 };

static const sim_time windows[] = {SIM_TIME_NEVER, NS, 7 * NS};

struct rig {
    struct engine *engine;
    struct sm_network_config config;
    struct sm_network network;
    struct probe sm[SMS];
    struct wire *wire[SMS];
};

static void rig_init(struct rig *rig, sim_time window)
{
    *rig = (struct rig){
        .config = {.width = 16, .near = 20, .far = 30, .serve = 25, .requests = 4, .signals = 4}};
    rig->engine = engine_new(&(struct engine_options){.window = window, .limit = SIM_TIME_NEVER});
    clock_init(&rig->config.clock, 1000000000);
    sm_network_init(&rig->network, rig->engine, "network", "host", &rig->config, FIRST, SMS);
    for (unsigned i = 0; i < SMS; i++) {
        probe_init(&rig->sm[i], rig->engine, "sm");
        rig->wire[i] = sm_network_connect(&rig->network, FIRST + i, &rig->sm[i].unit);
    }
}

static void rig_run(struct rig *rig)
{
    engine_start(rig->engine);
    for (unsigned i = 0; i < SMS; i++)
        probe_start(&rig->sm[i]);
    ck_assert_int_eq(engine_run_plain(rig->engine), ENGINE_QUIET);
}

static void rig_finish(struct rig *rig)
{
    for (guint i = 0; i < rig->engine->wires->len; i++)
        ck_assert(wire_drained(g_ptr_array_index(rig->engine->wires, i)));
    sm_network_finish(&rig->network);
    for (unsigned i = 0; i < SMS; i++)
        probe_finish(&rig->sm[i]);
    ck_assert_uint_eq(engine_payloads_in_use(rig->engine), 0);
    engine_free(rig->engine);
}

static struct message request(unsigned from, unsigned to, uint16_t number, uint16_t bytes)
{
    const struct shared_request what = {.kind = MESSAGE_SHARED_READ,
                                        .to = {.cluster = 77, .rank = 3, .sm = (uint16_t)to},
                                        .offset = 256,
                                        .number = number,
                                        .sm = (uint16_t)from,
                                        .bytes = bytes};
    return message_shared_request(&what);
}

static void send(struct rig *rig, unsigned from, unsigned to, sim_time time, uint16_t number,
                 uint16_t bytes)
{
    probe_send(&rig->sm[from], time, rig->wire[from],
               request(FIRST + from, FIRST + to, number, bytes));
}

static void check_received(const struct rig *rig, unsigned sm, guint i, uint32_t number,
                           sim_time arrival)
{
    const struct message *message = probe_received(&rig->sm[sm], i);
    ck_assert_uint_eq(message_shared_number(message), number);
    ck_assert_uint_eq(message->arrival, arrival);
    ck_assert_uint_eq(message_to_sm(message), FIRST + sm);
}

START_TEST(a_pair_is_nearer)
{
    struct rig rig;
    rig_init(&rig, windows[_i]);
    send(&rig, 0, 2, 0, 1, 8); /* 18, 19, 10 more, 30 */
    send(&rig, 0, 1, NS, 2, 8);
    send(&rig, 0, 0, 2 * NS, 3, 8); /* to itself: as near */
    send(&rig, 3, 2, 40 * NS, 4, 8);
    rig_run(&rig);
    check_received(&rig, 2, 0, 1, 32 * NS);
    check_received(&rig, 1, 0, 2, 23 * NS);
    check_received(&rig, 0, 0, 3, 24 * NS);
    check_received(&rig, 2, 1, 4, 62 * NS);
    rig_finish(&rig);
}
END_TEST

/* 33 bytes are three cycles. */
START_TEST(messages_share_the_ways)
{
    struct rig rig;
    rig_init(&rig, windows[_i]);
    send(&rig, 0, 1, 0, 1, 33);       /* 18 to 21, 21 to 24 */
    send(&rig, 0, 1, 0, 2, 33);       /* 21 to 24, 24 to 27 */
    send(&rig, 2, 1, 50 * NS, 3, 16); /* 68 to 69, ready at 79, 79 to 80 */
    send(&rig, 3, 1, 50 * NS, 4, 16); /* so too, but 80 to 81 */
    send(&rig, 0, 1, 60 * NS, 5, 16); /* 78 to 79, ready at 79, but they came before */
    rig_run(&rig);
    check_received(&rig, 1, 0, 1, 26 * NS);
    check_received(&rig, 1, 1, 2, 29 * NS);
    check_received(&rig, 1, 2, 3, 82 * NS);
    check_received(&rig, 1, 3, 4, 83 * NS);
    check_received(&rig, 1, 4, 5, 84 * NS);
    rig_finish(&rig);
}
END_TEST

/* The memory's time passes in the network; a request made after it may overtake the reply. */
START_TEST(a_reply_takes_the_memorys_time)
{
    struct rig rig;
    rig_init(&rig, windows[_i]);
    struct message reply = request(FIRST + 0, FIRST + 1, 9, 8);
    message_become_shared_reply(&reply, false, 136); /* nine cycles */
    probe_send(&rig.sm[1], 0, rig.wire[1], reply);   /* 18 to 27, 25 more, 52 to 61 */
    send(&rig, 1, 0, NS, 1, 8);                      /* 27 to 28, 28 to 29 */
    rig_run(&rig);
    check_received(&rig, 0, 0, 1, 31 * NS);
    check_received(&rig, 0, 1, 9, 63 * NS);
    const struct message *got = probe_received(&rig.sm[0], 1);
    ck_assert(message_is_shared_reply(got) && !message_shared_is_gone(got));
    ck_assert_uint_eq(got->requester, FIRST + 1);
    ck_assert_uint_eq(message_cluster(got), 77);
    ck_assert_uint_eq(message_rank(got), 3);
    ck_assert_uint_eq(message_shared_offset(got), 256);
    rig_finish(&rig);
}
END_TEST

START_TEST(signals_carry_phases)
{
    struct rig rig;
    rig_init(&rig, windows[_i]);
    const struct cluster_block to = {
        .launch = 5, .cluster = (UINT64_C(1) << 36) - 1, .rank = 15, .sm = FIRST + 3};
    probe_send(&rig.sm[2], 0, rig.wire[2],
               message_cluster_signal(&to, 14, UINT32_MAX, FIRST + 2, 8));
    rig_run(&rig);
    const struct message *got = probe_received(&rig.sm[3], 0);
    ck_assert_uint_eq(got->arrival, 22 * NS);
    ck_assert_uint_eq(message_signal_from(got), 14);
    ck_assert_uint_eq(message_signal_phases(got), UINT32_MAX);
    ck_assert_uint_eq(message_cluster(got), to.cluster);
    ck_assert_uint_eq(message_rank(got), 15);
    ck_assert(!message_has_payload(got));
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    const int n = G_N_ELEMENTS(windows);
    Suite *suite = suite_create("network of SMs");
    TCase *tests = tcase_create("network of SMs");
    tcase_add_loop_test(tests, a_pair_is_nearer, 0, n);
    tcase_add_loop_test(tests, messages_share_the_ways, 0, n);
    tcase_add_loop_test(tests, a_reply_takes_the_memorys_time, 0, n);
    tcase_add_loop_test(tests, signals_carry_phases, 0, n);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
