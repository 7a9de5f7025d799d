/* SPDX-License-Identifier: BSD-3-Clause */
/* SMs that share ports of the crossbar (xbar.cluster), on both kinds of crossbar: an SM alone takes
 * the time that it takes with ports of its own, several take longer, and everything comes to where
 * it belongs, with any number of threads and at any lookahead, in clusters of unequal sizes. */
#include "tests/rigs/result.h"

static const char *const queues[] = {"xbar.queues=outputs", "xbar.queues=inputs"};

enum { KINDS = G_N_ELEMENTS(queues) };

/* vecadd reads two and writes one array. */
static GPtrArray *vecadd(unsigned kind, unsigned elements, unsigned cluster)
{
    GPtrArray *command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){queues[kind], "sm.count=7", NULL});
    command_add(command, "--set");
    command_add(command, "xbar.cluster=%u", cluster);
    command_add(command, "--set");
    command_add(command, "scalars.n=%u", elements);
    command_add(command, "--check");
    return command;
}

static uint64_t cycles_of(unsigned kind, unsigned elements, unsigned cluster)
{
    g_autoptr(GPtrArray) command = vecadd(kind, elements, cluster);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return result_number(result, "totals.dispatcher.kernel_cycles");
}

/* As the wires' two parts have their latency. */
START_TEST(one_sm_loses_nothing)
{
    enum { ONE_BLOCK = 256 };
    const uint64_t alone = cycles_of((unsigned)_i, ONE_BLOCK, 1);
    ck_assert_uint_gt(alone, 0);
    ck_assert_uint_eq(cycles_of((unsigned)_i, ONE_BLOCK, 2), alone);
    ck_assert_uint_eq(cycles_of((unsigned)_i, ONE_BLOCK, 7), alone);
}
END_TEST

/* All through one port of 32 bytes a cycle: a line of data has 136 of them, and two of each three
 * packets with one are replies. */
START_TEST(many_share_the_width)
{
    enum { ELEMENTS = 28672, LINES = 2 * ELEMENTS / 32, FLITS = 5 };
    const uint64_t own = cycles_of((unsigned)_i, ELEMENTS, 1),
                   shared = cycles_of((unsigned)_i, ELEMENTS, 7);
    ck_assert_uint_gt(shared, LINES * FLITS);
    ck_assert_uint_lt(own, LINES * FLITS);
}
END_TEST

/* Three, three and one. */
START_TEST(everything_comes_where_it_belongs)
{
    enum { ELEMENTS = 20000 };
    g_autoptr(GPtrArray) command = vecadd((unsigned)_i, ELEMENTS, 3);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    const uint64_t packets = result_number(result, "totals.request_ports.packets");
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_eq(result_sum(result, "checks", "wrong"), 0);
    ck_assert_uint_eq(packets, result_number(result, "totals.sm.reads_sent") +
                                   result_number(result, "totals.sm.writes_sent") +
                                   result_number(result, "totals.sm.fetches_sent"));
    ck_assert_uint_eq(packets, result_number(result, "totals.reply_ports.packets"));
    ck_assert_uint_eq(packets, result_number(result, "totals.sm.read_replies") +
                                   result_number(result, "totals.sm.write_acks") +
                                   result_number(result, "totals.sm.fetch_replies"));
    /* A flit of each packet, and all of those with data, pass two ports each way. */
    ck_assert_uint_ge(result_number(result, "totals.request_ports.busy_cycles"), 2 * packets);
    g_autofree char *expected = result_without_host(result);
    static const char *const others[][4] = {{"--threads", "2"},
                                            {"--set", "engine.lookahead=1"},
                                            {"--threads=3", "--set", "engine.lookahead=2"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(GPtrArray) again = vecadd((unsigned)_i, ELEMENTS, 3);
        for (unsigned k = 0; k < G_N_ELEMENTS(others[i]) && others[i][k]; k++)
            command_add(again, "%s", others[i][k]);
        g_autoptr(JsonNode) other = run_for_result(again, EXIT_DONE);
        g_autofree char *actual = result_without_host(other);
        assert_same_result(expected, actual, others[i][0]);
    }
}
END_TEST

/* A slot is enough on each wire. */
START_TEST(one_slot_is_enough)
{
    g_autoptr(GPtrArray) command = vecadd((unsigned)_i, 4096, 4);
    command_set_all(command, (const char *const[]){
                                 "xbar.sm_to_port.slots=1", "xbar.port_to_bank.slots=1",
                                 "xbar.bank_to_port.slots=1", "xbar.port_to_sm.slots=1", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_gt(result_number(result, "totals.reply_ports.credit_stall_cycles"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clusters");
    TCase *tests = tcase_create("clusters");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, one_sm_loses_nothing, 0, KINDS);
    tcase_add_loop_test(tests, many_share_the_width, 0, KINDS);
    tcase_add_loop_test(tests, everything_comes_where_it_belongs, 0, KINDS);
    tcase_add_loop_test(tests, one_slot_is_enough, 0, KINDS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
