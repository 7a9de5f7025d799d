/* SPDX-License-Identifier: BSD-3-Clause */
/* The executor's device functions: parameters, frames, recursion, pointers, divergence. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
/* Thread t's word goes to out[t]. */
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>; .reg .f64 %fd<4>;\n"                   \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                  \
    "add.s64 %rd3, %rd1, %rd2;\n"
#define TAIL "st.global.u32 [%rd3], %r2; ret;\n}\n"
#define CALL(function, argument, result)                                                           \
    "{ .param .b32 a0; st.param.b32 [a0+0], " argument "; .param .b32 r0;\n"                       \
    "call.uni (r0), " function ", (a0); ld.param.b32 " result ", [r0+0]; }\n"

static uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

static void start(struct harness *h, const char *text)
{
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    harness_place_globals(h, 0x10000);
    memset(h->memory, 0xee, 4096);
    h->late = true;
}

static void run(struct harness *h, const char *text)
{
    start(h, text);
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

static void fails(const char *text, const char *fault)
{
    struct harness h;
    start(&h, text);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, fault);
    harness_finish(&h);
}

/* cube(x) = x * square(x); the caller's registers survive. */
START_TEST(nested_calls_by_value)
{
    struct harness h;
    run(&h, HEAD
        ".func (.param .b32 r) square(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
        "ld.param.u32 %r1, [x]; mul.lo.u32 %r2, %r1, %r1; mov.u32 %r3, 12345;\n"
        "st.param.b32 [r+0], %r2; ret;\n}\n"
        ".func (.param .b32 r) cube(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
        "ld.param.u32 %r1, [x];\n" CALL(
            "square", "%r1",
            "%r2") "mul.lo.u32 %r3, %r1, %r2; st.param.b32 [r+0], %r3;\n}\n" /* falls off its end */
        KERNEL "add.u32 %r4, %r1, 3;\n" CALL("cube", "%r4",
                                             "%r2") "mad.lo.u32 %r2, %r4, 1000000, %r2;\n" TAIL);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), (i + 3) * 1000000 + (i + 3) * (i + 3) * (i + 3));
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 16 + 48 + 32);
    harness_finish(&h);
}
END_TEST

