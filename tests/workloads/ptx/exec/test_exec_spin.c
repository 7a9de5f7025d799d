/* SPDX-License-Identifier: BSD-3-Clause */
/* Lanes that wait for other lanes of their warp: in lock step, and independently scheduled. */
#include "tests/workloads/ptx/test_exec_harness.h"

#include <check.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n.file 1 \"lock.cu\"\n"                         \
    ".global .align 4 .u32 mutex; .global .align 4 .u32 count; .global .align 4 .u32 flag;\n"
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"                                      \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"                  \
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r9, 0;\n"
#define TAIL "st.global.u32 [%rd3], %r2; ret;\n}\n"
/* Adds one to the count without an atomic, and keeps what was there before. */
#define LOCK                                                                                       \
    ".loc 1 20 1\n"                                                                                \
    "TRY: atom.global.cas.b32 %r3, [mutex], 0, 1; setp.ne.u32 %p1, %r3, 0;\n"                      \
    ".loc 1 21 1\n@%p1 bra TRY;\n.loc 1 22 1\n"
#define ADD_ONE                                                                                    \
    "ld.volatile.global.u32 %r2, [count]; add.u32 %r4, %r2, 1;\n"                                  \
    "st.volatile.global.u32 [count], %r4;\n"
#define UNLOCK "atom.global.exch.b32 %r5, [mutex], 0;\n"

static uint32_t word(const struct harness *h, unsigned i)
{
    uint32_t value;
    memcpy(&value, h->memory + 4 * i, 4);
    return value;
}

/* The globals, 64 bytes apart. */
enum { MUTEX = 0x10000 / 4, COUNT = MUTEX + 16, FLAG = COUNT + 16 };

static void start(struct harness *h, const char *text, unsigned threads)
{
    harness_init(h, text, "k");
    harness_param_u64(h, 0, DEVICE_BASE);
    harness_place_globals(h, 0x10000);
    memset(h->memory, 0xee, 4096);
    h->block[0] = threads;
}

static void run(struct harness *h, const char *text, unsigned threads)
{
    start(h, text, threads);
    h->independent_lanes = true;
    bool good = harness_run(h);
    ck_assert_msg(good, "%s", h->fault);
}

/* Every thread got a number of its own. */
static void expect_numbers(const struct harness *h, unsigned n)
{
    uint64_t seen = 0;
    ck_assert_uint_eq(word(h, COUNT), n);
    ck_assert_uint_eq(word(h, MUTEX), 0);
    for (unsigned i = 0; i < n; i++)
        seen |= word(h, i) < n ? UINT64_C(1) << word(h, i) : 0;
    ck_assert(seen == (n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1));
}

START_TEST(lock_step_names_what_waits)
{
    struct harness h;
    start(&h, HEAD KERNEL LOCK ADD_ONE UNLOCK TAIL, 32);
    ck_assert(!harness_run(&h));
    ck_assert_str_eq(
        h.fault,
        "lanes 0xfffffffe repeat the loop at pc 5 (lock.cu:20) without any change, while lanes "
        "0x00000001 of their warp wait for them at pc 8 (lock.cu:22). If the loop waits for those "
        "lanes (for a lock that one of them holds), lanes in lock step can never release it");
    ck_assert_uint_eq(h.fault_lane, 1);
    ck_assert(h.issued > 30000 && h.issued < 31000); /* three instructions a round */
    h.spin_limit = 1000;
    memset(h.memory + 4 * MUTEX, 0, 4);
    ck_assert(!harness_run(&h));
    ck_assert(h.issued > 3000 && h.issued < 4000);
    harness_finish(&h);
}
END_TEST

/* One lane counts far while the others wait: its registers change. */
START_TEST(long_loops_are_no_spinning)
{
    static const char text[] =
        HEAD KERNEL "mov.u32 %r2, 0; shl.b32 %r3, %r1, 10;\n"
                    "LOOP: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r3; @%p1 bra LOOP;\n" TAIL;
    struct harness h;
    start(&h, text, 32);
    h.spin_limit = 1;
    ck_assert(harness_run(&h));
    unsigned issued = h.issued;
    for (unsigned i = 1; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), i << 10);
    h.independent_lanes = true; /* which leaves it as it is */
    ck_assert(harness_run(&h));
    ck_assert_uint_eq(h.issued, issued);
    harness_finish(&h);
}
END_TEST

