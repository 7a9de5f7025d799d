/* SPDX-License-Identifier: BSD-3-Clause */
/* Opcodes of Volta, as differences from Maxwell and Pascal; see isa.h for what the columns are and
 * where they come from. */
#include "workloads/sass_trace/isa.h"

static const struct opcode_fact opcodes[] = {
    /* Products of matrices. */
    {.name = "HMMA", .op_class = OP_TENSOR},
    {.name = "IMMA", .op_class = OP_TENSOR},
};

static const char *const dropped[] = {
    "FCMP",   "RRO",   "DMNMX",    "DSET",  "SUQUERY", "TEXS",  "TLD4S", "TLDS",    "TXA",
    "AL2P",   "BFE",   "BFI",      "CSET",  "CSETP",   "ICMP",  "IPA",   "ISBERD",  "ISET",
    "PIXLD",  "PSET",  "VADD",     "VMNMX", "VSET",    "VSETP", "VSHL",  "VSHR",    "IMAD32I",
    "IMADSP", "VMAD",  "XMAD",     "BRK",   "CAL",     "CONT",  "JCAL",  "LONGJMP", "PBK",
    "PCNT",   "PEXIT", "PLONGJMP", "PRET",  "RAM",     "SAM",   "SSY",   "SYNC",    "KIL",
};

const struct sass_isa volta_isa = {
    .name = "Volta",
    .before = &pascal_isa,
    .opcodes = opcodes,
    .n_opcodes = sizeof opcodes / sizeof opcodes[0],
    .dropped = dropped,
    .n_dropped = sizeof dropped / sizeof dropped[0],
    .instruction_bytes = 16,
    .independent_lanes = true,
};
