/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate/runs.h"
#include "base/input_error.h"
#include "base/json/members.h"
#include "models/core/quantity.h"
#include "report/results.h"
#include "results/format.h"
#include <string.h>

static const char *const feature_names[OFFLOAD_FEATURES] = {OFFLOAD_FEATURE_NAMES};
static const char none[] = "none";
static const double PS_PER_SECOND = 1e12;

static void kernel_clear(void *data)
{
    g_free(((struct evaluated_kernel *)data)->name);
}

static void run_free(void *data)
{
    struct evaluated_run *run = data;
    g_free(run->program);
    g_free(run->beside);
    g_array_unref(run->kernels);
    g_free(run);
}

void evaluated_runs_free(struct evaluated_runs *runs)
{
    if (!runs)
        return;
    g_free(runs->file);
    g_ptr_array_unref(runs->all);
    g_ptr_array_unref(runs->programs);
    g_ptr_array_unref(runs->besides);
    g_free(runs);
}

char **evaluated_applications(const char *beside)
{
    return strcmp(beside, none) == 0 ? g_new0(char *, 1) : g_strsplit(beside, "+", -1);
}

/* ---- a run's result ---------------------------------------------------------------------------
 */

static struct evaluated_kernel *kernel_named(struct evaluated_run *run, const char *name)
{
    for (guint i = 0; i < run->kernels->len; i++) {
        struct evaluated_kernel *kernel = &g_array_index(run->kernels, struct evaluated_kernel, i);
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    }
    const struct evaluated_kernel fresh = {.name = g_strdup(name)};
    g_array_append_val(run->kernels, fresh);
    return &g_array_index(run->kernels, struct evaluated_kernel, run->kernels->len - 1);
}

static void take_launches(struct evaluated_run *run, JsonArray *launches)
{
    for (guint i = 0; i < json_length_of(launches); i++) {
        JsonObject *launch = json_object_of(json_array_get_element(launches, i));
        const char *name = json_text_in(launch, RESULT_KERNEL);
        const double seconds = json_number_in(launch, "seconds");
        if (!name || !(seconds > 0))
            continue;
        struct evaluated_kernel *kernel = kernel_named(run, name);
        kernel->launches++;
        kernel->seconds += seconds;
        for (unsigned k = 0; k < OFFLOAD_FEATURES; k++)
            kernel->features[k] += json_number_in(launch, feature_names[k]);
    }
    for (guint i = 0; i < run->kernels->len; i++) {
        struct evaluated_kernel *kernel = &g_array_index(run->kernels, struct evaluated_kernel, i);
        kernel->seconds /= kernel->launches;
        for (unsigned k = 0; k < OFFLOAD_FEATURES; k++)
            kernel->features[k] /= kernel->launches;
    }
}

/* 1 of one that the run was too short for. */
static double slowdown_of(JsonObject *applications, const char *name)
{
    JsonObject *application = json_object_in(applications, name);
    const double alone = json_number_in(application, "alone_ps");
    return alone > 0 ? json_number_in(application, "time_ps") / alone : 1;
}

static bool take_applications(struct evaluated_run *run, JsonObject *applications)
{
    g_auto(GStrv) names = evaluated_applications(run->beside);
    if (g_strv_length(names) > EVALUATED_MAX_APPLICATIONS)
        return false;
    for (unsigned i = 0; names[i]; i++) {
        if (!json_object_in(applications, names[i]))
            return false;
        run->slowdown[i] = slowdown_of(applications, names[i]);
    }
    return true;
}

