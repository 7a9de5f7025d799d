/* SPDX-License-Identifier: BSD-3-Clause */
/* The arithmetic that kernels spend their time in: X(name, PTX spellings, types, expression).
 *
 * Types are the lane types of the destination and of the operands a, b, c (lanes.h); the
 * expression computes one lane. Everything here is compiled once for each vector instruction set
 * (alu_template.h), so what is rarely executed belongs to rare_list.h.
 *
 * Source: PTX ISA, "Instruction Set" (shifts clamp past the width; a 32-bit float NaN result is
 *   the canonical 0x7fffffff; approximate divisions and roots may be more precise; div.approx by
 *   more than 2^126 multiplies by zero).
 * Differs: approximations of division and roots are rounded correctly; of reciprocal roots, in
 *   double precision and then once more.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_ALU_LIST_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_ALU_LIST_H

#include "workloads/ptx/exec/lanes/half_list.h"

/* clang-format off */
#define EXEC_ALU_LIST(X) \
    X(mov_32, "mov.b32 mov.u32 mov.s32 mov.f32", u32, u32, u32, u32, a) \
    X(mov_64, "mov.b64 mov.u64 mov.s64 mov.f64", u64, u64, u32, u32, a) \
    X(mov_16, "mov.b16 mov.u16 mov.s16", u16, u16, u32, u32, a) \
    X(add_16, "add.s16 add.u16", u16, u16, u16, u32, a + b) \
    X(add_32, "add.s32 add.u32", u32, u32, u32, u32, a + b) \
    X(add_64, "add.s64 add.u64", u64, u64, u64, u32, a + b) \
    X(sub_16, "sub.s16 sub.u16", u16, u16, u16, u32, a - b) \
    X(sub_32, "sub.s32 sub.u32", u32, u32, u32, u32, a - b) \
    X(sub_64, "sub.s64 sub.u64", u64, u64, u64, u32, a - b) \
    X(mul_lo_16, "mul.lo.s16 mul.lo.u16", u16, u16, u16, u32, (uint32_t)a * b) \
    X(mul_lo_32, "mul.lo.s32 mul.lo.u32", u32, u32, u32, u32, a * b) \
    X(mul_lo_64, "mul.lo.s64 mul.lo.u64", u64, u64, u64, u32, a * b) \
    X(mul_hi_u32, "mul.hi.u32", u32, u32, u32, u32, ((uint64_t)a * b) >> 32) \
    X(mul_hi_s32, "mul.hi.s32", u32, s32, s32, u32, (uint64_t)((int64_t)a * b) >> 32) \
    X(mul_wide_u16, "mul.wide.u16", u32, u16, u16, u32, (uint32_t)a * b) \
    X(mul_wide_s16, "mul.wide.s16", u32, s16, s16, u32, a * b) \
    X(mul_wide_u32, "mul.wide.u32", u64, u32, u32, u32, (uint64_t)a * b) \
    X(mul_wide_s32, "mul.wide.s32", u64, s32, s32, u32, (int64_t)a * b) \
    X(mad_lo_16, "mad.lo.s16 mad.lo.u16", u16, u16, u16, u16, (uint32_t)a * b + c) \
    X(mad_lo_32, "mad.lo.s32 mad.lo.u32", u32, u32, u32, u32, a * b + c) \
    X(mad_lo_64, "mad.lo.s64 mad.lo.u64", u64, u64, u64, u64, a * b + c) \
    X(mad_hi_u32, "mad.hi.u32", u32, u32, u32, u32, (((uint64_t)a * b) >> 32) + c) \
    X(mad_hi_s32, "mad.hi.s32", u32, s32, s32, u32, ((uint64_t)((int64_t)a * b) >> 32) + c) \
    X(mad_wide_u32, "mad.wide.u32", u64, u32, u32, u64, (uint64_t)a * b + c) \
    X(mad_wide_s32, "mad.wide.s32", u64, s32, s32, u64, (uint64_t)((int64_t)a * b) + c) \
    X(div_u32, "div.u32", u32, u32, u32, u32, quotient_u32(a, b)) \
    X(div_s32, "div.s32", u32, s32, s32, u32, quotient_s32(a, b)) \
    X(rem_u32, "rem.u32", u32, u32, u32, u32, remainder_u32(a, b)) \
    X(rem_s32, "rem.s32", u32, s32, s32, u32, remainder_s32(a, b)) \
    X(abs_32, "abs.s32", u32, u32, u32, u32, a >> 31 ? 0 - a : a) \
    X(neg_32, "neg.s32", u32, u32, u32, u32, 0 - a) \
    X(min_u32, "min.u32", u32, u32, u32, u32, a < b ? a : b) \
    X(min_s32, "min.s32", u32, s32, s32, u32, a < b ? a : b) \
    X(max_u32, "max.u32", u32, u32, u32, u32, a > b ? a : b) \
    X(max_s32, "max.s32", u32, s32, s32, u32, a > b ? a : b) \
    X(and_16, "and.b16", u16, u16, u16, u32, a & b) \
    X(and_32, "and.b32", u32, u32, u32, u32, a & b) \
    X(and_64, "and.b64", u64, u64, u64, u32, a & b) \
    X(or_16, "or.b16", u16, u16, u16, u32, a | b) \
    X(or_32, "or.b32", u32, u32, u32, u32, a | b) \
    X(or_64, "or.b64", u64, u64, u64, u32, a | b) \
    X(xor_16, "xor.b16", u16, u16, u16, u32, a ^ b) \
    X(xor_32, "xor.b32", u32, u32, u32, u32, a ^ b) \
    X(xor_64, "xor.b64", u64, u64, u64, u32, a ^ b) \
    X(not_32, "not.b32", u32, u32, u32, u32, ~a) \
    X(not_64, "not.b64", u64, u64, u32, u32, ~a) \
    X(shl_16, "shl.b16", u16, u16, u32, u32, b > 15 ? 0 : (uint32_t)a << (b & 15)) \
    X(shl_32, "shl.b32", u32, u32, u32, u32, b > 31 ? 0 : a << (b & 31)) \
    X(shl_64, "shl.b64", u64, u64, u32, u32, b > 63 ? 0 : a << (b & 63)) \
    X(shr_u16, "shr.u16 shr.b16", u16, u16, u32, u32, b > 15 ? 0 : a >> (b & 15)) \
    X(shr_u32, "shr.u32 shr.b32", u32, u32, u32, u32, b > 31 ? 0 : a >> (b & 31)) \
    X(shr_u64, "shr.u64 shr.b64", u64, u64, u32, u32, b > 63 ? 0 : a >> (b & 63)) \
    X(shr_s16, "shr.s16", u16, s16, u32, u32, a >> (b > 15 ? 15 : b)) \
    X(shr_s32, "shr.s32", u32, s32, u32, u32, a >> (b > 31 ? 31 : b)) \
    X(shr_s64, "shr.s64", u64, s64, u32, u32, a >> (b > 63 ? 63 : b)) \
    X(add_f32, "add.f32 add.rn.f32", f32, f32, f32, u32, canonical(a + b)) \
    X(sub_f32, "sub.f32 sub.rn.f32", f32, f32, f32, u32, canonical(a - b)) \
    X(mul_f32, "mul.f32 mul.rn.f32", f32, f32, f32, u32, canonical(a * b)) \
    X(fma_f32, "fma.rn.f32 mad.rn.f32 mad.f32", f32, f32, f32, f32, \
      canonical(__builtin_fmaf(a, b, c))) \
    X(add_ftz_f32, "add.ftz.f32 add.rn.ftz.f32", f32, f32, f32, u32, \
      canonical(flush(flush(a) + flush(b)))) \
    X(sub_ftz_f32, "sub.ftz.f32 sub.rn.ftz.f32", f32, f32, f32, u32, \
      canonical(flush(flush(a) - flush(b)))) \
    X(mul_ftz_f32, "mul.ftz.f32 mul.rn.ftz.f32", f32, f32, f32, u32, \
      canonical(flush(flush(a) * flush(b)))) \
    X(fma_ftz_f32, "fma.rn.ftz.f32 mad.rn.ftz.f32 mad.ftz.f32", f32, f32, f32, f32, \
      canonical(flush(__builtin_fmaf(flush(a), flush(b), flush(c))))) \
    X(min_ftz_f32, "min.ftz.f32", f32, f32, f32, u32, min_f32(flush(a), flush(b))) \
    X(max_ftz_f32, "max.ftz.f32", f32, f32, f32, u32, max_f32(flush(a), flush(b))) \
    X(min_f32, "min.f32", f32, f32, f32, u32, min_f32(a, b)) \
    X(max_f32, "max.f32", f32, f32, f32, u32, max_f32(a, b)) \
    X(min_nan_f32, "min.NaN.f32", f32, f32, f32, u32, or_nan_f32(a, b, min_f32(a, b))) \
    X(max_nan_f32, "max.NaN.f32", f32, f32, f32, u32, or_nan_f32(a, b, max_f32(a, b))) \
    X(min_ftz_nan_f32, "min.ftz.NaN.f32", f32, f32, f32, u32, \
      or_nan_f32(a, b, min_f32(flush(a), flush(b)))) \
    X(max_ftz_nan_f32, "max.ftz.NaN.f32", f32, f32, f32, u32, \
      or_nan_f32(a, b, max_f32(flush(a), flush(b)))) \
    X(min_f64, "min.f64", f64, f64, f64, u32, min_f64(a, b)) \
    X(max_f64, "max.f64", f64, f64, f64, u32, max_f64(a, b)) \
    X(abs_f32, "abs.f32", u32, u32, u32, u32, a & 0x7fffffff) \
    X(neg_f32, "neg.f32", u32, u32, u32, u32, a ^ 0x80000000) \
    X(abs_ftz_f32, "abs.ftz.f32", f32, f32, u32, u32, canonical(__builtin_fabsf(flush(a)))) \
    X(neg_ftz_f32, "neg.ftz.f32", f32, f32, u32, u32, canonical(-flush(a))) \
    X(div_f32, "div.rn.f32 div.full.f32", f32, f32, f32, u32, canonical(a / b)) \
    X(div_approx_f32, "div.approx.f32", f32, f32, f32, u32, divide_roughly(a, b)) \
    X(div_ftz_f32, "div.rn.ftz.f32 div.full.ftz.f32", f32, f32, f32, u32, \
      canonical(flush(flush(a) / flush(b)))) \
    X(div_approx_ftz_f32, "div.approx.ftz.f32", f32, f32, f32, u32, \
      flush(divide_roughly(flush(a), flush(b)))) \
    X(rcp_ftz_f32, "rcp.rn.ftz.f32 rcp.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(1.0f / flush(a)))) \
    X(rcp_f32, "rcp.rn.f32 rcp.approx.f32", f32, f32, u32, u32, canonical(1.0f / a)) \
    X(sqrt_f32, "sqrt.rn.f32 sqrt.approx.f32", f32, f32, u32, u32, canonical(__builtin_sqrtf(a))) \
    X(sqrt_ftz_f32, "sqrt.rn.ftz.f32 sqrt.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(__builtin_sqrtf(flush(a))))) \
    X(rsqrt_f32, "rsqrt.approx.f32", f32, f32, u32, u32, \
      canonical((float)(1 / __builtin_sqrt((double)a)))) \
    X(rsqrt_ftz_f32, "rsqrt.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush((float)(1 / __builtin_sqrt((double)flush(a)))))) \
    X(add_sat_f32, "add.sat.f32 add.rn.sat.f32", f32, f32, f32, u32, saturated(a + b)) \
    X(mul_sat_f32, "mul.sat.f32 mul.rn.sat.f32", f32, f32, f32, u32, saturated(a * b)) \
    X(fma_sat_f32, "fma.rn.sat.f32", f32, f32, f32, f32, saturated(__builtin_fmaf(a, b, c))) \
    X(add_ftz_sat_f32, "add.ftz.sat.f32 add.rn.ftz.sat.f32", f32, f32, f32, u32, \
      saturated(flush(flush(a) + flush(b)))) \
    X(mul_ftz_sat_f32, "mul.ftz.sat.f32 mul.rn.ftz.sat.f32", f32, f32, f32, u32, \
      saturated(flush(flush(a) * flush(b)))) \
    X(fma_ftz_sat_f32, "fma.rn.ftz.sat.f32", f32, f32, f32, f32, \
      saturated(flush(__builtin_fmaf(flush(a), flush(b), flush(c))))) \
    X(ex2_f32, "ex2.approx.f32", f32, f32, u32, u32, canonical(math_ex2(a))) \
    X(ex2_ftz_f32, "ex2.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(math_ex2(flush(a))))) \
    X(lg2_f32, "lg2.approx.f32", f32, f32, u32, u32, canonical(math_lg2(a))) \
    X(lg2_ftz_f32, "lg2.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(math_lg2(flush(a))))) \
    X(sin_f32, "sin.approx.f32", f32, f32, u32, u32, canonical(math_sin(a))) \
    X(sin_ftz_f32, "sin.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(math_sin(flush(a))))) \
    X(cos_f32, "cos.approx.f32", f32, f32, u32, u32, canonical(math_cos(a))) \
    X(cos_ftz_f32, "cos.approx.ftz.f32", f32, f32, u32, u32, \
      canonical(flush(math_cos(flush(a))))) \
    X(sqrt_f64, "sqrt.rn.f64", f64, f64, u32, u32, canonical_f64(__builtin_sqrt(a))) \
    X(add_f64, "add.f64 add.rn.f64", f64, f64, f64, u32, canonical_f64(a + b)) \
    X(sub_f64, "sub.f64 sub.rn.f64", f64, f64, f64, u32, canonical_f64(a - b)) \
    X(mul_f64, "mul.f64 mul.rn.f64", f64, f64, f64, u32, canonical_f64(a * b)) \
    X(fma_f64, "fma.rn.f64 mad.rn.f64 mad.f64", f64, f64, f64, f64, \
      canonical_f64(__builtin_fma(a, b, c))) \
    X(div_f64, "div.rn.f64", f64, f64, f64, u32, canonical_f64(a / b)) \
    X(rcp_f64, "rcp.rn.f64", f64, f64, u32, u32, canonical_f64(1.0 / a)) \
    X(neg_f64, "neg.f64", u64, u64, u32, u32, a ^ 0x8000000000000000) \
    X(abs_f64, "abs.f64", u64, u64, u32, u32, a & 0x7fffffffffffffff) \
    X(cvt_64_u32, "cvt.u64.u32 cvt.s64.u32", u64, u32, u32, u32, a) \
    X(cvt_64_s32, "cvt.s64.s32 cvt.u64.s32", u64, s32, u32, u32, (int64_t)a) \
    X(cvt_32_64, "cvt.u32.u64 cvt.s32.u64 cvt.u32.s64 cvt.s32.s64", u32, u64, u32, u32, a) \
    X(cvt_f32_s32, "cvt.rn.f32.s32", f32, s32, u32, u32, (float)a) \
    X(cvt_f32_u32, "cvt.rn.f32.u32", f32, u32, u32, u32, (float)a) \
    X(cvt_f64_f32, "cvt.f64.f32", f64, f32, u32, u32, canonical_f64((double)a)) \
    X(cvt_f32_f64, "cvt.rn.f32.f64", f32, f64, u32, u32, canonical((float)a)) \
    X(cvt_f64_s32, "cvt.rn.f64.s32", f64, s32, u32, u32, (double)a) \
    X(cvt_tf32_f32, "cvt.rna.tf32.f32", u32, u32, u32, u32, tf32_away(a)) \
    X(cvt_rni_f32, "cvt.rni.f32.f32", f32, f32, u32, u32, canonical(__builtin_rintf(a))) \
    X(cvt_rzi_f32, "cvt.rzi.f32.f32", f32, f32, u32, u32, canonical(__builtin_truncf(a))) \
    X(cvt_rmi_f32, "cvt.rmi.f32.f32", f32, f32, u32, u32, canonical(__builtin_floorf(a))) \
    X(cvt_rpi_f32, "cvt.rpi.f32.f32", f32, f32, u32, u32, canonical(__builtin_ceilf(a))) \
    X(cvt_rni_s32_f32, "cvt.rni.s32.f32", s32, f32, u32, u32, truncated_s32(__builtin_rintf(a))) \
    X(cvt_rmi_s32_f32, "cvt.rmi.s32.f32", s32, f32, u32, u32, truncated_s32(__builtin_floorf(a))) \
    X(cvt_s32_f32, "cvt.rzi.s32.f32", s32, f32, u32, u32, truncated_s32(a)) \
    X(cvt_u32_f32, "cvt.rzi.u32.f32", u32, f32, u32, u32, truncated_u32(a)) \
    X(cvt_f32_u64, "cvt.rn.f32.u64", f32, u64, u32, u32, (float)a) \
    X(cvt_f64_u64, "cvt.rn.f64.u64", f64, u64, u32, u32, (double)a) \
    X(cvt_f32_s64, "cvt.rn.f32.s64", f32, s64, u32, u32, (float)a) \
    X(cvt_f64_s64, "cvt.rn.f64.s64", f64, s64, u32, u32, (double)a) \
    X(cvt_f64_u32, "cvt.rn.f64.u32", f64, u32, u32, u32, (double)a) \
    X(cvt_f32_u16, "cvt.rn.f32.u16", f32, u16, u32, u32, (float)a) \
    X(cvt_f64_u16, "cvt.rn.f64.u16", f64, u16, u32, u32, (double)a) \
    X(cvt_f32_s16, "cvt.rn.f32.s16", f32, s16, u32, u32, (float)a) \
    X(cvt_f64_s16, "cvt.rn.f64.s16", f64, s16, u32, u32, (double)a) \
    X(cvt_s32_f64, "cvt.rzi.s32.f64", s32, f64, u32, u32, truncated_s32_f64(a)) \
    X(cvt_ftz_s32_f32, "cvt.rzi.ftz.s32.f32", s32, f32, u32, u32, truncated_s32(a)) \
    X(cvt_rni_s32_f64, "cvt.rni.s32.f64", s32, f64, u32, u32, \
      truncated_s32_f64(__builtin_rint(a))) \
    X(cvt_rmi_s32_f64, "cvt.rmi.s32.f64", s32, f64, u32, u32, \
      truncated_s32_f64(__builtin_floor(a))) \
    X(cvt_u32_f64, "cvt.rzi.u32.f64", u32, f64, u32, u32, truncated_u32_f64(a)) \
    X(cvt_ftz_u32_f32, "cvt.rzi.ftz.u32.f32", u32, f32, u32, u32, truncated_u32(a)) \
    X(cvt_rni_u32_f64, "cvt.rni.u32.f64", u32, f64, u32, u32, \
      truncated_u32_f64(__builtin_rint(a))) \
    X(cvt_rmi_u32_f64, "cvt.rmi.u32.f64", u32, f64, u32, u32, \
      truncated_u32_f64(__builtin_floor(a))) \
    X(cvt_rni_u32_f32, "cvt.rni.u32.f32", u32, f32, u32, u32, truncated_u32(__builtin_rintf(a))) \
    X(cvt_rpi_s32_f32, "cvt.rpi.s32.f32", s32, f32, u32, u32, truncated_s32(__builtin_ceilf(a))) \
    X(cvt_ftz_rni_s32_f32, "cvt.rni.ftz.s32.f32", s32, f32, u32, u32, \
      truncated_s32(__builtin_rintf(flush(a)))) \
    X(cvt_ftz_rmi_s32_f32, "cvt.rmi.ftz.s32.f32", s32, f32, u32, u32, \
      truncated_s32(__builtin_floorf(flush(a)))) \
    X(cvt_ftz_rpi_s32_f32, "cvt.rpi.ftz.s32.f32", s32, f32, u32, u32, \
      truncated_s32(__builtin_ceilf(flush(a)))) \
    X(cvt_s64_f32, "cvt.rzi.s64.f32", s64, f32, u32, u32, truncated_s64(a)) \
    X(cvt_s64_f64, "cvt.rzi.s64.f64", s64, f64, u32, u32, truncated_s64(a)) \
    X(cvt_u64_f32, "cvt.rzi.u64.f32", u64, f32, u32, u32, truncated_u64(a)) \
    X(cvt_u64_f64, "cvt.rzi.u64.f64", u64, f64, u32, u32, truncated_u64(a)) \
    X(cvt_rni_f64, "cvt.rni.f64.f64", f64, f64, u32, u32, canonical_f64(__builtin_rint(a))) \
    X(cvt_ftz_rni_f32, "cvt.rni.ftz.f32.f32", f32, f32, u32, u32, \
      canonical(flush(__builtin_rintf(flush(a))))) \
    X(cvt_rzi_f64, "cvt.rzi.f64.f64", f64, f64, u32, u32, canonical_f64(__builtin_trunc(a))) \
    X(cvt_ftz_rzi_f32, "cvt.rzi.ftz.f32.f32", f32, f32, u32, u32, \
      canonical(flush(__builtin_truncf(flush(a))))) \
    X(cvt_rmi_f64, "cvt.rmi.f64.f64", f64, f64, u32, u32, canonical_f64(__builtin_floor(a))) \
    X(cvt_ftz_rmi_f32, "cvt.rmi.ftz.f32.f32", f32, f32, u32, u32, \
      canonical(flush(__builtin_floorf(flush(a))))) \
    X(cvt_rpi_f64, "cvt.rpi.f64.f64", f64, f64, u32, u32, canonical_f64(__builtin_ceil(a))) \
    X(cvt_ftz_rpi_f32, "cvt.rpi.ftz.f32.f32", f32, f32, u32, u32, \
      canonical(flush(__builtin_ceilf(flush(a))))) \
    X(cvt_sat_f32, "cvt.sat.f32.f32", f32, f32, u32, u32, saturated(a)) \
    X(cvt_ftz_f64_f32, "cvt.ftz.f64.f32", f64, f32, u32, u32, canonical_f64((double)flush(a))) \
    X(cvt_ftz_f32_f64, "cvt.rn.ftz.f32.f64", f32, f64, u32, u32, canonical(flush((float)a))) \
    X(cvt_64_u16, "cvt.u64.u16 cvt.s64.u16", u64, u16, u32, u32, a) \
    X(cvt_64_s16, "cvt.s64.s16 cvt.u64.s16", u64, s16, u32, u32, (int64_t)a) \
    X(cvt_16_64, "cvt.u16.u64 cvt.s16.u64 cvt.u16.s64 cvt.s16.s64", u16, u64, u32, u32, a) \
    X(cvt_32_u16, "cvt.u32.u16 cvt.s32.u16", u32, u16, u32, u32, a) \
    X(cvt_32_s16, "cvt.s32.s16 cvt.u32.s16", s32, s16, u32, u32, a) \
    X(cvt_16_u8, "cvt.u16.u8 cvt.s16.u8", u16, u16, u32, u32, a & 0xff) \
    X(cvt_16_s8, "cvt.s16.s8 cvt.u16.s8", s16, u16, u32, u32, (int8_t)a) \
    X(cvt_32_u8, "cvt.u32.u8 cvt.s32.u8", u32, u16, u32, u32, a & 0xff) \
    X(cvt_32_s8, "cvt.s32.s8 cvt.u32.s8", s32, u16, u32, u32, (int8_t)a) \
    X(cvt_64_u8, "cvt.u64.u8 cvt.s64.u8", u64, u16, u32, u32, a & 0xff) \
    X(cvt_64_s8, "cvt.s64.s8 cvt.u64.s8", s64, u16, u32, u32, (int8_t)a) \
    X(cvt_u16_f32, "cvt.rzi.u16.f32", u16, f32, u32, u32, truncated_u16(a)) \
    X(cvt_s16_f32, "cvt.rzi.s16.f32", s16, f32, u32, u32, truncated_s16(a)) \
    X(cvt_u16_f64, "cvt.rzi.u16.f64", u16, f64, u32, u32, truncated_u16_f64(a)) \
    X(cvt_s16_f64, "cvt.rzi.s16.f64", s16, f64, u32, u32, truncated_s16_f64(a)) \
    X(cvt_16_32, "cvt.u16.u32 cvt.s16.u32 cvt.u16.s32 cvt.s16.s32", u16, u32, u32, u32, a) \
    EXEC_HALF_LIST(X)

