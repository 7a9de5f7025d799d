/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers between the four warps of a block, with and without reduction; fences, hints and
 * asynchronous copies, which must not change what a thread computes.
 * Source: PTX ISA 8.6, section 9.7.13 "Parallel Synchronization and Communication Instructions".
 */
#include "tests/conformance/flow.h"

#include <check.h>
#include <glib.h>

/* Each thread writes its number + 7 to shared memory, waits, and reads that of the thread 45
 * further on, of another warp. */
#define EXCHANGE(barrier)                                                                          \
    "mov.u64 %l0, shared; mad.wide.u32 %l1, %w0, 4, %l0; add.u32 %w2, %w0, 7;\n"                   \
    "st.shared.u32 [%l1], %w2;\n" barrier "\nadd.u32 %w3, %w0, 45; and.b32 %w3, %w3, 127;\n"       \
    "mad.wide.u32 %l1, %w3, 4, %l0; ld.shared.u32 %w1, [%l1];"

/* The same by addresses in the cluster's shared memory: of the block of rank 0, which is alone. */
#define OF_CLUSTER(store, load)                                                                    \
    "mov.u64 %l0, shared; cvt.u32.u64 %w6, %l0; mad.lo.u32 %w4, %w0, 4, %w6;\n"                    \
    "mapa.shared::cluster.u32 %w4, %w4, 0; add.u32 %w2, %w0, 7;\n" store "\nbar.sync 0;\n"         \
    "add.u32 %w3, %w0, 45; and.b32 %w3, %w3, 127; mad.lo.u32 %w4, %w3, 4, %w6;\n"                  \
    "mapa.shared::cluster.u32 %w4, %w4, 0;\n" load

static uint32_t neighbour(uint32_t t)
{
    return (t + 45) % 128 + 7;
}

/* Threads 0 to 63 use barrier 3 by themselves, the others barrier 4. */
static uint32_t in_halves(uint32_t t)
{
    return (t & 64) + (t + 32) % 64 + 7;
}

static uint32_t ones(uint32_t t)
{
    (void)t;
    return 43; /* multiples of 3 below 128 */
}

static uint32_t yes(uint32_t t)
{
    (void)t;
    return 1;
}

static uint32_t no(uint32_t t)
{
    (void)t;
    return 0;
}

/* Warps 0 and 1 produce and only arrive; 2 and 3 wait for them. */
static uint32_t produced(uint32_t t)
{
    return t < 64 ? 1 : t - 64 + 7;
}

static uint32_t own(uint32_t t)
{
    return t * 5 + 1;
}

static uint32_t copied(uint32_t t)
{
    return (t + 45) % 128 * 3 + 1;
}

static uint32_t partly_copied(uint32_t t)
{
    return ((t * 3 + 1) & 0xffff) | 0x50000;
}

#define OWN(instruction)                                                                           \
    "mad.lo.u32 %w1, %w0, 5, 1; st.global.u32 [%at], %w1;\n" instruction                           \
    " ld.global.u32 %w1, [%at];"

/* `copy` moves what lies at [%l2] in global memory to [%l1] in shared memory. */
#define COPY(copy, wait)                                                                           \
    "mad.lo.u32 %w2, %w0, 3, 1; mad.wide.u32 %l2, %w0, 16, %free; st.global.u32 [%l2], %w2;\n"     \
    "mov.u64 %l0, shared; mad.wide.u32 %l1, %w0, 8, %l0; add.u64 %l3, %l1, 0;\n" copy "\n" wait    \
    "\nadd.u32 %w3, %w0, 45; and.b32 %w3, %w3, 127; mad.wide.u32 %l1, %w3, 8, %l0;\n"              \
    "ld.shared.u32 %w1, [%l1];"

/* Threads 0 to 31 initialise nothing but by thread 0: %w6 is the mbarrier's address. */
#define MBARRIER(count)                                                                            \
    "mov.u64 %l0, shared; cvt.u32.u64 %w6, %l0; setp.ne.u32 %p0, %w0, 0; @%p0 bra READY;\n"        \
    "mbarrier.init.shared.b64 [%w6], " count "; READY: bar.sync 0;\n"