/* A structure in and out: all widths, vectors, and an address taken of the parameter. */
START_TEST(structures)
{
    struct harness h;
    run(&h, HEAD
        ".func (.param .align 8 .b8 r[24]) swap(.param .align 8 .b8 s[24], .param .u32 at)\n{\n"
        ".reg .b32 %r<8>; .reg .b64 %rd<6>; .reg .f64 %fd<2>; .reg .b16 %h<2>;\n"
        "ld.param.v2.u32 {%r1, %r2}, [s]; ld.param.f64 %fd1, [s+8]; ld.param.s16 %h1, [s+16];\n"
        "ld.param.u32 %r3, [at]; mov.b64 %rd1, s; cvt.u64.u32 %rd2, %r3;\n"
        "add.s64 %rd3, %rd1, %rd2; ld.param.u8 %r4, [%rd3]; cvta.local.u64 %rd4, %rd3;\n"
        "ld.u8 %r5, [%rd4+1];\n"
        "st.param.v2.b32 [r+0], {%r2, %r1}; st.param.f64 [r+8], %fd1;\n"
        "st.param.b16 [r+16], %h1; st.param.b8 [r+18], %r4; st.param.b8 [r+19], %r5;\n"
        "st.param.u32 [r+20], 7;\nret;\n}\n" KERNEL
        "mul.lo.u32 %r4, %r1, 257; cvt.rn.f64.u32 %fd1, %r1; add.u32 %r5, %r1, 65000;\n"
        "and.b32 %r6, %r1, 3;\n"
        "{ .param .align 8 .b8 a0[24]; .param .b32 a1; .param .align 8 .b8 r0[24];\n"
        "st.param.b32 [a0+0], %r4; st.param.b32 [a0+4], %r1; st.param.f64 [a0+8], %fd1;\n"
        "st.param.b16 [a0+16], %r5; st.param.b32 [a1+0], %r6;\n"
        "call (r0), swap, (a0, a1);\n"
        "ld.param.u32 %r7, [r0+0]; ld.param.u32 %r8, [r0+4]; ld.param.f64 %fd2, [r0+8];\n"
        "ld.param.s16 %r9, [r0+16]; ld.param.u8 %r10, [r0+18]; ld.param.u8 %r11, [r0+19];\n"
        "ld.param.u32 %r12, [r0+20]; }\n"
        "mul.wide.u32 %rd4, %r1, 32; add.s64 %rd5, %rd1, %rd4;\n"
        "st.global.v4.u32 [%rd5], {%r7, %r8, %r9, %r10}; st.global.f64 [%rd5+16], %fd2;\n"
        "st.global.v2.u32 [%rd5+24], {%r11, %r12}; ret;\n}\n");
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t first[2] = {i * 257, i};
        uint8_t bytes[8];
        double d;
        memcpy(bytes, first, 8);
        memcpy(&d, h.memory + 32 * i + 16, 8);
        ck_assert_uint_eq(word(&h, 8 * i), i);
        ck_assert_uint_eq(word(&h, 8 * i + 1), i * 257);
        ck_assert_int_eq((int)word(&h, 8 * i + 2), (int16_t)(uint16_t)(i + 65000));
        ck_assert_uint_eq(word(&h, 8 * i + 3), bytes[i & 3]);
        ck_assert(d == i);
        ck_assert_uint_eq(word(&h, 8 * i + 6), bytes[(i & 3) + 1]);
        ck_assert_uint_eq(word(&h, 8 * i + 7), 7);
    }
    harness_finish(&h);
}
END_TEST

/* Parameters and results that are registers, as PTX 1.x had them, and constants as arguments. */
START_TEST(registers_as_parameters)
{
    struct harness h;
    run(&h, HEAD ".func (.reg .u32 %sum, .reg .pred %odd) f(.reg .u32 %a, .reg .u64 %b, "
                 ".param .f32 %c)\n{\n.reg .b32 %r<6>; .reg .f32 %f1;\n"
                 "cvt.u32.u64 %r1, %b; ld.param.f32 %f1, [%c]; cvt.rzi.u32.f32 %r2, %f1;\n"
                 "add.u32 %r3, %r1, %r2; add.u32 %sum, %r3, %a; and.b32 %r4, %sum, 1;\n"
                 "setp.ne.u32 %odd, %r4, 0; mov.u32 %r5, 99; mov.u32 %a, 98; ret;\n}\n" KERNEL
                 "cvt.u64.u32 %rd4, %r1; mov.u64 %rd5, 77;\n"
                 "call (%r4, %p1), f, (5, %rd4, 0f41200000);\n"
                 "selp.u32 %r5, 1000, 0, %p1; add.u32 %r2, %r4, %r5;\n" TAIL);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 15 + i + ((15 + i) % 2 ? 1000 : 0));
    harness_finish(&h);
}
END_TEST

/* fib by two recursive calls, to another depth in every lane, so that lanes return at different
 * times and frames are used again. */
#define FIB                                                                                        \
    ".func (.param .b32 r) fib(.param .b32 n)\n{\n.reg .pred %p1; .reg .b32 %r<8>;\n"              \
    "ld.param.u32 %r1, [n]; setp.lt.u32 %p1, %r1, 2; mov.u32 %r4, %r1; @%p1 bra DONE;\n"           \
    "sub.u32 %r2, %r1, 1;\n" CALL("fib", "%r2", "%r3") "sub.u32 %r2, %r1, 2;\n" CALL(              \
        "fib", "%r2", "%r5") "add.u32 %r4, %r3, %r5;\nDONE: st.param.b32 [r+0], %r4; ret;\n}\n"

