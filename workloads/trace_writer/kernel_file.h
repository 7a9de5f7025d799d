/* SPDX-License-Identifier: BSD-3-Clause */
/* One kernel's trace while the kernel runs.
 *
 * Blocks are written in the order of their index, whatever the order in which they end, so that the
 * file depends neither on the lookahead nor on how the SMs take turns.
 */
#ifndef SIMGPU_TRACE_WRITER_KERNEL_FILE_H
#define SIMGPU_TRACE_WRITER_KERNEL_FILE_H

#include "workloads/launch.h"
#include "workloads/trace_writer/line_text.h"
#include "workloads/trace_writer/tracez_file.h"
#include "workloads/trace_writer/warp_log.h"
#include <stdio.h>

/* What a trace's header says beyond the launch itself. */
struct trace_windows {
    uint64_t shared_base, local_base; /* of shared and local memory in generic addresses */
};

struct kernel_file_header {
    const struct launch *launch;
    const char *name;
    uint32_t number; /* 1, 2, 3, ... */
    uint32_t registers, shared_bytes, binary_version;
    uint32_t version;  /* of the format: 5 or 6 */
    bool packed;       /* a .tracez; else a .traceg */
    bool line_numbers; /* lines begin with a line number */
    struct trace_windows windows;
};

struct kernel_block {
    uint64_t index;
    unsigned n_warps, left; /* left: warps that have not ended */
    struct warp_log **logs; /* by warp */
};

struct kernel_file {
    char *path;
    FILE *file;                 /* NULL: packed */
    struct tracez_file *packed; /* NULL: text */
    struct launch shape;        /* its grid and cluster */
    bool places;                /* blocks say where they are in their cluster */
    uint64_t next;              /* index of the block that is written next */
    GHashTable *blocks;         /* index -> struct kernel_block, begun and not yet written */
    struct log_store *store;
    const struct line_text *lines; /* by pc */
    GString *text;
};

/* Makes the file and writes its header. NULL with an error. lines: borrowed. */
struct kernel_file *kernel_file_new(const char *path, const struct kernel_file_header *header,
                                    const struct line_text *lines, struct log_store *store,
                                    GError **error);
/* The block's logs; it may be new. */
struct kernel_block *kernel_file_block(struct kernel_file *kernel, uint64_t index,
                                       unsigned n_warps);
/* All warps of the block have ended: it is written as soon as all before it are. */
bool kernel_file_block_ended(struct kernel_file *kernel, struct kernel_block *block,
                             GError **error);
/* Closes it. False with an error if not all could be written. */
bool kernel_file_close(struct kernel_file *kernel, GError **error);
void kernel_file_free(struct kernel_file *kernel);

#endif
