/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/sampler.h"
#include "base/input_error.h"
#include "base/write_text.h"
#include "observers/sampler_groups.h"
#include <stdio.h>
#include <string.h>

const char *const sampler_default_metrics =
    "sm.warp_instructions,sm.warp_cycles,sm.slots_memory,sm.slots_structural,sm.l1d_loads,"
    "sm.l1d_hits,l2.accesses,l2.access_misses,dram.read_bytes,dram.write_bytes,dram.row_hits";

/* A counter of one unit, which is added to a metric. */
struct source {
    uint32_t metric;
    size_t offset; /* in the unit's counters struct */
};

/* What is read of a unit. */
struct sampled_unit {
    struct sampler_unit unit;
    GArray *sources; /* struct source; NULL: nothing */
};

struct sampler {
    const struct gpu *gpu;
    const struct clock *clock;
    struct engine_sampler hook;
    uint64_t interval;
    GPtrArray *metrics;         /* names */
    struct sampled_unit *units; /* by unit id */
    uint32_t n_units;
    GArray *rows; /* uint64_t: by sample and metric, counted since the start */
    uint32_t n_samples;
    sim_time end; /* of the last one */
};

static uint64_t *row_at(const struct sampler *sampler, uint32_t sample)
{
    return &g_array_index(sampler->rows, uint64_t, (guint)(sample * sampler->metrics->len));
}

static uint64_t *row_of(struct sampler *sampler, uint32_t sample)
{
    guint wanted = (sample + 1) * sampler->metrics->len;
    if (sampler->rows->len < wanted)
        g_array_set_size(sampler->rows, wanted);
    return row_at(sampler, sample);
}

static void add(struct sampler *sampler, uint32_t sample, const struct sampled_unit *sampled,
                const void *counters)
{
    uint64_t *row = row_of(sampler, sample);
    for (guint i = 0; i < sampled->sources->len; i++) {
        const struct source *source = &g_array_index(sampled->sources, struct source, i);
        row[source->metric] += *(const uint64_t *)((const char *)counters + source->offset);
    }
}

/* The engine's hook. Sample i ends with cycle (i + 1) * interval - 1. */
static sim_time take(void *data, const struct unit *unit, sim_time time)
{
    struct sampler *sampler = data;
    const struct sampled_unit *sampled = &sampler->units[unit->id];
    union sampler_counters counters;
    uint64_t cycle = clock_cycle_at_or_after(sampler->clock, time);
    const void *read = sampled->unit.counters;
    if (unit->ops->snapshot) {
        unit->ops->snapshot(unit, time, &counters);
        read = &counters;
    }
    add(sampler, (uint32_t)(cycle / sampler->interval - 1), sampled, read);
    return clock_edge(sampler->clock, cycle + sampler->interval);
}

/* ---- which metrics --------------------------------------------------------------------------- */