/* Thread 5 finds so many arrivals pending. */
static uint32_t pending(uint32_t t)
{
    return t == 5 ? 9 - 3 : 1;
}

static uint32_t phases(uint32_t t)
{
    (void)t;
    return 5; /* bits: of parity 1 before, of parity 0 before, after, of parity 1 after */
}

static const struct flow flows[] = {
    {"mbarrier.init.shared.b64 mbarrier.arrive.shared.b64 mbarrier.test_wait.shared.b64", 0,
     MBARRIER("128") "mbarrier.arrive.shared.b64 %l1, [%w6]; bar.sync 0;\n"
                     "mbarrier.test_wait.shared.b64 %p1, [%w6], %l1; selp.u32 %w1, 1, 0, %p1;",
     yes},
    {"mbarrier.test_wait.parity.shared.b64", 0,
     MBARRIER(
         "128") "mov.u32 %w1, 0;\n"
                "mbarrier.test_wait.parity.shared.b64 %p1, [%w6], 1; selp.u32 %w2, 1, 0, %p1;\n"
                "mbarrier.test_wait.parity.shared.b64 %p1, [%w6], 0; selp.u32 %w3, 2, 0, %p1;\n"
                "bar.sync 0; mbarrier.arrive.shared.b64 %l1, [%w6]; bar.sync 0;\n"
                "mbarrier.try_wait.parity.shared.b64 %p1, [%w6], 0; selp.u32 %w4, 4, 0, %p1;\n"
                "mbarrier.test_wait.parity.shared.b64 %p1, [%w6], 1; selp.u32 %w5, 8, 0, %p1;\n"
                "or.b32 %w1, %w2, %w3; or.b32 %w1, %w1, %w4; or.b32 %w1, %w1, %w5;",
     phases},
    {"mbarrier.arrive.noComplete.shared.b64 mbarrier.pending_count.b64", 0,
     MBARRIER("9") "mov.u32 %w1, 1; setp.ne.u32 %p1, %w0, 5; @%p1 bra DONE;\n"
                   "mbarrier.arrive.noComplete.shared.b64 %l1, [%w6], 3;\n"
                   "mbarrier.arrive.noComplete.shared.b64 %l1, [%w6], 1;\n"
                   "mbarrier.pending_count.b64 %w1, %l1; DONE:",
     pending},
    {"mbarrier.arrive.expect_tx.shared.b64 mbarrier.complete_tx.shared.b64 "
     "mbarrier.expect_tx.shared.b64 mbarrier.try_wait.parity.shared.b64",
     0,
     MBARRIER("1") "mov.u32 %w1, 1; setp.ne.u32 %p1, %w0, 0; @%p1 bra DONE;\n"
                   "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%w6], 24;\n"
                   "mbarrier.arrive.expect_tx.shared.b64 %l1, [%w6], 40;\n"
                   "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%w6], 60;\n"
                   "mbarrier.test_wait.shared.b64 %p2, [%w6], %l1; selp.u32 %w2, 2, 0, %p2;\n"
                   "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%w6], 4;\n"
                   "mbarrier.try_wait.parity.shared.b64 %p2, [%w6], 0; selp.u32 %w3, 1, 0, %p2;\n"
                   "or.b32 %w1, %w2, %w3; DONE:",
     yes},
    {"mbarrier.arrive_drop.shared.b64 mbarrier.inval.shared.b64", 0,
     MBARRIER(
         "2") "mov.u32 %w1, 1; setp.ne.u32 %p1, %w0, 0; @%p1 bra DONE;\n"
              "mbarrier.arrive_drop.shared.b64 %l1, [%w6]; mbarrier.arrive.shared.b64 %l1, [%w6];\n"
              "mbarrier.arrive.shared.b64 %l1, [%w6];\n"
              "mbarrier.test_wait.parity.shared.b64 %p2, [%w6], 1; selp.u32 %w1, 1, 0, %p2;\n"
              "mbarrier.inval.shared.b64 [%w6]; DONE:",
     yes},
    {"bar.sync", 0, EXCHANGE("bar.sync 0;"), neighbour},
    {"bar.sync", 0, EXCHANGE("bar.sync 5, 128;"), neighbour},
    {"bar.sync", 0, EXCHANGE("mov.u32 %w4, 6; mov.u32 %w5, 128; bar.sync %w4, %w5;"), neighbour},
    {"bar.cta.sync", 0, EXCHANGE("bar.cta.sync 0;"), neighbour},
    {"barrier.sync", 0, EXCHANGE("barrier.sync 0;"), neighbour},
    {"barrier.sync.aligned", 0, EXCHANGE("barrier.sync.aligned 1, 128;"), neighbour},
    {"barrier.cta.sync", 0, EXCHANGE("barrier.cta.sync 2;"), neighbour},
    {"barrier.cluster.arrive barrier.cluster.wait", 0,
     EXCHANGE("barrier.cluster.arrive; barrier.cluster.wait;"), neighbour},
    {"barrier.cluster.arrive.aligned barrier.cluster.wait.aligned", 0,
     EXCHANGE("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"), neighbour},
    {"barrier.cluster.arrive.release barrier.cluster.wait.acquire", 0,
     EXCHANGE("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;"), neighbour},
    {"barrier.cluster.arrive.relaxed", 0,
     EXCHANGE("barrier.cluster.arrive.relaxed; barrier.cluster.wait;"), neighbour},
    {"mapa.shared::cluster.u32 ld.shared::cluster.u32 st.shared::cluster.u32", 0,
     OF_CLUSTER("st.shared::cluster.u32 [%w4], %w2;", "ld.shared::cluster.u32 %w1, [%w4];"),
     neighbour},
    {"mapa.u64 getctarank.u64", 0,
     "mov.u64 %l0, shared; cvta.shared.u64 %l0, %l0; mad.wide.u32 %l1, %w0, 4, %l0;\n"
     "mapa.u64 %l1, %l1, 0; add.u32 %w2, %w0, 7; st.u32 [%l1], %w2; bar.sync 0;\n"
     "add.u32 %w3, %w0, 45; and.b32 %w3, %w3, 127; mad.wide.u32 %l1, %w3, 4, %l0;\n"
     "getctarank.u64 %w3, %l1; ld.u32 %w1, [%l1]; add.u32 %w1, %w1, %w3;",
     neighbour},
    {"atom.shared::cluster.add.u32 red.shared::cluster.add.u32", 0,
     OF_CLUSTER("atom.shared::cluster.add.u32 %w5, [%w4], %w0;\n"
                "red.shared::cluster.add.u32 [%w4], 7; add.u32 %w4, %w4, %w5;",
                "ld.shared.u32 %w1, [%w4];"),
     neighbour},
    {"getctarank.shared::cluster.u32", 0,
     "mov.u64 %l0, shared; cvt.u32.u64 %w4, %l0; getctarank.shared::cluster.u32 %w1, %w4;", no},
    {"bar.sync", 0,
     "mov.u64 %l0, shared; mad.wide.u32 %l1, %w0, 4, %l0; add.u32 %w2, %w0, 7;\n"
     "st.shared.u32 [%l1], %w2; setp.lt.u32 %p0, %w0, 64; @!%p0 bra UPPER;\n"
     "bar.sync 3, 64; bra DONE; UPPER: bar.sync 4, 64;\n"
     "DONE: xor.b32 %w3, %w0, 32; mad.wide.u32 %l1, %w3, 4, %l0; ld.shared.u32 %w1, [%l1];",
     in_halves},
    {"bar.arrive", 0,
     "mov.u64 %l0, shared; mad.wide.u32 %l1, %w0, 4, %l0; setp.lt.u32 %p0, %w0, 64;\n"
     "@%p0 bra PRODUCE; bar.sync 1, 128; ld.shared.u32 %w1, [%l1+-256]; bra DONE;\n"
     "PRODUCE: add.u32 %w2, %w0, 7; st.shared.u32 [%l1], %w2; bar.arrive 1, 128;\n"
     "mov.u32 %w1, 1; DONE:",
     produced},
    {"bar.red.popc.u32", 0,
     "rem.u32 %w2, %w0, 3; setp.eq.u32 %p0, %w2, 0; bar.red.popc.u32 %w1, 0, %p0;", ones},
    {"bar.red.and.pred", 0,
     "setp.lt.u32 %p0, %w0, 128; bar.red.and.pred %p1, 0, %p0; selp.u32 %w1, 1, 0, %p1;", yes},
    {"bar.red.and.pred", 0,
     "setp.ne.u32 %p0, %w0, 77; bar.red.and.pred %p1, 0, %p0; selp.u32 %w1, 1, 0, %p1;", no},
    {"bar.red.or.pred", 0,
     "setp.eq.u32 %p0, %w0, 77; bar.red.or.pred %p1, 0, %p0; selp.u32 %w1, 1, 0, %p1;", yes},
    {"bar.red.or.pred", 0,
     "setp.lt.u32 %p0, %w0, 128; bar.red.or.pred %p1, 0, 128, !%p0; selp.u32 %w1, 1, 0, %p1;", no},
    {"barrier.red.popc.u32", 0,
     "rem.u32 %w2, %w0, 3; setp.eq.u32 %p0, %w2, 0; barrier.red.popc.u32 %w1, 0, %p0;", ones},
    {"bar.warp.sync", 0, OWN("bar.warp.sync -1;"), own},
    {"membar.cta membar.gl membar.sys", 0, OWN("membar.cta; membar.gl; membar.sys;"), own},
    {"fence.sc.cta fence.acq_rel.gpu fence.sc.sys", 0,
     OWN("fence.sc.cta; fence.acq_rel.gpu; fence.sc.sys;"), own},
    {"prefetch.global.L1 prefetch.global.L2 prefetchu.L1", 0,
     OWN("prefetch.global.L1 [%at]; prefetch.global.L2 [%at]; prefetchu.L1 [%at];"), own},
    {"nanosleep.u32", 0, OWN("nanosleep.u32 10;"), own},
    {"setmaxnreg.dec.sync.aligned.u32 setmaxnreg.inc.sync.aligned.u32", 0,
     OWN("setmaxnreg.dec.sync.aligned.u32 24; setmaxnreg.inc.sync.aligned.u32 232;"), own},
    {"cp.async.ca.shared.global cp.async.commit_group cp.async.wait_group", 0,
     COPY("cp.async.ca.shared.global [%l1], [%l2], 4;",
          "cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;"),
     copied},
    {"cp.async.ca.shared.global cp.async.wait_all", 0,
     COPY("cp.async.ca.shared.global [%l1], [%l2], 8;", "cp.async.wait_all; bar.sync 0;"), copied},
    {"cp.async.cg.shared.global cp.async.wait_all", 0,
     "mad.lo.u32 %w2, %w0, 3, 1; and.b32 %w3, %w0, 63; mad.wide.u32 %l2, %w0, 16, %free;\n"
     "or.b32 %w2, %w2, 0x50000; st.global.u32 [%l2], %w2;\n"
     "mov.u64 %l0, shared; mad.wide.u32 %l1, %w3, 16, %l0; setp.gt.u32 %p0, %w0, 63;\n"
     "@%p0 bra LATER;\n"
     "cp.async.cg.shared.global [%l1], [%l2], 16; cp.async.wait_all; ld.shared.u32 %w1, [%l1];\n"
     "LATER: bar.sync 0; @!%p0 bra DONE;\n"
     "cp.async.cg.shared.global [%l1], [%l2], 16; cp.async.wait_all; ld.shared.u32 %w1, [%l1];\n"
     "DONE:",
     partly_copied},
};

static void fill(struct conformance *c)
{
    flow_check_all(c, flows, G_N_ELEMENTS(flows));
}

CONFORMANCE_MAIN("sync", fill)
