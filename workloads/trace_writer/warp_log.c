/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/warp_log.h"
#include "base/input_error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* The first word of a line. */
enum head_bits { HEAD_PC = (1 << 29) - 1, HEAD_FULL = 1 << 29, HEAD_ADDRESSES = 1 << 30 };

void log_store_init(struct log_store *store, const char *folder)
{
    *store = (struct log_store){
        .folder = folder, .limit = LOG_MEMORY_BYTES, .file = -1, .logs = g_ptr_array_new()};
}

void log_store_finish(struct log_store *store)
{
    if (store->file >= 0)
        close(store->file);
    g_clear_pointer(&store->logs, g_ptr_array_unref);
}

struct warp_log *warp_log_new(struct log_store *store)
{
    struct warp_log *log = g_new0(struct warp_log, 1);
    log->store = store;
    log->place = store->logs->len;
    g_ptr_array_add(store->logs, log);
    return log;
}

void warp_log_free(struct warp_log *log)
{
    struct log_store *store = log->store;
    store->held -= log->bytes ? log->bytes->len : 0;
    g_ptr_array_remove_index_fast(store->logs, log->place);
    if (log->place < store->logs->len)
        ((struct warp_log *)store->logs->pdata[log->place])->place = log->place;
    g_clear_pointer(&log->bytes, g_byte_array_unref);
    g_clear_pointer(&log->pieces, g_array_unref);
    g_free(log);
}

/* ---- the spill file ------------------------------------------------------------------------- */

static bool fail(const struct log_store *store, const char *what, GError **error)
{
    return input_error_at(error, store->folder, 0, "cannot %s a file for the trace's blocks: %s",
                          what, g_strerror(errno));
}

static bool open_file(struct log_store *store, GError **error)
{
    g_autofree char *path = g_build_filename(store->folder, ".blocks-XXXXXX", NULL);
    if (store->file >= 0)
        return true;
    store->file = g_mkstemp(path);
    if (store->file < 0)
        return fail(store, "make", error);
    g_unlink(path);
    return true;
}

static bool write_all(struct log_store *store, const uint8_t *bytes, size_t n, GError **error)
{
    while (n > 0) {
        ssize_t written = pwrite(store->file, bytes, n, (off_t)store->file_end);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(store, "write", error);
        bytes += written;
        n -= (size_t)written;
        store->file_end += (uint64_t)written;
    }
    return true;
}

static bool spill(struct warp_log *log, GError **error)
{
    struct log_store *store = log->store;
    if (!log->bytes)
        return true;
    const struct log_piece piece = {.offset = store->file_end, .bytes = log->bytes->len};
    if (!write_all(store, log->bytes->data, log->bytes->len, error))
        return false;
    if (!log->pieces)
        log->pieces = g_array_new(FALSE, FALSE, sizeof(struct log_piece));
    g_array_append_val(log->pieces, piece);
    store->held -= log->bytes->len;
    g_clear_pointer(&log->bytes, g_byte_array_unref);
    return true;
}

static bool spill_all(struct log_store *store, GError **error)
{
    if (!open_file(store, error))
        return false;
    for (guint i = 0; i < store->logs->len; i++)
        if (!spill(store->logs->pdata[i], error))
            return false;
    return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

bool warp_log_add(struct warp_log *log, const struct log_line *line, GError **error)
{
    uint32_t head = line->pc;
    uint16_t length = (uint16_t)line->n_addresses;
    g_assert(line->pc <= HEAD_PC && line->n_addresses <= UINT16_MAX);
    head |= line->mask == UINT32_MAX ? HEAD_FULL : 0;
    head |= length > 0 ? HEAD_ADDRESSES : 0;
    if (!log->bytes)
        log->bytes = g_byte_array_new();
    guint before = log->bytes->len;
    g_byte_array_append(log->bytes, (const guint8 *)&head, sizeof head);
    if (!(head & HEAD_FULL))
        g_byte_array_append(log->bytes, (const guint8 *)&line->mask, sizeof line->mask);
    if (length > 0) {
        g_byte_array_append(log->bytes, (const guint8 *)&length, sizeof length);
        g_byte_array_append(log->bytes, (const guint8 *)line->addresses, length);
    }
    log->lines++;
    log->store->held += log->bytes->len - before;
    return log->store->held <= log->store->limit || spill_all(log->store, error);
}

static const uint8_t *read_line(const uint8_t *p, struct log_line *line)
{
    uint32_t head;
    uint16_t length = 0;
    memcpy(&head, p, sizeof head);
    p += sizeof head;
    *line = (struct log_line){.pc = head & HEAD_PC, .mask = UINT32_MAX};
    if (!(head & HEAD_FULL)) {
        memcpy(&line->mask, p, sizeof line->mask);
        p += sizeof line->mask;
    }
    if (head & HEAD_ADDRESSES) {
        memcpy(&length, p, sizeof length);
        p += sizeof length;
    }
    line->addresses = (const char *)p;
    line->n_addresses = length;
    return p + length;
}

static void read_lines(const uint8_t *p, size_t n,
                       void (*each)(void *data, const struct log_line *line), void *data)
{
    struct log_line line;
    for (const uint8_t *end = p + n; p < end;) {
        p = read_line(p, &line);
        each(data, &line);
    }
}

static bool read_piece(const struct log_store *store, const struct log_piece *piece, uint8_t *to,
                       GError **error)
{
    for (uint64_t done = 0; done < piece->bytes;) {
        ssize_t n =
            pread(store->file, to + done, piece->bytes - done, (off_t)(piece->offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return fail(store, "read", error);
        done += (uint64_t)n;
    }
    return true;
}

bool warp_log_each(struct warp_log *log, void (*each)(void *data, const struct log_line *line),
                   void *data, GError **error)
{
    for (guint i = 0; log->pieces && i < log->pieces->len; i++) {
        const struct log_piece *piece = &g_array_index(log->pieces, struct log_piece, i);
        g_autofree uint8_t *bytes = g_malloc(piece->bytes);
        if (!read_piece(log->store, piece, bytes, error))
            return false;
        read_lines(bytes, piece->bytes, each, data);
    }
    if (log->bytes)
        read_lines(log->bytes->data, log->bytes->len, each, data);
    return true;
}
