/* SPDX-License-Identifier: BSD-3-Clause */
/* Cross-lane instructions, vector moves, carries, setp p|q, and partial warps. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"       \
    ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .f64 %d<4>;\n"     \
    ".reg .b64 %rd<12>;\n"                                                                         \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16;\n"                 \
    "add.s64 %rd3, %rd1, %rd2; mul.lo.u32 %r19, %r1, 3;\n"

static uint32_t word(const struct harness *h, unsigned lane, unsigned k)
{
    uint32_t value;
    memcpy(&value, h->memory + 16 * lane + 4 * k, 4);
    return value;
}

static void run(struct harness *h, const char *body)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

START_TEST(shuffles)
{
    struct harness h;
    run(&h, "shfl.sync.up.b32 %r2|%p1, %r19, 3, 0, -1; selp.u32 %r3, 1, 0, %p1;\n"
            "shfl.sync.down.b32 %r4, %r19, 5, 31, -1; shfl.sync.bfly.b32 %r5, %r19, 6, 0x1f, -1;\n"
            "st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5};\n"
            "shfl.sync.idx.b32 %r2, %r19, 9, 31, -1; shfl.sync.idx.b32 %r3, %r19, 2, 0x181f, -1;\n"
            "shfl.sync.down.b32 %r4|%p2, %r19, 4, 0x181f, -1; selp.u32 %r5, 1, 0, %p2;\n"
            "st.global.v4.u32 [%rd3+4096], {%r2, %r3, %r4, %r5};\n"
            "shfl.sync.bfly.b32 %r19, %r19, 1, 0x1f, -1; st.global.u32 [%rd3+8192], %r19;\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i, 0), 3 * (i >= 3 ? i - 3 : i));
        ck_assert_uint_eq(word(&h, i, 1), i >= 3);
        ck_assert_uint_eq(word(&h, i, 2), 3 * (i + 5 < 32 ? i + 5 : i));
        ck_assert_uint_eq(word(&h, i, 3), 3 * (i ^ 6));
        ck_assert_uint_eq(word(&h, 256 + i, 0), 27);
        /* segments of eight lanes */
        ck_assert_uint_eq(word(&h, 256 + i, 1), 3 * (i / 8 * 8 + 2));
        ck_assert_uint_eq(word(&h, 256 + i, 2), 3 * (i % 8 < 4 ? i + 4 : i));
        ck_assert_uint_eq(word(&h, 256 + i, 3), i % 8 < 4);
        ck_assert_uint_eq(word(&h, 512 + i, 0), 3 * (i ^ 1));
    }
    harness_finish(&h);
}
END_TEST

START_TEST(votes)
{
    struct harness h;
    run(&h, "setp.lt.u32 %p1, %r1, 12; vote.sync.ballot.b32 %r2, %p1, -1;\n"
            "vote.sync.all.pred %p2, %p1, 0xfff; selp.u32 %r3, 1, 0, %p2;\n"
            "vote.sync.any.pred %p3, !%p1, 0xfff; selp.u32 %r4, 1, 0, %p3;\n"
            "vote.sync.uni.pred %p4, %p1, -1; selp.u32 %r5, 1, 0, %p4;\n"
            "st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5}; mov.u32 %r6, 0;\n"
            "@%p1 activemask.b32 %r6; and.b32 %r7, %r1, 3; match.any.sync.b32 %r8, %r7, -1;\n"
            "@!%p1 vote.ballot.b32 %r6, %p1; st.global.v2.u32 [%rd3+4096], {%r6, %r8};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i, 0), 0xfff);
        ck_assert_uint_eq(word(&h, i, 1), 1);
        ck_assert_uint_eq(word(&h, i, 2), 0);
        ck_assert_uint_eq(word(&h, i, 3), 0);
        ck_assert_uint_eq(word(&h, 256 + i, 0), i < 12 ? 0xfff : 0);
        ck_assert_uint_eq(word(&h, 256 + i, 1), 0x11111111u << i % 4);
    }
    harness_finish(&h);
}
END_TEST

