/* SPDX-License-Identifier: BSD-3-Clause */
/* What base/host asks of the machine: pages, many at a time, and processes. */
#include "base/host/fresh_pages.h"
#include "base/host/spawn.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 64 };

static unsigned pages_there(void *at)
{
    unsigned char there[PAGES];
    unsigned n = 0;
    ck_assert_int_eq(mincore(at, sizeof there * PAGE, there), 0);
    for (unsigned i = 0; i < PAGES; i++)
        n += there[i] & 1;
    return n;
}

static uint8_t *map_pages(void)
{
    uint8_t *at = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(at != MAP_FAILED);
    madvise(at, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
    return at;
}

/* Linux before 5.14 can't. */
static bool system_can(void)
{
    uint8_t *at = map_pages();
    const bool can = madvise(at, PAGE, 23 /* MADV_POPULATE_WRITE */) == 0;
    munmap(at, (size_t)PAGES * PAGE);
    return can;
}

START_TEST(pages_that_hold_the_bytes_are_there)
{
    uint8_t *at = map_pages();
    ck_assert_uint_eq(pages_there(at), 0);
    fresh_pages(at + 3 * PAGE - 1, 2 * PAGE + 2);
    ck_assert_uint_eq(pages_there(at), system_can() ? 4 : 0);
    ck_assert_int_eq(at[3 * PAGE], 0);
    munmap(at, (size_t)PAGES * PAGE);
}
END_TEST

/* What is given back stays, and is there when it is taken again. */
START_TEST(the_heap_has_pages)
{
    enum { BYTES = 1 << 20 };
    fresh_heap(BYTES);
    const struct mallinfo2 before = mallinfo2();
    uint8_t *taken = malloc(BYTES / 2);
    ck_assert_ptr_nonnull(taken);
    ck_assert_uint_eq(mallinfo2().arena, before.arena);
    ck_assert_uint_eq(mallinfo2().hblkhd, before.hblkhd);
    free(taken);
}
END_TEST

static int run(const char *const *argv, const int *files, unsigned n_files, int *status)
{
    pid_t pid;
    const struct spawn spawn = {
        .argv = (char *const *)argv, .environment = environ, .files = files, .n_files = n_files};
    const int problem = spawn_process(&pid, &spawn);
    if (problem == 0)
        ck_assert_int_eq(waitpid(pid, status, 0), pid);
    else
        ck_assert_int_eq(waitpid(pid, status, 0), -1);
    return problem;
}

START_TEST(a_process_has_its_files)
{
    int ends[2], status;
    char got[3] = "";
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    g_autofree char *script = g_strdup_printf("echo y >&%d; exit 7", ends[1]);
    const char *const argv[] = {"sh", "-c", script, NULL};
    ck_assert_int_eq(run(argv, &ends[1], 1, &status), 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    ck_assert_int_eq(read(ends[0], got, 2), 2);
    ck_assert_str_eq(got, "y\n");
    ck_assert_int_ne(fcntl(ends[1], F_GETFD) & FD_CLOEXEC, 0);
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(what_is_not_there_cannot_be_started)
{
    const char *const argv[] = {"simgpu-no-such-program", NULL}, *const folder[] = {"/", NULL};
    int status;
    ck_assert_int_eq(run(argv, NULL, 0, &status), ENOENT);
    ck_assert_int_eq(run(folder, NULL, 0, &status), EACCES);
}
END_TEST

/* It has this process's mask, and no handler of its. */
static volatile sig_atomic_t handled;

static void handle(int signal)
{
    handled = signal;
}

START_TEST(a_process_has_no_handlers)
{
    const char *const argv[] = {"sh", "-c", "kill -USR1 $$; exit 0", NULL};
    int status;
    signal(SIGUSR1, handle);
    ck_assert_int_eq(run(argv, NULL, 0, &status), 0);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1);
    ck_assert_int_eq(handled, 0);
    raise(SIGUSR1);
    ck_assert_int_eq(handled, SIGUSR1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host");
    TCase *tcase = tcase_create("host");
    tcase_add_test(tcase, pages_that_hold_the_bytes_are_there);
    tcase_add_test(tcase, the_heap_has_pages);
    tcase_add_test(tcase, a_process_has_its_files);
    tcase_add_test(tcase, what_is_not_there_cannot_be_started);
    tcase_add_test(tcase, a_process_has_no_handlers);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
