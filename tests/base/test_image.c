/* SPDX-License-Identifier: BSD-3-Clause */
/* Another process goes on from an image as if nothing had happened: image_counter ends itself at a
 * step by SIGKILL, again and again, and at the end has what an uninterrupted one has. Addresses of
 * libraries, stack and heap differ from process to process. */
#include "base/image/image_make.h"
#include <check.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 12 };

static char *folder, *image;

static void set_up(void)
{
    folder = g_dir_make_tmp("image-XXXXXX", NULL);
    image = g_build_filename(folder, "image", NULL);
}

static void tear_down(void)
{
    g_unlink(image);
    g_autofree char *aside = g_strconcat(image, ".new", NULL);
    g_unlink(aside);
    g_rmdir(folder);
    g_free(folder);
    g_free(image);
}

/* Returns the wait status. *out and *told: what it has written; g_free. */
static int count(unsigned stop, char **out, char **told)
{
    g_autofree char *steps = g_strdup_printf("%d", STEPS), *at = g_strdup_printf("%u", stop);
    char *words[] = {getenv("IMAGE_COUNTER"), image, steps, at, NULL};
    int status = -1;
    GError *error = NULL;
    g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, out, told, &status, &error);
    ck_assert_msg(!error, "%s", error ? error->message : "");
    return status;
}

static void expect_whole(int status, const char *out, const char *told)
{
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d: %s", status, told);
    ck_assert_str_eq(out, "78 78 78 78 78 12 runs\n");
}

START_TEST(goes_on_where_it_was)
{
    for (unsigned stop = 1; stop <= STEPS; stop += 3) {
        g_autofree char *out = NULL, *told = NULL, *rest = NULL, *told_then = NULL;
        int status = count(stop, &out, &told);
        ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "%s", told);
        status = count(0, &rest, &told_then);
        expect_whole(status, rest, told_then);
        ck_assert_str_eq(told_then, "restored 1\n");
        g_unlink(image);
    }
}
END_TEST

START_TEST(goes_on_again_and_again)
{
    g_autofree char *first = NULL, *told_first = NULL;
    count(3, &first, &told_first);
    for (unsigned times = 0; times < 3; times++) { /* a second image is made of a restored one */
        g_autofree char *out = NULL, *told = NULL;
        const int status = count(0, &out, &told);
        expect_whole(status, out, told);
    }
}
END_TEST

START_TEST(a_file_that_is_no_image_is_refused)
{
    g_autofree char *out = NULL, *told = NULL;
    ck_assert(g_file_set_contents(image, "simgpu image 1 but not really", -1, NULL));
    ck_assert_int_ne(count(0, &out, &told), 0);
    ck_assert_msg(strstr(told, "no image of simgpu, or not whole"), "%s", told);
}
END_TEST

START_TEST(half_an_image_is_refused)
{
    g_autofree char *out = NULL, *told = NULL, *bytes = NULL, *out_then = NULL, *told_then = NULL;
    gsize n;
    count(5, &out, &told);
    ck_assert(g_file_get_contents(image, &bytes, &n, NULL));
    ck_assert(g_file_set_contents(image, bytes, (gssize)(n * 3 / 4), NULL));
    ck_assert_int_ne(count(0, &out_then, &told_then), 0);
    ck_assert_msg(strstr(told_then, "not whole"), "%s", told_then);
}
END_TEST

int main(void)
{
    if (image_problem()) {
        printf("skipped: %s\n", image_problem());
        return 77;
    }
    TCase *tests = tcase_create("image");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, goes_on_where_it_was);
    tcase_add_test(tests, goes_on_again_and_again);
    tcase_add_test(tests, a_file_that_is_no_image_is_refused);
    tcase_add_test(tests, half_an_image_is_refused);
    Suite *suite = suite_create("image");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
