/* SPDX-License-Identifier: BSD-3-Clause */
/* What the lines before the first thread block of a trace say: the kernel and its launch.
 *
 * A header is lines of "-name = value" up to a line that begins with '#'. Order and blanks are
 * free. Unknown names are noted.
 */
#ifndef SIMGPU_SASS_TRACE_HEADER_H
#define SIMGPU_SASS_TRACE_HEADER_H

#include "workloads/sass_trace/isa.h"
#include "workloads/sass_trace/notes.h"
#include "workloads/sass_trace/text/line_reader.h"

/* The first version of the format whose lines may have values of registers. */
enum { TRACE_VERSION_WITH_VALUES = 6 };
/* Of the windows of shared and local memory in generic addresses. ASSUMED. */
enum { TRACE_WINDOW_BYTES = 16 << 20 };

struct trace_header {
    char *name;
    uint32_t grid[3], block[3];
    uint32_t cluster[3];   /* all 0: not said */
    uint32_t shared_bytes; /* static and dynamic */
    uint32_t registers;    /* a thread */
    uint32_t binary_version;
    const struct sass_isa *isa; /* NULL until trace_repair */
    uint64_t stream;
    uint64_t shared_base, local_base; /* of the windows in generic addresses; 0: not known */
    uint32_t version;                 /* of the tracer; below 3 lines begin with block and warp */
    uint32_t line_numbers;            /* 1: lines begin with a line number of the source */
};

/* Reads up to and including the line that begins with '#'. */
bool trace_header_read(struct trace_header *header, struct line_reader *reader,
                       struct trace_notes *notes, GError **error);
void trace_header_finish(struct trace_header *header);

uint64_t trace_header_blocks(const struct trace_header *header);
uint32_t trace_header_threads(const struct trace_header *header); /* a block */

#endif
