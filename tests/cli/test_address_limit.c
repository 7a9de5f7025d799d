/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the machine limits the addresses of a process (ulimit -v), as batch systems do, simgpu runs
 * with less device memory, says so once, and gives the same cycles. */
#include "tests/rigs/command.h"
#include <string.h>
#include <sys/resource.h>

static void limit_addresses(rlim_t mebibytes)
{
    const struct rlimit limit = {mebibytes << 20, mebibytes << 20};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

START_TEST(a_limited_machine_runs_with_less_memory)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    auto_outcome free, limited;
    command_run(command, &free);
    ck_assert_int_eq(free.exit_code, EXIT_DONE);
    ck_assert_str_eq(free.err, "");
    limit_addresses(1024);
    command_run(command, &limited);
    ck_assert_msg(limited.exit_code == EXIT_DONE, "%s", limited.err);
    ck_assert_ptr_nonnull(strstr(limited.err, "(ulimit -v)"));
    ck_assert_ptr_nonnull(strstr(limited.err, " instead of 1536 MiB"));
    /* Up to the last line, which has host seconds. */
    const char *end = strstr(free.out, "simulation");
    ck_assert_ptr_nonnull(end);
    ck_assert_int_eq(strncmp(free.out, limited.out, (size_t)(end - free.out)), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("address_limit");
    TCase *tcase = tcase_create("address_limit");
    tcase_add_test(tcase, a_limited_machine_runs_with_less_memory);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
