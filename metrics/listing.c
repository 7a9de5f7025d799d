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
    "Which numbers does a run give, what do they mean, and what do Nsight Compute and GPGPU-Sim "
    "call them?\n"
    "\n"
    "`simgpu list-metrics --markdown` makes this page from the registry in `metrics/`. A test "
    "compares the two, and\n"
    "`meson compile -C build reference` makes it again.\n"
    "\n"
    "## Where they are\n"
    "\n"
    "Counters are integers. In `--json` they are in these places:\n"
    "\n"
    "| member | whose |\n"
    "|---|---|\n"
    "| `totals` | the run's, by group |\n"
    "| `per_sm`, `per_l2_bank`, `per_dram_channel` | each unit's |\n"
    "| `counters` of an entry of `kernels` or `streams` | a launch's, a stream's |\n"
    "| `outside_kernels` | what belongs to no kernel |\n"
    "| `metrics` of the run, a kernel or a stream | figures, and what is derived; null where a "
    "formula divides by zero |\n"
    "\n"
    "All kernels and `outside_kernels` sum exactly to `totals`.\n"
    "\n"
    "The first 256 launches have entries of their own. Later ones are summed up by kernel, client "
    "and stream in\n"
    "`folded_kernels`, with `launches` in each entry. Then all `kernels`, `folded_kernels` and "
    "`outside_kernels` sum to\n"
    "`totals`. So a run of millions of launches needs little memory.\n"
    "\n"
    "All launches have entries with `--per-kernel`. They also have entries where something tells "
    "of each launch: `--observe`,\n"
    "`--explain`, `--timeline`, policies with results. Without `--per-kernel`, more than 256 then "
    "have no counters;\n"
    "`kernels_have_counters` says so.\n"
    "\n"
    "When a stream is destroyed and its work has ended, a new stream may get its number. Their "
    "counts are then one stream's.\n"
    "\n"
    "`--csv FILE` writes all of it, kernels included, as one row for each number:\n"
    "`scope,index,name,metric,unit,value`. Metrics are named as below.\n"
    "\n"
    "| column | what it is |\n"
    "|---|---|\n"
    "| scope | `run`, `kernel`, `folded_kernels`, `outside_kernels`, `stream`, `sm`, `l2` or "
    "`dram` |\n"
    "| index | that of the launch, the stream or the unit |\n"
    "| name | that of the workload, the kernel, the stream's client (of several programs) or the "
    "unit |\n"
    "\n"
    "## To whom a count belongs\n"
    "\n"
    "- An SM works for the launch whose blocks it has, and for none while it has none. While it "
    "has blocks of several\n"
    "  launches, instructions, accesses and replies belong to their launch. Cycles and issue slots "
    "belong to the launch that\n"
    "  came last.\n"
    "- An L2 bank and a DRAM channel work for the launch of the request that they serve. A "
    "write-back belongs to the launch\n"
    "  whose request needs its place.\n"
    "- Cycles of a port belong to the launch that its unit works for when a packet is sent.\n"
    "\n"
    "Names in other tools are given where they mean the same thing. A note says what differs. They "
    "are those of Nsight\n"
    "Compute for Volta and later, and those that GPGPU-Sim 4 and Accel-Sim print.\n";

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
