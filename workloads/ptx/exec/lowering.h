/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX instructions into exec_ops: what the lower_*.c files share.
 *
 * Each family of instructions has a function `bool lower_x(struct lowering *l)` that looks at
 * l->instruction and fills l->op. False means "not mine", or, with l->problem set, "mine, but
 * not supported, because". What nobody takes becomes an exec_op that faults when it runs.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LOWERING_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LOWERING_H

#include "workloads/ptx/allocation.h"
#include "workloads/ptx/exec/alu.h"
#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/layout.h"
#include "workloads/ptx/ptx.h"

struct lowering {
    const struct exec_layout *layout;
    const struct ptx_function *function;
    const struct ptx_allocation *allocation;
    const struct exec_alu_set *alus;
    const uint32_t *reconvergence; /* of each instruction */
    GByteArray *pool;              /* exec_kernel.constants to be */
    GHashTable *constants;         /* set of struct lowered_constant: what is in the pool */
    GArray *fixups;                /* struct exec_fixup */
    GArray *specials;              /* struct exec_special */
    GHashTable *shared;            /* variable -> offset in the block's shared memory + 1 */
    uint32_t *slot_offset;         /* of each slot, in the state */
    uint32_t state_bytes;          /* laid out so far */

    const struct ptx_instruction *instruction;
    struct exec_op *op;
    char *problem;
};

/* Sets l->problem unless it is set. Returns false. */
bool lowering_problem(struct lowering *l, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* An empty set for lowering.constants. */
GHashTable *lowering_constants_new(void);

/* Space in the warp's state, 64-byte aligned; its offset. */
uint32_t lowering_reserve(struct lowering *l, uint32_t bytes);

/* Operands: appended to l->op's sources or destinations. A register must be as wide as the lanes
 * of type; `any` lets it be wider. */
bool lower_source(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
bool lower_source_any(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
bool lower_destination(struct lowering *l, const struct ptx_operand *operand, enum lane_type type);
bool lower_destination_any(struct lowering *l, const struct ptx_operand *operand);
/* Source 0 and immediate from an address operand; *variable is the one it names, or NULL. */
bool lower_address(struct lowering *l, const struct ptx_operand *operand,
                   const struct ptx_variable **variable);
bool lower_constant(struct lowering *l, enum lane_type type, uint64_t bits);
/* The guard; "all lanes" if there is none. */
bool lower_guard(struct lowering *l);

/* The lane type that stores values of a PTX type in registers; false for types without lanes. */
bool lane_type_of(enum ptx_type type, enum lane_type *lane);
bool value_type_of(enum ptx_type type, enum value_type *value);
unsigned lane_type_bytes(enum lane_type type);

/* exec_op.rounding and modifiers from the instruction's (.rn .rni .ftz .sat ...). */
void lower_modifiers(struct lowering *l);

bool lower_plain(struct lowering *l);         /* the X-macro lists */
bool lower_float(struct lowering *l);         /* float_ops.h */
bool lower_convert(struct lowering *l);       /* cvt */
bool lower_compare(struct lowering *l);       /* setp, set, testp */
bool lower_predicate(struct lowering *l);     /* and.pred and its kin */
bool lower_move(struct lowering *l);          /* mov of vectors and predicates */
bool lower_carry(struct lowering *l);         /* carry.h */
bool lower_cross_lane(struct lowering *l);    /* shfl, vote, activemask, match */
bool lower_address_space(struct lowering *l); /* cvta, isspacep */
bool lower_memory(struct lowering *l);        /* ld, st, atom, red */
bool lower_control(struct lowering *l);       /* bra, exit, ret, bar, fences, hints */

#endif
