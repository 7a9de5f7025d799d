/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's way from interpreted to compiled: nothing, then clang at work, then a function. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_COMPILED_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_COMPILED_H

#include "workloads/ptx/compile/machine/compiled_warp.h"
#include "workloads/ptx/exec/exec.h"

struct compiled_code;

/* So many of the kernel's warp instructions have been interpreted. */
void compiled_note(const struct kernel_code *code, uint64_t more);
struct compiled_functions {
    compiled_kernel *any, *whole; /* for all warps, but for compiled_parted; for whole ones, or NULL
                                   */
    uint32_t n_windows;           /* that they need */
};

/* The kernel's functions for launches whose whole warps are rows of threads (blocks/even.h), or for
 * others; NULL: not yet, or never. They are made when enough has been interpreted, by clang beside
 * the run; at_once: now, and waited for. */
const struct compiled_functions *compiled_functions(const struct kernel_code *code, bool rows,
                                                    bool at_once);
/* So often whole warps were not as even as the functions for rows take them to be. From any
 * thread. */
void compiled_note_uneven(const struct kernel_code *code, uint64_t more);

/* Kernels of very many instructions have no function for parted lanes at first: theirs is made when
 * so many of these lanes' instructions have been interpreted. NULL: not yet, or never. What is
 * noted may come from any thread. */
bool compiled_lacks_parted(const struct kernel_code *code);
void compiled_note_parted(const struct kernel_code *code, uint64_t more);
compiled_kernel *compiled_parted(const struct kernel_code *code, bool at_once);

/* Whether clang refused what was made of the kernel, so that it stays interpreted:
 * instruction_source_ops.refused. */
bool compiled_refused(const struct kernel_code *code);

void compiled_free(struct compiled_code *compiled);

/* By pc, made at the first call; the kernel owns it: instruction_source_ops.turn_ends. */
const uint8_t *compiled_turn_ends(const struct kernel_code *code);

#endif
