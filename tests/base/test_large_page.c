/* SPDX-License-Identifier: BSD-3-Clause */
/* Small pages of shared memory become a large one, and when that is slow, it is tried less often.
 */
#include "base/host/large_page.h"
#include "base/host/shared_file.h"

#include <check.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MILLION = 1000000, PAGE = 4096 };

START_TEST(quick_ones_go_on)
{
    struct large_pages pages = {0};
    for (int i = 0; i < 100; i++) {
        ck_assert(large_pages_next(&pages));
        large_pages_note(&pages, true, MILLION);
    }
}
END_TEST

static unsigned tries_of(struct large_pages *pages, unsigned n, bool good, int64_t nanoseconds)
{
    unsigned tries = 0;
    for (unsigned i = 0; i < n; i++)
        if (large_pages_next(pages)) {
            tries++;
            large_pages_note(pages, good, nanoseconds);
        }
    return tries;
}

/* 4, 8, 16, 32 and then 64 are left out between two. */
START_TEST(slow_ones_are_seldom)
{
    struct large_pages pages = {0};
    ck_assert_uint_eq(tries_of(&pages, 5, true, 7 * MILLION), 1);
    ck_assert_uint_eq(tries_of(&pages, 9, true, 7 * MILLION), 1);
    ck_assert_uint_eq(tries_of(&pages, 17 + 33, true, 7 * MILLION), 2);
    ck_assert_uint_eq(tries_of(&pages, 65 * 4, true, 7 * MILLION), 4);
    ck_assert_uint_eq(tries_of(&pages, 1, true, MILLION), 1);
    ck_assert_uint_eq(tries_of(&pages, 10, true, MILLION), 10);
}
END_TEST

START_TEST(where_there_are_none_few_are_tried)
{
    struct large_pages pages = {0};
    ck_assert_uint_eq(tries_of(&pages, 1000, false, 1), 5 + 14);
}
END_TEST

/* Whether it comes or not, what is there stays; and if it comes, the file has all of it. */
START_TEST(bytes_stay)
{
    struct large_pages pages = {0};
    struct stat status;
    const int file = shared_file_new("large page", 2 * LARGE_PAGE);
    uint8_t *room = mmap(NULL, 3 * LARGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(file >= 0 && room != MAP_FAILED);
    uint8_t *at = room + (-(uintptr_t)room & (LARGE_PAGE - 1));
    ck_assert(mmap(at, 2 * LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
              at);
    at[0] = 3;
    at[5 * PAGE] = 7;
    const bool good = large_page(&pages, at);
    ck_assert_uint_eq(at[0], 3);
    ck_assert_uint_eq(at[5 * PAGE], 7);
    ck_assert_uint_eq(at[6 * PAGE], 0);
    ck_assert_int_eq(fstat(file, &status), 0);
    ck_assert_int_eq(status.st_blocks * 512, good ? LARGE_PAGE : 2 * PAGE);
    munmap(room, 3 * LARGE_PAGE);
    close(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("large page");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, quick_ones_go_on);
    tcase_add_test(tcase, slow_ones_are_seldom);
    tcase_add_test(tcase, where_there_are_none_few_are_tried);
    tcase_add_test(tcase, bytes_stay);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