START_TEST(recursion_to_different_depths)
{
    struct harness h;
    run(&h, HEAD ".func (.param .b32 r) fib(.param .b32 n);\n" FIB KERNEL
                 "and.b32 %r4, %r1, 15;\n" CALL("fib", "%r4", "%r2") TAIL);
    uint32_t fib[16] = {0, 1};
    for (unsigned i = 2; i < 16; i++)
        fib[i] = fib[i - 1] + fib[i - 2];
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), fib[i & 15]);
    harness_finish(&h);
}
END_TEST

/* even(n) = n == 0 or odd(n - 1); odd likewise. Each keeps n in an array of its own and adds it up
 * after the call, so a frame that were not its own would show. */
START_TEST(mutual_recursion_with_local_arrays)
{
#define HALF(name, other, base)                                                                    \
    ".func (.param .b32 r) " name "(.param .b32 n)\n{\n.local .align 4 .b8 mine[32];\n"            \
    ".reg .pred %p1; .reg .b32 %r<8>; .reg .b64 %rd<4>;\n"                                         \
    "ld.param.u32 %r1, [n]; and.b32 %r2, %r1, 7; mul.wide.u32 %rd1, %r2, 4; mov.u64 %rd2, mine;\n" \
    "add.s64 %rd2, %rd2, %rd1; st.local.u32 [%rd2], %r1; mov.u32 %r3, " base ";\n"                 \
    "setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE; sub.u32 %r4, %r1, 1;\n" CALL(                         \
        other, "%r4",                                                                              \
        "%r3") "DONE: ld.local.u32 %r5, [%rd2]; cvta.local.u64 %rd3, %rd2; ld.u32 %r6, [%rd3];\n"  \
               "mad.lo.u32 %r5, %r5, 1000, %r6; add.u32 %r3, %r3, %r5;\n"                          \
               "st.param.b32 [r+0], %r3; ret;\n}\n"
    struct harness h;
    start(&h, HEAD ".func (.param .b32 r) odd(.param .b32 n);\n" HALF("even", "odd", "1")
                  HALF("odd", "even", "0") KERNEL
          "and.b32 %r4, %r1, 15;\n" CALL("even", "%r4", "%r2") TAIL);
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t n = i & 15;
        ck_assert_uint_eq(word(&h, i), 1001 * (n * (n + 1) / 2) + (n % 2 == 0));
    }
    harness_finish(&h);
}
END_TEST

/* A stack limit as the runtime sets it, and what happens beyond it. */
START_TEST(the_stack_has_a_limit)
{
    struct harness h;
    GError *error = NULL;
    start(&h,
          HEAD ".func (.param .b32 r) down(.param .b32 n)\n{\n.reg .pred %p1; .reg .b32 %r<8>;\n"
               "ld.param.u32 %r1, [n]; mov.u32 %r3, 0; setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
               "sub.u32 %r2, %r1, 1;\n" CALL(
                   "down", "%r2",
                   "%r3") "DONE: add.u32 %r3, %r3, 1; st.param.b32 [r+0], %r3; ret;\n}\n" KERNEL
                          "ld.global.u32 %r4, [%rd1+8192];\n" CALL("down", "%r4", "%r2") TAIL);
    /* parameter, result, parameter and result of its call: 48 bytes; a return address and %r3: 12
     */
    uint32_t frame = 64;
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 16 + 1024);
    memcpy(h.memory + 8192, &(uint32_t){1024 / frame - 1}, 4);
    ck_assert(harness_run(&h));
    ck_assert_uint_eq(word(&h, 31), 1024 / frame);
    memcpy(h.memory + 8192, &(uint32_t){1024 / frame}, 4);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, "stack overflow: a call of `down`, 17 calls deep, needs more than "
                              "the thread's 1024 bytes of stack");
    const struct kernel_code *old = h.code;
    ptx_program_set_stack_limit(h.program, 6400);
    h.code = ptx_program_kernel(h.program, "k", 0, &error);
    ck_assert_ptr_ne(h.code, old);
    memcpy(h.memory + 8192, &(uint32_t){99}, 4);
    ck_assert(harness_run(&h));
    ck_assert_uint_eq(word(&h, 0), 100);
    memcpy(h.memory + 8192, &(uint32_t){100}, 4);
    ck_assert(!harness_run(&h));
    harness_finish(&h);
}
END_TEST

