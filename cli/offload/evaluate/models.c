/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate/models.h"
#include "base/csv_field.h"
#include "offload/feature_sets.h"
#include "offload/model_file.h"
#include <string.h>

const char *const evaluated_model_names[EVALUATED_MODELS] = {
    [TARGET_CPU] = "cpu_alone",
    [TARGET_GPU] = "gpu_alone",
    [TARGETS + TARGET_CPU] = "cpu_colocated",
    [TARGETS + TARGET_GPU] = "gpu_colocated"};
static const char *const feature_names[OFFLOAD_FEATURES] = {OFFLOAD_FEATURE_NAMES};

static void add_number(GString *text, double value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.17g", value));
}

/* ---- training ---------------------------------------------------------------------------------
 */

static unsigned n_applications(const char *beside)
{
    g_auto(GStrv) names = evaluated_applications(beside);
    return g_strv_length(names);
}

/* A row for each kernel of the runs that the model is of. Kernels of two programs are two kernels,
 * whatever their names. */
static char *rows_of_model(const struct evaluated_runs *runs, unsigned model, const char *but)
{
    GString *text = g_string_new("kernel");
    for (unsigned k = 0; k < OFFLOAD_FEATURES; k++)
        g_string_append_printf(text, ",%s", feature_names[k]);
    g_string_append(text, ",seconds\n");
    for (guint i = 0; i < runs->all->len; i++) {
        const struct evaluated_run *run = runs->all->pdata[i];
        if (run->target != (enum target)(model % TARGETS) ||
            n_applications(run->beside) != model / TARGETS || g_strcmp0(run->program, but) == 0)
            continue;
        for (guint j = 0; j < run->kernels->len; j++) {
            const struct evaluated_kernel *kernel =
                &g_array_index(run->kernels, struct evaluated_kernel, j);
            g_autofree char *name = g_strconcat(run->program, ":", kernel->name, NULL);
            csv_field_append(text, name);
            for (unsigned k = 0; k < OFFLOAD_FEATURES; k++)
                add_number(text, kernel->features[k]);
            add_number(text, kernel->seconds);
            g_string_append_c(text, '\n');
        }
    }
    return g_string_free(text, FALSE);
}

static unsigned count_kernels(const struct evaluated_runs *runs, const char *but)
{
    unsigned n = 0;
    for (guint i = 0; i < runs->all->len; i++) {
        const struct evaluated_run *run = runs->all->pdata[i];
        if (run->target == TARGET_CPU && n_applications(run->beside) == 0 &&
            g_strcmp0(run->program, but) != 0)
            n += run->kernels->len;
    }
    return n;
}

/* False with an error. To be finished in any case. */
static bool train(struct training *training, const struct evaluation_setup *setup, unsigned model,
                  const char *but, unsigned pass, GError **error)
{
    g_autofree char *rows = rows_of_model(setup->runs, model, but);
    g_auto(GStrv) features = feature_set_words(evaluated_model_names[model]);
    struct training_options options = setup->training;
    options.target = "seconds";
    options.by = "kernel";
    options.features = (const char *const *)features;
    options.keep =
        options.keep * count_kernels(setup->runs, but) / count_kernels(setup->runs, NULL);
    options.pass = pass;
    *training = (struct training){0};
    struct feature_table *table = feature_table_parse(setup->runs->file, rows, error);
    const bool good = table && training_init(training, table, &options, error);
    feature_table_free(table);
    return good;
}

static bool has_besides(const struct evaluated_runs *runs, unsigned n)
{
    for (guint i = 0; i < runs->besides->len; i++)
        if (n_applications(runs->besides->pdata[i]) == n)
            return true;
    return false;
}

/* Those beside applications only if there are such runs. */
static unsigned count_models(const struct evaluation_setup *setup)
{
    return has_besides(setup->runs, 1) ? EVALUATED_MODELS : TARGETS;
}

static bool add_scores(const struct evaluation_setup *setup, const char *but, unsigned model,
                       double *sums, GError **error)
{
    struct training training;
    const bool good = train(&training, setup, model, but, 0, error);
    for (unsigned pass = 0; good && pass < training.scores->len; pass++)
        sums[pass] += g_array_index(training.scores, double, pass);
    if (training.scores)
        training_finish(&training);
    return good;
}

/* All models are trained with the same kernels: those of the pass with the largest sum of scores.
 * Passes draw the same kernels for each, as all have the same ones in the same order. From 1; 0
 * with an error. */
