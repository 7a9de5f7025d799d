/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX instructions into exec_ops: what the lower_*.c files share.
 *
 * Each family of instructions has a function `bool lower_x(struct lowering *l)` that looks at
 * l->instruction and fills l->op. False means "not mine", or, with l->problem set, "mine, but
 * not supported, because". What nobody takes becomes an exec_op that faults when it runs.
 */
#ifndef SIMGPU_WORKLOADS_PTX_LOWER_LOWERING_H
#define SIMGPU_WORKLOADS_PTX_LOWER_LOWERING_H

#include "workloads/ptx/analysis/allocation.h"
#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/layout.h"
#include "workloads/ptx/syntax/ptx.h"

struct link_graph;
struct ptx_cfg;

/* A kernel with the functions it may call, being lowered. */
struct lowering {
    const struct exec_layout *layout;
    const struct link_graph *graph;
    const struct exec_alu_set *alus;
    GByteArray *pool;      /* exec_kernel.constants to be */
    GHashTable *constants; /* set of struct lowered_constant: what is in the pool */
    GArray *fixups;        /* struct exec_fixup */
    GArray *specials;      /* struct exec_special */
    GPtrArray *calls;      /* struct exec_call */
    GArray *targets;       /* uint32_t: pcs, of brx.idx */
    GArray *unlikely;      /* bool: by pc, up to the last one that is */
    GHashTable *shared;    /* variable -> offset in the block's shared memory + 1 */
    uint32_t state_bytes;  /* laid out so far: what the warp has once */
    GArray *ops, *facts;   /* struct exec_op, struct instruction: by pc */
    GArray *places;        /* struct source_place: by pc */
    GArray *loops;         /* struct code_loop */
    uint32_t n_slots;      /* of the functions lowered so far */
    GArray *predicates;    /* bool: by slot */
    GArray *slot_offsets;  /* uint32_t: by slot, in the frame's registers */
    bool allocates;        /* kernel_code.allocates to be */
    bool launches;         /* calls functions of child_ops.h */
    bool reads_more;       /* than parameters and memory: exec_kernel.reads_more to be */

    /* The function being lowered. */
    const struct ptx_function *function;
    const struct ptx_allocation *allocation;
    const uint32_t *reconvergence; /* of each instruction */
    const bool *back_edge;         /* of each instruction: a branch that closes a loop */
    uint32_t first_pc;             /* of its instructions among all */
    uint32_t *slot_offset;         /* of each slot, in the frame's registers */
    uint32_t frame_bytes;          /* registers laid out so far */
    uint32_t parameters_at, results_at, call_parameters_at; /* in the frame's memory */
    GHashTable *call_parameters; /* variable -> offset from call_parameters_at + 1 */
    GArray *frame_addresses;     /* struct exec_frame_address */
    uint32_t tops; /* offset of the tops (exec/actions/call.h) in the registers + 1; 0: none */

    const struct ptx_instruction *instruction;
    struct exec_op *op;
    char *problem;
};

/* Sets l->problem unless it is set. Returns false. */
bool lowering_problem(struct lowering *l, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* An empty set for lowering.constants. */
GHashTable *lowering_constants_new(void);

/* Space in the warp's state, or in the registers of the function's frames; 64-byte aligned. Returns
 * its offset. */
uint32_t lowering_reserve(struct lowering *l, uint32_t bytes);
uint32_t lowering_reserve_registers(struct lowering *l, uint32_t bytes);

/* Puts n bytes into the kernel's constants. Returns their offset; 64-byte aligned. */
uint32_t lowering_pool(struct lowering *l, const void *bytes, uint32_t n);

/* True if the variable lies in the function's frame: where in its memory. */
bool lowering_frame_offset(const struct lowering *l, const struct ptx_variable *variable,
                           uint64_t *offset);
/* The address in local memory of a place in the frame. */
struct exec_operand lowering_frame_address(struct lowering *l, uint64_t offset, unsigned bytes);

/* Operands: appended to l->op's sources or destinations. A register must be as wide as the lanes
 * of type; `any` lets it be wider. */
bool lower_source(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
bool lower_source_any(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
/* The same, but it is not appended: *result says where it is. */
bool lower_operand(struct lowering *l, const struct ptx_operand *operand, enum lane_type type,
                   struct exec_operand *result);
bool lower_destination(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
bool lower_destination_any(struct lowering *l, const struct ptx_operand *operand);
/* Source 0 and immediate from an address operand; *variable is the one it names, or NULL. */
bool lower_address(struct lowering *l, const struct ptx_operand *operand,
                   const struct ptx_variable **variable);
bool lower_constant(struct lowering *l, enum lane_type type, uint64_t bits);
/* A register of the function by its number. */
bool lower_register(struct lowering *l, uint32_t index, struct exec_operand *result);
/* A special register. */
bool lower_special(struct lowering *l, const struct ptx_operand *operand, unsigned bytes,
                   struct exec_operand *result);
/* The guard; "all lanes" if there is none. */
bool lower_guard(struct lowering *l);

/* The lane type that stores values of a PTX type in registers; false for types without lanes. */
bool lane_type_of(enum ptx_type type, enum lane_type *lane);
bool value_type_of(enum ptx_type type, enum value_type *value);
unsigned lane_type_bytes(enum lane_type type);

/* Destination first, then sources of the shape's types; a fourth source has 32 bits. */
bool lower_shape(struct lowering *l, const struct exec_shape *shape);

/* True if every modifier is one of the blanks-separated words or a type. */
bool lower_only_modifiers(const struct ptx_instruction *in, const char *words);

/* exec_op.rounding and modifiers from the instruction's (.rn .rni .ftz .sat ...). */
void lower_modifiers(struct lowering *l);

bool lower_plain(struct lowering *l);         /* the X-macro lists */
bool lower_float(struct lowering *l);         /* float_ops.h */
bool lower_half(struct lowering *l);          /* half_ops.h */
bool lower_convert(struct lowering *l);       /* cvt */
bool lower_compare(struct lowering *l);       /* setp, set, testp */
bool lower_predicate(struct lowering *l);     /* and.pred and its kin */
bool lower_move(struct lowering *l);          /* mov of vectors and predicates */
bool lower_carry(struct lowering *l);         /* carry.h */
bool lower_video(struct lowering *l);         /* video.h */
bool lower_cross_lane(struct lowering *l);    /* shfl, vote, activemask, match */
bool lower_address_space(struct lowering *l); /* cvta, isspacep */
bool lower_cluster(struct lowering *l);       /* mapa, getctarank, isspacep.shared */
bool lower_memory(struct lowering *l);        /* ld, st, atom, red */
bool lower_call(struct lowering *l);          /* call, ret, parameters in frames, alloca */
bool lower_texture(struct lowering *l);       /* tex and its kin, suld and its kin */
bool lower_control(struct lowering *l);       /* bra, brx, exit */
bool lower_tensor(struct lowering *l);        /* mma */
bool lower_group(struct lowering *l);         /* wgmma */
bool lower_matrix(struct lowering *l);        /* ldmatrix and its kin */
bool lower_engine(struct lowering *l);        /* mbarriers, bulk copies */
/* Of an mbarrier that may be another block's: it goes as an atomic does. */
bool lower_is_remote_arrival(const struct ptx_instruction *instruction);
bool lower_remote_arrival(struct lowering *l);
bool lower_synchronization(struct lowering *l); /* bar, fences, cp.async, hints */

/* Code that runs only if an address is not of the space that its register was made from; by pc.
 * NULL: there is none. g_free. */
bool *lower_unlikely(const struct ptx_cfg *cfg);

#endif
