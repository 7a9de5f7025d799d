/* SPDX-License-Identifier: BSD-3-Clause */
/* The executor's memory instructions: widths, vectors, spaces, atomics, faults,
 * and the module's variables. */
#include "tests/workloads/ptx/memory_kernel.h"

START_TEST(widths_and_extensions)
{
    struct harness h;
    start(&h, "ld.global.s8 %r2, [%rd3]; ld.global.u8 %r3, [%rd3]; ld.global.s16 %r4, [%rd3];\n"
              "ld.global.u16 %r5, [%rd3]; ld.global.s8 %h1, [%rd3+1]; ld.global.s8 %rd5, [%rd3];\n"
              "ld.global.s32 %rd6, [%rd3]; ld.global.u32 %rd7, [%rd3]; cvt.u32.u16 %r6, %h1;\n"
              "mul.wide.u32 %rd8, %r1, 48; add.s64 %rd8, %rd1, %rd8; \n"
              "st.global.u32 [%rd8+4096], %r2; st.global.u32 [%rd8+4100], %r3;\n"
              "st.global.u32 [%rd8+4104], %r4; st.global.u32 [%rd8+4108], %r5;\n"
              "st.global.u32 [%rd8+4112], %r6; st.global.u64 [%rd8+4120], %rd5;\n"
              "st.global.u64 [%rd8+4128], %rd6; st.global.u64 [%rd8+4136], %rd7;\n"
              "st.global.u8 [%rd8+4116], %rd6; st.global.u16 [%rd8+4118], %r2;\n");
    for (unsigned i = 0; i < 32; i++)
        memcpy(h.memory + 16 * i, &(uint32_t){0x8091a2f0u + i * 0x01010107u}, 4);
    ck_assert(harness_run(&h));
    for (unsigned i = 0; i < 32; i++) {
        uint32_t x = 0x8091a2f0u + i * 0x01010107u;
        uint32_t low[6];
        uint64_t wide[3];
        memcpy(low, h.memory + 4096 + 48 * i, 24);
        memcpy(wide, h.memory + 4120 + 48 * i, 24);
        ck_assert_uint_eq(low[0], (uint32_t)(int8_t)x);
        ck_assert_uint_eq(low[1], x & 0xff);
        ck_assert_uint_eq(low[2], (uint32_t)(int16_t)x);
        ck_assert_uint_eq(low[3], x & 0xffff);
        ck_assert_uint_eq(low[4], (uint16_t)(int8_t)(x >> 8));
        ck_assert_uint_eq(low[5], (x & 0xff) | (uint32_t)(uint16_t)(int8_t)x << 16);
        ck_assert(wide[0] == (uint64_t)(int8_t)x);
        ck_assert(wide[1] == (uint64_t)(int32_t)x);
        ck_assert(wide[2] == x);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(vectors)
{
    struct harness h;
    start(&h,
          "ld.global.v4.u32 {%r2, %r3, _, %r5}, [%rd3]; ld.global.v2.f32 {%f1, %f2}, [%rd3+8];\n"
          "st.global.v2.u64 [%rd3+4096], {%rd2, %rd3}; add.s64 %rd4, %rd3, 8192;\n"
          "st.global.v4.f32 [%rd4], {%f2, 0f3f800000, %r3, %r2};\n");
    for (unsigned i = 0; i < 128; i++)
        memcpy(h.memory + 4 * i, &i, 4);
    ck_assert(harness_run(&h));
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 2048 + 4 * i), 4 * i + 3);
        ck_assert_uint_eq(word(&h, 2048 + 4 * i + 1), 0x3f800000);
        ck_assert_uint_eq(word(&h, 2048 + 4 * i + 2), 4 * i + 1);
        ck_assert_uint_eq(word(&h, 2048 + 4 * i + 3), 4 * i);
        ck_assert_uint_eq(word(&h, 1024 + 4 * i), 16 * i);
        ck_assert_uint_eq(word(&h, 1024 + 4 * i + 2), 16 * i);
        ck_assert_uint_eq(word(&h, 1024 + 4 * i + 3), 16);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(parameters_constants_and_local_memory)
{
    struct harness h;
    start(&h, "ld.param.f32 %f1, [scale]; ld.param.u32 %r2, [pair+4]; and.b32 %r3, %r1, 3;\n"
              "mul.wide.u32 %rd4, %r3, 4; mov.u64 %rd5, table; add.s64 %rd6, %rd5, %rd4;\n"
              "ld.const.u32 %r4, [%rd6]; ld.const.u32 %r6, [table+8]; add.u32 %r4, %r4, %r6;\n"
              "mov.u64 %rd7, stack; st.local.u32 [%rd7+20], %r1; st.local.u64 [%rd7], %rd3;\n"
              "add.u32 %r8, %r1, 1; ld.local.u32 %r5, [stack+20];\n"
              "st.global.v4.u32 [%rd3], {%f1, %r2, %r4, %r5};\n");
    memcpy(h.params + 8, &(float){2.5f}, 4);
    memcpy(h.params + 16, &(uint32_t){77}, 4);
    ck_assert_uint_eq(h.code->param_bytes, 20);
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 24);
    ck_assert(harness_run(&h));
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 4 * i), 0x40200000);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 77);
        ck_assert_uint_eq(word(&h, 4 * i + 2), 10 * (i % 4 + 1) + 30);
        ck_assert_uint_eq(word(&h, 4 * i + 3), i);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(shared_memory_static_and_dynamic)
{
    struct harness h;
    start(&h, "mov.u32 %r2, tile; add.u32 %r3, %r2, %r19; st.shared.u32 [%r3+4], %r1;\n"
              "mov.u64 %rd4, dynamic; mul.wide.u32 %rd5, %r1, 4; add.s64 %rd4, %rd4, %rd5;\n"
              "st.shared.u32 [%rd4], %r19; bar.sync 0; ld.shared.u32 %r5, [%r3+4];\n"
              "st.global.u32 [%rd3], %r5;\n");
    h.dynamic_shared_bytes = 128;
    ck_assert_uint_eq(h.code->static_shared_bytes, 144); /* 132, aligned to 16 */
    ck_assert(harness_run(&h));
    for (unsigned i = 0; i < 32; i++) {
        uint32_t value;
        memcpy(&value, h.shared + 4 + 4 * i, 4);
        ck_assert_uint_eq(value, i);
        memcpy(&value, h.shared + 144 + 4 * i, 4);
        ck_assert_uint_eq(value, 4 * i);
        ck_assert_uint_eq(word(&h, 4 * i), i);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(global_variables)
{
    struct harness h;
    run(&h,
        "ld.global.u32 %r2, [counter]; ld.global.u64 %rd4, [pointer]; ld.global.u32 %r3, [%rd4];\n"
        "mov.u64 %rd5, counter; ld.u32 %r4, [%rd5+64]; st.global.v4.u32 [%rd3], "
        "{%r2, %r3, %r4, 0};\n");
    struct ptx_symbol counter = ptx_program_symbol(h.program, 0);
    ck_assert_str_eq(counter.name, "counter");
    ck_assert_uint_eq(counter.bytes, 4);
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 4 * i), 17);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 17);
        ck_assert_uint_eq(word(&h, 4 * i + 2), 0x8000);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(atomics)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, tile; atom.shared.add.u32 %r3, [%r2], 2; red.shared.max.s32 [%r2+4], %r1;\n"
        "atom.shared.cas.b32 %r4, [%r2+8], %r1, 100; atom.shared.inc.u32 %r5, [%r2+12], 9;\n"
        "atom.global.add.f32 %f1, [%rd1+8192], 0f3f000000; red.global.or.b32 [%rd1+8196], %r19;\n"
        "setp.lt.u32 %p1, %r1, 5; @%p1 atom.global.exch.b32 %r6, [%rd1+8200], %r1;\n"
        "cvt.u64.u32 %rd4, %r1; red.global.add.u64 [%rd1+8208], %rd4; bar.sync 0;\n"
        "ld.shared.v2.u32 {%r7, %r8}, [%r2]; st.global.v4.u32 [%rd3], {%r3, %r4, %r5, %f1};\n"
        "st.global.v2.u32 [%rd3+4096], {%r7, %r8};\n");
    for (unsigned i = 0; i < 32; i++) {
        float old = 0.5f * (float)i;
        ck_assert_uint_eq(word(&h, 4 * i), 2 * i);
        ck_assert_uint_eq(word(&h, 4 * i + 1), i == 0 ? 0 : 100);
        ck_assert_uint_eq(word(&h, 4 * i + 2), i % 10);
        ck_assert_int_eq(memcmp(h.memory + 16 * i + 12, &old, 4), 0);
        ck_assert_uint_eq(word(&h, 1024 + 4 * i), 64);
        ck_assert_uint_eq(word(&h, 1024 + 4 * i + 1), 31);
    }
    ck_assert_uint_eq(word(&h, 2048), 0x41800000); /* 16.0f */
    ck_assert_uint_eq(word(&h, 2049), 0x7c);
    ck_assert_uint_eq(word(&h, 2050), 4);
    ck_assert_uint_eq(word(&h, 2052), 496);
    harness_finish(&h);
}
END_TEST