/* Tiles of eight lanes run one instruction, each with its own membermask; destinations may be the
 * registers that hold masks and values. */
START_TEST(tiles_with_masks_of_their_own)
{
    struct harness h;
    run(&h, "and.b32 %r2, %r1, 24; mov.u32 %r3, 0xff; shl.b32 %r3, %r3, %r2;\n" /* the tile */
            "setp.eq.u32 %p1, %r1, 9; vote.sync.ballot.b32 %r4, %p1, %r3;\n"
            "vote.sync.any.pred %p2, %p1, %r3; selp.u32 %r5, 1, 0, %p2;\n"
            "redux.sync.add.s32 %r6, %r1, %r3; mov.u32 %r7, %r3;\n"
            "match.all.sync.b32 %r8|%p3, %r2, %r3; vote.sync.ballot.b32 %r7, %p1, %r7;\n"
            "st.global.v4.u32 [%rd3], {%r4, %r5, %r6, %r8}; st.global.u32 [%rd3+4096], %r7;\n");
    for (unsigned i = 0; i < 32; i++) {
        unsigned tile = i / 8 * 8;
        ck_assert_uint_eq(word(&h, i, 0), tile == 8 ? 1u << 9 : 0);
        ck_assert_uint_eq(word(&h, i, 1), tile == 8);
        ck_assert_uint_eq(word(&h, i, 2), 8 * tile + 28);
        ck_assert_uint_eq(word(&h, i, 3), 0xffu << tile);
        ck_assert_uint_eq(word(&h, 256 + i, 0), tile == 8 ? 1u << 9 : 0);
    }
    harness_finish(&h);
}
END_TEST

/* The forms of PTX before 6.0, which take all running lanes. */
START_TEST(forms_without_sync)
{
    struct harness h;
    run(&h, "setp.lt.u32 %p1, %r1, 12; mov.u32 %r2, 0; mov.u32 %r3, 0; mov.u32 %r5, 0;\n"
            "@%p1 vote.all.pred %p2, %p1; @%p1 selp.u32 %r2, 1, 0, %p2;\n"
            "vote.any.pred %p3, !%p1; selp.u32 %r3, 1, 0, %p3; vote.uni.pred %p4, %p1;\n"
            "selp.u32 %r4, 1, 0, %p4; @!%p1 vote.ballot.b32 %r5, !%p1;\n"
            "st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5};\n"
            "shfl.down.b32 %r6|%p5, %r19, 30, 31; selp.u32 %r7, 1, 0, %p5;\n"
            "shfl.idx.b32 %r9|%p6, %r19, 40, 0x1f; selp.u32 %r8, 1, 0, %p6;\n"
            "st.global.v4.u32 [%rd3+4096], {%r6, %r7, %r8, 0};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i, 0), i < 12);
        ck_assert_uint_eq(word(&h, i, 1), 1);
        ck_assert_uint_eq(word(&h, i, 2), 0);
        ck_assert_uint_eq(word(&h, i, 3), i < 12 ? 0 : 0xfffff000);
        ck_assert_uint_eq(word(&h, 256 + i, 0), 3 * (i < 2 ? i + 30 : i));
        ck_assert_uint_eq(word(&h, 256 + i, 1), i < 2);
        ck_assert_uint_eq(word(&h, 256 + i, 2), 1); /* lane 40 mod 32 */
    }
    harness_finish(&h);
}
END_TEST

