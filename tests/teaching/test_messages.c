/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of messages (--trace-messages) of machines of several shapes: it is the same at any
 * lookahead, it agrees with the counters, its waits add up, and filters leave lines out and change
 * none. The story of a load adds up to what a chase of pointers takes. test_views.c has the list of
 * every workload. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/teaching/message_checks.h"
#include <stdio.h>
#include <string.h>

enum { AS_WIRES_ALLOW = 1000000 };

static char *list_of(GPtrArray *command, const char *folder, unsigned window)
{
    char *path = g_strdup_printf("%s/%u.jsonl", folder, window);
    g_autoptr(GPtrArray) own = command_new();
    for (guint i = 1; i < command->len; i++)
        command_add(own, "%s", (char *)command->pdata[i]);
    command_add(own, "--set");
    command_add(own, "engine.lookahead=%u", window);
    command_add(own, "--trace-messages");
    command_add(own, "%s", path);
    auto_outcome outcome;
    command_run(own, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE || outcome.exit_code == EXIT_CHECK_FAILED, "%s",
                  outcome.err);
    return path;
}

static void assert_same_files(const char *a, const char *b)
{
    g_autofree char *x = NULL, *y = NULL;
    gsize n, m;
    ck_assert(g_file_get_contents(a, &x, &n, NULL) && g_file_get_contents(b, &y, &m, NULL));
    ck_assert_uint_gt(n, 0);
    ck_assert_uint_eq(n, m);
    ck_assert_msg(memcmp(x, y, n) == 0, "%s and %s differ", a, b);
}

/* ---- switches, clusters, several packets, full buffers ------------------------------------------
 */

static const char *const shapes[][8] = {
    {"xbar.queues=inputs", "xbar.packet.reply_data=32B", "xbar.port_to_sm.slots=2",
     "xbar.port_to_bank.slots=1"},
    {"xbar.cluster=4", "sm.count=11", "sm.clock=1401MHz", "front.clock=1401MHz",
     "xbar.port_to_bank.slots=2"},
    {"xbar.sm_to_port.slots=1", "xbar.bank_to_port.slots=1", "l2.to_dram.slots=1",
     "dram.to_l2.slots=1", "xbar.port_to_bank.slots=1", "xbar.port_to_sm.slots=1"},
};

START_TEST(list_of_other_machines)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/spmv/spmv.json");
    command_set_all(command, (const char *const[]){"scalars.rows=512", "scalars.edges=3000", NULL});
    command_set_all(command, shapes[_i]);
    char *folder = folder_new();
    g_autofree char *list = list_of(command, folder, AS_WIRES_ALLOW);
    g_autofree char *one = list_of(command, folder, 1);
    assert_same_files(list, one);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autoptr(GPtrArray) lines = message_list_read(list);
    ck_assert_uint_eq(message_list_count(lines, "sm", "sends", "READ"),
                      result_number(result, "totals.sm.reads_sent"));
    ck_assert_uint_eq(message_list_count(lines, "sm", "receives", "READ_REPLY"),
                      result_number(result, "totals.sm.read_replies"));
    check_order(lines);
    check_owners(lines);
    /* With one credit everywhere, credits are what messages wait for. */
    if (_i == G_N_ELEMENTS(shapes) - 1)
        ck_assert_uint_gt(message_list_sum(lines, "sm", "sends", NULL, "waited_credit_ps"), 0);
    folder_remove(folder);
}
END_TEST

/* L1 looks up several transactions in a cycle, and packets are narrower than a reply. */
static const char *const wide[] = {"platforms/ampere-a100.xml", "platforms/volta-titanv.xml"};

START_TEST(list_of_wider_machines)
{
    g_autofree char *workload = source_path("workloads/examples/spmv/spmv.json");
    g_autoptr(GPtrArray) command = command_on(wide[_i], workload);
    command_set_all(command, (const char *const[]){"scalars.rows=512", "scalars.edges=3000", NULL});
    char *folder = folder_new();
    g_autofree char *list = list_of(command, folder, AS_WIRES_ALLOW);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autoptr(GPtrArray) lines = message_list_read(list);
    check_requests(lines, result);
    check_memory_and_blocks(lines, result);
    check_order(lines);
    check_waits(lines, result, crossbar_cycle(wide[_i]));
    check_owners(lines);
    folder_remove(folder);
}
END_TEST

/* ---- filters and stories ------------------------------------------------------------------------
 */

static char *text_of(const char *const *words)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=2048", "sm.count=2", NULL});
    for (; *words; words++)
        command_add(command, "%s", *words);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    return g_strdup(outcome.out);
}

#define TEXT_OF(...) text_of((const char *const[]){__VA_ARGS__, NULL})

