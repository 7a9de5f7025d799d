/* SPDX-License-Identifier: BSD-3-Clause */
/* The device on which a launch ends first, known from two runs before: with all launches on the CPU
 * and with all on the GPU, each with --features, whose files it reads.
 *
 * A launch is known by its number. One that a file doesn't have, or without a time, runs where it
 * has one, and on the GPU if neither has.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.3.1 and 6.5.2, "optimal".
 */
#include "base/input_error.h"
#include "offload/feature_table.h"
#include "policies/offload/offload.h"

enum parameter { CPU_TIMES, GPU_TIMES, COPIES };

static const struct policy_parameter parameters[] = {
    [CPU_TIMES] = POLICY_FILE_ROW("cpu_times", "--features of a run with offload=cpu"),
    [GPU_TIMES] = POLICY_FILE_ROW("gpu_times", "--features of a run with offload=gpu"),
    [COPIES] = POLICY_BOOLEAN_ROW("copies", true,
                                  "ASSUMED: the copies that a device needs first count, too"),
    {0}};

struct state {
    GArray *seconds[OFFLOAD_DEVICES]; /* double, by launch; 0: not known */
    bool copies;
};

/* Adds the file's times; NULL: only looks whether it is well formed. */
static bool read_times(const struct policy_file *file, GArray *seconds, GError **error)
{
    struct feature_table *table = feature_table_parse(file->name, file->text, error);
    unsigned launches, times;
    bool good = table && feature_table_column(table, "launch", &launches, error) &&
                feature_table_column(table, "seconds", &times, error);
    for (unsigned row = 0; good && row < table->rows->len; row++) {
        double launch, time;
        if (*feature_table_text(table, row, times) == '\0')
            continue;
        good = feature_table_number(table, row, launches, &launch, error) &&
               feature_table_number(table, row, times, &time, error);
        if (good && (launch < 0 || launch > UINT32_MAX)) {
            const struct feature_row *place = table->rows->pdata[row];
            good =
                input_error_at(error, file->name, place->line, "no launch has number %g", launch);
        }
        if (!good || !seconds)
            continue;
        if (seconds->len <= (guint)launch)
            g_array_set_size(seconds, (guint)launch + 1);
        g_array_index(seconds, double, (guint)launch) = time;
    }
    feature_table_free(table);
    return good;
}

static bool check(const struct policy_values *values, GError **error)
{
    for (unsigned i = CPU_TIMES; i <= GPU_TIMES; i++) {
        const struct policy_file *file = values->values[i].file;
        if (!file)
            return input_error_at(error, "oracle", 0, "%s: expected %s", parameters[i].name,
                                  parameters[i].why);
        if (!read_times(file, NULL, error))
            return false;
    }
    return true;
}

static void init(void *state, const struct policy_values *values)
{
    struct state *own = state;
    own->copies = values->values[COPIES].boolean;
    for (unsigned device = 0; device < OFFLOAD_DEVICES; device++) {
        const struct policy_file *file =
            values->values[device == OFFLOAD_CPU ? CPU_TIMES : GPU_TIMES].file;
        own->seconds[device] = g_array_new(FALSE, TRUE, sizeof(double));
        if (file)
            read_times(file, own->seconds[device], NULL);
    }
}

static void finish(void *state)
{
    struct state *own = state;
    for (unsigned device = 0; device < OFFLOAD_DEVICES; device++)
        g_array_unref(own->seconds[device]);
}

static enum offload_device choose(void *state, const struct offload_view *view)
{
    const struct state *own = state;
    double seconds[OFFLOAD_DEVICES];
    for (unsigned device = 0; device < OFFLOAD_DEVICES; device++) {
        const GArray *known = own->seconds[device];
        seconds[device] =
            view->launch < known->len ? g_array_index(known, double, view->launch) : 0;
        if (seconds[device] <= 0)
            return device == OFFLOAD_GPU && seconds[OFFLOAD_CPU] > 0 ? OFFLOAD_CPU : OFFLOAD_GPU;
        if (own->copies)
            seconds[device] += view->copy_seconds[device];
    }
    return seconds[OFFLOAD_GPU] < seconds[OFFLOAD_CPU] ? OFFLOAD_GPU : OFFLOAD_CPU;
}

const struct offload_ops offload_oracle = {
    .policy = {.head = {.name = "oracle",
                        .summary = "The device that was faster in earlier runs",
                        .source = "Lee, dissertation, 2017, 6.3.1",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .init = init,
               .finish = finish},
    .choose = choose,
};
