/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of test_compiled.c do, behind its HEAD. */
#ifndef SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_BODIES_H
#define SIMGPU_TESTS_MODELS_FUNCTIONAL_COMPILED_BODIES_H

enum { FAULTY = 8 }; /* the last bodies end with a fault */

static const char *const bodies[] = {
    /* Lanes that access global, shared and local memory in one instruction, all and some. */
    "mov.u64 %rd4, tile; cvta.shared.u64 %rd4, %rd4; mul.wide.u32 %rd5, %r1, 8;\n"
    "add.s64 %rd4, %rd4, %rd5; mov.u64 %rd6, mine; cvta.local.u64 %rd6, %rd6; and.b32 %r5, %r1, "
    "3;\n"
    "setp.eq.u32 %p1, %r5, 1; setp.eq.u32 %p2, %r5, 2; selp.b64 %rd7, %rd4, %rd3, %p1;\n"
    "selp.b64 %rd7, %rd6, %rd7, %p2; st.u32 [%rd7], %r1; st.u8 [%rd7+5], %r3; ld.u32 %r6, [%rd7];\n"
    "setp.gt.u32 %p3, %r5, 1; mov.u64 %rd8, 0; @%p3 ld.u64 %rd8, [%rd7]; cvt.u32.u64 %r7, %rd8;\n"
    "@%p1 st.v2.u16 [%rd7+4], {%h1, %h2}; ld.s8 %r8, [%rd7+5]; xor.b32 %r7, %r7, %r8;\n"
    "st.global.v2.u32 [%rd3+8], {%r6, %r7};",
    /* Guards, predicates, what a half-full warp keeps. */
    "and.b32 %r5, %r1, 3; setp.eq.u32 %p1, %r5, 1; setp.lt.and.s32 %p2|%p3, %r5, 3, %p1;\n"
    "mov.u32 %r6, 7; @%p1 add.u32 %r6, %r3, 100; @!%p2 mul.lo.u32 %r6, %r6, 3;\n"
    "selp.b32 %r7, %r6, %r1, %p3; or.pred %p4, %p1, !%p3; @%p4 xor.b32 %r7, %r7, 21;\n"
    "st.global.v2.u32 [%rd3], {%r6, %r7};",
    /* Words divided: by the same in all lanes, by others, by zero, by the largest. */
    "mul.lo.u32 %r5, %r3, 0x9e3779b1; div.u32 %r6, %r5, %r9; rem.u32 %r7, %r5, %r9;\n"
    "neg.s32 %r8, %r9; div.s32 %r10, %r5, %r8; rem.s32 %r11, %r5, %r8; xor.b32 %r6, %r6, %r10;\n"
    "mad.lo.u32 %r7, %r7, 31, %r11; and.b32 %r12, %r1, 7; div.u32 %r10, %r5, %r12;\n"
    "rem.s32 %r11, %r5, %r12; mad.lo.u32 %r6, %r6, 31, %r10; mad.lo.u32 %r7, %r7, 31, %r11;\n"
    "mul.lo.u32 %r12, %r12, 0; div.s32 %r10, %r5, %r12; rem.u32 %r11, %r5, %r12;\n"
    "mad.lo.u32 %r6, %r6, 31, %r10; mad.lo.u32 %r7, %r7, 31, %r11; mov.u32 %r12, 0xffffffff;\n"
    "neg.s32 %r13, %r1; div.u32 %r10, %r13, %r12; rem.s32 %r11, 0x80000000, %r12;\n"
    "mad.lo.u32 %r6, %r6, 31, %r10; mad.lo.u32 %r7, %r7, 31, %r11;\n"
    "st.global.v2.u32 [%rd3], {%r6, %r7};",
    /* A loop that lanes leave one by one, and branches inside. */
    "mov.u32 %r5, 0; mov.u32 %r6, 0; and.b32 %r7, %r1, 31;\n"
    "NEXT: add.u32 %r6, %r6, %r5; and.b32 %r8, %r6, 1; setp.eq.u32 %p1, %r8, 0;\n"
    "@%p1 bra EVEN; mad.lo.u32 %r6, %r6, 3, 1; bra JOIN;\n"
    "EVEN: xor.b32 %r6, %r6, %r1;\nJOIN: add.u32 %r5, %r5, 1; setp.le.u32 %p2, %r5, %r7;\n"
    "@%p2 bra NEXT; st.global.u32 [%rd3], %r6;",
    /* Loads of every size, rows and not. */
    "st.global.v4.u32 [%rd3], {%r1, %r3, %r9, %r2}; ld.global.s8 %h2, [%rd3+4];\n"
    "cvt.u32.u16 %r5, %h2;\n"
    "ld.global.u8 %h1, [%rd3]; cvt.u32.u16 %r6, %h1; ld.global.v2.u64 {%rd4, %rd5}, [%rd3];\n"
    "cvt.u32.u64 %r7, %rd5; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd6, %rd6, %rd1;\n"
    "ld.global.u32 %r8, [%rd6]; ld.global.s16 %r10, [%rd6]; add.u32 %r5, %r5, %r6;\n"
    "add.u32 %r5, %r5, %r7; add.u32 %r8, %r8, %r10; st.global.v2.u32 [%rd3+8], {%r5, %r8};",
    /* Rows: small elements, and vectors whose lanes lie side by side or in one place. */
    "mul.lo.u32 %r5, %r3, 0x9e3779b1; mov.u32 %r6, tile; mad.lo.u32 %r7, %r1, 16, %r6;\n"
    "xor.b32 %r8, %r5, -1; shl.b32 %r10, %r5, 7; st.shared.v4.u32 [%r7], {%r5, %r8, %r10, %r3};\n"
    "bar.sync 0; add.u32 %r7, %r6, %r1; ld.shared.u8 %r10, [%r7]; ld.shared.s8 %h1, [%r7+3];\n"
    "ld.shared.s8 %r11, [%r7+32]; add.u32 %r7, %r7, %r1; ld.shared.s16 %r12, [%r7];\n"
    "ld.shared.u16 %h2, [%r7+64]; add.u32 %r7, %r7, %r1; add.u32 %r7, %r7, %r1;\n"
    "ld.shared.v2.u16 {%h0, %h3}, [%r7]; ld.shared.v4.u8 {%r13, %r14, %r15, %r16}, [%r7+128];\n"
    "ld.shared.s32 %rd4, [%r7+4]; mad.lo.u32 %r7, %r1, 8, %r6; ld.shared.v2.u32 {%r17, %r18}, "
    "[%r7];\n"
    "ld.shared.v4.u16 {%r0, %r2, %r4, %r8}, [%r7+8]; ld.shared.v2.u64 {%rd5, %rd6}, [%r6+32];\n"
    "ld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%r6+48]; ld.shared.v2.s8 {%r9, %r19}, [%r6+6];\n"
    "add.s64 %rd7, %rd1, 4096; cvt.u64.u32 %rd8, %r3; add.s64 %rd7, %rd7, %rd8;\n"
    "st.global.u8 [%rd7], %r10; st.global.u8 [%rd7+512], %h1; add.s64 %rd7, %rd7, %rd8;\n"
    "st.global.u16 [%rd7+1024], %r11; st.global.u16 [%rd7+2048], %h2; add.s64 %rd7, %rd7, %rd8;\n"
    "add.s64 %rd7, %rd7, %rd8; st.global.v2.u16 [%rd7+4096], {%h0, %h3};\n"
    "st.global.v4.u8 [%rd7+6144], {%r13, %r16, %r15, %r14}; st.global.u32 [%rd7+8192], %rd4;\n"
    "shl.b64 %rd8, %rd8, 2; add.s64 %rd7, %rd7, %rd8; st.global.v2.u32 [%rd7+12288], {%r17, "
    "%r18};\n"
    "st.global.v4.u16 [%rd7+16384], {%r0, %r2, %r4, %r8}; add.s64 %rd7, %rd7, %rd8; add.s64 %rd7, "
    "%rd7, %rd8;\n"
    "st.global.v2.u64 [%rd7+20480], {%rd5, %rd6}; st.global.v4.f32 [%rd7+28672], {%f0, %f1, %f2, "
    "%f3};\n"
    "shl.b64 %rd8, %rd8, 2; add.s64 %rd7, %rd7, %rd8; ld.shared.v4.u32 {%r0, %r2, %r4, %r8}, "
    "[%r6+16];\n"
    "st.global.v2.u32 [%rd1+40000], {%r12, %r5}; st.global.v4.u8 [%rd1+40016], {%r9, %r19, %r12, "
    "%r0};\n"
    "xor.b32 %r12, %r12, %r0; xor.b32 %r12, %r12, %r9; st.global.v2.u32 [%rd3], {%r12, %r8};",
    /* Shared memory between warps, local memory, constants. */
    "mov.u32 %r5, tile; mad.lo.u32 %r6, %r1, 4, %r5; st.shared.u32 [%r6], %r3; bar.sync 0;\n"
    "xor.b32 %r7, %r1, 15; mad.lo.u32 %r7, %r7, 4, %r5; ld.shared.u32 %r8, [%r7];\n"
    "st.local.u32 [mine+8], %r8; ld.local.u32 %r10, [mine+8]; and.b32 %r11, %r1, 3;\n"
    "mul.wide.u32 %rd4, %r11, 4; mov.u64 %rd5, table; add.s64 %rd5, %rd5, %rd4;\n"
    "mov.u64 %rd9, n; ld.param.u8 %r13, [%rd9]; add.u32 %r10, %r10, %r13;\n"
    "ld.const.u32 %r12, [%rd5]; add.u32 %r10, %r10, %r12; cvta.shared.u64 %rd6, %rd4;\n"
    "st.global.u32 [%rd3], %r10; mov.u64 %rd7, tile; cvta.shared.u64 %rd8, %rd7;\n"
    "ld.u32 %r13, [%rd8+16]; st.u32 [%rd3+4], %r13;",
    /* Atomics in both memories, with results and without. */
    "mov.u32 %r5, tile; and.b32 %r6, %r1, 7; mad.lo.u32 %r6, %r6, 4, %r5;\n"
    "atom.shared.add.u32 %r7, [%r6], %r3; red.shared.max.s32 [%r6+64], %r3; bar.sync 0;\n"
    "setp.gt.u32 %p1, %r1, 40; @%p1 atom.global.add.u32 %r7, [%rd1], %r1;\n"
    "mov.f32 %f1, 0f3f000000; red.global.add.f32 [%rd1+8], %f1; ld.shared.u32 %r8, [%r6];\n"
    "ld.shared.u32 %r10, [%r6+64]; xor.b32 %r8, %r8, %r10; st.global.v2.u32 [%rd3+16], {%r7, %r8};",
    /* Shuffles, votes, functions that compiled code leaves to the interpreter, a call. */
    "shfl.sync.bfly.b32 %r5|%p1, %r3, 5, 31, -1; setp.gt.u32 %p2, %r1, 9;\n"
    "vote.sync.ballot.b32 %r6, %p2, -1; cvt.rn.f32.u32 %f1, %r5; sqrt.approx.f32 %f2, %f1;\n"
    "ex2.approx.ftz.f32 %f3, %f2; cvt.rzi.u32.f32 %r7, %f3; add.cc.u32 %r8, %r5, -3;\n"
    "addc.u32 %r10, %r6, 0; call (%r11), twice, (%r7); mov.b64 %rd4, {%r10, %r11};\n"
    "st.global.u64 [%rd3], %rd4;",
    /* A call with parameters in memory, by all lanes and by some. */
    "mul.lo.u32 %r5, %r3, 77; cvt.u16.u32 %h1, %r5; mul.wide.u32 %rd4, %r3, 0x10001; mov.u64 %rd5, "
    "1;\nand.b32 %r6, %r1, 3; setp.eq.u32 %p1, %r6, 2; @%p1 bra OVER;\n"
    "{ .param .b8 a; .param .b64 b; .param .align 8 .b8 c[8]; .param .b64 z; st.param.b8 [a], "
    "%h1;\n"
    "st.param.b64 [b], %rd4; st.param.v2.b32 [c], {%r5, %r3}; call (z), both, (a, b, c);\n"
    "ld.param.b64 %rd5, [z]; }\nOVER: st.global.u64 [%rd3], %rd5;",
    /* Shuffles of all kinds, of some lanes, in segments; votes. */
    "shfl.sync.up.b32 %r5|%p1, %r3, 3, 0, -1; shfl.sync.down.b32 %r6|%p2, %r3, 5, 31, -1;\n"
    "shfl.sync.idx.b32 %r7, %r3, %r1, 0x181f, -1; and.b32 %r8, %r1, 1; setp.eq.u32 %p3, %r8, 1;\n"
    "mov.u32 %r10, 5; mov.u32 %r11, 6; @%p3 shfl.sync.bfly.b32 %r10|%p4, %r3, 2, 31, -1;\n"
    "and.b32 %r12, %r1, 31; @%p3 activemask.b32 %r11; vote.sync.any.pred %p5, %p1, -1;\n"
    "vote.sync.all.pred %p6, !%p2, -1; vote.sync.uni.pred %p7, %p3, -1;\n"
    "vote.sync.ballot.b32 %r13, %p3, -1; vote.sync.ballot.b32 %r14, %p2, 0xffff;\n"
    "@%p3 vote.sync.ballot.b32 %r15, %p1, -1; selp.u32 %r16, 1, 2, %p5; selp.u32 %r17, 4, 8, %p6;\n"
    "selp.u32 %r18, 16, 32, %p7; selp.u32 %r19, 64, 128, %p4; add.u32 %r5, %r5, %r6;\n"
    "xor.b32 %r7, %r7, %r10; add.u32 %r11, %r11, %r13; xor.b32 %r14, %r14, %r15;\n"
    "or.b32 %r16, %r16, %r17; or.b32 %r18, %r18, %r19; add.u32 %r14, %r14, %r16;\n"
    "add.u32 %r7, %r7, %r18; st.global.v4.u32 [%rd3], {%r5, %r7, %r11, %r14};",
    /* Votes and shuffles of lanes that each name others, themselves among them and not. */
    "mov.u32 %r5, %lanemask_le; mov.u32 %r6, %lanemask_lt; and.b32 %r7, %r1, 5;\n"
    "setp.eq.u32 %p1, %r7, 4; setp.lt.u32 %p2, %r7, 9; vote.sync.ballot.b32 %r8, %p1, %r5;\n"
    "vote.sync.ballot.b32 %r10, !%p1, %r6; and.b32 %r11, %r1, 16; setp.eq.u32 %p3, %r11, 0;\n"
    "selp.b32 %r12, 0xffff, 0xffff0000, %p3; vote.sync.any.pred %p4, %p1, %r5;\n"
    "vote.sync.all.pred %p5, %p2, %r12; vote.sync.uni.pred %p6, %p3, %r12;\n"
    "vote.sync.uni.pred %p7, %p1, %r5; shfl.sync.up.b32 %r13, %r3, 2, 0x1000, %r12;\n"
    "mov.u32 %r14, 3; @%p3 vote.sync.ballot.b32 %r14, %p1, 0xffff;\n"
    "@%p3 vote.sync.any.pred %p2, %p1, %r6; selp.u32 %r15, 1, 2, %p4; selp.u32 %r16, 4, 8, %p5;\n"
    "selp.u32 %r17, 16, 32, %p6; selp.u32 %r18, 64, 128, %p7; selp.u32 %r19, 256, 512, %p2;\n"
    "xor.b32 %r8, %r8, %r10; add.u32 %r13, %r13, %r14; or.b32 %r15, %r15, %r16;\n"
    "or.b32 %r17, %r17, %r18; or.b32 %r15, %r15, %r17; or.b32 %r15, %r15, %r19;\n"
    "st.global.v2.u32 [%rd3], {%r8, %r13}; st.global.u32 [%rd3+8], %r15;",
    /* Bytes and halves of words. */
    "mul.lo.u32 %r5, %r3, 0x9e3779b1; cvt.u16.u32 %h1, %r5; cvt.u16.u8 %h2, %h1;\n"
    "cvt.s16.s8 %h3, %h1; cvt.u32.u8 %r6, %h1; cvt.s32.s8 %r7, %h1; cvt.u64.u8 %rd4, %h1;\n"
    "cvt.s64.s8 %rd5, %h1; add.s64 %rd4, %rd4, %rd5; cvt.u32.u64 %r8, %rd4;\n"
    "cvt.rn.f32.s32 %f1, %r5; mul.f32 %f2, %f1, 0f38000000; cvt.rzi.u16.f32 %h1, %f2;\n"
    "add.u16 %h2, %h2, %h1; cvt.rzi.s16.f32 %h1, %f2; add.u16 %h3, %h3, %h1;\n"
    "cvt.u32.u16 %r10, %h2; cvt.u32.u16 %r11, %h3; add.u32 %r6, %r6, %r10;\n"
    "xor.b32 %r7, %r7, %r11; st.global.v2.u32 [%rd3], {%r6, %r7}; st.global.u32 [%rd3+8], %r8;",
    /* Functions, saturation, conversions to and from doubles and long words. */
    "cvt.rn.f32.u32 %f1, %r3; mul.f32 %f1, %f1, 0fc0490fdb; sin.approx.f32 %f2, %f1;\n"
    "cos.approx.ftz.f32 %f3, %f1; lg2.approx.f32 %f4, %f1; ex2.approx.f32 %f5, %f1;\n"
    "add.f32 %f2, %f2, %f3; fma.rn.sat.f32 %f6, %f1, %f2, %f5; neg.f32 %f1, %f1;\n"
    "lg2.approx.ftz.f32 %f3, %f1; add.f32 %f3, %f3, %f6; cvt.f64.f32 %fd1, %f1;\n"
    "mul.f64 %fd1, %fd1, 0d41F0000000000000; cvt.rzi.s32.f64 %r5, %fd1; cvt.rzi.u64.f64 %rd4, "
    "%fd1;\n"
    "cvt.rn.f64.u32 %fd2, %r3; cvt.rni.f64.f64 %fd2, %fd2; cvt.rn.f32.u64 %f7, %rd4;\n"
    "cvt.rn.f32.f64 %f1, %fd2; add.f32 %f7, %f7, %f1; cvt.rzi.ftz.u32.f32 %r6, %f4;\n"
    "add.u32 %r5, %r5, %r6; mov.b32 %r7, %f2; st.global.v2.u32 [%rd3], {%r5, %r7};\n"
    "st.global.v2.f32 [%rd3+8], {%f3, %f7};",
    /* Comparisons of halves, and of subnormals that count as zero; signs. */
    "mul.lo.u32 %r5, %r3, 0x9e3779b1; and.b32 %r6, %r5, 0x807fffff; and.b32 %r7, %r1, 3;\n"
    "shl.b32 %r7, %r7, 23; xor.b32 %r6, %r6, %r7; mov.b32 %f1, %r6; abs.ftz.f32 %f2, %f1;\n"
    "neg.ftz.f32 %f3, %f1; setp.eq.ftz.f32 %p1|%p2, %f2, 0f00000000; setp.lt.ftz.f32 %p3, %f1, "
    "%f3;\n"
    "@%p3 setp.geu.ftz.f32 %p2, %f3, 0f00000001; cvt.u16.u32 %h1, %r5; shr.u32 %r7, %r5, 16;\n"
    "cvt.u16.u32 %h2, %r7; mov.b32 %f4, %r5; abs.ftz.f32 %f4, %f4; setp.lt.f16 %p4, %h1, %h2;\n"
    "setp.equ.f16 %p5, %h1, %h1; setp.gt.bf16 %p6, %h1, %h2; setp.nan.bf16 %p7, %h1, %h2;\n"
    "selp.u32 %r7, 1, 2, %p1; selp.u32 %r8, 4, 8, %p2; selp.u32 %r10, 16, 32, %p3;\n"
    "selp.u32 %r11, 64, 128, %p4; selp.u32 %r12, 256, 512, %p5; selp.u32 %r13, 1024, 2048, %p6;\n"
    "selp.u32 %r14, 4096, 8192, %p7; add.u32 %r7, %r7, %r8; add.u32 %r10, %r10, %r11;\n"
    "add.u32 %r12, %r12, %r13; add.u32 %r7, %r7, %r14; add.u32 %r7, %r7, %r10; add.u32 %r7, %r7, "
    "%r12;\n"
    "st.global.v4.f32 [%rd3], {%f2, %f3, %f4, %f1}; st.global.u32 [%rd3+12], %r7;",
    /* Words in long registers, roots, generic addresses of shared memory. */
    "st.global.v2.u32 [%rd3], {%r3, %r1}; neg.s32 %r5, %r3; st.global.u32 [%rd3+8], %r5;\n"
    "ld.global.s32 %rd4, [%rd3+8]; ld.global.u32 %rd5, [%rd3+8]; add.s64 %rd4, %rd4, %rd5;\n"
    "st.global.u32 [%rd3+4], %rd4; cvt.rn.f32.s32 %f1, %r5; sqrt.rn.f32 %f2, %f1;\n"
    "cvt.rn.f32.u32 %f3, %r3; rsqrt.approx.ftz.f32 %f4, %f3; sqrt.approx.f32 %f5, %f3;\n"
    "mov.u64 %rd6, tile; cvta.shared.u64 %rd7, %rd6; mul.wide.u32 %rd8, %r1, 4;\n"
    "add.s64 %rd9, %rd7, %rd8; st.f32 [%rd9], %f4; ld.shared.f32 %f6, [tile]; add.f32 %f5, %f5, "
    "%f6;\n"
    "st.global.v2.f32 [%rd3+8], {%f2, %f5};",
    /* Some lanes end early; others wait for a lock. */
    "setp.eq.u32 %p1, %r1, 3; @%p1 ret; and.b32 %r5, %r1, 31; setp.lt.u32 %p2, %r5, 4;\n"
    "@!%p2 bra DONE;\nTRY: atom.global.cas.b32 %r6, [%rd1], 0, 1; setp.ne.u32 %p3, %r6, 0;\n"
    "@%p3 bra TRY; ld.volatile.global.u32 %r7, [%rd1+4]; mad.lo.u32 %r7, %r7, 3, %r3;\n"
    "st.volatile.global.u32 [%rd1+4], %r7; membar.gl; atom.global.exch.b32 %r6, [%rd1], 0;\n"
    "DONE: st.global.u32 [%rd3+16], %r5;",
    /* Warps that race, in turns that are long, and in short ones where they look at flags: the
     * result says who came when. */
    "mov.u32 %r5, 0; mov.u32 %r6, tile;\n"
    "NEXT: ld.shared.u32 %r7, [tile]; mad.lo.u32 %r7, %r7, 3, %r1; st.shared.u32 [tile], %r7;\n"
    "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 700; @%p1 bra NEXT; mov.u32 %r5, 0;\n"
    "MORE: ld.volatile.shared.u32 %r8, [%r6+4]; mad.lo.u32 %r8, %r8, 5, %r1;\n"
    "st.volatile.shared.u32 [%r6+4], %r8; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 50;\n"
    "@%p1 bra MORE; bar.sync 0; ld.shared.u32 %r7, [tile]; ld.shared.u32 %r8, [tile+4];\n"
    "st.global.v2.u32 [%rd3], {%r7, %r8};",
    /* Whole warps and parts of them in turn: values pass from one way of running to the other. */
    "mov.u32 %r5, 0; mov.u32 %r6, %r3; mov.u64 %rd4, %rd3; mov.f32 %f1, 0f3f800000;\n"
    "NEXT: add.u32 %r6, %r6, %r5; setp.gt.u32 %p1, %r5, 3; and.b32 %r8, %r6, 4;\n"
    "setp.eq.u32 %p2, %r8, 0; @%p2 bra EVEN; mad.lo.u32 %r6, %r6, 3, 1; bra JOIN;\n"
    "EVEN: fma.rn.f32 %f1, %f1, %f1, %f1; JOIN: st.global.u32 [%rd4], %r6;\n"
    "add.s64 %rd4, %rd4, 4; add.u32 %r5, %r5, 1; selp.u32 %r7, %r6, %r1, %p1;\n"
    "setp.lt.u32 %p3, %r5, 4; @%p3 bra NEXT; xor.b32 %r7, %r7, %r6; st.global.u32 [%rd3+8], %r7;\n"
    "st.global.f32 [%rd3+12], %f1;",
    /* Warps that wait for a clock, and meet. */
    "mov.u64 %rd4, %clock64; mul.wide.u32 %rd7, %r1, 100000;\n"
    "WAIT: mov.u64 %rd5, %clock64; sub.s64 %rd6, %rd5, %rd4; setp.lt.u64 %p1, %rd6, %rd7;\n"
    "@%p1 bra WAIT; st.global.u64 [%rd3], %rd6; bar.sync 0; mov.u64 %rd5, %clock64;\n"
    "sub.s64 %rd6, %rd5, %rd4; st.global.u64 [%rd3+8], %rd6;",
    /* Blocks that wait for a later one. */
    "setp.eq.u32 %p1, %r2, 2; @%p1 bra TELL;\nWAIT: ld.volatile.global.u32 %r5, [%rd1];\n"
    "setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT; st.global.u32 [%rd3+16], %r5; bra END;\n"
    "TELL: st.volatile.global.u32 [%rd1], 9;\nEND:",
    /* Fragments in shared and global memory, and their products. */
    "setp.ge.u32 %p1, %r1, 64; @%p1 bra END; mul.lo.u32 %r5, %r3, 0x9e3779b1; mov.u64 %rd4, tile;\n"
    "and.b32 %r6, %r5, 0x3bff3bff; and.b32 %r7, %r5, 0xbbff3bff; mul.wide.u32 %rd5, %r1, 4;\n"
    "add.s64 %rd5, %rd5, %rd4; st.shared.u32 [%rd5], %r6; st.shared.u32 [%rd5+256], %r7;\n"
    "st.shared.u32 [%rd5+512], %r7; st.shared.u32 [%rd5+768], %r6; bar.sync 0, 64;\n"
    "mov.f32 %f0, 0f3f800000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;\n"
    "mov.f32 %f4, 0f00000001; mov.f32 %f5, %f4; mov.f32 %f6, %f4; mov.f32 %f7, %f4;\n"
    "shr.u32 %r2, %r3, 5; mul.wide.u32 %rd6, %r2, 1024; add.s64 %rd6, %rd6, %rd1; mov.u32 %r2, 0;\n"
    "NEXT: wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 "
    "{%r0, %r4, %r5, %r6, %r7, %r8, %r10, %r11}, [%rd4], 16;\n"
    "wmma.load.b.sync.aligned.row.m16n16k16.shared.f16 "
    "{%r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19}, [%rd4+512], 16;\n"
    "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, "
    "{%r0, %r4, %r5, %r6, %r7, %r8, %r10, %r11}, {%r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19}, "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7};\n"
    "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd6], "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, 16;\n"
    "add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 3; @%p2 bra NEXT;\nEND:",
    /* Products of other numbers, of values that all come from lanes; matrices between memory and
     * registers. */
    "setp.ge.u32 %p1, %r1, 64; @%p1 bra END; mul.lo.u32 %r5, %r3, 0x9e3779b1; xor.b32 %r6, %r5, "
    "-5;\n"
    "mov.u32 %r7, tile; mad.lo.u32 %r8, %r1, 16, %r7; st.shared.v4.u32 [%r8], {%r5, %r6, %r3, "
    "%r1};\n"
    "bar.sync 0, 64; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r8];\n"
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, _}, [%r8]; mov.u32 %r15, 0;\n"
    "movmatrix.sync.aligned.m8n8.trans.b16 %r16, %r14; mov.u32 %r17, 7; mov.u32 %r18, 0x7fffff00;\n"
    "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%r15, %r17, _, %r18}, "
    "{%r10, %r11, %r12, %r13}, {%r5, %r6}, {%r15, %r17, %r18, %r18};\n"
    "cvt.rn.f64.u32 %fd1, %r5; cvt.rn.f64.u32 %fd2, %r6; cvt.rn.f64.s32 %fd3, %r6;\n"
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd1, %fd2}, {%fd3}, {%fd1}, {%fd2, %fd1};\n"
    "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r16}, "
    "{%r12}, "
    "{0f00000000, 0f3f800000, 0f00000000, 0f7f800000};\n"
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r10, %r11}, {%r14, %r5, %r6, %r3}, "
    "{%r12, %r13}, {%r10, %r11};\n"
    "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r8], {%r10, %r11}; ld.shared.u32 %r12, [%r8+4];\n"
    "cvt.rn.f32.f64 %f5, %fd1; cvt.rn.f32.f64 %f6, %fd2; add.f32 %f5, %f5, %f6;\n"
    "mov.b32 %r13, %f5; mov.b32 %r14, %f1; mov.b32 %r19, %f4; xor.b32 %r14, %r14, %r19;\n"
    "xor.b32 %r15, %r15, %r17; xor.b32 %r15, %r15, %r18; xor.b32 %r13, %r13, %r12;\n"
    "xor.b32 %r10, %r10, %r16; st.global.v4.u32 [%rd3], {%r10, %r13, %r14, %r15};\nEND:",
    /* Asynchronous copies of all lanes and of some; some copy nothing. */
    "mov.u32 %r5, tile; mad.lo.u32 %r5, %r1, 16, %r5; mul.lo.u32 %r6, %r3, 77; and.b32 %r7, %r1, "
    "7;\n"
    "st.global.v4.u32 [%rd3], {%r6, %r3, %r1, %r7}; cp.async.ca.shared.global [%r5], [%rd3], 8;\n"
    "setp.gt.u32 %p1, %r7, 2; @%p1 cp.async.ca.shared.global [%r5+4], [%rd3+4], 4;\n"
    "setp.eq.u32 %p2, %r7, 3; selp.u32 %r7, 0, 4, %p2;\n"
    "cp.async.ca.shared.global [%r5+12], [%rd3+8], 4, %r7; cp.async.commit_group;\n"
    "cp.async.wait_all; ld.shared.v4.u32 {%r8, %r10, %r11, %r12}, [%r5];\n"
    "add.u32 %r8, %r8, 1; st.global.v4.u32 [%rd3], {%r8, %r10, %r11, %r12};",
    /* Addresses that are not of the space that they were made from: of a whole block, and of some
     * lanes. Others copy. */
    "mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4; mul.wide.u32 %rd6, %r1, 16;\n"
    "add.s64 %rd7, %rd5, %rd6; and.b32 %r5, %r1, 4; mul.lo.u32 %r5, %r5, %r2;\n"
    "setp.eq.u32 %p1, %r2, 1; setp.eq.u32 %p2, %r5, 8; or.pred %p1, %p1, %p2;\n"
    "sub.s64 %rd8, %rd3, %rd7; selp.b64 %rd8, %rd8, 0, %p1; add.s64 %rd9, %rd7, %rd8;\n"
    "st.global.v4.u32 [%rd3], {%r3, %r1, %r2, %r4}; isspacep.shared %p3, %rd9;\n"
    "@!%p3 bra OTHER; isspacep.global %p4, %rd3; selp.u32 %r6, 1, 0, %p4;\n"
    "setp.eq.u32 %p5, %r6, 0; @%p5 bra OTHER; cvta.to.shared.u64 %rd10, %rd9;\n"
    "cvt.u32.u64 %r7, %rd10; cp.async.cg.shared.global [%r7], [%rd3], 16, 16;\n"
    "cp.async.commit_group; cp.async.wait_all; ld.shared.u32 %r8, [%r7+4];\n"
    "add.u32 %r8, %r8, %r3; bra JOIN;\n"
    "OTHER: add.u32 %r8, %r3, 99; st.u32 [%rd9+8], %r8; ld.u32 %r10, [%rd9+8];\n"
    "mul.lo.u32 %r8, %r10, 3;\nJOIN: bar.sync 0; st.global.u32 [%rd3+12], %r8;",
    /* Fragments of wide numbers, by rows and by columns, and by generic addresses; a spilled word.
     */
    "setp.ge.u32 %p1, %r1, 64; @%p1 bra END; mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4;\n"
    "cvt.rn.f64.u32 %fd0, %r3; mul.wide.u32 %rd6, %r1, 8; add.s64 %rd6, %rd6, %rd4;\n"
    "st.shared.f64 [%rd6], %fd0; shr.u32 %r5, %r1, 5; mad.lo.u32 %r5, %r2, 2, %r5;\n"
    "st.local.u32 [mine+4], %r5; st.local.v2.u64 [mine+16], {%rd1, %rd3}; bar.sync 0, 64;\n"
    "ld.local.u32 %r5, [mine+4]; ld.local.v2.u64 {%rd7, %rd8}, [mine+16];\n"
    "mul.wide.u32 %rd6, %r5, 3072; add.s64 %rd6, %rd6, %rd7;\n"
    "wmma.load.a.sync.aligned.row.m8n8k4.shared.f64 {%fd0}, [%rd4], 4;\n"
    "wmma.load.b.sync.aligned.col.m8n8k4.f64 {%fd1}, [%rd5+64], 6;\n"
    "wmma.load.c.sync.aligned.row.m8n8k4.shared.f64 {%fd2, %fd3}, [%rd4], 8;\n"
    "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%fd2, %fd3}, {%fd0}, {%fd1}, "
    "{%fd2, %fd3};\n"
    "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%rd6], {%fd2, %fd3}, 8;\n"
    "wmma.store.d.sync.aligned.col.m8n8k4.f64 [%rd6+512], {%fd2, %fd3}, 8;\n"
    "wmma.load.a.sync.aligned.row.m16n16k8.shared.tf32 {%r5, %r6, %r7, %r8}, [%rd4], 8;\n"
    "wmma.load.b.sync.aligned.row.m16n16k8.tf32 {%r10, %r11, %r12, %r13}, [%rd5], 16;\n"
    "wmma.load.c.sync.aligned.row.m16n16k8.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, "
    "[%rd5+64], 16;\n"
    "wmma.mma.sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32 "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r5, %r6, %r7, %r8}, {%r10, %r11, %r12, %r13}, "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7};\n"
    "wmma.store.d.sync.aligned.row.m16n16k8.f32 [%rd6+1024], "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, 16;\n"
    "wmma.store.d.sync.aligned.col.m16n16k8.global.f32 [%rd6+2048], "
    "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, 16;\nEND:",
    /* Whole warps at barriers, beside one that has half its lanes; the first warp ends before the
       last barrier. */
    "mov.u32 %r5, tile; mad.lo.u32 %r6, %r1, 4, %r5; mov.u32 %r7, 0; mov.u32 %r8, %r3;\n"
    "LOOP: st.shared.u32 [%r6], %r8; bar.sync 0; xor.b32 %r10, %r1, 32; min.u32 %r10, %r10, 79;\n"
    "mad.lo.u32 %r10, %r10, 4, %r5; ld.shared.u32 %r11, [%r10]; barrier.sync 1;\n"
    "mad.lo.u32 %r8, %r11, 3, %r7; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 9; @%p1 bra LOOP;\n"
    "setp.lt.u32 %p2, %r1, 32; @%p2 bra END; bar.sync 15;\nEND: st.global.u32 [%rd3], %r8;",
    /* Lanes that wait, or get on only by what they read and do not keep: taken from a queue, and
       read after a change of a register that nobody reads. */
    "setp.ne.u32 %p1, %r1, 3; @%p1 bra DONE;\n"
    "AGAIN: atom.global.add.u32 %r5, [%rd1], 1; setp.lt.u32 %p2, %r5, 500; @%p2 bra AGAIN;\n"
    "DONE: st.global.u32 [%rd3+8], %r3;",
    "mov.u32 %r5, 1; setp.ne.u32 %p1, %r1, 3; @%p1 bra DONE; mov.u32 %r6, %r2;\n"
    "AGAIN: add.u32 %r6, %r5, %r6; ld.volatile.global.u32 %r5, [%rd1+4]; mov.u32 %r6, %r3;\n"
    "setp.eq.u32 %p2, %r5, 0; @%p2 bra AGAIN;\nDONE: @%p1 st.global.u32 [%rd1+4], 7;\n"
    "st.global.u32 [%rd3+8], %r3;",
    /* Elements that lie apart, by steps of all kinds: in each half, or in shared memory. */
    "mul.wide.u32 %rd4, %r1, 12; add.s64 %rd4, %rd1, %rd4; st.global.u32 [%rd4+4], %r3;\n"
    "mul.wide.u32 %rd5, %r1, 24; add.s64 %rd5, %rd1, %rd5; st.global.v2.u32 [%rd5+8], {%r1, %r2};\n"
    "ld.global.u32 %r5, [%rd4+4]; ld.global.u32 %r6, [%rd4+8]; ld.global.u64 %rd6, [%rd5+8];\n"
    "mul.wide.u32 %rd7, %r1, 8; add.s64 %rd7, %rd1, %rd7; ld.global.u32 %r7, [%rd7+4];\n"
    "ld.global.v2.u32 {%r8, %r10}, [%rd5+16]; mul.wide.u32 %rd8, %r1, 3; add.s64 %rd8, %rd1, "
    "%rd8;\n"
    "ld.global.u8 %r11, [%rd8+1]; ld.global.s8 %h1, [%rd8+2]; cvt.s32.s16 %r12, %h1;\n"
    "st.global.u8 [%rd8+1027], %r3; st.global.u16 [%rd7+2050], %h1; st.global.u64 [%rd5+4096], "
    "%rd6;\n"
    "ld.global.s16 %r13, [%rd7+2]; and.b32 %r14, %r1, 15; mul.wide.u32 %rd9, %r14, 12;\n"
    "add.s64 %rd9, %rd1, %rd9; st.global.u32 [%rd9+6144], %r3; ld.global.s32 %rd10, [%rd9+6148];\n"
    "mov.u32 %r15, tile; mad.lo.u32 %r15, %r1, 12, %r15; st.shared.u32 [%r15+8], %r5;\n"
    "ld.shared.u32 %r16, [%r15+8]; ld.shared.u32 %r17, [%r15+4]; cvt.u32.u64 %r18, %rd10;\n"
    "xor.b32 %r5, %r5, %r6; xor.b32 %r7, %r7, %r8; xor.b32 %r10, %r10, %r11;\n"
    "xor.b32 %r12, %r12, %r13; xor.b32 %r16, %r16, %r17; xor.b32 %r5, %r5, %r18;\n"
    "xor.b32 %r5, %r5, %r16; add.s64 %rd3, %rd3, 16384; st.global.v4.u32 [%rd3], {%r5, %r7, %r10, "
    "%r12};",
    /* NaN that nobody sees, and some that are seen: negated, behind a branch, kept by a loop. */
    "mad.lo.u32 %r5, %r3, 0x10203, 0x7f800001; and.b32 %r6, %r1, 3; setp.eq.u32 %p1, %r6, 1;\n"
    "@%p1 mov.u32 %r5, 0x3fc00000; setp.eq.u32 %p2, %r6, 2; @%p2 or.b32 %r5, %r5, 0xffc00000;\n"
    "mov.b32 %f1, %r5; add.f32 %f2, %f1, %f1; fma.rn.f32 %f3, %f2, %f2, %f1; mul.f32 %f3, %f3, "
    "%f2;\n"
    "sub.f32 %f4, %f1, %f3; neg.f32 %f4, %f4; add.f32 %f5, %f1, %f3; setp.gt.f32 %p3, %f5, %f1;\n"
    "selp.f32 %f6, %f3, %f4, %p3; add.f32 %f7, %f6, %f1; mov.u32 %r7, 0;\n"
    "LOOP: mul.f32 %f7, %f7, %f1; add.u32 %r7, %r7, 1; setp.lt.u32 %p4, %r7, %r6; @%p4 bra LOOP;\n"
    "cvt.f64.f32 %fd1, %f2; add.f64 %fd2, %fd1, %fd1; mul.f64 %fd3, %fd2, %fd1; mov.b64 %rd4, "
    "%fd3;\n"
    "cvt.rn.f32.f64 %f5, %fd2; st.global.v4.f32 [%rd3], {%f3, %f4, %f6, %f7};\n"
    "add.s64 %rd3, %rd3, 4096; st.global.u64 [%rd3], %rd4; st.global.f32 [%rd3+8], %f5;",
    /* Long arithmetic by strips: registers that are read and then set, masks that are there before
     * and those that are made, halves of words. */
    "setp.lt.u32 %p1, %r1, 20; add.u32 %r5, %r3, 5; xor.b32 %r3, %r5, %r1;\n"
    "mad.lo.u32 %r5, %r5, %r3, %r9; bar.sync 0; selp.b32 %r6, %r5, %r3, %p1;\n"
    "setp.ge.u32 %p2, %r6, %r5; xor.pred %p3, %p1, %p2; not.pred %p1, %p3;\n"
    "and.pred %p4, %p1, !%p2; selp.b32 %r7, %r5, %r6, %p4; add.u32 %r6, %r6, %r7;\n"
    "cvt.u64.u32 %rd4, %r7; mul.wide.u32 %rd5, %r6, %r5; setp.lt.u64 %p5, %rd4, %rd5;\n"
    "selp.b64 %rd6, %rd4, %rd5, %p5; mov.b64 {%r10, %r11}, %rd6; mov.b64 %rd7, {%r11, %r7};\n"
    "add.s64 %rd7, %rd7, 12345; cvt.rn.f64.u32 %fd1, %r6; setp.gt.f64 %p5, %fd1, "
    "0d408f400000000000;\n"
    "bar.sync 0; @%p4 add.u32 %r10, %r10, 1; @!%p3 add.u32 %r11, %r11, 2;\n"
    "@%p5 xor.b32 %r10, %r10, 77; @%p1 add.u32 %r11, %r11, 8;\n"
    "st.global.v2.u32 [%rd3], {%r10, %r11}; st.global.u64 [%rd3+8], %rd7;",
    /* Two lanes of a warp, then ten, at places of their own. */
    "mov.u32 %r12, tile; and.b32 %r5, %r1, 15; mov.u32 %r6, 0; setp.ne.u32 %p1, %r5, 3; @%p1 bra "
    "MORE;\n"
    "mad.lo.u32 %r7, %r1, 36, %r12; st.shared.u32 [%r7], %r3; ld.shared.u16 %r6, [%r7];\n"
    "MORE: setp.gt.u32 %p2, %r5, 4; @%p2 bra OVER; mad.lo.u32 %r7, %r1, 20, %r12;\n"
    "st.shared.u32 [%r7+8], %r1; ld.shared.u32 %r8, [%r7+8]; add.u32 %r6, %r6, %r8;\n"
    "OVER: st.global.u32 [%rd3], %r6;",
    /* A product of some lanes is a fault. */
    ("setp.eq.u32 %p1, %r1, 70; mov.u32 %r5, 0; @%p1 bra END;\n"
     "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r5, %r6}, {%r3}, {%r3}, {%r5, %r5};\nEND:"),
    /* A fragment of which the last rows are beyond shared memory. */
    ("setp.ge.u32 %p1, %r1, 64; @%p1 bra END; mov.u64 %rd4, tile; mov.f32 %f0, 0f3f800000;\n"
     "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%rd4+3200], "
     "{%f0, %f0, %f0, %f0, %f0, %f0, %f0, %f0}, 16;\nEND:"),
    /* Faults: a stray address, misaligned ones, beyond shared memory, warps that
       wait for different counts, a trap. */
    "setp.eq.u32 %p1, %r3, 100; mov.u64 %rd4, 4096; @%p1 ld.global.u32 %r5, [%rd4];",
    "add.s64 %rd4, %rd3, %rd2; add.s64 %rd4, %rd4, 2; st.global.u32 [%rd4], %r3;",
    "setp.ne.u32 %p1, %r3, 100; @%p1 bra END; add.s64 %rd4, %rd3, 2;\n"
    "st.global.u32 [%rd4], %r3;\nEND: add.u32 %r3, %r3, 1;",
    "mad.lo.u32 %r5, %r1, 64, 8; st.shared.u32 [%r5], %r3;",
    "setp.gt.u32 %p1, %r1, 31; @%p1 bra OTHER; bar.sync 3; bra END;\n"
    "OTHER: bar.sync 3, 64;\nEND: st.global.u32 [%rd3], %r3;",
    "setp.ne.u32 %p1, %r3, 170; @%p1 bra GOOD; trap;\nGOOD: st.global.u32 [%rd3], %r3;",
};

#endif
