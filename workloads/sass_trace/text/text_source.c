/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/text/text_source.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/text_packing.h"
#include "workloads/sass_trace/text/text_tracez.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PACKED_BYTES = 1 << 16 };

struct text_source {
    int file;
    char *path;
    struct tracez *tracez;              /* NULL: another form */
    const struct text_packing *packing; /* NULL: plain, or a .tracez */
    void *state;
    char *packed; /* PACKED_BYTES */
    struct packed_step step;
    bool finished;
};

static const struct text_packing *packing_of(const char *path)
{
    static const struct text_packing *const known[] = {&xz_packing, &zstd_packing};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_str_has_suffix(path, known[i]->suffix))
            return known[i];
    return NULL;
}

struct text_source *text_source_open(const char *path, GError **error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        input_error_at(error, path, 0, "cannot be opened: %s", g_strerror(errno));
        return NULL;
    }
    struct text_source *source = g_new0(struct text_source, 1);
    source->file = file;
    source->path = g_strdup(path);
    source->packing = packing_of(path);
    if (g_str_has_suffix(path, ".tracez")) {
        source->tracez = tracez_open(file, source->path, error);
        if (!source->tracez)
            g_clear_pointer(&source, text_source_free);
        return source;
    }
    if (source->packing) {
        source->packed = g_malloc(PACKED_BYTES);
        source->state = source->packing->open();
        g_assert(source->state);
    }
    return source;
}

void text_source_free(struct text_source *source)
{
    if (!source)
        return;
    if (source->packing)
        source->packing->close(source->state);
    tracez_free(source->tracez);
    close(source->file);
    g_free(source->packed);
    g_free(source->path);
    g_free(source);
}

/* Bytes of the file; -1 with an error. */
static ssize_t read_file(struct text_source *source, char *to, size_t size, GError **error)
{
    ssize_t n;
    do
        n = read(source->file, to, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        input_error_at(error, source->path, 0, "cannot be read: %s", g_strerror(errno));
    return n;
}

static bool refill(struct text_source *source, GError **error)
{
    ssize_t n = read_file(source, source->packed, PACKED_BYTES, error);
    source->step.in = source->packed;
    source->step.in_left = n > 0 ? (size_t)n : 0;
    source->step.at_end = n == 0;
    return n >= 0;
}

static ssize_t read_packed(struct text_source *source, char *to, size_t size, GError **error)
{
    struct packed_step *step = &source->step;
    const char *problem = NULL;
    step->out = to;
    step->out_left = size;
    while (step->out_left == size && !source->finished) {
        if (step->in_left == 0 && !step->at_end && !refill(source, error))
            return -1;
        if (!source->packing->step(source->state, step, &source->finished, &problem)) {
            input_error_at(error, source->path, 0, "cannot be unpacked: %s", problem);
            return -1;
        }
    }
    return (ssize_t)(size - step->out_left);
}

ssize_t text_source_read(struct text_source *source, char *to, size_t size, GError **error)
{
    if (source->tracez)
        return tracez_read(source->tracez, to, size, error);
    return source->packing ? read_packed(source, to, size, error)
                           : read_file(source, to, size, error);
}

bool text_source_can_reopen(const char *path)
{
    struct stat facts;
    return stat(path, &facts) != 0 || S_ISREG(facts.st_mode);
}