static bool take_host(struct evaluated_runs *runs, JsonObject *result, GError **error)
{
    JsonObject *platform = json_object_in(json_object_in(result, RESULT_PROVENANCE), "platform");
    JsonObject *properties = json_object_in(platform, "properties");
    const char *cores = json_text_in(properties, "host.core"),
               *simd = json_text_in(properties, "host.simd.width"),
               *llc = json_text_in(properties, "host.llc.size"),
               *dram = json_text_in(properties, "host.dram.bandwidth");
    uint64_t n_cores, simd_bytes, llc_bytes, dram_bytes;
    if (!cores || !simd || !llc || !dram || !quantity_count(cores, &n_cores, NULL) ||
        !quantity_bytes(simd, &simd_bytes, NULL) || !quantity_bytes(llc, &llc_bytes, NULL) ||
        !quantity_bandwidth(dram, &dram_bytes, NULL))
        return input_error_at(error, runs->file, 0,
                              "results don't say host.core, host.simd.width, host.llc.size and "
                              "host.dram.bandwidth of their platform");
    runs->host = (struct offload_host){.threads = (unsigned)(n_cores * simd_bytes / 4),
                                       .llc_bytes = (double)llc_bytes,
                                       .dram_bytes_per_second = (double)dram_bytes};
    return true;
}

static void add_new(GPtrArray *names, const char *name)
{
    for (guint i = 0; i < names->len; i++)
        if (strcmp(names->pdata[i], name) == 0)
            return;
    g_ptr_array_add(names, g_strdup(name));
}

static bool take_run(struct evaluated_runs *runs, struct evaluated_run *run, JsonObject *result,
                     const char *place, GError **error)
{
    g_ptr_array_add(runs->all, run);
    run->seconds = json_number_in(result, RESULT_ELAPSED_PS) / PS_PER_SECOND;
    take_launches(run, json_array_in(result, RESULT_LAUNCH_FEATURES));
    if (run->kernels->len == 0)
        return input_error_in(
            error, runs->file, place,
            "its result has no times of launches: add the option --launch-features to the study");
    if (!take_applications(run, json_object_in(result, RESULT_HOST_APPS)))
        return input_error_in(
            error, runs->file, place,
            "its result lacks the applications beside it, or has more than %d of them",
            EVALUATED_MAX_APPLICATIONS);
    add_new(runs->programs, run->program);
    if (strcmp(run->beside, none) != 0)
        add_new(runs->besides, run->beside);
    return runs->host.threads > 0 || take_host(runs, result, error);
}

/* ---- the study --------------------------------------------------------------------------------
 */

struct axes {
    int program, beside, target;
};

static bool read_row(struct evaluated_runs *runs, const struct results_study *study,
                     const struct results_row *row, const struct axes *axes, GError **error)
{
    g_autofree char *place = results_row_text(study, row);
    const char *target = results_label(study, row, (guint)axes->target);
    const bool on_gpu = strcmp(target, "gpu") == 0;
    if (!on_gpu && strcmp(target, "cpu") != 0)
        return input_error_in(error, runs->file, place, "target wants cpu or gpu");
    g_autoptr(JsonNode) result =
        strcmp(row->status, "done") == 0 ? results_stored_result(study, row) : NULL;
    if (!json_object_of(result))
        return input_error_in(error, runs->file, place, "is %s; expected all points to be done",
                              row->status);
    struct evaluated_run *run = g_new0(struct evaluated_run, 1);
    run->program = g_strdup(results_label(study, row, (guint)axes->program));
    run->beside = g_strdup(results_label(study, row, (guint)axes->beside));
    run->target = on_gpu ? TARGET_GPU : TARGET_CPU;
    run->kernels = g_array_new(FALSE, FALSE, sizeof(struct evaluated_kernel));
    g_array_set_clear_func(run->kernels, kernel_clear);
    return take_run(runs, run, json_object_of(result), place, error);
}

static bool has_kernels(const struct evaluated_run *run, const struct evaluated_run *others)
{
    for (guint i = 0; others && i < others->kernels->len; i++) {
        const struct evaluated_kernel *kernel =
            &g_array_index(others->kernels, struct evaluated_kernel, i);
        if (!evaluated_run_kernel(run, kernel->name))
            return false;
    }
    return others != NULL;
}

