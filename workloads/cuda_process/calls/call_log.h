/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program has asked and heard, in a file: enough to bring another process of the same
 * program to the same place.
 *
 * A request is kept as its digest: the second process must ask the same. An answer is kept whole,
 * with the bytes of memory that the program sees when it has it.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_LOG_H
#define SIMGPU_WORKLOADS_PROGRAM_CALLS_CALL_LOG_H

#include "base/content_digest.h"
#include "runtime/protocol.h"
#include <glib.h>
#include <stdbool.h>

enum call_record_kind {
    CALL_REQUEST,
    CALL_ANSWER,
    CALL_SEEN,   /* bytes of memory that the next answer lets the program read */
    CALL_CHANGED /* parts of a page that it looks at: struct seen_run */
};

struct call_record {
    enum call_record_kind kind;
    uint32_t file;                /* CALL_SEEN, CALL_CHANGED: enum program_file */
    struct content_digest digest; /* CALL_REQUEST: of the request and what rides behind */
    struct content_digest
        copied;       /* CALL_REQUEST: of what the program has copied to the device since */
    uint64_t at;      /* of these: offset in the file */
    uint64_t n_bytes; /* that follow; of an answer, what rides behind */
    struct protocol_answer answer; /* CALL_ANSWER */
};

/* The files that a program and simgpu share. */
enum program_file { FILE_OF_DEVICE, FILE_OF_HOST };

struct call_log;

/* A new file. NULL with an error. */
struct call_log *call_log_new(const char *path, GError **error);
void call_log_add(struct call_log *log, const struct call_record *record, const void *bytes);
/* Writes what is still in buffers; how many records there are. False: not all could be written. */
bool call_log_flush(struct call_log *log, uint64_t *n_records);
void call_log_free(struct call_log *log);

struct call_reader;

struct call_reader *call_reader_new(const char *path, GError **error);
/* The next one; *bytes is borrowed until the next call. False: the file is not whole. */
bool call_reader_next(struct call_reader *reader, struct call_record *record,
                      const uint8_t **bytes);
void call_reader_free(struct call_reader *reader);

#endif
