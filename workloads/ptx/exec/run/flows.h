/* SPDX-License-Identifier: BSD-3-Clause */
/* How values flow through a kernel's instructions: value_flows of instruction_source_ops. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_FLOWS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_FLOWS_H

#include "workloads/instruction.h"
#include "workloads/value_flow.h"

/* g_free. */
struct value_flow *exec_value_flows(const struct kernel_code *code);

#endif