#define FUNCTIONS                                                                                  \
    ".func (.param .b32 r) one(.param .b32 x)\n{\n.reg .b32 %r<3>;\n"                              \
    "ld.param.u32 %r1, [x]; add.u32 %r2, %r1, 1; st.param.b32 [r+0], %r2; ret;\n}\n"               \
    ".func (.param .b32 r) two(.param .b32 x)\n{\n.reg .b32 %r<3>;\n"                              \
    "ld.param.u32 %r1, [x]; mul.lo.u32 %r2, %r1, 2; st.param.b32 [r+0], %r2; ret;\n}\n"            \
    ".func (.param .b32 r) three(.param .b32 x)\n{\n.reg .b32 %r<3>;\n"                            \
    "ld.param.u32 %r1, [x]; activemask.b32 %r2; popc.b32 %r2, %r2; mad.lo.u32 %r2, %r1, 100, "     \
    "%r2;\n"                                                                                       \
    "st.param.b32 [r+0], %r2; ret;\n}\n"                                                           \
    ".func wide(.param .b64 x)\n{\nret;\n}\n"

#define INDIRECT(pointer)                                                                          \
    "{ .param .b32 a0; st.param.b32 [a0+0], %r1; .param .b32 r0;\n"                                \
    "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"                                   \
    "call (r0), " pointer ", (a0), proto; ld.param.b32 %r2, [r0+0]; }\n"

/* Lane i calls table[i % 3]; lanes of the third kind count each other. */
START_TEST(pointers_in_a_table)
{
    struct harness h;
    start(&h,
          HEAD FUNCTIONS ".global .align 8 .u64 table[3] = {one, two, three};\n" KERNEL
                         "rem.u32 %r4, %r1, 3; mul.wide.u32 %rd4, %r4, 8; mov.u64 %rd5, table;\n"
                         "add.s64 %rd4, %rd4, %rd5; ld.global.u64 %rd6, [%rd4];\n"
                         "mov.u32 %r5, 500;\n" INDIRECT("%rd6") "add.u32 %r2, %r2, %r5;\n" TAIL);
    uint64_t pointers[3];
    memcpy(pointers, h.memory + 0x10000, sizeof pointers);
    ck_assert(pointers[0] != 0 && pointers[1] != 0 && pointers[0] != pointers[1] &&
              pointers[1] != pointers[2]);
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    for (unsigned i = 0; i < 32; i++) {
        unsigned expected = i % 3 == 0 ? i + 1 : i % 3 == 1 ? 2 * i : 100 * i + 10;
        ck_assert_uint_eq(word(&h, i), expected + 500);
    }
    harness_finish(&h);
}
END_TEST

/* A guarded indirect call of some lanes, through a pointer that mov makes. */
START_TEST(guarded_call_through_a_pointer)
{
    struct harness h;
    run(&h, HEAD FUNCTIONS KERNEL
        "mov.u64 %rd4, two; mov.u64 %rd5, three; setp.lt.u32 %p1, %r1, 20;\n"
        "setp.lt.u32 %p2, %r1, 8; selp.b64 %rd6, %rd4, %rd5, %p2; mov.u32 %r2, 7;\n"
        "{ .param .b32 a0; st.param.b32 [a0+0], %r1; .param .b32 r0; st.param.b32 [r0], 4;\n"
        "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
        "@%p1 call (r0), %rd6, (a0), proto; ld.param.b32 %r2, [r0+0]; }\n"
        "activemask.b32 %r4; popc.b32 %r4, %r4; mad.lo.u32 %r2, %r4, 10000, %r2;\n" TAIL);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 320000 + (i < 8 ? 2 * i : i < 20 ? 100 * i + 12 : 4));
    harness_finish(&h);
}
END_TEST

