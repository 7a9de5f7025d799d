/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D, load by load: which sectors are asked for, what merges, what stores do to a line, banks,
 * and the carve-out. Word i of the memory holds i, until it is stored to. */
#include "tests/models/sm/sm_rig.h"

enum { LINE = 128, SECTOR = 32, ONE_SECTOR = 0xff /* lanes, of 4 bytes each */ };

#define SECTORED "sm.l1d.sector=32B", "sm.l1d.banks=4", "sm.coalesce.size=512B"
static const char *const sectored[] = {SECTORED, NULL};
static const char *const whole_lines[] = {NULL};

/* Consecutive words from `base` on. */
#define LOAD(at, of, ...)                                                                          \
    {                                                                                              \
        .op = OP_LOAD, .base = (at), .stride = 4, .lanes = (of), ##__VA_ARGS__                     \
    }
#define STORE(at, of, ...)                                                                         \
    {                                                                                              \
        .op = OP_STORE, .base = (at), .stride = 4, .lanes = (of), ##__VA_ARGS__                    \
    }
#define ALL UINT32_MAX

static struct rig *run_script(const struct rig_step *steps, unsigned n, const char *const *sets)
{
    struct rig *rig = rig_new(steps, n, false, sets, SIM_TIME_NEVER);
    rig_run(rig, 1);
    return rig;
}

static void expect_words(const struct rig *rig, unsigned step, lane_mask lanes, uint32_t first)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        ck_assert_uint_eq(rig->loaded[step][lane], first + lane);
    }
}

static void expect_requests(const struct rig *rig, guint n)
{
    ck_assert_uint_eq(rig->bank.requests->len, n);
}

/* ---- sectors -------------------------------------------------------------------------------- */

START_TEST(a_miss_asks_for_what_is_missing)
{
    static const struct rig_step steps[] = {
        LOAD(0x1020, ONE_SECTOR), LOAD(0x1040, ONE_SECTOR, .waits = true),
        LOAD(0x1000, ALL, .waits = true), LOAD(0x1000, ALL, .waits = true)};
    struct rig *rig = run_script(steps, 4, sectored);
    expect_requests(rig, 3);
    rig_expect(rig, 0, MESSAGE_READ, 0x1000, 2);
    rig_expect(rig, 1, MESSAGE_READ, 0x1000, 4);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, 9);
    expect_words(rig, 0, ONE_SECTOR, 0x1020 / 4);
    expect_words(rig, 1, ONE_SECTOR, 0x1040 / 4);
    expect_words(rig, 2, ALL, 0x1000 / 4);
    expect_words(rig, 3, ALL, 0x1000 / 4);
    const struct sm_counters *counters = sm_counters(rig->sm);
    ck_assert_uint_eq(counters->l1.loads, 4);
    ck_assert_uint_eq(counters->l1.misses, 3);
    ck_assert_uint_eq(counters->l1.hits, 1);
    ck_assert_uint_eq(counters->l1.sector_misses, 4);
    ck_assert_uint_eq(counters->l1.sector_hits, 2 + 4);
    rig_free(rig);
}
END_TEST

/* Other SMs asked for the line at the same time, so that requests came to L2 in pieces. */
START_TEST(an_answer_may_come_in_pieces)
{
    static const struct rig_step steps[] = {
        LOAD(0x1000, ALL), LOAD(0x1000, ONE_SECTOR), /* joins the first */
        LOAD(0x1000, ALL, .waits = true), LOAD(0x2000, 0xffff, .waits = true)};
    static const char *const sets[] = {SECTORED, "sm.l1d.mshrs=4", NULL};
    struct rig *rig = rig_new(steps, G_N_ELEMENTS(steps), false, sets, SIM_TIME_NEVER);
    rig->bank.pieces = true;
    rig_run(rig, 1);
    expect_requests(rig, 2);
    for (unsigned i = 0; i < 3; i++)
        expect_words(rig, i, i == 1 ? ONE_SECTOR : ALL, 0x1000 / 4);
    expect_words(rig, 3, 0xffff, 0x2000 / 4);
    const struct sm_counters *counters = sm_counters(rig->sm);
    ck_assert_uint_eq(counters->l1.requests_split, 3 + 1);
    ck_assert_uint_eq(counters->reads_sent, 2 + 3 + 1);
    ck_assert_uint_eq(counters->reads_sent, counters->read_replies);
    ck_assert_uint_eq(counters->l1.sector_hits, 4);
    rig_free(rig);
}
END_TEST

