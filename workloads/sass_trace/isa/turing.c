/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Turing, as differences from Volta; see isa.h for what the columns are and where they
 * come from. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Products of matrices. */
    {.name = "BMMA", .op_class = OP_TENSOR},
    /* Special functions; textures and surfaces, which are accesses where the trace has addresses.
     */
    {.name = "SUQUERY", .op_class = OP_SFU},
    /* Integers, moves, predicates, what has no unit of its own. */
    {.name = "R2UR", .op_class = OP_INT},
    {.name = "S2UR", .op_class = OP_INT},
    {.name = "UBMSK", .op_class = OP_INT},
    {.name = "UCLEA", .op_class = OP_INT},
    {.name = "UIADD3", .op_class = OP_INT},
    {.name = "UISETP", .op_class = OP_INT},
    {.name = "ULDC", .op_class = OP_INT},
    {.name = "ULEA", .op_class = OP_INT},
    {.name = "ULOP", .op_class = OP_INT},
    {.name = "ULOP3", .op_class = OP_INT},
    {.name = "ULOP32I", .op_class = OP_INT},
    {.name = "UMOV", .op_class = OP_INT},
    {.name = "UP2UR", .op_class = OP_INT},
    {.name = "UPLOP3", .op_class = OP_INT},
    {.name = "UPRMT", .op_class = OP_INT},
    {.name = "UPSETP", .op_class = OP_INT},
    {.name = "UR2UP", .op_class = OP_INT},
    {.name = "USEL", .op_class = OP_INT},
    {.name = "USGXT", .op_class = OP_INT},
    {.name = "USHF", .op_class = OP_INT},
    {.name = "USHL", .op_class = OP_INT},
    {.name = "USHR", .op_class = OP_INT},
    {.name = "VOTEU", .op_class = OP_INT},
    /* Products of integers. */
    {.name = "UIMAD", .op_class = OP_INT_MUL},
    /* Conversions, and what runs at their rate. */
    {.name = "F2IP", .op_class = OP_CONVERT},
    {.name = "MOVM", .op_class = OP_CONVERT},
    {.name = "UBREV", .op_class = OP_CONVERT},
    {.name = "UFLO", .op_class = OP_CONVERT},
    {.name = "UPOPC", .op_class = OP_CONVERT},
    /* Control. */
    {.name = "BRXU", .op_class = OP_BRANCH},
    {.name = "JMXU", .op_class = OP_BRANCH},
    /* Memory. */
    {.name = "LDSM",
     .op_class = OP_LOAD,
     .space = SPACE_SHARED,
     .bytes = 16,
     .kind = OPCODE_MATRICES},
};

const struct sass_isa turing_isa = {
    .name = "Turing",
    .before = &volta_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
