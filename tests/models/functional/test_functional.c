/* SPDX-License-Identifier: BSD-3-Clause */
/* Functional execution: what kernels leave in memory, exact counts, blocks that wait for each
 * other, limits, faults. */
#include "models/functional/functional.h"
#include "models/launch/grid.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Parameters: where the output is (rd1), and a number (r9). r1: tid.x, r2: ctaid.x, r3: number of
 * the thread in the grid; rd3: its word of the output. */
#define HEAD                                                                                       \
    ".version 7.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n"                                       \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>;\n"                                     \
    ".shared .align 16 .b8 tile[4096];\n"                                                          \
    "ld.param.u64 %rd1, [out]; ld.param.u32 %r9, [n]; mov.u32 %r1, %tid.x;\n"                      \
    "mov.u32 %r2, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r3, %r2, %r4, %r1;\n"                \
    "mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;\n"

enum { HEAD_INSTRUCTIONS = 8, OUT_WORDS = 4096 };

struct rig {
    struct ptx_program *program;
    struct device_memory *memory;
    struct launch launch;
    struct functional_options options;
    struct functional_counts counts;
    GString *output;
    uint64_t out;
    uint8_t params[16];
    GError *error;
};

static void rig_init(struct rig *rig, const char *body, uint32_t blocks, uint32_t threads)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    GError *error = NULL;
    *rig = (struct rig){.output = g_string_new(NULL)};
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    rig->program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(rig->program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    rig->memory = device_memory_new(1 << 20, 0, NULL);
    rig->out = device_memory_allocate(rig->memory, "out", OUT_WORDS * 4, NULL);
    memcpy(rig->params, &rig->out, 8);
    rig->launch = (struct launch){.id = 5,
                                  .code = code,
                                  .grid = {blocks, 1, 1},
                                  .block = {threads, 1, 1},
                                  .params = rig->params};
    rig->options.n_blocks = blocks;
}

static void rig_finish(struct rig *rig)
{
    g_clear_error(&rig->error);
    g_string_free(rig->output, TRUE);
    ptx_program_free(rig->program);
    device_memory_free(rig->memory);
}

static bool run(struct rig *rig)
{
    return functional_run(&rig->launch, rig->memory, &rig->options, &rig->counts, rig->output,
                          &rig->error);
}

static void runs(struct rig *rig)
{
    bool good = run(rig);
    ck_assert_msg(good, "%s", rig->error ? rig->error->message : "");
}

static void fails(struct rig *rig, const char *message)
{
    ck_assert(!run(rig));
    ck_assert_str_eq(rig->error->message, message);
}

static uint32_t word(const struct rig *rig, unsigned index)
{
    uint32_t value;
    memcpy(&value, device_memory_at(rig->memory, rig->out) + 4 * index, 4);
    return value;
}

/* ---- results and counts --------------------------------------------------------------------- */

START_TEST(every_thread_runs_once)
{
    struct rig rig;
    rig_init(&rig,
             "atom.global.add.u32 %r5, [%rd3], 1; add.u32 %r6, %r3, %r5;\n"
             "red.global.add.u32 [%rd3], %r6;",
             7, 80);
    runs(&rig);
    for (unsigned i = 0; i < OUT_WORDS; i++)
        ck_assert_uint_eq(word(&rig, i), i < 560 ? i + 1 : 0);
    /* The head, three, and ret: 12 for each of 3 warps of 7 blocks. */
    ck_assert_uint_eq(rig.counts.blocks, 7);
    ck_assert_uint_eq(rig.counts.warp_instructions, (HEAD_INSTRUCTIONS + 4) * 3 * 7);
    ck_assert_uint_eq(rig.counts.thread_instructions, (HEAD_INSTRUCTIONS + 4) * 80 * 7);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_part_of_the_grid)
{
    struct rig rig;
    rig_init(&rig, "add.u32 %r5, %r2, 100; st.global.u32 [%rd3], %r5;", 10, 32);
    rig.options.first_block = 4;
    rig.options.n_blocks = 3;
    runs(&rig);
    for (unsigned i = 0; i < 320; i++)
        ck_assert_uint_eq(word(&rig, i), i / 32 >= 4 && i / 32 < 7 ? 100 + i / 32 : 0);
    ck_assert_uint_eq(rig.counts.blocks, 3);
    rig.options.n_blocks = 0;
    runs(&rig);
    ck_assert_uint_eq(rig.counts.blocks, 3); /* counts add up */
    rig_finish(&rig);
}
END_TEST

