/* SPDX-License-Identifier: BSD-3-Clause */
/* What the simulator's own files must not have: variables outside of functions, and output of their
 * own. A unit knows what it was given; only cli/ prints, and only cli/main.c has globals. */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"

/* The simulator's folders that hold neither programs for the GPU nor what runs in their process. */
static const char *const folders[] = {
    "base",
    "cli",
    "import",
    "metrics",
    "models",
    "observers",
    "offload",
    "policies",
    "report",
    "results",
    "sampling",
    "sanitize",
    "study",
    "teaching",
    "workloads/cuda_process",
    "workloads/loader",
    "workloads/ptx",
    "workloads/sass_trace",
    "workloads/trace_writer",
};

/* A variable at the beginning of a line that isn't constant, or a static number or pointer in a
 * function. */
static bool has_variable(const char *text)
{
    static const char outside[] =
        "^(?!typedef|extern|return|else|goto|#)(?!(?:struct|enum|union) "
        "\\w+;)(?![^=;{(]*\\bconst\\b)"
        "(?:\\w+ )+[ *]*\\w+(?:\\[[^\\]\\n]*\\])*(?:, ?\\**\\w+)*(?: = [^;]*)?;";
    static const char inside[] =
        "^[ \\t]+static (?![^=;(\\n]*\\bconst\\b)\\w[\\w ]*[ *]+\\w+(?: = [^\\n]*)?;";
    return g_regex_match_simple(outside, text, G_REGEX_MULTILINE, 0) ||
           g_regex_match_simple(inside, text, G_REGEX_MULTILINE, 0);
}

static bool prints(const char *text)
{
    return g_regex_match_simple(
        "\\b(?:printf|fprintf|vfprintf|puts|fputs|perror|g_print|g_printerr)"
        "\\(",
        text, 0, 0);
}

START_TEST(nobody_keeps_or_prints)
{
    g_autoptr(GPtrArray) files = tree_files(folders[_i], ".c");
    ck_assert_uint_gt(files->len, 0);
    for (guint i = 0; i < files->len; i++) {
        const char *file = files->pdata[i];
        g_autofree char *text = tree_text(file);
        if (!g_str_equal(file, "cli/main.c"))
            ck_assert_msg(!has_variable(text), "%s has a variable outside of its functions", file);
        if (!tree_is_in(file, "cli"))
            ck_assert_msg(!prints(text), "%s prints: only cli/ does", file);
    }
}
END_TEST

START_TEST(such_are_found)
{
    ck_assert(has_variable("#include <time.h>\ndouble spent, blocks; unsigned n;\n"));
    ck_assert(has_variable("static char *blame;\n"));
    ck_assert(has_variable("int count(void)\n{\n    static unsigned n = 0;\n    return n++;\n}\n"));
    ck_assert(!has_variable("struct unit;\nstatic const char *const names[] = {\"a\"};\n"));
    ck_assert(!has_variable("double now(void);\nstatic int f(int a)\n{\n    int b = a;\n}\n"));
    ck_assert(!has_variable("    static const char none[] = \"\";\n"));
    ck_assert(prints("    fprintf(stderr, \"%d\", n);\n"));
    ck_assert(
        !prints("    g_string_append_printf(text, \"%d\", n);\n    snprintf(to, 3, \"a\");\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keeping");
    TCase *tests = tcase_create("keeping");
    tcase_add_loop_test(tests, nobody_keeps_or_prints, 0, (int)G_N_ELEMENTS(folders));
    tcase_add_test(tests, such_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