/* Comparisons; the others are one of these with operands swapped or the result inverted. */
#define EXEC_COMPARE_LIST(X) \
    X(eq_u16, u16, a == b) \
    X(eq_u32, u32, a == b) \
    X(eq_u64, u64, a == b) \
    X(lt_u16, u16, a < b) \
    X(lt_s16, s16, a < b) \
    X(lt_u32, u32, a < b) \
    X(lt_s32, s32, a < b) \
    X(lt_u64, u64, a < b) \
    X(lt_s64, s64, a < b) \
    X(le_u16, u16, a <= b) \
    X(le_s16, s16, a <= b) \
    X(le_u32, u32, a <= b) \
    X(le_s32, s32, a <= b) \
    X(le_u64, u64, a <= b) \
    X(le_s64, s64, a <= b) \
    X(eq_f32, f32, a == b) \
    X(ne_f32, f32, a < b || a > b) \
    X(lt_f32, f32, a < b) \
    X(le_f32, f32, a <= b) \
    X(nan_f32, f32, a != a || b != b) \
    X(eq_f64, f64, a == b) \
    X(ne_f64, f64, a < b || a > b) \
    X(lt_f64, f64, a < b) \
    X(le_f64, f64, a <= b) \
    X(nan_f64, f64, a != a || b != b)
/* clang-format on */

#define EXEC_ALU_ENUMERATOR(name, ...)     ALU_##name,
#define EXEC_COMPARE_ENUMERATOR(name, ...) COMPARE_##name,

enum exec_alu_code { EXEC_ALU_LIST(EXEC_ALU_ENUMERATOR) ALU_select_32, ALU_select_64, ALU_CODES };

enum exec_compare_code { EXEC_COMPARE_LIST(EXEC_COMPARE_ENUMERATOR) COMPARE_CODES };

#endif