/* Lanes that a guard turns off are not counted as threads. */
START_TEST(guards_count)
{
    struct rig rig;
    rig_init(&rig, "setp.lt.u32 %p1, %r1, 5; @%p1 st.global.u32 [%rd3], 9;", 1, 32);
    runs(&rig);
    ck_assert_uint_eq(rig.counts.warp_instructions, HEAD_INSTRUCTIONS + 3);
    ck_assert_uint_eq(rig.counts.thread_instructions, (HEAD_INSTRUCTIONS + 2) * 32 + 5);
    ck_assert_uint_eq(word(&rig, 4), 9);
    ck_assert_uint_eq(word(&rig, 5), 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(accesses_of_all_widths)
{
    struct rig rig;
    rig_init(&rig,
             "mul.wide.u32 %rd4, %r3, 32; add.s64 %rd4, %rd1, %rd4;\n"
             "st.global.v4.u32 [%rd4], {%r1, 2, 3, 4}; ld.global.v2.u32 {%r10, %r11}, [%rd4+8];\n"
             "st.global.u8 [%rd4+17], %r11; st.global.v2.u16 [%rd4+20], {%r10, %r1};\n"
             "ld.global.u64 %rd5, [%rd4+16]; add.s64 %rd5, %rd5, 1; st.global.u64 [%rd4+24], %rd5;",
             2, 64);
    runs(&rig);
    for (unsigned t = 0; t < 128; t++) {
        ck_assert_uint_eq(word(&rig, 8 * t), t % 64);
        ck_assert_uint_eq(word(&rig, 8 * t + 3), 4);
        ck_assert_uint_eq(word(&rig, 8 * t + 4), 0x400);
        ck_assert_uint_eq(word(&rig, 8 * t + 5), 3 | t % 64 << 16);
        ck_assert_uint_eq(word(&rig, 8 * t + 6), 0x401);
        ck_assert_uint_eq(word(&rig, 8 * t + 7), 3 | t % 64 << 16);
    }
    rig_finish(&rig);
}
END_TEST

/* What another warp wrote before the barrier is there behind it: 96 words, turned round. */
START_TEST(barriers_hold)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u32 %r5, tile; shl.b32 %r6, %r1, 2; add.u32 %r6, %r5, %r6;\n"
             "st.shared.u32 [%r6], %r3; bar.sync 0; sub.u32 %r7, 95, %r1; shl.b32 %r7, %r7, 2;\n"
             "add.u32 %r7, %r5, %r7; ld.shared.u32 %r8, [%r7]; st.global.u32 [%rd3], %r8;",
             3, 96);
    runs(&rig);
    for (unsigned i = 0; i < 288; i++)
        ck_assert_uint_eq(word(&rig, i), i / 96 * 96 + 95 - i % 96);
    rig_finish(&rig);
}
END_TEST

/* Shared memory is zero when a block begins, whoever had it before. */
START_TEST(shared_memory_is_fresh)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u32 %r5, tile; shl.b32 %r6, %r1, 2; add.u32 %r6, %r5, %r6;\n"
             "ld.shared.u32 %r7, [%r6]; add.u32 %r7, %r7, 1; st.shared.u32 [%r6], %r7;\n"
             "st.global.u32 [%rd3], %r7;",
             9, 64);
    runs(&rig);
    for (unsigned i = 0; i < 576; i++)
        ck_assert_uint_eq(word(&rig, i), 1);
    rig_finish(&rig);
}
END_TEST

START_TEST(reductions_at_barriers)
{
    struct rig rig;
    rig_init(&rig,
             "setp.lt.u32 %p1, %r1, 70; bar.red.popc.u32 %r5, 0, %p1;\n"
             "bar.red.and.pred %p2, 1, %p1; bar.red.or.pred %p3, 2, %p1;\n"
             "selp.u32 %r6, 1000, 0, %p2; selp.u32 %r7, 2000, 0, %p3; add.u32 %r5, %r5, %r6;\n"
             "add.u32 %r5, %r5, %r7; st.global.u32 [%rd3], %r5;",
             2, 100);
    runs(&rig);
    for (unsigned i = 0; i < 200; i++)
        ck_assert_uint_eq(word(&rig, i), 2070);
    rig_finish(&rig);
}
END_TEST

