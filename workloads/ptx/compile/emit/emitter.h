/* SPDX-License-Identifier: BSD-3-Clause */
/* What the emit_*.c files share: the text so far, and the registers that a block has at hand.
 *
 * Inside a block a register is a local variable, r<offset>: an array of lanes, or a mask. It is
 * read from memory when it is first needed. At the block's end those that have changed go back, of
 * the lanes that ran. So clang keeps them in vector registers as far as these reach.
 *
 * Most kernels run with all lanes most of the time. They have a second function for that, in which
 * variables live from block to block, and go to memory only where the function ends.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_EMITTER_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_EMITTER_H

#include "workloads/ptx/compile/blocks/blocks.h"
#include "workloads/ptx/compile/blocks/changes.h"
#include "workloads/ptx/compile/blocks/even.h"
#include "workloads/ptx/compile/blocks/liveness.h"

/* Places that are known to be there, behind the address in a register as it is. */
struct emitted_reach {
    uint64_t from, bytes;
    uint32_t aligned; /* 0: none */
    uint8_t space;    /* enum memory_space */
};

/* A register in a block. */
struct emitted_local {
    uint32_t offset;
    uint8_t bytes;     /* of a lane; 0: a predicate */
    bool known, dirty; /* the variable has its value; memory has not */
    bool shaped;       /* h<shape> says how its present value goes from lane to lane */
    uint32_t shape;
    bool tiled; /* t<tile> says so of its present value as the pointers of a fragment */
    uint32_t tile;
    /* Of whole warps. Not EVEN_NOT: first<offset> has the first lane's value, second<offset> lane
     * 16's (unless all are the same), and step<offset> a step that only a run knows. */
    struct even_lanes even;
    bool spread;                   /* r<offset> has it, too */
    struct emitted_reach reach[2]; /* of loads and of stores */
};

struct emitter {
    const struct kernel_code *code;
    const struct exec_kernel *kernel;
    uint8_t *ends;  /* by pc: enum turn_end */
    bool *left_out; /* by pc: no code is made of it */
    struct block_liveness *liveness;
    GString *text;          /* of the blocks */
    GHashTable *prototypes; /* set: of the functions used */
    GHashTable *relocated;  /* set: offset + 1 of constants that depend on where variables lie */
    GHashTable *fragments;  /* set: offset + 1 of registers that point to fragments of wmma */
    GStringChunk *names;
    uint32_t n_windows;
    struct block_changes *changes;
    struct block_even *even; /* NULL: registers are not looked at */
    GString *cold;           /* text that follows the block */
    uint32_t leader;         /* of the block */
    bool at_end; /* what is written back has changed by the end of the block; else by its begin */
    bool closes; /* what is written back is also what the loop has read that begins there */
    bool whole;  /* of the function in which all lanes run: registers are its variables, and none is
                    in memory */
    bool has_whole; /* there is such a function: the other one hardly ever runs all lanes */
    /* Of the block. */
    GHashTable *locals;  /* offset + 1 -> struct emitted_local */
    GPtrArray *in_order; /* the same, as they came */
    GHashTable *others;  /* set: names of constants and special registers that are declared */
    uint32_t pc, left;   /* the instruction, and how many of the block come from it on */
    uint32_t accesses;   /* of the block */
    guint most_bytes;    /* of a block's variables, at most */
    const char *lanes;   /* those that run it */
    bool always;         /* all running lanes do */
};

