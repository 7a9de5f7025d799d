/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Blackwell, as differences from Hopper; see isa.h for what the columns are.
 *
 * One table for compute capabilities 10.0 and 12.0: fifth-generation products and tensor memory
 * (UTC..., LDTM) are of the first only, products of warps (QMMA, OMMA) of both; no trace has a name
 * that its GPU lacks.
 *
 * Source of the names: reoLantern/accel-sim-framework, gpu-simulator/ISA_Def/blackwell_opcode.h at
 * f9733282, and PNF Software, "sass_insn_most_common.txt", which counts opcodes of real binaries.
 * ASSUMED: the names of the last group, which are remembered from NVIDIA, "CUDA Binary Utilities"
 * 12.9, table "Blackwell Instruction Set", and were not seen again; classes as those of relatives.
 */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Single precision. */
    {.name = "FFMA2", .op_class = OP_FP32},
    {.name = "FMNMX3", .op_class = OP_FP32},
    {.name = "FMUL2", .op_class = OP_FP32},
    {.name = "UFADD", .op_class = OP_FP32},
    {.name = "UFFMA", .op_class = OP_FP32},
    {.name = "UFMUL", .op_class = OP_FP32},
    {.name = "UFSEL", .op_class = OP_FP32},
    {.name = "UFSETP", .op_class = OP_FP32},
    /* Products of matrices: of a warp; of the tensor memory, which nothing stands for. */
    {.name = "QMMA", .op_class = OP_TENSOR},
    {.name = "UTCOMMA", .op_class = OP_TENSOR, .assumed = true},
    /* Tensor memory. */
    {.name = "LDTM", .op_class = OP_INT, .assumed = true},
    {.name = "STTM", .op_class = OP_INT, .assumed = true},
    {.name = "UTCATOMSWS", .op_class = OP_INT, .assumed = true},
    {.name = "UTCBAR", .op_class = OP_INT, .assumed = true},
    {.name = "UTCCP", .op_class = OP_INT, .assumed = true},
    /* Integers, moves, predicates, what has no unit of its own. */
    {.name = "LDCU", .op_class = OP_INT},
    {.name = "UGETNEXTWORKID", .op_class = OP_INT},
    {.name = "UVIMNMX", .op_class = OP_INT},
    {.name = "UVIRTCOUNT", .op_class = OP_INT},
    /* Conversions, and what runs at their rate. */
    {.name = "CREDUX", .op_class = OP_CONVERT},
    {.name = "UF2I", .op_class = OP_CONVERT},
    {.name = "UFRND", .op_class = OP_CONVERT},
    {.name = "UI2F", .op_class = OP_CONVERT},
    {.name = "UI2FP", .op_class = OP_CONVERT},
    {.name = "UI2I", .op_class = OP_CONVERT},
    {.name = "UI2IP", .op_class = OP_CONVERT},
    /* ASSUMED names: the file's comment says why. */
    {.name = "FADD2", .op_class = OP_FP32},
    {.name = "UFMNMX", .op_class = OP_FP32},
    {.name = "UFSET", .op_class = OP_FP32},
    {.name = "OMMA", .op_class = OP_TENSOR},
    {.name = "UTCHMMA", .op_class = OP_TENSOR, .assumed = true},
    {.name = "UTCIMMA", .op_class = OP_TENSOR, .assumed = true},
    {.name = "UTCQMMA", .op_class = OP_TENSOR, .assumed = true},
    {.name = "LDT", .op_class = OP_INT, .assumed = true},
    {.name = "STT", .op_class = OP_INT, .assumed = true},
    {.name = "UTCSHIFT", .op_class = OP_INT, .assumed = true},
    {.name = "UREDGR", .op_class = OP_INT, .assumed = true},
    {.name = "USTGR", .op_class = OP_INT, .assumed = true},
    {.name = "UIABS", .op_class = OP_INT},
    {.name = "ULEPC", .op_class = OP_INT},
    {.name = "UVIADD", .op_class = OP_INT},
    {.name = "UF2F", .op_class = OP_CONVERT},
    {.name = "UF2IP", .op_class = OP_CONVERT},
};

static const char *const dropped[] = {
    "BGMMA", "HGMMA", "IGMMA", "QGMMA", "WARPGROUP", "WARPGROUPSET",
};

const struct sass_isa blackwell_isa = {
    .name = "Blackwell",
    .before = &hopper_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .dropped = dropped,
    .n_dropped = sizeof dropped / sizeof dropped[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
