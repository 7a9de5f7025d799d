/* SPDX-License-Identifier: BSD-3-Clause */
/* The static side of a kernel: its instructions, loops and needs.
 *
 * A front end (PTX, a SASS trace, a pattern) turns a kernel into an array of `struct instruction`.
 * The SM's issue loop reads them at every cycle. instruction_source.h runs them.
 *
 * Units: a `pc` is an index into kernel_code.instructions. Lane i is bit i of a lane_mask.
 */
#ifndef SIMGPU_WORKLOADS_INSTRUCTION_H
#define SIMGPU_WORKLOADS_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WARP_LANES = 32 };
/* Of a matrix that a warp moves between shared memory and registers (ldmatrix, LDSM). */
enum { MATRIX_ROWS = 8, MATRIX_ROW_BYTES = 16 };
typedef uint32_t lane_mask;

/* Classes that share a latency and an initiation interval; the platform maps each to a unit. */
enum op_class {
    OP_INT,      /* add, sub, logic, shift, compare, select, move, address conversion */
    OP_INT_MUL,  /* mul, mad, and what hardware builds from them */
    OP_INT_DIV,  /* div, rem: a subroutine in hardware */
    OP_FP32,     /* add, mul, fma, min, max, compare */
    OP_FP32_DIV, /* div.rn, sqrt.rn, rcp.rn: a subroutine in hardware */
    OP_FP64,
    OP_FP64_DIV,
    OP_TENSOR, /* matrix multiply and accumulate: HMMA, IMMA, DMMA; instruction.tensor_form */
    OP_CONVERT,
    OP_SFU,     /* approximate rcp, rsqrt, sqrt, sin, cos, lg2, ex2, div */
    OP_TEXTURE, /* a texture or surface access without known addresses */
    OP_BRANCH,
    OP_EXIT, /* exit, and ret of a kernel */
    OP_BARRIER,
    OP_FENCE,
    OP_SYNC, /* mbarriers, and what bulk copies need */
    OP_LOAD,
    OP_STORE,
    OP_ATOMIC,
    OP_CLASSES
};

enum memory_space {
    SPACE_NONE,
    SPACE_GLOBAL,
    SPACE_SHARED,
    SPACE_LOCAL,
    SPACE_CONST,   /* .const symbols: through the constant cache */
    SPACE_PARAM,   /* kernel parameters: through the constant cache */
    SPACE_TEXTURE, /* texels: through the texture cache; read at issue */
    SPACE_CLUSTER, /* shared memory of another block of the cluster: cluster.h has its addresses */
    SPACE_GENERIC  /* static only; issue() resolves it to one of the others */
};

enum instruction_flag {
    INSTRUCTION_STRONG = 1,    /* volatile, relaxed, acquire, release: acts at L2 */
    INSTRUCTION_NO_RETURN = 2, /* red: an atomic without destination */
    INSTRUCTION_BACK_EDGE = 4, /* a branch that closes a loop */
    INSTRUCTION_UNCACHED = 8,  /* .cg/.cv: bypasses L1 */
    INSTRUCTION_DRAIN = 16,    /* issues only when no load of its warp is out: calls, returns */
    INSTRUCTION_RELEASE = 32,  /* a fence, or comes behind one: waits until its block's requests to
                                  L2 are done */
    INSTRUCTION_ACQUIRE = 64,  /* when it is done, later loads find no older line in L1 */
    INSTRUCTION_GROUP = 128    /* OP_TENSOR: a warp's part of a warp group's product, which is
                                  asynchronous. OP_INT: enum group_step */
};

/* What a warp does about its products of warp groups. */
enum group_step {
    GROUP_FENCE,  /* orders registers; it takes no time of its own */
    GROUP_COMMIT, /* the products so far are a group */
    GROUP_WAIT    /* until only so many groups may be unfinished */
};

/* Instructions that may have other costs than their class. */
enum own_cost {
    COST_OF_CLASS,
    COST_UNIFORM, /* of the uniform datapath: one value for the whole warp */
    COST_REDUX,   /* a reduction over the lanes of a warp */
    COST_DPX,     /* an addition and a maximum, or two of these, in one: of dynamic programming */
    OWN_COSTS
};

