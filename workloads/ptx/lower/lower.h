/* SPDX-License-Identifier: BSD-3-Clause */
/* A PTX kernel into struct kernel_code. */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_LOWER_H
#define SIMGPU_WORKLOADS_PTX_LOWER_LOWER_H

#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/layout.h"
#include "workloads/ptx/syntax/ptx.h"

/* What the kernel doesn't say itself. */
struct lower_options {
    uint32_t registers_per_thread; /* 0: derive it */
    uint32_t stack_bytes;          /* of a thread, for recursive functions and alloca */
};

/* function has a body and belongs to layout->module; both must outlive the result. Never fails:
 * what can't be executed faults when it runs. */
struct kernel_code *exec_lower(const struct exec_layout *layout,
                               const struct ptx_function *function,
                               const struct lower_options *options);
void exec_lowered_free(struct kernel_code *code);
/* Whether stack_bytes made a difference. */
bool exec_lowered_is_recursive(const struct kernel_code *code);

/* Tells the kernel where variables lie: writes the addresses of global ones into its constants
 * again. */
void exec_lowered_relocate(struct kernel_code *code, const struct exec_layout *layout);

#endif
