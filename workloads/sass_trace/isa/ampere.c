/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Ampere, as differences from Turing; see isa.h for what the columns are and where they
 * come from. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Single and half precision. */
    {.name = "HMNMX2", .op_class = OP_FP32},
    /* Products of matrices. */
    {.name = "DMMA", .op_class = OP_TENSOR},
    /* Special functions; textures and surfaces, which are accesses where the trace has addresses.
     */
    {.name = "FOOTPRINT", .op_class = OP_SFU},
    /* Integers, moves, predicates, what has no unit of its own. */
    {.name = "ARRIVES", .op_class = OP_INT},
    {.name = "GATHER", .op_class = OP_INT},
    {.name = "GENMETADATA", .op_class = OP_INT},
    {.name = "LDTRAM", .op_class = OP_INT},
    {.name = "SCATTER", .op_class = OP_INT},
    {.name = "SPMETADATA", .op_class = OP_INT},
    /* Conversions, and what runs at their rate. */
    {.name = "F2FP", .op_class = OP_CONVERT},
    {.name = "I2FP", .op_class = OP_CONVERT},
    {.name = "REDUX", .op_class = OP_CONVERT},
    {.name = "UF2FP", .op_class = OP_CONVERT},
    /* Order of memory. */
    {.name = "DEPBAR", .op_class = OP_FENCE, .kind = OPCODE_ASYNC_WAIT},
    {.name = "LDGDEPBAR", .op_class = OP_FENCE, .kind = OPCODE_ASYNC_COMMIT},
    /* Memory. */
    {.name = "LDGSTS", .op_class = OP_LOAD, .space = SPACE_GLOBAL, .kind = OPCODE_ASYNC_COPY},
};

const struct sass_isa ampere_isa = {
    .name = "Ampere",
    .before = &turing_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