START_TEST(without_sectors_it_asks_for_the_line)
{
    static const struct rig_step steps[] = {LOAD(0x1020, ONE_SECTOR),
                                            LOAD(0x1000, ALL, .waits = true)};
    struct rig *rig = run_script(steps, 2, whole_lines);
    expect_requests(rig, 1);
    rig_expect(rig, 0, MESSAGE_READ, 0x1000, 15);
    expect_words(rig, 1, ALL, 0x1000 / 4);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_misses, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_hits, 1);
    rig_free(rig);
}
END_TEST

START_TEST(sectors_under_way_are_shared)
{
    static const struct rig_step steps[] = {LOAD(0x1020, ONE_SECTOR), LOAD(0x1020, 0xffff),
                                            LOAD(0x1020, 0xffff), LOAD(0x1000, ALL)};
    struct rig *rig = run_script(steps, 4, sectored);
    expect_requests(rig, 3);
    rig_expect(rig, 0, MESSAGE_READ, 0x1000, 2);
    rig_expect(rig, 1, MESSAGE_READ, 0x1000, 4);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, 9);
    expect_words(rig, 0, ONE_SECTOR, 0x1020 / 4);
    expect_words(rig, 1, 0xffff, 0x1020 / 4);
    expect_words(rig, 2, 0xffff, 0x1020 / 4);
    expect_words(rig, 3, ALL, 0x1000 / 4);
    const struct sm_counters *counters = sm_counters(rig->sm);
    ck_assert_uint_eq(counters->l1.misses, 3);
    ck_assert_uint_eq(counters->l1.merges, 1);
    ck_assert_uint_eq(counters->l1.sector_misses, 1 + 1 + 2);
    ck_assert_uint_eq(counters->l1.sector_merges, 1 + 2 + 2);
    ck_assert_uint_eq(counters->l1.sector_hits, 0);
    rig_free(rig);
}
END_TEST

/* No room for a second waiter: the second load waits for the fill, then hits. */
START_TEST(as_many_merge_as_may)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.mshr_merges=1", NULL};
    static const struct rig_step steps[] = {LOAD(0x1020, ONE_SECTOR), LOAD(0x1020, ONE_SECTOR)};
    struct rig *rig = run_script(steps, 2, sets);
    expect_requests(rig, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_hits, 1);
    ck_assert_uint_ge(sm_counters(rig->sm)->ldst_stall_cycles, 2 * RIG_HOP_CYCLES - 10);
    rig_free(rig);
}
END_TEST

/* A line of four sectors takes four entries. */
START_TEST(every_sector_takes_an_mshr)
{
    static const char *const four[] = {SECTORED, "sm.l1d.mshrs=4", NULL}, *const eight[] = {
                                                                              SECTORED,
                                                                              "sm.l1d.mshrs=8",
                                                                              NULL};
    static const struct rig_step steps[] = {LOAD(0x1000, ALL), LOAD(0x2000, ALL)};
    struct rig *rig = run_script(steps, 2, four);
    ck_assert_uint_ge(rig_request(rig, 1)->cycle - rig_request(rig, 0)->cycle, 2 * RIG_HOP_CYCLES);
    rig_free(rig);
    rig = run_script(steps, 2, eight);
    ck_assert_uint_lt(rig_request(rig, 1)->cycle - rig_request(rig, 0)->cycle, 10);
    rig_free(rig);
}
END_TEST

/* One set of four lines: a fifth waits for a line, unless lines are taken when fills come. */
START_TEST(lines_are_taken_on_a_miss_or_a_fill)
{
    static const char *const on_miss[] = {"sm.l1d.size=512B", NULL}, *const on_fill[] = {
                                                                         "sm.l1d.size=512B",
                                                                         "sm.l1d.allocate=fill",
                                                                         NULL};
    static const struct rig_step steps[] = {
        {.op = OP_LOAD, .base = 0, .stride = LINE, .lanes = 0x1f},
        {.op = OP_LOAD, .base = 0, .stride = LINE, .lanes = 0x1f, .waits = true}};
    struct rig *rig = run_script(steps, 2, on_miss);
    ck_assert_uint_ge(rig_request(rig, 4)->cycle - rig_request(rig, 3)->cycle,
                      2 * RIG_HOP_CYCLES - 5);
    rig_free(rig);
    rig = run_script(steps, 2, on_fill);
    ck_assert_uint_eq(rig_request(rig, 4)->cycle - rig_request(rig, 3)->cycle, 1);
    expect_requests(rig, 6); /* the fifth fill took the place of the first */
    for (unsigned i = 0; i < 5; i++)
        ck_assert_uint_eq(rig->loaded[1][i], i * LINE / 4);
    rig_free(rig);
}
END_TEST

