/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate/figures.h"
#include "cli/offload/evaluate/errors.h"
#include <math.h>
#include <string.h>

static const double weights[] = {0.5, 1, 1.5, 2, 2.5};
static const char *const chooser_titles[CHOOSERS] = {[ALWAYS_CPU] = "always CPU",
                                                     [ALWAYS_GPU] = "always GPU",
                                                     [BY_PREDICTION] = "HeteroPDP",
                                                     [BY_MEASUREMENT] = "best"};

struct line {
    char *figure, *what, *published, *ours;
};

static void line_clear(void *data)
{
    struct line *line = data;
    g_free(line->figure);
    g_free(line->what);
    g_free(line->published);
    g_free(line->ours);
}

/* Takes what and ours. published: "" if no number is. */
static void add(GArray *lines, const char *figure, char *what, const char *published, char *ours)
{
    const struct line line = {g_strdup(figure), what, g_strdup(published), ours};
    g_array_append_val(lines, line);
}

bool evaluate_table(struct evaluation *evaluation, const char *text, enum goal goal, double weight,
                    GError **error)
{
    struct feature_table *table = feature_table_parse("workloads", text, error);
    if (!table)
        return false;
    const bool good = evaluation_init(evaluation, table, goal, weight, error);
    feature_table_free(table);
    if (!good)
        evaluation_finish(evaluation);
    return good;
}

/* ---- what most figures show ------------------------------------------------------------------ */

static void add_right(GArray *lines, const char *figure, const char *what, const char *published,
                      const struct evaluation *evaluation)
{
    const unsigned n = evaluation->rows->len;
    const unsigned right =
        evaluation->chosen[TARGET_CPU][TARGET_CPU] + evaluation->chosen[TARGET_GPU][TARGET_GPU];
    add(lines, figure, g_strdup_printf("right targets, %s", what), published,
        g_strdup_printf("%u of %u, %.0f %%", right, n, 100.0 * right / n));
    add(lines, figure, g_strdup("[predicted, best]: CPU CPU, CPU GPU, GPU CPU, GPU GPU"), "",
        g_strdup_printf("%u, %u, %u, %u", evaluation->chosen[TARGET_CPU][TARGET_CPU],
                        evaluation->chosen[TARGET_CPU][TARGET_GPU],
                        evaluation->chosen[TARGET_GPU][TARGET_CPU],
                        evaluation->chosen[TARGET_GPU][TARGET_GPU]));
}

/* Applications, kernel, their mean, and fairness. */
static void add_speeds(GArray *lines, const char *figure, const char *what,
                       const struct evaluation *evaluation)
{
    const unsigned n = evaluation->n_applications;
    for (unsigned i = 0; i < CHOOSERS; i++)
        add(lines, figure,
            g_strdup_printf("%s, %s: applications' speed, kernel's, mean, fairness", what,
                            chooser_titles[i]),
            "",
            g_strdup_printf("%.3f, %.2f, %.2f, %.3f", evaluation->applications[i],
                            evaluation->speedup[i],
                            (evaluation->speedup[i] + n * evaluation->applications[i]) / (n + 1),
                            evaluation->value[i]));
}

double evaluate_part_closed(double always_gpu, double heteropdp, double best)
{
    return best > always_gpu ? 100 * (heteropdp - always_gpu) / (best - always_gpu) : NAN;
}

/* ---- alone ------------------------------------------------------------------------------------
 */

static bool add_alone(GArray *lines, const struct evaluated_tables *tables, GError **error)
{
    struct evaluation alone;
    if (!evaluate_table(&alone, tables->alone, GOAL_TIME, 1, error))
        return false;
    static const char *const published[CHOOSERS] = {[ALWAYS_CPU] = "1",
                                                    [ALWAYS_GPU] = "2.5",
                                                    [BY_PREDICTION] = "3.0",
                                                    [BY_MEASUREMENT] = "3.2"};
    for (unsigned i = 0; i < CHOOSERS; i++)
        add(lines, "6.2a, 6.9",
            g_strdup_printf("kernel's speed alone, %s: geometric mean (arithmetic)",
                            chooser_titles[i]),
            published[i], g_strdup_printf("%.2f (%.2f)", alone.geometric[i], alone.speedup[i]));
    add(lines, "6.2a", g_strdup("best by always GPU, geometric means"), "1.28 to 1.5",
        g_strdup_printf("%.2f", alone.geometric[BY_MEASUREMENT] / alone.geometric[ALWAYS_GPU]));
    add(lines, "6.9", g_strdup("gap to the best that is closed, geometric (arithmetic)"), "72 %",
        g_strdup_printf(
            "%.0f %% (%.0f %%)",
            evaluate_part_closed(alone.geometric[ALWAYS_GPU], alone.geometric[BY_PREDICTION],
                                 alone.geometric[BY_MEASUREMENT]),
            evaluate_part_closed(alone.speedup[ALWAYS_GPU], alone.speedup[BY_PREDICTION],
                                 alone.speedup[BY_MEASUREMENT])));
    add_right(lines, "6.7a", "alone", "80 %", &alone);
    evaluation_finish(&alone);
    return true;
}