/* Each line of `part` is in `whole`, in the same order; returns how many. */
static unsigned assert_part_of(const char *part, const char *whole)
{
    unsigned n = 0;
    g_auto(GStrv) lines = g_strsplit(part, "\n", -1);
    for (char **line = lines; *line && **line; line++, n++) {
        const char *at = strstr(whole, *line);
        ck_assert_msg(at != NULL, "%s is not in the whole list", *line);
        whole = at + strlen(*line);
    }
    return n;
}

START_TEST(filters_leave_lines_out)
{
    g_autofree char *whole = TEXT_OF("--trace-messages", "-");
    g_autofree char *units = TEXT_OF("--trace-messages", "-", "--trace-units", "l2-3,dram-*");
    g_autofree char *address =
        TEXT_OF("--trace-messages", "-", "--trace-address", "0x1000003000-0x100000307f");
    g_autofree char *warp = TEXT_OF("--trace-messages", "-", "--trace-warp", "1:5");
    g_autofree char *window = TEXT_OF("--trace-messages", "-", "--trace-window", "19000-19300");
    const unsigned all = assert_part_of(whole, whole);
    const char *const parts[] = {units, address, warp, window};
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        const unsigned n = assert_part_of(parts[i], whole);
        ck_assert_uint_gt(n, 10);
        ck_assert_uint_lt(n, all / 2);
    }
    ck_assert_ptr_null(strstr(units, " to=request-port-l2-4 "));
    ck_assert_ptr_nonnull(strstr(units, " to=l2-3 "));
    ck_assert_ptr_nonnull(strstr(address, "DRAM_READ     0x1000003000"));
    ck_assert_ptr_null(strstr(warp, "warp=0:"));
    ck_assert_ptr_null(strstr(warp, "BLOCK_START"));
}
END_TEST

/* Two loads and a store: what "in all" says is the last cycle less the first, and the steps between
 * them sum to it. */
static unsigned check_stories(const char *text)
{
    unsigned stories = 0;
    double sum = 0, first = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        double cycle, took;
        if (sscanf(*line, " %lf %lf  ", &cycle, &took) != 2 || !g_str_has_prefix(*line, "  "))
            continue;
        if (strstr(*line, "  issues")) {
            first = cycle;
            sum = 0;
        } else if (strstr(*line, "  in all:")) {
            ck_assert_double_eq_tol(took, cycle - first, 0.02);
            ck_assert_double_eq_tol(took, sum, 0.1);
            stories++;
        } else {
            sum += took;
        }
    }
    return stories;
}

START_TEST(stories_add_up)
{
    g_autofree char *warp = TEXT_OF("--follow-warp", "0:0");
    ck_assert_uint_eq(check_stories(warp), 3);
    ck_assert_ptr_nonnull(strstr(warp, "1. Warp 0 of sm0: load of global, line 0x1000000000"));
    g_autofree char *line = TEXT_OF("--follow", "0x1000003040");
    ck_assert_uint_eq(check_stories(line), 1);
    ck_assert_ptr_nonnull(strstr(line, "waits for the port, behind "));
}
END_TEST

/* The hops of docs/explanation/latency.md: a load that finds its row closed, or another one open.
 */
START_TEST(a_story_is_the_latency_of_the_page)
{
    g_autofree char *trace =
        trace_of("chase", (const char *const[]){"footprint=268435456", "loads=60", "rnd=1", NULL});
    g_autoptr(GPtrArray) command = command_on(FERMI, trace);
    command_add(command, "--follow-warp");
    command_add(command, "0:0");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_uint_gt(check_stories(outcome.out), 40);
    /* The page's sum for such a load, of which most find another row open. */
    ck_assert_ptr_nonnull(strstr(outcome.out, " 311  in all:"));
}
END_TEST

/* ---- what is refused ---------------------------------------------------------------------------
 */

START_TEST(bad_options_are_refused)
{
    static const char *const bad[][3] = {
        {"--trace-units", "sm0"},  {"--trace-address", "0x10"}, {"--trace-window", "1-2"},
        {"--follow", "somewhere"}, {"--follow-warp", "3"},      {"--follow-warp", "0:x"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
        command_add(command, "%s", bad[i][0]);
        command_add(command, "%s", bad[i][1]);
        auto_outcome outcome;
        command_run(command, &outcome);
        ck_assert_int_eq(outcome.exit_code, EXIT_USAGE);
        ck_assert_ptr_nonnull(strstr(outcome.err, bad[i][0]));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("messages");
    TCase *tcase = tcase_create("messages");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, list_of_other_machines, 0, G_N_ELEMENTS(shapes));
    tcase_add_loop_test(tcase, list_of_wider_machines, 0, G_N_ELEMENTS(wide));
    tcase_add_test(tcase, filters_leave_lines_out);
    tcase_add_test(tcase, stories_add_up);
    tcase_add_test(tcase, a_story_is_the_latency_of_the_page);
    tcase_add_test(tcase, bad_options_are_refused);
    suite_add_tcase(suite, tcase);
    traces_start();
    const int failed = run_suite(suite);
    traces_finish();
    return failed;
}
