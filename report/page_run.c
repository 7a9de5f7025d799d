/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/page_run.h"
#include "base/json/members.h"
#include "base/json/text.h"
#include "report/figures.h"
#include "report/number.h"
#include "report/page.h"
#include "report/page_table.h"
#include "report/text.h"
#include "results/format.h"
#include <math.h>
#include <string.h>

/* Of more kernels only those with the most cycles are shown. */
enum { MOST_KERNELS = 30 };

struct run {
    const struct results_study *study;
    const struct results_row *row;
};

static struct run run_of(const struct results_study *study)
{
    return (struct run){study, study->rows->pdata[0]};
}

static double value(const struct run *run, const char *name)
{
    return results_value(run->study, run->row, name);
}

bool page_is_run(const struct results_study *study)
{
    if (study->rows->len != 1)
        return false;
    const struct run run = run_of(study);
    return !isnan(value(&run, RESULT_CYCLES));
}

static void cell(GString *out, const char *class, const char *text)
{
    g_string_append_printf(out, *class ? "<td class=\"%s\">" : "<td>", class);
    text_append_escaped(out, text);
    g_string_append(out, "</td>");
}

static void number_cell(GString *out, double number)
{
    g_autofree char *text = number_for_people(number);
    cell(out, "n", text);
}

/* Heads that begin with a blank are of words, the others of numbers. */
static void begin_table(GString *out, const char *title, const char *const *heads)
{
    g_string_append_printf(out, "<h3>%s</h3>\n<div class=\"scroll\"><table>\n<tr>", title);
    for (; *heads; heads++)
        g_string_append_printf(out, **heads == ' ' ? "<th>%s</th>" : "<th class=\"n\">%s</th>",
                               **heads == ' ' ? *heads + 1 : *heads);
    g_string_append(out, "</tr>\n");
}

static void end_table(GString *out)
{
    g_string_append(out, "</table></div>\n");
}

/* ---- what came out */

static void append_tile(GString *out, const char *what, const char *number, const char *unit)
{
    g_string_append(out, "<div><b>");
    text_append_escaped(out, number);
    g_string_append_printf(out, "%s%s</b><span>%s</span></div>\n", *unit ? " " : "", unit, what);
}

static void append_time(GString *out, const struct run *run)
{
    double ps = value(run, RESULT_ELAPSED_PS), factor;
    const char *unit = picosecond_unit(ps, &factor);
    g_autofree char *number = number_for_people(ps * factor);
    append_tile(out, "simulated time, with copies and launches", number, unit);
}

/* "2 of 2 checks passed". */
static void append_checks(GString *out, const struct run *run)
{
    g_autoptr(JsonNode) node = results_member(run->study, run->row, RESULT_CHECKS);
    JsonArray *checks = json_array_of(node);
    guint n = json_length_of(checks), passed = 0;
    for (guint i = 0; i < n; i++)
        passed += json_number_in(json_object_of(json_array_get_element(checks, i)), "passed") != 0;
    if (n > 0)
        g_string_append_printf(out,
                               "<p class=\"note\">%u of %u checks of the results passed%s</p>\n",
                               passed, n, passed < n ? ": they are WRONG." : ".");
}

void page_append_summary(GString *out, const struct results_study *study)
{
    static const struct {
        const char *metric, *what, *unit;
    } tiles[] = {{RESULT_CYCLES, "cycles in which a kernel ran", ""},
                 {"sm.warp_instructions", "warp instructions", ""},
                 {"ipc", "warp instructions a cycle", ""},
                 {"issue_use", "of issue slots issued", "%"},
                 {"occupancy", "of room for warps taken, where there are any", "%"},
                 {"l1d_hit_rate", "of loads found their data in L1", "%"},
                 {"l2_hit_rate", "of sectors were found in L2", "%"},
                 {"dram_bandwidth_use", "of DRAM's bandwidth used", "%"},
                 {"host.wall_s", "this computer's time", "s"}};
    const struct run run = run_of(study);
    g_string_append(out, "<div class=\"tiles\">\n");
    for (guint i = 0; i < G_N_ELEMENTS(tiles); i++) {
        double number = value(&run, tiles[i].metric);
        if (isnan(number))
            continue;
        g_autofree char *text = number_for_people(number);
        append_tile(out, tiles[i].what, text, tiles[i].unit);
        if (i == 0 && !isnan(value(&run, RESULT_ELAPSED_PS)))
            append_time(out, &run);
    }
    g_string_append(out, "</div>\n");
    if (run.row->reason) {
        g_string_append(out, "<p>The run was not finished: ");
        text_append_escaped(out, run.row->reason);
        g_string_append(out, ".</p>\n");
    }
    append_checks(out, &run);
}

/* ---- kernels */

