/* SPDX-License-Identifier: BSD-3-Clause */
/* Block lines: the lines of device memory that each block of a launch reads. Locality-aware block
 * schedulers need them. A front end may know them before the launch
 * (instruction_source_ops.block_lines in workloads/instruction_source.h), or a file of an earlier
 * run has them (policies/locality/block_lines_file.h).
 *
 * Compressed rows: block b's lines are lines[first[b]] to lines[first[b + 1] - 1], ascending, each
 * once, as line numbers: address / line_bytes. A line here is a unit of the size asked for.
 *
 * Source: PAVER, section 3: code, grid and parameters of a launch tell which lines its blocks
 * share, if addresses depend on nothing else.
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
    /* Global reads whose addresses are not known, because they depend on data, and those whose
     * addresses are. They count static instructions of the kernel, not accesses. If reads_unknown
     * is 0, blocks read no other lines. */
    uint32_t reads_unknown, reads_known;
    uint32_t *unknown_pcs; /* pcs of the unknown reads, ascending; NULL: not given */
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
