/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/applications.h"
#include "base/json/members.h"
#include "base/json/reader.h"
#include "base/json/strict.h"
#include <stddef.h>
#include <string.h>

static const struct json_shape file_shape = {"file", {REQUIRED("host"), REQUIRED("applications")}};
static const struct json_shape host_shape = {
    "host",
    {REQUIRED("cores"), REQUIRED("clock_hz"), REQUIRED("llc_bytes"),
     REQUIRED("dram_bytes_per_second"), REQUIRED("dram_latency_ns")}};
static const struct json_shape application_shape = {
    "application", {REQUIRED("name"), REQUIRED("phases"), OPTIONAL("source")}};
static const struct json_shape phase_shape = {"phase",
                                              {REQUIRED("instructions"), REQUIRED("ipc"),
                                               REQUIRED("llc_accesses"), REQUIRED("llc_misses"),
                                               REQUIRED("footprint_bytes"), REQUIRED("overlap")}};

struct number {
    const char *member;
    size_t offset;
    double min, max;
};

static const struct number host_numbers[] = {
    {"cores", offsetof(struct cpu_host, cores), 1, 1024},
    {"clock_hz", offsetof(struct cpu_host, clock_hz), 1e6, 1e11},
    {"llc_bytes", offsetof(struct cpu_host, llc_bytes), 1, 1e12},
    {"dram_bytes_per_second", offsetof(struct cpu_host, dram_bytes_per_second), 1e6, 1e15},
    {"dram_latency_ns", offsetof(struct cpu_host, dram_latency_ns), 0, 1e6}};

static const struct number phase_numbers[] = {
    {"instructions", offsetof(struct cpu_phase, instructions), 1, 1e15},
    {"ipc", offsetof(struct cpu_phase, ipc), 1e-3, 64},
    {"llc_accesses", offsetof(struct cpu_phase, llc_accesses), 0, 1000},
    {"llc_misses", offsetof(struct cpu_phase, llc_misses), 0, 1000},
    {"footprint_bytes", offsetof(struct cpu_phase, footprint_bytes), 1, 1e15},
    {"overlap", offsetof(struct cpu_phase, overlap), 1, 1000}};

static bool read_numbers(const struct json_place *place, JsonObject *object,
                         const struct number *numbers, unsigned n, void *out, GError **error)
{
    for (unsigned i = 0; i < n; i++) {
        const struct json_place here = json_place_member(place, numbers[i].member);
        JsonNode *node = json_object_get_member(object, numbers[i].member);
        double value;
        if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) == G_TYPE_BOOLEAN ||
            !json_number_of(node, &value))
            return json_place_error(&here, error, "expected a number, found %s",
                                    json_type_name(node));
        if (value < numbers[i].min || value > numbers[i].max)
            return json_place_error(&here, error, "expected a number from %g to %g, found %g",
                                    numbers[i].min, numbers[i].max, value);
        memcpy((char *)out + numbers[i].offset, &value, sizeof value);
    }
    return true;
}

static bool read_phase(const struct json_place *place, JsonNode *node, GArray *phases,
                       GError **error)
{
    struct cpu_phase phase = {.curve = NULL};
    JsonObject *object;
    if (!json_read_object(place, node, &phase_shape, &object, NULL, error) ||
        !read_numbers(place, object, phase_numbers, G_N_ELEMENTS(phase_numbers), &phase, error))
        return false;
    if (phase.llc_misses > phase.llc_accesses)
        return json_place_error(place, error, "llc_misses must not be more than llc_accesses");
    g_array_append_val(phases, phase);
    return true;
}

static void application_free(void *data)
{
    struct cpu_application *application = data;
    g_free(application->name);
    g_free(application->source);
    g_array_unref(application->phases);
    g_free(application);
}

static bool read_texts(const struct json_place *place, JsonObject *object,
                       struct cpu_application *application, GError **error)
{
    const char *name, *source = NULL;
    if (!json_read_string_member(place, object, "name", &name, error) ||
        (json_object_has_member(object, "source") &&
         !json_read_string_member(place, object, "source", &source, error)))
        return false;
    application->name = g_strdup(name);
    application->source = g_strdup(source);
    return true;
}

static bool read_application(const struct json_place *place, JsonNode *node, GPtrArray *all,
                             GError **error)
{
    const struct json_place list = json_place_member(place, "phases");
    JsonObject *object;
    JsonArray *phases;
    if (!json_read_object(place, node, &application_shape, &object, NULL, error))
        return false;
    struct cpu_application *application = g_new0(struct cpu_application, 1);
    application->phases = g_array_new(FALSE, FALSE, sizeof(struct cpu_phase));
    g_ptr_array_add(all, application);
    if (!read_texts(place, object, application, error) ||
        !json_read_array(&list, json_object_get_member(object, "phases"), 1, 1000, &phases, error))
        return false;
    if (named_find(all, application->name) != (int)all->len - 1)
        return json_place_error(place, error, "there are two applications \"%s\"",
                                application->name);
    for (guint i = 0; i < json_array_get_length(phases); i++) {
        const struct json_place here = json_place_index(&list, i);
        if (!read_phase(&here, json_array_get_element(phases, i), application->phases, error))
            return false;
    }
    return true;
}

static bool read_file(struct cpu_applications *applications, const char *file, JsonNode *node,
                      GError **error)
{
    const struct json_place root = json_place_root(file), host = json_place_member(&root, "host"),
                            list = json_place_member(&root, "applications");
    JsonObject *object, *of_host;
    JsonArray *array;
    if (!json_read_object(&root, node, &file_shape, &object, NULL, error) ||
        !json_read_object(&host, json_object_get_member(object, "host"), &host_shape, &of_host,
                          NULL, error) ||
        !read_numbers(&host, of_host, host_numbers, G_N_ELEMENTS(host_numbers), &applications->host,
                      error) ||
        !json_read_array(&list, json_object_get_member(object, "applications"), 1, 64, &array,
                         error))
        return false;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(&list, i);
        if (!read_application(&here, json_array_get_element(array, i), applications->all, error))
            return false;
    }
    return true;
}

struct cpu_applications *cpu_applications_load(const char *file, GError **error)
{
    g_autoptr(JsonNode) node = json_strict_load(file, error);
    if (!node)
        return NULL;
    struct cpu_applications *applications = g_new0(struct cpu_applications, 1);
    applications->all = g_ptr_array_new_with_free_func(application_free);
    if (read_file(applications, file, node, error))
        return applications;
    cpu_applications_free(applications);
    return NULL;
}

void cpu_applications_free(struct cpu_applications *applications)
{
    if (!applications)
        return;
    g_ptr_array_unref(applications->all);
    g_free(applications);
}
