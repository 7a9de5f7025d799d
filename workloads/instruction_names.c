/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/instruction_names.h"
#include "workloads/instruction.h"

const char *op_class_name(unsigned op_class)
{
    static const char *const names[OP_CLASSES] = {
        [OP_INT] = "int",           [OP_INT_MUL] = "int_mul",   [OP_INT_DIV] = "int_div",
        [OP_FP32] = "fp32",         [OP_FP32_DIV] = "fp32_div", [OP_FP64] = "fp64",
        [OP_FP64_DIV] = "fp64_div", [OP_TENSOR] = "tensor",     [OP_CONVERT] = "convert",
        [OP_SFU] = "sfu",           [OP_TEXTURE] = "texture",   [OP_BRANCH] = "branch",
        [OP_EXIT] = "exit",         [OP_BARRIER] = "barrier",   [OP_FENCE] = "fence",
        [OP_SYNC] = "sync",         [OP_LOAD] = "load",         [OP_STORE] = "store",
        [OP_ATOMIC] = "atomic"};
    return names[op_class];
}

const char *memory_space_name(unsigned space)
{
    static const char *const names[] = {
        [SPACE_NONE] = "",       [SPACE_GLOBAL] = "global",   [SPACE_SHARED] = "shared",
        [SPACE_LOCAL] = "local", [SPACE_CONST] = "const",     [SPACE_PARAM] = "param",
        [SPACE_GENERIC] = "",    [SPACE_TEXTURE] = "texture", [SPACE_CLUSTER] = "cluster",
    };
    return names[space];
}
