/* SPDX-License-Identifier: BSD-3-Clause */
/* What a message carries is read and written by name: message_address(), message_done_block(). The
 * fields raw_* mean another thing for each kind, so only the headers that name them touch them.
 */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <string.h>

/* The envelope, and the headers of each family of kinds. */
static const char *const headers[] = {
    "models/core/message.h",          "models/core/message_cluster.h",
    "models/core/message_dispatch.h", "models/core/message_memory.h",
    "models/core/message_transfer.h",
};

static bool is_header(const char *file)
{
    bool is = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(headers) && !is; i++)
        is = strcmp(file, headers[i]) == 0;
    return is;
}

static unsigned n_uses(const char *text)
{
    g_autoptr(GRegex) use = g_regex_new("(\\.|->)raw_[a-z]+\\b", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    unsigned n = 0;
    for (g_regex_match(use, text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL))
        n++;
    return n;
}

START_TEST(raw_fields_are_the_headers)
{
    g_autoptr(GPtrArray) files = tree_files("", ".c .h");
    for (guint i = 0; i < files->len; i++) {
        const char *file = files->pdata[i];
        g_autofree char *text = tree_text(file);
        ck_assert_msg(is_header(file) || n_uses(text) == 0, "%s touches a raw field of a message",
                      file);
    }
}
END_TEST

/* Or the test above looks for something else. */
START_TEST(the_headers_have_them)
{
    g_autofree char *envelope = tree_text(headers[0]);
    ck_assert_ptr_nonnull(strstr(envelope, "raw_wide"));
    for (unsigned i = 1; i < G_N_ELEMENTS(headers); i++) {
        g_autofree char *text = tree_text(headers[i]);
        ck_assert_uint_gt(n_uses(text), 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("messages");
    TCase *tests = tcase_create("messages");
    tcase_add_test(tests, raw_fields_are_the_headers);
    tcase_add_test(tests, the_headers_have_them);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
