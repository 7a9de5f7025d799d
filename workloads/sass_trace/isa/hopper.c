/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Hopper, as differences from Ada; see isa.h for what the columns are and where they
 * come from. ASSUMED: classes of what has no unit so far. STAS and REDAS (PTX's st.async and
 * red.async) write another block's shared memory; sync/cluster_access.h has their addresses. Of a
 * cluster's barrier each warp's lanes arrive at once. Bulk copies and mbarriers: see
 * sync/sync_record.h. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Single and half precision. */
    {.name = "FHADD", .op_class = OP_FP32},
    {.name = "FHFMA", .op_class = OP_FP32},
    {.name = "VHMNMX", .op_class = OP_FP32},
    /* Products of matrices. */
    {.name = "BGMMA", .op_class = OP_TENSOR, .kind = OPCODE_GROUP_PRODUCT},
    {.name = "HGMMA", .op_class = OP_TENSOR, .kind = OPCODE_GROUP_PRODUCT},
    {.name = "IGMMA", .op_class = OP_TENSOR, .kind = OPCODE_GROUP_PRODUCT},
    {.name = "QGMMA", .op_class = OP_TENSOR, .kind = OPCODE_GROUP_PRODUCT},
    /* Integers, moves, predicates, what has no unit of its own. */
    {.name = "ACQBULK", .op_class = OP_INT},
    {.name = "ACQSHMINIT", .op_class = OP_INT},
    {.name = "CGAERRBAR", .op_class = OP_INT},
    {.name = "CS2UR", .op_class = OP_INT},
    {.name = "ELECT", .op_class = OP_INT},
    {.name = "ENDCOLLECTIVE", .op_class = OP_INT},
    {.name = "FENCE", .op_class = OP_INT},
    {.name = "PREEXIT", .op_class = OP_INT},
    {.name = "SETSMEMSIZE", .op_class = OP_INT},
    {.name = "ARRIVES", .op_class = OP_INT, .kind = OPCODE_MBARRIER},
    {.name = "SYNCS", .op_class = OP_INT, .kind = OPCODE_MBARRIER},
    {.name = "UBLKCP", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UBLKPF", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UBLKRED", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UCGABAR_ARV", .op_class = OP_BARRIER, .barrier = BARRIER_CLUSTER_ARRIVE},
    {.name = "UCGABAR_WAIT", .op_class = OP_BARRIER, .barrier = BARRIER_CLUSTER_WAIT},
    {.name = "UIMNMX", .op_class = OP_INT},
    {.name = "UMEMSETS", .op_class = OP_INT},
    {.name = "USETMAXREG", .op_class = OP_INT},
    {.name = "USETSHMSZ", .op_class = OP_INT},
    {.name = "UTMACCTL", .op_class = OP_INT},
    {.name = "UTMACMDFLUSH", .op_class = OP_SYNC, .kind = OPCODE_BULK_COMMIT},
    {.name = "UTMALDG", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UTMAPF", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UTMAREDG", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "UTMASTG", .op_class = OP_SYNC, .kind = OPCODE_BULK_COPY},
    {.name = "VIADD", .op_class = OP_INT},
    {.name = "VIADDMNMX", .op_class = OP_INT},
    {.name = "VIMNMX", .op_class = OP_INT},
    {.name = "VIMNMX3", .op_class = OP_INT},
    {.name = "WARPGROUP", .op_class = OP_INT, .kind = OPCODE_GROUP_STEP},
    {.name = "WARPGROUPSET", .op_class = OP_INT},
    /* Memory. */
    {.name = "STSM",
     .op_class = OP_STORE,
     .space = SPACE_SHARED,
     .bytes = 16,
     .kind = OPCODE_MATRICES},
    {.name = "REDAS",
     .op_class = OP_ATOMIC,
     .space = SPACE_CLUSTER,
     .flags = INSTRUCTION_NO_RETURN},
    {.name = "STAS", .op_class = OP_STORE, .space = SPACE_CLUSTER},
    {.name = "REDG", .op_class = OP_ATOMIC, .space = SPACE_GLOBAL, .flags = INSTRUCTION_NO_RETURN},
};

static const char *const dropped[] = {
    "QMMA",
};

const struct sass_isa hopper_isa = {
    .name = "Hopper",
    .before = &ada_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .dropped = dropped,
    .n_dropped = sizeof dropped / sizeof dropped[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
