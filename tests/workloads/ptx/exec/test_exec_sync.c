/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers with reductions, asynchronous copies, and what fences and ordered accesses tell the SM.
 */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 7.0\n.target %s\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"          \
    ".reg .pred %%p<8>; .reg .b32 %%r<20>; .reg .b64 %%rd<12>;\n"                                  \
    ".shared .align 16 .b8 tile[2048];\n"                                                          \
    "ld.param.u64 %%rd1, [out]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 16;\n"            \
    "add.s64 %%rd3, %%rd1, %%rd2; mul.lo.u32 %%r19, %%r1, 16; mov.u32 %%r18, tile;\n"              \
    "add.u32 %%r18, %%r18, %%r19;\n"

enum { HEAD_INSTRUCTIONS = 7 };

static uint32_t word(const struct harness *h, unsigned thread, unsigned k)
{
    uint32_t value;
    memcpy(&value, h->memory + 16 * thread + 4 * k, 4);
    return value;
}

static void start(struct harness *h, const char *target, const char *body)
{
    g_autofree char *head = g_strdup_printf(HEAD, target);
    g_autofree char *text = g_strconcat(head, body, "\nret;\n}\n", NULL);
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
}

static void fails(const char *body, unsigned lane, const char *fault)
{
    struct harness h;
    start(&h, "sm_80", body);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(h.fault, fault);
    ck_assert_uint_eq(h.fault_lane, lane);
    harness_finish(&h);
}

/* 80 threads: the last warp is half full. */
START_TEST(reductions_over_the_block)
{
    struct harness h;
    start(&h, "sm_70",
          "setp.lt.u32 %p1, %r1, 70; bar.red.popc.u32 %r2, 0, %p1;\n"
          "barrier.red.popc.aligned.u32 %r3, 1, 96, !%p1;\n"
          "barrier.cta.red.and.pred %p2, 2, %p1; bar.red.or.pred %p3, 3, 96, !%p1;\n"
          "setp.lt.u32 %p4, %r1, 80; bar.red.and.pred %p5, 4, %p4; bar.red.or.pred %p6, 5, !%p4;\n"
          "selp.u32 %r4, 1, 0, %p2; selp.u32 %r5, 2, 0, %p3; or.b32 %r4, %r4, %r5;\n"
          "selp.u32 %r5, 4, 0, %p5; or.b32 %r4, %r4, %r5; selp.u32 %r5, 8, 0, %p6;\n"
          "or.b32 %r4, %r4, %r5; st.global.v4.u32 [%rd3], {%r2, %r3, %r4, 0};\n");
    h.block[0] = 80;
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    for (unsigned t = 0; t < 80; t++) {
        ck_assert_uint_eq(word(&h, t, 0), 70);
        ck_assert_uint_eq(word(&h, t, 1), 10);
        ck_assert_uint_eq(word(&h, t, 2), 2 | 4);
    }
    harness_finish(&h);
}
END_TEST

/* Spellings of bar.sync and its kin; arrivals that don't wait. */
START_TEST(barriers_of_all_spellings)
{
    struct harness h;
    start(&h, "sm_70",
          "mov.u32 %r2, 3; mov.u32 %r3, 64; bar.sync 0; bar.sync %r2, %r3; barrier.sync 1;\n"
          "barrier.sync.aligned 2, 64; barrier.cta.sync 4; barrier.cta.sync.aligned 5, %r3;\n"
          "bar.cta.sync 6; bar.arrive 7, 64; barrier.cta.arrive 8, %r3;\n"
          "barrier.arrive.aligned 9, 64; bar.warp.sync 0xffffffff; st.global.u32 [%rd3], %r1;\n");
    h.block[0] = 64;
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    static const struct {
        unsigned pc;
        uint8_t op_class;
    } classes[] = {{2, OP_BARRIER}, {8, OP_BARRIER}, {11, OP_BARRIER}, {12, OP_INT}};
    for (unsigned i = 0; i < G_N_ELEMENTS(classes); i++)
        ck_assert_uint_eq(h.code->instructions[HEAD_INSTRUCTIONS + classes[i].pc].op_class,
                          classes[i].op_class);
    ck_assert_uint_eq(word(&h, 63, 0), 63);
    harness_finish(&h);
}
END_TEST

