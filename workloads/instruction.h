/* SPDX-License-Identifier: BSD-3-Clause */
/* What a front end gives the hardware: static instructions, and their effect when issued.
 *
 * A front end (PTX, a SASS trace, a pattern) turns a kernel into an array of `struct
 * instruction`, the static facts that the issue loop reads at every cycle, and implements
 * `struct instruction_source_ops`, whose issue() says what one warp's next instruction did: which
 * lanes ran, which addresses they touched. The SM decides *when*; the source knows *what*.
 *
 * Memory. Shared, local, constant and parameter memory act inside issue(): they are private to an
 * SM or read-only. Global memory moves as messages do (ARCHITECTURE.md, "Memory"): issue() only
 * reports addresses and operand values, and the SM later copies loaded bytes, or hands
 * them to deliver().
 *
 * Units: a `pc` is an index into kernel_code.instructions. Lane i is bit i of a lane_mask.
 */
#ifndef SIMGPU_WORKLOADS_INSTRUCTION_H
#define SIMGPU_WORKLOADS_INSTRUCTION_H

#include "workloads/address_shape.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WARP_LANES = 32 };
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
    OP_TENSOR, /* matrix multiply and accumulate: HMMA, IMMA, DMMA */
    OP_CONVERT,
    OP_SFU,     /* approximate rcp, rsqrt, sqrt, sin, cos, lg2, ex2, div */
    OP_TEXTURE, /* a texture or surface access of which no address is known */
    OP_BRANCH,
    OP_EXIT, /* exit, and ret of a kernel */
    OP_BARRIER,
    OP_FENCE,
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
    SPACE_GENERIC  /* static only; issue() resolves it to one of the others */
};

enum instruction_flag {
    INSTRUCTION_STRONG = 1,    /* volatile, relaxed, acquire, release: acts at L2 */
    INSTRUCTION_NO_RETURN = 2, /* red: an atomic without destination */
    INSTRUCTION_BACK_EDGE = 4, /* a branch that closes a loop */
    INSTRUCTION_UNCACHED = 8,  /* .cg/.cv: bypasses L1 */
    INSTRUCTION_DRAIN = 16,    /* issues only when no load of its warp is out: calls, returns */
    INSTRUCTION_RELEASE = 32,  /* a fence, or comes behind one: waits until what its block has asked
                                  of L2 is done */
    INSTRUCTION_ACQUIRE = 64   /* when it is done, later loads find no line in L1 that is older */
};

enum { INSTRUCTION_MAX_REGISTERS = 8 };

/* Register slots are numbers of allocated (not PTX-virtual) registers; slot 0 stands for "none"
 * and is always ready, so the scoreboard needs no test. Unused entries are 0. */
struct instruction {
    uint8_t op_class;       /* enum op_class */
    uint8_t space;          /* enum memory_space */
    uint8_t flags;          /* enum instruction_flag */
    uint8_t access_bytes;   /* bytes a lane moves, vector included: 1..16; 0 if not memory */
    uint8_t n_destinations; /* the first entries of registers[] */
    uint8_t n_sources;      /* the next ones: guard predicate, addresses, values */
    uint8_t atomic_op;      /* enum atomic_op, OP_ATOMIC only */
    uint8_t atomic_type;    /* enum atomic_type */
    uint16_t registers[INSTRUCTION_MAX_REGISTERS];
    uint32_t line; /* in the source file; for messages */
    int32_t loop;  /* innermost loop that contains it, -1 if none */
};

struct block_lines;
struct instruction_source_ops;

/* A natural loop of the control-flow graph. */
struct code_loop {
    uint32_t header, last; /* pc of its first instruction, pc of the end of its back edge */
    int32_t parent;        /* enclosing loop, -1 if outermost */
};

/* Where an instruction comes from in the program's source (-lineinfo). */
struct source_place {
    const char *file; /* NULL: not known */
    uint32_t line;
};

/* How many instructions a branch decides on: from it to where its lanes meet again, without what
 * branches on the way decide on. */
struct branch_path {
    uint32_t taken, not_taken;
};

/* Instructions of a kernel by class, as a GPU and as a CPU with SIMD units would run them:
 * workloads/ptx/lower/counts.h. */
struct static_counts {
    uint32_t gpu_memory, gpu_integer, gpu_float, gpu_math, gpu_branch, gpu_barrier;
    uint32_t cpu_scalar_alu, cpu_scalar_memory, cpu_vector_alu, cpu_vector_memory, cpu_branch,
        cpu_atomic;
};

