/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Maxwell and Pascal, as differences from Kepler; see isa.h for what the columns are and
 * where they come from. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Single and half precision. */
    {.name = "FSWZADD", .op_class = OP_FP32},
    {.name = "HADD2", .op_class = OP_FP32},
    {.name = "HADD2_32I", .op_class = OP_FP32},
    {.name = "HFMA2", .op_class = OP_FP32},
    {.name = "HFMA2_32I", .op_class = OP_FP32},
    {.name = "HMUL2", .op_class = OP_FP32},
    {.name = "HMUL2_32I", .op_class = OP_FP32},
    {.name = "HSET2", .op_class = OP_FP32},
    {.name = "HSETP2", .op_class = OP_FP32},
    /* Special functions; textures and surfaces, which are accesses where the trace has addresses.
     */
    {.name = "SUATOM", .op_class = OP_ATOMIC, .space = SPACE_GLOBAL, .kind = OPCODE_TEXTURE},
    {.name = "SULD", .op_class = OP_LOAD, .space = SPACE_GLOBAL, .kind = OPCODE_TEXTURE},
    {.name = "SUQUERY", .op_class = OP_SFU},
    {.name = "SURED",
     .op_class = OP_ATOMIC,
     .space = SPACE_GLOBAL,
     .flags = INSTRUCTION_NO_RETURN,
     .kind = OPCODE_TEXTURE},
    {.name = "SUST", .op_class = OP_STORE, .space = SPACE_GLOBAL, .kind = OPCODE_TEXTURE},
    {.name = "TEXS", .op_class = OP_LOAD, .space = SPACE_TEXTURE, .kind = OPCODE_TEXTURE},
    {.name = "TLD4S", .op_class = OP_LOAD, .space = SPACE_TEXTURE, .kind = OPCODE_TEXTURE},
    {.name = "TLDS", .op_class = OP_LOAD, .space = SPACE_TEXTURE, .kind = OPCODE_TEXTURE},
    {.name = "TXA", .op_class = OP_LOAD, .space = SPACE_TEXTURE, .kind = OPCODE_TEXTURE},
    /* Integers, moves, predicates, what has no unit of its own. */
    {.name = "AL2P", .op_class = OP_INT},
    {.name = "CS2R", .op_class = OP_INT},
    {.name = "GETLMEMBASE", .op_class = OP_INT},
    {.name = "IADD3", .op_class = OP_INT},
    {.name = "IPA", .op_class = OP_INT},
    {.name = "ISBERD", .op_class = OP_INT},
    {.name = "LOP3", .op_class = OP_INT},
    {.name = "PIXLD", .op_class = OP_INT},
    {.name = "PMTRIG", .op_class = OP_INT},
    {.name = "SETLMEMBASE", .op_class = OP_INT},
    /* Products of integers. */
    {.name = "IDP", .op_class = OP_INT_MUL},
    {.name = "XMAD", .op_class = OP_INT_MUL},
    /* Control. */
    {.name = "IDE", .op_class = OP_BRANCH},
    {.name = "PEXIT", .op_class = OP_BRANCH},
    {.name = "RAM", .op_class = OP_BRANCH},
    {.name = "SAM", .op_class = OP_BRANCH},
    {.name = "SYNC", .op_class = OP_BRANCH},
    /* Memory. */
    {.name = "STG", .op_class = OP_STORE, .space = SPACE_GLOBAL},
    {.name = "ATOMS", .op_class = OP_ATOMIC, .space = SPACE_SHARED},
    /* Of Volta: traces of later GPUs are made to run on models of this one by their version * line.
     */
    {.name = "FSEL", .op_class = OP_FP32},
    {.name = "BMSK", .op_class = OP_INT},
    {.name = "CSMTEST", .op_class = OP_INT},
    {.name = "ERRBAR", .op_class = OP_INT},
    {.name = "I2IP", .op_class = OP_INT},
    {.name = "IABS", .op_class = OP_INT},
    {.name = "PLOP3", .op_class = OP_INT},
    {.name = "QSPC", .op_class = OP_INT},
    {.name = "SETCTAID", .op_class = OP_INT},
    {.name = "SGXT", .op_class = OP_INT},
    {.name = "VOTE_VTG", .op_class = OP_INT},
    {.name = "IDP4A", .op_class = OP_INT_MUL},
    {.name = "BREV", .op_class = OP_CONVERT},
    {.name = "FRND", .op_class = OP_CONVERT},
    {.name = "MATCH", .op_class = OP_CONVERT},
    {.name = "BMOV", .op_class = OP_BRANCH},
    {.name = "BREAK", .op_class = OP_BRANCH},
    {.name = "BSSY", .op_class = OP_BRANCH},
    {.name = "BSYNC", .op_class = OP_BRANCH},
    {.name = "CALL", .op_class = OP_BRANCH},
    {.name = "NANOSLEEP", .op_class = OP_BRANCH},
    {.name = "RPCMOV", .op_class = OP_BRANCH},
    {.name = "WARPSYNC", .op_class = OP_BRANCH},
    {.name = "YIELD", .op_class = OP_BRANCH},
    {.name = "KILL", .op_class = OP_EXIT},
    {.name = "ATOMG", .op_class = OP_ATOMIC, .space = SPACE_GLOBAL},
};

static const char *const dropped[] = {
    "FSWZ",      "SULDGA", "SUSTGA", "ISUB",  "SUBFM",  "SUCLAMP", "SUEAU",
    "TEXDEPBAR", "ISAD",   "LDLK",   "LDSLK", "STSCUL", "STSUL",
};

const struct sass_isa pascal_isa = {
    .name = "Maxwell and Pascal",
    .before = &kepler_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .dropped = dropped,
    .n_dropped = sizeof dropped / sizeof dropped[0],
    .instruction_bytes = 8,
    .bundle_slots = 4,
};
