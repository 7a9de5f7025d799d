/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a kernel's blocks can tell in which order they run, and which they are:
 * instruction_source_ops.blocks_commute, .blocks_alike. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_BLOCK_ORDER_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_BLOCK_ORDER_H

#include "workloads/instruction.h"

bool exec_blocks_commute(const struct kernel_code *code);
bool exec_blocks_alike(const struct kernel_code *code);

#endif