/* A number of a kernel, all its launches together. */
static double of_kernel(const struct run *run, const char *kernel, const char *name)
{
    g_autofree char *metric = g_strdup_printf("kernel.%s.%s", kernel, name);
    return value(run, metric);
}

static gint by_cycles(gconstpointer a, gconstpointer b, gpointer data)
{
    const struct run *run = data;
    double left = of_kernel(run, *(char *const *)a, RESULT_CYCLES);
    double right = of_kernel(run, *(char *const *)b, RESULT_CYCLES);
    return left > right ? -1 : left < right ? 1 : strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of kernels, those with the most cycles first; g_strfreev. */
static char **kernels_of(const struct run *run)
{
    static const char start[] = "kernel.", end[] = "." RESULT_LAUNCHES;
    char **names = results_names(run->study, run->row, "kernel.*." RESULT_LAUNCHES);
    for (char **name = names; *name; name++) {
        char *kernel =
            g_strndup(*name + strlen(start), strlen(*name) - strlen(start) - strlen(end));
        g_free(*name);
        *name = kernel;
    }
    g_qsort_with_data(names, (gint)g_strv_length(names), sizeof *names, by_cycles, (gpointer)run);
    return names;
}

/* What most issue slots without an issue went to, but for those without a warp; of all slots of the
 * GPU while the kernel ran, as in the summary and the figures. */
static char *largest_loss(const struct run *run, const char *kernel)
{
    static const char *const losses[] = {"policy", "structural", "memory", "data",
                                         "fetch",  "barrier",    "fence",  "drain"};
    const char *largest = "-";
    double most = 0, all = of_kernel(run, kernel, RESULT_CYCLES) * value(run, RESULT_SMS) *
                           value(run, RESULT_SCHEDULERS);
    for (guint i = 0; i < G_N_ELEMENTS(losses); i++) {
        g_autofree char *counter = g_strconcat("sm.slots_", losses[i], NULL);
        double slots = of_kernel(run, kernel, counter);
        if (slots > most) {
            most = slots;
            largest = losses[i];
        }
    }
    return most > 0 ? g_strdup_printf("%s, %.0f %%", largest, 100 * most / all) : g_strdup(largest);
}

static void append_kernel(GString *out, const struct run *run, const char *kernel)
{
    double cycles = of_kernel(run, kernel, RESULT_CYCLES);
    double instructions = of_kernel(run, kernel, RESULT_WARP_INSTRUCTIONS);
    double bytes =
        of_kernel(run, kernel, "dram.read_bytes") + of_kernel(run, kernel, "dram.write_bytes");
    g_autofree char *loss = largest_loss(run, kernel);
    g_string_append(out, "<tr>");
    cell(out, "", kernel);
    number_cell(out, of_kernel(run, kernel, RESULT_LAUNCHES));
    number_cell(out, cycles);
    number_cell(out, round(1000 * cycles / value(run, RESULT_CYCLES)) / 10);
    number_cell(out, instructions);
    number_cell(out, instructions / cycles);
    number_cell(out, 100 * of_kernel(run, kernel, "sm.l1d_hits") /
                         of_kernel(run, kernel, "sm.l1d_loads"));
    number_cell(out, 100 * of_kernel(run, kernel, "l2.access_hits") /
                         of_kernel(run, kernel, "l2.accesses"));
    number_cell(out, bytes);
    cell(out, "", loss);
    g_string_append(out, "</tr>\n");
}

static void append_kernels(GString *out, const struct run *run)
{
    static const char *const heads[] = {
        " kernel",      "launches",       "cycles",      "% of all",
        "instructions", "a cycle",        "L1D hits, %", "L2 hits, %",
        "DRAM bytes",   " slots lost to", NULL};
    g_auto(GStrv) kernels = kernels_of(run);
    guint n = g_strv_length(kernels);
    if (n == 0)
        return;
    begin_table(out, "Kernels", heads);
    for (guint i = 0; i < MIN(n, MOST_KERNELS); i++)
        append_kernel(out, run, kernels[i]);
    end_table(out);
    if (n > MOST_KERNELS)
        g_string_append_printf(
            out, "<p class=\"note\">These are the %u of %u with the most cycles.</p>\n",
            (guint)MOST_KERNELS, n);
}

/* ---- memory */

struct memory_row {
    const char *what, *asked, *found, *merged;
};

static void append_caches(GString *out, const struct run *run)
{
    static const struct memory_row rows[] = {
        {"L1D, loads of 128 bytes or a line", "sm.l1d_loads", "sm.l1d_hits", "sm.l1d_merges"},
        {"L2, sectors", "l2.accesses", "l2.access_hits", "l2.access_merges"},
        {"texture cache, lines", "sm.texture_loads", "sm.texture_hits", NULL}};
    static const char *const heads[] = {" cache",    "asked for", "found",
                                        "under way", "found, %",  NULL};
    begin_table(out, "Caches", heads);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        double asked = value(run, rows[i].asked), found = value(run, rows[i].found);
        if (isnan(asked) || asked == 0)
            continue;
        g_string_append(out, "<tr>");
        cell(out, "", rows[i].what);
        number_cell(out, asked);
        number_cell(out, found);
        number_cell(out, rows[i].merged ? value(run, rows[i].merged) : NAN);
        number_cell(out, 100 * found / asked);
        g_string_append(out, "</tr>\n");
    }
    end_table(out);
}