/* ---- stores --------------------------------------------------------------------------------- */

/* A line that is there, a store to one of its sectors, and a load of that and of another one. */
static const struct rig_step store_to_a_line[] = {
    LOAD(0x1000, ALL), STORE(0x1020, ONE_SECTOR, .value = 90000, .waits = true),
    LOAD(0x1020, ONE_SECTOR), LOAD(0x1040, ONE_SECTOR)};

static void expect_store_seen(const struct rig *rig)
{
    expect_words(rig, 0, ALL, 0x1000 / 4);
    expect_words(rig, 2, ONE_SECTOR, 90000);
    expect_words(rig, 3, ONE_SECTOR, 0x1040 / 4);
    rig_expect(rig, 1, MESSAGE_WRITE, 0x1000, 2);
}

START_TEST(evict_drops_the_line)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.write=evict", NULL};
    struct rig *rig = run_script(store_to_a_line, 4, sets);
    expect_store_seen(rig);
    expect_requests(rig, 4);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, 2);
    rig_expect(rig, 3, MESSAGE_READ, 0x1000, 4);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.evicted_by_store, 1);
    rig_free(rig);
}
END_TEST

START_TEST(through_updates_the_line)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.write=through", NULL};
    struct rig *rig = run_script(store_to_a_line, 4, sets);
    expect_store_seen(rig);
    expect_requests(rig, 2);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.evicted_by_store, 0);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_stores, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_store_misses, 0);
    rig_free(rig);
}
END_TEST

START_TEST(through_takes_no_line)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.write=through", NULL};
    static const struct rig_step steps[] = {STORE(0x1000, ALL, .value = 7), LOAD(0x1000, ALL)};
    struct rig *rig = run_script(steps, 2, sets);
    expect_requests(rig, 2);
    expect_words(rig, 1, ALL, 7);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_store_misses, 4);
    rig_free(rig);
}
END_TEST

/* The first load has its old value, the second goes to L2 behind the store. The sector beside it
 * stays under way for all. */
static void store_to_what_is_under_way(const char *const *sets, guint requests)
{
    static const struct rig_step steps[] = {LOAD(0x1000, 0xffff), STORE(0x1020, 0xf, .value = 500),
                                            LOAD(0x1020, ONE_SECTOR), LOAD(0x1000, ONE_SECTOR),
                                            LOAD(0x1000, 0xffff, .waits = true)};
    struct rig *rig = run_script(steps, 5, sets);
    expect_words(rig, 0, 0xffff, 0x1000 / 4);
    expect_words(rig, 2, 0xf, 500);
    expect_words(rig, 2, 0xf0, 0x1020 / 4);
    expect_words(rig, 3, ONE_SECTOR, 0x1000 / 4);
    expect_words(rig, 4, ONE_SECTOR, 0x1000 / 4);
    expect_words(rig, 4, 0xf00, 500 - 8);
    expect_words(rig, 4, 0xf000, 0x1000 / 4);
    expect_requests(rig, requests);
    rig_expect(rig, 0, MESSAGE_READ, 0x1000, 3);
    rig_expect(rig, 1, MESSAGE_WRITE, 0x1000, 2);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, 2);
    rig_free(rig);
}

START_TEST(a_store_cuts_off_what_is_older)
{
    static const char *const through[] = {SECTORED, "sm.l1d.write=through", NULL},
                             *const allocate[] = {SECTORED, "sm.l1d.write=allocate", NULL},
                             *const on_fill[] = {SECTORED, "sm.l1d.write=through",
                                                 "sm.l1d.allocate=fill", NULL},
                             *const evict[] = {SECTORED, NULL};
    store_to_what_is_under_way(through, 3);
    store_to_what_is_under_way(allocate, 3);
    store_to_what_is_under_way(on_fill, 3);
    store_to_what_is_under_way(evict, 4); /* the line goes, with both sectors */
}
END_TEST

