/* SPDX-License-Identifier: BSD-3-Clause */
/* The hot arithmetic, for one vector instruction set. A file that includes this defines
 *   ALU_SET         the name of the exec_alu_set it makes,
 *   ALU_SET_NAME    its printed name,
 *   ALU_BYTES       of its vectors,
 *   ALU_TARGET      the instruction set, as in __attribute__((target(ALU_TARGET))); none: default.
 * No include guard: each includer is one more set.
 */
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#ifdef ALU_TARGET
#define ALU_PRAGMA_(text) _Pragma(#text)
#ifdef __clang__
#define ALU_PRAGMA(set)                                                                            \
    ALU_PRAGMA_(clang attribute push(__attribute__((target(set))), apply_to = function))
#else
#define ALU_PRAGMA(set) ALU_PRAGMA_(GCC target(set))
#endif
#ifndef __clang__
#pragma GCC push_options
#endif
ALU_PRAGMA(ALU_TARGET)
#endif

#include "workloads/ptx/exec/lanes/float_lanes.h"

#define ALU_DEFINE(name, words, d, ta, tb, tc, ...)                                                \
    DEFINE_LANE_ALU(alu_##name, d, ta, tb, tc, __VA_ARGS__)
EXEC_ALU_LIST(ALU_DEFINE)

#define COMPARE_DEFINE(name, t, ...) DEFINE_LANE_COMPARE(compare_##name, t, __VA_ARGS__)
EXEC_COMPARE_LIST(COMPARE_DEFINE)

/* selp: source 2 is a predicate. */
#define SELECT_DEFINE(function, t)                                                                 \
    static void function(const struct exec_op *op, struct exec_state *state, lane_mask lanes)      \
    {                                                                                              \
        STORED_##t *out = exec_destination(op, state, 0);                                          \
        const STORED_##t *a = exec_source(op, state, 0), *b = exec_source(op, state, 1);           \
        lane_mask choice = exec_mask(&op->source[2], state);                                       \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            STORED_##t value = (choice >> i) & 1 ? a[i] : b[i];                                    \
            out[i] = (lanes >> i) & 1 ? value : out[i];                                            \
        }                                                                                          \
    }
SELECT_DEFINE(alu_select_32, u32)
SELECT_DEFINE(alu_select_64, u64)

typedef uint32_t fill_piece __attribute__((vector_size(ALU_BYTES), may_alias));

static void fill_32(uint32_t *lanes, uint32_t value)
{
    fill_piece *pieces = (fill_piece *)(void *)lanes;
    const fill_piece piece = (fill_piece){0} + value;
    for (unsigned i = 0; i < WARP_LANES * sizeof value / ALU_BYTES; i++)
        pieces[i] = piece;
}

#define ALU_ENTRY(name, ...)     [ALU_##name] = alu_##name,
#define COMPARE_ENTRY(name, ...) [COMPARE_##name] = compare_##name,

const struct exec_alu_set ALU_SET = {
    .name = ALU_SET_NAME,
    .alu = {EXEC_ALU_LIST(ALU_ENTRY)[ALU_select_32] = alu_select_32, [ALU_select_64] =
                                                                         alu_select_64},
    .compare = {EXEC_COMPARE_LIST(COMPARE_ENTRY)},
    .fill_32 = fill_32,
};

#ifdef ALU_TARGET
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