/* One lane takes numbers from a queue, and keeps none: its registers are the same in each round. */
START_TEST(queues_are_no_spinning)
{
    static const char text[] =
        HEAD KERNEL "mov.u32 %r2, %r1; setp.ne.u32 %p1, %r1, 3; @%p1 bra DONE;\n"
                    "LOOP: atom.global.add.u32 %r3, [count], 1; setp.lt.u32 %p2, %r3, 5000;\n"
                    "@%p2 bra LOOP;\nDONE: " TAIL;
    struct harness h;
    start(&h, text, 32);
    h.spin_limit = 1;
    ck_assert_msg(harness_run(&h), "%s", h.fault);
    ck_assert_uint_eq(word(&h, COUNT), 5001);
    harness_finish(&h);
}
END_TEST

START_TEST(independent_lanes_take_the_lock_in_turn)
{
    struct harness h;
    run(&h, HEAD KERNEL LOCK ADD_ONE UNLOCK TAIL, 32);
    expect_numbers(&h, 32);
    ck_assert_uint_lt(h.issued, 32 * 40);
    harness_finish(&h);
    run(&h, HEAD KERNEL LOCK ADD_ONE UNLOCK TAIL, 64);
    expect_numbers(&h, 64);
    harness_finish(&h);
}
END_TEST

/* The idiom that also works in lock step still does, with few instructions. */
START_TEST(lock_inside_the_loop)
{
    static const char text[] =
        HEAD KERNEL "AGAIN: atom.global.cas.b32 %r3, [mutex], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 "
                    "bra NEXT;\n" ADD_ONE UNLOCK
                    "mov.u32 %r9, 1;\nNEXT: setp.eq.u32 %p2, %r9, 0; @%p2 bra AGAIN;\n" TAIL;
    struct harness h;
    start(&h, text, 32);
    ck_assert(harness_run(&h));
    expect_numbers(&h, 32);
    harness_finish(&h);
    run(&h, text, 32);
    expect_numbers(&h, 32);
    harness_finish(&h);
}
END_TEST

/* Each turn of the waiting loop changes a register, so only patience ends it. */
START_TEST(waiting_loops_that_count)
{
    struct harness h;
    run(&h,
        HEAD KERNEL "TRY: add.u32 %r9, %r9, 1; atom.global.cas.b32 %r3, [mutex], 0, 1;\n"
                    "setp.ne.u32 %p1, %r3, 0; @%p1 bra TRY;\n" ADD_ONE UNLOCK TAIL,
        8);
    expect_numbers(&h, 8);
    harness_finish(&h);
}
END_TEST

/* The lanes that would set the flag are on the other side of a branch, which runs second. */
START_TEST(flag_of_the_other_side)
{
    struct harness h;
    run(&h,
        HEAD KERNEL
        "setp.lt.u32 %p1, %r1, 4; @%p1 bra SET;\n"
        "WAIT: ld.volatile.global.u32 %r2, [flag]; setp.eq.u32 %p2, %r2, 0;\n"
        "@%p2 bra WAIT; bra JOIN;\n"
        "SET: st.volatile.global.u32 [flag], 9; mov.u32 %r2, 5;\n"
        "JOIN: activemask.b32 %r4; popc.b32 %r4, %r4; mad.lo.u32 %r2, %r4, 100, %r2;" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++) /* and both sides meet again */
        ck_assert_uint_eq(word(&h, i), 3200 + (i < 4 ? 5 : 9));
    harness_finish(&h);
}
END_TEST

/* ... and those that wait read a clock, so that something changes in each round: libcu++'s
 * barriers. */
