/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether exec_op.source and guard are all the registers that an instruction reads. Others, such as
 * calls and tensor instructions, have lists of their own. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_SOURCES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_SOURCES_H

#include "workloads/ptx/exec/exec.h"

bool exec_names_sources(const struct exec_op *op);

#endif