static bool add_errors(GArray *lines, const struct evaluated_tables *tables, GError **error)
{
    static const char *const published[EVALUATED_MODELS] = {"73 %", "70 %", "68 %", "72 %"};
    for (unsigned i = 0; i < EVALUATED_MODELS; i++) {
        double fifth = NAN, tenth = NAN;
        if (!evaluate_within(&fifth, tables, i, 0.2, error) ||
            !evaluate_within(&tenth, tables, i, 0.1, error))
            return false;
        if (isnan(fifth))
            break;
        add(lines, "6.8", g_strdup_printf("%s: within 20 %% (10 %%)", evaluated_model_names[i]),
            published[i], g_strdup_printf("%.0f %% (%.0f %%)", fifth, tenth));
    }
    return true;
}

/* ---- beside an application --------------------------------------------------------------------
 */

enum { OF_KERNEL, OF_PROGRAM, CHANGES };

struct change {
    char *text;
    unsigned n[CHANGES], of;
};

/* A row's speed on the GPU, alone and beside; whether the better target is another one then. */
static void add_change(struct change *change, GString *text, unsigned what, const double times[4])
{
    const bool gpu = times[1] < times[0], gpu_beside = times[3] < times[2];
    g_string_append_printf(text, ",%.6g,%.6g,%s,%s", times[0] / times[1], times[2] / times[3],
                           gpu ? "gpu" : "cpu", gpu_beside ? "gpu" : "cpu");
    change->n[what] += gpu != gpu_beside;
}

/* By time, of the main kernel and of the whole program: copies are what suffers on the way to the
 * GPU (6.3.2). */
static bool find_changes(struct change *change, const char *colocated, const char *beside,
                         GError **error)
{
    static const char *const names[CHANGES][4] = {
        {"cpu_alone", "gpu_alone", "cpu_colocated", "gpu_colocated"},
        {"cpu_program_alone", "gpu_program_alone", "cpu_program_colocated",
         "gpu_program_colocated"}};
    struct feature_table *table = feature_table_parse("workloads", colocated, error);
    GString *text =
        g_string_new("kernel,gpu_speed_alone,gpu_speed_beside,alone,beside,program_gpu_speed_alone,"
                     "program_gpu_speed_beside,program_alone,program_beside\n");
    unsigned with, kernel, column;
    bool good = table && feature_table_column(table, "beside", &with, error) &&
                feature_table_column(table, "kernel", &kernel, error);
    *change = (struct change){0};
    for (unsigned row = 0; good && row < table->rows->len; row++) {
        if (strcmp(feature_table_text(table, row, with), beside) != 0)
            continue;
        g_string_append(text, feature_table_text(table, row, kernel));
        for (unsigned what = 0; good && what < CHANGES; what++) {
            double values[4] = {0};
            for (unsigned i = 0; good && i < G_N_ELEMENTS(values); i++)
                good = feature_table_column(table, names[what][i], &column, error) &&
                       feature_table_number(table, row, column, &values[i], error);
            if (good)
                add_change(change, text, what, values);
        }
        g_string_append_c(text, '\n');
        change->of++;
    }
    feature_table_free(table);
    change->text = g_string_free(text, FALSE);
    return good;
}

char *evaluate_targets_csv(const char *colocated, const char *beside, GError **error)
{
    struct change change;
    if (find_changes(&change, colocated, beside, error))
        return change.text;
    g_free(change.text);
    return NULL;
}

/* Fairness on the CPU by that on the GPU, in order; NULL with an error. */
static GArray *ratios_of(const char *colocated, double weight, GError **error)
{
    struct evaluation evaluation;
    if (!evaluate_table(&evaluation, colocated, GOAL_FAIRNESS, weight, error))
        return NULL;
    GArray *ratios = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < evaluation.rows->len; i++) {
        const struct evaluated *row = &g_array_index(evaluation.rows, struct evaluated, i);
        const double ratio = row->value[TARGET_CPU] / row->value[TARGET_GPU];
        g_array_append_val(ratios, ratio);
    }
    evaluation_finish(&evaluation);
    evaluate_sort(ratios);
    return ratios;
}

char *evaluate_ratios_csv(const char *colocated, GError **error)
{
    GString *text = g_string_new("weight,workload,cpu_by_gpu\n");
    for (unsigned w = 0; w < G_N_ELEMENTS(weights); w++) {
        g_autoptr(GArray) ratios = ratios_of(colocated, weights[w], error);
        if (!ratios) {
            g_string_free(text, TRUE);
            return NULL;
        }
        for (guint i = 0; i < ratios->len; i++)
            g_string_append_printf(text, "%g,%u,%.6g\n", weights[w], i + 1,
                                   g_array_index(ratios, double, i));
    }
    return g_string_free(text, FALSE);
}

