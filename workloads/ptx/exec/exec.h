/* SPDX-License-Identifier: BSD-3-Clause */
/* Inside the PTX executor: lowered instructions and the state of a warp.
 *
 * Lowering turns every PTX instruction into one exec_op, whose operands are byte offsets to arrays
 * of 32 lanes. An operand is found as base[operand.base] + operand.offset, whether it is a
 * register (in the warp's state) or a constant (in the kernel's pool, one array a constant), so
 * that executing an instruction never asks what kind of operand it has.
 *
 * Shapes: a register of up to 32 bits is a uint32_t[32] (16-bit ones zero-extended), a 64-bit
 * one a uint64_t[32], a predicate one lane mask. Arrays are 64-byte aligned.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_EXEC_H
#define SIMGPU_WORKLOADS_PTX_EXEC_EXEC_H

#include "workloads/issued.h"
#include "workloads/ptx/exec/simt_stack.h"
#include "workloads/static_facts.h"
#include <glib.h>

#define ALL_LANES ((lane_mask)0xffffffff)

enum { EXEC_SOURCES = 5, EXEC_DESTINATIONS = 4 };

/* So many instructions run before their time at most. */
enum { AHEAD_MOST = 32 };

enum exec_base {
    BASE_REGISTERS, /* those of the current frame */
    BASE_CONSTANTS,
    BASE_STATE, /* what a warp has once: special registers */
    EXEC_BASES
};

/* Generic addresses: the upper 32 bits tell the space. ASSUMED; PTX leaves the windows to the
 * implementation. Device (global) addresses start above all of them. */
enum { WINDOW_SHIFT = 32 };
enum exec_window { WINDOW_SHARED = 1, WINDOW_LOCAL, WINDOW_CONST, WINDOW_PARAM, WINDOW_CODE };
#define GLOBAL_BASE 0x1000000000ull

/* What an operand is: where its lanes are, and how wide each is. */
struct exec_operand {
    uint32_t offset;
    uint8_t base;  /* enum exec_base */
    uint8_t bytes; /* of a lane: 4 or 8; 0 for a predicate (one mask) */
    uint8_t bits;  /* of the PTX register: 16 in 4 bytes, 32, 64; 1 for a predicate */
};

struct exec_op;
struct exec_state;
struct ptx_function;
struct ptx_variable;

