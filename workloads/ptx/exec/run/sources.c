/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/sources.h"
#include "workloads/ptx/exec/actions/barrier_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/texture/texture_ops.h"

bool exec_names_sources(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU)
        return true;
    return op->action == exec_load || op->action == exec_load_parameter ||
           op->action == exec_store || op->action == exec_atomic || op->action == exec_load_frame ||
           op->action == exec_store_frame || op->action == exec_branch ||
           op->action == exec_branch_back || op->action == exec_branch_table ||
           op->action == exec_exit || op->action == exec_barrier || op->action == exec_nothing ||
           ((op->action == exec_texture_fetch || op->action == exec_texture_sample) &&
            op->target == 0); /* else it also tells whether texels are there */
}
