/* SPDX-License-Identifier: BSD-3-Clause */
/* HeteroPDP: the device that is better by predictions of regression models.
 *
 * Four models predict a kernel's time from what is known at its launch: on CPU and GPU, alone and
 * beside the applications that run. What these suffer is looked up in a Bubble-up table by the
 * pressure that the kernel puts on cache or memory (pressure.h). Then the goal says which device is
 * better (offload/placement.h); alone it is time.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.4; Table 6.4.
 * Differs: copies that a device needs count with the kernel's time.
 */
#include "base/input_error.h"
#include "offload/model_file.h"
#include "offload/placement.h"
#include "policies/offload/offload.h"
#include "policies/offload/pressure.h"
#include <string.h>

enum parameter {
    CPU_ALONE,
    GPU_ALONE,
    CPU_COLOCATED,
    GPU_COLOCATED,
    BUBBLE_UP,
    GOAL,
    WEIGHT,
    COPIES
};
enum { MODELS = GPU_COLOCATED + 1 };

static const char *const goals[] = {"time", "throughput", "weighted_speedup", "fairness", NULL};

static const struct policy_parameter parameters[] = {
    [CPU_ALONE] = POLICY_FILE_ROW("cpu_alone", "a model of simgpu train: seconds on the CPU"),
    [GPU_ALONE] = POLICY_FILE_ROW("gpu_alone", "a model of simgpu train: seconds on the GPU"),
    [CPU_COLOCATED] = POLICY_FILE_ROW(
        "cpu_colocated",
        "such a model for runs beside applications; without one, the model alone counts"),
    [GPU_COLOCATED] = POLICY_FILE_ROW(
        "gpu_colocated",
        "such a model for runs beside applications; without one, the model alone counts"),
    [BUBBLE_UP] = POLICY_FILE_ROW(
        "bubble_up", "table of simgpu bubble-up; without one, applications don't suffer"),
    [GOAL] = POLICY_CHOICE_ROW(
        "goal", goals, GOAL_FAIRNESS,
        "goal beside applications: fairness (Lee, 6.5.1); alone the goal is time"),
    [WEIGHT] =
        POLICY_REAL_ROW("weight", "1", 1, 0.001, 1000,
                        "weight of applications; the kernel's is 1 (Lee, 6.5.3: 0.5 to 2.5)"),
    [COPIES] = POLICY_BOOLEAN_ROW("copies", true,
                                  "ASSUMED: the copies that a device needs first count, too"),
    {0}};

static const char *const feature_names[OFFLOAD_FEATURES] = {OFFLOAD_FEATURE_NAMES};

struct state {
    struct linear_model *models[MODELS]; /* NULL: not given */
    struct pressure_table *pressure;
    enum goal goal;
    double weight;
    bool copies;
};

static int feature_of(const char *name)
{
    for (int i = 0; i < OFFLOAD_FEATURES; i++)
        if (strcmp(feature_names[i], name) == 0)
            return i;
    return -1;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* NULL with an error. */
static struct linear_model *read_model(const struct policy_file *file, GError **error)
{
    struct linear_model *model = model_file_parse(file->name, file->text, error);
    for (guint i = 0; model && i < model->features->len; i++) {
        const char *name = model->features->pdata[i];
        if (feature_of(name) >= 0)
            continue;
        input_error_at(error, file->name, 0, "the feature \"%s\" is unknown at a launch", name);
        g_clear_pointer(&model, linear_model_free);
    }
    return model;
}

static bool check(const struct policy_values *values, GError **error)
{
    for (unsigned i = CPU_ALONE; i < MODELS; i++) {
        const struct policy_file *file = values->values[i].file;
        if (!file && i <= GPU_ALONE)
            return input_error_at(error, "heteropdp", 0, "%s: expected %s", parameters[i].name,
                                  parameters[i].why);
        struct linear_model *model = file ? read_model(file, error) : NULL;
        if (file && !model)
            return false;
        linear_model_free(model);
    }
    const struct policy_file *file = values->values[BUBBLE_UP].file;
    struct pressure_table *table = file ? pressure_table_parse(file, error) : NULL;
    const bool good = !file || table;
    pressure_table_free(table);
    return good;
}

static void init(void *state, const struct policy_values *values)
{
    struct state *own = state;
    for (unsigned i = 0; i < MODELS; i++)
        if (values->values[i].file)
            own->models[i] = read_model(values->values[i].file, NULL);
    if (values->values[BUBBLE_UP].file)
        own->pressure = pressure_table_parse(values->values[BUBBLE_UP].file, NULL);
    own->goal = (enum goal)values->values[GOAL].choice;
    own->weight = values->values[WEIGHT].real;
    own->copies = values->values[COPIES].boolean;
}

static void finish(void *state)
{
    struct state *own = state;
    for (unsigned i = 0; i < MODELS; i++)
        linear_model_free(own->models[i]);
    pressure_table_free(own->pressure);
}

/* ---- a choice ------------------------------------------------------------------------------- */

static double predicted(const struct linear_model *model, const struct offload_view *view)
{
    double values[LINEAR_MODEL_MAX_FEATURES];
    for (guint i = 0; i < model->features->len; i++)
        values[i] = view->features[feature_of(model->features->pdata[i])];
    return linear_model_evaluate(model, values);
}

static unsigned applications_of(const struct offload_view *view)
{
    return MIN(view->host->n_applications, (unsigned)PLACEMENT_MAX_APPLICATIONS);
}

static struct placement placement_of(const struct state *own, const struct offload_view *view,
                                     enum offload_device device)
{
    const unsigned n = applications_of(view);
    const struct linear_model *alone = own->models[device == OFFLOAD_CPU ? CPU_ALONE : GPU_ALONE];
    const struct linear_model *colocated =
        own->models[device == OFFLOAD_CPU ? CPU_COLOCATED : GPU_COLOCATED];
    const double copies = own->copies ? view->copy_seconds[device] : 0;
    struct placement made = {.alone = predicted(alone, view)};
    made.colocated = n > 0 && colocated ? predicted(colocated, view) : made.alone;
    const double level = pressure_level(view->host, view->features, device, made.colocated);
    for (unsigned i = 0; i < n; i++)
        made.slowdown[i] = own->pressure
                               ? pressure_slowdown(own->pressure, view->host->applications[i],
                                                   device == OFFLOAD_CPU ? "llc" : "dram", level)
                               : 1;
    made.alone += copies;
    made.colocated += copies;
    return made;
}

static enum offload_device choose(void *state, const struct offload_view *view)
{
    const struct state *own = state;
    struct placement placements[TARGETS];
    const unsigned n = applications_of(view);
    if (!own->models[CPU_ALONE] || !own->models[GPU_ALONE])
        return OFFLOAD_GPU; /* check doesn't let this happen */
    placements[TARGET_CPU] = placement_of(own, view, OFFLOAD_CPU);
    placements[TARGET_GPU] = placement_of(own, view, OFFLOAD_GPU);
    const enum target target =
        placement_choose(placements, n, n > 0 ? own->goal : GOAL_TIME, own->weight);
    return target == TARGET_GPU ? OFFLOAD_GPU : OFFLOAD_CPU;
}

const struct offload_ops offload_heteropdp = {
    .policy = {.head = {.name = "heteropdp",
                        .summary = "The device that is better by regression models",
                        .source = "Lee, dissertation, 2017, 6.4",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .init = init,
               .finish = finish},
    .choose = choose,
};
