/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/launch_features.h"
#include "base/csv_field.h"
#include "results/format.h"
#include "workloads/instruction_source.h"

/* A launch of a client. */
struct noted {
    char *kernel;
    double features[OFFLOAD_FEATURES];
};

struct launch_features {
    struct device_memory *memory;
    const struct placing_host *host;
    GPtrArray *clients; /* GArray of struct noted */
    GHashTable *counts; /* of each kernel's code: struct static_counts */
};

static void clear_noted(void *data)
{
    g_free(((struct noted *)data)->kernel);
}

static void free_noted(void *data)
{
    g_array_unref(data);
}

struct launch_features *launch_features_new(struct device_memory *memory,
                                            const struct placing_host *host, uint32_t n_clients)
{
    struct launch_features *features = g_new0(struct launch_features, 1);
    features->memory = memory;
    features->host = host;
    features->counts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    features->clients = g_ptr_array_new_with_free_func(free_noted);
    for (uint32_t i = 0; i < n_clients; i++) {
        GArray *launches = g_array_new(FALSE, FALSE, sizeof(struct noted));
        g_array_set_clear_func(launches, clear_noted);
        g_ptr_array_add(features->clients, launches);
    }
    return features;
}

void launch_features_free(struct launch_features *features)
{
    if (!features)
        return;
    g_hash_table_unref(features->counts);
    g_ptr_array_unref(features->clients);
    g_free(features);
}

/* ---- at the launch ----------------------------------------------------------------------------
 */

static const struct static_counts *counts_of(struct launch_features *features,
                                             const struct kernel_code *code)
{
    struct static_counts *counts = g_hash_table_lookup(features->counts, code);
    if (!counts) {
        counts = g_new0(struct static_counts, 1);
        code->ops->static_counts(code, counts);
        g_hash_table_insert(features->counts, (void *)code, counts);
    }
    return counts;
}

void launch_features_note(struct launch_features *features, uint32_t client,
                          const struct launch *launch, sim_time now)
{
    struct noted noted = {.kernel = g_strdup(launch->code->name)};
    placing_features(features->memory, features->host, counts_of(features, launch->code), launch,
                     now, noted.features);
    g_array_append_val(features->clients->pdata[client], noted);
}

/* ---- after the run ----------------------------------------------------------------------------
 */

static const char *const names[OFFLOAD_FEATURES] = {OFFLOAD_FEATURE_NAMES};

static void add_number(GString *text, const char *format, double number)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, format, number));
}

static void add_title(GString *text)
{
    g_string_append(text, "kernel,launch");
    for (unsigned i = 0; i < OFFLOAD_FEATURES; i++)
        g_string_append_printf(text, ",%s", names[i]);
    g_string_append(text, ",device,seconds\n");
}

static bool has_time(const struct host_launch *launch)
{
    return !launch->functional && launch->done != SIM_TIME_NEVER;
}

static double seconds_of(const struct host_launch *launch)
{
    return (double)(launch->done - launch->sent) * 1e-12;
}

static void add_row(void *to, const struct noted *noted, const struct host_launch *launch)
{
    GString *text = to;
    csv_field_append(text, noted->kernel);
    g_string_append_printf(text, ",%u", launch->launch);
    for (unsigned i = 0; i < OFFLOAD_FEATURES; i++) {
        g_string_append_c(text, ',');
        add_number(text, "%.17g", noted->features[i]);
    }
    g_string_append(text, launch->on_cpu ? ",cpu," : ",gpu,");
    if (has_time(launch))
        add_number(text, "%.12g", seconds_of(launch));
    g_string_append_c(text, '\n');
}

/* Calls `take` with every launch, in the order of issue. */
static void for_each(const struct launch_features *features, const struct gpu *gpu,
                     void (*take)(void *to, const struct noted *, const struct host_launch *),
                     void *to)
{
    g_autofree guint *next = g_new0(guint, features->clients->len);
    for (guint i = 0; i < gpu_host_launches(gpu)->len; i++) {
        const struct host_launch *launch =
            &g_array_index(gpu_host_launches(gpu), struct host_launch, i);
        const GArray *noted = features->clients->pdata[launch->client];
        g_assert(next[launch->client] < noted->len);
        take(to, &g_array_index(noted, struct noted, next[launch->client]++), launch);
    }
}

char *launch_features_text(const struct launch_features *features, const struct gpu *gpu)
{
    GString *text = g_string_new(NULL);
    add_title(text);
    for_each(features, gpu, add_row, text);
    return g_string_free(text, FALSE);
}

static void add_object(void *to, const struct noted *noted, const struct host_launch *launch)
{
    JsonBuilder *json = to;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, RESULT_KERNEL);
    json_builder_add_string_value(json, noted->kernel);
    json_builder_set_member_name(json, RESULT_LAUNCH);
    json_builder_add_int_value(json, launch->launch);
    for (unsigned i = 0; i < OFFLOAD_FEATURES; i++) {
        json_builder_set_member_name(json, names[i]);
        json_builder_add_double_value(json, noted->features[i]);
    }
    json_builder_set_member_name(json, "device");
    json_builder_add_string_value(json, launch->on_cpu ? "cpu" : "gpu");
    if (has_time(launch)) {
        json_builder_set_member_name(json, "seconds");
        json_builder_add_double_value(json, seconds_of(launch));
    }
    json_builder_end_object(json);
}

void launch_features_add_json(JsonBuilder *json, const struct launch_features *features,
                              const struct gpu *gpu)
{
    json_builder_set_member_name(json, RESULT_LAUNCH_FEATURES);
    json_builder_begin_array(json);
    for_each(features, gpu, add_object, json);
    json_builder_end_array(json);
}
