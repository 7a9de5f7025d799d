/* SPDX-License-Identifier: BSD-3-Clause */
/* Whose data is found: sequences of a few accesses, and what each of them is. Two warps of one SM
 * (slots 0 and 1) and one of another; L1D by lines and by sectors; L2 behind it; DRAM. */
#include "base/json/members.h"
#include "observers/locality.h"
#include "tests/observers/rig.h"

struct bench {
    struct rig rig;
    struct locality *locality;
};

static void set_up(struct bench *bench, bool sectored, enum l1d_write write)
{
    const struct gpu_config config = {
        .n_sms = 2,
        .sm = {.l1d_sectored = sectored, .l1d_write = write, .texture = {.size_bytes = 4096}},
        .bank = {.fetch_bytes = 32}};
    bench->locality = locality_new(&config);
    rig_init(&bench->rig, 3, 32);
    for (unsigned i = 0; i < 3; i++) {
        rig_start(&bench->rig, &bench->locality->residents, i / 2, i % 2, i, 0);
        locality_warp_started(bench->locality, i / 2, i % 2);
    }
}

static void load(const struct bench *bench, unsigned slot, uint32_t pc, uint64_t line, uint8_t hit,
                 uint8_t merged, uint8_t missed)
{
    struct l1_access access = rig_load(0, slot, pc, line, hit, merged, missed);
    locality_l1_access(bench->locality, &access);
}

static void store(const struct bench *bench, unsigned slot, uint64_t line, uint8_t hit,
                  uint8_t missed)
{
    struct l1_access access = rig_load(0, slot, 7, line, hit, 0, missed);
    access.op_class = OP_STORE;
    locality_l1_access(bench->locality, &access);
}

static const struct locality_pc *pc_of(const struct bench *bench, uint32_t pc)
{
    const struct observed_kernel *kernel = bench->locality->residents.kernels->pdata[0];
    return (const struct locality_pc *)kernel->pcs[pc];
}

/* Of lines: a line's sectors are one. */
START_TEST(lines)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    load(&bench, 0, 0, 5, 0, 0, 15);              /* cold: 0's */
    load(&bench, 1, 0, 5, 0, 15, 0);              /* inter */
    load(&bench, 0, 0, 5, 15, 0, 0);              /* intra */
    load(&bench, 1, 0, 5, 15, 0, 0);              /* inter */
    load(&bench, 1, 1, 5, 0, 0, 15);              /* 0 had it: inter; 1's */
    load(&bench, 1, 1, 5, 15, 0, 0);              /* intra */
    load(&bench, 1, 1, 5, 0, 0, 15);              /* intra; 1's */
    load(&bench, 0, 1, 6, 0, 0, 15);              /* cold, and not used again */
    locality_l1_dropped(bench.locality, 0, 0, 1); /* an acquire: still known */
    load(&bench, 0, 1, 6, 0, 0, 15);              /* intra */
    locality_l1_dropped(bench.locality, 0, 0, 0);
    load(&bench, 0, 1, 6, 0, 0, 15); /* cold */
    RIG_EXPECT(pc_of(&bench, 0)->hits, 1, 1);
    RIG_EXPECT(pc_of(&bench, 0)->merges, 0, 1);
    RIG_EXPECT(pc_of(&bench, 0)->misses, 1, 0, 0);
    RIG_EXPECT(pc_of(&bench, 0)->used, 0, 0, 1);
    ck_assert_uint_eq(pc_of(&bench, 0)->accesses, 4);
    RIG_EXPECT(pc_of(&bench, 1)->hits, 1, 0);
    RIG_EXPECT(pc_of(&bench, 1)->misses, 2, 2, 1);
    RIG_EXPECT(pc_of(&bench, 1)->used, 0, 0, 1);
    RIG_EXPECT(pc_of(&bench, 1)->trips, 0, 0, 0, 1);
    locality_free(bench.locality);
}
END_TEST