static unsigned best_pass(const struct evaluation_setup *setup, const char *but, GError **error)
{
    g_autofree double *sums = g_new0(double, setup->training.passes);
    unsigned best = 0;
    for (unsigned i = 0; i < count_models(setup); i++)
        if (!add_scores(setup, but, i, sums, error))
            return 0;
    for (unsigned pass = 1; pass < setup->training.passes; pass++)
        best = sums[pass] > sums[best] ? pass : best;
    return best + 1;
}

static bool train_all(const struct evaluation_setup *setup, const char *but,
                      struct linear_model *models[EVALUATED_MODELS], GError **error)
{
    const unsigned pass = best_pass(setup, but, error);
    bool good = pass > 0;
    for (unsigned i = 0; good && i < count_models(setup); i++) {
        struct training training;
        good = train(&training, setup, i, but, pass, error);
        if (good)
            models[i] = g_steal_pointer(&training.model);
        if (training.scores)
            training_finish(&training);
    }
    return good;
}

static void free_models(struct linear_model *models[EVALUATED_MODELS])
{
    for (unsigned i = 0; i < EVALUATED_MODELS; i++)
        g_clear_pointer(&models[i], linear_model_free);
}

/* ---- predictions ------------------------------------------------------------------------------
 */

static double predict(const struct linear_model *model, const struct evaluated_kernel *kernel)
{
    double values[LINEAR_MODEL_MAX_FEATURES] = {0};
    for (guint i = 0; i < model->features->len; i++)
        for (unsigned k = 0; k < OFFLOAD_FEATURES; k++)
            if (strcmp(model->features->pdata[i], feature_names[k]) == 0)
                values[i] = kernel->features[k];
    return linear_model_evaluate(model, values);
}

static double predict_slowdown(const struct evaluation_setup *setup,
                               const struct evaluated_kernel *kernel, enum target target,
                               double seconds, const char *application)
{
    const double level = pressure_level(&setup->runs->host, kernel->features,
                                        target == TARGET_CPU ? OFFLOAD_CPU : OFFLOAD_GPU, seconds);
    return pressure_slowdown(setup->pressure, application, target == TARGET_CPU ? "llc" : "dram",
                             level);
}

/* ---- tables -----------------------------------------------------------------------------------
 */