/* Acts on the registers of lanes. */
typedef void exec_alu(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* The lanes in which a compares to b; a and b are arrays of 32 lanes. */
typedef lane_mask exec_compare(const void *a, const void *b);
/* Acts on memory or control flow; false with out->fault set if it can't. */
typedef bool exec_action(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out);

enum exec_kind {
    EXEC_ALU,    /* alu(), then the next instruction */
    EXEC_ACTION, /* action(), then the next instruction */
    EXEC_CONTROL /* action(), which moves the SIMT stack itself; issue() then sees to the frame */
};

/* What has to happen before an instruction runs. */
enum exec_prepare {
    PREPARE_CLOCKS = 1, /* the special registers that count time are brought up to date */
    PREPARE_BARRIER =
        2, /* all lanes of the warp come here, if independent scheduling took them apart */
    PREPARE_TOGETHER =
        4,            /* the same of those in the membermask, the last source: shuffles, votes */
    PREPARE_WHOLE = 8 /* with PREPARE_TOGETHER: of all; there is no membermask */
};

/* ROUND_NEAREST: ties to even; ROUND_NEAREST_AWAY: ties away from zero (.rna, of .tf32 only). */
enum exec_rounding { ROUND_NEAREST, ROUND_ZERO, ROUND_DOWN, ROUND_UP, ROUND_NEAREST_AWAY };

/* Modifiers of arithmetic that the slow paths read. */
enum exec_modifier {
    MODIFIER_FTZ = 1,
    MODIFIER_SAT = 2,
    MODIFIER_TO_INTEGER = 4, /* .rni and its kin: the float result is integral */
    MODIFIER_INVERT = 8,     /* compare: the opposite of what compare() says */
    MODIFIER_NEGATE_C = 16,  /* compare: combine with !c */
    MODIFIER_CARRY_IN = 32,
    MODIFIER_CARRY_OUT = 64,
    MODIFIER_SUBTRACT = 128,
    MODIFIER_RELU = 256,      /* a negative result is zero */
    MODIFIER_SATFINITE = 512, /* beyond the largest number: that number, not infinity */
    MODIFIER_ABS = 1024,      /* of the operands of min and max */
    MODIFIER_XORSIGN = 2048   /* min, max: the result's sign is the xor of the operands' */
};

struct exec_op {
    union {
        exec_alu *alu;
        exec_action *action;
    };
    exec_compare *compare;
    struct exec_operand guard; /* a predicate or the constant "all lanes" */
    struct exec_operand source[EXEC_SOURCES];
    struct exec_operand destination[EXEC_DESTINATIONS];
    lane_mask guard_invert; /* all ones for @!p */
    uint8_t kind;           /* enum exec_kind */
    uint8_t n_destinations, n_sources;
    uint8_t rounding; /* enum exec_rounding */
    uint16_t modifiers;
    uint8_t variant;                       /* of the operation, for functions that serve several */
    uint8_t prepare;                       /* enum exec_prepare */
    uint8_t source_type, destination_type; /* enum value_type, of memory and conversions */
    uint8_t space;                         /* enum memory_space, of memory */
    uint8_t element_bytes, elements;       /* of memory */
    uint8_t atomic_op, atomic_type;
    uint8_t group; /* of wgmma: columns in eights, or how many groups may be unfinished */
    uint32_t target, reconverge; /* of branches: pcs */
    int64_t immediate;           /* of memory: added to the address; else the operation's */
    const char *text;            /* opcode with its modifiers, for messages */
};

/* Types of values in memory and in conversions. */
enum value_type {
    VALUE_U8,
    VALUE_U16,
    VALUE_U32,
    VALUE_U64,
    VALUE_S8,
    VALUE_S16,
    VALUE_S32,
    VALUE_S64,
    VALUE_F32,
    VALUE_F64,
    VALUE_F16,
    VALUE_BF16,
    VALUE_TF32, /* a .b32 in the form of a .f32 whose last 13 bits are zero */
    VALUE_E4M3, /* the 8-bit floats, of cvt only: no infinity, */
    VALUE_E5M2  /* and the upper half of a .f16 */
};

/* What is known of lanes that go round a loop while others of their warp wait; see spin.h. */
struct exec_spin {
    uint64_t sketch;    /* of the first lane's registers, when last looked at */
    uint64_t registers; /* hash of all lanes', if the sketch was the same as before; or 0 */
    lane_mask lanes;
    uint32_t frame;
    uint32_t rounds;    /* back edges since these lanes, and no others, run */
    uint32_t unchanged; /* rounds, as far as known, since their registers last changed */
    bool apart;         /* independent scheduling has taken the warp's lanes apart */
    bool strayed;       /* lanes may have come together elsewhere than where they part and meet */
    bool unproven;      /* the interpreter has run the warp: compiled code has not seen its words */
    bool timed;         /* a clock was read since the last back edge */
};

/* The head of a warp's state; levels of the SIMT stack, frames, special registers, registers and
 * local memory follow, at offsets from the state itself. */
struct exec_state {
    const uint8_t *base[EXEC_BASES];
    uint64_t cycle;
    lane_mask carry; /* CC.CF of the extended-precision instructions */
    uint32_t frame;  /* the current one: that of the running lanes */
    bool fresh;      /* only a compiled kernel's runner knows the warp; all but the registers is yet
                        to be set up (compile/runner.c) */
    struct exec_spin spin;
    struct simt_stack stack;
    struct known_step step[AHEAD_MOST + 1]; /* those that have run ahead, unless all lanes ran all
                                               of them: exec_kernel.steps. Not set at the start */
};

/* Special registers with a lane array each that warp_start fills. */
struct exec_special {
    uint8_t which; /* enum exec_special_register */
    uint8_t bytes; /* of a lane */
    bool differs;  /* between blocks: exec_special_differs() */
    uint32_t offset;
};

enum exec_special_register {
    SPECIAL_TID_X,
    SPECIAL_TID_Y,
    SPECIAL_TID_Z,
    SPECIAL_NTID_X,
    SPECIAL_NTID_Y,
    SPECIAL_NTID_Z,
    SPECIAL_CTAID_X,
    SPECIAL_CTAID_Y,
    SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X,
    SPECIAL_NCTAID_Y,
    SPECIAL_NCTAID_Z,
    SPECIAL_LANEID,
    SPECIAL_WARPID,
    SPECIAL_NWARPID,
    SPECIAL_SMID,
    SPECIAL_GRIDID,
    SPECIAL_CLOCK,
    SPECIAL_CLOCK_HI,
    SPECIAL_CLOCK64,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_DYNAMIC_SMEM_SIZE,
    SPECIAL_TOTAL_SMEM_SIZE,
    SPECIAL_NSMID,
    SPECIAL_GLOBALTIMER,
    SPECIAL_GLOBALTIMER_HI,
    SPECIAL_CLUSTERID_X,
    SPECIAL_CLUSTERID_Y,
    SPECIAL_CLUSTERID_Z,
    SPECIAL_NCLUSTERID_X,
    SPECIAL_NCLUSTERID_Y,
    SPECIAL_NCLUSTERID_Z,
    SPECIAL_CLUSTER_CTAID_X,
    SPECIAL_CLUSTER_CTAID_Y,
    SPECIAL_CLUSTER_CTAID_Z,
    SPECIAL_CLUSTER_NCTAID_X,
    SPECIAL_CLUSTER_NCTAID_Y,
    SPECIAL_CLUSTER_NCTAID_Z,
    SPECIAL_CLUSTER_CTARANK,
    SPECIAL_CLUSTER_NCTARANK,
    SPECIAL_IS_EXPLICIT_CLUSTER,
    SPECIAL_ZERO, /* %envreg and what else is always 0 here */
    SPECIAL_REGISTERS
};

/* A constant of the pool that is the address of a global variable. */
struct exec_fixup {
    const struct ptx_variable *variable;
    int64_t addend;
    uint32_t offset; /* in the pool */
    uint8_t bytes;   /* of a lane */
};

/* Whether blocks can tell in which order they run; compile/block_order.h finds it out. */
enum exec_order {
    BLOCKS_UNKNOWN,
    BLOCKS_IN_ORDER,
    BLOCKS_COMMUTE,
    BLOCKS_ALIKE /* they commute, and do not know which they are */
};

/* Bytes of a frame's registers. */
struct exec_range {
    uint32_t offset, bytes;
};

/* Some of them. */
struct exec_registers {
    uint32_t n;
    struct exec_range range[];
};

/* What may run as soon as the instruction is the next one: so many from it on, which only write
 * registers. compile/ahead.h */
struct exec_ahead {
    uint8_t n;
    bool guarded;  /* some of them are */
    bool opens;    /* once the instruction itself has issued, those behind it may run */
    uint8_t plain; /* so many from it on only write registers, within a block:
                      instruction_source_ops. run_plain */
};

struct exec_function;
struct exec_call;

/* A kernel's executable form: kernel_code.impl. See call.h for frames and functions. */
struct exec_kernel {
    const struct ptx_function *source; /* as it was written; the module's */
    struct exec_op *ops;               /* n_instructions */
    struct exec_function *functions;   /* the kernel itself, then those it may call */
    uint32_t n_functions;
    struct exec_call **calls; /* by op->target of a call */
    uint32_t n_calls;
    uint32_t *slot_offsets;    /* by slot of struct instruction: in the frame's registers */
    uint32_t *targets;         /* pcs, of brx.idx */
    struct exec_ahead *ahead;  /* by pc */
    struct known_step *steps;  /* by pc, and one more: of all lanes */
    struct branch_path *paths; /* by pc; NULL: nobody has asked yet */
    struct simd_form *forms;   /* by pc; NULL: nobody has asked yet */
    bool *unlikely;            /* by pc; NULL: nothing is; lower/lower_unlikely.c */
    uint8_t *turn_ends;        /* by pc; NULL: nobody has asked yet; compile/blocks/blocks.h */
    uint32_t *clock_polls;     /* by pc; NULL: nobody has asked yet, or no loop waits for a clock */
    uint8_t *wait_loops;       /* by pc, once wait_loops_known; NULL: no loop waits for memory */
    /* Those that a warp may read before it writes them: its start sets no others to zero. NULL:
     * nobody has looked, and it sets all. Any thread may read it. */
    struct exec_registers *first_reads;
    /* By pc: those that are live where a loop begins; NULL elsewhere. NULL: nobody has asked yet;
     * compile/blocks/live_loops.h. Any thread may ask. */
    struct exec_registers **live_loops;
    const struct exec_registers *(*live_at)(const struct kernel_code *code, uint32_t pc);
    struct compiled_code *compiled;   /* NULL: nobody has asked yet; compile/compiled.h */
    uint32_t levels_offset, n_levels; /* of the SIMT stack's levels in the state */
    uint32_t frames_offset, n_frames; /* of struct exec_frame */
    uint32_t load_frames_offset;      /* of a uint32_t for each register slot; see issue.c */
    uint8_t *constants;               /* 64-byte aligned */
    const uint8_t *const_image;       /* the module's .const memory */
    uint32_t const_bytes;
    uint32_t constant_bytes; /* of constants */
    uint32_t idle_misses;    /* run/idle.h; any thread may change it */
    uint8_t order;           /* enum exec_order */
    bool wait_loops_known;
    bool reads_more; /* than parameters and memory, or does more than write to memory */
    struct exec_special *specials;
    uint32_t n_specials;
    struct exec_fixup *fixups;
    uint32_t n_fixups;
    uint32_t local_offset; /* of local memory in the state: lane l's bytes at
                            * local_offset + l * local_stride */
    uint32_t local_stride;
    uint32_t registers_offset; /* of the first frame's registers in the state */
    uint32_t registers_end;    /* of the last one's */
    uint32_t stack_limit;      /* bytes a thread, for messages; 0 if it has no part in it */
    uint32_t stack_end;        /* of a thread's local memory: what frames may use */
    uint32_t child_at,
        child_bytes; /* of local memory: see child_ops.h; 0 bytes: it launches nothing */
    /* The kernel that a pointer in code of this program leads to; lowered when first asked for. */
    const struct kernel_code *(*kernel_at)(void *program, uint64_t address, GError **error);
    void *program;
};

static inline struct exec_state *exec_state_of(const struct warp_context *w)
{
    return w->state;
}

static inline const struct exec_kernel *exec_kernel_of(const struct warp_context *w)
{
    return w->code->impl;
}

static inline const void *exec_source(const struct exec_op *op, const struct exec_state *state,
                                      unsigned k)
{
    return state->base[op->source[k].base] + op->source[k].offset;
}

static inline lane_mask exec_mask(const struct exec_operand *operand,
                                  const struct exec_state *state)
{
    return *(const lane_mask *)(state->base[operand->base] + operand->offset);
}

static inline void *exec_destination(const struct exec_op *op, struct exec_state *state, unsigned k)
{
    return (uint8_t *)state->base[BASE_REGISTERS] + op->destination[k].offset;
}

/* Writes the predicate destination k in lanes. */
static inline void exec_write_mask(const struct exec_op *op, struct exec_state *state, unsigned k,
                                   lane_mask lanes, lane_mask value)
{
    lane_mask *mask = exec_destination(op, state, k);
    *mask = (*mask & ~lanes) | (value & lanes);
}

/* Lane i of an integer operand, zero-extended. */
static inline uint64_t exec_lane(const struct exec_operand *operand, const struct exec_state *state,
                                 unsigned i)
{
    const uint8_t *base = state->base[operand->base] + operand->offset;
    if (operand->bytes == 0)
        return (*(const lane_mask *)base >> i) & 1;
    return operand->bytes == 8 ? ((const uint64_t *)base)[i] : ((const uint32_t *)base)[i];
}

/* Sets lane i of destination k to the low bits of value that the register has. */
static inline void exec_set_lane(const struct exec_op *op, struct exec_state *state, unsigned k,
                                 unsigned i, uint64_t value)
{
    void *base = exec_destination(op, state, k);
    if (op->destination[k].bytes == 8)
        ((uint64_t *)base)[i] = value;
    else if (op->destination[k].bits == 16)
        ((uint32_t *)base)[i] = (uint16_t)value;
    else
        ((uint32_t *)base)[i] = (uint32_t)value;
}

/* Runs body for every lane i of lanes. */
#define EACH_LANE(i, lanes)                                                                        \
    for (lane_mask each_left_##i = (lanes); each_left_##i != 0; each_left_##i = 0)                 \
        for (unsigned i; each_left_##i != 0 && (i = (unsigned)__builtin_ctz(each_left_##i), 1);    \
             each_left_##i &= each_left_##i - 1)

#endif
