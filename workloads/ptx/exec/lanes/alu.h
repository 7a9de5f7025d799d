/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic on registers: the functions that lowering puts into exec_op.alu.
 *
 * The hot ones exist once for each vector instruction set of the host; exec_alu_best chooses.
 * All sets compute the same bits: every float operation is an IEEE one, none is contracted.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_ALU_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_ALU_H

#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/exec/lanes/alu_list.h"

/* How the lanes of an operand are stored (lanes.h), or a predicate. */
enum lane_type {
    LANE_u16,
    LANE_s16,
    LANE_u32,
    LANE_s32,
    LANE_f32,
    LANE_u64,
    LANE_s64,
    LANE_f64,
    LANE_PREDICATE,
    LANE_f16 = LANE_u16,
    LANE_bf16 = LANE_u16
};

/* What the operands of an operation are: enum lane_type; sources behind the third are LANE_u32. */
struct exec_shape {
    uint8_t destination, source[3];
};

struct exec_alu_set {
    const char *name; /* "base", "avx2", "avx512" */
    exec_alu *alu[ALU_CODES];
    exec_compare *compare[COMPARE_CODES];
    /* Sets all lanes of a 64-byte aligned register to the value. It is stored in pieces as large as
     * vectors, since a vector that is loaded soon waits if smaller pieces of it are under way. */
    void (*fill_32)(uint32_t *lanes, uint32_t value);
};

/* Whether there are sets for vectors. The address sanitizer looks at the same source in the base
 * set, and what it instruments isn't made into vectors. */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define EXEC_ALU_VECTORS 1
#else
#define EXEC_ALU_VECTORS 0
#endif

extern const struct exec_alu_set exec_alu_base;
#if EXEC_ALU_VECTORS
extern const struct exec_alu_set exec_alu_avx2;
extern const struct exec_alu_set exec_alu_avx512;
#endif

/* The set this host runs fastest. */
const struct exec_alu_set *exec_alu_best(void);

/* The code of a full PTX opcode ("mad.lo.s32") and the shape of its operands; ALU_CODES if it is
 * none of EXEC_ALU_LIST. */
enum exec_alu_code exec_alu_code_of(const char *text, struct exec_shape *shape);

/* The same for those in rare_list.h; NULL if it is none of them. */
exec_alu *exec_rare_alu_of(const char *text, struct exec_shape *shape);

/* The names that the lists give to functions, of EXEC_ALU_LIST, rare_list.h and EXEC_COMPARE_LIST,
 * for those who write code of their own; NULL if the function is none of them. */
const char *exec_alu_name(exec_alu *alu);
const char *exec_rare_name(exec_alu *alu);
const char *exec_compare_name(exec_compare *compare);

/* True if word is one of the blanks-separated words. */
bool exec_word_in(const char *words, const char *word);

#endif
