/* SPDX-License-Identifier: BSD-3-Clause */
/* Which registers may have changed since a whole warp came from elsewhere (emit/emitter.h): the
 * others need not be written back. By blocks. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_CHANGES_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCKS_CHANGES_H

#include "workloads/ptx/exec/exec.h"

struct block_changes;
/* ends: enum turn_end by pc (blocks.h). */
struct block_changes *block_changes_new(const struct kernel_code *code, const uint8_t *ends);
void block_changes_free(struct block_changes *changes);
/* Whether the register at this offset may have, when the block at `leader` begins; at its end. */
bool block_has_changed(const struct block_changes *changes, uint32_t leader, uint32_t offset,
                       bool at_end);

#endif