START_TEST(matches_and_election)
{
    struct harness h;
    run(&h, "shr.u32 %r2, %r1, 3; setp.lt.u32 %p1, %r1, 20; mov.u32 %r3, 99; mov.u32 %r4, 99;\n"
            "@%p1 match.any.sync.b32 %r3, %r2, 0xfffff; @%p1 match.all.sync.b32 %r4|%p2, %r2, "
            "0xfffff;\n"
            "selp.u32 %r5, 1, 0, %p2; mul.wide.u32 %rd4, %r2, 0; add.s64 %rd4, %rd4, %rd1;\n"
            "match.all.sync.b64 %r6|%p3, %rd4, -1; selp.u32 %r7, 1, 0, %p3; or.b32 %r5, %r5, %r7;\n"
            "st.global.v4.u32 [%rd3], {%r3, %r4, %r5, %r6};\n"
            "setp.gt.u32 %p4, %r1, 9; mov.u32 %r8, 77; @%p4 elect.sync %r8|%p5, 0xfffffff0;\n"
            "selp.u32 %r9, 1, 0, %p5; elect.sync _|%p6, -1; selp.u32 %r10, 1, 0, %p6;\n"
            "st.global.v4.u32 [%rd3+4096], {%r8, %r9, %r10, 0};\n");
    for (unsigned i = 0; i < 32; i++) {
        uint32_t alike = i < 8 ? 0xff : i < 16 ? 0xff00 : 0xf0000;
        ck_assert_uint_eq(word(&h, i, 0), i < 20 ? alike : 99);
        ck_assert_uint_eq(word(&h, i, 1), i < 20 ? 0 : 99);
        ck_assert_uint_eq(word(&h, i, 2), 1);
        ck_assert_uint_eq(word(&h, i, 3), 0xffffffff);
        ck_assert_uint_eq(word(&h, 256 + i, 0), i > 9 ? 10 : 77);
        ck_assert_uint_eq(word(&h, 256 + i, 1), i == 10);
        ck_assert_uint_eq(word(&h, 256 + i, 2), i == 0);
    }
    harness_finish(&h);
}
END_TEST

/* Every reduction of redux, over all lanes and over some. */
START_TEST(reductions)
{
    static const char *const ops[] = {"add.u32", "add.s32", "min.u32", "max.u32", "min.s32",
                                      "max.s32", "and.b32", "or.b32",  "xor.b32"};
    for (unsigned k = 0; k < G_N_ELEMENTS(ops); k++) {
        struct harness h;
        g_autofree char *body = g_strdup_printf(
            "mad.lo.u32 %%r2, %%r1, 0x9e3779b9, 0x12345678; or.b32 %%r2, %%r2, 0x100;\n"
            "redux.sync.%s %%r3, %%r2, -1; setp.gt.u32 %%p1, %%r1, 4; mov.u32 %%r4, 5;\n"
            "@%%p1 redux.sync.%s %%r4, %%r2, 0x0ffffff8;\n"
            "st.global.v2.u32 [%%rd3], {%%r3, %%r4};\n",
            ops[k], ops[k]);
        run(&h, body);
        uint32_t x[32], expected[2] = {0};
        for (unsigned i = 0; i < 32; i++)
            x[i] = (i * 0x9e3779b9u + 0x12345678u) | 0x100;
        for (unsigned some = 0; some < 2; some++) {
            unsigned first = some ? 5 : 0, end = some ? 28 : 32;
            uint32_t total = x[first];
            for (unsigned i = first + 1; i < end; i++)
                total = k < 2    ? total + x[i]
                        : k == 2 ? MIN(total, x[i])
                        : k == 3 ? MAX(total, x[i])
                        : k == 4 ? (uint32_t)MIN((int32_t)total, (int32_t)x[i])
                        : k == 5 ? (uint32_t)MAX((int32_t)total, (int32_t)x[i])
                        : k == 6 ? (total & x[i])
                        : k == 7 ? (total | x[i])
                                 : (total ^ x[i]);
            expected[some] = total;
        }
        for (unsigned i = 0; i < 32; i++) {
            ck_assert_msg(word(&h, i, 0) == expected[0], "%s: %x", ops[k], word(&h, i, 0));
            ck_assert_msg(word(&h, i, 1) == (i > 4 ? expected[1] : 5), "%s", ops[k]);
        }
        harness_finish(&h);
    }
}
END_TEST

