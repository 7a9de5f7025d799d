/* SPDX-License-Identifier: BSD-3-Clause */
/* A stream of bytes in a file, packed by Zstandard in pieces.
 *
 * Writing allocates nothing: all its room is given at the begin.
 */
#ifndef SIMGPU_BASE_IMAGE_PACKED_STREAM_H
#define SIMGPU_BASE_IMAGE_PACKED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packed_stream {
    int file;
    bool failed; /* to write, or to read what is whole */
    void *context;
    uint8_t *plain, *packed;
    size_t filled, taken; /* of the plain bytes */
    uint64_t written;     /* bytes in the file */
};

/* Bytes of room that either way takes. */
size_t packed_stream_room(void);

void packed_stream_write_to(struct packed_stream *stream, int file, void *room);
void packed_stream_write(struct packed_stream *stream, const void *bytes, size_t n);
/* False if not all could be written. */
bool packed_stream_write_end(struct packed_stream *stream);

void packed_stream_read_from(struct packed_stream *stream, int file, void *room);
/* False at the end, or where the file is not whole. */
bool packed_stream_read(struct packed_stream *stream, void *bytes, size_t n);

#endif
