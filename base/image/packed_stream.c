/* SPDX-License-Identifier: BSD-3-Clause */
/* The level is Zstandard's fastest but the negative ones: an image stops the run. */
#define ZSTD_STATIC_LINKING_ONLY
#include "base/image/packed_stream.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { LEVEL = 1, PLAIN_BYTES = 1 << 20, ALIGNMENT = 64 };

/* In front of each piece. */
struct piece {
    uint32_t plain_bytes, packed_bytes;
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t context_bytes(void)
{
    const size_t writing = ZSTD_estimateCCtxSize(LEVEL), reading = ZSTD_estimateDCtxSize();
    return aligned(writing > reading ? writing : reading);
}

size_t packed_stream_room(void)
{
    return context_bytes() + PLAIN_BYTES + aligned(ZSTD_compressBound(PLAIN_BYTES));
}

static void begin(struct packed_stream *stream, int file, uint8_t *room)
{
    *stream = (struct packed_stream){.file = file,
                                     .plain = room + context_bytes(),
                                     .packed = room + context_bytes() + PLAIN_BYTES};
}

void packed_stream_write_to(struct packed_stream *stream, int file, void *room)
{
    begin(stream, file, room);
    stream->context = ZSTD_initStaticCCtx(room, context_bytes());
    stream->failed = !stream->context;
}

static bool write_all(int file, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    while (n > 0) {
        const ssize_t written = write(file, at, n);
        if (written < 0 && errno != EINTR)
            return false;
        at += written > 0 ? written : 0;
        n -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static void write_piece(struct packed_stream *stream)
{
    const size_t packed =
        ZSTD_compressCCtx(stream->context, stream->packed, ZSTD_compressBound(PLAIN_BYTES),
                          stream->plain, stream->filled, LEVEL);
    const struct piece piece = {(uint32_t)stream->filled, (uint32_t)packed};
    stream->failed |= ZSTD_isError(packed) || !write_all(stream->file, &piece, sizeof piece) ||
                      !write_all(stream->file, stream->packed, packed);
    stream->written += sizeof piece + packed;
    stream->filled = 0;
}

void packed_stream_write(struct packed_stream *stream, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    while (n > 0 && !stream->failed) {
        const size_t room = PLAIN_BYTES - stream->filled, now = n < room ? n : room;
        memcpy(stream->plain + stream->filled, at, now);
        stream->filled += now;
        at += now;
        n -= now;
        if (stream->filled == PLAIN_BYTES)
            write_piece(stream);
    }
}

bool packed_stream_write_end(struct packed_stream *stream)
{
    if (stream->filled > 0 && !stream->failed)
        write_piece(stream);
    return !stream->failed;
}

void packed_stream_read_from(struct packed_stream *stream, int file, void *room)
{
    begin(stream, file, room);
    stream->context = ZSTD_initStaticDCtx(room, context_bytes());
    stream->failed = !stream->context;
}

static bool read_all(int file, void *bytes, size_t n)
{
    uint8_t *at = bytes;
    while (n > 0) {
        const ssize_t got = read(file, at, n);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void read_piece(struct packed_stream *stream)
{
    struct piece piece;
    stream->failed = !read_all(stream->file, &piece, sizeof piece) || piece.plain_bytes == 0 ||
                     piece.plain_bytes > PLAIN_BYTES ||
                     piece.packed_bytes > ZSTD_compressBound(PLAIN_BYTES) ||
                     !read_all(stream->file, stream->packed, piece.packed_bytes) ||
                     ZSTD_decompressDCtx(stream->context, stream->plain, PLAIN_BYTES,
                                         stream->packed, piece.packed_bytes) != piece.plain_bytes;
    stream->taken = 0;
    stream->filled = stream->failed ? 0 : piece.plain_bytes;
}

bool packed_stream_read(struct packed_stream *stream, void *bytes, size_t n)
{
    uint8_t *at = bytes;
    while (n > 0 && !stream->failed) {
        if (stream->taken == stream->filled)
            read_piece(stream);
        const size_t left = stream->filled - stream->taken, now = n < left ? n : left;
        memcpy(at, stream->plain + stream->taken, now);
        stream->taken += now;
        at += now;
        n -= now;
    }
    return !stream->failed;
}