/* What an instruction is where a CPU runs a block's threads in the lanes of SIMD units:
 * workloads/ptx/lower/forms.h. A pack is as many threads as the units have lanes. */
enum simd_kind {
    SIMD_VECTOR, /* an instruction a pack */
    SIMD_SCALAR, /* one on scalars a pack */
    SIMD_ONCE,   /* one on scalars a block: it stands before the loop over packs */
    SIMD_FREE    /* part of another instruction: of an address, or of a jump */
};
enum simd_access {
    SIMD_UNKNOWN, /* its addresses have to tell */
    SIMD_SAME,    /* all threads' is the same */
    SIMD_NEXT,    /* one behind the other */
    SIMD_GROUP,   /* a few elements apart, with others between */
    SIMD_STRIDE,  /* as far apart as others, which is too far, or not known */
    SIMD_GATHER   /* an address of its own each */
};
struct simd_form {
    uint8_t kind;           /* enum simd_kind */
    uint8_t access;         /* enum simd_access */
    bool wide;              /* lanes of 64 bits, of integers */
    bool blends;            /* threads that don't run it keep what they had */
    uint8_t apart, members; /* a group: elements between neighbours' first; how many are used */
};

/* A kernel ready to run. Owned by its module; immutable once built. */
struct kernel_code {
    const char *name;
    const char *file;                  /* for messages */
    const char *problem;               /* why it can't be launched at all; NULL */
    const struct source_place *places; /* by pc; NULL if the module has no line information */
    const struct instruction_source_ops *ops;
    const struct instruction *instructions;
    uint32_t n_instructions;
    const struct code_loop *loops;
    uint32_t n_loops;
    uint32_t n_register_slots;     /* slot numbers are below this */
    const bool *predicate_slots;   /* by slot: it is of a predicate; NULL: none is */
    uint32_t registers_per_thread; /* 32-bit registers a thread, before allocation rounding */
    uint32_t max_threads;          /* .maxntid, 0 if not given */
    uint32_t min_blocks;           /* .minnctapersm, 0 if not given */
    uint32_t static_shared_bytes;
    uint32_t local_bytes_per_thread;
    uint32_t param_bytes;
    uint32_t bundle; /* instructions behind each control word of the machine code, which takes
                        an instruction's place; 0: it has none */
    size_t warp_state_bytes; /* what warp_start wants at warp_context.state, 64-byte aligned */
    /* A trace: `instructions` is filled while the kernel runs (a warp's next one is always there)
     * and n_instructions is a bound; accesses have addresses but neither values nor allocations. */
    bool traced;
    bool allocates; /* it may call services->allocate or release, which take turns */
    void *impl;     /* the front end's */
};

struct texture;

/* What kernels get from the host side while they run. */
struct launch_services {
    void *data;
    /* Reads global memory at once, without simulated time: strings of printf, texels. Only what no
     * running kernel writes may be read so. False if no allocation holds the whole range. */
    bool (*read)(void *data, uint64_t address, void *bytes, size_t n_bytes);
    /* The texture that a tex instruction's operand names: a texture object, or the address of a
     * .texref variable. NULL if it names none. The function may be NULL: no textures. */
    const struct texture *(*texture)(void *data, uint64_t operand);
    /* Device memory for malloc in kernels, 0 if there is no more, and its release, false if no
     * allocation begins there. Both may be NULL: kernels can't allocate. */
    uint64_t (*allocate)(void *data, uint64_t bytes);
    bool (*release)(void *data, uint64_t address);
};

/* One kernel launch. Borrowed by blocks and warps for as long as they run. */
/* What CUDA keeps of device printf's output where nothing else is asked for.
 * Source: CUDA C++ Programming Guide, "Formatted Output", cudaLimitPrintfFifoSize. */
enum { LAUNCH_OUTPUT_BYTES = 1 << 20 };

