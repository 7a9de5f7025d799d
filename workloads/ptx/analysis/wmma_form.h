/* SPDX-License-Identifier: BSD-3-Clause */
/* Forms of wmma.load, wmma.store and wmma.mma, and where fragments keep elements.
 *
 * PTX leaves a fragment's layout open. Here it is that of mma (exec/tensor/tensor.h): a wmma
 * is one mma of 8 rows, or two of 16 rows, its tiles.
 *
 *   m16n16k16  tile j has columns 8j and on of B, C and D
 *   m32n8k16   tile j has rows 16j and on of A, C and D
 *   m8n32k16   the product is transposed, D' = B' A' + C'; tile j has columns 16j and on of B, C, D
 *
 * So every register holds a run of elements. Its first element has the indices outer + lane / 4 and
 * inner + width (lane % 4); each next one has the next inner index. The outer index is A's row or
 * B's column, the inner one k. Of C and D they are row and column, transposed the other way round.
 * Where PTX asks for more registers than a fragment needs, register r repeats register r mod n.
 *
 * Source: PTX ISA 8.6, section 9.7.14.4, "Matrix multiply-accumulate operation using wmma".
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_WMMA_FORM_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_WMMA_FORM_H

#include "workloads/ptx/syntax/ptx.h"

enum { WMMA_REGISTERS = 8, WMMA_TILES = 2 };

enum wmma_kind { WMMA_LOAD, WMMA_STORE, WMMA_MMA };
enum wmma_matrix { WMMA_A, WMMA_B, WMMA_C };

struct wmma_shape {
    const char *name;
    const char *types; /* of A and B */
    const char *tile;  /* mma's shape */
    uint8_t m, n, k;
};

struct wmma_form {
    enum wmma_kind kind;
    const struct wmma_shape *shape;
    const char *type[4];     /* load and store: the first; mma: of D, A, B, C */
    enum wmma_matrix matrix; /* of a load or store */
    bool column;             /* .col, of a load or store */
};

struct wmma_fragment {
    unsigned n;     /* registers that it needs */
    unsigned named; /* that PTX gives it */
    unsigned tile;  /* first to last register of a tile; that of B or A is n / tiles or n */
    unsigned bits;  /* of an element */
    unsigned width; /* inner indices from a lane to the next one */
    unsigned run;   /* elements of a register */
    struct {
        uint8_t outer, inner;
    } at[WMMA_REGISTERS];
};

/* False: no wmma, or none that PTX has. */
bool wmma_form_read(struct wmma_form *form, const struct ptx_instruction *in);
bool wmma_is_transposed(const struct wmma_shape *shape);
/* One or two. */
unsigned wmma_tiles(const struct wmma_shape *shape);
struct wmma_fragment wmma_fragment_of(const struct wmma_shape *shape, enum wmma_matrix matrix,
                                      const char *type);
/* Whether memory has a run's elements side by side. */
bool wmma_is_contiguous(const struct wmma_form *form);

#endif