START_TEST(waiting_loops_that_read_a_clock)
{
    enum { ROUNDS_OF_OTHERS = 4096 };
    struct harness h;
    run(&h,
        HEAD KERNEL
        "setp.lt.u32 %p1, %r1, 4; @%p1 bra SET;\n"
        "WAIT: add.u32 %r9, %r9, 1; mov.u64 %rd4, %clock64; ld.volatile.global.u32 %r3, [flag];\n"
        "setp.eq.u32 %p2, %r3, 0; @%p2 bra WAIT; mov.u32 %r2, %r9; bra JOIN;\n"
        "SET: st.volatile.global.u32 [flag], 9; mov.u32 %r2, 0;\nJOIN:" TAIL,
        32);
    ck_assert_uint_gt(word(&h, 31), 1);
    ck_assert_uint_lt(word(&h, 31), ROUNDS_OF_OTHERS / 8);
    harness_finish(&h);
}
END_TEST

/* What comes after the lock wants all lanes: a barrier, then a shuffle and a vote. */
START_TEST(lanes_come_together_for_barriers)
{
    struct harness h;
    run(&h,
        HEAD KERNEL
        ".shared .align 4 .b8 tile[256];\n" LOCK ADD_ONE UNLOCK
        "mov.u32 %r6, tile; mad.lo.u32 %r7, %r1, 4, %r6; st.shared.u32 [%r7], %r2; bar.sync 0;\n"
        "xor.b32 %r7, %r1, 63; mad.lo.u32 %r7, %r7, 4, %r6; ld.shared.u32 %r8, [%r7];\n"
        "mad.lo.u32 %r2, %r8, 1000, %r2;\n" TAIL,
        64);
    uint64_t seen = 0;
    ck_assert_uint_eq(word(&h, COUNT), 64);
    for (unsigned i = 0; i < 64; i++) {
        seen |= UINT64_C(1) << word(&h, i) % 1000;
        ck_assert_uint_eq(word(&h, i) / 1000, word(&h, i ^ 63) % 1000);
    }
    ck_assert(seen == UINT64_MAX);
    harness_finish(&h);
}
END_TEST

/* Some lanes of each warp wait at a barrier of their own, twice, while the others wait at theirs:
 * each time the barrier has all threads of the block. The second time a lane's partner is its own
 * warp's, which waited elsewhere. */
#define APART(waits)                                                                               \
    HEAD KERNEL ".shared .align 4 .b8 tile[256];\n"                                                \
                "mov.u32 %r6, tile; mad.lo.u32 %r7, %r1, 4, %r6; st.shared.u32 [%r7], %r1;\n"      \
                "xor.b32 %r8, %r1, 63; mad.lo.u32 %r8, %r8, 4, %r6; and.b32 %r10, %r1, 31;\n"      \
                "xor.b32 %r11, %r1, 1; mad.lo.u32 %r11, %r11, 4, %r6;\n"                           \
                "setp.lt.u32 %p1, %r10, 5; @%p1 bra FEW;\n"                                        \
                "bar.sync 0; ld.shared.u32 %r2, [%r8]; bar.sync 0; st.shared.u32 [%r7], %r2;\n"    \
                "bar.sync 0; bra.uni MEET;\n"                                                      \
                "FEW:\n" waits                                                                     \
                "MEET: ld.shared.u32 %r3, [%r11]; mad.lo.u32 %r2, %r3, 1000, %r2;\n" TAIL
#define FEW_WAIT                                                                                   \
    "bar.sync 0; ld.shared.u32 %r2, [%r8]; add.u32 %r2, %r2, 100; bar.sync 0;\n"                   \
    "st.shared.u32 [%r7], %r2; bar.sync 0;\n"

