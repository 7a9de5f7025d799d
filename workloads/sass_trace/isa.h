/* SPDX-License-Identifier: BSD-3-Clause */
/* What SASS opcodes are, for each instruction set: tables, one file each in isa/.
 *
 * A table says in what its generation differs from the generation before: opcodes that are new or
 * mean something else, and names that are gone. Kepler, the first, lists all of its opcodes.
 *
 * An opcode is what stands before the first '.'. A table says its class, and for accesses the space
 * and what else matters to the memory system. Modifiers (.STRONG.GPU, .64) are looked at by
 * sass_access_facts and instruction_line.c.
 *
 * Source: NVIDIA, "CUDA Binary Utilities", chapter "Instruction Set Reference", for the names; the
 * classes after what workloads/ptx/lower/facts.c says of the same operations.
 */
#ifndef SIMGPU_SASS_TRACE_ISA_H
#define SIMGPU_SASS_TRACE_ISA_H

#include "workloads/issued.h"

/* What an opcode does beyond its class. */
enum opcode_kind {
    OPCODE_USUAL,
    OPCODE_ASYNC_COPY,    /* LDGSTS */
    OPCODE_ASYNC_COMMIT,  /* LDGDEPBAR */
    OPCODE_ASYNC_WAIT,    /* DEPBAR */
    OPCODE_MATRICES,      /* LDSM, STSM: 8 lanes have the rows of each matrix */
    OPCODE_FENCE,         /* MEMBAR: waits, unless its level is the block */
    OPCODE_CACHE_CONTROL, /* CCTL: .IVALL makes L1 forget */
    OPCODE_TEXTURE,       /* an access if the line has addresses, else OP_TEXTURE */
    OPCODE_BULK_COPY,     /* of Hopper's TMA: the line says what it moves (transfers.c) */
    OPCODE_BULK_COMMIT,   /* UTMACMDFLUSH: the stores of TMA since the last one are a group */
    OPCODE_MBARRIER,      /* SYNCS, ARRIVES */
    OPCODE_GROUP_PRODUCT, /* of a warp group; from version 6 on the line says if it ends a group */
    OPCODE_GROUP_STEP     /* WARPGROUP: .DEPBAR waits for groups of such products */
};

struct opcode_fact {
    const char *name;
    uint8_t op_class; /* enum op_class */
    uint8_t space;    /* enum memory_space; of loads, stores and atomics that have addresses */
    uint8_t bytes;    /* a lane, where neither the line nor a modifier says it; 0: four */
    uint8_t flags;    /* enum instruction_flag */
    uint8_t kind;     /* enum opcode_kind */
    uint8_t barrier;  /* enum barrier_kind: of a block (0), or a step of a cluster's */
    bool assumed;     /* it does more than its class says, which nothing stands for so far */
};

struct sass_isa {
    const char *name;
    const struct sass_isa *before;     /* the generation that this one differs from; NULL: none */
    const struct opcode_fact *opcodes; /* what before lacks or has otherwise */
    unsigned n_opcodes;
    const char *const *dropped; /* names that before has and this one has not */
    unsigned n_dropped;
    unsigned instruction_bytes;
    /* One slot in so many holds scheduling information and no instruction; 0: none does. */
    unsigned bundle_slots;
    bool independent_lanes; /* a barrier counts threads, not warps */
};

extern const struct sass_isa kepler_isa, pascal_isa, volta_isa, turing_isa, ampere_isa, ada_isa,
    hopper_isa, blackwell_isa;

/* By "-binary version": 35, 61, 70, ...; of one that is not known, the next lower one that is, or
 * the lowest. *known: the version that it is taken for. */
const struct sass_isa *sass_isa_of(unsigned binary_version, unsigned *known);
/* The fact of the opcode of this length; NULL if the instruction set doesn't have it. */
const struct opcode_fact *sass_opcode_find(const struct sass_isa *isa, const char *name,
                                           size_t length);
/* What the opcode of an access, with its modifiers, says about it: space, bytes, flags, and what an
 * atomic or matrices need. width: as the line has it. A tracer may be wrong about it: of LDSM and
 * STSM it writes 2, the size of an element. "LDSM.16.M88.4" moves four matrices, ".2" two, neither
 * one.
 * Source: an A100's traces, MrTang-Yuhan/Accel-Sim-Flashinfer at 8323af68. */
void sass_access_facts(struct instruction *facts, const struct opcode_fact *fact,
                       const char *opcode, size_t length, uint64_t width);
/* Whether the opcode may have another cost than its class. */
enum own_cost sass_own_cost(const struct opcode_fact *fact);
/* Which instruction of the kernel lies at a byte offset, counted without scheduling information. */
uint64_t sass_ordinal(const struct sass_isa *isa, uint64_t pc);

/* Instructions behind each control word (kernel_code.bundle); 0: there are none. */
static inline unsigned sass_isa_bundle(const struct sass_isa *isa)
{
    return isa->bundle_slots ? isa->bundle_slots - 1 : 0;
}

#endif