START_TEST(allocate_needs_no_fetch)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.write=allocate", NULL};
    static const struct rig_step steps[] = {STORE(0x1020, ONE_SECTOR, .value = 40),
                                            LOAD(0x1020, ONE_SECTOR), /* all of a sector */
                                            STORE(0x2000, 0xf, .value = 50),
                                            LOAD(0x2000, ONE_SECTOR), /* half of one */
                                            STORE(0x3000, 0xf, .value = 60),
                                            STORE(0x3010, 0xf, .value = 64),
                                            LOAD(0x3000, ONE_SECTOR)}; /* both halves */
    struct rig *rig = run_script(steps, 7, sets);
    expect_words(rig, 1, ONE_SECTOR, 40);
    expect_words(rig, 3, 0xf, 50);
    expect_words(rig, 3, 0xf0, 0x2000 / 4);
    expect_words(rig, 6, ONE_SECTOR, 60);
    expect_requests(rig, 5);
    rig_expect(rig, 2, MESSAGE_READ, 0x2000, 1);
    const struct sm_counters *counters = sm_counters(rig->sm);
    ck_assert_uint_eq(counters->l1.sector_stores, 4);
    ck_assert_uint_eq(counters->l1.sector_store_misses, 3);
    ck_assert_uint_eq(counters->l1.sector_hits, 2);
    rig_free(rig);
}
END_TEST

/* What acquires find their line gone, also if it was only on its way. */
START_TEST(an_acquire_drops_lines_and_fills)
{
    static const char *const on_fill[] = {SECTORED, "sm.l1d.allocate=fill", NULL},
                             *const *const each[] = {sectored, on_fill};
    static const struct rig_step steps[] = {
        LOAD(0x1000, ONE_SECTOR),
        {.op = OP_FENCE, .flags = INSTRUCTION_ACQUIRE}, /* before the load has come to L1D */
        {.op = OP_FENCE, .flags = INSTRUCTION_ACQUIRE}, /* its fill is cut off */
        LOAD(0x1000, ONE_SECTOR),
        {.op = OP_FENCE, .flags = INSTRUCTION_ACQUIRE, .waits = true}, /* the line goes */
        LOAD(0x1000, ONE_SECTOR),
        LOAD(0x1000, ONE_SECTOR, .waits = true)};
    for (unsigned i = 0; i < G_N_ELEMENTS(each); i++) {
        struct rig *rig = run_script(steps, G_N_ELEMENTS(steps), each[i]);
        expect_requests(rig, 3);
        ck_assert_uint_eq(sm_counters(rig->sm)->l1.hits, 1);
        rig_free(rig);
    }
}
END_TEST

/* In a trace, whole sectors need no mask; others do. */
START_TEST(traced_stores_carry_a_mask_if_they_must)
{
    static const char *const sets[] = {SECTORED, "sm.l1d.write=allocate", NULL};
    static const struct rig_step steps[] = {STORE(0x1000, ALL), STORE(0x2020, 0x7f),
                                            LOAD(0x1000, ALL), LOAD(0x2000, ALL)};
    struct rig *rig = rig_new(steps, 4, true, sets, SIM_TIME_NEVER);
    rig_run(rig, 1);
    expect_requests(rig, 3);
    rig_expect(rig, 0, MESSAGE_WRITE, 0x1000, 15);
    ck_assert(!rig_request(rig, 0)->payload);
    rig_expect(rig, 1, MESSAGE_WRITE, 0x2000, 2);
    ck_assert(rig_request(rig, 1)->payload);
    rig_expect(rig, 2, MESSAGE_FETCH, 0x2000, 15);
    rig_free(rig);
}
END_TEST

/* ---- banks and the carve-out ----------------------------------------------------------------- */

/* Cycles that 32 lanes, so far apart, take from one issue to that of a dependent instruction when
 * all is in L1D. */
static uint64_t hit_cycles(uint32_t stride, const char *banks, const char *sector)
{
    const char *const sets[] = {banks, sector, "sm.coalesce.size=512B", NULL};
    const struct rig_step steps[] = {{.op = OP_LOAD, .stride = stride},
                                     {.op = OP_LOAD, .stride = stride, .waits = true},
                                     {.op = OP_LOAD, .stride = 0, .waits = true}};
    struct rig *rig = run_script(steps, 3, sets);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.sector_misses,
                      sm_counters(rig->sm)->l1.sector_hits - 1);
    uint64_t cycles = rig->issued_at[2] - rig->issued_at[1] -
                      (rig->config.sm.ldst_latency + rig->config.sm.l1d_latency);
    rig_free(rig);
    return cycles + 1;
}

