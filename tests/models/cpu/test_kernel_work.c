/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel is to a CPU: packs, accesses and lines of made instructions, and its time by hand.
 */
#include "models/cpu/kernel_work.h"
#include "workloads/static_facts.h"
#include <check.h>
#include <stdlib.h>

enum { LANES = 8, LINE = 64, LOAD = OP_CLASSES, CODE };
static struct kernel_profile profile;
/* An instruction of each class, and a load of 4 bytes. */
static struct instruction instructions[CODE];
static const struct kernel_code code = {.instructions = instructions, .n_instructions = CODE};

static void set_up(void)
{
    for (unsigned class = 0; class < OP_CLASSES; class ++)
        instructions[class] = (struct instruction){.op_class = (uint8_t) class};
    instructions[LOAD] = (struct instruction){.op_class = OP_LOAD, .access_bytes = 4};
    kernel_profile_init(&profile, LANES, 4 * 1024 * 1024);
    kernel_profile_begin(&profile, &code, 64);
}

static void tear_down(void)
{
    kernel_profile_finish(&profile);
}

static void note(enum op_class class, lane_mask active)
{
    struct issued what = {.active = active};
    kernel_profile_note(&profile, &instructions[class], &what);
}

static struct kernel_step *loads(void)
{
    return &profile.steps[LOAD];
}

/* The load's form; all else are vectors. */
static void set_form(struct simd_form form)
{
    if (!profile.forms)
        profile.forms = g_new0(struct simd_form, CODE);
    profile.forms[LOAD] = form;
}

/* Lane i's address is base + i x stride. */
static void load(lane_mask active, uint64_t base, uint64_t stride)
{
    struct issued what = {.active = active, .space = SPACE_GLOBAL, .element_bytes = 4};
    for (unsigned i = 0; i < WARP_LANES; i++)
        what.address[i] = base + i * stride;
    kernel_profile_note(&profile, &instructions[LOAD], &what);
}

START_TEST(counts_packs_with_threads)
{
    note(OP_FP32, UINT32_MAX);
    note(OP_FP32, 0x00010001);
    note(OP_FP32, 0);
    note(OP_INT_DIV, 0xff);
    ck_assert_uint_eq(profile.steps[OP_FP32].packs, 4 + 2);
    ck_assert_uint_eq(profile.steps[OP_FP32].threads, 32 + 2);
    ck_assert_uint_eq(profile.steps[OP_INT_DIV].packs, 1);
    ck_assert_uint_eq(profile.steps[OP_INT_DIV].threads, 8);
}
END_TEST

/* Neighbours, the same, and strided; two lines of 64 bytes, one that is there, 32 lines. */
START_TEST(looks_at_addresses)
{
    load(UINT32_MAX, 0x1000, 4);
    ck_assert_uint_eq(loads()->in_one, 4);
    ck_assert_uint_eq(profile.llc_accesses, 2);
    load(UINT32_MAX, 0x1040, 0);
    ck_assert_uint_eq(loads()->in_one, 8);
    ck_assert_uint_eq(profile.llc_accesses, 2);
    load(UINT32_MAX, 0x10000, 64);
    ck_assert_uint_eq(loads()->scattered, 32);
    ck_assert_uint_eq(profile.llc_accesses, 34);
    ck_assert_uint_eq(profile.llc_misses, 34);
}
END_TEST

/* 1 MiB twice: too much for a core's own cache, and all of the second time in the last one, which
 * keeps it for the next kernel. */