START_TEST(vector_moves)
{
    struct harness h;
    run(&h,
        "mov.b64 %rd4, {%r19, %r1}; mov.b64 {%r2, %r3}, %rd4; mov.b32 %r4, {1, 2};\n"
        "cvt.u16.u32 %h1, %r1; mov.b32 %r5, {%h1, %h1}; mov.b64 {_, %r6}, %rd4;\n"
        "mov.b32 {%h2, %h3}, %r5; cvt.u32.u16 %r7, %h3; mov.b64 %d1, {%r1, %r19};\n"
        "mov.b64 %rd5, {%h1, %h2, %h3, %h1}; mov.b64 {%h4, %h5, %h6, %h7}, %rd5;\n"
        "cvt.u32.u16 %r8, %h7; add.u32 %r7, %r7, %r8;\n"
        "st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5}; st.global.v2.u32 [%rd3+4096], {%r6, %r7};\n"
        "st.global.f64 [%rd3+4104], %d1;");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i, 0), 3 * i);
        ck_assert_uint_eq(word(&h, i, 1), i);
        ck_assert_uint_eq(word(&h, i, 2), 0x20001);
        ck_assert_uint_eq(word(&h, i, 3), i << 16 | i);
        ck_assert_uint_eq(word(&h, 256 + i, 0), i);
        ck_assert_uint_eq(word(&h, 256 + i, 1), 2 * i);
        ck_assert_uint_eq(word(&h, 256 + i, 2), i);
        ck_assert_uint_eq(word(&h, 256 + i, 3), 3 * i);
    }
    harness_finish(&h);
}
END_TEST

/* 96-bit sums, differences and products against 128-bit arithmetic. */
START_TEST(carries)
{
    struct harness h;
    run(&h, "mul.lo.u32 %r2, %r1, 0x9e3779b9; mul.lo.u32 %r3, %r1, 0x85ebca6b;\n"
            "not.b32 %r4, %r2; mul.lo.u32 %r5, %r1, 0xc2b2ae35;\n"
            "add.cc.u32 %r6, %r2, %r3; addc.cc.u32 %r7, %r4, %r5; addc.u32 %r8, 0, 0;\n"
            "st.global.v4.u32 [%rd3], {%r6, %r7, %r8, 0};\n"
            "sub.cc.u32 %r6, %r2, %r3; subc.cc.u32 %r7, %r4, %r5; subc.u32 %r8, 0, 0;\n"
            "st.global.v4.u32 [%rd3+4096], {%r6, %r7, %r8, 0};\n"
            "mad.lo.cc.u32 %r6, %r2, %r3, %r5; madc.hi.u32 %r7, %r2, %r3, %r4;\n"
            "mad.hi.cc.u32 %r8, %r2, %r3, %r5; madc.lo.u32 %r9, 0, 0, 0;\n"
            "st.global.v4.u32 [%rd3+8192], {%r6, %r7, %r8, %r9};\n");
    for (unsigned i = 0; i < 32; i++) {
        uint32_t r2 = i * 0x9e3779b9, r3 = i * 0x85ebca6b, r4 = ~r2, r5 = i * 0xc2b2ae35;
        uint64_t a = (uint64_t)r4 << 32 | r2, b = (uint64_t)r5 << 32 | r3;
        ck_assert_uint_eq(word(&h, i, 0), (uint32_t)(a + b));
        ck_assert_uint_eq(word(&h, i, 1), (a + b) >> 32);
        ck_assert_uint_eq(word(&h, i, 2), a + b < a);
        ck_assert_uint_eq(word(&h, 256 + i, 0), (uint32_t)(a - b));
        ck_assert_uint_eq(word(&h, 256 + i, 1), (a - b) >> 32);
        ck_assert_uint_eq(word(&h, 256 + i, 2), a < b ? 0xffffffff : 0);
        uint64_t product = (uint64_t)r2 * r3, sum = product + ((uint64_t)r4 << 32 | r5);
        ck_assert_uint_eq(word(&h, 512 + i, 0), (uint32_t)sum);
        ck_assert_uint_eq(word(&h, 512 + i, 1), sum >> 32);
        uint64_t high = (product >> 32) + r5;
        ck_assert_uint_eq(word(&h, 512 + i, 2), (uint32_t)high);
        ck_assert_uint_eq(word(&h, 512 + i, 3), high >> 32);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(both_predicates_of_setp)
{
    struct harness h;
    run(&h, "setp.lt.u32 %p3, %r1, 20; setp.gt.and.u32 %p1|%p2, %r1, 9, !%p3;\n"
            "selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 1, 0, %p2; setp.eq.u32 %p4|%p5, %r1, 4;\n"
            "selp.u32 %r4, 1, 0, %p4; selp.u32 %r5, 1, 0, %p5;\n"
            "st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5};\n");
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i, 0), i > 9 && i >= 20);
        ck_assert_uint_eq(word(&h, i, 1), i <= 9 && i >= 20);
        ck_assert_uint_eq(word(&h, i, 2), i == 4);
        ck_assert_uint_eq(word(&h, i, 3), i != 4);
    }
    harness_finish(&h);
}
END_TEST

