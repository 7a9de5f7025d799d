/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/json_metrics.h"
#include "results/format.h"

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

void json_add_counters(JsonBuilder *json, const struct counter *table, const void *counters)
{
    json_builder_begin_object(json);
    for (const struct counter *row = table; row->name; row++)
        add_integer(json, row->name, counter_value(row, counters));
    json_builder_end_object(json);
}

/* A member for each of the groups of counters that the scope has. */
static void add_groups(JsonBuilder *json, const char *name, const struct metric_values *values)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
    for (unsigned group = GROUP_SM; group < METRIC_GROUPS; group++) {
        if (!values->groups[group])
            continue;
        json_builder_set_member_name(json, metric_groups[group].name);
        json_add_counters(json, metric_groups[group].table, values->groups[group]);
    }
    json_builder_end_object(json);
}

static void add_metric(void *data, const struct metric *metric)
{
    JsonBuilder *json = data;
    json_builder_set_member_name(json, metric->name);
    if (!metric->defined)
        json_builder_add_null_value(json);
    else if (metric->derived)
        json_builder_add_double_value(json, metric->value);
    else
        json_builder_add_int_value(json, (gint64)metric->count);
}

static void add_metrics(JsonBuilder *json, const struct metric_values *values)
{
    json_builder_set_member_name(json, RESULT_METRICS);
    json_builder_begin_object(json);
    metrics_visit_figures(values, add_metric, json);
    json_builder_end_object(json);
}

void json_add_values(JsonBuilder *json, const struct metric_values *values)
{
    add_groups(json, RESULT_COUNTERS, values);
    add_metrics(json, values);
}

void json_add_run_metrics(JsonBuilder *json, const struct run_numbers *numbers)
{
    const struct metric_values values = run_numbers_run(numbers);
    add_metrics(json, &values);
}

void json_add_totals(JsonBuilder *json, const struct run_numbers *numbers)
{
    const struct metric_values values = run_numbers_run(numbers);
    add_groups(json, RESULT_TOTALS, &values);
}

static void add_energies(JsonBuilder *json, const char *name, const GArray *energies)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (guint i = 0; i < energies->len; i++)
        json_add_counters(json, energy_table, &g_array_index(energies, struct energy_figures, i));
    json_builder_end_array(json);
}

void json_add_energy(JsonBuilder *json, const struct run_numbers *numbers)
{
    const struct energy_numbers *energy = &numbers->energy;
    json_builder_set_member_name(json, RESULT_ENERGY);
    json_builder_begin_object(json);
    add_energies(json, "per_sm", energy->sms);
    add_energies(json, "per_l2_bank", energy->l2);
    add_energies(json, "per_dram_channel", energy->dram);
    add_integer(json, "rest",
                gpu_config_of(numbers->gpu)->energy.gpu_mw * gpu_end_time(numbers->gpu));
    json_builder_end_object(json);
}

void json_add_kernel_metrics(JsonBuilder *json, const struct run_numbers *numbers, guint index)
{
    const struct metric_values values = run_numbers_kernel(numbers, index);
    json_add_values(json, &values);
}

void json_add_fold_metrics(JsonBuilder *json, const struct run_numbers *numbers, guint index)
{
    const struct metric_values values = run_numbers_fold(numbers, index);
    json_add_values(json, &values);
}

void json_add_streams(JsonBuilder *json, const struct run_numbers *numbers)
{
    json_builder_set_member_name(json, RESULT_STREAMS);
    json_builder_begin_array(json);
    for (guint i = 0; i < numbers->streams->len; i++) {
        const struct stream_numbers *stream =
            &g_array_index(numbers->streams, struct stream_numbers, i);
        const struct metric_values values = run_numbers_stream(numbers, i);
        json_builder_begin_object(json);
        add_integer(json, "client", stream->client);
        add_integer(json, "stream", stream->stream);
        add_integer(json, RESULT_KERNELS, stream->kernels);
        json_add_values(json, &values);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

void json_add_outside_kernels(JsonBuilder *json, const struct run_numbers *numbers)
{
    const struct metric_values values = run_numbers_outside_kernels(numbers);
    add_groups(json, RESULT_OUTSIDE_KERNELS, &values);
}
