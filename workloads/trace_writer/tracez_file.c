/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/tracez_file.h"
#include "base/input_error.h"

#include <errno.h>
#include <stdio.h>
#include <zstd.h>

enum { LEVEL = 3 };

struct tracez_file {
    FILE *file;
    char *path;
    uint32_t piece_lines;
    uint64_t written; /* bytes */
    uint32_t n_blocks;
    GByteArray *index; /* without the number of blocks */
    GString *piece;    /* its text */
    uint32_t lines;    /* of the piece */
    uint32_t left;     /* lines of the warp */
    ZSTD_CCtx *context;
    ZSTD_CDict *dictionary; /* NULL: none */
};

static bool fail(const char *path, GError **error)
{
    return input_error_at(error, path, 0, "cannot write this trace: %s", g_strerror(errno));
}

static void put(struct tracez_file *file, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, file->file); /* the stream remembers a failure */
    file->written += n;
}

static void put_u32(struct tracez_file *file, uint32_t number)
{
    const uint32_t bytes = GUINT32_TO_LE(number);
    put(file, &bytes, sizeof bytes);
}

static void put_u64(struct tracez_file *file, uint64_t number)
{
    const uint64_t bytes = GUINT64_TO_LE(number);
    put(file, &bytes, sizeof bytes);
}

static void index_u32(struct tracez_file *file, uint32_t number)
{
    const uint32_t bytes = GUINT32_TO_LE(number);
    g_byte_array_append(file->index, (const guint8 *)&bytes, sizeof bytes);
}

struct tracez_file *tracez_file_new(const char *path, const struct tracez_setup *setup,
                                    GError **error)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        fail(path, error);
        return NULL;
    }
    struct tracez_file *file = g_new0(struct tracez_file, 1);
    file->file = stream;
    file->path = g_strdup(path);
    file->piece_lines = setup->piece_lines;
    file->index = g_byte_array_new();
    file->piece = g_string_new(NULL);
    file->context = ZSTD_createCCtx();
    g_assert(file->context && setup->piece_lines > 0);
    uint32_t size = setup->dictionary ? setup->dictionary_bytes : 0;
    if (size > 0)
        file->dictionary = ZSTD_createCDict(setup->dictionary, size, LEVEL);
    put(file, setup->header, strlen(setup->header) + 1);
    put_u32(file, size);
    put_u32(file, setup->piece_lines);
    put(file, setup->dictionary, size);
    return file;
}

static void end_piece(struct tracez_file *file)
{
    if (file->lines == 0)
        return;
    size_t length = file->piece->len - 1; /* without the last '\n' */
    size_t room = ZSTD_compressBound(length);
    g_autofree void *packed = g_malloc(room);
    size_t size =
        file->dictionary
            ? ZSTD_compress_usingCDict(file->context, packed, room, file->piece->str, length,
                                       file->dictionary)
            : ZSTD_compressCCtx(file->context, packed, room, file->piece->str, length, LEVEL);
    g_assert(!ZSTD_isError(size)); /* the room is enough */
    put_u32(file, (uint32_t)size);
    put(file, packed, size);
    index_u32(file, file->lines);
    g_string_truncate(file->piece, 0);
    file->lines = 0;
}

void tracez_file_block(struct tracez_file *file, const struct tracez_place *place, uint32_t n_warps)
{
    const uint32_t *const triples[] = {place->index, place->cluster, place->in_cluster};
    g_assert(file->left == 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(triples); i++)
        for (unsigned j = 0; j < 3; j++)
            index_u32(file, triples[i][j]);
    index_u32(file, place->rank);
    index_u32(file, n_warps);
    file->n_blocks++;
}

void tracez_file_warp(struct tracez_file *file, uint32_t n)
{
    g_assert(file->left == 0);
    uint32_t pieces = n / file->piece_lines + (n % file->piece_lines > 0);
    const uint64_t place = GUINT64_TO_LE(file->written);
    index_u32(file, n);
    index_u32(file, pieces);
    g_byte_array_append(file->index, (const guint8 *)&place, sizeof place);
    put_u32(file, n);
    put_u32(file, pieces);
    file->left = n;
}

void tracez_file_line(struct tracez_file *file, const char *line, size_t length)
{
    g_assert(file->left > 0 && length > 0 && line[length - 1] == '\n');
    g_string_append_len(file->piece, line, (gssize)length);
    file->left--;
    if (++file->lines == file->piece_lines || file->left == 0)
        end_piece(file);
}

bool tracez_file_close(struct tracez_file *file, GError **error)
{
    uint64_t place = file->written;
    g_assert(file->left == 0);
    put_u32(file, file->n_blocks);
    put(file, file->index->data, file->index->len);
    put_u64(file, place);
    bool bad = ferror(file->file) != 0;
    bad |= fclose(g_steal_pointer(&file->file)) != 0;
    if (bad)
        fail(file->path, error);
    tracez_file_free(file);
    return !bad;
}

void tracez_file_free(struct tracez_file *file)
{
    if (!file)
        return;
    if (file->file)
        fclose(file->file);
    ZSTD_freeCCtx(file->context);
    ZSTD_freeCDict(file->dictionary);
    g_byte_array_unref(file->index);
    g_string_free(file->piece, TRUE);
    g_free(file->path);
    g_free(file);
}
