/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/figures.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct figures {
    GString *lines; /* of the history */
    char *origin;   /* the first three columns */
};

/* In quotes, with every quote doubled. */
static char *csv_quoted(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "\"", -1);
    g_autofree char *inner = g_strjoinv("\"\"", parts);
    return g_strdup_printf("\"%s\"", inner);
}

static char *machine_model(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/cpuinfo", &text, NULL, NULL))
        return g_strdup("unknown");
    const char *line = strstr(text, "model name");
    const char *colon = line ? strchr(line, ':') : NULL;
    if (!colon)
        return g_strdup("unknown");
    return g_strstrip(g_strndup(colon + 1, strcspn(colon + 1, "\n")));
}

static char *git_revision(void)
{
    const char *const command[] = {"git", "describe", "--always", "--dirty", NULL};
    const GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL;
    char *revision = NULL;
    int status = 0;
    bool ran = g_spawn_sync(g_getenv("SIMGPU_SOURCE"), (char **)command, NULL, flags, NULL, NULL,
                            &revision, NULL, &status, NULL);
    if (ran && g_spawn_check_wait_status(status, NULL) && revision[0] != '\0')
        return g_strstrip(revision);
    g_free(revision);
    return g_strdup("unknown");
}

static char *origin_of_figures(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *date = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
    g_autofree char *revision = git_revision();
    g_autofree char *machine = machine_model();
    g_autofree char *quoted = csv_quoted(machine);
    return g_strdup_printf("%s,%s,%s", date, revision, quoted);
}

struct figures *figures_new(const char *title)
{
    struct figures *figures = g_new(struct figures, 1);
    figures->lines = g_string_new(NULL);
    figures->origin = origin_of_figures();
    printf("\n%s\n", title);
    return figures;
}

void figures_keep(struct figures *figures, const char *name, double value, const char *unit)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.6g", value);
    g_string_append_printf(figures->lines, "%s,%s,%s,%s\n", figures->origin, name, number, unit);
}

void figures_add(struct figures *figures, const char *name, double value, const char *unit,
                 struct target target)
{
    printf("  %-44s %10.4g %-24s", name, value, unit);
    if (target.at_most > 0)
        printf(" target <= %g: %s", target.at_most, value <= target.at_most ? "met" : "MISSED");
    if (target.at_least > 0)
        printf(" target >= %g: %s", target.at_least, value >= target.at_least ? "met" : "MISSED");
    putchar('\n');
    figures_keep(figures, name, value, unit);
}

/* meson says where it is, in the build folder; started by hand a benchmark leaves nothing. */
static bool append_to_history(const char *lines)
{
    const char *path = g_getenv("SIMGPU_BENCHMARK_HISTORY");
    if (!path)
        return true;
    FILE *file = fopen(path, "a");
    if (!file) {
        perror(path);
        return false;
    }
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) == 0)
        fputs("date,revision,machine,name,value,unit\n", file);
    fputs(lines, file);
    bool good = !ferror(file);
    if (fclose(file) != 0 || !good) {
        perror(path);
        return false;
    }
    return true;
}

bool figures_free(struct figures *figures)
{
    bool good = append_to_history(figures->lines->str);
    g_string_free(figures->lines, TRUE);
    g_free(figures->origin);
    g_free(figures);
    return good;
}

double wall_seconds(void)
{
    return (double)g_get_monotonic_time() / G_USEC_PER_SEC;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare_doubles);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}
