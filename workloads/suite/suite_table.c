/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/suite/suite_table.h"
#include "results/format.h"
#include "study/store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A program's point. */
struct row {
    char *key, *status, *reason, *command; /* status NULL: it has not run */
};

static void row_clear(struct row *row)
{
    g_free(row->key);
    g_free(row->status);
    g_free(row->reason);
    g_free(row->command);
}

static char *column(sqlite3_stmt *statement, int i)
{
    return g_strdup((const char *)sqlite3_column_text(statement, i));
}

static struct row find(struct store *store, const char *study, const char *program)
{
    static const char sql[] = "SELECT c.key, p.status, p.reason, p.command FROM coordinate c LEFT "
                              "JOIN point p USING (key)"
                              " WHERE c.study = ?1 AND c.value = ?2";
    struct row row = {0};
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store_database(store), sql, -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, study, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, program, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW)
        row = (struct row){column(statement, 0), column(statement, 1), column(statement, 2),
                           column(statement, 3)};
    sqlite3_finalize(statement);
    return row;
}

/* 0 where there is none. */
static double number(struct store *store, const struct row *row, const char *metric)
{
    double value = 0;
    if (!row->key || !store_metric(store, row->key, metric, &value, NULL) || isnan(value))
        return 0;
    return value;
}

static void print_head(bool functional)
{
    printf("%-15s %-6s %-8s %12s", "program", "abbr.", "verdict", "warp instr.");
    if (!functional)
        printf(" %12s %7s %7s %10s", "cycles", "IPC", "L1 hit", "DRAM GB/s");
    printf(" %8s\n", "wall s");
}

static void print_row(const struct suite_program *program, struct store *store,
                      const struct row *row, bool functional, bool passed)
{
    const char *instructions = functional ? "functional.warp_instructions" : "sm.warp_instructions";
    printf("%-15s %-6s %-8s %12.0f", program->name, program->abbreviation,
           passed ? "passed" : "FAILED", number(store, row, instructions));
    if (!functional)
        printf(" %12.0f %7.3f %5.1f %% %10.1f", number(store, row, RESULT_CYCLES),
               number(store, row, "ipc"), number(store, row, "l1d_hit_rate"),
               number(store, row, "dram_bandwidth"));
    printf(" %8.2f\n", number(store, row, "process.wall_s"));
}

static void tell_failure(const struct suite_program *program, const struct row *row)
{
    const char *reason = row->reason   ? row->reason
                         : row->status ? "it was ended before its end"
                                       : "it has not run";
    fprintf(stderr, "simgpu-suite: %s: %s\n", program->name, reason);
    if (row->command)
        fprintf(stderr, "  %s\n", row->command);
}

bool suite_table_print(const struct suite_setup *setup, const GPtrArray *programs,
                       const char *results, unsigned *failed, GError **error)
{
    struct store *store = store_open(results, STORE_READ, error);
    if (!store)
        return false;
    g_autofree char *study = suite_study_name(setup);
    print_head(setup->functional);
    *failed = 0;
    for (guint i = 0; i < programs->len; i++) {
        const struct suite_program *program = programs->pdata[i];
        struct row row = find(store, study, program->name);
        /* Studies take a limit for an end, but the program's check was not reached. */
        bool passed =
            g_strcmp0(row.status, "done") == 0 && number(store, &row, RESULT_COMPLETE) == 1;
        print_row(program, store, &row, setup->functional, passed);
        if (!passed)
            tell_failure(program, &row);
        *failed += !passed;
        row_clear(&row);
    }
    printf("%u passed, %u failed\n", programs->len - *failed, *failed);
    store_close(store);
    return true;
}