START_TEST(bad_pointers)
{
    fails(HEAD FUNCTIONS KERNEL "mov.u64 %rd4, 4660;\n" INDIRECT("%rd4") TAIL,
          "call through a pointer of value 0x1234; the kernel can't call any function there");
    fails(HEAD FUNCTIONS ".global .align 8 .u64 table[2] = {one, wide};\n" KERNEL
                         "mov.u64 %rd5, table; ld.global.u64 %rd4, [%rd5+8];\n"
                         "{ .param .b64 b0; st.param.b64 [b0], 1;\n"
                         "other: .callprototype _ (.param .b64 _); setp.gt.u32 %p1, %r1, 99;\n"
                         "@%p1 call %rd4, (b0), other; }\n" INDIRECT("%rd4") TAIL,
          "call through a pointer to `wide`, whose parameter or return types differ from those of "
          "the call");
}
END_TEST

/* Inside the function some lanes return early and some exit; only lanes below 24 call it. */
START_TEST(divergence_and_exit_in_a_function)
{
    struct harness h;
    run(&h, HEAD ".func (.param .b32 r) f(.param .b32 x)\n{\n.reg .pred %p<4>; .reg .b32 %r<5>;\n"
                 "ld.param.u32 %r1, [x]; st.param.b32 [r+0], 11; setp.lt.u32 %p1, %r1, 5;\n"
                 "@%p1 ret; setp.eq.u32 %p2, %r1, 10; @%p2 exit; mov.u32 %r2, 0;\n"
                 "LOOP: add.u32 %r2, %r2, 1; setp.eq.u32 %p3, %r2, %r1; @%p3 bra OUT;\n"
                 "setp.lt.u32 %p1, %r2, 15; @%p1 bra LOOP; st.param.b32 [r+0], 22; ret;\n"
                 "OUT: activemask.b32 %r3; mad.lo.u32 %r2, %r2, 1000, 33;\n"
                 "st.param.b32 [r+0], %r2; ret;\n}\n" KERNEL
                 "mov.u32 %r2, 44; setp.ge.u32 %p1, %r1, 24; @%p1 bra OVER;\n" CALL(
                     "f", "%r1", "%r2") "OVER: activemask.b32 %r5; popc.b32 %r5, %r5;\n"
                                        "mad.lo.u32 %r2, %r5, 100000, %r2;\n" TAIL);
    for (unsigned i = 0; i < 32; i++) {
        unsigned f = i < 5 ? 11 : i <= 15 ? 1000 * i + 33 : i < 24 ? 22 : 44;
        ck_assert_uint_eq(word(&h, i), i == 10 ? 0xeeeeeeee : f + 3100000);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(all_lanes_exit_in_a_function)
{
    struct harness h;
    run(&h, HEAD ".func f()\n{\nexit;\n}\n" KERNEL "mov.u32 %r2, 1; st.global.u32 [%rd3], %r2;\n"
                 "call.uni f; mov.u32 %r2, 2;\n" TAIL);
    ck_assert_uint_eq(word(&h, 5), 1);
    harness_finish(&h);
}
END_TEST

/* A dense switch, with a guard, a default, and two cases that share their code. */
START_TEST(switch_by_a_table)
{
    struct harness h;
    run(&h, HEAD KERNEL
        "rem.u32 %r4, %r1, 6; mov.u32 %r2, 1; setp.lt.u32 %p1, %r4, 5;\n"
        "targets: .branchtargets C0, C1, C0, C3, JOIN;\n"
        "@%p1 brx.idx %r4, targets; mov.u32 %r2, 900; bra JOIN;\n"
        "C0: activemask.b32 %r2; popc.b32 %r2, %r2; bra JOIN;\nC1: mov.u32 %r2, 200;\n"
        "C3: add.u32 %r2, %r2, 30; bra JOIN;\n"
        "JOIN: activemask.b32 %r5; popc.b32 %r5, %r5; mad.lo.u32 %r2, %r5, 1000, %r2;\n" TAIL);
    for (unsigned i = 0; i < 32; i++) {
        static const unsigned expected[] = {11, 230, 11, 31, 1, 900};
        ck_assert_uint_eq(word(&h, i), 32000 + expected[i % 6]);
    }
    ck_assert_uint_eq(h.divergences, 1);
    harness_finish(&h);
    fails(HEAD KERNEL "targets: .branchtargets C0, C0;\nbrx.idx %r1, targets;\n C0:\n" TAIL,
          "brx.idx: index 2 into a list of 2 targets");
}
END_TEST

START_TEST(what_has_no_body)
{
    fails(HEAD ".extern .func (.param .b32 r) cosine(.param .b32 x);\n" KERNEL CALL("cosine", "%r1",
                                                                                    "%r2") TAIL,
          "call of `cosine`, which has no body in this module and is unknown to the simulator");
}
END_TEST

#define HEAP                                                                                       \
    ".extern .func (.param .b64 r) malloc(.param .b64 x);\n"                                       \
    ".extern .func free(.param .b64 x);\n"                                                         \
    ".extern .func _ZdlPv(.param .b64 x);\n"
#define MALLOC                                                                                     \
    "{ .param .b64 a0; .param .b64 r0; st.param.b64 [a0], 64; call (r0), malloc, (a0);\n"          \
    "ld.param.b64 %rd4, [r0]; }\n"

/* Of the five even lanes below 10, in lane order, three get memory. */
START_TEST(malloc_and_free)
{
    struct harness h;
    harness_init(&h,
                 HEAD HEAP KERNEL
                 "mov.u32 %r2, 7; and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0;\n"
                 "setp.lt.and.u32 %p1, %r1, 10, %p1; @!%p1 bra END;\n" MALLOC
                 "cvt.u32.u64 %r2, %rd4;\n"
                 "{ .param .b64 a0; st.param.b64 [a0], %rd4; call free, (a0); }\n"
                 "{ .param .b64 a0; st.param.b64 [a0], %rd4; call _ZdlPv, (a0); }\n"
                 "END: " TAIL,
                 "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    h.heap = true;
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    for (unsigned i = 0; i < 32; i++) {
        uint32_t piece = i < 6 ? (uint32_t)(DEVICE_BASE + DEVICE_BYTES - 64 * (i / 2 + 1)) : 0;
        ck_assert_uint_eq(word(&h, i), i < 10 && i % 2 == 0 ? piece : 7);
    }
    ck_assert_uint_eq(h.n_frees, 6); /* of NULL nothing is freed */
    harness_finish(&h);
    fails(HEAD HEAP KERNEL MALLOC TAIL,
          "malloc and free in kernels are supported for CUDA programs only");
}
END_TEST

/* The address of a kernel's parameter, in its own space and as a generic one. */
START_TEST(addresses_of_kernel_parameters)
{
    struct harness h;
    harness_init(&h,
                 HEAD ".visible .entry k(.param .u64 out, .param .align 4 .b8 s[128])\n{\n"
                      ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
                      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
                      "mov.b64 %rd3, s; add.s64 %rd4, %rd3, %rd2; ld.param.u32 %r2, [%rd4];\n"
                      "cvta.param.u64 %rd5, %rd4; ld.u32 %r3, [%rd5];\n"
                      "mad.lo.u32 %r2, %r2, 1000, %r3; add.s64 %rd6, %rd1, %rd2;\n"
                      "st.global.u32 [%rd6], %r2; ret;\n}\n",
                 "k");
    harness_param_u64(&h, 0, DEVICE_BASE);
    for (uint32_t i = 0; i < 32; i++)
        memcpy(h.params + 8 + 4 * i, &(uint32_t){i + 50}, 4);
    ck_assert(harness_run(&h));
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 1001 * (i + 50));
    harness_finish(&h);
}
END_TEST

/* Code is linked, facts follow: pcs, slots, loops, places of all functions are those of one array.
 */
START_TEST(linked_facts)
{
    struct harness h;
    start(&h, HEAD ".file 1 \"a.cu\"\n.file 2 \"b.cuh\"\n"
                   ".func unused()\n{\nret;\n}\n"
                   ".func (.param .b32 r) f(.param .b32 x)\n{\n.reg .pred %p1; .reg .b32 %r<4>;\n"
                   ".loc 2 30 1\nld.param.u32 %r1, [x];\nLOOP: sub.u32 %r1, %r1, 1;\n"
                   ".loc 2 31 1\nsetp.gt.s32 %p1, %r1, 0; @%p1 bra LOOP;\n"
                   "st.param.b32 [r+0], %r1; ret;\n}\n" KERNEL
                   ".loc 1 7 1\n" CALL("f", "%r1", "%r2") TAIL);
    const struct instruction *in = h.code->instructions;
    /* k: 0-3, st.param 4, call 5, ld.param 6, st.global 7, ret 8; f: 9 to 14 */
    ck_assert_uint_eq(h.code->n_instructions, 15);
    ck_assert_uint_eq(in[5].op_class, OP_BRANCH);
    ck_assert_uint_eq(in[5].flags, INSTRUCTION_DRAIN);
    ck_assert_uint_eq(in[8].op_class, OP_EXIT);
    ck_assert_uint_eq(in[8].flags, 0);
    ck_assert_uint_eq(in[14].op_class, OP_BRANCH);
    ck_assert_uint_eq(in[14].flags, INSTRUCTION_DRAIN);
    ck_assert_uint_eq(in[4].op_class, OP_INT);
    ck_assert_uint_eq(in[12].flags, INSTRUCTION_BACK_EDGE);
    ck_assert_uint_eq(h.code->n_loops, 1);
    ck_assert_uint_eq(h.code->loops[0].header, 10);
    ck_assert_uint_eq(h.code->loops[0].last, 12);
    ck_assert_int_eq(in[10].loop, 0);
    ck_assert_int_eq(in[5].loop, -1);
    for (unsigned pc = 0; pc < 9; pc++)
        for (unsigned k = 0; k < INSTRUCTION_MAX_REGISTERS; k++)
            for (unsigned other = 9; other < 15; other++)
                for (unsigned m = 0; m < INSTRUCTION_MAX_REGISTERS; m++)
                    ck_assert(in[pc].registers[k] == 0 ||
                              in[pc].registers[k] != in[other].registers[m]);
    ck_assert_ptr_null(h.code->places[0].file);
    ck_assert_str_eq(h.code->places[5].file, "a.cu");
    ck_assert_uint_eq(h.code->places[5].line, 7);
    ck_assert_str_eq(h.code->places[9].file, "b.cuh");
    ck_assert_uint_eq(h.code->places[9].line, 30);
    ck_assert_uint_eq(h.code->places[12].line, 31);
    harness_finish(&h);
    start(&h, HEAD KERNEL TAIL);
    ck_assert_ptr_null(h.code->places);
    harness_finish(&h);
}
END_TEST

/* Shared variables that only a function names have room; %smid and others work in functions. */
START_TEST(functions_share_what_a_warp_has_once)
{
    struct harness h;
    run(&h, HEAD ".shared .align 4 .b8 tile[128]; .shared .align 4 .b8 other[64];\n"
                 ".func (.param .b32 r) f(.param .b32 x)\n{\n.reg .b32 %r<6>;\n"
                 "ld.param.u32 %r1, [x]; mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 4, %r2;\n"
                 "st.shared.u32 [%r3], %r1; mov.u32 %r4, %tid.x; mov.u32 %r5, %envreg3;\n"
                 "add.u32 %r4, %r4, %r5; mov.u32 %r5, %nsmid; mad.lo.u32 %r4, %r5, 100, %r4;\n"
                 "st.param.b32 [r+0], %r4; ret;\n}\n" KERNEL CALL("f", "%r1", "%r2") TAIL);
    ck_assert_uint_eq(h.code->static_shared_bytes, 128);
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i), 600 + i);
        ck_assert_uint_eq(h.shared[4 * i], i);
    }
    harness_finish(&h);
}
END_TEST