struct launch {
    uint32_t id; /* 0, 1, 2, ... in command order; travels with every transaction */
    const struct launch_services *services;
    const struct kernel_code *code;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    uint32_t n_sms; /* %nsmid; 0: not known */
    /* Lanes of a warp that wait for each other (a lock). Volta and later schedule them
     * independently; in lock step they wait for ever, which is a fault after so many rounds of the
     * loop. 0: 10,000, ASSUMED; UINT32_MAX: never. */
    bool independent_lanes;
    uint32_t spin_limit;
    uint64_t output_limit; /* of what device printf writes so many bytes are wanted, the youngest,
                            * and one more where some are lost; 0: all */
    const uint8_t *params; /* code->param_bytes */
    uint32_t client;       /* of the host, whose it is; set by the host */
    uint64_t stream;       /* in which it was issued; for whoever writes that down */
    uint64_t detailed_blocks; /* the first so many blocks are simulated; the rest runs functionally
                                 afterwards. Set by the host */
    uint64_t
        code_address; /* of its first instruction, for the instruction cache; set by the host */
};

struct block_context {
    const struct launch *launch;
    uint32_t index[3]; /* %ctaid */
    uint8_t *shared;   /* static then dynamic shared memory, zeroed at block start */
    uint32_t sm;       /* %smid */
};

/* An instruction that a source knows ahead. */
struct known_step {
    uint32_t pc;
    lane_mask lanes; /* that will run it */
};

/* What the SM sees of a warp's control state. */
struct warp_context {
    const struct kernel_code *code;
    const struct block_context *block;
    uint32_t pc;       /* next instruction */
    lane_mask active;  /* lanes that will run it, its guard not yet applied; 0: warp finished */
    uint32_t in_block; /* index of the warp in its block: lanes are threads 32*in_block + lane */
    uint32_t slot;     /* %warpid */
    uint32_t n_steps;  /* from `step` on, of which all but the last only write registers; 0: the
                          source knows nothing ahead */
    const struct known_step *step; /* the next instruction */
    void *state;                   /* code->warp_state_bytes, owned by the SM */
};

/* Does what issue() would do, for an instruction that only writes registers, if n_steps > 1: moves
 * on, and returns the lanes that ran it. */
static inline lane_mask warp_context_step(struct warp_context *w)
{
    const lane_mask lanes = w->step->lanes;
    w->n_steps--;
    w->step++;
    w->pc = w->step->pc;
    return lanes;
}

/* A 32-lane operand: lane i's value is the low bytes at base + i * stride. */
struct lane_operand {
    const uint8_t *base;
    uint32_t stride;
};

/* What a warp does at a barrier. The reductions combine a predicate over all threads that arrive;
 * their result comes through deliver(), as 4 bytes. */
enum barrier_kind { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_AND, BARRIER_OR, BARRIER_COUNT };

/* cp.async: a load whose bytes go to shared memory when they arrive. */
enum async_step {
    ASYNC_NONE,
    ASYNC_COPY,   /* OP_LOAD: issued.copy */
    ASYNC_COMMIT, /* OP_FENCE: the copies since the last one are a group */
    ASYNC_WAIT    /* OP_FENCE: until at most issued.async_groups groups are on their way */
};

struct async_copy {
    uint32_t to[WARP_LANES];   /* offset in block_context.shared */
    uint8_t bytes[WARP_LANES]; /* 1 to 16, from the address on */
};

/* What a fault is to a program: the error that CUDA would give it. */
enum fault_kind { FAULT_OTHER, FAULT_ASSERT, FAULT_STRAY, FAULT_MISALIGNED };

/* What one issued instruction did. What nearly all of them set comes first. */
struct issued {
    lane_mask active;             /* lanes that ran it: active mask and guard; of an access: whose
                                     addresses are in `space` (others have been served) */
    uint8_t space;                /* resolved; SPACE_NONE if it touched no memory */
    uint8_t element_bytes;        /* bytes of one vector element: 1, 2, 4, 8 */
    uint8_t elements;             /* 1, 2 or 4 */
    bool diverged;                /* a branch whose lanes went both ways */
    bool regular;                 /* an access of all lanes: address[i] is address[0] + i * stride;
                                     false, too, if nobody has looked */
    bool spins;                   /* set, never cleared: its lanes go round a loop in which nothing
                                     changes, and others of the warp wait for them */
    uint8_t barrier_kind;         /* enum barrier_kind */
    uint8_t async;                /* enum async_step */
    uint8_t fault_lane;           /* whose fault it is; WARP_LANES: the warp's */
    uint8_t fault_kind;           /* enum fault_kind, of faults that are not FAULT_OTHER */
    uint32_t taken;               /* lanes that took a branch */
    uint32_t barrier_id;          /* OP_BARRIER */
    uint32_t barrier_threads;     /* 0: all threads of the block */
    lane_mask barrier_true;       /* lanes of `active` whose predicate holds: the reductions */
    uint32_t async_groups;        /* ASYNC_WAIT; UINT32_MAX: none may be, committed or not */
    char *output;                 /* what device printf wrote, NULL mostly; g_free */
    char *fault;                  /* set when issue returns false; g_free */
    struct address_shape *shape;  /* NULL, or: an active lane's address is base + its offset, in
                                     place of address[], until issued_expand() */
    uint64_t base;                /* with a shape */
    uint64_t stride;              /* if it is regular */
    uint64_t address[WARP_LANES]; /* valid where active; a byte address in its space */
    struct lane_operand value[4]; /* store: an operand an element; atomic: a, b */
    uint8_t *loaded;              /* load of global memory: where lane 0's value goes as it is in
                                     memory, and loaded_bytes (4 or 8) behind it the next lane's;
                                     NULL: deliver() knows */
    uint8_t loaded_bytes;
    struct async_copy copy; /* ASYNC_COPY */
};

