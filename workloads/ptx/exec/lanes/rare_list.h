/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer arithmetic that is seldom executed: like EXEC_ALU_LIST, but compiled once, and with x as
 * a fourth operand of 32 bits. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_RARE_LIST_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_RARE_LIST_H

/* clang-format off */
#define EXEC_RARE_LIST(X) \
    X(mul_hi_u16, "mul.hi.u16", u16, u16, u16, u32, (uint32_t)a * b >> 16) \
    X(mul_hi_s16, "mul.hi.s16", u16, s16, s16, u32, (uint32_t)(a * b) >> 16) \
    X(mul_hi_u64, "mul.hi.u64", u64, u64, u64, u32, high_unsigned(a, b)) \
    X(mul_hi_s64, "mul.hi.s64", u64, s64, s64, u32, high_signed(a, b)) \
    X(mad_hi_u16, "mad.hi.u16", u16, u16, u16, u16, ((uint32_t)a * b >> 16) + c) \
    X(mad_hi_s16, "mad.hi.s16", u16, s16, s16, u16, ((uint32_t)(a * b) >> 16) + c) \
    X(mad_hi_u64, "mad.hi.u64", u64, u64, u64, u64, high_unsigned(a, b) + c) \
    X(mad_hi_s64, "mad.hi.s64", u64, s64, s64, u64, high_signed(a, b) + c) \
    X(mad_hi_sat_s32, "mad.hi.sat.s32", u32, s32, s32, s32, \
      saturate_32(((int64_t)a * b >> 32) + c)) \
    X(mad_wide_u16, "mad.wide.u16", u32, u16, u16, u32, (uint32_t)a * b + c) \
    X(mad_wide_s16, "mad.wide.s16", u32, s16, s16, u32, (uint32_t)(a * b) + c) \
    X(add_16x2, "add.u16x2 add.s16x2", u32, u32, u32, u32, add_pairs(a, b)) \
    X(min_u16x2, "min.u16x2", u32, u32, u32, u32, extreme_pairs(a, b, false, false)) \
    X(min_s16x2, "min.s16x2", u32, u32, u32, u32, extreme_pairs(a, b, true, false)) \
    X(max_u16x2, "max.u16x2", u32, u32, u32, u32, extreme_pairs(a, b, false, true)) \
    X(max_s16x2, "max.s16x2", u32, u32, u32, u32, extreme_pairs(a, b, true, true)) \
    X(min_relu_s16x2, "min.relu.s16x2 min.s16x2.relu", u32, u32, u32, u32, \
      extreme_pairs(extreme_pairs(a, b, true, false), 0, true, true)) \
    X(max_relu_s16x2, "max.relu.s16x2 max.s16x2.relu", u32, u32, u32, u32, \
      extreme_pairs(extreme_pairs(a, b, true, true), 0, true, true)) \
    X(min_relu_s32, "min.relu.s32 min.s32.relu", u32, s32, s32, u32, \
      a < 0 || b < 0 ? 0 : a < b ? a : b) \
    X(max_relu_s32, "max.relu.s32 max.s32.relu", u32, s32, s32, u32, \
      a < 0 && b < 0 ? 0 : a > b ? a : b) \
    X(mul24_lo_u32, "mul24.lo.u32", u32, u32, u32, u32, (a & 0xffffff) * (b & 0xffffff)) \
    X(mul24_lo_s32, "mul24.lo.s32", u32, u32, u32, u32, (uint64_t)(signed_24(a) * signed_24(b))) \
    X(mul24_hi_u32, "mul24.hi.u32", u32, u32, u32, u32, \
      (uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 16) \
    X(mul24_hi_s32, "mul24.hi.s32", u32, u32, u32, u32, \
      (uint64_t)(signed_24(a) * signed_24(b)) >> 16) \
    X(mad24_lo_u32, "mad24.lo.u32", u32, u32, u32, u32, (a & 0xffffff) * (b & 0xffffff) + c) \
    X(mad24_lo_s32, "mad24.lo.s32", u32, u32, u32, u32, \
      (uint64_t)(signed_24(a) * signed_24(b)) + c) \
    X(mad24_hi_u32, "mad24.hi.u32", u32, u32, u32, u32, \
      ((uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 16) + c) \
    X(mad24_hi_s32, "mad24.hi.s32", u32, u32, u32, u32, \
      ((uint64_t)(signed_24(a) * signed_24(b)) >> 16) + c) \
    X(mad24_hi_sat_s32, "mad24.hi.sat.s32", u32, u32, u32, s32, \
      saturate_32((int32_t)(signed_24(a) * signed_24(b) >> 16) + (int64_t)c)) \
    X(div_u16, "div.u16", u16, u16, u16, u32, divide_unsigned(a, b)) \
    X(div_s16, "div.s16", u16, s16, s16, u32, divide_signed(a, b)) \
    X(div_u64, "div.u64", u64, u64, u64, u32, divide_unsigned(a, b)) \
    X(div_s64, "div.s64", u64, s64, s64, u32, divide_signed(a, b)) \
    X(rem_u16, "rem.u16", u16, u16, u16, u32, remainder_unsigned(a, b)) \
    X(rem_s16, "rem.s16", u16, s16, s16, u32, remainder_signed(a, b)) \
    X(rem_u64, "rem.u64", u64, u64, u64, u32, remainder_unsigned(a, b)) \
    X(rem_s64, "rem.s64", u64, s64, s64, u32, remainder_signed(a, b)) \
    X(add_sat_s32, "add.sat.s32", u32, s32, s32, u32, saturate_32((int64_t)a + b)) \
    X(sub_sat_s32, "sub.sat.s32", u32, s32, s32, u32, saturate_32((int64_t)a - b)) \
    X(abs_16, "abs.s16", u16, s16, u32, u32, a < 0 ? -a : a) \
    X(abs_64, "abs.s64", u64, u64, u32, u32, a >> 63 ? 0 - a : a) \
    X(neg_16, "neg.s16", u16, u16, u32, u32, 0 - a) \
    X(neg_64, "neg.s64", u64, u64, u32, u32, 0 - a) \
    X(min_u16, "min.u16", u16, u16, u16, u32, a < b ? a : b) \
    X(min_s16, "min.s16", u16, s16, s16, u32, a < b ? a : b) \
    X(max_u16, "max.u16", u16, u16, u16, u32, a > b ? a : b) \
    X(max_s16, "max.s16", u16, s16, s16, u32, a > b ? a : b) \
    X(min_u64, "min.u64", u64, u64, u64, u32, a < b ? a : b) \
    X(min_s64, "min.s64", u64, s64, s64, u32, a < b ? a : b) \
    X(max_u64, "max.u64", u64, u64, u64, u32, a > b ? a : b) \
    X(max_s64, "max.s64", u64, s64, s64, u32, a > b ? a : b) \
    X(sad_u16, "sad.u16", u16, u16, u16, u16, c + distance_unsigned(a, b)) \
    X(sad_s16, "sad.s16", u16, s16, s16, u16, c + distance_signed(a, b)) \
    X(sad_u32, "sad.u32", u32, u32, u32, u32, c + distance_unsigned(a, b)) \
    X(sad_s32, "sad.s32", u32, s32, s32, u32, c + distance_signed(a, b)) \
    X(sad_u64, "sad.u64", u64, u64, u64, u64, c + distance_unsigned(a, b)) \
    X(sad_s64, "sad.s64", u64, s64, s64, u64, c + distance_signed(a, b)) \
    X(not_16, "not.b16", u16, u16, u32, u32, ~a) \
    X(cnot_16, "cnot.b16", u16, u16, u32, u32, a == 0) \
    X(cnot_32, "cnot.b32", u32, u32, u32, u32, a == 0) \
    X(cnot_64, "cnot.b64", u64, u64, u32, u32, a == 0) \
    X(popc_32, "popc.b32", u32, u32, u32, u32, __builtin_popcount(a)) \
    X(popc_64, "popc.b64", u32, u64, u32, u32, __builtin_popcountll(a)) \
    X(clz_32, "clz.b32", u32, u32, u32, u32, leading_zeros(a, 32)) \
    X(clz_64, "clz.b64", u32, u64, u32, u32, leading_zeros(a, 64)) \
    X(brev_32, "brev.b32", u32, u32, u32, u32, reverse_bits(a, 32)) \
    X(brev_64, "brev.b64", u64, u64, u32, u32, reverse_bits(a, 64)) \
    X(bfind_u32, "bfind.u32", u32, u32, u32, u32, highest_bit(a)) \
    X(bfind_s32, "bfind.s32", u32, u32, u32, u32, highest_bit(a >> 31 ? (uint32_t)~a : a)) \
    X(bfind_u64, "bfind.u64", u32, u64, u32, u32, highest_bit(a)) \
    X(bfind_s64, "bfind.s64", u32, u64, u32, u32, highest_bit(a >> 63 ? ~a : a)) \
    X(bfind_shift_u32, "bfind.shiftamt.u32", u32, u32, u32, u32, \
      shift_amount(highest_bit(a), 32)) \
    X(bfind_shift_s32, "bfind.shiftamt.s32", u32, u32, u32, u32, \
      shift_amount(highest_bit(a >> 31 ? (uint32_t)~a : a), 32)) \
    X(bfind_shift_u64, "bfind.shiftamt.u64", u32, u64, u32, u32, \
      shift_amount(highest_bit(a), 64)) \
    X(bfind_shift_s64, "bfind.shiftamt.s64", u32, u64, u32, u32, \
      shift_amount(highest_bit(a >> 63 ? ~a : a), 64)) \
    X(bfe_u32, "bfe.u32", u32, u32, u32, u32, bit_field_unsigned(a, b, c, 32)) \
    X(bfe_s32, "bfe.s32", u32, u32, u32, u32, bit_field_signed(a, b, c, 32)) \
    X(bfe_u64, "bfe.u64", u64, u64, u32, u32, bit_field_unsigned(a, b, c, 64)) \
    X(bfe_s64, "bfe.s64", u64, u64, u32, u32, bit_field_signed(a, b, c, 64)) \
    X(bfi_32, "bfi.b32", u32, u32, u32, u32, bit_field_insert(a, b, c, x, 32)) \
    X(bfi_64, "bfi.b64", u64, u64, u64, u32, bit_field_insert(a, b, c, x, 64)) \
    X(prmt, "prmt.b32", u32, u32, u32, u32, permute(a, b, c)) \
    X(prmt_f4e, "prmt.b32.f4e", u32, u32, u32, u32, permute_mode(a, b, c, FORWARD_4)) \
    X(prmt_b4e, "prmt.b32.b4e", u32, u32, u32, u32, permute_mode(a, b, c, BACKWARD_4)) \
    X(prmt_rc8, "prmt.b32.rc8", u32, u32, u32, u32, permute_mode(a, b, c, REPLICATE_8)) \
    X(prmt_ecl, "prmt.b32.ecl", u32, u32, u32, u32, permute_mode(a, b, c, EDGE_LEFT)) \
    X(prmt_ecr, "prmt.b32.ecr", u32, u32, u32, u32, permute_mode(a, b, c, EDGE_RIGHT)) \
    X(prmt_rc16, "prmt.b32.rc16", u32, u32, u32, u32, permute_mode(a, b, c, REPLICATE_16)) \
    X(shf_l_wrap, "shf.l.wrap.b32", u32, u32, u32, u32, funnel_left(a, b, c & 31)) \
    X(shf_l_clamp, "shf.l.clamp.b32", u32, u32, u32, u32, funnel_left(a, b, c > 32 ? 32 : c)) \
    X(shf_r_wrap, "shf.r.wrap.b32", u32, u32, u32, u32, funnel_right(a, b, c & 31)) \
    X(shf_r_clamp, "shf.r.clamp.b32", u32, u32, u32, u32, funnel_right(a, b, c > 32 ? 32 : c)) \
    X(lop3, "lop3.b32", u32, u32, u32, u32, three_input_logic(a, b, c, x)) \
    X(szext_clamp_u32, "szext.clamp.u32", u32, u32, u32, u32, extend(a, b > 32 ? 32 : b, false)) \
    X(szext_clamp_s32, "szext.clamp.s32", u32, u32, u32, u32, extend(a, b > 32 ? 32 : b, true)) \
    X(szext_wrap_u32, "szext.wrap.u32", u32, u32, u32, u32, extend(a, b & 31, false)) \
    X(szext_wrap_s32, "szext.wrap.s32", u32, u32, u32, u32, extend(a, b & 31, true)) \
    X(bmsk_clamp, "bmsk.clamp.b32", u32, u32, u32, u32, \
      a > 31 ? 0 : low_bits(b > 32 ? 32 : b) << a) \
    X(bmsk_wrap, "bmsk.wrap.b32", u32, u32, u32, u32, low_bits(b & 31) << (a & 31)) \
    X(fns, "fns.b32", u32, u32, u32, s32, nth_set_bit(a, b, c)) \
    X(dp2a_lo_uu, "dp2a.lo.u32.u32", u32, u32, u32, u32, dot_halves(a, b, c, 0, 0)) \
    X(dp2a_lo_us, "dp2a.lo.u32.s32", u32, u32, u32, u32, dot_halves(a, b, c, 0, 1)) \
    X(dp2a_lo_su, "dp2a.lo.s32.u32", u32, u32, u32, u32, dot_halves(a, b, c, 1, 0)) \
    X(dp2a_lo_ss, "dp2a.lo.s32.s32", u32, u32, u32, u32, dot_halves(a, b, c, 1, 1)) \
    X(dp2a_hi_uu, "dp2a.hi.u32.u32", u32, u32, u32, u32, dot_halves(a, b >> 16, c, 0, 0)) \
    X(dp2a_hi_us, "dp2a.hi.u32.s32", u32, u32, u32, u32, dot_halves(a, b >> 16, c, 0, 1)) \
    X(dp2a_hi_su, "dp2a.hi.s32.u32", u32, u32, u32, u32, dot_halves(a, b >> 16, c, 1, 0)) \
    X(dp2a_hi_ss, "dp2a.hi.s32.s32", u32, u32, u32, u32, dot_halves(a, b >> 16, c, 1, 1)) \
    X(dp4a_uu, "dp4a.u32.u32", u32, u32, u32, u32, dot_bytes(a, b, c, 0, 0)) \
    X(dp4a_us, "dp4a.u32.s32", u32, u32, u32, u32, dot_bytes(a, b, c, 0, 1)) \
    X(dp4a_su, "dp4a.s32.u32", u32, u32, u32, u32, dot_bytes(a, b, c, 1, 0)) \
    X(dp4a_ss, "dp4a.s32.s32", u32, u32, u32, u32, dot_bytes(a, b, c, 1, 1)) \
    X(slct_32_s32, "slct.b32.s32 slct.u32.s32 slct.s32.s32 slct.f32.s32", u32, u32, u32, s32, \
      c >= 0 ? a : b) \
    X(slct_64_s32, "slct.b64.s32 slct.u64.s32 slct.s64.s32 slct.f64.s32", u64, u64, u64, s32, \
      c >= 0 ? a : b) \
    X(slct_16_s32, "slct.b16.s32 slct.u16.s32 slct.s16.s32", u16, u16, u16, s32, \
      c >= 0 ? a : b) \
    X(slct_32_f32, "slct.b32.f32 slct.u32.f32 slct.s32.f32 slct.f32.f32", u32, u32, u32, f32, \
      c >= 0 ? a : b) \
    X(slct_64_f32, "slct.b64.f32 slct.u64.f32 slct.s64.f32 slct.f64.f32", u64, u64, u64, f32, \
      c >= 0 ? a : b) \
    X(slct_16_f32, "slct.b16.f32 slct.u16.f32 slct.s16.f32", u16, u16, u16, f32, \
      c >= 0 ? a : b) \
    X(slct_ftz_32_f32, "slct.ftz.b32.f32 slct.ftz.u32.f32 slct.ftz.s32.f32 slct.ftz.f32.f32", \
      u32, u32, u32, f32, c > -0x1p-126f ? a : b) \
    X(slct_ftz_64_f32, "slct.ftz.b64.f32 slct.ftz.u64.f32 slct.ftz.s64.f32 slct.ftz.f64.f32", \
      u64, u64, u64, f32, c > -0x1p-126f ? a : b) \
    X(slct_ftz_16_f32, "slct.ftz.b16.f32 slct.ftz.u16.f32 slct.ftz.s16.f32", u16, u16, u16, f32, \
      c > -0x1p-126f ? a : b) \
    X(copysign_f32, "copysign.f32", u32, u32, u32, u32, \
      (a & 0x80000000) | (b & 0x7fffffff)) \
    X(copysign_f64, "copysign.f64", u64, u64, u64, u32, \
      (a & 0x8000000000000000) | (b & 0x7fffffffffffffff))
/* clang-format on */

#endif