START_TEST(has_two_caches)
{
    for (unsigned turn = 0; turn < 2; turn++)
        for (uint64_t at = 0; at < 1 << 20; at += WARP_LANES * 4)
            load(UINT32_MAX, at, 4);
    ck_assert_uint_eq(profile.llc_accesses, 2 * (1 << 20) / LINE);
    ck_assert_uint_eq(profile.llc_misses, (1 << 20) / LINE);
    ck_assert_uint_eq(profile.llc_lines, (1 << 20) / LINE);
    kernel_profile_begin(&profile, &code, 64);
    for (uint64_t at = 0; at < 1 << 20; at += WARP_LANES * 4)
        load(UINT32_MAX, at, 4);
    ck_assert_uint_eq(profile.llc_accesses, (1 << 20) / LINE);
    ck_assert_uint_eq(profile.llc_misses, 0);
    /* A quarter of the cache: the last use was four lines of the set ago. */
    ck_assert_uint_eq(profile.llc_lines, (1 << 20) / LINE);
    ck_assert_uint_eq(profile.llc_hits[3], (1 << 20) / LINE);
}
END_TEST

static const struct cpu_host host = {.cores = 4, .clock_hz = 1e9, .dram_latency_ns = 100};

static void make(enum op_class class, uint64_t packs)
{
    profile.steps[class] =
        (struct kernel_step){.warps = (packs + 3) / 4, .packs = packs, .threads = packs * LANES};
}

static void make_loads(uint64_t in_one, uint64_t scattered)
{
    const uint64_t packs = in_one + scattered / LANES;
    *loads() = (struct kernel_step){.warps = (packs + 3) / 4,
                                    .packs = packs,
                                    .threads = packs * LANES,
                                    .in_one = in_one,
                                    .scattered = scattered};
}

static double cycles(void)
{
    const struct kernel_work work = kernel_work_of(&profile, &host, 4);
    return work.phase.instructions / work.phase.ipc;
}

/* 1,000 packs of adds, beside them 100 of accesses, 10 lines of which miss: 1,000 cycles and 10 x
 * 100 / 10, and two hits 2 x 30 / 10. Six blocks on four cores: the longest has two of six. */
START_TEST(adds_up)
{
    make(OP_FP32, 1000);
    make_loads(100, 0);
    profile.llc_accesses = 12;
    profile.llc_misses = 10;
    profile.llc_hits[2] = 2;
    profile.llc_lines = 11;
    const struct kernel_work work = kernel_work_of(&profile, &host, 6);
    ck_assert_uint_eq(work.cores, 4);
    ck_assert_double_eq_tol(work.phase.ipc, 1100.0 / 1106, 1e-12);
    ck_assert_double_eq_tol(work.instructions, 1100.0 / 3, 1e-9);
    ck_assert_double_eq_tol(work.phase.llc_misses, 10 / 1.1, 1e-9);
    ck_assert_double_eq_tol(work.phase.footprint_bytes, 11 * LINE, 1e-9);
    ck_assert_double_eq_tol(work.curve.hits[2], 2 / 1.1, 1e-9);
    ck_assert_uint_eq(kernel_work_of(&profile, &host, 2).cores, 2);
}
END_TEST

/* A pack alone takes what the sources of its cost say. */
START_TEST(has_sourced_costs)
{
    const struct {
        enum op_class class;
        double cycles;
    } sourced[] = {{OP_INT, 1},       {OP_INT_MUL, 2}, {OP_FP32, 1},     {OP_CONVERT, 1},
                   {OP_FP32_DIV, 14}, {OP_FP64, 2},    {OP_FP64_DIV, 56}};
    for (unsigned i = 0; i < sizeof sourced / sizeof sourced[0]; i++) {
        make(sourced[i].class, 1000);
        ck_assert_double_eq_tol(cycles(), 1000 * sourced[i].cycles, 1e-9);
        make(sourced[i].class, 0);
    }
}
END_TEST

/* 900 each of integers, floats and accesses keep their units busy for 900 cycles, and 60 divisions
 * theirs for 840; integers are issued twice, so that 3,660 are issued, in 915. Atomics are alone.
 */
START_TEST(units_work_beside_each_other)
{
    make(OP_INT, 900);
    make(OP_FP32, 900);
    make_loads(900, 0);
    make(OP_FP32_DIV, 60);
    ck_assert_double_eq_tol(cycles(), 915, 1e-9);
    make(OP_ATOMIC, 1);
    ck_assert_double_eq_tol(cycles(), 917 + 160, 1e-9);
}
END_TEST