/* Makes address[] valid, also when there is a shape. */
static inline void issued_expand(struct issued *what)
{
    if (!what->shape)
        return;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        what->address[lane] = what->base + (uint64_t)what->shape->offset[lane];
}

/* Bytes of an asynchronous copy for lanes, as in deliver(), to the block's shared memory. */
static inline void async_copy_deliver(const struct async_copy *copy, uint8_t *shared,
                                      lane_mask lanes, const uint8_t *data,
                                      const uint16_t offset[WARP_LANES])
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        memcpy(shared + copy->to[i], data + offset[i], copy->bytes[i]);
    }
}

/* An instruction in the front end's own words. */
struct instruction_text {
    const char *opcode; /* with modifiers: "ld.global.v2.f32"; NULL: it has none */
    int64_t immediate;  /* the operation's, 0 if it has none */
};

/* Where the lanes of a warp stand: groups of lanes, those that run first. */
struct warp_standing {
    uint32_t outer; /* of the running lanes: the pc in the kernel itself, behind the calls made */
    unsigned n;
    struct {
        uint32_t pc;
        lane_mask lanes;
    } group[WARP_LANES];
};

struct instruction_source_ops {
    const char *name;
    /* For whoever tells where a run stands. NULL: all lanes stand at w->pc. */
    void (*standing)(const struct warp_context *w, struct warp_standing *out);
    /* For whoever writes instructions down. May be NULL. */
    void (*describe)(const struct kernel_code *code, uint32_t pc, struct instruction_text *out);
    /* Sets up w->state, w->pc and w->active; the other fields of w are set by the caller. */
    void (*warp_start)(struct warp_context *w);
    /* Runs the instruction at w->pc for w->active and moves w->pc and w->active on. Sources
     * are ready (the scoreboard saw to it). False: out->fault says what went wrong (an
     * unsupported instruction, a misaligned address), without file, kernel or thread, which
     * the caller adds. cycle is for %clock. */
    bool (*issue)(struct warp_context *w, uint64_t cycle, struct issued *out);
    /* Loaded (or, for an atomic, old) values for lanes: lane i's bytes are at data + offset[i].
     * pc names the load; called once or more per load until every lane has its value. Not for
     * asynchronous copies: see async_copy_deliver. */
    void (*deliver)(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES]);
    /* The lines of device memory that the launch's first n_blocks blocks read, as far as code, grid
     * and parameters say (policies/block_lines.h); the caller owns the answer. NULL, also as an
     * answer: the front end can't tell. */
    struct block_lines *(*block_lines)(const struct launch *launch, uint64_t n_blocks,
                                       uint32_t line_bytes);
    /* By pc, 0 for what is no conditional branch; made when first asked for, and the code's. NULL,
     * also as an answer: the front end can't tell. */
    const struct branch_path *(*branch_paths)(const struct kernel_code *code);
    /* By pc; g_free. NULL: the front end can't tell, and all are vectors. */
    struct simd_form *(*simd_forms)(const struct kernel_code *code);
    /* NULL: the front end can't tell. */
    void (*static_counts)(const struct kernel_code *code, struct static_counts *out);
    /* The block goes to an SM: what its warps share with others is made now. It is called while
     * nothing else runs; warp_start, issue and deliver of different SMs may run side by side. May
     * be NULL. */
    void (*block_sent)(const struct launch *launch, uint64_t block);
};

#endif