static bool add_ratios(GArray *lines, const char *colocated, GError **error)
{
    for (unsigned w = 0; w < G_N_ELEMENTS(weights); w++) {
        g_autoptr(GArray) ratios = ratios_of(colocated, weights[w], error);
        unsigned gpu = 0;
        if (!ratios)
            return false;
        while (gpu < ratios->len && g_array_index(ratios, double, gpu) < 1)
            gpu++;
        add(lines, weights[w] == 1 ? "6.4" : "6.5",
            g_strdup_printf("fairness on CPU by GPU, weight %g: least, most; fairer on the GPU",
                            weights[w]),
            weights[w] == 1 ? "0.001 to 100" : "",
            g_strdup_printf("%.3g, %.3g; %u of %u", g_array_index(ratios, double, 0),
                            g_array_index(ratios, double, ratios->len - 1), gpu, ratios->len));
    }
    return true;
}

static bool add_weight(GArray *lines, const char *colocated, double weight, GError **error)
{
    struct evaluation evaluation;
    g_autofree char *what = g_strdup_printf("weight %g", weight);
    if (!evaluate_table(&evaluation, colocated, GOAL_FAIRNESS, weight, error))
        return false;
    if (weight == 1)
        add_right(lines, "6.7b", "beside an application", "72 %", &evaluation);
    else
        add_right(lines, "6.11", what, "75 %", &evaluation);
    add_speeds(lines, weight == 1 ? "6.2b, 6.10" : "6.12", what, &evaluation);
    evaluation_finish(&evaluation);
    return true;
}

static bool add_colocated(GArray *lines, const struct evaluated_tables *tables, GError **error)
{
    static const char beside[] = "mcf";
    static const char *const whose[CHANGES] = {"a kernel's", "a whole program's"};
    struct change change;
    bool good = find_changes(&change, tables->colocated, beside, error);
    g_free(change.text);
    for (unsigned what = 0; good && what < CHANGES; what++)
        add(lines, "6.3",
            g_strdup_printf("best target by %s time that changes beside %s", whose[what], beside),
            "3 of the 5 shown", g_strdup_printf("%u of %u", change.n[what], change.of));
    good = good && add_ratios(lines, tables->colocated, error);
    for (unsigned w = 0; good && w < G_N_ELEMENTS(weights); w++)
        good = add_weight(lines, tables->colocated, weights[w], error);
    return good;
}

static bool add_two(GArray *lines, const struct evaluated_tables *tables, GError **error)
{
    struct evaluation evaluation;
    if (!evaluate_table(&evaluation, tables->two, GOAL_FAIRNESS, 1, error))
        return false;
    add_right(lines, "6.13", "beside two applications", "70 %", &evaluation);
    add_speeds(lines, "6.14", "beside two", &evaluation);
    evaluation_finish(&evaluation);
    return true;
}

/* ---- all --------------------------------------------------------------------------------------
 */

static bool add_way(GArray *lines, const struct evaluated_tables *tables, GError **error)
{
    return add_alone(lines, tables, error) && add_errors(lines, tables, error) &&
           (!tables->colocated || add_colocated(lines, tables, error)) &&
           (!tables->two || add_two(lines, tables, error));
}

static void add_row(GString *text, const struct line *seen, const struct line *held)
{
    const bool same = strcmp(seen->ours, held->ours) == 0;
    g_string_append_printf(text, "| %s | %s | %s | %s | %s |\n", seen->figure, seen->what,
                           seen->published, seen->ours, same ? "the same" : held->ours);
}

static char *both_ways(GArray *const lines[EVALUATED_WAYS])
{
    GString *text = g_string_new("| figure | what | published | ours, kernels trained with | ours, "
                                 "kernels held out |\n|---|---|---|---|---|\n");
    for (guint i = 0; i < lines[EVALUATED_SEEN]->len; i++)
        add_row(text, &g_array_index(lines[EVALUATED_SEEN], struct line, i),
                &g_array_index(lines[EVALUATED_HELD_OUT], struct line, i));
    return g_string_free(text, FALSE);
}

char *evaluate_figures_text(const struct evaluated_tables tables[EVALUATED_WAYS], GError **error)
{
    GArray *lines[EVALUATED_WAYS];
    bool good = true;
    for (unsigned way = 0; way < EVALUATED_WAYS; way++) {
        lines[way] = g_array_new(FALSE, FALSE, sizeof(struct line));
        g_array_set_clear_func(lines[way], line_clear);
        good = good && add_way(lines[way], &tables[way], error);
    }
    char *text = good ? both_ways(lines) : NULL;
    for (unsigned way = 0; way < EVALUATED_WAYS; way++)
        g_array_unref(lines[way]);
    return text;
}