/* What a load costs by its form: 1,000 packs in one; of groups of 2 with both used a load and a
 * shuffle each, of 4 with one used four loads; a thread's own address is taken out of a vector, or
 * is known. A scalar's load is half a vector's; once a block is once for its two warps. */
START_TEST(loads_by_form)
{
    const struct {
        struct simd_form form;
        double cycles;
    } cases[] = {{{.access = SIMD_NEXT}, 1000},
                 {{.access = SIMD_SAME}, 500},
                 {{.access = SIMD_GROUP, .apart = 2, .members = 2}, 1000},
                 {{.access = SIMD_GROUP, .apart = 4, .members = 1}, 4000},
                 {{.access = SIMD_GROUP, .apart = 4, .members = 4}, 2000},
                 {{.kind = SIMD_SCALAR, .access = SIMD_SAME}, 500},
                 {{.kind = SIMD_ONCE, .access = SIMD_SAME}, 250 / 2 * 0.5},
                 {{.kind = SIMD_FREE}, 1},
                 {{.access = SIMD_NEXT, .blends = true}, 1000}};
    make_loads(1000, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        set_form(cases[i].form);
        ck_assert_double_eq_tol(cycles(), cases[i].cycles, 1e-9);
    }
    /* Beside 20,000 cycles of what isn't worth to be done thread by thread. */
    make(OP_FP32_DIV, 1428);
    make_loads(0, 16000);
    set_form((struct simd_form){.access = SIMD_GATHER});
    ck_assert_double_eq_tol(cycles(), 32000, 1e-9);
    set_form((struct simd_form){.access = SIMD_STRIDE});
    ck_assert_double_eq_tol(cycles(), 1428 * 14, 1e-9);
}
END_TEST

/* A kernel that does nothing but gather runs thread by thread: a load each. */
START_TEST(is_not_always_vectorised)
{
    make_loads(0, 16000);
    set_form((struct simd_form){.access = SIMD_GATHER});
    ck_assert_double_eq_tol(cycles(), 8000, 1e-9);
    make(OP_FP32, 1000);
    ck_assert_double_eq_tol(cycles(), 8000, 1e-9);
    make(OP_FP32, 10000);
    ck_assert_double_eq_tol(cycles(), 32000, 1e-9);
}
END_TEST

/* More of anything is never less time, and more cores or a faster clock never more. */
START_TEST(is_monotone)
{
    make(OP_INT, 1000);
    struct kernel_work before = kernel_work_of(&profile, &host, 64);
    for (unsigned class = 0; class < OP_CLASSES; class ++) {
        make(class, profile.steps[class].packs + 10);
        if (class == OP_LOAD || class == OP_STORE)
            make_loads(0, loads()->scattered + LANES);
        const struct kernel_work work = kernel_work_of(&profile, &host, 64);
        ck_assert_double_ge(work.instructions / work.phase.ipc,
                            before.instructions / before.phase.ipc * (1 - 1e-12));
        before = work;
    }
    ck_assert_double_gt(before.instructions / before.phase.ipc, 1000.0 / 4 + 100);
    for (unsigned cores = 5; cores < 70; cores++) {
        struct cpu_host more = host;
        more.cores = cores;
        const struct kernel_work work = kernel_work_of(&profile, &more, 64);
        ck_assert_double_le(work.instructions, before.instructions);
        before = work;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel_work");
    TCase *tcase = tcase_create("kernel_work");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, counts_packs_with_threads);
    tcase_add_test(tcase, looks_at_addresses);
    tcase_add_test(tcase, has_two_caches);
    tcase_add_test(tcase, adds_up);
    tcase_add_test(tcase, has_sourced_costs);
    tcase_add_test(tcase, units_work_beside_each_other);
    tcase_add_test(tcase, loads_by_form);
    tcase_add_test(tcase, is_not_always_vectorised);
    tcase_add_test(tcase, is_monotone);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
