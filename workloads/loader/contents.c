/* SPDX-License-Identifier: BSD-3-Clause */
/* The initial contents of buffers. */
#include "base/input_error.h"
#include "workloads/loader/buffer.h"
#include "workloads/loader/random.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* the same bytes on every machine: see random.h */
#endif

static void *element_at(const struct buffer *buffer, uint8_t *bytes, uint64_t index)
{
    return bytes + index * buffer->type->bytes;
}

static void make_csr(const struct buffer *buffer, const GPtrArray *graphs, uint8_t *bytes)
{
    struct graph *graph = graphs->pdata[buffer->init.graph];
    graph_build(graph);
    const int32_t *values = buffer->init.columns ? graph->columns : graph->offsets;
    for (uint64_t i = 0; i < buffer->count; i++)
        element_store(buffer->type, element_at(buffer, bytes, i), number_of_integer(values[i]));
}

static void make_uniform(const struct buffer *buffer, uint8_t *bytes)
{
    const struct init *init = &buffer->init;
    struct random random;
    random_init(&random, (uint64_t)init->seed);
    uint64_t span = (uint64_t)init->second.integer - (uint64_t)init->first.integer + 1;
    for (uint64_t i = 0; i < buffer->count; i++) {
        struct number value;
        if (buffer->type->kind == ELEMENT_FLOAT) {
            /* Two products, since max - min may overflow; their sum may round out of range. */
            double unit = random_unit(&random);
            double real = init->first.real * (1 - unit) + init->second.real * unit;
            value = number_of_real(CLAMP(real, init->first.real, init->second.real));
        } else {
            uint64_t offset = random_below(&random, span);
            value = number_of_integer((int64_t)((uint64_t)init->first.integer + offset));
        }
        element_store(buffer->type, element_at(buffer, bytes, i), value);
    }
}

static void make_normal(const struct buffer *buffer, uint8_t *bytes)
{
    const struct init *init = &buffer->init;
    double limit = buffer->type->bytes == 4 ? FLT_MAX : DBL_MAX;
    struct random random;
    random_init(&random, (uint64_t)init->seed);
    for (uint64_t i = 0; i < buffer->count; i++) {
        double value = init->first.real + init->second.real * random_normal(&random);
        element_store(buffer->type, element_at(buffer, bytes, i),
                      number_of_real(CLAMP(value, -limit, limit)));
    }
}

static void make_fill(const struct buffer *buffer, uint8_t *bytes)
{
    const struct init *init = &buffer->init;
    element_fill(buffer->type, bytes, buffer->count, init->first);
    for (unsigned i = 0; init->exceptions && i < init->exceptions->len; i++) {
        const struct fill_exception *exception =
            &g_array_index(init->exceptions, struct fill_exception, i);
        element_store(buffer->type, element_at(buffer, bytes, (uint64_t)exception->index),
                      exception->value);
    }
}

static void make_iota(const struct buffer *buffer, uint8_t *bytes)
{
    const struct init *init = &buffer->init;
    bool real = buffer->type->kind == ELEMENT_FLOAT;
    for (uint64_t i = 0; i < buffer->count; i++) {
        const struct number value =
            real ? number_of_real(init->first.real + (double)i * init->second.real)
                 : number_of_integer(init->first.integer + (int64_t)i * init->second.integer);
        element_store(buffer->type, element_at(buffer, bytes, i), value);
    }
}

static bool read_file(const struct buffer *buffer, const char *workload_file, uint8_t *bytes,
                      GError **error)
{
    const struct init *init = &buffer->init;
    g_autofree char *contents = NULL;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(init->found, &contents, &length, &reason))
        return input_error_in(error, workload_file, init->path, "%s", reason->message);
    if (length != buffer->bytes)
        return input_error_in(error, workload_file, init->path,
                              "%s has %zu bytes, the buffer %" G_GUINT64_FORMAT, init->found,
                              (size_t)length, buffer->bytes);
    memcpy(bytes, contents, length);
    return true;
}

uint8_t *buffer_contents(const struct buffer *buffer, const GPtrArray *graphs,
                         const char *workload_file, GError **error)
{
    g_autofree uint8_t *bytes = g_try_malloc0(buffer->bytes);
    if (!bytes) {
        input_error_in(error, workload_file, buffer->path,
                       "this host has no memory for %" G_GUINT64_FORMAT " bytes", buffer->bytes);
        return NULL;
    }
    switch (buffer->init.kind) {
    case INIT_ZERO:
        break;
    case INIT_CSR:
        make_csr(buffer, graphs, bytes);
        break;
    case INIT_UNIFORM:
        make_uniform(buffer, bytes);
        break;
    case INIT_NORMAL:
        make_normal(buffer, bytes);
        break;
    case INIT_FILL:
        make_fill(buffer, bytes);
        break;
    case INIT_IOTA:
        make_iota(buffer, bytes);
        break;
    case INIT_FILE:
        if (!read_file(buffer, workload_file, bytes, error))
            return NULL;
        break;
    }
    return g_steal_pointer(&bytes);
}