/* Of sectors: each has its own owner and use. */
START_TEST(sectors)
{
    struct bench bench;
    set_up(&bench, true, L1D_WRITE_THROUGH);
    load(&bench, 0, 0, 5, 0, 0, 3);  /* sectors 0, 1: 0's */
    load(&bench, 1, 1, 5, 1, 2, 12); /* hit inter, merge inter, 2 cold: 2, 3 are 1's */
    load(&bench, 1, 2, 5, 14, 0, 0); /* hits: inter (1), intra (2, 3) */
    store(&bench, 1, 5, 0, 1);       /* brings nothing */
    load(&bench, 0, 2, 5, 0, 0, 1);  /* 0 has lost it itself */
    RIG_EXPECT(pc_of(&bench, 0)->misses, 2, 0, 0);
    RIG_EXPECT(pc_of(&bench, 0)->used, 0, 0, 2);
    RIG_EXPECT(pc_of(&bench, 1)->hits, 0, 1);
    RIG_EXPECT(pc_of(&bench, 1)->merges, 0, 1);
    RIG_EXPECT(pc_of(&bench, 1)->misses, 2, 0, 0);
    RIG_EXPECT(pc_of(&bench, 1)->used, 0, 0, 2);
    RIG_EXPECT(pc_of(&bench, 2)->hits, 2, 1);
    RIG_EXPECT(pc_of(&bench, 2)->misses, 0, 1, 0);
    locality_free(bench.locality);
}
END_TEST

/* A merge is a use, until a hit is a better one. */
START_TEST(uses)
{
    struct bench bench;
    set_up(&bench, true, L1D_WRITE_EVICT);
    load(&bench, 0, 0, 5, 0, 0, 15);
    load(&bench, 0, 1, 5, 0, 7, 0);
    RIG_EXPECT(pc_of(&bench, 0)->used, 0, 3, 0);
    RIG_EXPECT(pc_of(&bench, 1)->merges, 3, 0);
    load(&bench, 0, 1, 5, 9, 0, 0);
    load(&bench, 1, 1, 5, 1, 0, 0);
    RIG_EXPECT(pc_of(&bench, 0)->used, 0, 2, 2);
    locality_free(bench.locality);
}
END_TEST

/* Where stores allocate, who stores a sector has brought it; that is nobody's fetch. */
START_TEST(stores_that_allocate)
{
    struct bench bench;
    set_up(&bench, true, L1D_WRITE_ALLOCATE);
    store(&bench, 1, 5, 0, 3);
    load(&bench, 1, 0, 5, 1, 0, 0);
    load(&bench, 0, 0, 5, 2, 0, 4);
    store(&bench, 1, 5, 4, 0); /* stays 0's */
    load(&bench, 0, 1, 5, 4, 0, 0);
    RIG_EXPECT(pc_of(&bench, 0)->hits, 1, 1);
    RIG_EXPECT(pc_of(&bench, 0)->misses, 1, 0, 0);
    RIG_EXPECT(pc_of(&bench, 0)->used, 0, 0, 1);
    RIG_EXPECT(pc_of(&bench, 1)->hits, 1, 0);
    locality_free(bench.locality);
}
END_TEST

static void expect_load(JsonObject *locality, const char *name, double pc, double fetched,
                        double unused)
{
    JsonObject *load = json_object_in(locality, name);
    ck_assert_str_eq(json_text_in(load, "kernel"), "kernel");
    ck_assert_double_eq(json_number_in(load, "pc"), pc);
    ck_assert_double_eq(json_number_in(load, "line"), 100 + pc);
    ck_assert_double_eq(json_number_in(load, "fetched"), fetched);
    ck_assert_double_eq(json_number_in(load, "unused"), unused);
}

