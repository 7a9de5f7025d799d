/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens a page in headless Chromium, as wide as a desktop and as a phone: every figure shows one
 * drawing, none of its text is cut or lies over other text, the page does not scroll sideways, the
 * console says nothing; screenshots and paper can be made.
 *
 * What is looked for is found by a script that the test puts into a copy of the page; the page's
 * title tells its frame. Without Chromium the test is skipped. */
#include "tests/report/results_file.h"
#include "tests/rigs/browser.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <glib/gstdio.h>
#include <string.h>

static const char figures[] =
    "[{\"kind\":\"bars\",\"x\":\"workload\",\"series\":\"scheduler\",\"metric\":\"cycles\","
    "\"normalise\":{\"scheduler\":\"old\"}},"
    "{\"kind\":\"stacked\",\"x\":\"workload\",\"series\":\"scheduler\",\"parts\":[\"sm.slots_*\"]},"
    "{\"kind\":\"heat\",\"x\":\"workload\",\"series\":\"scheduler\",\"metric\":\"cycles\"},"
    "{\"kind\":\"lines\",\"x\":\"workload\",\"series\":\"scheduler\",\"metric\":\"cycles\"}]";

static const char script[] =
    "<script>\n"
    "const bad = []; let n = 0;\n"
    "const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&\n"
    "  a.top < b.bottom - 3 && b.top < a.bottom - 3;\n"
    "for (const f of document.querySelectorAll('figure.chart')) {\n"
    "  const s = [...f.querySelectorAll('svg')].filter(e => e.getBoundingClientRect().width > 0);\n"
    "  if (s.length != 1) { bad.push(f.id + ' has ' + s.length + ' drawings'); continue; }\n"
    "  n++;\n"
    "  const b = s[0].getBoundingClientRect(), level = [];\n"
    "  for (const t of s[0].querySelectorAll('text')) {\n"
    "    const r = t.getBoundingClientRect();\n"
    "    if (r.left < b.left - 1 || r.right > b.right + 1 || r.top < b.top - 1 || r.bottom > "
    "b.bottom + 1)\n"
    "      bad.push(f.id + ' cuts ' + t.textContent);\n"
    "    if (t.hasAttribute('transform')) continue;\n"
    "    for (const o of level)\n"
    "      if (over(r, o.rect)) bad.push(f.id + ' puts ' + t.textContent + ' over ' + o.text);\n"
    "    level.push({rect: r, text: t.textContent});\n"
    "  }\n"
    "}\n"
    "if (document.documentElement.scrollWidth > innerWidth) bad.push('the page scrolls "
    "sideways');\n"
    "parent.postMessage(n + ' figures at ' + innerWidth + ': ' + (bad.join('; ') || 'all right'), "
    "'*');\n"
    "</script>";

static void make_pages(const char *folder, guint *n_figures)
{
    g_autofree char *results = g_build_filename(folder, "r.sqlite", NULL);
    g_autofree char *run =
        folder_write(folder, "run.json", results_file_run, strlen(results_file_run));
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    results_file_write(results, figures);
    command_add(command, "report");
    command_add(command, "%s", results);
    command_add(command, "%s", run);
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    *n_figures = 0;
    for (const char *at = outcome.out; (at = strstr(at, "<figure ")); at++)
        ++*n_figures;
    g_auto(GStrv) parts = g_strsplit(outcome.out, "</body>", 2);
    g_autofree char *checked = g_strjoin(NULL, parts[0], script, "</body>", parts[1], NULL);
    g_free(folder_write(folder, "page.html", outcome.out, strlen(outcome.out)));
    g_free(folder_write(folder, "checked.html", checked, strlen(checked)));
}

static void check_log(const char *log)
{
    ck_assert_msg(strstr(log, ":CONSOLE") == NULL, "%s", log);
}

static void check_layout(const char *folder, guint n_figures, guint width)
{
    g_autofree char *expected = g_strdup_printf("%u figures at %u: all right", n_figures, width);
    g_autofree char *heard = browser_hear(folder, "checked.html", width);
    ck_assert_str_eq(heard, expected);
}

START_TEST(layout)
{
    guint n_figures;
    char *folder = folder_new();
    make_pages(folder, &n_figures);
    ck_assert_uint_ge(n_figures, 10);
    check_layout(folder, n_figures, 1200);
    check_layout(folder, n_figures, 390);
    folder_remove(folder);
}
END_TEST

START_TEST(paper)
{
    guint n_figures;
    char *folder = folder_new();
    make_pages(folder, &n_figures);
    g_autofree char *pdf = g_strdup_printf("--print-to-pdf=%s/page.pdf", folder);
    const char *const options[] = {pdf, NULL};
    g_autofree char *log = NULL, *text = NULL, *path = g_build_filename(folder, "page.pdf", NULL);
    g_free(browser_run(folder, "page.html", options, &log));
    gsize length;
    check_log(log);
    ck_assert(g_file_get_contents(path, &text, &length, NULL));
    ck_assert(g_str_has_prefix(text, "%PDF-"));
    ck_assert_uint_ge(length, 20000);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    if (!browser_is_there())
        return BROWSER_SKIPPED;
    Suite *suite = suite_create("report_browser");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, layout);
    tcase_add_test(tests, paper);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
