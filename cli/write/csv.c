/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/csv.h"
#include "base/csv_field.h"
#include "cli/write/result_sink.h"
#include "metrics/run_numbers.h"
#include "results/format.h"
#include <stdio.h>
#include <string.h>

/* What is collected before it is written. */
struct rows {
    struct result_sink sink;
    GString *text;
};

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

static void flush(struct rows *rows)
{
    result_sink_write(&rows->sink, rows->text->str, rows->text->len);
    g_string_truncate(rows->text, 0);
}

static void add_scope(struct rows *rows, const char *scope, uint64_t index, const char *name,
                      struct metric_values values)
{
    struct writer writer = {.text = rows->text, .scope = scope, .index = index, .name = name};
    metrics_visit(&values, add_row, &writer);
    flush(rows);
}

static void add_kernels(struct rows *rows, const struct run_numbers *numbers)
{
    for (guint i = 0; i < numbers->kernels->len; i++) {
        const struct kernel_record *record = run_numbers_record(numbers, i);
        const bool several = gpu_n_gpus(numbers->gpu) > 1;
        g_autofree char *name = several
                                    ? g_strdup_printf("%s on GPU %u", record->name, record->device)
                                    : g_strdup(record->name);
        add_scope(rows, "kernel", record->launch, name, run_numbers_kernel(numbers, i));
    }
    for (guint i = 0; i < numbers->folds->len; i++)
        add_scope(rows, RESULT_FOLDED_KERNELS, i, run_numbers_fold_record(numbers, i)->name,
                  run_numbers_fold(numbers, i));
    add_scope(rows, RESULT_OUTSIDE_KERNELS, 0, "", run_numbers_outside_kernels(numbers));
    for (guint i = 0; i < numbers->streams->len; i++) {
        const struct stream_numbers *stream =
            &g_array_index(numbers->streams, struct stream_numbers, i);
        g_autofree char *client = g_strdup_printf("client%u", stream->client);
        add_scope(rows, "stream", stream->stream, client, run_numbers_stream(numbers, i));
    }
}

/* Units have the names of their SimGrid hosts. */
static void add_units(struct rows *rows, const struct run_numbers *numbers)
{
    const struct gpu *gpu = numbers->gpu;
    const struct unit *unit;
    const void *counters;
    for (uint32_t i = 0; gpu_unit(gpu, GPU_SMS, i, &unit, &counters); i++)
        add_scope(rows, "sm", i, unit->name, run_numbers_sm(numbers, i));
    for (uint32_t i = 0; gpu_unit(gpu, GPU_BANKS, i, &unit, &counters); i++)
        add_scope(rows, "l2", i, unit->name, run_numbers_l2(numbers, i));
    for (uint32_t i = 0; gpu_unit(gpu, GPU_CHANNELS, i, &unit, &counters); i++)
        add_scope(rows, "dram", i, unit->name, run_numbers_dram(numbers, i));
}

bool csv_write(const struct gpu *gpu, const char *workload, const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new("scope,index,name,metric,unit,value\n");
    struct rows rows = {.text = text};
    if (!result_sink_open(&rows.sink, path, error))
        return false;
    struct run_numbers numbers;
    run_numbers_init(&numbers, gpu);
    add_scope(&rows, "run", 0, workload, run_numbers_run(&numbers));
    add_kernels(&rows, &numbers);
    add_units(&rows, &numbers);
    run_numbers_clear(&numbers);
    return result_sink_close(&rows.sink, error);
}
