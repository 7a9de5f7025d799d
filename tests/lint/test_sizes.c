/* SPDX-License-Identifier: BSD-3-Clause */
/* Files stay under 400 lines, functions under 60, and a folder under 31 source files. What is
 * larger today is counted here. The counts may only fall: when one has, lower it.
 */
#include "tests/lint/tree.h"
#include "tests/rigs/command.h"
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 400, MOST_FUNCTION_LINES = 60, MOST_FILES = 30 };

/* How many are too long: in the folder tests/, and in all others together. */
static const struct counts {
    unsigned files, functions;
} known_in_tests = {.files = 14, .functions = 0}, known_elsewhere = {.files = 1, .functions = 0};

/* Folders with more files than a reader takes in, and how many each has at most. */
static const struct crowd {
    const char *folder;
    unsigned n;
} crowds[] = {
    {"base", 30},
    {"cli/run", 30},
    {"models/core", 50},
    {"models/l2", 32},
    {"observers", 49},
    {"policies/warp_scheduler", 32},
    {"report", 59},
    {"runtime/cuda", 55},
    {"runtime/include", 105}, /* names that CUDA gives to its headers */
    {"runtime/include/simgpu", 45},
    {"study", 52},
    {"tests/benchmarks", 41},
    {"tests/conformance", 40},
    {"tests/differential", 32},
    {"tests/system", 47},
    {"workloads/cuda_process", 34},
    {"workloads/loader", 39},
    {"workloads/sass_trace", 36},
};

/* What is too long, by name, and how much there is of it. */
struct findings {
    struct counts counts;
    GString *names;
};

static unsigned n_lines(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* A function's body stands between braces at the beginning of their lines. It is as long as they
 * and what lies between them. Returns where it ends, or NULL. */
static const char *next_function(const char **text, unsigned *lines)
{
    const char *begin = strstr(*text, "\n{\n");
    const char *end = begin ? strstr(begin, "\n}\n") : NULL;
    if (!end)
        return NULL;
    unsigned n = 1;
    for (const char *at = begin + 1; at <= end; at++)
        n += *at == '\n';
    *lines = n;
    *text = end;
    return begin;
}

static unsigned line_of(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static void measure(const char *file, const char *text, struct findings *findings)
{
    unsigned lines = n_lines(text), length;
    if (lines > MOST_LINES) {
        findings->counts.files++;
        g_string_append_printf(findings->names, "\n  %s: %u lines", file, lines);
    }
    if (tree_is_in(file, "runtime/include"))
        return; /* C++, in which namespaces and classes begin as functions do */
    const char *at = text;
    for (const char *body = next_function(&at, &length); body; body = next_function(&at, &length)) {
        if (length <= MOST_FUNCTION_LINES)
            continue;
        findings->counts.functions++;
        g_string_append_printf(findings->names, "\n  %s:%u: a function of %u lines", file,
                               line_of(text, body), length);
    }
}

static void compare(const char *what, unsigned n, unsigned known, const struct findings *findings)
{
    ck_assert_msg(n <= known, "%u %s are too long, not %u:%s", n, what, known,
                  findings->names->str);
    if (n < known)
        printf("%u %s are too long, no longer %u: lower the count in test_sizes.c\n", n, what,
               known);
}

static void check_counts(bool of_tests, const struct counts *known)
{
    g_autoptr(GPtrArray) files = tree_files("", ".c .h");
    struct findings findings = {.names = g_string_new(NULL)};
    for (guint i = 0; i < files->len; i++) {
        if (tree_is_in(files->pdata[i], "tests") != of_tests)
            continue;
        g_autofree char *text = tree_text(files->pdata[i]);
        measure(files->pdata[i], text, &findings);
    }
    compare("files", findings.counts.files, known->files, &findings);
    compare("functions", findings.counts.functions, known->functions, &findings);
    g_string_free(findings.names, TRUE);
}

START_TEST(files_and_functions_are_short)
{
    check_counts(false, &known_elsewhere);
}
END_TEST

START_TEST(those_of_tests_are_short)
{
    check_counts(true, &known_in_tests);
}
END_TEST

/* 0: it has as many files as any folder may have. */
static unsigned known_crowd(const char *folder)
{
    unsigned n = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(crowds); i++)
        if (strcmp(crowds[i].folder, folder) == 0)
            n = crowds[i].n;
    return n;
}

START_TEST(folders_are_no_crowds)
{
    g_autoptr(GPtrArray) files = tree_files("", ".c .h .cu");
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < files->len; i++) {
        char *folder = g_path_get_dirname(files->pdata[i]);
        guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, folder)) + 1;
        g_hash_table_replace(counts, folder, GUINT_TO_POINTER(n));
    }
    GHashTableIter iter;
    gpointer folder, value;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &folder, &value)) {
        unsigned n = GPOINTER_TO_UINT(value), known = known_crowd(folder);
        ck_assert_msg(n <= MAX(known, MOST_FILES), "%s has %u files, more than %u", (char *)folder,
                      n, MAX(known, MOST_FILES));
        if (n < known)
            printf(
                "%s has %u files, no longer %u: lower the number in test_sizes.c, or strike it\n",
                (char *)folder, n, known);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(crowds); i++)
        ck_assert_msg(g_hash_table_contains(counts, crowds[i].folder),
                      "strike %s: there is no such folder", crowds[i].folder);
}
END_TEST

START_TEST(a_long_function_is_found)
{
    g_autoptr(GString) text = g_string_new("static int one(void)\n{\n    return 1;\n}\n\n");
    g_string_append(text, "static int long_one(void)\n{\n");
    for (unsigned i = 0; i < MOST_FUNCTION_LINES - 2; i++)
        g_string_append(text, "    call();\n");
    gsize inside = text->len;
    g_string_append(text, "}\n");
    struct findings findings = {.names = g_string_new(NULL)};
    measure("a.c", text->str, &findings);
    ck_assert_uint_eq(findings.counts.functions, 0);
    g_string_insert(text, (gssize)inside, "    call();\n");
    measure("a.c", text->str, &findings);
    ck_assert_uint_eq(findings.counts.functions, 1);
    ck_assert_str_eq(findings.names->str, "\n  a.c:6: a function of 61 lines");
    g_string_free(findings.names, TRUE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sizes");
    TCase *tests = tcase_create("sizes");
    tcase_add_test(tests, files_and_functions_are_short);
    tcase_add_test(tests, those_of_tests_are_short);
    tcase_add_test(tests, folders_are_no_crowds);
    tcase_add_test(tests, a_long_function_is_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