/* In instruction.tensor_columns: the product is the last one of a group. */
enum { TENSOR_COLUMNS_MASK = 127, TENSOR_ENDS_GROUP = 128 };

enum { INSTRUCTION_MAX_REGISTERS = 24 }; /* mma.m8n8k4 has 20 and a guard */

/* Register slots are numbers of allocated (not PTX-virtual) registers; slot 0 stands for "none"
 * and is always ready, so the scoreboard needs no test. Unused entries are 0. */
struct instruction {
    uint8_t op_class;       /* enum op_class */
    uint8_t space;          /* enum memory_space */
    uint8_t flags;          /* enum instruction_flag */
    uint8_t access_bytes;   /* bytes of a lane, for a whole vector: 1 to 16; 0: not memory */
    uint8_t n_destinations; /* the first entries of registers[] */
    uint8_t n_sources;      /* the next ones: guard predicate, addresses, values */
    union {
        uint8_t atomic_op;   /* OP_ATOMIC: enum atomic_op */
        uint8_t tensor_form; /* OP_TENSOR: a number of workloads/tensor_form.h */
        uint8_t group_step;  /* OP_INT with INSTRUCTION_GROUP: enum group_step */
        uint8_t own_cost;    /* OP_INT without INSTRUCTION_GROUP, OP_INT_MUL, OP_CONVERT, OP_FP32:
                                enum own_cost */
        uint8_t matrices;    /* OP_LOAD, OP_STORE: so many matrices of 8 rows of 16 bytes in shared
                                memory; lane i has the place of row i. 0: each lane has its own
                                place */
    };
    union {
        uint8_t atomic_type;    /* OP_ATOMIC: enum atomic_type */
        uint8_t tensor_columns; /* OP_TENSOR, of a warp group's product: in eights, and
                                   TENSOR_ENDS_GROUP */
        uint8_t group_allowed;  /* GROUP_WAIT: how many groups may be unfinished, 255 at most */
    };
    uint16_t registers[INSTRUCTION_MAX_REGISTERS];
    uint32_t line; /* in the source file; for messages */
    int32_t loop;  /* innermost loop that contains it, -1 if none */
};

struct instruction_source_ops;

/* A natural loop of the control-flow graph. */
struct code_loop {
    uint32_t header, last; /* pc of its first instruction, pc of the end of its back edge */
    int32_t parent;        /* enclosing loop, -1 if outermost */
};

/* An instruction's place in the program's source (-lineinfo). */
struct source_place {
    const char *file; /* NULL: not known */
    uint32_t line;
};

/* A kernel ready to run. Owned by its module; immutable once built. */
struct kernel_code {
    const char *name;
    const char *file;                  /* for messages */
    const char *problem;               /* why nobody can launch it; NULL: it is fine */
    const struct source_place *places; /* by pc; NULL if the module has no line information */
    const struct instruction_source_ops *ops;
    const struct instruction *instructions;
    uint32_t n_instructions;
    const struct code_loop *loops;
    uint32_t n_loops;
    uint32_t n_register_slots;     /* slot numbers are below this */
    const bool *predicate_slots;   /* by slot: it holds a predicate; NULL: none does */
    uint32_t registers_per_thread; /* 32-bit registers of a thread, before allocation rounding */
    uint32_t max_threads;          /* .maxntid, 0 if not given */
    uint32_t min_blocks;           /* .minnctapersm, 0 if not given */
    uint32_t cluster[3];   /* .reqnctapercluster, 0 if not given; the others are then 1 or more */
    uint32_t max_cluster;  /* .maxclusterrank, 0 if not given */
    bool explicit_cluster; /* .explicitcluster: a launch must say its cluster */
    uint32_t static_shared_bytes;
    uint32_t local_bytes_per_thread;
    uint32_t param_bytes;
    uint32_t bundle; /* instructions behind each control word of the machine code. The word takes an
                        instruction's place. 0: the code has no such words */
    size_t warp_state_bytes; /* bytes for warp_start at warp_context.state, 64-byte aligned */
    /* A trace. `instructions` fills while the kernel runs; a warp's next one is always there.
     * n_instructions is a bound. Accesses have addresses but neither values nor allocations. */
    bool traced;
    bool allocates; /* it may call services->allocate or release; these calls take turns */
    void *impl;     /* the front end's */
};

#endif
