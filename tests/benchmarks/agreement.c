/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/agreement.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORST = 3, NEAR = 10 /* % */ };

struct row {
    char *name;
    double off;
};

struct agreement {
    GArray *rows; /* struct row */
};

struct agreement *agreement_new(void)
{
    struct agreement *agreement = g_new(struct agreement, 1);
    agreement->rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    return agreement;
}

void agreement_free(struct agreement *agreement)
{
    for (guint i = 0; i < agreement->rows->len; i++)
        g_free(g_array_index(agreement->rows, struct row, i).name);
    g_array_free(agreement->rows, TRUE);
    g_free(agreement);
}

void agreement_add(struct agreement *agreement, const char *name, double off)
{
    const struct row row = {g_strdup(name), off};
    g_array_append_val(agreement->rows, row);
}

static int farther_first(const void *a, const void *b)
{
    double x = fabs(((const struct row *)a)->off), y = fabs(((const struct row *)b)->off);
    return (x < y) - (x > y);
}

static void add(struct figures *figures, const char *prefix, const char *what, double value,
                double at_most)
{
    g_autofree char *name = g_strdup_printf("%s.%s", prefix, what);
    figures_add(figures, name, value, "%", (struct target){.at_most = at_most});
}

void agreement_report(struct agreement *agreement, struct figures *figures, const char *title,
                      const char *prefix, double most_mean, double most_off)
{
    GArray *rows = agreement->rows;
    double sum = 0;
    unsigned near = 0;
    if (rows->len == 0)
        return;
    qsort(rows->data, rows->len, sizeof(struct row), farther_first);
    for (guint i = 0; i < rows->len; i++) {
        double off = fabs(g_array_index(rows, struct row, i).off);
        sum += off;
        near += off <= NEAR;
    }
    printf("  %s: %u of %u within %d %%; the worst:", title, near, rows->len, NEAR);
    for (guint i = 0; i < MIN(rows->len, WORST); i++) {
        const struct row *row = &g_array_index(rows, struct row, i);
        printf(" %s %+.1f %%%s", row->name, row->off, i + 1 < MIN(rows->len, WORST) ? "," : "\n");
    }
    add(figures, prefix, "mean_absolute_error", sum / rows->len, most_mean);
    add(figures, prefix, "largest_error", fabs(g_array_index(rows, struct row, 0).off), most_off);
}
