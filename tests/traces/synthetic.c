/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/synthetic.h"
#include "tests/traces/kinds.h"

#include <errno.h>
#include <string.h>

enum { VOLTA = 70 };

/* ---- settings ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t offset;
} parameters[] = {
#define PARAMETER(name)                                                                            \
    {                                                                                              \
#name, offsetof(struct synthetic, name)                                                    \
    }
    PARAMETER(blocks),   PARAMETER(warps),    PARAMETER(iters),    PARAMETER(unroll),
    PARAMETER(ilp),      PARAMETER(features), PARAMETER(clusters), PARAMETER(footprint),
    PARAMETER(lines),    PARAMETER(seed),     PARAMETER(n),        PARAMETER(loads),
    PARAMETER(stride),   PARAMETER(rnd),      PARAMETER(base),     PARAMETER(memcpy),
    PARAMETER(version),  PARAMETER(kernels),  PARAMETER(stream),   PARAMETER(ffma),
    PARAMETER(matrices), PARAMETER(bypass),   PARAMETER(stages),   PARAMETER(stores),
#undef PARAMETER
};

static bool refuse(GError **error, const char *what, const char *name)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", name, what);
    return false;
}

static uint64_t *parameter(struct synthetic *trace, const char *name)
{
    if (!g_strv_contains(trace->kind->parameters, name))
        return NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(parameters); i++)
        if (strcmp(parameters[i].name, name) == 0)
            return (uint64_t *)((char *)trace + parameters[i].offset);
    return NULL;
}

/* "blocks=80"; numbers as in C. */
static bool set(struct synthetic *trace, const char *setting, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(setting, "=", 2);
    uint64_t *value = parts[0] ? parameter(trace, parts[0]) : NULL;
    if (!value)
        return refuse(error, "no parameter of this kind", setting);
    char *end = NULL;
    errno = 0;
    if (parts[1] && g_ascii_isdigit(*parts[1]))
        *value = g_ascii_strtoull(parts[1], &end, 0);
    return (end && *end == '\0' && errno == 0) || refuse(error, "wants a whole number", setting);
}

bool synthetic_init(struct synthetic *trace, const char *kind, const char *const *settings,
                    GError **error)
{
    const struct synthetic_kind *found = synthetic_kind_named(kind);
    if (!found)
        return refuse(error,
                      "no such kind; vecadd, ffma, strided, gather, matmul, chase, random, "
                      "tensor, async, bank",
                      kind);
    *trace = found->defaults;
    trace->kind = found;
    if (trace->version == 0)
        trace->version = VOLTA;
    trace->kernels = 1;
    for (; *settings; settings++)
        if (!set(trace, *settings, error))
            return false;
    return found->fits(trace) || refuse(error, "these numbers don't fit together", kind);
}

/* ---- output --------------------------------------------------------------------------------- */

static bool failed(GError **error, const char *what)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", what,
                g_strerror(code));
    return false;
}

bool synthetic_write(const struct synthetic *trace, FILE *file, struct trace_counts *counts,
                     GError **error)
{
    struct trace_head head = {.name = trace->kind->name,
                              .grid = {1, 1},
                              .block = {1, 1},
                              .binary_version = (unsigned)trace->version,
                              .stream = (unsigned)trace->stream};
    struct trace_writer writer;
    trace->kind->head(trace, &head);
    trace_writer_init(&writer, file, &head);
    trace->kind->write(trace, &writer);
    *counts = writer.counts;
    trace_writer_clear(&writer);
    return (fflush(file) == 0 && !ferror(file)) || failed(error, trace->kind->name);
}

static bool write_list(const struct synthetic *trace, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    struct synthetic_copy copies[SYNTHETIC_COPIES] = {0};
    if (trace->memcpy)
        trace->kind->copies(trace, copies);
    for (unsigned i = 0; i < SYNTHETIC_COPIES; i++)
        if (copies[i].bytes > 0)
            g_string_append_printf(
                text, "MemcpyHtoD,0x%016" G_GINT64_MODIFIER "x,%" G_GINT64_MODIFIER "u\n",
                copies[i].address, copies[i].bytes);
    for (uint64_t i = 0; i < trace->kernels; i++)
        g_string_append(text, "kernel-1.traceg\n");
    return g_file_set_contents(path, text->str, (gssize)text->len, error);
}

static bool write_counts(const struct trace_counts *counts, const char *folder, GError **error)
{
#define U "%" G_GINT64_MODIFIER "u"
    g_autofree char *path = g_build_filename(folder, "stats.txt", NULL);
    g_autofree char *text = g_strdup_printf(
        "blocks " U " warp_insts " U " thread_insts " U " mem_warp_insts " U " bytes " U "\n",
        counts->blocks, counts->warp_instructions, counts->thread_instructions, counts->accesses,
        counts->bytes);
#undef U
    return g_file_set_contents(path, text, -1, error);
}

bool synthetic_write_folder(const struct synthetic *trace, const char *folder,
                            struct trace_counts *counts, GError **error)
{
    if (g_mkdir_with_parents(folder, 0755) != 0)
        return failed(error, folder);
    g_autofree char *path = g_build_filename(folder, "kernel-1.traceg", NULL);
    FILE *file = fopen(path, "w");
    if (!file)
        return failed(error, path);
    bool written = synthetic_write(trace, file, counts, error);
    if (fclose(file) != 0 && written)
        written = failed(error, path);
    return written && write_list(trace, folder, error) && write_counts(counts, folder, error);
}
