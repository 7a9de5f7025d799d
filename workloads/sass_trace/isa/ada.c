/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Ada, as differences from Ampere; see isa.h for what the columns are and where they
 * come from. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Products of matrices. */
    {.name = "QMMA", .op_class = OP_TENSOR},
};

const struct sass_isa ada_isa = {
    .name = "Ada",
    .before = &ampere_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
