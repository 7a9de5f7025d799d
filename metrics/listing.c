/* SPDX-License-Identifier: BSD-3-Clause */
#include "metrics/listing.h"
#include "base/json/text.h"
#include "metrics/registry.h"
#include <json-glib/json-glib.h>

/* A row of any of the tables. */
struct row {
    const char *name, *unit, *meaning, *formula, *ncu, *gpgpusim, *note;
};

static struct row row_of(const struct counter *counter)
{
    return (struct row){.name = counter->name,
                        .unit = counter->unit,
                        .meaning = counter->meaning,
                        .ncu = counter->ncu,
                        .gpgpusim = counter->gpgpusim,
                        .note = counter->note};
}

static struct row derived_row_of(const struct derived_metric *metric)
{
    return (struct row){.name = metric->name,
                        .unit = metric->unit,
                        .meaning = metric->meaning,
                        .formula = metric->formula,
                        .ncu = metric->ncu,
                        .gpgpusim = metric->gpgpusim,
                        .note = metric->note};
}

/* "sm." before a counter's name; nothing before a figure of the run. */
static char *prefix_of(unsigned group)
{
    return group == GROUP_RUN ? g_strdup("") : g_strconcat(metric_groups[group].name, ".", NULL);
}

/* ---- plain ---------------------------------------------------------------------------------- */

static void add_plain(GString *text, const char *prefix, const struct row *row)
{
    g_string_append_printf(text, "  %s%s [%s]: %s", prefix, row->name, row->unit, row->meaning);
    if (row->formula)
        g_string_append_printf(text, " = %s", row->formula);
    if (row->ncu)
        g_string_append_printf(text, " Nsight Compute: %s.", row->ncu);
    if (row->gpgpusim)
        g_string_append_printf(text, " GPGPU-Sim: %s.", row->gpgpusim);
    if (row->note)
        g_string_append_printf(text, " (%s)", row->note);
    g_string_append_c(text, '\n');
}