/* Atomics on the types of 16 bits, in shared and in global memory. */
START_TEST(atomics_on_halves)
{
    struct harness h;
    run(&h,
        "mov.u32 %r2, tile; cvt.u16.u32 %h1, %r1; mov.b16 %h2, 0; mov.b16 %h5, 0x3c00;\n"
        "mov.b32 %r5, {%h5, %h5}; shl.b32 %r6, %r1, 1; add.u32 %r6, %r6, %r2;\n"
        "atom.shared.cas.b16 %h3, [%r6], %h2, %h1; atom.shared.exch.b16 %h4, [%r2+64], %h1;\n"
        "atom.global.add.noftz.f16 %h6, [%rd1+8192], %h5; red.global.add.noftz.f16x2 [%rd1+8196], "
        "%r5;\nred.relaxed.gpu.global.add.noftz.bf16x2 [%rd1+8200], 0x3f803f80;\n"
        "mov.b16 %h7, 0x3f80; atom.global.add.noftz.bf16 %h7, [%rd1+8194], %h7;\n"
        "cvt.u32.u16 %r7, %h4; cvt.u32.u16 %r8, %h6; cvt.u32.u16 %r9, %h7;\n"
        "st.global.v4.u32 [%rd3], {%r7, %r8, %r9, 0};\n");
    for (unsigned i = 0; i < 32; i++) {
        uint16_t value;
        memcpy(&value, h.shared + 2 * i, 2);
        ck_assert_uint_eq(value, i);
        ck_assert_uint_eq(word(&h, 4 * i), i == 0 ? 0 : i - 1); /* the lane before */
    }
    ck_assert_uint_eq(word(&h, 4 * 2 + 1), 0x4000);  /* 2, as .f16 */
    ck_assert_uint_eq(word(&h, 4 * 31 + 1), 0x4fc0); /* 31 */
    ck_assert_uint_eq(word(&h, 4 * 31 + 2), 0x41f8); /* 31, as .bf16 */
    ck_assert_uint_eq(word(&h, 2048), 0x42005000);   /* 32 of each */
    ck_assert_uint_eq(word(&h, 2049), 0x50005000);
    ck_assert_uint_eq(word(&h, 2050), 0x42004200);
    harness_finish(&h);
}
END_TEST