START_TEST(barriers_have_lanes_that_wait_elsewhere)
{
    struct harness h;
    run(&h, APART(FEW_WAIT), 64);
    for (unsigned i = 0; i < 64; i++) {
        unsigned partner = i ^ 1;
        unsigned own = (i ^ 63) + (i % 32 < 5 ? 100 : 0);
        unsigned other = (partner ^ 63) + (partner % 32 < 5 ? 100 : 0);
        ck_assert_uint_eq(word(&h, i), other * 1000 + own);
    }
    h.independent_lanes = false;
    ck_assert(!harness_run(&h));
    ck_assert(strstr(h.fault, "lanes 0xffffffe0 of a warp are at one barrier") != NULL);
    harness_finish(&h);
    start(&h, APART("bar.sync 1;\n"), 64); /* that is not the others' */
    h.independent_lanes = true;
    ck_assert(!harness_run(&h));
    ck_assert(strstr(h.fault, "at another") != NULL);
    harness_finish(&h);
}
END_TEST

START_TEST(lanes_come_together_for_shuffles)
{
    struct harness h;
    run(&h,
        HEAD KERNEL LOCK ADD_ONE UNLOCK
        "shfl.sync.bfly.b32 %r6, %r2, 31, 31, -1; vote.sync.ballot.b32 %r7, 1, -1;\n"
        "popc.b32 %r7, %r7; mad.lo.u32 %r2, %r6, 1000, %r2; mad.lo.u32 %r2, %r7, 100000, "
        "%r2;\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++) {
        ck_assert_uint_eq(word(&h, i) / 100000, 32);
        ck_assert_uint_eq(word(&h, i) / 1000 % 100, word(&h, i ^ 31) % 1000);
    }
    harness_finish(&h);
}
END_TEST

/* Two locks, of which a lane takes one, or (each fourth) one inside the other; loops of different
 * length while it holds them, twice, and a barrier in the end. */
START_TEST(nested_locks_and_loops)
{
#define TAKE(name, mutex)                                                                          \
    name ": atom.global.cas.b32 %r3, [" mutex "], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra " name   \
         ";\n"
    struct harness h;
    run(&h,
        HEAD ".global .align 4 .u32 second; .global .align 4 .u32 seconds;\n" KERNEL
             "and.b32 %r10, %r1, 1; setp.eq.u32 %p3, %r10, 0; and.b32 %r11, %r1, 3;\n"
             "setp.eq.u32 %p4, %r11, 2; or.pred %p5, %p4, %p3; mov.u32 %r12, 0;\n"
             "AGAIN: @!%p5 bra SECOND;\n" TAKE("A", "mutex") ADD_ONE
        "@!%p4 bra WORK;\nSECOND:\n" TAKE(
            "B", "second") "ld.volatile.global.u32 %r6, [seconds]; add.u32 %r6, %r6, 1;\n"
                           "st.volatile.global.u32 [seconds], %r6; atom.global.exch.b32 %r7, "
                           "[second], 0;\n"
                           "WORK: mov.u32 %r8, 0;\n"
                           "LOOP: add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, %r11; @%p2 bra LOOP;\n"
                           "@%p5 atom.global.exch.b32 %r5, [mutex], 0;\n"
                           "add.u32 %r12, %r12, 1; setp.lt.u32 %p2, %r12, 2; @%p2 bra AGAIN;\n"
                           "bar.sync 0; ld.volatile.global.u32 %r2, [seconds];\n" TAIL,
        64);
    ck_assert_uint_eq(word(&h, COUNT), 2 * 32);
    for (unsigned i = 0; i < 64; i++)
        ck_assert_uint_eq(word(&h, i), 2 * 48);
    harness_finish(&h);
}
END_TEST

/* A shuffle of some lanes only, which others wait for: it goes ahead without them. */
START_TEST(shuffles_of_the_lanes_that_hold_the_flag)
{
    struct harness h;
    run(&h,
        HEAD KERNEL
        "setp.lt.u32 %p1, %r1, 4; @%p1 bra SET;\n"
        "WAIT: ld.volatile.global.u32 %r2, [flag]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;\n"
        "bra JOIN;\n"
        "SET: shfl.sync.bfly.b32 %r6, %r1, 3, 31, 15; st.volatile.global.u32 [flag], 9;\n"
        "mov.u32 %r2, %r6;\nJOIN:\n" TAIL,
        32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), i < 4 ? 3 - i : 9);
    harness_finish(&h);
}
END_TEST

