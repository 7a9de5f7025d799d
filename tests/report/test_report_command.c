/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu report` as a user runs it: the page, its data, pictures, and what it says about bad
 * input. */
#include "tests/report/results_file.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <sqlite3.h>
#include <string.h>

static const char figures[] =
    "[{\"kind\":\"bars\",\"title\":\"Speed of <x>\",\"x\":\"workload\",\"series\":"
    "\"scheduler\",\"metric\":\"cycles\",\"normalise\":{\"scheduler\":\"old\"}},"
    "{\"kind\":\"lines\",\"title\":\"None\",\"x\":\"workload\",\"metric\":\"nothing\"}]";

static char *file_text(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "%s is not there", path);
    return text;
}

static char *results_in(const char *folder, const char *figures_text)
{
    char *path = g_build_filename(folder, "results.sqlite", NULL);
    results_file_write(path, figures_text);
    return path;
}

/* Runs report with the results of a new folder, and further arguments with "%s" for the folder. */
static void run_report(const char *folder, const char *const *arguments, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "report");
    for (; *arguments; arguments++) {
        g_auto(GStrv) parts = g_strsplit(*arguments, "%s", -1);
        g_autofree char *argument = g_strjoinv(folder, parts);
        command_add(command, "%s", argument);
    }
    command_run(command, outcome);
}

static char *page_of(const char *folder, const char *const *arguments)
{
    auto_outcome outcome;
    run_report(folder, arguments, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    return g_strdup(outcome.out);
}

static void check_has(const char *page, const char *text)
{
    ck_assert_msg(strstr(page, text) != NULL, "not in the page: %s", text);
}

START_TEST(page)
{
    static const char *const arguments[] = {"%s/results.sqlite", NULL};
    char *folder = folder_new();
    g_free(results_in(folder, figures));
    auto_outcome outcome;
    run_report(folder, arguments, &outcome);
    ck_assert_str_eq(outcome.err,
                     "simgpu: no point has numbers for the figure \"None\", of nothing\n");
    const char *html = outcome.out;
    g_autofree char *again = page_of(folder, arguments);
    ck_assert_str_eq(html, again);
    check_has(html, "<h1>A &lt;study&gt; &amp; &quot;more&quot;</h1>");
    check_has(html, "5 of 6 points done: scheduler (2) × workload (3).");
    check_has(html,
              "<td>no &lt;room&gt; &amp; &quot;so&quot;</td><td><code>simgpu p.xml w.json</code>");
    check_has(html, "<figure id=\"speed-of-x\"");
    check_has(html, "Speed of &lt;x&gt;");
    check_has(html, "cycles divided by that with scheduler old.");
    check_has(html, "No point has numbers for the figure &quot;None&quot;, of nothing.");
    /* What is missing stands behind what there is. */
    ck_assert_ptr_nonnull(
        strstr(strstr(html, "<h3>Points</h3>"), "<h3>Points that are not done</h3>"));
    static const char csv[] = "workload,old,new <&>\na,1,0.5\nb,1,0.5\n\"c, d\",1,\ngmean,1,\n";
    g_autofree char *data = g_base64_encode((const guchar *)csv, strlen(csv));
    check_has(html, data);
    /* Nothing is fetched: all addresses are data, places in the page, or the name of SVG. */
    g_auto(GStrv) parts = g_strsplit(html, "http", -1);
    for (char **part = parts + 1; parts[0] && *part; part++)
        ck_assert_msg(g_str_has_prefix(*part, "://www.w3.org/2000/svg\""), "http%.40s", *part);
    folder_remove(folder);
}
END_TEST

START_TEST(pictures)
{
    static const char *const arguments[] = {"%s/results.sqlite", "-o",    "%s/r.html", "--png",
                                            "%s/new/png",        "--svg", "%s",        NULL};
    static const char magic[] = "\x89PNG\r\n\x1a\n";
    char *folder = folder_new();
    g_free(results_in(folder, figures));
    auto_outcome outcome;
    run_report(folder, arguments, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_str_eq(outcome.out, "");
    ck_assert_ptr_nonnull(strstr(outcome.err, "r.html: 1 figure\n"));
    g_autofree char *png = file_text(folder, "new/png/speed-of-x.png");
    ck_assert_mem_eq(png, magic, strlen(magic));
    g_autofree char *svg = file_text(folder, "speed-of-x.svg");
    ck_assert(g_str_has_prefix(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\""));
    folder_remove(folder);
}
END_TEST

START_TEST(runs)
{
    static const char *const both[] = {"%s/one.json", "%s/two.json", NULL};
    char *folder = folder_new();
    g_free(folder_write(folder, "one.json", results_file_run, strlen(results_file_run)));
    g_free(folder_write(folder, "two.json", results_file_run, strlen(results_file_run)));
    g_autofree char *html = page_of(folder, both);
    check_has(html, "<td>one</td>");
    check_has(html, "<td>two</td>");
    check_has(html, "<figure id=\"issue-pattern-run-two-k\"");
    folder_remove(folder);
}
END_TEST

/* Two launches of one kernel and one of another, which is last in the table; half of the GPU's
 * slots have no warp. */
static const char single_run[] =
    "{\"schema_version\": 3, \"complete\": true, \"end\": \"done\", \"gpu\": \"G\", \"workload\": "
    "\"w\", \"sms\": 1, \"schedulers_per_sm\": 2, \"elapsed_ps\": 5000000,"
    " \"policies\": {\"warp_scheduler\": {\"name\": \"gto\", \"keep <a>\": 7}},"
    " \"totals\": {\"sm\": {\"slots_issued\": 30, \"slots_idle\": 50, \"slots_data\": 20,"
    " \"l1d_loads\": 8, \"l1d_hits\": 2},"
    " \"dispatcher\": {\"kernel_cycles\": 50}},"
    " \"kernels\": ["
    "{\"launch\": 0, \"kernel\": \"small\", \"cycles\": 10, \"warp_instructions\": 5},"
    "{\"launch\": 1, \"kernel\": \"_Z5largev\", \"cycles\": 15, \"warp_instructions\": 20,"
    " \"counters\": {\"sm\": {\"slots_issued\": 20, \"slots_data\": 8, \"slots_fetch\": 1}}},"
    "{\"launch\": 2, \"kernel\": \"_Z5largev\", \"cycles\": 25, \"warp_instructions\": 60,"
    " \"counters\": {\"sm\": {\"slots_issued\": 20, \"slots_data\": 8, \"slots_fetch\": 1}}}],"
    " \"latency\": {\"kernels\": [{\"kernel\": \"_Z5largev\", \"slowest_block\": {\"warps\": ["
    "{\"warp\": 0, \"idle\": 3, \"parts\": {\"sync\": 4}}]}}]},"
    " \"locality\": {\"kernels\": [{\"name\": \"_Z5largev\", \"l1d\": {\"hits\": {\"own\": 2}}}]},"
    " \"checks\": [{\"buffer\": \"y\", \"passed\": true}, {\"buffer\": \"z\", \"passed\": false}]}";

START_TEST(a_single_run)
{
    static const char *const arguments[] = {"%s/one.json", NULL};
    char *folder = folder_new();
    g_free(folder_write(folder, "one.json", single_run, strlen(single_run)));
    g_autofree char *html = page_of(folder, arguments);
    check_has(html, "<div><b>50</b><span>cycles in which a kernel ran</span></div>");
    check_has(html, "<div><b>5 µs</b><span>simulated time, with copies and launches</span></div>");
    check_has(html, "1 of 2 checks of the results passed: they are WRONG.");
    /* 16 of the 80 slots of 40 cycles, of 2 schedulers. */
    check_has(html, "<td>large</td><td class=\"n\">2</td><td class=\"n\">40</td>"
                    "<td class=\"n\">80</td><td class=\"n\">80</td><td class=\"n\">2</td>");
    check_has(html, "<td>data, 20 %</td>");
    ck_assert_ptr_nonnull(strstr(strstr(html, "<td>large</td>"), "<td>small</td>"));
    check_has(html, "<td class=\"n\">8</td><td class=\"n\">2</td><td class=\"n\">-</td>"
                    "<td class=\"n\">25</td>");
    check_has(html, "<td>warp scheduler</td><td>gto</td><td>keep &lt;a&gt; 7</td>");
    check_has(html, ">all metrics as CSV</a>");
    check_has(html, "slowest block: large");
    check_has(html, ">large</text>");
    ck_assert_ptr_null(strstr(html, "_Z5largev"));
    ck_assert_ptr_null(strstr(html, "points done"));
    folder_remove(folder);
}
END_TEST

/* A results file that a statement changes. */
static char *changed_in(const char *folder, const char *name, const char *sql)
{
    char *path = g_build_filename(folder, name, NULL);
    sqlite3 *database;
    results_file_write(path, NULL);
    ck_assert_int_eq(sqlite3_open(path, &database), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    return path;
}

/* What points share is a line with their number. */
START_TEST(provenance_of_a_study)
{
    static const char *const arguments[] = {"%s/r.sqlite", NULL};
    char *folder = folder_new();
    g_free(changed_in(
        folder, "r.sqlite",
        "UPDATE point SET result = '{\"provenance\": {\"version\": \"9\", \"commit\": \"c\","
        " \"files\": {\"<a>.xml\": \"0123456789abcdef\"}}}' WHERE key IN ('k0', 'k1', 'k2');"
        "UPDATE point SET result = '{\"provenance\": {\"version\": \"9\", \"commit\": \"c\","
        " \"files\": {\"<a>.xml\": \"fedcba\"}}}' WHERE key = 'k3'"));
    g_autofree char *html = page_of(folder, arguments);
    check_has(html, "<td>simgpu</td><td>9 (c)</td><td><code></code></td><td class=\"n\">4</td>");
    check_has(html, "<td>input</td><td>&lt;a&gt;.xml</td><td><code>0123456789ab</code></td>"
                    "<td class=\"n\">3</td>");
    check_has(html, "<code>fedcba</code></td><td class=\"n\">1</td>");
    folder_remove(folder);
}
END_TEST

START_TEST(published)
{
    static const char *const arguments[] = {"%s/r.sqlite", NULL};
    static const char sql[] =
        "UPDATE study SET text = '{\"name\": \"s\", \"platform\": \"p\", \"workload\": \"w\","
        " \"axes\": [{\"name\": \"scheduler\", \"values\": [{\"label\": \"old\"},"
        " {\"label\": \"new <&>\"}]}, {\"name\": \"workload\", \"values\": ["
        "{\"label\": \"a\"}, {\"label\": \"b\"}, {\"label\": \"c, d\"}]}],"
        " \"derive\": [{\"name\": \"gmean\", \"kind\": \"geometric_mean\", \"metric\": \"cycles\","
        " \"across\": \"workload\"}], \"published\": [%s]}'";
    static const char entries[] =
        "{\"name\": \"gmean\", \"where\": {\"scheduler\": \"new <&>\"}, \"value\": 2.5,"
        " \"source\": \"X, table 3\"}, {\"name\": \"cycles\", \"where\": {\"scheduler\":"
        " \"new <&>\", \"workload\": \"b\"}, \"value\": 50, \"neutral\": 60, \"source\": \"Y\"}";
    char *folder = folder_new();
    g_autofree char *text = g_strdup_printf(sql, entries);
    g_free(changed_in(folder, "r.sqlite", text));
    g_autofree char *html = page_of(folder, arguments);
    check_has(html, "<h3>Published values</h3>");
    check_has(html,
              "<tr><td>gmean</td><td>scheduler=new &lt;&amp;&gt;</td><td class=\"n\">2.500</td>"
              "<td class=\"n\">2</td><td class=\"n\">-</td><td class=\"n\">0.800</td>"
              "<td>up / up</td><td>yes</td>"
              "<td>X, table 3</td></tr>");
    check_has(html, "<td class=\"n\">50</td><td class=\"n\">100</td><td class=\"n\">-</td>"
                    "<td class=\"n\">2.000</td><td>down / up</td><td>no</td><td>Y</td></tr>");
    folder_remove(folder);
}
END_TEST

START_TEST(bad_input)
{
    static const struct {
        const char *arguments[4];
        int code;
        const char *message;
    } rows[] = {{{NULL}, EXIT_USAGE, "expected a results file\nTry report --help."},
                {{"--colour", NULL}, EXIT_USAGE, "Unknown option --colour"},
                {{"%s/none", NULL}, EXIT_BAD_INPUT, "/none: No such file or directory"},
                {{"%s/text", NULL}, EXIT_BAD_INPUT, "/text:1: expected a value"},
                {{"%s/later.json", NULL},
                 EXIT_BAD_INPUT,
                 "/later.json: at schema_version: it is 4, but this simgpu knows 3"},
                {{"%s/later.sqlite", NULL},
                 EXIT_BAD_INPUT,
                 "/later.sqlite: its tables are of version 99, but this simgpu knows version 2"},
                {{"%s/strange.sqlite", NULL},
                 EXIT_BAD_INPUT,
                 "/strange.sqlite: this is not a results file of simgpu study"},
                {{"%s/other.json", NULL},
                 EXIT_BAD_INPUT,
                 "these are neither results of a study nor of --json"},
                {{"%s/results.sqlite", NULL},
                 EXIT_BAD_INPUT,
                 "results.sqlite: at figures[0].kind: \"pie\" is none of"},
                {{"%s/cut.sqlite", NULL}, EXIT_BAD_INPUT, "not a file of study results: "}};
    char *folder = folder_new();
    g_free(results_in(folder, "[{\"kind\":\"pie\"}]"));
    g_free(folder_write(folder, "text", "hello", 5));
    g_free(folder_write(folder, "other.json", "{\"a\":1}", 7));
    static const char later[] = "{\"schema_version\":4,\"totals\":{}}";
    g_free(folder_write(folder, "later.json", later, strlen(later)));
    g_free(changed_in(folder, "later.sqlite", "PRAGMA user_version = 99"));
    g_free(changed_in(folder, "strange.sqlite", "PRAGMA application_id = 5"));
    g_free(folder_write(folder, "cut.sqlite", "SQLite format 3\0broken", 22));
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        auto_outcome outcome;
        run_report(folder, rows[i].arguments, &outcome);
        ck_assert_msg(outcome.exit_code == rows[i].code, "%u: %d %s", i, outcome.exit_code,
                      outcome.err);
        ck_assert_msg(strstr(outcome.err, rows[i].message) != NULL, "%u: %s", i, outcome.err);
    }
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report_command");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, page);
    tcase_add_test(tests, pictures);
    tcase_add_test(tests, runs);
    tcase_add_test(tests, a_single_run);
    tcase_add_test(tests, provenance_of_a_study);
    tcase_add_test(tests, published);
    tcase_add_test(tests, bad_input);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
