/* SPDX-License-Identifier: BSD-3-Clause */
/* The executor's memory instructions: widths, vectors, spaces, generic addresses, atomics, faults,
 * and the module's variables. */
#include "tests/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".global .align 4 .u32 counter = 17;\n.global .align 8 .u64 pointer = counter;\n"              \
    ".const .align 4 .b32 table[4] = {10, 20, 30, 40};\n"                                          \
    ".shared .align 4 .b8 unused[400];\n.extern .shared .align 16 .b8 dynamic[];\n"                \
    ".visible .entry k(.param .u64 out, .param .f32 scale, .param .align 4 .b8 pair[8])\n{\n"      \
    ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .b64 %rd<12>;\n"   \
    ".shared .align 4 .b8 tile[132]; .local .align 8 .b8 stack[24];\n"                             \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16;\n"                 \
    "add.s64 %rd3, %rd1, %rd2; mul.lo.u32 %r19, %r1, 4;\n"

static uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

static void start(struct harness *h, const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++)
        if (ptx_program_symbol(h->program, i).space == SPACE_GLOBAL)
            ptx_program_set_address(h->program, i, DEVICE_BASE + 0x8000 + 64 * i);
    for (unsigned i = 0; i < ptx_program_n_symbols(h->program); i++) {
        struct ptx_symbol s = ptx_program_symbol(h->program, i);
        if (s.space == SPACE_GLOBAL && s.initial != NULL)
            memcpy(h->memory + (s.address - DEVICE_BASE), s.initial, s.bytes);
    }
}

static void run(struct harness *h, const char *body)
{
    start(h, body);
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

static void fails(const char *body, const char *fault)
{
    struct harness h;
    start(&h, body);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, fault);
    harness_finish(&h);
}

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

START_TEST(generic_addresses)
{
    struct harness h;
    run(&h, "mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4; mul.wide.u32 %rd6, %r1, 4;\n"
            "add.s64 %rd5, %rd5, %rd6; st.u32 [%rd5], %r1; cvta.to.shared.u64 %rd7, %rd5;\n"
            "ld.shared.u32 %r2, [%rd7]; isspacep.shared %p1, %rd5; selp.u32 %r3, 1, 0, %p1;\n"
            "isspacep.global %p2, %rd3; selp.u32 %r4, 1, 0, %p2; isspacep.global %p3, %rd5;\n"
            "selp.u32 %r5, 1, 0, %p3; shl.b32 %r4, %r4, 4; shl.b32 %r5, %r5, 8;\n"
            "or.b32 %r3, %r3, %r4; or.b32 %r3, %r3, %r5; cvta.local.u64 %rd8, stack;\n"
            "st.u32 [%rd8], %r19; ld.local.u32 %r6, [stack]; cvta.global.u64 %rd9, %rd3;\n"
            "st.v4.u32 [%rd9], {%r2, %r3, %r6, %r1};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, 4 * i), i);
        ck_assert_uint_eq(word(&h, 4 * i + 1), 0x11);
        ck_assert_uint_eq(word(&h, 4 * i + 2), 4 * i);
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

/* A __constant argument of OpenCL: a device address used with ld.const. */
START_TEST(constant_buffers)
{
    struct harness h;
    run(&h, "st.global.u32 [%rd3], %r19; ld.const.u32 %r2, [%rd3]; st.global.u32 [%rd3+4], %r2;\n");
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, 4 * i + 1), 4 * i);
    harness_finish(&h);
}
END_TEST

START_TEST(faults)
{
    fails("mov.u32 %r2, 600; ld.shared.u32 %r3, [%r2];",
          "ld.shared.u32: thread 0 of the block: outside the 0 bytes there are: shared address "
          "0x258");
    fails("mov.u32 %r2, tile; add.u32 %r2, %r2, %r19; st.shared.u32 [%r2+8], %r1;",
          "st.shared.u32: thread 31 of the block: outside the 132 bytes there are: shared address "
          "0x84");
    fails("add.s64 %rd4, %rd3, 2; setp.eq.u32 %p1, %r1, 3; @%p1 ld.global.u32 %r2, [%rd4];",
          "ld.global.u32: thread 3 of the block: misaligned global address 0x1000000032");
    fails("ld.global.v2.u32 {%r2, %r3}, [%rd1+4];",
          "ld.global.v2.u32: thread 0 of the block: misaligned global address 0x1000000004");
    fails("st.local.u32 [stack+24], %r1;",
          "st.local.u32: thread 0 of the block: outside the 24 bytes there are: local address "
          "0x18");
    fails("mov.u64 %rd4, 0; ld.u32 %r2, [%rd4];",
          "ld.u32: thread 0 of the block: no memory at generic address 0x0");
    fails("mov.u64 %rd4, tile; cvta.shared.u64 %rd5, %rd4; setp.eq.u32 %p1, %r1, 2;\n"
          "selp.b64 %rd6, %rd5, %rd3, %p1; ld.u32 %r2, [%rd6];",
          "ld.u32: thread 2 of the block: mixed spaces unsupported: generic address 0x100000000");
    fails("ld.param.u32 %r2, [pair+8];",
          "ld.param.u32: thread 0 of the block: outside the 20 bytes there are: param address "
          "0x14");
    fails("ld.const.u32 %r2, [table+16];",
          "ld.const.u32: thread 0 of the block: outside the 16 bytes there are: const address "
          "0x10");
    fails("trap;", "the kernel executed trap");
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
    tcase_add_test(tc, generic_addresses);
    tcase_add_test(tc, global_variables);
    tcase_add_test(tc, atomics);
    tcase_add_test(tc, constant_buffers);
    tcase_add_test(tc, faults);
    tcase_add_test(tc, parameters_are_described);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