/* Of all that is fetched an instruction's part has to be a hundredth: pc 2's line, which is used,
 * and pc 3's, which is not, are 1 of 102 each, and what is in the texture cache does not
 * count. Of pc 0 a tenth is used, of pc 1 nine tenths, half of that by merges. */
START_TEST(loads_by_the_use_of_what_they_fetch)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    for (unsigned i = 0; i < 50; i++) {
        load(&bench, 0, 0, i, 0, 0, 15);
        load(&bench, 0, 1, 100 + i, 0, 0, 15);
        if (i < 5)
            load(&bench, 1, 4, i, 15, 0, 0);
        if (i < 45)
            load(&bench, 1, 4, 100 + i, i % 2 ? 15 : 0, i % 2 ? 0 : 15, 0);
    }
    struct l1_access texels = rig_load(0, 0, 5, 400, 0, 0, 15);
    texels.space = SPACE_TEXTURE;
    for (unsigned i = 0; i < 50; i++, texels.line += LINE)
        locality_l1_access(bench.locality, &texels);
    load(&bench, 0, 2, 300, 0, 0, 15);
    load(&bench, 0, 4, 300, 15, 0, 0);
    load(&bench, 0, 3, 301, 0, 0, 15);
    g_autoptr(JsonBuilder) json = json_builder_new();
    locality_write(bench.locality, NULL, json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    JsonObject *locality = json_object_of(root);
    expect_load(locality, "most_used_load", 1, 50, 5);
    expect_load(locality, "least_used_load", 0, 50, 45);
    locality_free(bench.locality);
}
END_TEST

/* The texture cache is another cache, and what bypasses L1D is not looked up. */
START_TEST(other_paths)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    struct l1_access access = rig_load(0, 0, 0, 5, 0, 0, 15);
    access.space = SPACE_TEXTURE;
    locality_l1_access(bench.locality, &access);
    access = rig_load(0, 0, 1, 6, 0, 0, 15);
    access.bypasses = true;
    locality_l1_access(bench.locality, &access);
    load(&bench, 0, 2, 5, 0, 0, 15);
    load(&bench, 0, 2, 6, 0, 0, 15);
    ck_assert(pc_of(&bench, 0)->texture);
    ck_assert(!pc_of(&bench, 2)->texture);
    RIG_EXPECT(pc_of(&bench, 0)->misses, 1);
    RIG_EXPECT(pc_of(&bench, 1)->misses, 0);
    ck_assert_uint_eq(pc_of(&bench, 1)->uncached, 1);
    RIG_EXPECT(pc_of(&bench, 2)->misses, 2);
    locality_free(bench.locality);
}
END_TEST

/* What a bypassing load fetches brings nothing; what it finds counts. */
START_TEST(bypassing_loads)
{
    struct bench bench;
    set_up(&bench, true, L1D_WRITE_EVICT);
    load(&bench, 0, 0, 5, 0, 0, 3);
    struct l1_access access = rig_load(0, 0, 1, 5, 1, 2, 12);
    access.bypassed = true;
    locality_l1_access(bench.locality, &access);
    load(&bench, 0, 2, 5, 0, 0, 12);
    RIG_EXPECT(pc_of(&bench, 1)->hits, 1);
    RIG_EXPECT(pc_of(&bench, 1)->merges, 1);
    RIG_EXPECT(pc_of(&bench, 1)->misses, 0, 0, 0);
    ck_assert_uint_eq(pc_of(&bench, 1)->bypassed, 1);
    ck_assert_uint_eq(pc_of(&bench, 1)->uncached, 0);
    RIG_EXPECT(pc_of(&bench, 2)->misses, 2, 0, 0); /* still cold */
    locality_free(bench.locality);
}
END_TEST

/* ---- trips ----------------------------------------------------------------------------------- */

static void issue_load(const struct bench *bench, uint32_t pc, uint64_t line, bool hit)
{
    const struct issued what = {.active = 1, .space = SPACE_GLOBAL};
    trips_issue(&bench->locality->sms[0].trips[0], &bench->rig.code, pc, &what);
    load(bench, 0, pc, line, hit ? 15 : 0, 0, hit ? 0 : 15);
}

