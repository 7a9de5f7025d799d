/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/csv.h"
#include "base/csv_field.h"
#include "base/write_text.h"
#include "metrics/run_numbers.h"
#include <stdio.h>
#include <string.h>

struct writer {
    GString *text;
    const char *scope;
    uint64_t index;
    const char *name;
};

/* What is not defined has no value. */
static void add_value(GString *text, const struct metric *metric)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    if (!metric->derived)
        g_string_append_printf(text, "%" G_GUINT64_FORMAT, metric->count);
    else if (metric->defined)
        g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.12g", metric->value));
}

static void add_row(void *data, const struct metric *metric)
{
    struct writer *writer = data;
    g_string_append_printf(writer->text, "%s,%" G_GUINT64_FORMAT ",", writer->scope, writer->index);
    csv_field_append(writer->text, writer->name);
    g_string_append_printf(writer->text, ",%s,%s,", metric->name, metric->unit);
    add_value(writer->text, metric);
    g_string_append_c(writer->text, '\n');
}

static void add_scope(GString *text, const char *scope, uint64_t index, const char *name,
                      struct metric_values values)
{
    struct writer writer = {.text = text, .scope = scope, .index = index, .name = name};
    metrics_visit(&values, add_row, &writer);
}

static void add_kernels(GString *text, const struct run_numbers *numbers)
{
    for (guint i = 0; i < numbers->kernels->len; i++) {
        const struct kernel_record *record = run_numbers_record(numbers, i);
        add_scope(text, "kernel", record->launch, record->name, run_numbers_kernel(numbers, i));
    }
    add_scope(text, "outside_kernels", 0, "", run_numbers_outside_kernels(numbers));
    for (guint i = 0; i < numbers->streams->len; i++) {
        const struct stream_numbers *stream =
            &g_array_index(numbers->streams, struct stream_numbers, i);
        g_autofree char *client = g_strdup_printf("client%u", stream->client);
        add_scope(text, "stream", stream->stream, client, run_numbers_stream(numbers, i));
    }
}

static void add_units(GString *text, const struct run_numbers *numbers)
{
    const struct gpu_config *config = numbers->gpu->config;
    for (uint32_t i = 0; i < config->n_sms; i++)
        add_scope(text, "sm", i, config->sm_hosts[i], run_numbers_sm(numbers, i));
    for (uint32_t i = 0; i < config->n_banks; i++)
        add_scope(text, "l2", i, config->bank_hosts[i], run_numbers_l2(numbers, i));
    for (uint32_t i = 0; i < config->n_channels; i++)
        add_scope(text, "dram", i, config->channel_hosts[i], run_numbers_dram(numbers, i));
}

bool csv_write(const struct session *session, const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new("scope,index,name,metric,unit,value\n");
    struct run_numbers numbers;
    run_numbers_init(&numbers, session->gpu);
    add_scope(text, "run", 0, session_workload_name(session), run_numbers_run(&numbers));
    add_kernels(text, &numbers);
    add_units(text, &numbers);
    run_numbers_clear(&numbers);
    if (strcmp(path, "-") == 0) {
        fputs(text->str, stdout);
        return true;
    }
    return write_text(path, text->str, error);
}