/* Call sequences one after the other use the same memory; but not one inside another, nor one whose
 * argument was stored before a loop. */
START_TEST(call_parameters_share_their_places)
{
    struct harness h;
    run(&h, HEAD FUNCTIONS KERNEL CALL("one", "%r1", "%r4") CALL("two", "%r4", "%r4")
                CALL("one", "%r4", "%r2") CALL("two", "%r2", "%r2") TAIL);
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 16 + 32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 2 * (2 * (i + 1) + 1));
    harness_finish(&h);
    run(&h,
        HEAD FUNCTIONS KERNEL "{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %r1;\n" CALL(
            "two", "%r1",
            "%r4") "call (r0), one, (a0); ld.param.b32 %r2, [r0]; add.u32 %r2, %r2, %r4; }\n" TAIL);
    ck_assert_uint_eq(h.code->local_bytes_per_thread, 16 + 32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 3 * i + 1);
    harness_finish(&h);
    run(&h, HEAD FUNCTIONS KERNEL
        "mov.u32 %r2, 0; mov.u32 %r5, 0;\n"
        "{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %r1;\n"
        "LOOP: call (r0), one, (a0); ld.param.b32 %r4, [r0]; add.u32 %r2, %r2, %r4;\n" CALL(
            "two", "%r2",
            "%r6") "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra LOOP; }\n" TAIL);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 3 * (i + 1));
    harness_finish(&h);
}
END_TEST