/* Of a register of 64 bits shared and local memory take the lower 32, of some lanes or of all. */
START_TEST(addresses_are_truncated)
{
    struct harness h;
    run(&h,
        "mov.u64 %rd4, tile; setp.eq.u32 %p1, %r1, 3; @%p1 add.s64 %rd4, %rd4, 0x400000000;\n"
        "mov.u64 %rd5, stack; add.s64 %rd5, %rd5, 0x400000000; mov.u32 %r4, tile;\n"
        "@%p1 st.shared.u32 [%rd4+4], 77; st.local.u32 [%rd5], %r1; ld.local.u32 %r2, [stack];\n"
        "ld.shared.u32 %r3, [%r4+4]; ld.shared.u32 %r5, [%rd4+4];\n"
        "st.global.v4.u32 [%rd3], {%r2, %r3, %r5, 0};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 4 * i), i);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 77);
        ck_assert_uint_eq(word(&h, 4 * i + 2), 77);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(faults)
{
    fails("mov.u32 %r2, 600; ld.shared.u32 %r3, [%r2];", 0,
          "ld.shared.u32: 4 bytes at shared address 0x258: outside the 0 bytes there are");
    fails("mov.u32 %r2, tile; add.u32 %r2, %r2, %r19; st.shared.u32 [%r2+8], %r1;", 31,
          "st.shared.u32: 4 bytes at shared address 0x84: outside the 132 bytes there are");
    fails("add.s64 %rd4, %rd3, 2; setp.eq.u32 %p1, %r1, 3; @%p1 ld.global.u32 %r2, [%rd4];", 3,
          "ld.global.u32: 4 bytes at global address 0x1000000032: misaligned");
    fails("ld.global.v2.u32 {%r2, %r3}, [%rd1+4];", 0,
          "ld.global.v2.u32: 8 bytes at global address 0x1000000004: misaligned");
    fails("mov.u32 %r2, tile; atom.shared.add.u64 %rd4, [%r2+4], %rd3;", 0,
          "atom.shared.add.u64: 8 bytes at shared address 0x4: misaligned");
    fails("st.local.u32 [stack+24], %r1;", 0,
          "st.local.u32: 4 bytes at local address 0x18: outside the 24 bytes there are");
    fails("mov.u64 %rd4, stack; ld.local.u32 %r2, [%rd4+2];", 0,
          "ld.local.u32: 4 bytes at local address 0x2: misaligned");
    fails("mov.u64 %rd4, 0; ld.u32 %r2, [%rd4];", 0,
          "ld.u32: 4 bytes at generic address 0x0: there is no memory");
    fails("mov.u64 %rd4, stack; cvta.local.u64 %rd4, %rd4; atom.add.u32 %r2, [%rd4], 1;", 0,
          "atom.add.u32: 4 bytes at local address 0x0: atomics act on global and shared memory "
          "only");
    fails("mov.u64 %rd4, table; cvta.const.u64 %rd4, %rd4; setp.eq.u32 %p1, %r1, 7;\n"
          "@%p1 st.u32 [%rd4+4], %r1;",
          7, "st.u32: 4 bytes at const address 0x4: this memory is read-only");
    fails("ld.param.u32 %r2, [pair+8];", 0,
          "ld.param.u32: 4 bytes at param address 0x14: outside the 20 bytes there are");
    fails("ld.param.u32 %r2, [pair+2];", 0,
          "ld.param.u32: 4 bytes at param address 0xe: misaligned");
    fails("ld.const.u32 %r2, [table+16];", 0,
          "ld.const.u32: 4 bytes at const address 0x10: outside the 16 bytes there are");
    fails("ld.const.u32 %r2, [table+1];", 0,
          "ld.const.u32: 4 bytes at const address 0x1: misaligned");
    fails("trap;", WARP_LANES, "the kernel executed trap");
}
END_TEST

/* What isn't there says so, and what it is. */
START_TEST(refusals)
{
    fails("atom.global.add.v2.f32 {%f1, %f2}, [%rd3], {%f1, %f2};", WARP_LANES,
          "unsupported instruction `atom.global.add.v2.f32`: atomics on vectors are unsupported");
    fails("atom.global.min.f32 %f1, [%rd3], %f1;", WARP_LANES,
          "unsupported instruction `atom.global.min.f32`: the operation doesn't have this type");
    fails("atom.global.inc.u64 %rd4, [%rd3], %rd1;", WARP_LANES,
          "unsupported instruction `atom.global.inc.u64`: the operation doesn't have this type");
    fails("ld.global.v8.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f1}, [%rd3];", WARP_LANES,
          "unsupported instruction `ld.global.v8.f32`: accesses of more than 16 bytes are "
          "unsupported");
    fails("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r1, [%r1];",
          WARP_LANES,
          "unsupported instruction "
          "`st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32`");
}
END_TEST

START_TEST(parameters_are_described)
{
    struct harness h;
    start(&h, "");
    ck_assert_uint_eq(ptx_program_n_params(h.program, h.code), 3);
    struct ptx_param p = ptx_program_param(h.program, h.code, 1);
    ck_assert_str_eq(p.name, "scale");
    ck_assert_int_eq(p.kind, PTX_PARAM_FLOAT);
    ck_assert_uint_eq(p.bytes, 4);
    ck_assert_uint_eq(p.offset, 8);
    p = ptx_program_param(h.program, h.code, 2);
    ck_assert_int_eq(p.kind, PTX_PARAM_BITS);
    ck_assert_uint_eq(p.bytes, 8);
    GError *error = NULL;
    ck_assert_ptr_null(ptx_program_kernel(h.program, "kk", 0, &error));
    ck_assert_ptr_nonnull(strstr(error->message, "k"));
    g_error_free(error);
    ck_assert_uint_eq(ptx_program_kernel(h.program, "k", 50, NULL)->registers_per_thread, 50);
    ck_assert_ptr_eq(ptx_program_kernel(h.program, "k", 0, NULL), h.code);
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx memory instructions");
    TCase *tc = tcase_create("memory");
    tcase_add_test(tc, widths_and_extensions);
    tcase_add_test(tc, vectors);
    tcase_add_test(tc, parameters_constants_and_local_memory);
    tcase_add_test(tc, shared_memory_static_and_dynamic);
    tcase_add_test(tc, global_variables);
    tcase_add_test(tc, atomics);
    tcase_add_test(tc, atomics_on_halves);
    tcase_add_test(tc, addresses_are_truncated);
    tcase_add_test(tc, faults);
    tcase_add_test(tc, refusals);
    tcase_add_test(tc, parameters_are_described);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
