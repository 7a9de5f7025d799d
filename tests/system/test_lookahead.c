/* SPDX-License-Identifier: BSD-3-Clause */
/* How far actors run ahead of the clock must not be seen in any result: the same bytes with windows
 * of one cycle as with those that the wires allow. Nor in what observers write. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <glib/gstdio.h>
#include <string.h>

enum { AS_WIRES_ALLOW = 1000000 };

/* what: for a message. */
static void check_window(GPtrArray *command, const char *what)
{
    g_autoptr(JsonNode) free_run = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(free_run);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autofree char *actual = result_without_host(result);
    assert_same_result(expected, actual, what);
    /* The option did something: the engine stopped more often. */
    ck_assert_uint_gt(result_number(result, "host.engine_stops"),
                      result_number(free_run, "host.engine_stops"));
}

/* Under the second scheduler, gto; test_schedulers.c has all of them with one window. */
START_TEST(results_do_not_depend_on_the_window)
{
    int run = _i * SCHEDULERS + 1;
    g_autoptr(GPtrArray) command = command_of_run(run);
    command_add(command, "--observe");
    command_add(command, "all");
    check_window(command, workload_of_run(run)->file);
}
END_TEST

START_TEST(traces_do_not_depend_on_the_window)
{
    g_autoptr(GPtrArray) command = command_of_trace_run(_i);
    g_autofree char *name = name_of_trace_run(_i);
    check_window(command, name);
}
END_TEST

/* ---- other platforms ------------------------------------------------------------------------- */

/* What could break it: clocks whose edges never meet, wires so short that there is hardly any
 * lookahead, very unequal ones, other counts of everything. race's counters depend on timing. */
static const char *const platforms[][10] = {
    {"sm.clock=1401MHz", "front.clock=1401MHz", "xbar.clock=650MHz", "l2.clock=777MHz"},
    {"sm.count=3", "l2.count=4", "dram.count=2", "sm.schedulers=1"},
    {"sm.schedulers=4", "sm.fetch.width=2", "gpu.memory.bank_hash=rotate", "sm.ldst.queue=2"},
    {"xbar.sm_to_port.latency=1cycle", "xbar.port_to_bank.latency=3cycles",
     "xbar.bank_to_port.latency=1ps", "xbar.port_to_sm.latency=1ns", "l2.to_dram.latency=1cycle",
     "dram.to_l2.latency=2cycles"},
    {"xbar.sm_to_port.latency=400cycles", "xbar.sm_to_port.credit_latency=1cycle",
     "xbar.bank_to_port.latency=1cycle", "xbar.bank_to_port.credit_latency=300cycles",
     "xbar.bank_to_port.slots=2"},
    {"sm.l1d.sector=32B", "sm.l1d.banks=4", "sm.l1d.write=allocate", "sm.coalesce.size=512B",
     "sm.l1d.size=64KiB", "sm.l1d.ways=64", "sm.l1d.carveout=0B,8KiB,48KiB"},
    {"sm.l1d.sector=32B", "sm.l1d.banks=2", "sm.l1d.write=through", "sm.l1d.allocate=fill",
     "sm.l1d.size=2KiB", "sm.l1d.mshrs=6"},
    {"gpu.memory.bank_hash=ipoly", "l2.fetch=sector", "l2.set_index=ipoly",
     "l2.data.width=32B/cycle", "xbar.packet.data=32B", "xbar.packet.reply_data=32B"},
    {"xbar.queues=inputs", "xbar.port_to_sm.slots=2", "xbar.port_to_bank.slots=1",
     "xbar.sm_to_port.slots=3", "xbar.packet.reply_data=32B", "front.dispatch.width=15"},
    {"xbar.cluster=4", "xbar.sm_to_port.slots=1", "sm.clock=1401MHz", "front.clock=1401MHz",
     "xbar.port_to_sm.slots=3", "xbar.port_to_bank.slots=2", "sm.count=11"},
    {"xbar.queues=inputs", "xbar.cluster=7", "xbar.packet.mixed=3", "xbar.packet.reply_data=32B",
     "xbar.sm_to_port.fetch=3cycles", "xbar.sm_to_port.atomic=19cycles", "xbar.speedup=2",
     "xbar.port_to_sm.slots=2", "xbar.packet.enters=first"},
    {"sm.units.queue=3", "sm.units.private=yes", "sm.issue.width=2", "sm.fetch.latency=2cycles",
     "sm.ibuffer.entries=3", "front.dispatch.ahead=2", "front.kernel.setup=77cycles",
     "sm.ldst.private=yes"},
    {"sm.issue.order=rotate", "sm.ldst.queue=2", "sm.ldst.pipeline=35", "sm.l1d.mshrs=4",
     "xbar.queues=inputs", "xbar.packet.reply_data=32B"},
    {"l2.entry.latency=70cycles", "l2.entry.queue=6", "l2.mshr_merges=1", "xbar.queues=inputs",
     "xbar.packet.data=32B", "xbar.packet.contended=apart", "sm.l1d.sector=32B",
     "xbar.packet.enters=first", "sm.coalesce.atomics=sectors"},
    {"l2.halves=2", "l2.far.latency=90cycles", "l2.far.copies=8KiB", "l2.entry.latency=70cycles",
     "l2.entry.queue=6", "xbar.port_to_bank.slots=9", "l2.clock=777MHz"},
    {"gpu.memory.bank_hash=ipoly_modulo", "gpu.memory.address_bits=RRRRRRRRRBBBCCCCBCCSSSSS",
     "l2.halves=2", "l2.far.latency=1cycle", "xbar.queues=inputs"},
    {"sm.units.private=yes", "sm.issue.order=rotate", "sm.ldst.queue=2", "sm.ldst.private=turns",
     "sm.l1d.mshrs=6"},
    {"sm.warp_scheduler=mascar", "sm.l1d.mshrs=4", "sm.l1d.miss_queue=3", "sm.l1d.mshr_merges=2",
     "sm.l1d.sector=32B", "sm.l1d.size=2KiB"},
};