static void append_dram(GString *out, const struct run *run)
{
    static const struct {
        const char *metric, *what, *unit;
    } rows[] = {{"dram.read_bytes", "read", "bytes"},
                {"dram.write_bytes", "written", "bytes"},
                {"dram_bandwidth", "bandwidth while kernels ran", "GB/s"},
                {"dram_bandwidth_use", "of its peak", "%"},
                {"row_hit_rate", "requests that found their row open", "%"},
                {"dram_queue_time", "a request's time in the queue", "DRAM cycles"}};
    static const char *const heads[] = {" DRAM", "", " ", NULL};
    begin_table(out, "DRAM", heads);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        double number = value(run, rows[i].metric);
        if (isnan(number))
            continue;
        g_string_append(out, "<tr>");
        cell(out, "", rows[i].what);
        number_cell(out, number);
        cell(out, "", rows[i].unit);
        g_string_append(out, "</tr>\n");
    }
    end_table(out);
}

/* ---- policies */

/* "a, 3" of the parameters, by name. */
static void append_parameters(GString *out, JsonObject *policy)
{
    g_autoptr(GList) members = json_object_get_members(policy);
    bool any = false;
    g_string_append(out, "<td>");
    for (GList *member = members; member; member = member->next) {
        JsonNode *node = json_object_get_member(policy, member->data);
        if (strcmp(member->data, RESULT_NAME) == 0 || !JSON_NODE_HOLDS_VALUE(node))
            continue;
        g_autofree char *text = json_text(node, false);
        g_string_append(out, any ? ", " : "");
        text_append_escaped(out, member->data);
        g_string_append(out, " ");
        text_append_escaped(out, text);
        any = true;
    }
    g_string_append(out, "</td>");
}

/* What a policy has told of itself, summed over launches and SMs. */
static void append_told(GString *out, const struct run *run, const char *kind)
{
    g_autofree char *pattern = g_strdup_printf("policy.%s.*", kind);
    g_auto(GStrv) names = results_names(run->study, run->row, pattern);
    g_string_append(out, "<td>");
    for (char **name = names; *name; name++) {
        g_autofree char *number = number_for_people(value(run, *name));
        g_string_append(out, name > names ? ", " : "");
        text_append_escaped(out, *name + strlen(pattern) - 1);
        g_string_append_printf(out, " %s", number);
    }
    g_string_append(out, "</td>");
}

static void append_policies(GString *out, const struct run *run)
{
    static const char *const heads[] = {" kind", " policy", " parameters", " what it tells", NULL};
    g_autoptr(JsonNode) node = results_member(run->study, run->row, RESULT_POLICIES);
    JsonObject *policies = json_object_of(node);
    g_autoptr(GList) kinds = policies ? json_object_get_members(policies) : NULL;
    if (!kinds)
        return;
    begin_table(out, "Policies", heads);
    for (GList *kind = kinds; kind; kind = kind->next) {
        JsonObject *policy = json_object_in(policies, kind->data);
        const char *name = json_text_in(policy, RESULT_NAME);
        g_autofree char *words = g_strdelimit(g_strdup(kind->data), "_", ' ');
        if (!name)
            continue;
        g_string_append(out, "<tr>");
        cell(out, "", words);
        cell(out, "", name);
        append_parameters(out, policy);
        append_told(out, run, kind->data);
        g_string_append(out, "</tr>\n");
    }
    end_table(out);
}

static void append_data(GString *out, const struct results_study *study)
{
    g_autofree char *csv = page_points_csv(study);
    g_autofree char *stem = text_id(study->name);
    g_autofree char *name = g_strconcat(stem, "-points.csv", NULL);
    g_string_append(out, "<p>");
    page_append_data_link(out, name, "all metrics as CSV", csv);
    g_string_append(out, "</p>\n");
}

void page_append_run_tables(GString *out, const struct results_study *study)
{
    const struct run run = run_of(study);
    append_kernels(out, &run);
    append_caches(out, &run);
    append_dram(out, &run);
    append_policies(out, &run);
    append_data(out, study);
}
