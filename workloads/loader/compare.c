/* SPDX-License-Identifier: BSD-3-Clause */
/* Carries out the checks of a workload against device memory. */
#include "base/input_error.h"
#include "workloads/loader/workload.h"
#include "workloads/loader/workload_private.h"

#include <string.h>

uint64_t check_fnv1a64(const void *bytes, size_t n_bytes)
{
    const uint8_t *byte = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n_bytes; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint8_t *read_back(const struct workload *w, const struct buffer *buffer,
                          const struct device_access *device, GError **error)
{
    g_assert(buffer->address != 0); /* the source has run */
    uint8_t *bytes = g_try_malloc(buffer->bytes);
    if (!bytes)
        input_error_in(error, w->file, buffer->path,
                       "this host has no memory for %" G_GUINT64_FORMAT " bytes", buffer->bytes);
    else
        device->read(device->memory, buffer->address, bytes, buffer->bytes);
    return bytes;
}

static char *describe_expectation(const struct workload *w, const struct check *check)
{
    if (check->kind == CHECK_REFERENCE)
        return g_strdup_printf("reference %s", check->function);
    const struct buffer *other = w->buffers->pdata[check->other];
    return g_strdup_printf("buffer \"%s\"", other->name);
}

static void compare(const struct workload *w, const struct check *check, const uint8_t *actual,
                    const uint8_t *expected, struct workload_check_result *result)
{
    const struct buffer *buffer = w->buffers->pdata[check->buffer];
    const struct element_type *type = buffer->type;
    for (uint64_t i = 0; i < buffer->count; i++) {
        if (element_close(type, actual + i * type->bytes, expected + i * type->bytes,
                          check->absolute, check->relative))
            continue;
        if (result->wrong++ == 0)
            result->first_wrong = i;
    }
    result->passed = result->wrong == 0;
    g_autofree char *by = describe_expectation(w, check);
    if (result->passed) {
        result->message =
            g_strdup_printf("buffer \"%s\": all %" G_GUINT64_FORMAT " elements agree with %s",
                            buffer->name, buffer->count, by);
        return;
    }
    uint64_t offset = result->first_wrong * type->bytes;
    g_autofree char *value = element_text(type, actual + offset);
    g_autofree char *wanted = element_text(type, expected + offset);
    result->message = g_strdup_printf(
        "buffer \"%s\": %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
        " elements are wrong; the first is [%" G_GUINT64_FORMAT "] = %s, expected %s (%s)",
        buffer->name, result->wrong, buffer->count, result->first_wrong, value, wanted, by);
}

static void compare_checksum(const struct workload *w, const struct check *check,
                             const uint8_t *actual, struct workload_check_result *result)
{
    const struct buffer *buffer = w->buffers->pdata[check->buffer];
    uint64_t checksum = check_fnv1a64(actual, buffer->bytes);
    result->passed = checksum == check->checksum;
    if (result->passed)
        result->message = g_strdup_printf(
            "buffer \"%s\": checksum fnv1a64:%016" G_GINT64_MODIFIER "x", buffer->name, checksum);
    else
        result->message = g_strdup_printf("buffer \"%s\": checksum fnv1a64:%016" G_GINT64_MODIFIER
                                          "x, expected fnv1a64:%016" G_GINT64_MODIFIER "x",
                                          buffer->name, checksum, check->checksum);
}

static void result_free(void *data)
{
    struct workload_check_result *result = data;
    g_free(result->message);
    g_free(result);
}

/* The run of the reference that a check names: that of an earlier check if it is the same. */
static const struct reference_run *find_run(struct workload *w, unsigned index, GPtrArray *runs,
                                            GError **error)
{
    const struct check *check = w->checks->pdata[index];
    for (unsigned i = 0; i < index; i++) {
        const struct check *earlier = w->checks->pdata[i];
        if (earlier->kind == CHECK_REFERENCE && earlier->call == check->call)
            return runs->pdata[i];
    }
    runs->pdata[index] = reference_run_new(check, w->buffers, w->graphs, &w->scalars, error);
    return runs->pdata[index];
}

static bool carry_out(struct workload *w, unsigned index, const struct device_access *device,
                      GPtrArray *runs, struct workload_check_result *result, GError **error)
{
    const struct check *check = w->checks->pdata[index];
    const struct buffer *buffer = w->buffers->pdata[check->buffer];
    *result = (struct workload_check_result){
        .index = index, .buffer = buffer->name, .elements = buffer->count};
    g_autofree uint8_t *actual = read_back(w, buffer, device, error);
    if (!actual)
        return false;
    if (check->kind == CHECK_CHECKSUM) {
        compare_checksum(w, check, actual, result);
    } else if (check->kind == CHECK_EQUALS) {
        g_autofree uint8_t *expected = read_back(w, w->buffers->pdata[check->other], device, error);
        if (!expected)
            return false;
        compare(w, check, actual, expected, result);
    } else {
        const struct reference_run *run = find_run(w, index, runs, error);
        if (!run)
            return false;
        compare(w, check, actual, reference_run_bytes(run, check->buffer), result);
    }
    return true;
}

static void run_free(void *run)
{
    reference_run_free(run);
}

GPtrArray *workload_check(struct workload *w, const struct device_access *device, GError **error)
{
    g_autoptr(GPtrArray) results = g_ptr_array_new_with_free_func(result_free);
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
    g_ptr_array_set_size(runs, (int)w->checks->len);
    for (unsigned i = 0; i < w->checks->len; i++) {
        struct workload_check_result *result = g_new0(struct workload_check_result, 1);
        g_ptr_array_add(results, result);
        if (!carry_out(w, i, device, runs, result, error))
            return NULL;
    }
    return g_steal_pointer(&results);
}