/* A loop of pcs 1 to 3, three times: the line of the last trip and of this one, and one from
 * before the loop. */
START_TEST(trips)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    struct rig *rig = &bench.rig;
    rig->loops[0] = (struct code_loop){.header = 1, .last = 3, .parent = -1};
    rig->code.n_loops = 1;
    for (unsigned pc = 1; pc <= 3; pc++)
        rig->instructions[pc].loop = 0;
    rig->instructions[3].op_class = OP_BRANCH;
    rig->instructions[3].flags = INSTRUCTION_BACK_EDGE;
    trips_start(&bench.locality->sms[0].trips[0], &rig->code);
    issue_load(&bench, 0, 99, false);
    for (unsigned trip = 0; trip < 3; trip++) {
        const struct issued branch = {.active = 1, .taken = trip < 2};
        issue_load(&bench, 1, 200 + trip, false); /* the trip's first */
        if (trip == 2)
            issue_load(&bench, 2, 200 + trip, true); /* this one's */
        if (trip > 0)
            issue_load(&bench, 2, 199 + trip, true); /* the last one's first */
        issue_load(&bench, 2, trip, trip > 0);       /* the last trip's */
        issue_load(&bench, 2, trip + 1, false);      /* the next one's */
        issue_load(&bench, 2, trip + 1, true);       /* this one's */
        issue_load(&bench, 2, 99, trip > 0);         /* other; then the last trip's */
        issue_load(&bench, 2, 98 - trip, false);
        trips_issue(&bench.locality->sms[0].trips[0], &rig->code, 3, &branch);
    }
    issue_load(&bench, 4, 99, true);
    RIG_EXPECT(pc_of(&bench, 1)->trips, 0);
    RIG_EXPECT(pc_of(&bench, 2)->trips, 4, 6, 0, 0);
    RIG_EXPECT(pc_of(&bench, 4)->trips, 0, 0, 0, 1);
    issue_load(&bench, 2, 98, true); /* two trips ago */
    RIG_EXPECT(pc_of(&bench, 2)->trips, 4, 6, 1, 0);
    locality_free(bench.locality);
}
END_TEST

/* ---- L2 and DRAM ----------------------------------------------------------------------------- */

enum { READ_TAG = 3, CODE_TAG = 1 << 24, WRITE_TAG = 3 };

static struct message request_of(unsigned sm, uint8_t kind, uint64_t line, uint32_t tag,
                                 uint32_t launch)
{
    return message_memory_request(&(struct memory_request){.kind = kind,
                                                           .address = line * LINE,
                                                           .transaction = tag,
                                                           .launch = launch,
                                                           .sm = (uint16_t)sm});
}

/* An access of the slot's warp, or, with slot -1, a fetch of instructions, as far as L2. */
static void ask(const struct bench *bench, unsigned sm, int slot, uint8_t kind, uint64_t line,
                uint8_t hit, uint8_t missed)
{
    uint32_t tag = slot < 0 ? CODE_TAG : kind == MESSAGE_WRITE ? WRITE_TAG : READ_TAG;
    const struct message request = request_of(sm, kind, line, tag, bench->rig.launch.id);
    locality_sent(bench->locality, sm, 100, &request);
    struct l1_access l1 = rig_load(sm, (unsigned)MAX(slot, 0), 0, line, 0, 0, 15);
    l1.op_class = kind == MESSAGE_WRITE ? OP_STORE : kind == MESSAGE_ATOMIC ? OP_ATOMIC : OP_LOAD;
    l1.bypasses = kind == MESSAGE_ATOMIC;
    if (slot >= 0)
        locality_l1_access(bench->locality, &l1);
    const struct l2_access access = {.request = &request, .hit = hit, .missed = missed};
    locality_l2_access(bench->locality, &access);
}

