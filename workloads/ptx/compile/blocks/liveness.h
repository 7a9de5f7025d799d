/* SPDX-License-Identifier: BSD-3-Clause */
/* Which registers may still be read, of the lanes that run: by blocks. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LIVENESS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_LIVENESS_H

#include "workloads/ptx/exec/exec.h"

struct block_liveness;
struct block_liveness *block_liveness_new(const struct kernel_code *code, const uint8_t *leaders);
void block_liveness_free(struct block_liveness *liveness);
/* Whether the register at this offset is, when the block at `leader` begins. */
bool block_is_live(const struct block_liveness *liveness, uint32_t leader, uint32_t offset);
/* Whether it is behind the instruction at pc. */
bool block_is_live_behind(const struct block_liveness *liveness, const struct kernel_code *code,
                          const uint8_t *leaders, uint32_t pc, uint32_t offset);
/* The set of those that are live before the instruction at pc, for block_is_in(); g_free. */
uint64_t *block_live_before(const struct block_liveness *liveness, const struct kernel_code *code,
                            const uint8_t *leaders, uint32_t pc);
bool block_is_in(const struct block_liveness *liveness, const uint64_t *set, uint32_t offset);
/* What a warp may read before it has written it, by offset; of code all of whose instructions name
 * their sources (exec/run/sources.h). g_free. */
struct exec_registers *block_first_reads(const struct block_liveness *liveness,
                                         const struct kernel_code *code);
/* Whether the loop that begins at `leader` reads it from elsewhere (loop_reads.h). Where the loop
 * is closed it counts as read. */
bool block_is_seen(const struct block_liveness *liveness, uint32_t leader, uint32_t offset);
/* By which lanes are known that have come to the loop at `leader` again: what is live there, and
 * what the loop has read. By offset; g_free. */
struct exec_registers *block_looked_at(const struct block_liveness *liveness,
                                       const struct kernel_code *code, uint32_t leader);

#endif
