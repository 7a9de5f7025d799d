/* SPDX-License-Identifier: BSD-3-Clause */
/* The registers that an instruction reads and writes. Most name them in exec_op; products of
 * matrices (mma) have lists in the kernel's constants, and calls and wgmma others. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_SOURCES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_SOURCES_H

#include "workloads/ptx/exec/exec.h"

enum { EXEC_LISTED = 24 }; /* registers of an instruction, at most */

struct exec_operand_list {
    const struct exec_operand *at[EXEC_LISTED];
    unsigned n;
};

/* Whether exec_list_sources, exec_list_destinations and the guard are all. */
bool exec_names_sources(const struct exec_op *op);
void exec_list_sources(const struct exec_kernel *kernel, const struct exec_op *op,
                       struct exec_operand_list *list);
/* Without sinks. */
void exec_list_destinations(const struct exec_kernel *kernel, const struct exec_op *op,
                            struct exec_operand_list *list);

#endif
