/* SPDX-License-Identifier: BSD-3-Clause */
/* A static function that prefetches is inlined always. GCC takes one that does nothing else for a
 * function without effect, and drops its calls: nothing is wrong then, and nothing is prefetched.
 */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"

/* From the first line of a static function that isn't inlined always to a prefetch in it. */
static bool drops_prefetches(const char *text)
{
    return g_regex_match_simple("^static [^;{}]*\\)\\n\\{\\n(?:[ \\n][^\\n]*\\n)*?[^\\n]*"
                                "__builtin_prefetch\\(",
                                text, G_REGEX_MULTILINE, 0);
}

START_TEST(prefetches_are_inlined)
{
    g_autoptr(GPtrArray) files = tree_files("models", ".c .h");
    unsigned n = 0;
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *text = tree_text(files->pdata[i]);
        n += g_strrstr(text, "__builtin_prefetch(") != NULL;
        ck_assert_msg(!drops_prefetches(text), "%s prefetches in a function that GCC may drop",
                      (const char *)files->pdata[i]);
    }
    ck_assert_uint_gt(n, 0);
}
END_TEST

START_TEST(others_are_found)
{
    ck_assert(drops_prefetches("static inline void f(int *p)\n{\n    if (p)\n        "
                               "__builtin_prefetch(p);\n}\n"));
    ck_assert(!drops_prefetches("G_ALWAYS_INLINE static inline void f(int *p)\n{\n    "
                                "__builtin_prefetch(p);\n}\n"));
    ck_assert(!drops_prefetches("static void g(void)\n{\n    h();\n}\n\nvoid f(int *p)\n{\n    "
                                "__builtin_prefetch(p);\n}\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("prefetches");
    TCase *tests = tcase_create("prefetches");
    tcase_add_test(tests, prefetches_are_inlined);
    tcase_add_test(tests, others_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
