/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that list the lines that each block of each launch reads. A run writes one (--lines-out),
 * for programs whose addresses depend on data. Graphs made elsewhere can have this format, too.
 *
 *     block lines 1
 *     launch 0 line 128 blocks 4 kernel name
 *     block 0 500-531 1000-1992/32
 *     block 2 7
 *
 * A launch has its number in the run, the bytes of a line, its number of blocks, and its kernel's
 * name, up to the end of the row. Blocks ascend; a block without a row reads nothing. A block's row
 * has numbers of lines (address / bytes of a line): one, a range, or a range with a step,
 * ascending, no line twice. Rows that begin with '#' are comments; empty rows mean nothing. You may
 * put several files behind each other in one, for several programs. The first launch with the
 * number and the kernel counts.
 *
 * Source: PAVER, section 3.3, names profiling as the other way to know the lines.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_BLOCK_LINES_FILE_H
#define SIMGPU_POLICIES_LOCALITY_BLOCK_LINES_FILE_H

#include "policies/block_lines.h"
#include "policies/policy.h"

enum {
    BLOCK_LINES_FILE_BLOCKS = 1 << 20, /* of a launch, at most */
    BLOCK_LINES_FILE_LINES = 1 << 24   /* of a launch's blocks together, at most */
};

/* Whether a file is well formed. NULL counts as well formed. */
bool block_lines_file_check(const struct policy_file *file, GError **error);

/* The lines of a launch by a well-formed file. NULL: the file lacks the launch, or has it with
 * another kernel or fewer blocks. block_lines_free. */
struct block_lines *block_lines_file_read(const struct policy_file *file, uint32_t launch,
                                          const char *kernel, uint64_t n_blocks);

/* These append the first row, a launch's row, and a block's row. lines: ascending, each once. */
void block_lines_file_write_title(GString *text);
void block_lines_file_write_launch(GString *text, uint32_t launch, uint32_t line_bytes,
                                   uint64_t n_blocks, const char *kernel);
void block_lines_file_write_block(GString *text, uint64_t block, const uint64_t *lines, size_t n);

#endif
