/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate/draws.h"
#include "cli/offload/evaluate/errors.h"
#include "cli/offload/evaluate/figures.h"
#include <inttypes.h>
#include <math.h>

enum measure {
    DRAWN,
    RIGHT,
    RIGHT_DRAWN,
    RIGHT_OTHERS,
    SPEED,
    CLOSED,
    CLOSED_DRAWN,
    WITHIN,
    RIGHT_BESIDE = WITHIN + EVALUATED_MODELS,
    RIGHT_TWO,
    MEASURES
};

static const struct {
    const char *column, *figure, *what, *published;
} measures[MEASURES] = {
    [DRAWN] = {"drawn", "", "main kernels that were drawn, %", ""},
    [RIGHT] = {"right", "6.7a", "right targets, alone, %", "80"},
    [RIGHT_DRAWN] = {"right_drawn", "", "of main kernels that were drawn, %", ""},
    [RIGHT_OTHERS] = {"right_others", "", "of the others, %", ""},
    [SPEED] = {"speed", "6.9", "kernel's speed alone, HeteroPDP, geometric mean", "3.0"},
    [CLOSED] = {"closed", "6.9", "gap to the best that is closed, geometric, %", "72"},
    [CLOSED_DRAWN] = {"closed_drawn", "", "of main kernels that were drawn, %", ""},
    [WITHIN] = {"within_cpu_alone", "6.8", "cpu_alone: within 20 %, %", "73"},
    {"within_gpu_alone", "6.8", "gpu_alone: within 20 %, %", "70"},
    {"within_cpu_colocated", "6.8", "cpu_colocated: within 20 %, %", "68"},
    {"within_gpu_colocated", "6.8", "gpu_colocated: within 20 %, %", "72"},
    [RIGHT_BESIDE] = {"right_beside", "6.7b", "right targets, beside an application, %", "72"},
    [RIGHT_TWO] = {"right_two", "6.13", "right targets, beside two applications, %", "70"}};

struct draw {
    uint64_t seed;
    double values[MEASURES]; /* NAN: there is none */
};

/* ---- a draw ----------------------------------------------------------------------------------
 */

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : NAN;
}

static double right_of(const struct evaluation *evaluation)
{
    return percent(evaluation->chosen[TARGET_CPU][TARGET_CPU] +
                       evaluation->chosen[TARGET_GPU][TARGET_GPU],
                   evaluation->rows->len);
}

static bool measure_right(double *value, const char *table, GError **error)
{
    struct evaluation evaluation;
    if (!table)
        return true;
    if (!evaluate_table(&evaluation, table, GOAL_FAIRNESS, 1, error))
        return false;
    *value = right_of(&evaluation);
    evaluation_finish(&evaluation);
    return true;
}

/* Rows by whether their kernel was drawn: how many, how many are right, and in logarithms what the
 * choice and the best gain over the GPU. */
struct side {
    unsigned n, right;
    double gained, best;
};

static void measure_rows(struct draw *draw, const struct evaluation *alone, const GArray *drawn)
{
    struct side sides[2] = {0}; /* not drawn, drawn */
    for (guint i = 0; i < alone->rows->len; i++) {
        const struct evaluated *row = &g_array_index(alone->rows, struct evaluated, i);
        struct side *side = &sides[g_array_index(drawn, gboolean, i) ? 1 : 0];
        side->n++;
        side->right += row->predicted == row->best;
        side->gained += log(row->value[row->predicted] / row->value[TARGET_GPU]);
        side->best += log(row->value[row->best] / row->value[TARGET_GPU]);
    }
    draw->values[DRAWN] = percent(sides[1].n, alone->rows->len);
    draw->values[RIGHT_DRAWN] = percent(sides[1].right, sides[1].n);
    draw->values[RIGHT_OTHERS] = percent(sides[0].right, sides[0].n);
    /* As geometric means, which the sums of logarithms are. */
    if (sides[1].n > 0)
        draw->values[CLOSED_DRAWN] = evaluate_part_closed(1, exp(sides[1].gained / sides[1].n),
                                                          exp(sides[1].best / sides[1].n));
}