START_TEST(banks_serve_a_sector_each)
{
    static const char small[] = "sm.l1d.sector=32B", large[] = "sm.l1d.sector=128B";
    ck_assert_uint_eq(hit_cycles(4, "sm.l1d.banks=4", small), 1); /* sectors 0 to 3 */
    ck_assert_uint_eq(hit_cycles(4, "sm.l1d.banks=2", small), 2);
    ck_assert_uint_eq(hit_cycles(4, "sm.l1d.banks=1", small), 4);
    ck_assert_uint_eq(hit_cycles(128, "sm.l1d.banks=4", small), 32); /* always bank 0 */
    ck_assert_uint_eq(hit_cycles(160, "sm.l1d.banks=4", small), 8);  /* one after the other */
    ck_assert_uint_eq(hit_cycles(160, "sm.l1d.banks=2", small), 16);
    ck_assert_uint_eq(hit_cycles(128, "sm.l1d.banks=8", small), 16); /* banks 0 and 4 */
    ck_assert_uint_eq(hit_cycles(64, "sm.l1d.banks=4", small), 16);  /* banks 0 and 2 */
    ck_assert_uint_eq(hit_cycles(80, "sm.l1d.banks=4", small), 8);   /* 0 2, 1 3; 2, 0 3, 1; ... */
    ck_assert_uint_eq(hit_cycles(128, "sm.l1d.banks=1", large), 32); /* a line each */
    ck_assert_uint_eq(hit_cycles(128, "sm.l1d.banks=2", large), 16);
    ck_assert_uint_eq(hit_cycles(256, "sm.l1d.banks=2", large), 16); /* wherever they lie */
    ck_assert_uint_eq(hit_cycles(4, "sm.l1d.banks=1", large), 1);
}
END_TEST

/* 64 KiB, 16 sets of 32 lines. 16 lines of one set, twice: all hit the second time if the set has
 * 16 lines left, and none if it has 8. */
static void with_shared_memory(uint32_t bytes, uint64_t hits, unsigned blocks)
{
    static const char *const sets[] = {"sm.l1d.size=64KiB", "sm.l1d.ways=32",
                                       "sm.l1d.set_index=linear", "sm.l1d.carveout=0B,16KiB,48KiB",
                                       NULL};
    static const struct rig_step steps[] = {
        {.op = OP_LOAD, .stride = 2048, .lanes = 0xffff},
        {.op = OP_LOAD, .stride = 2048, .lanes = 0xffff, .waits = true}};
    struct rig *rig = rig_new(steps, 2, false, sets, SIM_TIME_NEVER);
    rig->code.static_shared_bytes = bytes;
    rig->launch.grid[0] = blocks;
    rig_run(rig, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.hits, hits);
    rig_free(rig);
}

START_TEST(shared_memory_takes_ways)
{
    with_shared_memory(0, 16, 1);
    with_shared_memory(16 << 10, 16, 1);      /* 24 ways */
    with_shared_memory((16 << 10) + 1, 0, 1); /* 8 ways */
    with_shared_memory(6 << 10, 16, 2);       /* two blocks at once: 12 KiB */
    with_shared_memory(6 << 10, 0, 8);        /* eight of them: 48 KiB */
}
END_TEST

/* A load a cycle, each of four packets, which the port sends one a cycle: 0, 3, 6, 9 and 12 are
 * there when the next ones come. A queue of eight has no place for a load's packet if 7 are. */
START_TEST(packets_that_find_no_place_may_mix)
{
    static const struct rig_step steps[] = {
        LOAD(0x1000, ALL), LOAD(0x2000, ALL), LOAD(0x3000, ALL),
        LOAD(0x4000, ALL), LOAD(0x5000, ALL), LOAD(0x6000, ONE_SECTOR, .waits = true)};
    static const char *const sets[] = {SECTORED,
                                       "xbar.queues=inputs",
                                       "xbar.packet.mixed=20",
                                       "xbar.packet.data=32B",
                                       "sm.l1d.miss_queue=8",
                                       "sm.ldst.queue=8",
                                       NULL};
    struct rig *rig = run_script(steps, G_N_ELEMENTS(steps), sets);
    expect_requests(rig, G_N_ELEMENTS(steps));
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
        ck_assert_msg(rig_request(rig, i)->mixes == (i == 3 || i == 4), "request %u", i);
    rig_free(rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_miss_asks_for_what_is_missing,
                                  an_answer_may_come_in_pieces,
                                  without_sectors_it_asks_for_the_line,
                                  sectors_under_way_are_shared,
                                  as_many_merge_as_may,
                                  every_sector_takes_an_mshr,
                                  lines_are_taken_on_a_miss_or_a_fill,
                                  evict_drops_the_line,
                                  through_updates_the_line,
                                  through_takes_no_line,
                                  a_store_cuts_off_what_is_older,
                                  allocate_needs_no_fetch,
                                  an_acquire_drops_lines_and_fills,
                                  traced_stores_carry_a_mask_if_they_must,
                                  banks_serve_a_sector_each,
                                  packets_that_find_no_place_may_mix,
                                  shared_memory_takes_ways};
    return run_suite("l1d", tests, G_N_ELEMENTS(tests));
}