/* What is looked up later is there: alone and beside anything on both targets, the same kernels. */
static bool check_pairs(const struct evaluated_runs *runs, GError **error)
{
    for (guint i = 0; i < runs->all->len; i++) {
        const struct evaluated_run *run = runs->all->pdata[i];
        for (unsigned target = 0; target < TARGETS; target++)
            if (!has_kernels(run, evaluated_runs_find(runs, run->program, run->beside,
                                                      (enum target)target)) ||
                !has_kernels(run,
                             evaluated_runs_find(runs, run->program, none, (enum target)target)))
                return input_error_in(error, runs->file, run->program,
                                      "expected its runs alone and beside %s on cpu and gpu, with "
                                      "the same kernels",
                                      run->beside);
    }
    return true;
}

static bool read_study(struct evaluated_runs *runs, const struct results_study *study,
                       GError **error)
{
    const struct axes axes = {results_axis_find(study, "program"),
                              results_axis_find(study, "beside"),
                              results_axis_find(study, "target")};
    if (!study->database || axes.program < 0 || axes.beside < 0 || axes.target < 0)
        return input_error_at(error, runs->file, 0,
                              "expected results of a study with the axes program, beside and "
                              "target");
    for (guint i = 0; i < study->rows->len; i++)
        if (!read_row(runs, study, study->rows->pdata[i], &axes, error))
            return false;
    if (runs->all->len == 0)
        return input_error_at(error, runs->file, 0, "has no points");
    return check_pairs(runs, error);
}

struct evaluated_runs *evaluated_runs_read(const char *file, GError **error)
{
    const char *const files[] = {file, NULL};
    struct results *results = results_open(files, error);
    if (!results)
        return NULL;
    struct evaluated_runs *runs = g_new0(struct evaluated_runs, 1);
    runs->file = g_strdup(file);
    runs->all = g_ptr_array_new_with_free_func(run_free);
    runs->programs = g_ptr_array_new_with_free_func(g_free);
    runs->besides = g_ptr_array_new_with_free_func(g_free);
    if (results->studies->len == 0 || !read_study(runs, results->studies->pdata[0], error)) {
        if (error && !*error)
            input_error_at(error, file, 0, "has no study");
        g_clear_pointer(&runs, evaluated_runs_free);
    }
    results_free(results);
    return runs;
}

/* ---- looking up -------------------------------------------------------------------------------
 */

const struct evaluated_run *evaluated_runs_find(const struct evaluated_runs *runs,
                                                const char *program, const char *beside,
                                                enum target target)
{
    for (guint i = 0; i < runs->all->len; i++) {
        const struct evaluated_run *run = runs->all->pdata[i];
        if (run->target == target && strcmp(run->program, program) == 0 &&
            strcmp(run->beside, beside) == 0)
            return run;
    }
    return NULL;
}

const struct evaluated_kernel *evaluated_run_kernel(const struct evaluated_run *run,
                                                    const char *name)
{
    for (guint i = 0; i < run->kernels->len; i++) {
        const struct evaluated_kernel *kernel =
            &g_array_index(run->kernels, struct evaluated_kernel, i);
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

static double total(const struct evaluated_kernel *kernel)
{
    return kernel ? kernel->seconds * kernel->launches : 0;
}

const char *evaluated_runs_main_kernel(const struct evaluated_runs *runs, const char *program)
{
    const struct evaluated_run *cpu = evaluated_runs_find(runs, program, none, TARGET_CPU);
    const struct evaluated_run *gpu = evaluated_runs_find(runs, program, none, TARGET_GPU);
    const char *most = NULL;
    double longest = -1;
    for (guint i = 0; i < cpu->kernels->len; i++) {
        const struct evaluated_kernel *kernel =
            &g_array_index(cpu->kernels, struct evaluated_kernel, i);
        const double seconds = total(kernel) + total(evaluated_run_kernel(gpu, kernel->name));
        if (seconds > longest)
            most = kernel->name;
        longest = MAX(longest, seconds);
    }
    return most;
}
