/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's trace as .tracez: the text of a .traceg, in pieces that are packed each for itself.
 *
 *   header text, ended by a NUL
 *   u32 bytes of the dictionary, u32 instructions a piece has at most
 *   the dictionary of zstd
 *   for each warp: u32 instructions, u32 pieces; for each piece: u32 bytes, a frame of zstd
 *   index: u32 blocks; for each block ten u32 (its x, y, z; its cluster's x, y, z; its place x, y,
 * z in the cluster, its rank), u32 warps; for each warp u32 instructions, u32 pieces, u64 place in
 * the file; for each piece u32 instructions u64 place of the index Numbers are little-endian. The
 * lines of a piece have '\n' between them and none behind the last.
 *
 * The reader makes the text of a .traceg of it, from front to back: whoever reads text knows
 * nothing of the packing. Neither the index nor a piece is ever whole in memory: of the index it
 * holds a few kilobytes, of a piece what zstd's window takes.
 *
 * Source: accel-sim/accel-sim-framework, util/tracer_nvbit/tracer_tool/tracez_format.h and
 * traces-processing/post-traces-processing.cpp at e1c2b678.
 */
#ifndef SIMGPU_SASS_TRACE_TEXT_TRACEZ_H
#define SIMGPU_SASS_TRACE_TEXT_TRACEZ_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct tracez;

/* file: borrowed, as is path, which is for messages. NULL with an error. */
struct tracez *tracez_open(int file, const char *path, GError **error);
void tracez_free(struct tracez *trace); /* NULL is fine */
/* As text_source_read. */
ssize_t tracez_read(struct tracez *trace, char *to, size_t size, GError **error);

#endif
