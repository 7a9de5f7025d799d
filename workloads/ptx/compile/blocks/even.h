/* SPDX-License-Identifier: BSD-3-Clause */
/* Which registers of a whole warp are even (even_ops.h) where blocks begin, as long as the warp
 * stays whole. What lanes have written while they were parted is not, where they meet. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_EVEN_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_EVEN_H

#include "workloads/ptx/compile/blocks/even_ops.h"

struct block_even;
/* ends: enum turn_end by pc (blocks.h). rows: the launch's threads lie so that indices are even:
 * block_even_rows(). NULL: the kernel is none of those that are looked at. */
struct block_even *block_even_new(const struct kernel_code *code, const uint8_t *ends, bool rows);
void block_even_free(struct block_even *even);
/* Whether each half of a whole warp is a row of threads, of blocks of these dimensions. */
bool block_even_rows(const uint32_t block[3]);

/* Whether control can come to the block at `leader`, for all that is known. */
bool block_even_reaches(const struct block_even *even, uint32_t leader);
/* The register at this offset, when the block at `leader` begins. */
struct even_lanes block_even_at(const struct block_even *even, uint32_t leader, uint32_t offset);
/* A constant or special register. */
struct even_lanes block_even_fixed(const struct block_even *even,
                                   const struct exec_operand *operand);
/* What an instruction makes of its sources: of its one destination, or of all that it loads. */
struct even_lanes block_even_result(const struct exec_op *op, const struct even_lanes *source);

#endif