static const struct locality_kernel *kernel_of(const struct bench *bench)
{
    return bench->locality->residents.kernels->pdata[0];
}

START_TEST(l2_classes)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 0, 15);   /* nobody's, now 0's */
    ask(&bench, 0, 0, MESSAGE_READ, 5, 15, 0);   /* intra */
    ask(&bench, 1, 0, MESSAGE_READ, 5, 7, 8);    /* 3 inter, 1 inter miss: the other SM's now */
    ask(&bench, 1, 0, MESSAGE_ATOMIC, 5, 12, 0); /* inter and intra */
    ask(&bench, 0, 1, MESSAGE_WRITE, 6, 0, 1);   /* nobody's, now 1's */
    ask(&bench, 0, 1, MESSAGE_READ, 6, 1, 2);    /* intra, nobody's */
    ask(&bench, 0, -1, MESSAGE_FETCH, 9, 0, 15); /* code */
    ask(&bench, 1, -1, MESSAGE_FETCH, 9, 15, 0);
    bench.rig.launch.id = 1;
    rig_start(&bench.rig, &bench.locality->residents, 0, 0, 0, 0);
    locality_warp_started(bench.locality, 0, 0);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 15, 0); /* the first launch's */
    RIG_EXPECT(kernel_of(&bench)->l2[L2_LOADS][L2_HITS], 0, 4 + 1, 3, 4);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_LOADS][L2_MISSES], 4 + 1, 0, 1, 0);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_ATOMICS][L2_HITS], 0, 1, 1, 0);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_STORES][L2_MISSES], 1, 0, 0, 0);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_CODE][L2_HITS], 0, 4, 0, 0);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_CODE][L2_MISSES], 4, 0, 0, 0);
    locality_free(bench.locality);
}
END_TEST

/* A write's tag may have the number of a read's that is out: the read stays its warp's. */
START_TEST(tags)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    const struct message read = request_of(0, MESSAGE_READ, 5, READ_TAG, 0);
    struct l1_access l1 = rig_load(0, 0, 0, 5, 0, 0, 15);
    locality_sent(bench.locality, 0, 100, &read);
    locality_l1_access(bench.locality, &l1);
    ask(&bench, 0, 1, MESSAGE_WRITE, 6, 0, 15); /* 1's */
    const struct l2_access access = {.request = &read, .missed = 15};
    locality_l2_access(bench.locality, &access); /* 0's */
    ask(&bench, 0, 0, MESSAGE_READ, 5, 15, 0);
    RIG_EXPECT(kernel_of(&bench)->l2[L2_LOADS][L2_HITS], 0, 4, 0, 0);
    locality_free(bench.locality);
}
END_TEST

/* Where loads find their data, in lines: of warp 0 of SM 0 until a warp of the launch ends there,
 * and of SM 1, where none ends. Neither stores nor loads past L1D are in it. */
START_TEST(found)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 0, 15); /* cold */
    load(&bench, 0, 0, 5, 15, 0, 0);           /* L1, intra */
    load(&bench, 1, 0, 5, 7, 0, 0);            /* L1, inter */
    load(&bench, 1, 0, 5, 0, 3, 0);            /* merge */
    ask(&bench, 0, 0, MESSAGE_READ, 5, 15, 0); /* L2, intra */
    ask(&bench, 1, 0, MESSAGE_READ, 5, 15, 0); /* L2, inter */
    locality_warp_ended(bench.locality, 0, 1);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 0, 15); /* lost, intra */
    ask(&bench, 1, 0, MESSAGE_READ, 5, 7, 8);  /* the miss counts: lost, inter */
    load(&bench, 0, 0, 5, 15, 0, 0);           /* L1, intra */
    ask(&bench, 0, 1, MESSAGE_WRITE, 7, 0, 1);
    ask(&bench, 0, 1, MESSAGE_ATOMIC, 8, 0, 1);
    RIG_EXPECT(kernel_of(&bench)->found[UNTIL_END], 2, 1, 1, 1, 1, 1, 1, 1);
    RIG_EXPECT(kernel_of(&bench)->found[UNTIL_FIRST_WARP], 1, 1, 1, 1, 1, 0, 1, 1);
    locality_free(bench.locality);
}
END_TEST