START_TEST(asynchronous_copies)
{
    struct harness h;
    start(&h, "sm_80",
          "and.b32 %r2, %r1, 15; setp.gt.u32 %p1, %r1, 20; mov.u32 %r5, 0xffffffff;\n"
          "st.shared.v4.u32 [%r18], {%r5, %r5, %r5, %r5};\n"
          "st.shared.v4.u32 [%r18+512], {%r5, %r5, %r5, %r5};\n"
          "st.shared.v4.u32 [%r18+1024], {%r5, %r5, %r5, %r5};\n"
          "cp.async.cg.shared.global.L2::128B [%r18], [%rd3+4096], 16, %r2;\n"
          "cp.async.ca.shared.global [%r18+512], [%rd3+4100], 4; cp.async.commit_group;\n"
          "cp.async.ca.shared::cta.global.L2::cache_hint [%r18+520], [%rd3+4104], 8, %rd1;\n"
          "cp.async.ca.shared.global [%r18+1024], [%rd3+4096], 8, %p1;\n"
          "cp.async.wait_group 1; cp.async.wait_all; ld.shared.u32 %r6, [%r18+512];\n"
          "st.global.u32 [%rd3], %r6;\n");
    for (unsigned i = 0; i < 512; i++)
        h.memory[4096 + i] = (uint8_t)(i % 251);
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    for (unsigned i = 0; i < 32; i++) {
        uint8_t expected[16] = {0};
        memcpy(expected, h.memory + 4096 + 16 * i, i % 16);
        ck_assert_int_eq(memcmp(h.shared + 16 * i, expected, 16), 0);
        memset(expected, 0xff, sizeof expected);
        memcpy(expected, h.memory + 4100 + 16 * i, 4);
        memcpy(expected + 8, h.memory + 4104 + 16 * i, 8);
        ck_assert_int_eq(memcmp(h.shared + 512 + 16 * i, expected, 16), 0);
        ck_assert_int_eq(memcmp(h.memory + 16 * i, h.memory + 4100 + 16 * i, 4), 0);
        memset(expected, 0, 8);
        memset(expected + 8, 0xff, 8);
        if (i <= 20)
            memcpy(expected, h.memory + 4096 + 16 * i, 8);
        ck_assert_int_eq(memcmp(h.shared + 1024 + 16 * i, expected, 16), 0);
    }
    harness_finish(&h);
}
END_TEST

START_TEST(faults_of_asynchronous_copies)
{
    fails("cp.async.ca.shared.global [%r18+4], [%rd3], 8;", 0,
          "cp.async.ca.shared.global: 8 bytes at shared address 0x4: misaligned");
    fails("cp.async.ca.shared.global [%r18+1920], [%rd3], 16;", 8,
          "cp.async.ca.shared.global: 16 bytes at shared address 0x800: outside the 2048 bytes "
          "there are");
    fails("cp.async.ca.shared.global [%r18], [%rd3+8], 16;", 0,
          "cp.async.ca.shared.global: 16 bytes at global address 0x1000000008: misaligned");
    fails("cp.async.cg.shared.global [%r18], [%rd3], 8;", WARP_LANES,
          "unsupported instruction `cp.async.cg.shared.global`: the size must be 4, 8 or 16 bytes, "
          "with .cg 16");
    fails("cp.async.mbarrier.arrive.shared.b64 [%r18];", 0,
          "cp.async.mbarrier.arrive.shared.b64: the mbarrier is not initialised");
}
END_TEST

START_TEST(register_counts)
{
    fails("setmaxnreg.inc.sync.aligned.u32 20;", WARP_LANES,
          "unsupported instruction `setmaxnreg.inc.sync.aligned.u32`: expected a multiple of 8 "
          "from 24 to 256");
    fails("setmaxnreg.sync.aligned.u32 24;", WARP_LANES,
          "unsupported instruction `setmaxnreg.sync.aligned.u32`");
}
END_TEST