void emit_line(struct emitter *e, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A name, which lives as long as the emitter. */
const char *emit_name(struct emitter *e, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Declares a function of machine/. */
void emit_use(struct emitter *e, const char *prototype);

/* The name of an operand's lanes, or its mask, with its value. */
const char *emit_source(struct emitter *e, const struct exec_operand *operand);
/* The name of a destination. All of its lanes will be written, or those of `lanes` alone if the
 * instruction is guarded. */
const char *emit_destination(struct emitter *e, const struct exec_operand *operand);
/* Forgets what is known of a register's value, which has changed. */
void emit_lose(struct emitted_local *local);
/* The name of a lane_shape (machine/memory.h) of a register or special register with addresses. */
const char *emit_shape(struct emitter *e, const struct exec_operand *operand);
/* The name of a lane_tile of a register that points to a fragment: a new one, which belongs to its
 * present value; the one that does, else NULL. */
const char *emit_tile_new(struct emitter *e, const struct exec_operand *operand);
const char *emit_tile(struct emitter *e, const struct exec_operand *operand);
/* Declares a destination that will be written in more than one way; emit_execute is one of them. */
void emit_declare(struct emitter *e, const struct exec_operand *operand);
/* Copies these lanes of one array to another; `bytes` of a lane. */
void emit_keep(struct emitter *e, uint8_t bytes, const char *to, const char *from,
               const char *lanes);
/* From a variable t, which a function has filled, into a declared register. */
void emit_take(struct emitter *e, const struct exec_operand *to);
/* Reads a variable of so many bytes a lane from `place`, a pointer to its bytes. */
void emit_fetch(struct emitter *e, const char *name, uint8_t bytes, const char *place,
                uint32_t offset);
/* Forgets what the block has at hand. */
void emit_forget(struct emitter *e);
/* Declares all registers of the kernel, from here on and for all blocks: of e->whole. */
void emit_registers(struct emitter *e);
/* Reads from memory what is live at a leader; shared: emit_read_any() has read all lanes. */
void emit_read_all(struct emitter *e, uint32_t leader, bool shared);
/* How many registers are live at all these leaders together, by pc; and reads those that are at
 * any. */
uint32_t emit_count_live(struct emitter *e, const bool *entry);
void emit_read_any(struct emitter *e, const bool *entry);
/* Writes back what has changed and is live at one of these leaders (UINT32_MAX: no such leader);
 * everything if `all`. */
void emit_write_back(struct emitter *e, uint32_t leader, uint32_t other, bool all);
/* The same within a block of whole warps: what is live before the instruction. */
void emit_write_live(struct emitter *e);
/* The register of an operand. */
struct emitted_local *emit_local(struct emitter *e, const struct exec_operand *operand);
/* How many instructions of [from, end) all lanes run. */
uint32_t emit_count_always(const struct emitter *e, uint32_t from, uint32_t end);

/* The instruction by execute(), on registers in memory. alone: this is the only way that the code
 * goes, so that destinations are in memory behind it. */
void emit_execute(struct emitter *e, const struct exec_op *op, bool alone);

/* ---- registers that go by steps ------------------------------------------------------------- */

/* What an operand is now. */
struct even_lanes emit_even_of(struct emitter *e, const struct exec_operand *operand);
/* Sets what registers are where a block begins. */
void emit_even_begin(struct emitter *e, uint32_t leader);
/* Makes registers what they are to be at the leader to which control goes. */
void emit_even_edges(struct emitter *e, uint32_t leader);
/* Looks whether registers in memory are what they are to be at a leader, of those that may not be;
 * if not, leaves. */
void emit_even_prove(struct emitter *e, uint32_t leader);
/* Reads a register from memory where a whole warp comes from elsewhere. */
void emit_even_read(struct emitter *e, const struct emitted_local *local);
/* All lanes, to a place of as many bytes; far: a warp seldom comes there. */
void emit_even_spread(struct emitter *e, const struct emitted_local *local, const char *to,
                      bool far);
/* A strip's lanes of an operand, from lane s on. */
void emit_even_strip(struct emitter *e, const struct exec_operand *operand, const char *to);
/* What emit_shape() gives, without a look at the lanes. */
void emit_even_shape(struct emitter *e, const struct emitted_local *local, const char *name);
/* a<pc>, of emit_access_addresses(). */
void emit_even_addresses(struct emitter *e, const struct exec_op *op);

/* Label W<pc>: leaves the function before the instruction, which the interpreter then issues, and
 * what follows it in the block. */
void emit_even_leave(struct emitter *e);
/* The instruction, if its result is even; false: it is not. */
bool emit_even(struct emitter *e, const struct exec_op *op);
/* What its result would be, where registers of `written` (set of offset + 1; or NULL) are not even;
 * and whether an even one needs no look at its sources. */
struct even_lanes emit_even_result(struct emitter *e, const struct exec_op *op,
                                   GHashTable *written);
bool emit_even_at_once(struct emitter *e, const struct exec_op *op);
/* Registers that the instruction has written are not even. */
void emit_even_lost(struct emitter *e, const struct exec_op *op);

/* Families: false if the instruction is none of theirs. */
bool emit_arithmetic(struct emitter *e, const struct exec_op *op);
bool emit_predicates(struct emitter *e, const struct exec_op *op);
bool emit_moves(struct emitter *e, const struct exec_op *op);
bool emit_access(struct emitter *e, const struct exec_op *op);
bool emit_across(struct emitter *e, const struct exec_op *op);
bool emit_tensor(struct emitter *e, const struct exec_op *op);
/* Whether nobody sees which NaN the arithmetic makes. */
bool emit_may_be_raw(const struct emitter *e, const struct exec_op *op);
/* Whether an instruction of this name has a quicker way where all lanes divide by the same. */
bool emit_divides_words(const char *name);
/* What exec_predicate_logic makes of its sources; second: NULL if it has none. */
const char *emit_predicate_value(struct emitter *e, const struct exec_op *op, const char *first,
                                 const char *second);
/* The instructions from e->pc on, before `end`, as far as they go in strips: of whole warps.
 * Returns how many; 0: the first one does not. */
uint32_t emit_strips(struct emitter *e, uint32_t end);
/* The block that begins at a leader, and the way to what follows. */
void emit_block(struct emitter *e, uint32_t leader);
/* The block of one instruction at which whole warps wait for all warps of their block. */
bool emit_meeting(struct emitter *e, uint32_t leader);

/* Finds the kernel's pointers to fragments, and says whether an operand is one. */
void emit_note_fragments(struct emitter *e);
bool emit_is_fragment(const struct emitter *e, const struct exec_operand *operand);

#endif
