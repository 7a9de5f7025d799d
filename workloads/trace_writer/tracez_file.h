/* SPDX-License-Identifier: BSD-3-Clause */
/* A .tracez as it is written, from front to back (workloads/sass_trace/text/text_tracez.h has the
 * form).
 *
 * The caller says header, blocks, warps and lines in their order. The index waits in memory: 44
 * bytes a block, 16 a warp and 4 a piece. What goes wrong with the file is said at the end.
 */
#ifndef SIMGPU_TRACE_WRITER_TRACEZ_FILE_H
#define SIMGPU_TRACE_WRITER_TRACEZ_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct tracez_file;

struct tracez_setup {
    const char *header;     /* its text */
    const void *dictionary; /* of zstd; NULL: none */
    uint32_t dictionary_bytes;
    uint32_t piece_lines; /* most instructions of a piece */
};

/* Where a block lies. */
struct tracez_place {
    uint32_t index[3];
    uint32_t cluster[3], in_cluster[3], rank;
};

/* NULL with an error if the file cannot be made. */
struct tracez_file *tracez_file_new(const char *path, const struct tracez_setup *setup,
                                    GError **error);
void tracez_file_block(struct tracez_file *file, const struct tracez_place *place,
                       uint32_t n_warps);
/* The next warp of the block, whose n lines follow. */
void tracez_file_warp(struct tracez_file *file, uint32_t n);
/* line: with its '\n'. */
void tracez_file_line(struct tracez_file *file, const char *line, size_t length);
/* Writes the index. False with an error if not all could be written. Frees the file. */
bool tracez_file_close(struct tracez_file *file, GError **error);
/* Gives up; NULL is fine. */
void tracez_file_free(struct tracez_file *file);

#endif
