/* SPDX-License-Identifier: BSD-3-Clause */
/* The slice of a kernel that decides what it reads from device memory.
 *
 * Needed are the global loads; what computes their addresses and guards; the branches that decide
 * whether something needed runs, or how often; and what computes their conditions. The rest is
 * skipped: stores, barriers, floating point, loops that only compute.
 *
 * Found by strongly live registers: a register is live before a needed instruction that reads it,
 * and an instruction is needed that writes a live register. Where that makes an instruction needed
 * between a branch and the point where its ways meet, the branch becomes needed, and the analysis
 * is done again.
 * Source: R. Giegerich, U. Moencke, R. Wilhelm, "Invariance of Approximate Semantics with Respect
 *   to Program Transformations", 1981 (strong liveness); M. Weiser, "Program Slicing", ICSE 1981.
 *
 * Functions that the kernel calls are not looked into.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_SLICE_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_SLICE_H

#include "workloads/ptx/exec/exec.h"

#include <glib.h>

/* How a part ends. */
enum block_lines_end {
    BLOCK_LINES_FALL,   /* it goes on with the next part */
    BLOCK_LINES_BRANCH, /* bra */
    BLOCK_LINES_TABLE,  /* brx.idx */
    BLOCK_LINES_EXIT,   /* of the lanes whose guard holds; also what faults */
    BLOCK_LINES_CALL    /* of a function with a body */
};

/* What may happen between a branch and the point where its ways meet again. */
struct block_lines_region {
    uint32_t n_loads, n_written;
    uint32_t *loads;   /* pcs */
    uint32_t *written; /* registers, by number of block_lines_register, needed ones */
    bool calls;        /* a function with a body */
    bool ends;         /* some lanes may end there */
    bool needed;       /* something in it is */
};

/* A basic block of the kernel. */
struct block_lines_part {
    uint32_t first, end;               /* pcs: from first up to, not including, end */
    uint8_t how;                       /* enum block_lines_end: of the instruction before `end` */
    bool conditional;                  /* that instruction has a guard, or picks a target */
    bool decides;                      /* the condition is needed */
    struct block_lines_region *region; /* behind the part's end; NULL: nobody has asked */
};

struct block_lines_slice {
    const struct kernel_code *code;
    const struct exec_kernel *kernel;
    uint32_t n_pcs; /* of the kernel itself, without functions */
    uint32_t n_parts;
    struct block_lines_part *parts;
    uint32_t *part_of; /* by pc */
    bool *needed;      /* by pc */
    bool *load;        /* by pc, functions too: it may read device memory */
    uint32_t n_loads;
    uint32_t n_registers;
    bool functions_end; /* a function may end its lanes */
};

struct block_lines_slice *block_lines_slice_new(const struct kernel_code *code);
void block_lines_slice_free(struct block_lines_slice *slice);

/* Of the part's end: what may run from there on until the ways meet. The slice keeps it. */
const struct block_lines_region *block_lines_slice_region(struct block_lines_slice *slice,
                                                          struct block_lines_part *part);

/* Number of a register of the kernel's frame: its place in units of four bytes. The last number is
 * the carry flag's. */
static inline uint32_t block_lines_register(const struct exec_operand *operand)
{
    return operand->offset / 4;
}

static inline uint32_t block_lines_carry(const struct block_lines_slice *slice)
{
    return slice->n_registers - 1;
}

/* How many registers an instruction writes, and which the k-th is: NULL if it goes nowhere, or to
 * memory. */
unsigned block_lines_n_written(const struct block_lines_slice *slice, uint32_t pc);
const struct exec_operand *block_lines_written(const struct block_lines_slice *slice, uint32_t pc,
                                               unsigned k);

/* The operands that decide what a needed instruction writes or reads: sources 0 up to the
 * result. Of a load only the address's, and of an asynchronous copy the size's too. */
unsigned block_lines_n_sources(const struct exec_op *op);
const struct exec_operand *block_lines_source(const struct exec_op *op, unsigned k);

static inline bool block_lines_guarded(const struct exec_op *op)
{
    return op->guard.base != BASE_CONSTANTS;
}

#endif
