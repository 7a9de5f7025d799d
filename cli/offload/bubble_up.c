/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/bubble_up.h"
#include "base/csv_field.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "models/cpu/colocation.h"

static const char *const description =
    "APPLICATIONS is a JSON file of a CPU and applications that run in phases, such as\n"
    "offload/applications/spec2006.json (docs/papers/heteropdp.md). simgpu writes CSV. Each "
    "application\n"
    "has rows alone, beside each application, and beside a bubble. A bubble takes 0.1 to 0.9 of "
    "the\n"
    "last-level cache (llc), or 0.1 to 1 of the bandwidth of DRAM (dram).";

enum { LEVELS = 10 };

/* A row of the table. */
struct row {
    const char *beside; /* "llc", "dram", or an application; NULL: alone */
    int level;          /* tenths, of a bubble; -1: none */
};

struct table {
    const struct cpu_applications *applications;
    GArray *rows;        /* struct row */
    GArray *colocations; /* struct colocation, one a row */
    bool on_cores;       /* bubbles in the cache */
};

static void add(struct table *table, struct row row, struct colocation colocation)
{
    g_array_append_val(table->rows, row);
    g_array_append_val(table->colocations, colocation);
}

/* Begins with the application alone, to which the others are compared. */
static void add_application(struct table *table, const struct cpu_application *application)
{
    const struct cpu_host *host = &table->applications->host;
    const struct colocation alone = {.measured = application};
    add(table, (struct row){NULL, -1}, alone);
    for (int level = !table->on_cores; level < LEVELS; level++) {
        struct colocation beside = alone;
        beside.llc_taken = host->llc_bytes * level / LEVELS;
        beside.on_cores = table->on_cores;
        add(table, (struct row){"llc", level}, beside);
    }
    for (int level = 1; level <= LEVELS; level++) {
        struct colocation beside = alone;
        beside.dram_taken = host->dram_bytes_per_second * level / LEVELS;
        add(table, (struct row){"dram", level}, beside);
    }
    for (guint i = 0; i < table->applications->all->len && host->cores > 1; i++) {
        struct colocation beside = alone;
        beside.beside[beside.n_beside++] = table->applications->all->pdata[i];
        add(table, (struct row){beside.beside[0]->name, -1}, beside);
    }
}

static void add_number(GString *text, double value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.9g", value));
}

static char *table_text(const struct table *table)
{
    GString *text = g_string_new("application,beside,level,seconds,slowdown,bytes_per_second\n");
    double alone = 0;
    for (guint i = 0; i < table->rows->len; i++) {
        const struct row *row = &g_array_index(table->rows, struct row, i);
        const struct colocation *found = &g_array_index(table->colocations, struct colocation, i);
        if (!row->beside)
            alone = found->seconds;
        csv_field_append(text, found->measured->name);
        g_string_append_c(text, ',');
        csv_field_append(text, row->beside ? row->beside : "alone");
        g_string_append_c(text, ',');
        if (row->level >= 0)
            g_string_append_printf(text, "%d.%d", row->level / LEVELS, row->level % LEVELS);
        add_number(text, found->seconds);
        add_number(text, found->seconds / alone);
        add_number(text, found->bytes / found->seconds);
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}

static bool run(const char *file, bool on_cores, const char *output, const char *program,
                GError **error)
{
    struct cpu_applications *applications = cpu_applications_load(file, error);
    if (!applications)
        return false;
    struct table table = {.applications = applications,
                          .on_cores = on_cores,
                          .rows = g_array_new(FALSE, FALSE, sizeof(struct row)),
                          .colocations = g_array_new(FALSE, FALSE, sizeof(struct colocation))};
    for (guint i = 0; i < applications->all->len; i++)
        add_application(&table, applications->all->pdata[i]);
    bool good = colocations_run(&applications->host, (struct colocation *)table.colocations->data,
                                table.colocations->len, program, error);
    if (good) {
        g_autofree char *text = table_text(&table);
        good = output_write(output ? output : "-", text, error);
    }
    g_array_unref(table.rows);
    g_array_unref(table.colocations);
    cpu_applications_free(applications);
    return good;
}

enum exit_code bubble_up_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    g_autofree char *output = NULL;
    gboolean on_cores = FALSE;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
         "Write to FILE instead of standard output", "FILE"},
        {"on-cores", 0, 0, G_OPTION_ARG_NONE, &on_cores,
         "Run bubbles in the cache on all cores, as kernels on the CPU run", NULL},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Tells how much CPU applications slow down under pressure.", description, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc != 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a file of applications, found %d arguments", argc - 1);
        return EXIT_USAGE;
    }
    return command_end(run(argv[1], on_cores, output, argv[0], error));
}