char *metrics_list_plain(void)
{
    GString *text = g_string_new(NULL);
    for (unsigned g = 0; g < METRIC_GROUPS; g++) {
        const struct metric_group *group = &metric_groups[g];
        g_autofree char *prefix = prefix_of(g);
        g_string_append_printf(text, "%s: counted by %s, for: %s\n", group->name, group->counter,
                               group->scopes);
        for (const struct counter *counter = group->table; counter->name; counter++) {
            const struct row row = row_of(counter);
            add_plain(text, prefix, &row);
        }
    }
    g_string_append(text, "derived, wherever everything in the formula is counted\n");
    for (const struct derived_metric *metric = derived_metrics; metric->name; metric++) {
        const struct row row = derived_row_of(metric);
        add_plain(text, "", &row);
    }
    return g_string_free(text, FALSE);
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static void add_member(JsonBuilder *json, const char *name, const char *value)
{
    if (!value)
        return;
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

static void add_json(JsonBuilder *json, const char *group, const char *prefix,
                     const struct row *row)
{
    g_autofree char *name = g_strconcat(prefix, row->name, NULL);
    json_builder_begin_object(json);
    add_member(json, "name", name);
    add_member(json, "group", group);
    add_member(json, "unit", row->unit);
    add_member(json, "meaning", row->meaning);
    add_member(json, "formula", row->formula);
    add_member(json, "nsight_compute", row->ncu);
    add_member(json, "gpgpusim", row->gpgpusim);
    add_member(json, "note", row->note);
    json_builder_end_object(json);
}

char *metrics_list_json(void)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_array(json);
    for (unsigned g = 0; g < METRIC_GROUPS; g++) {
        g_autofree char *prefix = prefix_of(g);
        for (const struct counter *counter = metric_groups[g].table; counter->name; counter++) {
            const struct row row = row_of(counter);
            add_json(json, metric_groups[g].name, prefix, &row);
        }
    }
    for (const struct derived_metric *metric = derived_metrics; metric->name; metric++) {
        const struct row row = derived_row_of(metric);
        add_json(json, "derived", "", &row);
    }
    json_builder_end_array(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *text = json_text(root, true);
    return g_strconcat(text, "\n", NULL);
}

/* ---- Markdown ---------------------------------------------------------------------------------
 */

static const char introduction[] =
    "# Metrics\n"
    "\n"
    "Everything that a run tells as a number. `simgpu list-metrics --markdown` makes this page of "
    "the\n"
    "registry in `metrics/`; a test compares the two.\n"
    "\n"
    "Counters are integers. In `--json` the object `totals` has the run's by group, `per_sm`,\n"
    "`per_l2_bank` and `per_dram_channel` those of each unit, and each entry of `kernels` and "
    "`streams`\n"
    "its own under `counters`; `outside_kernels` has what belongs to no kernel, so that all "
    "kernels and\n"
    "it sum exactly to `totals`. `metrics`, of the run, of a kernel and of a stream, has the "
    "figures and\n"
    "what is derived; where a formula divides by zero its value is null.\n"
    "\n"
    "The first 256 launches have entries of their own. Later ones are summed up by kernel, client "
    "and stream\n"
    "in `folded_kernels`, which is there only then, with `launches` in each entry: all `kernels`, "
    "`folded_kernels`\n"
    "and `outside_kernels` sum to `totals`. So a run of millions of launches needs little memory. "
    "All launches have\n"
    "entries with `--per-kernel`, and where something tells of each launch: `--observe`, "
    "`--explain`, `--timeline`, policies with\n"
    "results; without `--per-kernel` more than 256 then have no counters "
    "(`kernels_have_counters` says so).\n"
    "A stream's number is used again for a stream that is made when it is destroyed and its work "
    "has "
    "ended; what such streams did is\n"
    "one stream's.\n"
    "\n"
    "`--csv FILE` writes all of it, kernels included, as one row for each number:\n"
    "`scope,index,name,metric,unit,value`. The scope is `run`, `kernel`, `folded_kernels`, "
    "`outside_kernels`, `stream`,\n"
    "`sm`, `l2` or `dram`, its index that of the launch, the stream or the unit, its name that of "
    "the\n"
    "workload, the kernel, the stream's client (of several programs) or the unit; metrics are "
    "named as\n"
    "below.\n"
    "\n"
    "To whom a count belongs: an SM works for the launch whose blocks it has, and for none while "
    "it has\n"
    "none. While it has blocks of several launches, instructions, accesses and replies belong to "
    "their\n"
    "launch, and cycles and issue slots to the launch that came last. An L2 bank and a DRAM "
    "channel work\n"
    "for the launch of the request that they serve; a write-back belongs to the launch whose "
    "request\n"
    "needs its place. Cycles of a port belong to the launch that its unit works for when a packet "
    "is\n"
    "sent.\n"
    "\n"
    "Names in other tools are given where they mean the same thing; a note says what differs. They "
    "are\n"
    "those of Nsight Compute for Volta and later, and those that GPGPU-Sim 4 and Accel-Sim "
    "print.\n";

static void add_cell(GString *text, const char *value)
{
    if (value)
        g_string_append_printf(text, " `%s` |", value);
    else
        g_string_append(text, " |");
}

static void add_row(GString *text, const char *prefix, const struct row *row)
{
    g_string_append_printf(text, "| `%s%s` | %s | %s%s%s%s |", prefix, row->name, row->unit,
                           row->meaning, row->formula ? " `" : "", row->formula ? row->formula : "",
                           row->formula ? "`" : "");
    add_cell(text, row->ncu);
    add_cell(text, row->gpgpusim);
    g_string_append_printf(text, " %s%s|\n", row->note ? row->note : "", row->note ? " " : "");
}

static void add_table(GString *text)
{
    g_string_append(text, "| metric | unit | meaning | Nsight Compute | GPGPU-Sim | note |\n"
                          "|---|---|---|---|---|---|\n");
}

char *metrics_list_markdown(void)
{
    GString *text = g_string_new(introduction);
    for (unsigned g = 0; g < METRIC_GROUPS; g++) {
        const struct metric_group *group = &metric_groups[g];
        g_autofree char *prefix = prefix_of(g);
        g_string_append_printf(text, "\n## %s\n\nFrom: %s. For: %s.\n\n", group->name,
                               group->counter, group->scopes);
        add_table(text);
        for (const struct counter *counter = group->table; counter->name; counter++) {
            const struct row row = row_of(counter);
            add_row(text, prefix, &row);
        }
    }
    g_string_append(text, "\n## derived\n\nFor whatever has everything in the formula.\n\n");
    add_table(text);
    for (const struct derived_metric *metric = derived_metrics; metric->name; metric++) {
        const struct row row = derived_row_of(metric);
        add_row(text, "", &row);
    }
    return g_string_free(text, FALSE);
}
