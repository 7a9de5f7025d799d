/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic on 16-bit floats without modifiers, and conversions to and from .f32: the part of
 * EXEC_ALU_LIST (alu_list.h, whose rows these are) that half.h computes. .f16x2 and .bf16x2 are two
 * halves in a 32-bit register.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_HALF_LIST_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_HALF_LIST_H

/* clang-format off */
#define HALF_PAIR_2(h, f) h##_pair(f(h##_low(a), h##_low(b)), f(h##_high(a), h##_high(b)))
#define HALF_SUM(a, b)        ((a) + (b))
#define HALF_DIFFERENCE(a, b) ((a) - (b))
#define HALF_PRODUCT(a, b)    ((a) * (b))
#define HALF_PAIR_FMA(h) \
    h##_pair(h##_fma(h##_low(a), h##_low(b), h##_low(c)), \
             h##_fma(h##_high(a), h##_high(b), h##_high(c)))

/* The rows of one format: h is f16 or bf16, the words are its PTX types. */
#define EXEC_HALF_FORMAT_LIST(X, h, one, two) \
    X(add_##h, "add" one " add.rn" one, h, h, h, u32, a + b) \
    X(sub_##h, "sub" one " sub.rn" one, h, h, h, u32, a - b) \
    X(mul_##h, "mul" one " mul.rn" one, h, h, h, u32, a * b) \
    X(fma_##h, "fma.rn" one, h, h, h, h, h##_fma(a, b, c)) \
    X(min_##h, "min" one, h, h, h, u32, min_f32(a, b)) \
    X(max_##h, "max" one, h, h, h, u32, max_f32(a, b)) \
    X(neg_##h, "neg" one, u16, u16, u32, u32, a ^ 0x8000) \
    X(abs_##h, "abs" one, u16, u16, u32, u32, a & 0x7fff) \
    X(add_##h##x2, "add" two " add.rn" two, u32, u32, u32, u32, HALF_PAIR_2(h, HALF_SUM)) \
    X(sub_##h##x2, "sub" two " sub.rn" two, u32, u32, u32, u32, HALF_PAIR_2(h, HALF_DIFFERENCE)) \
    X(mul_##h##x2, "mul" two " mul.rn" two, u32, u32, u32, u32, HALF_PAIR_2(h, HALF_PRODUCT)) \
    X(fma_##h##x2, "fma.rn" two, u32, u32, u32, u32, HALF_PAIR_FMA(h)) \
    X(min_##h##x2, "min" two, u32, u32, u32, u32, HALF_PAIR_2(h, min_f32)) \
    X(max_##h##x2, "max" two, u32, u32, u32, u32, HALF_PAIR_2(h, max_f32)) \
    X(neg_##h##x2, "neg" two, u32, u32, u32, u32, a ^ 0x80008000) \
    X(abs_##h##x2, "abs" two, u32, u32, u32, u32, a & 0x7fff7fff) \
    X(cvt_f32_##h, "cvt.f32" one, f32, h, u32, u32, canonical(a)) \
    X(cvt_##h##_f32, "cvt.rn" one ".f32", h, f32, u32, u32, a) \
    X(cvt_##h##x2_f32, "cvt.rn" two ".f32", u32, f32, f32, u32, h##_pair(b, a))

#define EXEC_HALF_LIST(X) \
    EXEC_HALF_FORMAT_LIST(X, f16, ".f16", ".f16x2") \
    EXEC_HALF_FORMAT_LIST(X, bf16, ".bf16", ".bf16x2")
/* clang-format on */

#endif