static const struct counter *find_counter(const struct counter *table, const char *name)
{
    for (const struct counter *row = table; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static char *names_of(const struct counter *table)
{
    GString *text = g_string_new(NULL);
    for (const struct counter *row = table; row->name; row++)
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", row->name);
    return g_string_free(text, FALSE);
}

static void add_source(struct sampler *sampler, const struct sampler_unit *unit, size_t offset)
{
    const struct source source = {sampler->metrics->len, offset};
    struct sampled_unit *sampled = &sampler->units[unit->unit->id];
    if (!sampled->sources)
        sampled->sources = g_array_new(FALSE, FALSE, sizeof(struct source));
    sampled->unit = *unit;
    g_array_append_val(sampled->sources, source);
}

/* Units of the group that `who` names: all of them, or one; how many. */
static uint32_t add_units(struct sampler *sampler, const struct sampler_group *group,
                          const char *who, const char *counter_name, bool *known)
{
    const struct counter *counter = find_counter(group->table, counter_name);
    bool all = strcmp(who, group->name) == 0;
    uint32_t found = 0;
    struct sampler_unit unit;
    for (uint32_t i = 0; sampler_group_unit(group, sampler->gpu, i, &unit); i++)
        if (all || strcmp(unit.unit->name, who) == 0) {
            found++;
            if (counter)
                add_source(sampler, &unit, counter->offset);
        }
    *known = counter != NULL;
    return found + all;
}

static bool add_metric(struct sampler *sampler, const char *name, GError **error)
{
    const char *dot = strrchr(name, '.');
    if (g_ptr_array_find_with_equal_func(sampler->metrics, name, g_str_equal, NULL))
        return input_error_at(error, "--metrics", 0, "%s is named twice", name);
    if (!dot)
        return input_error_at(error, "--metrics", 0,
                              "expected GROUP.COUNTER or UNIT.COUNTER, found \"%s\"", name);
    g_autofree char *who = g_strndup(name, (gsize)(dot - name));
    for (const struct sampler_group *group = sampler_groups; group->name; group++) {
        bool known;
        if (add_units(sampler, group, who, dot + 1, &known) == 0)
            continue;
        g_autofree char *names = known ? NULL : names_of(group->table);
        if (!known)
            return input_error_at(error, "--metrics", 0, "%s has no counter \"%s\"; it has: %s",
                                  who, dot + 1, names);
        g_ptr_array_add(sampler->metrics, g_strdup(name));
        return true;
    }
    return input_error_at(error, "--metrics", 0,
                          "unknown group or unit \"%s\"; known: sm, l2, dram, request_ports, "
                          "reply_ports, dispatcher, host_commands, and units by name, such as sm0 "
                          "or l2-0",
                          who);
}

static bool add_metrics(struct sampler *sampler, const char *names, GError **error)
{
    g_auto(GStrv) words = g_strsplit(names, ",", -1);
    for (char **word = words; *word; word++)
        if (!add_metric(sampler, *word, error))
            return false;
    return words[0] || add_metric(sampler, "", error);
}

struct sampler *sampler_new(struct gpu *gpu, uint64_t interval, const char *metrics, GError **error)
{
    struct sampler *sampler = g_new0(struct sampler, 1);
    sampler->gpu = gpu;
    sampler->clock = &gpu_config_of(gpu)->sm.clock;
    sampler->interval = interval;
    sampler->hook = (struct engine_sampler){.data = sampler, .take = take};
    sampler->metrics = g_ptr_array_new_with_free_func(g_free);
    sampler->rows = g_array_new(FALSE, TRUE, sizeof(uint64_t));
    sampler->n_units = gpu_engine(gpu)->units->len;
    sampler->units = g_new0(struct sampled_unit, sampler->n_units);
    if (!add_metrics(sampler, metrics ? metrics : sampler_default_metrics, error)) {
        sampler_free(sampler);
        return NULL;
    }
    for (uint32_t i = 0; i < sampler->n_units; i++)
        if (sampler->units[i].sources)
            engine_sample(gpu_engine(gpu), g_ptr_array_index(gpu_engine(gpu)->units, i),
                          &sampler->hook, clock_edge(sampler->clock, interval));
    return sampler;
}

void sampler_free(struct sampler *sampler)
{
    if (!sampler)
        return;
    for (uint32_t i = 0; i < sampler->n_units; i++)
        if (sampler->units[i].sources)
            g_array_free(sampler->units[i].sources, TRUE);
    g_free(sampler->units);
    g_array_free(sampler->rows, TRUE);
    g_ptr_array_free(sampler->metrics, TRUE);
    g_free(sampler);
}

/* ---- results --------------------------------------------------------------------------------- */

void sampler_end(struct sampler *sampler)
{
    sampler->end = gpu_end_time(sampler->gpu);
    /* Units may have gone on after the end, writing back: those samples are part of the last. */
    uint64_t cycles = clock_cycle_at_or_after(sampler->clock, sampler->end);
    uint32_t last = cycles == 0 ? 0 : (uint32_t)((cycles - 1) / sampler->interval);
    g_array_set_size(sampler->rows, last * sampler->metrics->len);
    for (uint32_t i = 0; i < sampler->n_units; i++)
        if (sampler->units[i].sources)
            add(sampler, last, &sampler->units[i], sampler->units[i].unit.counters);
    sampler->n_samples = last + 1;
}

uint32_t sampler_n_metrics(const struct sampler *sampler)
{
    return sampler->metrics->len;
}

const char *sampler_metric(const struct sampler *sampler, uint32_t metric)
{
    return g_ptr_array_index(sampler->metrics, metric);
}

uint32_t sampler_n_samples(const struct sampler *sampler)
{
    return sampler->n_samples;
}

struct sampler_span sampler_span(const struct sampler *sampler, uint32_t sample)
{
    uint64_t first = sample * sampler->interval;
    struct sampler_span span = {.first = first,
                                .end = first + sampler->interval,
                                .first_ps = clock_edge(sampler->clock, first)};
    span.end_ps = clock_edge(sampler->clock, span.end);
    if (sample + 1 == sampler->n_samples) {
        span.end = clock_cycle_at_or_after(sampler->clock, sampler->end);
        span.end_ps = sampler->end;
    }
    return span;
}

uint64_t sampler_value(const struct sampler *sampler, uint32_t sample, uint32_t metric)
{
    uint64_t before = sample == 0 ? 0 : row_at(sampler, sample - 1)[metric];
    return row_at(sampler, sample)[metric] - before;
}

static void append_row(const struct sampler *sampler, uint32_t sample, GString *text)
{
    struct sampler_span span = sampler_span(sampler, sample);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT,
                           span.first, span.end, span.end_ps);
    for (uint32_t m = 0; m < sampler->metrics->len; m++)
        g_string_append_printf(text, ",%" G_GUINT64_FORMAT, sampler_value(sampler, sample, m));
    g_string_append_c(text, '\n');
}

bool sampler_write_csv(const struct sampler *sampler, const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new("first_cycle,end_cycle,end_ps");
    for (uint32_t m = 0; m < sampler->metrics->len; m++)
        g_string_append_printf(text, ",%s", sampler_metric(sampler, m));
    g_string_append_c(text, '\n');
    for (uint32_t i = 0; i < sampler->n_samples; i++)
        append_row(sampler, i, text);
    return write_text(path, text->str, error);
}

static void begin_array(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

void sampler_write_json(const struct sampler *sampler, JsonBuilder *json)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "interval_cycles");
    json_builder_add_int_value(json, (gint64)sampler->interval);
    begin_array(json, "end_cycle");
    for (uint32_t i = 0; i < sampler->n_samples; i++)
        json_builder_add_int_value(json, (gint64)sampler_span(sampler, i).end);
    json_builder_end_array(json);
    begin_array(json, "end_ps");
    for (uint32_t i = 0; i < sampler->n_samples; i++)
        json_builder_add_int_value(json, (gint64)sampler_span(sampler, i).end_ps);
    json_builder_end_array(json);
    json_builder_set_member_name(json, "metrics");
    json_builder_begin_object(json);
    for (uint32_t m = 0; m < sampler->metrics->len; m++) {
        begin_array(json, sampler_metric(sampler, m));
        for (uint32_t i = 0; i < sampler->n_samples; i++)
            json_builder_add_int_value(json, (gint64)sampler_value(sampler, i, m));
        json_builder_end_array(json);
    }
    json_builder_end_object(json);
    json_builder_end_object(json);
}