/* Warp 0 waits at barrier 1 for warps that only signal. */
START_TEST(signals_at_barriers)
{
    struct rig rig;
    rig_init(&rig,
             "setp.lt.u32 %p1, %r1, 32; mov.u32 %r5, tile;\n"
             "@%p1 bra WAIT; st.shared.u32 [%r5], 77; bar.arrive 1, 64; bra END;\n"
             "WAIT: bar.sync 1, 64; ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6; END:",
             1, 64);
    runs(&rig);
    ck_assert_uint_eq(word(&rig, 0), 77);
    ck_assert_uint_eq(word(&rig, 31), 77);
    ck_assert_uint_eq(word(&rig, 32), 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(asynchronous_copies)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u32 %r5, tile; shl.b32 %r6, %r1, 2; add.u32 %r6, %r5, %r6;\n"
             "add.u32 %r7, %r1, 500; st.global.u32 [%rd3], %r7;\n"
             "cp.async.ca.shared.global [%r6], [%rd3], 4; cp.async.commit_group;\n"
             "cp.async.wait_group 0; ld.shared.u32 %r8, [%r6]; add.u32 %r8, %r8, %r8;\n"
             "st.global.u32 [%rd3], %r8;",
             1, 32);
    runs(&rig);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&rig, i), 2 * (i + 500));
    rig_finish(&rig);
}
END_TEST

/* Each block but the last waits for the next one's flag: the first can end only when the last has
 * begun. */
START_TEST(blocks_that_wait_for_each_other)
{
    struct rig rig;
    rig_init(&rig,
             "add.u32 %r5, %r2, 1; setp.eq.u32 %p1, %r5, %r9; @%p1 bra SET;\n"
             "mul.wide.u32 %rd4, %r5, 4; add.s64 %rd4, %rd1, %rd4;\n"
             "LOOP: ld.volatile.global.u32 %r6, [%rd4]; setp.eq.u32 %p2, %r6, 0; @%p2 bra LOOP;\n"
             "SET: mul.wide.u32 %rd5, %r2, 4; add.s64 %rd5, %rd1, %rd5;\n"
             "st.volatile.global.u32 [%rd5], %r5;",
             3, 1);
    uint32_t blocks = 3;
    memcpy(rig.params + 8, &blocks, 4);
    runs(&rig);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(word(&rig, i), i + 1);
    ck_assert_uint_eq(rig.counts.blocks, 3);
    rig_finish(&rig);
}
END_TEST

/* As before, but only thread 0 waits, and the rest of its warp for it: many rounds of its loop, but
 * not a lock that its own warp holds. Blocks 1 to 5 do long work before. */
START_TEST(lanes_that_wait_for_other_blocks)
{
    struct rig rig;
    rig_init(&rig,
             "mul.lo.u32 %r7, %r2, 50000;\n"
             "WORK: sub.u32 %r7, %r7, 1; setp.gt.s32 %p4, %r7, 0; @%p4 bra WORK;\n"
             "setp.ne.u32 %p3, %r1, 0; @%p3 bra MEET;\n"
             "add.u32 %r5, %r2, 1; setp.eq.u32 %p1, %r5, %r9; @%p1 bra SET;\n"
             "mul.wide.u32 %rd4, %r5, 4; add.s64 %rd4, %rd1, %rd4;\n"
             "LOOP: ld.volatile.global.u32 %r6, [%rd4]; setp.eq.u32 %p2, %r6, 0; @%p2 bra LOOP;\n"
             "SET: mul.wide.u32 %rd5, %r2, 4; add.s64 %rd5, %rd1, %rd5;\n"
             "add.u32 %r5, %r2, 1; st.volatile.global.u32 [%rd5], %r5;\n"
             "MEET: bar.sync 0;",
             6, 64);
    uint32_t blocks = 6;
    memcpy(rig.params + 8, &blocks, 4);
    runs(&rig);
    for (unsigned i = 0; i < 6; i++)
        ck_assert_uint_eq(word(&rig, i), i + 1);
    rig_finish(&rig);
}
END_TEST

/* More blocks than run side by side, all of them long. */
START_TEST(many_blocks_with_three_dimensions)
{
    struct rig rig;
    rig_init(&rig,
             "mov.u32 %r10, %ctaid.y; mov.u32 %r11, %ctaid.z; mov.u32 %r12, %nctaid.x;\n"
             "mov.u32 %r13, %nctaid.y; mad.lo.u32 %r14, %r11, %r13, %r10;\n"
             "mad.lo.u32 %r14, %r14, %r12, %r2; mul.wide.u32 %rd4, %r14, 4;\n"
             "add.s64 %rd4, %rd1, %rd4; red.global.add.u32 [%rd4], %r14;",
             1, 1);
    rig.launch.grid[0] = 5;
    rig.launch.grid[1] = 7;
    rig.launch.grid[2] = 11;
    rig.options.n_blocks = launch_blocks(&rig.launch);
    runs(&rig);
    for (unsigned i = 0; i < OUT_WORDS; i++)
        ck_assert_uint_eq(word(&rig, i), i < 385 ? i : 0);
    rig_finish(&rig);
}
END_TEST