/* What the SM is told to do about order. */
START_TEST(orders)
{
    enum { R = INSTRUCTION_RELEASE, A = INSTRUCTION_ACQUIRE, S = INSTRUCTION_STRONG };
    static const struct {
        const char *text, *target;
        uint8_t op_class, flags;
    } rows[] = {
        {"membar.cta", "sm_70", OP_FENCE, 0},
        {"membar.gl", "sm_20", OP_FENCE, R},
        {"membar.sys", "sm_61", OP_FENCE, R},
        {"membar.gl", "sm_70", OP_FENCE, R | A},
        {"fence.sc.cta", "sm_70", OP_FENCE, 0},
        {"fence.acq_rel.gpu", "sm_70", OP_FENCE, R | A},
        {"fence.sc.sys", "sm_90a", OP_FENCE, R | A},
        {"fence.acq_rel.cluster", "sm_90", OP_FENCE, R | A},
        {"ld.volatile.global.u32 %r2, [%rd3]", "sm_70", OP_LOAD, S},
        {"ld.relaxed.gpu.global.u32 %r2, [%rd3]", "sm_70", OP_LOAD, S},
        {"ld.acquire.gpu.global.u32 %r2, [%rd3]", "sm_70", OP_LOAD, S | A},
        {"ld.acquire.sys.u32 %r2, [%rd3]", "sm_70", OP_LOAD, S | A},
        {"ld.acquire.cta.global.u32 %r2, [%rd3]", "sm_70", OP_LOAD, S},
        {"ld.acquire.gpu.shared.u32 %r2, [%r18]", "sm_70", OP_LOAD, S},
        {"st.release.gpu.global.u32 [%rd3], %r1", "sm_70", OP_STORE, S | R},
        {"st.release.cta.global.u32 [%rd3], %r1", "sm_70", OP_STORE, S},
        {"st.relaxed.sys.global.u32 [%rd3], %r1", "sm_70", OP_STORE, S},
        {"atom.global.add.u32 %r2, [%rd3], 1", "sm_70", OP_ATOMIC, 0},
        {"atom.acq_rel.gpu.global.add.u32 %r2, [%rd3], 1", "sm_70", OP_ATOMIC, R | A},
        {"atom.acquire.gpu.add.u32 %r2, [%rd3], 1", "sm_70", OP_ATOMIC, S | A},
        {"red.release.sys.global.add.u32 [%rd3], 1", "sm_70", OP_ATOMIC,
         S | R | INSTRUCTION_NO_RETURN},
        {"ld.global.cg.u32 %r2, [%rd3]", "sm_70", OP_LOAD, INSTRUCTION_UNCACHED},
        {"cp.async.cg.shared.global [%r18], [%rd3], 16", "sm_80", OP_LOAD, INSTRUCTION_UNCACHED},
        {"cp.async.wait_all", "sm_80", OP_FENCE, 0},
        {"nanosleep.u32 20", "sm_70", OP_INT, 0}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct harness h;
        g_autofree char *body = g_strconcat(rows[i].text, ";", NULL);
        start(&h, rows[i].target, body);
        const struct instruction *in = &h.code->instructions[HEAD_INSTRUCTIONS];
        ck_assert_msg(in->op_class == rows[i].op_class && in->flags == rows[i].flags,
                      "%s: class %u, flags %u", rows[i].text, in->op_class, in->flags);
        ck_assert_msg(harness_run(&h), "%s", h.fault);
        harness_finish(&h);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx synchronisation");
    TCase *tc = tcase_create("sync");
    tcase_add_test(tc, reductions_over_the_block);
    tcase_add_test(tc, barriers_of_all_spellings);
    tcase_add_test(tc, asynchronous_copies);
    tcase_add_test(tc, faults_of_asynchronous_copies);
    tcase_add_test(tc, register_counts);
    tcase_add_test(tc, orders);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
