/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory that a run takes does not grow with its launches, if nothing asks for each of them
 * (--per-kernel, --features, observers). */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/suite.h"
#include <limits.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* What another 23,700 launches may add: less than 45 bytes each. What each launch keeps would be a
 * struct of some hundred bytes at least. */
enum { FEW = 300, MANY = 24000, MOST_KIB = 1000 };
/* Peaks of one run and the next differ by up to 1,000 KiB, by where libraries are mapped: the least
 * of so many runs counts. Where the machine maps them at the same place each time, as it is asked
 * to, they differ by 200. */
enum { RUNS = 3 };

/* In the process that becomes simgpu. A container may refuse it. */
static void map_at_the_same_place(gpointer unused)
{
    (void)unused;
    personality(ADDR_NO_RANDOMIZE);
}

/* Of simgpu, in KiB. Kernels are not compiled: the compiler would be counted, too. */
static long peak_of(const char *options, int launches)
{
    char *folder = folder_new();
    g_autofree char *words = g_strdup_printf("steps many %d", launches);
    g_autofree char *all = g_strconcat(options, "--compile-kernels=never", NULL);
    g_autoptr(GPtrArray) command = program_command(all, folder, words);
    struct rusage used;
    int status;
    GPid pid;
    g_ptr_array_add(command, NULL);
    ck_assert(g_spawn_async(NULL, (char **)command->pdata, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL,
                            map_at_the_same_place, NULL, &pid, NULL));
    ck_assert_int_eq(wait4(pid, &status, 0, &used), pid);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DONE, "status %d", status);
    folder_remove(folder);
    return used.ru_maxrss;
}

static const char *const modes[] = {"", "--functional "};

static long least_peak_of(const char *options, int launches)
{
    long least = LONG_MAX;
    for (int run = 0; run < RUNS; run++)
        least = MIN(least, peak_of(options, launches));
    return least;
}

START_TEST(many_launches_take_no_more_memory_than_few)
{
    const long few = least_peak_of(modes[_i], FEW), many = least_peak_of(modes[_i], MANY);
    ck_assert_msg(many - few < MOST_KIB, "%s%d launches take %ld KiB, and %d take %ld", modes[_i],
                  FEW, few, MANY, many);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("bounded_memory");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, many_launches_take_no_more_memory_than_few, 0, G_N_ELEMENTS(modes));
    Suite *suite = suite_create("bounded_memory");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
