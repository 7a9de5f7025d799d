/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/offload/pressure.h"
#include "base/input_error.h"
#include "offload/feature_table.h"
#include "offload/placement.h"
#include <math.h>
#include <string.h>

struct pressure_table {
    struct feature_table *rows;
    unsigned application, beside, level, slowdown; /* columns */
};

static bool check_rows(const struct pressure_table *table, GError **error)
{
    double level, slowdown;
    for (unsigned row = 0; row < table->rows->rows->len; row++) {
        if (*feature_table_text(table->rows, row, table->level) == '\0')
            continue;
        if (!feature_table_number(table->rows, row, table->level, &level, error) ||
            !feature_table_number(table->rows, row, table->slowdown, &slowdown, error))
            return false;
        const struct feature_row *place = table->rows->rows->pdata[row];
        if (level < 0 || level > 1 || slowdown <= 0)
            return input_error_at(error, table->rows->file, place->line,
                                  "expected a level from 0 to 1 and a slowdown above 0, found %g "
                                  "and %g",
                                  level, slowdown);
    }
    return true;
}

struct pressure_table *pressure_table_parse(const struct policy_file *file, GError **error)
{
    struct pressure_table *table = g_new0(struct pressure_table, 1);
    table->rows = feature_table_parse(file->name, file->text, error);
    if (table->rows &&
        feature_table_column(table->rows, "application", &table->application, error) &&
        feature_table_column(table->rows, "beside", &table->beside, error) &&
        feature_table_column(table->rows, "level", &table->level, error) &&
        feature_table_column(table->rows, "slowdown", &table->slowdown, error) &&
        check_rows(table, error))
        return table;
    pressure_table_free(table);
    return NULL;
}

void pressure_table_free(struct pressure_table *table)
{
    if (!table)
        return;
    feature_table_free(table->rows);
    g_free(table);
}

static bool is_about(const struct pressure_table *table, unsigned row, const char *application,
                     const char *resource)
{
    return strcmp(feature_table_text(table->rows, row, table->application), application) == 0 &&
           strcmp(feature_table_text(table->rows, row, table->beside), resource) == 0 &&
           *feature_table_text(table->rows, row, table->level) != '\0';
}

double pressure_slowdown(const struct pressure_table *table, const char *application,
                         const char *resource, double level)
{
    double below = 0, below_slowdown = 1, above = INFINITY, above_slowdown = 1;
    for (unsigned row = 0; row < table->rows->rows->len; row++) {
        double at = 0, slowdown = 1;
        if (!is_about(table, row, application, resource))
            continue;
        feature_table_number(table->rows, row, table->level, &at, NULL);
        feature_table_number(table->rows, row, table->slowdown, &slowdown, NULL);
        if (at <= level && at >= below) {
            below = at;
            below_slowdown = slowdown;
        } else if (at > level && at < above) {
            above = at;
            above_slowdown = slowdown;
        }
    }
    if (isinf(above))
        return below_slowdown;
    return below_slowdown + (above_slowdown - below_slowdown) * (level - below) / (above - below);
}

double pressure_level(const struct offload_host *host, const double features[OFFLOAD_FEATURES],
                      enum offload_device device, double seconds)
{
    const double bytes = features[OFFLOAD_BUFFER_BYTES];
    if (device == OFFLOAD_GPU)
        return fmin(bytes / placement_positive(seconds) / host->dram_bytes_per_second, 1);
    const double part = fmin(host->threads / fmax(features[OFFLOAD_THREADS], 1), 1);
    return fmin(bytes * part / host->llc_bytes, 1);
}
