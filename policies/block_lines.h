/* SPDX-License-Identifier: BSD-3-Clause */
/* Block lines: the lines of device memory that each block of a launch reads. Locality-aware block
 * schedulers work from them. A front end may know them before the launch
 * (instruction_source_ops.block_lines in workloads/instruction_source.h), or a file of an earlier
 * run says them (policies/locality/block_lines_file.h).
 *
 * Compressed rows: block b's lines are lines[first[b]] to lines[first[b + 1] - 1], ascending, each
 * once, as line numbers: address / line_bytes. A line here is whatever unit was asked for.
 *
 * Source: PAVER, section 3: what the blocks of a launch share is known from its code, its grid and
 * its parameters when addresses depend on nothing else.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_BLOCK_LINES_H
#define SIMGPU_POLICIES_BLOCK_LINES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct block_lines {
    uint64_t n_blocks;
    uint32_t line_bytes; /* a power of two */
    /* Global reads whose addresses are not known, because they depend on data; 0: the lines are all
     * that the blocks read. Static instructions of the kernel, not accesses. */
    uint32_t reads_unknown, reads_known;
    uint32_t *unknown_pcs; /* reads_unknown of them, ascending; NULL: not said */
    uint64_t *first;       /* n_blocks + 1 */
    uint64_t *lines;
};

static inline void block_lines_free(struct block_lines *lines)
{
    if (lines) {
        free(lines->first);
        free(lines->lines);
        free(lines->unknown_pcs);
        free(lines);
    }
}

#endif
