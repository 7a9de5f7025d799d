/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/launch_features.h"
#include "base/csv_field.h"
#include <string.h>

/* A launch of a client. */
struct noted {
    char *kernel;
    uint64_t threads, buffer_bytes;
    struct static_counts counts;
};

struct launch_features {
    struct device_memory *memory;
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

struct launch_features *launch_features_new(struct device_memory *memory, uint32_t n_clients)
{
    struct launch_features *features = g_new0(struct launch_features, 1);
    features->memory = memory;
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

static bool is_among(const GArray *addresses, uint64_t address)
{
    for (guint i = 0; i < addresses->len; i++)
        if (g_array_index(addresses, uint64_t, i) == address)
            return true;
    return false;
}

static uint64_t bytes_of_buffers(struct launch_features *features, const struct launch *launch)
{
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    uint64_t bytes = 0, word;
    for (uint32_t at = 0; at + sizeof word <= launch->code->param_bytes; at += sizeof word) {
        memcpy(&word, launch->params + at, sizeof word);
        const struct device_allocation *buffer = device_memory_find(features->memory, word, 1);
        if (!buffer || is_among(seen, buffer->address))
            continue;
        g_array_append_val(seen, buffer->address);
        bytes += buffer->bytes;
    }
    return bytes;
}

void launch_features_note(struct launch_features *features, uint32_t client,
                          const struct launch *launch)
{
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    const struct noted noted = {.kernel = g_strdup(launch->code->name),
                                .threads = blocks * threads,
                                .buffer_bytes = bytes_of_buffers(features, launch),
                                .counts = *counts_of(features, launch->code)};
    g_array_append_val(features->clients->pdata[client], noted);
}

/* ---- after the run ----------------------------------------------------------------------------
 */

static const char title[] =
    "kernel,launch,threads,cpu_scalar_alu,cpu_scalar_mem,cpu_vector_alu,cpu_vector_mem,cpu_branch,"
    "cpu_atomic,gpu_mem,gpu_int,gpu_fp,gpu_math,gpu_branch,gpu_barrier,buffer_bytes,seconds\n";

static void add_row(GString *text, const struct noted *noted, const struct host_launch *launch)
{
    const struct static_counts *counts = &noted->counts;
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    csv_field_append(text, noted->kernel);
    g_string_append_printf(text, ",%u,%" G_GUINT64_FORMAT, launch->launch, noted->threads);
    g_string_append_printf(text, ",%u,%u,%u,%u,%u,%u", counts->cpu_scalar_alu,
                           counts->cpu_scalar_memory, counts->cpu_vector_alu,
                           counts->cpu_vector_memory, counts->cpu_branch, counts->cpu_atomic);
    g_string_append_printf(text, ",%u,%u,%u,%u,%u,%u", counts->gpu_memory, counts->gpu_integer,
                           counts->gpu_float, counts->gpu_math, counts->gpu_branch,
                           counts->gpu_barrier);
    g_string_append_printf(text, ",%" G_GUINT64_FORMAT ",", noted->buffer_bytes);
    if (!launch->functional && launch->done != SIM_TIME_NEVER)
        g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.12g",
                                              (double)(launch->done - launch->sent) * 1e-12));
    g_string_append_c(text, '\n');
}

char *launch_features_text(const struct launch_features *features, const struct gpu *gpu)
{
    GString *text = g_string_new(title);
    g_autofree guint *next = g_new0(guint, features->clients->len);
    for (guint i = 0; i < gpu->host.launches->len; i++) {
        const struct host_launch *launch =
            &g_array_index(gpu->host.launches, struct host_launch, i);
        const GArray *noted = features->clients->pdata[launch->client];
        g_assert(next[launch->client] < noted->len);
        add_row(text, &g_array_index(noted, struct noted, next[launch->client]++), launch);
    }
    return g_string_free(text, FALSE);
}