/* Every kind of result, written in some lanes only. */
START_TEST(partial_masks_leave_other_lanes_alone)
{
    static const char *const results[] = {"add.u32 %r2, %r1, 5",
                                          "fma.rn.f32 %r2, %r1, %r1, %r1",
                                          "popc.b32 %r2, %r1",
                                          "cvt.rzi.s32.f32 %r2, %r1",
                                          "add.sat.f32 %r2, %r1, %r1",
                                          "mov.b32 %r2, {%h1, %h1}",
                                          "shfl.sync.idx.b32 %r2, %r1, 2, 31, -1",
                                          "ld.param.u32 %r2, [out]",
                                          "ld.global.u32 %r2, [%rd3]",
                                          "set.eq.u32.u32 %r2, %r1, %r1",
                                          "addc.u32 %r2, %r1, %r1",
                                          "selp.b32 %r2, %r1, %r1, %p1",
                                          "div.u32 %r2, %r1, %r1",
                                          "atom.global.add.u32 %r2, [%rd3+4], 1",
                                          "cvt.u32.u64 %r2, %rd3"};
    for (unsigned k = 0; k < sizeof results / sizeof results[0]; k++) {
        struct harness h;
        g_autofree char *body = g_strdup_printf(
            "and.b32 %%r3, %%r1, 5; setp.eq.u32 %%p2, %%r3, 4; cvt.u16.u32 %%h1, %%r1;\n"
            "mov.u32 %%r2, 0x12345678;\n@%%p2 %s;\nst.global.u32 [%%rd3+8], %%r2;\n",
            results[k]);
        run(&h, body);
        for (unsigned i = 0; i < 32; i++)
            ck_assert_msg((word(&h, i, 2) == 0x12345678) == ((i & 5) != 4), "%s, lane %u: %x",
                          results[k], i, word(&h, i, 2));
        harness_finish(&h);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx warp instructions");
    TCase *tc = tcase_create("warp");
    tcase_add_test(tc, shuffles);
    tcase_add_test(tc, votes);
    tcase_add_test(tc, tiles_with_masks_of_their_own);
    tcase_add_test(tc, forms_without_sync);
    tcase_add_test(tc, matches_and_election);
    tcase_add_test(tc, reductions);
    tcase_add_test(tc, vector_moves);
    tcase_add_test(tc, carries);
    tcase_add_test(tc, both_predicates_of_setp);
    tcase_add_test(tc, partial_masks_leave_other_lanes_alone);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
