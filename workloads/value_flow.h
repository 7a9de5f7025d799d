/* SPDX-License-Identifier: BSD-3-Clause */
/* How the bits of an instruction's results depend on those of its operands: for those who follow
 * values that nobody has defined (instruction_source_ops.value_flows).
 *
 * A slot is a register slot as in struct instruction; 0: a constant, or nowhere. Bits are counted
 * from the lowest.
 */
#ifndef SIMGPU_WORKLOADS_VALUE_FLOW_H
#define SIMGPU_WORKLOADS_VALUE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { FLOW_SOURCES = 5, FLOW_DESTINATIONS = 4 };

enum flow_kind {
    FLOW_NONE,     /* results do not depend on registers, or nobody knows how */
    FLOW_MIX,      /* any bit of any operand may change any bit of each result: struct instruction
                      has the slots, the guard's too */
    FLOW_UP,       /* so, but a bit changes none below it: sums and products of integers */
    FLOW_BITS,     /* bit i comes from bit i of the sources, where the mask has it */
    FLOW_SHIFT,    /* bit i goes to bit i + first */
    FLOW_EXTRACT,  /* `bits` bits from `first` on; with is_signed the last one fills up */
    FLOW_BYTES,    /* byte i is that one of the two sources which the i-th four bits of mask name */
    FLOW_JOIN,     /* the sources side by side, each of `bits` bits */
    FLOW_SPLIT,    /* the opposite */
    FLOW_SELECT,   /* source 0 where the predicate, source 2, is true, else source 1 */
    FLOW_SHUFFLE,  /* source 0 of another lane; first: enum shuffle_mode (shuffle_lane.h); sources 1
                      and 2  say which */
    FLOW_BALLOT,   /* bit i is the predicate, source 0, of lane i */
    FLOW_TOGETHER, /* any lane's operand may change every lane's result */
    FLOW_ACCESS,   /* memory: source 0 is the address, the others are values; destinations and
                      values are elements of `bits` bits, with is_signed filled up when loaded */
    FLOW_MATRIX,   /* ldmatrix; is_signed: transposed */
    FLOW_TEXEL,    /* texels from memory: each destination, whole */
    FLOW_PRODUCT,  /* mma: struct value_product */
    FLOW_GROUP,    /* wgmma: struct value_group */
    FLOW_CALL      /* to another function, or back: registers are others */
};

enum { PRODUCT_REGISTERS = 8, GROUP_REGISTERS = 128, GROUP_A = 4, GROUP_LINE_PAIRS = 16 };

/* A warp's product of matrices, d = a b + c: slots of their registers. Lane l has row l / 4 of a, d
 * and c, and with 16 rows the one 8 below it in registers r of a with odd r, and of d and c from
 * half of them on; it has column l / 4 of b, and columns 2 (l mod 4) and the next one of d and c.
 */
struct value_product {
    uint16_t a[PRODUCT_REGISTERS], b[PRODUCT_REGISTERS];
    uint16_t c[PRODUCT_REGISTERS], d[PRODUCT_REGISTERS];
    uint8_t n_a, n_b, n_c, n_d; /* at most PRODUCT_REGISTERS */
    uint8_t rows;               /* 8 or 16 */
    bool pairs_c, pairs_d;      /* both columns are in one register of 32 bits */
    bool is_quads;              /* four products of eight lanes: see below; 8 rows */
    bool column_a, column_b;    /* of these: .col */
};

/* Of quads, product q has lanes 4 q to 4 q + 3, and those 16 above: k counts them, the high ones
 * last. Registers of a and b have pairs of elements i:
 *     a: .row: row k, column i; .col: row i + k / 4 * 4
 *     b: .col: column k, row i; .row: column i + k / 4 * 4
 *     c, d: pairs: row k, column i; else register i is row (k & 1) + (i & 2) + k / 4 * 4, column
 *     (i & 4) + (k & 2) + (i & 1) */

struct warp_context;

/* A warp's 16 rows of a product of four warps: a is in registers as above, or in shared memory, as
 * b is. Eight columns after the other, d is laid out as above. */
struct value_group {
    uint16_t d[GROUP_REGISTERS], a[GROUP_A];
    uint16_t n_d, columns;
    uint8_t n_a; /* 0: a is in shared memory */
    bool pairs;
    uint16_t guard; /* slot of the predicate that says whether d is added to */
    /* What it is, for the warp that has just run the instruction at pc. */
    bool (*adds)(const struct warp_context *w, uint32_t pc);
    /* Where the 16 pairs of bytes of a line are in shared memory: of a row of a, which is one of
     * the warp's, or a column of b. False: not all of them are there. */
    bool (*places)(const struct warp_context *w, uint32_t pc, bool of_b, unsigned line,
                   uint32_t places[GROUP_LINE_PAIRS]);
};

struct value_flow {
    const struct value_product *product; /* FLOW_PRODUCT; lives as long as this does */
    const struct value_group *group;     /* FLOW_GROUP; the same */
    uint64_t mask;
    uint8_t kind; /* enum flow_kind */
    uint8_t bits, first;
    uint8_t width; /* of the first destination, in bits */
    bool is_signed;
    uint16_t guard; /* slot */
    uint16_t source[FLOW_SOURCES];
    uint16_t destination[FLOW_DESTINATIONS];
};

#endif