/* Locks as functions; while one group of lanes waits in one, others call the other. Those lanes
 * then wait where the branch around it all meets, or go on to the end; loads come as late as they
 * may. */
static void run_locked_functions(const char *branch, const char *join, unsigned n)
{
    g_autofree char *text = g_strconcat(
        HEAD ".func (.param .b32 r) lock(.param .b32 x)\n{\n.reg .pred %p1; .reg .b32 %r<4>;\n"
             "TRY: atom.global.cas.b32 %r1, [mutex], 0, 1; setp.ne.u32 %p1, %r1, 0;\n"
             "@%p1 bra TRY; ld.param.u32 %r2, [x]; add.u32 %r2, %r2, 7;\n"
             "st.param.b32 [r], %r2; ret;\n}\n"
             ".func unlock(.param .b64 x)\n{\n.reg .b64 %rd<3>; .reg .b32 %r1;\n"
             "ld.param.u64 %rd1, [x]; mul.lo.u64 %rd2, %rd1, 1;\n"
             "atom.global.exch.b32 %r1, [%rd2], 0; ret;\n}\n" KERNEL,
        branch,
        "{ .param .b32 a0; .param .b32 r0; st.param.b32 [a0], %r1;\n"
        "call.uni (r0), lock, (a0); ld.param.b32 %r9, [r0]; }\n" ADD_ONE
        "mov.u64 %rd4, mutex; { .param .b64 a0; st.param.b64 [a0], %rd4;\n"
        "call.uni unlock, (a0); }\n"
        "ld.volatile.global.u32 %r10, [flag]; ld.volatile.global.u32 %r11, [flag];\n"
        "ld.volatile.global.u32 %r12, [flag];\n",
        join,
        "sub.u32 %r9, %r9, %r1; sub.u32 %r9, %r9, 7; add.u32 %r2, %r2, %r9;\n"
        "sub.u32 %r10, %r10, %r11; add.u32 %r2, %r2, %r10; add.u32 %r2, %r2, %r12;\n"
        "sub.u32 %r2, %r2, 1000;\n" TAIL,
        NULL);
    struct harness h;
    start(&h, text, 32);
    h.independent_lanes = h.late = true;
    memcpy(h.memory + 4 * FLAG, &(uint32_t){1000}, 4);
    bool good = harness_run(&h);
    ck_assert_msg(good, "%s", h.fault);
    expect_numbers(&h, n);
    for (unsigned i = n; i < 32; i++)
        ck_assert_uint_eq(word(&h, i), 99);
    harness_finish(&h);
}

START_TEST(locks_in_functions)
{
    run_locked_functions("", "", 32);
    run_locked_functions("mov.u32 %r2, 99; mov.u32 %r10, 7; mov.u32 %r11, 7; mov.u32 %r12, 1000;\n"
                         "add.u32 %r9, %r1, 7; setp.ge.u32 %p3, %r1, 20; @%p3 bra JOIN;\n"
                         "mov.u32 %r10, 3; mov.u32 %r12, 4;\n",
                         "JOIN:\n", 20);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx spinning lanes");
    TCase *tc = tcase_create("spin");
    tcase_add_test(tc, lock_step_names_what_waits);
    tcase_add_test(tc, long_loops_are_no_spinning);
    tcase_add_test(tc, queues_are_no_spinning);
    tcase_add_test(tc, independent_lanes_take_the_lock_in_turn);
    tcase_add_test(tc, lock_inside_the_loop);
    tcase_add_test(tc, waiting_loops_that_count);
    tcase_add_test(tc, flag_of_the_other_side);
    tcase_add_test(tc, waiting_loops_that_read_a_clock);
    tcase_add_test(tc, lanes_come_together_for_barriers);
    tcase_add_test(tc, barriers_have_lanes_that_wait_elsewhere);
    tcase_add_test(tc, lanes_come_together_for_shuffles);
    tcase_add_test(tc, shuffles_of_the_lanes_that_hold_the_flag);
    tcase_add_test(tc, locks_in_functions);
    tcase_add_test(tc, nested_locks_and_loops);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