static bool measure_alone(struct draw *draw, const struct evaluated_tables *tables, GError **error)
{
    struct evaluation alone;
    if (!evaluate_table(&alone, tables->alone, GOAL_TIME, 1, error))
        return false;
    draw->values[RIGHT] = right_of(&alone);
    draw->values[SPEED] = alone.geometric[BY_PREDICTION];
    draw->values[CLOSED] =
        evaluate_part_closed(alone.geometric[ALWAYS_GPU], alone.geometric[BY_PREDICTION],
                             alone.geometric[BY_MEASUREMENT]);
    measure_rows(draw, &alone, tables->drawn);
    evaluation_finish(&alone);
    return true;
}

static bool measure(struct draw *draw, const struct evaluation_setup *setup, GError **error)
{
    struct evaluated_tables tables = {0};
    for (unsigned i = 0; i < MEASURES; i++)
        draw->values[i] = NAN;
    bool good = evaluated_tables_make(&tables, setup, EVALUATED_SEEN, error) &&
                measure_alone(draw, &tables, error) &&
                measure_right(&draw->values[RIGHT_BESIDE], tables.colocated, error) &&
                measure_right(&draw->values[RIGHT_TWO], tables.two, error);
    for (unsigned i = 0; good && i < EVALUATED_MODELS; i++)
        good = evaluate_within(&draw->values[WITHIN + i], &tables, i, 0.2, error);
    evaluated_tables_finish(&tables);
    return good;
}

/* ---- all of them ------------------------------------------------------------------------------
 */

static char *rows_text(const GArray *draws)
{
    GString *text = g_string_new("seed");
    for (unsigned i = 0; i < MEASURES; i++)
        g_string_append_printf(text, ",%s", measures[i].column);
    g_string_append_c(text, '\n');
    for (guint k = 0; k < draws->len; k++) {
        const struct draw *draw = &g_array_index(draws, struct draw, k);
        g_string_append_printf(text, "%" PRIu64, draw->seed);
        for (unsigned i = 0; i < MEASURES; i++)
            if (isnan(draw->values[i]))
                g_string_append_c(text, ',');
            else
                g_string_append_printf(text, ",%.6g", draw->values[i]);
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}

/* A measure's values in order, of draws that have one. */
static GArray *values_of(const GArray *draws, enum measure measure)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint k = 0; k < draws->len; k++) {
        const double value = g_array_index(draws, struct draw, k).values[measure];
        if (!isnan(value))
            g_array_append_val(values, value);
    }
    evaluate_sort(values);
    return values;
}

static char *table_text(const GArray *draws)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text,
                           "| figure | over %u draws, kernels trained with | published | least | "
                           "median | most |\n|---|---|---|---|---|---|\n",
                           draws->len);
    for (unsigned i = 0; i < MEASURES; i++) {
        g_autoptr(GArray) values = values_of(draws, (enum measure)i);
        const unsigned n = values->len, digits = i == SPEED ? 2 : 0;
        if (n == 0)
            continue;
        const double *value = (const double *)(const void *)values->data;
        g_string_append_printf(text, "| %s | %s | %s | %.*f | %.*f | %.*f |\n", measures[i].figure,
                               measures[i].what, measures[i].published, (int)digits, value[0],
                               (int)digits, (value[(n - 1) / 2] + value[n / 2]) / 2, (int)digits,
                               value[n - 1]);
    }
    return g_string_free(text, FALSE);
}

bool evaluated_draws_make(struct evaluated_draws *draws, const struct evaluation_setup *setup,
                          unsigned n, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct draw));
    struct evaluation_setup next = *setup;
    bool good = true;
    *draws = (struct evaluated_draws){0};
    for (unsigned i = 0; good && i < n; i++) {
        struct draw draw = {.seed = setup->training.seed + i};
        next.training.seed = draw.seed;
        good = measure(&draw, &next, error);
        g_array_append_val(all, draw);
    }
    if (good)
        *draws = (struct evaluated_draws){.text = table_text(all), .csv = rows_text(all)};
    return good;
}

void evaluated_draws_finish(struct evaluated_draws *draws)
{
    g_free(draws->text);
    g_free(draws->csv);
}