/* ---- limits, faults, waits
 * ------------------------------------------------------------------------ */

START_TEST(the_limit_is_exact)
{
    struct rig rig;
    rig_init(&rig, "st.global.u32 [%rd3], 1;", 2, 64);
    rig.options.max_instructions = (HEAD_INSTRUCTIONS + 2) * 4;
    runs(&rig);
    rig.options.max_instructions--;
    fails(&rig,
          "test.ptx: kernel k (launch 5) runs for more warp instructions than the limit allows");
    rig_finish(&rig);
}
END_TEST

START_TEST(an_endless_kernel_meets_the_limit)
{
    struct rig rig;
    rig_init(&rig, "LOOP: add.u32 %r5, %r5, 1; bra LOOP;", 1, 32);
    rig.options.max_instructions = 100000;
    fails(&rig,
          "test.ptx: kernel k (launch 5) runs for more warp instructions than the limit allows");
    rig_finish(&rig);
}
END_TEST

START_TEST(an_endless_kernel_can_be_interrupted)
{
    struct rig rig;
    volatile int interrupted = 1;
    rig_init(&rig, "LOOP: add.u32 %r5, %r5, 1; bra LOOP;", 1, 32);
    rig.options.interrupted = &interrupted;
    fails(&rig, "test.ptx: kernel k (launch 5) was interrupted");
    rig_finish(&rig);
}
END_TEST

/* Thread 35 of block 1: 64 words a block, and the 4,096 words of the output begin 9 too late. */
START_TEST(bad_addresses_are_named)
{
    struct rig rig;
    rig_init(&rig,
             "setp.eq.u32 %p1, %r3, 99; add.s64 %rd4, %rd3, 16000;\n@%p1 st.global.u32 [%rd4], 1;",
             2, 64);
    /* Line 12 of the text; the address: 0x1000000000 + 396 + 16,000, 12 behind 16,384. */
    fails(&rig,
          "test.ptx:12: kernel k, block (1,0,0), thread (35,0,0), pc 10: writes 4 bytes at "
          "global address 0x100000400c, which no allocation holds: 12 bytes behind the end of "
          "out, the nearest (16384 bytes at 0x1000000000)");
    rig_finish(&rig);
}
END_TEST

START_TEST(traps_are_named)
{
    struct rig rig;
    rig_init(&rig, "setp.eq.u32 %p1, %r3, 40; @%p1 trap;", 1, 64);
    ck_assert(!run(&rig));
    ck_assert_ptr_nonnull(strstr(rig.error->message, "kernel k, block (0,0,0), "));
    ck_assert_ptr_nonnull(strstr(rig.error->message, "pc 9: "));
    rig_finish(&rig);
}
END_TEST

/* Warp 1 waits where warp 0, which has gone to another barrier, never comes. */
START_TEST(warps_that_wait_for_ever_are_named)
{
    struct rig rig;
    rig_init(&rig,
             "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 3; bra END; A: bar.sync 4; END:", 1,
             64);
    ck_assert(!run(&rig));
    ck_assert_ptr_nonnull(
        strstr(rig.error->message, "test.ptx: kernel k, block (0,0,0) waits for ever: "));
    ck_assert_ptr_nonnull(strstr(rig.error->message, "barrier 3"));
    ck_assert_ptr_nonnull(strstr(rig.error->message, "barrier 4"));
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("functional");
    TCase *tcase = tcase_create("functional");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, every_thread_runs_once);
    tcase_add_test(tcase, a_part_of_the_grid);
    tcase_add_test(tcase, guards_count);
    tcase_add_test(tcase, accesses_of_all_widths);
    tcase_add_test(tcase, barriers_hold);
    tcase_add_test(tcase, shared_memory_is_fresh);
    tcase_add_test(tcase, reductions_at_barriers);
    tcase_add_test(tcase, signals_at_barriers);
    tcase_add_test(tcase, asynchronous_copies);
    tcase_add_test(tcase, blocks_that_wait_for_each_other);
    tcase_add_test(tcase, lanes_that_wait_for_other_blocks);
    tcase_add_test(tcase, many_blocks_with_three_dimensions);
    tcase_add_test(tcase, the_limit_is_exact);
    tcase_add_test(tcase, an_endless_kernel_meets_the_limit);
    tcase_add_test(tcase, an_endless_kernel_can_be_interrupted);
    tcase_add_test(tcase, bad_addresses_are_named);
    tcase_add_test(tcase, traps_are_named);
    tcase_add_test(tcase, warps_that_wait_for_ever_are_named);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