START_TEST(found_by_sectors)
{
    struct bench bench;
    set_up(&bench, true, L1D_WRITE_EVICT);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 3, 12);
    ask(&bench, 1, 0, MESSAGE_READ, 5, 4, 8);
    RIG_EXPECT(kernel_of(&bench)->found[UNTIL_END], 0, 0, 0, 0, 1, 0, 1, 4);
    locality_free(bench.locality);
}
END_TEST

START_TEST(latency)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    ask(&bench, 0, 0, MESSAGE_READ, 5, 15, 0);
    ask(&bench, 0, -1, MESSAGE_FETCH, 9, 15, 0);
    const struct message read = request_of(0, MESSAGE_READ_REPLY, 5, READ_TAG, 0),
                         fetch = request_of(0, MESSAGE_FETCH_REPLY, 9, CODE_TAG, 0),
                         ack = request_of(0, MESSAGE_WRITE_ACK, 6, WRITE_TAG, 0);
    locality_replied(bench.locality, 0, 350, &read);
    locality_replied(bench.locality, 0, 110, &fetch);
    locality_replied(bench.locality, 0, 110, &ack);
    const struct locality_latency *taken = kernel_of(&bench)->latency;
    ck_assert_uint_eq(taken[L2_LOADS].requests, 1);
    ck_assert_uint_eq(taken[L2_LOADS].cycles, 250);
    ck_assert_uint_eq(taken[L2_CODE].requests, 1);
    ck_assert_uint_eq(taken[L2_CODE].cycles, 10);
    ck_assert_uint_eq(taken[L2_STORES].requests, 0);
    locality_free(bench.locality);
}
END_TEST

START_TEST(rows)
{
    struct bench bench;
    set_up(&bench, false, L1D_WRITE_EVICT);
    static const uint8_t states[] = {DRAM_ROW_MISS, DRAM_ROW_HIT, DRAM_ROW_HIT, DRAM_ROW_CONFLICT};
    for (unsigned i = 0; i < 4; i++) {
        const struct message request =
            request_of(0, i == 3 ? MESSAGE_DRAM_WRITE : MESSAGE_DRAM_READ, i, 0, 0);
        const struct dram_access access = {
            .arrival_ps = 10, .data_end_ps = 110, .request = &request, .row_state = states[i]};
        locality_dram_access(bench.locality, &access);
    }
    RIG_EXPECT(kernel_of(&bench)->reads.states, 2, 1, 0);
    ck_assert_uint_eq(kernel_of(&bench)->reads.latency_ps, 300);
    RIG_EXPECT(bench.locality->write_backs.states, 0, 0, 1);
    ck_assert_uint_eq(bench.locality->write_backs.latency_ps, 100);
    locality_free(bench.locality);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("locality");
    TCase *cases = tcase_create("locality");
    tcase_add_test(cases, lines);
    tcase_add_test(cases, sectors);
    tcase_add_test(cases, uses);
    tcase_add_test(cases, stores_that_allocate);
    tcase_add_test(cases, loads_by_the_use_of_what_they_fetch);
    tcase_add_test(cases, other_paths);
    tcase_add_test(cases, bypassing_loads);
    tcase_add_test(cases, trips);
    tcase_add_test(cases, l2_classes);
    tcase_add_test(cases, tags);
    tcase_add_test(cases, found);
    tcase_add_test(cases, found_by_sectors);
    tcase_add_test(cases, latency);
    tcase_add_test(cases, rows);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