/* A caller keeps %r4, %rd3 (and what it needs of them) while the callee uses its own. */
START_TEST(registers_of_a_chain_of_calls_add_up)
{
    struct harness h;
    start(&h, HEAD FUNCTIONS KERNEL
          "mov.u32 %r4, 5;\n" CALL("one", "%r1", "%r2") "add.u32 %r2, %r2, %r4;\n" TAIL);
    /* across the call: %r4 and the pair %rd3; in `one`: one register at a time */
    ck_assert_uint_eq(h.code->registers_per_thread, MAX(3 + 1, 5));
    harness_finish(&h);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx device functions");
    TCase *tc = tcase_create("calls");
    tcase_add_test(tc, nested_calls_by_value);
    tcase_add_test(tc, structures);
    tcase_add_test(tc, registers_as_parameters);
    tcase_add_test(tc, recursion_to_different_depths);
    tcase_add_test(tc, mutual_recursion_with_local_arrays);
    tcase_add_test(tc, the_stack_has_a_limit);
    tcase_add_test(tc, pointers_in_a_table);
    tcase_add_test(tc, guarded_call_through_a_pointer);
    tcase_add_test(tc, bad_pointers);
    tcase_add_test(tc, divergence_and_exit_in_a_function);
    tcase_add_test(tc, all_lanes_exit_in_a_function);
    tcase_add_test(tc, switch_by_a_table);
    tcase_add_test(tc, what_has_no_body);
    tcase_add_test(tc, malloc_and_free);
    tcase_add_test(tc, addresses_of_kernel_parameters);
    tcase_add_test(tc, linked_facts);
    tcase_add_test(tc, functions_share_what_a_warp_has_once);
    tcase_add_test(tc, call_parameters_share_their_places);
    tcase_add_test(tc, registers_of_a_chain_of_calls_add_up);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