static char *title(unsigned n)
{
    static const char *const targets[TARGETS] = {[TARGET_CPU] = "cpu", [TARGET_GPU] = "gpu"};
    static const char *const prefixes[] = {"", "predicted_"};
    GString *text = g_string_new("kernel,beside");
    for (unsigned p = 0; p < G_N_ELEMENTS(prefixes); p++)
        for (unsigned t = 0; t < TARGETS; t++) {
            g_string_append_printf(text, ",%s%s_alone", prefixes[p], targets[t]);
            if (n > 0)
                g_string_append_printf(text, ",%s%s_colocated", prefixes[p], targets[t]);
            for (unsigned i = 0; i < n; i++) {
                g_string_append_printf(text, ",%s%s_slowdown", prefixes[p], targets[t]);
                if (i > 0)
                    g_string_append_printf(text, "%u", i + 1);
            }
        }
    if (n > 0)
        g_string_append(text, ",cpu_program_alone,cpu_program_colocated,gpu_program_alone,"
                              "gpu_program_colocated");
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

struct workload {
    const char *program, *kernel, *beside;
    char **applications;
    unsigned n;
};

static const struct evaluated_kernel *find(const struct evaluation_setup *setup,
                                           const struct workload *workload, const char *beside,
                                           unsigned target)
{
    const struct evaluated_run *run =
        evaluated_runs_find(setup->runs, workload->program, beside, (enum target)target);
    const struct evaluated_kernel *kernel = evaluated_run_kernel(run, workload->kernel);
    g_assert(kernel);
    return kernel;
}

static void add_measured(GString *text, const struct evaluation_setup *setup,
                         const struct workload *workload)
{
    for (unsigned t = 0; t < TARGETS; t++) {
        const struct evaluated_run *run =
            evaluated_runs_find(setup->runs, workload->program, workload->beside, (enum target)t);
        add_number(text, find(setup, workload, "none", t)->seconds);
        if (workload->n > 0)
            add_number(text, find(setup, workload, workload->beside, t)->seconds);
        for (unsigned i = 0; i < workload->n; i++)
            add_number(text, run->slowdown[i]);
    }
}

static void add_predicted(GString *text, const struct evaluation_setup *setup,
                          const struct workload *workload,
                          struct linear_model *models[EVALUATED_MODELS])
{
    for (unsigned t = 0; t < TARGETS; t++) {
        const struct evaluated_kernel *kernel = find(setup, workload, workload->beside, t);
        add_number(text, predict(models[t], kernel));
        if (workload->n == 0)
            continue;
        const double seconds = predict(models[TARGETS + t], kernel);
        add_number(text, seconds);
        for (unsigned i = 0; i < workload->n; i++)
            add_number(text, predict_slowdown(setup, kernel, (enum target)t, seconds,
                                              workload->applications[i]));
    }
}

/* Of whole programs, copies and all. */
static void add_whole(GString *text, const struct evaluation_setup *setup,
                      const struct workload *workload)
{
    const char *const besides[] = {"none", workload->beside};
    for (unsigned t = 0; t < TARGETS; t++)
        for (unsigned i = 0; i < G_N_ELEMENTS(besides); i++)
            add_number(text, evaluated_runs_find(setup->runs, workload->program, besides[i],
                                                 (enum target)t)
                                 ->seconds);
}

static void add_workload(GString *const texts[3], const struct evaluation_setup *setup,
                         const char *program, const char *beside,
                         struct linear_model *models[EVALUATED_MODELS])
{
    g_auto(GStrv) applications = evaluated_applications(beside);
    struct workload workload = {.program = program,
                                .kernel = evaluated_runs_main_kernel(setup->runs, program),
                                .beside = beside,
                                .applications = applications,
                                .n = g_strv_length(applications)};
    if (workload.n > 2 || (workload.n > 0 && !models[TARGETS]) ||
        !evaluated_runs_find(setup->runs, program, beside, TARGET_CPU))
        return;
    GString *text = texts[workload.n];
    csv_field_append(text, program);
    g_string_append_c(text, ',');
    csv_field_append(text, beside);
    add_measured(text, setup, &workload);
    add_predicted(text, setup, &workload, models);
    if (workload.n > 0)
        add_whole(text, setup, &workload);
    g_string_append_c(text, '\n');
}

static void add_program(GString *const texts[3], const struct evaluation_setup *setup,
                        const char *program, struct linear_model *models[EVALUATED_MODELS])
{
    add_workload(texts, setup, program, "none", models);
    for (guint i = 0; i < setup->runs->besides->len; i++)
        add_workload(texts, setup, program, setup->runs->besides->pdata[i], models);
}

static void note_drawn(GArray *drawn, const struct evaluated_runs *runs, const char *program,
                       const struct linear_model *model)
{
    g_autofree char *name =
        g_strconcat(program, ":", evaluated_runs_main_kernel(runs, program), NULL);
    const gboolean is =
        g_ptr_array_find_with_equal_func(model->origin.train, name, g_str_equal, NULL);
    g_array_append_val(drawn, is);
}

static bool fill(struct evaluated_tables *tables, GString *const texts[3],
                 const struct evaluation_setup *setup, enum evaluated_way way, GError **error)
{
    struct linear_model *models[EVALUATED_MODELS] = {NULL};
    bool good = way == EVALUATED_HELD_OUT || train_all(setup, NULL, models, error);
    for (guint i = 0; good && i < setup->runs->programs->len; i++) {
        const char *program = setup->runs->programs->pdata[i];
        if (setup->train_only && g_strv_contains((const char *const *)setup->train_only, program))
            continue;
        if (way == EVALUATED_HELD_OUT) {
            free_models(models);
            good = train_all(setup, program, models, error);
        }
        if (good) {
            add_program(texts, setup, program, models);
            note_drawn(tables->drawn, setup->runs, program, models[TARGET_CPU]);
        }
    }
    for (unsigned i = 0; good && way == EVALUATED_SEEN && i < EVALUATED_MODELS; i++)
        tables->models[i] = models[i] ? model_file_text(models[i]) : NULL;
    free_models(models);
    return good;
}

bool evaluated_tables_make(struct evaluated_tables *tables, const struct evaluation_setup *setup,
                           enum evaluated_way way, GError **error)
{
    char **const kept[3] = {&tables->alone, &tables->colocated, &tables->two};
    GString *texts[3];
    *tables = (struct evaluated_tables){.drawn = g_array_new(FALSE, FALSE, sizeof(gboolean))};
    for (unsigned n = 0; n < G_N_ELEMENTS(texts); n++) {
        g_autofree char *line = title(n);
        texts[n] = g_string_new(line);
    }
    const bool good = fill(tables, texts, setup, way, error);
    for (unsigned n = 0; n < G_N_ELEMENTS(texts); n++) {
        const bool any = has_besides(setup->runs, n) || n == 0;
        *kept[n] = g_string_free(texts[n], !any);
    }
    return good;
}

void evaluated_tables_finish(struct evaluated_tables *tables)
{
    g_free(tables->alone);
    g_free(tables->colocated);
    g_free(tables->two);
    for (unsigned i = 0; i < EVALUATED_MODELS; i++)
        g_free(tables->models[i]);
    g_clear_pointer(&tables->drawn, g_array_unref);
}
