/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/lower/counts.h"
#include "workloads/ptx/analysis/cfg.h"
#include "workloads/ptx/analysis/link.h"
#include "workloads/ptx/analysis/shapes.h"
#include "workloads/ptx/lower/facts.h"
#include "workloads/static_facts.h"

static void count_gpu(struct static_counts *counts, enum op_class op_class)
{
    switch (op_class) {
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
    case OP_TEXTURE:
        counts->gpu_memory++;
        return;
    case OP_INT:
    case OP_INT_MUL:
    case OP_INT_DIV:
    case OP_CONVERT:
        counts->gpu_integer++;
        return;
    case OP_FP32:
    case OP_FP64:
    case OP_TENSOR:
        counts->gpu_float++;
        return;
    case OP_SFU:
    case OP_FP32_DIV:
    case OP_FP64_DIV:
        counts->gpu_math++;
        return;
    case OP_BRANCH:
        counts->gpu_branch++;
        return;
    case OP_BARRIER:
        counts->gpu_barrier++;
        return;
    case OP_EXIT:
    case OP_FENCE:
    case OP_SYNC:
    case OP_CLASSES:
        return;
    }
}

static void count_cpu(struct static_counts *counts, enum op_class op_class, bool vector)
{
    switch (op_class) {
    case OP_LOAD:
    case OP_STORE:
    case OP_TEXTURE:
        *(vector ? &counts->cpu_vector_memory : &counts->cpu_scalar_memory) += 1;
        return;
    case OP_ATOMIC:
        counts->cpu_atomic++;
        return;
    case OP_BRANCH:
        counts->cpu_branch++;
        return;
    case OP_EXIT:
    case OP_FENCE:
    case OP_SYNC:
    case OP_BARRIER:
        return;
    default:
        *(vector ? &counts->cpu_vector_alu : &counts->cpu_scalar_alu) += 1;
    }
}

static void count_function(struct static_counts *counts, const struct ptx_function *function)
{
    struct ptx_shapes *shapes = ptx_shapes_new(function);
    struct ptx_cfg *cfg = ptx_cfg_new(function);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        if (!cfg->blocks[cfg->block_of[pc]].reachable)
            continue;
        const enum op_class op_class = exec_op_class(&function->instructions[pc]);
        count_gpu(counts, op_class);
        count_cpu(counts, op_class, shapes->of[pc].kind == PTX_SHAPE_VARYING);
    }
    ptx_cfg_free(cfg);
    ptx_shapes_free(shapes);
}

void exec_static_counts(const struct kernel_code *code, struct static_counts *out)
{
    const struct exec_kernel *kernel = code->impl;
    struct link_graph *graph = link_graph_new(kernel->source);
    *out = (struct static_counts){0};
    for (guint i = 0; i < graph->functions->len; i++)
        count_function(out, graph->functions->pdata[i]);
    link_graph_free(graph);
}
