/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that say which lines each block of each launch reads: what a run has read (--lines-out),
 * for programs whose addresses depend on data, and graphs made elsewhere.
 *
 *     block lines 1
 *     launch 0 line 128 blocks 4 kernel name
 *     block 0 500-531 1000-1992/32
 *     block 2 7
 *
 * A launch has its number in the run, the bytes of a line, its blocks, and its kernel's name, up to
 * the end of the row. Blocks ascend; those without a row read nothing. A block's row has numbers of
 * lines (address / bytes of a line): one, a range, or a range with a step, ascending, no line
 * twice. Rows that begin with '#' and empty ones mean nothing. Files may stand behind each other in
 * one, so that one file serves several programs: the first launch with the number and the kernel
 * counts.
 *
 * Source: PAVER, section 3.3, for profiling as the other way to know them.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_BLOCK_LINES_FILE_H
#define SIMGPU_POLICIES_LOCALITY_BLOCK_LINES_FILE_H

#include "policies/block_lines.h"
#include "policies/policy.h"

enum {
    BLOCK_LINES_FILE_BLOCKS = 1 << 20, /* of a launch, at most */
    BLOCK_LINES_FILE_LINES = 1 << 24   /* of a launch's blocks together, at most */
};

/* Whether a file is well formed. NULL is. */
bool block_lines_file_check(const struct policy_file *file, GError **error);

/* What a file that is well formed says about a launch; NULL: nothing, or about another kernel, or
 * about fewer blocks. block_lines_free. */
struct block_lines *block_lines_file_read(const struct policy_file *file, uint32_t launch,
                                          const char *kernel, uint64_t n_blocks);

/* Appends the first row, a launch's, a block's. lines: ascending, each once. */
void block_lines_file_write_title(GString *text);
void block_lines_file_write_launch(GString *text, uint32_t launch, uint32_t line_bytes,
                                   uint64_t n_blocks, const char *kernel);
void block_lines_file_write_block(GString *text, uint64_t block, const uint64_t *lines, size_t n);

#endif
