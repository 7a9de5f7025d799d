/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/calls/call_log.h"
#include "base/image/packed_stream.h"
#include "base/input_error.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct call_log {
    struct packed_stream stream;
    void *room;
    uint64_t n_records;
};

struct call_reader {
    struct packed_stream stream;
    void *room;
    GByteArray *bytes;
};

struct call_log *call_log_new(const char *path, GError **error)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        input_error_at(error, path, 0, "can't be written: %s", g_strerror(errno));
        return NULL;
    }
    struct call_log *log = g_new0(struct call_log, 1);
    log->room = g_malloc(packed_stream_room());
    packed_stream_write_to(&log->stream, file, log->room);
    return log;
}

void call_log_add(struct call_log *log, const struct call_record *record, const void *bytes)
{
    packed_stream_write(&log->stream, record, sizeof *record);
    packed_stream_write(&log->stream, bytes, record->n_bytes);
    log->n_records++;
}

bool call_log_flush(struct call_log *log, uint64_t *n_records)
{
    *n_records = log->n_records;
    return packed_stream_write_end(&log->stream);
}

void call_log_free(struct call_log *log)
{
    if (!log)
        return;
    close(log->stream.file);
    g_free(log->room);
    g_free(log);
}

struct call_reader *call_reader_new(const char *path, GError **error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        input_error_at(error, path, 0, "can't be read: %s", g_strerror(errno));
        return NULL;
    }
    struct call_reader *reader = g_new0(struct call_reader, 1);
    reader->room = g_malloc(packed_stream_room());
    reader->bytes = g_byte_array_new();
    packed_stream_read_from(&reader->stream, file, reader->room);
    return reader;
}

bool call_reader_next(struct call_reader *reader, struct call_record *record, const uint8_t **bytes)
{
    if (!packed_stream_read(&reader->stream, record, sizeof *record) ||
        record->n_bytes > G_MAXUINT32)
        return false;
    g_byte_array_set_size(reader->bytes, (guint)record->n_bytes);
    *bytes = reader->bytes->data;
    return packed_stream_read(&reader->stream, reader->bytes->data, record->n_bytes);
}

void call_reader_free(struct call_reader *reader)
{
    if (!reader)
        return;
    close(reader->stream.file);
    g_byte_array_free(reader->bytes, TRUE);
    g_free(reader->room);
    g_free(reader);
}
