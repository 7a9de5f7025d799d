/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instruction set a kernel's trace is in, and what its header says that cannot be.
 *
 * Some tracers leave header fields as they find them in memory: published traces say binary version
 * 0 or 21,955 registers. A version that cannot be is replaced by that of the platform's GPU, a
 * number of registers that cannot be by what the first block's lines name; both are noted, once for
 * all kernels, with the first one's file.
 *
 * Source: NVIDIA, "CUDA C Programming Guide", table "Technical Specifications per Compute
 * Capability": at most 255 registers a thread since Kepler (63 before). NVBit, which tracers are
 * made with, begins with Kepler, compute capability 3.0.
 * Differs: Accel-Sim ends with "unsupported binary version", and without a place for a block.
 */
#ifndef SIMGPU_SASS_TRACE_REPAIR_H
#define SIMGPU_SASS_TRACE_REPAIR_H

#include "workloads/sass_trace/header.h"

struct trace_repair {
    unsigned version;          /* of all kernels, whatever headers say; 0: what headers say */
    unsigned platform_version; /* for headers whose version cannot be; 0: the lowest there is */
    guint64 *version_note, *register_note; /* counters, from the first such kernel on */
};

/* Gives the header, which has just been read from this reader, an instruction set and registers.
 * With registers to count it reads on to the first block's end. */
bool trace_repair(struct trace_repair *repair, struct trace_header *header,
                  struct line_reader *reader, struct trace_notes *notes, GError **error);

#endif