static char *result_on(const char *const *sets, unsigned window)
{
    g_autoptr(GPtrArray) command = command_for("tests/kernels/race.json");
    command_set_all(command, (const char *const[]){"scalars.n=64", "scalars.blocks=10",
                                                   "scalars.rounds=4", NULL});
    command_set_all(command, sets);
    command_add(command, "--observe");
    command_add(command, "all");
    command_add(command, "--set");
    command_add(command, "engine.lookahead=%u", window);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return result_without_host(result);
}

START_TEST(other_platforms_do_not_depend_on_the_window)
{
    g_autofree char *expected = result_on(platforms[_i], AS_WIRES_ALLOW);
    g_autofree char *actual = result_on(platforms[_i], 1);
    assert_same_result(expected, actual, platforms[_i][0]);
}
END_TEST

/* ---- what races leave in memory -------------------------------------------------------------- */

/* Checks that cannot pass, so that the summary says what the buffers' checksums are. */
static const char checks[] =
    "\"checks\": [{\"buffer\": \"cached\", \"checksum\": \"fnv1a64:0000000000000000\"},\n"
    "{\"buffer\": \"strong\", \"checksum\": \"fnv1a64:0000000000000000\"},\n"
    "{\"buffer\": \"atomic\", \"checksum\": \"fnv1a64:0000000000000000\"}],\n";

/* race.json with them; in a folder of this name the command finds its race.ptx. */
static char *write_race(const char *folder)
{
    g_autofree char *path = source_path("tests/kernels/race.json");
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_autofree char *checked = g_strdup_printf("{%s%s", checks, strchr(text, '{') + 1);
    g_autofree char *kernels = g_build_filename(folder, "kernels", NULL);
    ck_assert_int_eq(g_mkdir(kernels, 0755), 0);
    return folder_write(kernels, "race.json", checked, strlen(checked));
}

/* The summary's lines about checksums, one a buffer. */
static char *checksums(const char *workload, const char *scheduler, unsigned window)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "--scheduler");
    command_add(command, "%s", scheduler);
    command_add(command, "--set");
    command_add(command, "engine.lookahead=%u", window);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    g_auto(GStrv) lines = g_strsplit(outcome.out, "\n", -1);
    g_autoptr(GString) found = g_string_new(NULL);
    unsigned n = 0;
    for (char **line = lines; *line != NULL; line++)
        if (strstr(*line, "checksum fnv1a64:") != NULL) {
            g_string_append_printf(found, "%s\n", *line);
            n++;
        }
    ck_assert_msg(n == 3, "%u checksums in:\n%s", n, outcome.out);
    return g_strdup(found->str);
}

START_TEST(races_end_the_same_way)
{
    char *folder = folder_new();
    g_autofree char *workload = write_race(folder);
    g_autofree char *expected = checksums(workload, schedulers[_i], AS_WIRES_ALLOW);
    g_autofree char *actual = checksums(workload, schedulers[_i], 1);
    ck_assert_str_eq(actual, expected);
    /* Timing does decide, or this would test nothing. */
    g_autofree char *other = checksums(workload, schedulers[!_i], AS_WIRES_ALLOW);
    ck_assert_str_ne(other, expected);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("lookahead");
    TCase *tests = tcase_create("every workload, traces on every platform");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, results_do_not_depend_on_the_window, 0, n_small_workloads);
    tcase_add_loop_test(tests, traces_do_not_depend_on_the_window, 0, trace_runs());
    tcase_add_loop_test(tests, other_platforms_do_not_depend_on_the_window, 0,
                        (int)G_N_ELEMENTS(platforms));
    tcase_add_loop_test(tests, races_end_the_same_way, 0, SCHEDULERS);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
