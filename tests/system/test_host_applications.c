/* SPDX-License-Identifier: BSD-3-Clause */
/* --host-apps: applications on the host's cores beside the work of the GPU. */
#include "tests/rigs/result.h"
#include <string.h>

#define APPLICATIONS "offload/applications/spec2006.json"
static const double LINK = 22e9; /* host.dram.bandwidth of the platform, bytes a second */

/* vecadd on HeteroPDP's machine beside n times an application; its elements are set by whoever
 * runs it. */
static GPtrArray *command_beside(const char *name, unsigned n)
{
    GPtrArray *command = command_new();
    g_autofree char *platform = source_path("platforms/papers/heteropdp.xml");
    g_autofree char *workload = source_path("workloads/examples/vecadd/vecadd.json");
    g_autofree char *applications = source_path(APPLICATIONS);
    command_add(command, "%s", platform);
    command_add(command, "%s", workload);
    if (n > 0) {
        command_add(command, "--host-apps");
        command_add(command, "%s", applications);
    }
    for (unsigned i = 0; i < n; i++) {
        command_add(command, "--host-app");
        command_add(command, "%s", name);
    }
    return command;
}

static uint64_t number_of(JsonNode *result, const char *name, unsigned i, const char *member)
{
    g_autofree char *path =
        i == 0 ? g_strdup_printf("host_applications.%s.%s", name, member)
               : g_strdup_printf("host_applications.%s %u.%s", name, i + 1, member);
    return result_number(result, path);
}

/* Copies alone: the kernel takes no time. */
static JsonNode *run_copies(unsigned n)
{
    g_autoptr(GPtrArray) command = command_beside("lbm", n);
    command_add(command, "--functional");
    command_add(command, "--set");
    command_add(command, "scalars.n=500000");
    return run_for_result(command, EXIT_DONE);
}

/* Bytes a second over the link, applications' and copies' together: of steps and copies that are
 * done, by the whole time. */
static double moved(JsonNode *result, unsigned n)
{
    double bytes = (double)(result_number(result, "totals.host_commands.bytes_to_device") +
                            result_number(result, "totals.host_commands.bytes_to_host"));
    for (unsigned i = 0; i < n; i++)
        bytes += (double)number_of(result, "lbm", i, "dram_bytes");
    return bytes / ((double)result_number(result, "elapsed_ps") * 1e-12);
}

/* More neighbours: copies take longer, and so does each neighbour; nobody gets more than there is,
 * and four streams with a copy leave hardly anything. */
START_TEST(shares_the_link_with_copies)
{
    uint64_t copied = 0;
    double slowdown = 1;
    for (unsigned n = 0; n <= 4; n++) {
        g_autoptr(JsonNode) result = run_copies(n);
        const uint64_t now = result_number(result, "totals.host_commands.copy_ps");
        ck_assert_uint_gt(now, copied);
        copied = now;
        ck_assert_double_le(moved(result, n), LINK * (1 + 1e-9));
        if (n == 0)
            continue;
        const double slower = (double)number_of(result, "lbm", n - 1, "time_ps") /
                              (double)number_of(result, "lbm", n - 1, "alone_ps");
        ck_assert_double_gt(slower, slowdown);
        slowdown = slower;
        if (n == 4)
            ck_assert_double_ge(moved(result, n), 0.95 * LINK);
    }
    ck_assert_double_gt(slowdown, 1.2);
}
END_TEST

/* Like things have like times: the four streams of the run above, whatever order they are in. */
START_TEST(treats_all_alike)
{
    g_autoptr(JsonNode) result = run_copies(4);
    for (unsigned i = 1; i < 4; i++)
        ck_assert_uint_eq(number_of(result, "lbm", i, "time_ps"),
                          number_of(result, "lbm", 0, "time_ps"));
}
END_TEST

/* Where memory is slower than PCI Express, a copy and a stream that wants more have half of it. */
START_TEST(shares_slow_memory_evenly)
{
    g_autoptr(GPtrArray) command = command_beside("lbm", 1);
    command_set_all(command,
                    (const char *const[]){"scalars.n=500000", "host.dram.bandwidth=5GBps", NULL});
    command_add(command, "--functional");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    const double all = moved(result, 1),
                 stream = (double)number_of(result, "lbm", 0, "dram_bytes") /
                          (double)result_number(result, "elapsed_ps") * 1e12;
    ck_assert_double_ge(all, 0.95 * 5e9);
    ck_assert_double_eq_tol(stream, all / 2, 0.02 * all);
}
END_TEST

static char *run_with_lookahead(const char *lookahead, const char *limit)
{
    g_autoptr(GPtrArray) command = command_beside("mcf", 2);
    command_add(command, "--host-app");
    command_add(command, "perlbench");
    command_add(command, "--set");
    command_add(command, "scalars.n=20000");
    command_add(command, "--set");
    command_add(command, "engine.lookahead=%s", lookahead);
    if (limit) {
        command_add(command, "--max-cycles");
        command_add(command, "%s", limit);
    }
    g_autoptr(JsonNode) result = run_for_result(command, limit ? EXIT_LIMIT : EXIT_DONE);
    ck_assert_uint_gt(number_of(result, "perlbench", 0, "steps"), 5);
    ck_assert_uint_gt(number_of(result, "mcf", 1, "steps"), 1);
    return result_without_host(result);
}

START_TEST(does_not_depend_on_the_window)
{
    static const char *const limits[] = {NULL, "30011"};
    for (unsigned i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *expected = run_with_lookahead("1000000", limits[i]);
        g_autofree char *one = run_with_lookahead("1", limits[i]);
        assert_same_result(expected, one, limits[i] ? limits[i] : "to the end");
    }
}
END_TEST

static void check_refused(GPtrArray *command, int exit_code, const char *message)
{
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, exit_code);
    ck_assert_msg(strstr(outcome.err, message) != NULL, "%s", outcome.err);
}

START_TEST(refuses)
{
    g_autoptr(GPtrArray) unknown = command_beside("gcc", 1);
    check_refused(unknown, EXIT_BAD_INPUT, "no application \"gcc\"; known: bzip2, calculix");
    g_autoptr(GPtrArray) many = command_beside("mcf", 5);
    check_refused(many, EXIT_BAD_INPUT, "5 applications, but the host has 4 cores");
    g_autoptr(GPtrArray) none = command_beside("mcf", 0);
    command_add(none, "--host-app");
    command_add(none, "mcf");
    check_refused(none, EXIT_USAGE, "--host-app mcf wants a file of applications");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host_applications");
    TCase *tcase = tcase_create("host_applications");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, shares_the_link_with_copies);
    tcase_add_test(tcase, treats_all_alike);
    tcase_add_test(tcase, shares_slow_memory_evenly);
    tcase_add_test(tcase, does_not_depend_on_the_window);
    tcase_add_test(tcase, refuses);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
