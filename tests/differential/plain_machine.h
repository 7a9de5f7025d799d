/* SPDX-License-Identifier: BSD-3-Clause */
/* Inside the plain interpreter: threads, decoded instructions, and what executes them. */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_PLAIN_MACHINE_H
#define SIMGPU_TESTS_DIFFERENTIAL_PLAIN_MACHINE_H

#include "tests/differential/plain.h"
#include "tests/differential/plain_words.h"

typedef __int128 plain_number; /* any 64-bit integer, signed or not, and any sum of some */

enum { PLAIN_LOCAL_BYTES = 16384, PLAIN_FRAMES = 64, PLAIN_WARP = 32 };
/* Generic addresses of other spaces than global: the space above, the address in it below. */
enum { PLAIN_WINDOW_SHIFT = 56 };

struct plain_thread;
struct plain_op;
typedef void plain_action(struct plain_thread *t, const struct plain_op *op);

struct plain_op {
    const struct ptx_instruction *in;
    plain_action *action;
    enum ptx_type type, type_before; /* the last type among the modifiers, the one before it */
    enum memory_space space;         /* of memory accesses */
    unsigned elements;               /* 2 and 4 for .v2 and .v4 */
    bool word[PLAIN_WORDS];          /* which modifiers it has */
};

struct plain_function {
    const struct ptx_function *function;
    struct plain_op *ops;
};

struct plain_frame {
    const struct plain_function *code;
    uint32_t pc;
    uint64_t *registers;                /* bits, zero-extended */
    uint8_t *arguments;                 /* parameter block */
    uint8_t *results;                   /* of the return parameters */
    uint8_t *calls;                     /* .param variables of the body */
    uint64_t local;                     /* where its local variables begin */
    const struct ptx_instruction *call; /* of the caller, by which it was entered */
};

enum plain_status { PLAIN_RUNS, PLAIN_AT_BARRIER, PLAIN_AT_WARP_OP, PLAIN_EXITED };

struct plain_block;

struct plain_thread {
    struct plain_block *block;
    uint32_t tid;
    enum plain_status status;
    const struct plain_op *waits; /* the barrier or warp instruction */
    struct plain_frame *frames[PLAIN_FRAMES];
    unsigned depth; /* of frames; the current one is the last */
    bool carry;     /* CC.CF */
    uint8_t local[PLAIN_LOCAL_BYTES];
    uint64_t local_used;
};

struct plain_run {
    const struct plain_launch *launch;
    struct plain_function *functions; /* as in the module */
    GHashTable *addresses;            /* struct ptx_variable -> offset or address in its space */
    uint8_t *constants;
    uint64_t const_bytes, shared_bytes;
    uint64_t instructions;
    char *fault; /* the first one */
};

struct plain_block {
    struct plain_run *run;
    uint32_t index;
    uint8_t *shared;
    struct plain_thread *threads;
};

static inline struct plain_frame *plain_frame_of(const struct plain_thread *t)
{
    return t->frames[t->depth - 1];
}

/* Notes what is wrong; the run ends. */
void plain_fault(struct plain_thread *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* plain_program.c: decoding, and where variables lie. */
void plain_program_init(struct plain_run *run);
void plain_program_finish(struct plain_run *run);
const struct plain_function *plain_function_of(const struct plain_run *run,
                                               const struct ptx_function *function);

/* plain_operand.c. The bits of a source operand, those above the type's width zero; the same as a
 * number; and the destination, which takes the bits its register has room for. */
uint64_t plain_source(struct plain_thread *t, const struct ptx_operand *operand,
                      enum ptx_type type);
uint64_t plain_in(struct plain_thread *t, const struct plain_op *op, unsigned k);
plain_number plain_value(uint64_t bits, enum ptx_type type);
void plain_set(struct plain_thread *t, const struct ptx_operand *operand, uint64_t bits);
void plain_out(struct plain_thread *t, const struct plain_op *op, plain_number value);
unsigned plain_bits(enum ptx_type type);
bool plain_is_signed(enum ptx_type type);
bool plain_is_float(enum ptx_type type);
uint64_t plain_mask(uint64_t value, unsigned bits);
int64_t plain_extend(uint64_t value, unsigned bits);

/* plain_memory.c: the address of a variable, in its space. */
uint64_t plain_variable(struct plain_thread *t, const struct ptx_variable *variable);

/* plain_call.c */
void plain_enter(struct plain_thread *t, const struct plain_function *code);
void plain_leave(struct plain_thread *t);

/* plain_warp.c: what waiting threads get. The threads are all that wait for each other. */
void plain_finish_barrier(struct plain_block *block);
void plain_finish_warp_op(struct plain_thread *const lanes[PLAIN_WARP], uint32_t members);

/* The bits of floats, and the operation of a rounding modifier's mode. */
float plain_float(uint64_t bits);
double plain_double(uint64_t bits);
uint64_t plain_float_bits(float x);
uint64_t plain_double_bits(double x);
int plain_rounding(const struct plain_op *op);

plain_action plain_add, plain_sub, plain_mul, plain_mad, plain_mul24, plain_sad, plain_div,
    plain_rem, plain_abs, plain_neg, plain_min_max, plain_dp;
plain_action plain_and, plain_or, plain_xor, plain_not, plain_cnot, plain_shl, plain_shr, plain_shf,
    plain_bfe, plain_bfi, plain_bfind, plain_brev, plain_clz, plain_popc, plain_lop3, plain_prmt,
    plain_szext, plain_bmsk;
plain_action plain_float_binary, plain_float_fma, plain_float_unary, plain_testp;
plain_action plain_setp, plain_set_compare, plain_selp, plain_slct, plain_mov, plain_cvt;
plain_action plain_ld, plain_st, plain_atom, plain_cvta, plain_isspacep;
plain_action plain_bra, plain_brx, plain_call, plain_ret, plain_exit, plain_barrier, plain_warp_op,
    plain_nothing;

#endif
