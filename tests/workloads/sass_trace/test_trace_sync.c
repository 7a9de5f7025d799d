/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers, bulk copies and barriers of a part of a block, in traces of version 6. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"
#include "workloads/mbarrier.h"

#include <check.h>

static char *folder;
static struct trace_player player;

static void set_up(void)
{
    folder = trace_folder_new();
}

static void tear_down(void)
{
    trace_player_close(&player);
    trace_folder_remove(folder);
    g_free(folder);
}

static const struct trace_shape hopper = {.version = 6, .binary_version = 90, .shared_bytes = 64};

static void play(const struct trace_shape *shape, const char *lines)
{
    GError *error = NULL;
    g_autofree char *text = trace_one_warp(shape, lines);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    trace_player_start(&player, 0, 0);
}

static void expect_step(enum async_step step)
{
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.issued.async, step);
    ck_assert_uint_eq(trace_player_facts(&player)->op_class, OP_SYNC);
}

/* The mbarrier whose address the trace met as the index-th. */
static struct mbarrier barrier_at(unsigned index)
{
    return mbarrier_of(mbarrier_read(player.shared + (size_t)index * MBARRIER_BYTES));
}

#define ZEROS " 0x0 0x0 0x0 0x0 0x0 0x0"
/* A barrier of two arrivals and 4096 bytes. A lane with another parity than the phase's goes on. */
START_TEST(an_mbarrier_counts)
{
    static const char lines[] =
        "0000 00000001 0 SYNCS.EXCH.64 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 0x1ffffc\n"
        "0010 00000001 1 R8 SYNCS.ARRIVE.TRANS64 2 R4 R6 8 1 0x430 0 0 0 Val 1 9 1 0 1 0x1000\n"
        "0020 ffffffff 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 0x0\n"
        "0030 ffffffff 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 "
        "0x80000000\n"
        "0040 00000002 0 SYNCS.ARRIVE.TRANS64.A1T0 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 0x0\n"
        "0050 00000002 0 SYNCS.ARRIVE.TRANS64.A0TX 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 0x1000\n"
        "0060 ffffffff 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 R6 8 1 0x430 0 0 0 Val 1 0 1 0x0\n"
        "0070 00000003 0 SYNCS.ARRIVE.TRANS64.ART0 2 R4 R6 8 1 0x430 0 0 0 Val 1 0 32 0x1 0x1" ZEROS
            ZEROS ZEROS ZEROS ZEROS "\n0080 00000001 0 SYNCS.CCTL.IV 1 R4 8 1 0x430 0 0 0 NoVal\n";
    play(&hopper, lines);
    expect_step(ASYNC_ARRIVED);
    ck_assert_uint_eq(barrier_at(0).pending, 2);
    expect_step(ASYNC_ARRIVED);
    ck_assert_uint_eq(barrier_at(0).pending, 1);
    ck_assert_int_eq(barrier_at(0).bytes, 4096);
    expect_step(ASYNC_TRY_WAIT);
    ck_assert_uint_eq(player.issued.waits, UINT32_MAX);
    ck_assert_uint_eq(player.issued.limit_ns, ISSUED_NO_LIMIT);
    ck_assert_uint_eq(player.issued.address[31], 0);
    expect_step(ASYNC_TEST); /* the phase before: over */
    expect_step(ASYNC_ARRIVED);
    ck_assert(!barrier_at(0).parity);
    expect_step(ASYNC_ARRIVED);
    ck_assert(barrier_at(0).parity);
    expect_step(ASYNC_TEST);
    expect_step(ASYNC_ARRIVED);
    ck_assert(!barrier_at(0).parity);
    expect_step(ASYNC_ARRIVED);
    ck_assert_uint_eq(barrier_at(0).expected, 0);
}
END_TEST

/* Places in shared memory go to addresses in the order in which they are met, lane by lane. */
START_TEST(each_address_has_a_place)
{
    static const char lines[] =
        "0000 00000003 0 SYNCS.EXCH.64 2 R4 R6 8 1 0x7f0000000408 8 0 0 Val 1 0x0 1 0x1ffffe\n"
        "0010 00000001 0 SYNCS.ARRIVE.TRANS64.A0TR 2 UR4 R6 8 1 0x410 0 0 0 Val 1 0 1 0x20\n"
        "0020 00000001 0 SYNCS.ARRIVE.TRANS64.A0T1 2 UR4 R6 8 1 0x408 0 0 0 Val 1 0 1 0x20\n"
        "0030 00000003 0 ARRIVES.LDGSTSBAR.64.TRANSCNT 1 R4 8 1 0x408 8 0 0 NoVal\n";
    play(&hopper, lines);
    expect_step(ASYNC_ARRIVED);
    ck_assert_uint_eq(barrier_at(0).pending, 1);
    ck_assert_uint_eq(barrier_at(1).pending, 1);
    expect_step(ASYNC_ARRIVED);
    ck_assert_int_eq(barrier_at(1).bytes, 0x20);
    expect_step(ASYNC_ARRIVED);
    ck_assert_int_eq(barrier_at(0).bytes, 1);
    expect_step(ASYNC_TRACK);
    ck_assert_uint_eq(player.issued.waits, 3);
    ck_assert_uint_eq(player.issued.address[1], MBARRIER_BYTES);
    ck_assert_uint_eq(barrier_at(1).pending, 2);
}
END_TEST

static void expect_rows(const struct bulk_row *rows, unsigned n)
{
    const struct bulk_job *job = player.issued.bulk;
    ck_assert_ptr_nonnull(job);
    ck_assert(job->traced);
    ck_assert_uint_eq(job->n_rows, n);
    for (unsigned i = 0; i < n; i++) {
        ck_assert_uint_eq(job->rows[i].global, rows[i].global);
        ck_assert_uint_eq(job->rows[i].bytes, rows[i].bytes);
    }
}

/* Whole sectors; what lies side by side is one row. Bytes outside the tensor are counted, whether
 * the number of bytes has them or not. */
START_TEST(a_bulk_copy_is_rows)
{
    play(&hopper,
         "0000 ffffffff 0 UTMALDG.2D 2 UR4 UR8 16 0x400 0 80 48 4 0x1000 5 16 224 16 16 0 0 NoVal\n"
         "0010 00000001 0 UBLKCP.S.G 1 UR4 32 0x408 0 96 32 3 2 0x1010 0x2000 0 0 NoVal\n"
         "0020 00000001 0 UTMASTG.2D 1 UR4 16 0x0 0 32 0 3 2 0x3000 0x3010 0 0 NoVal\n");
    expect_step(ASYNC_BULK);
    expect_rows(
        (const struct bulk_row[]){{.global = 0x1000, .bytes = 32}, {.global = 0x10e0, .bytes = 64}},
        2);
    ck_assert_uint_eq(player.issued.bulk->kind, BULK_LOAD);
    ck_assert_uint_eq(player.issued.bulk->mbarrier, 0);
    ck_assert_uint_eq(player.issued.bulk->bytes, 128); /* 80 at the addresses, 48 outside */
    expect_step(ASYNC_BULK);
    expect_rows(
        (const struct bulk_row[]){{.global = 0x1000, .bytes = 64}, {.global = 0x2000, .bytes = 32}},
        2);
    ck_assert_uint_eq(player.issued.bulk->mbarrier, MBARRIER_BYTES);
    ck_assert_uint_eq(player.issued.bulk->bytes, 96); /* 64 at the addresses, 32 outside */
    expect_step(ASYNC_BULK);
    expect_rows((const struct bulk_row[]){{.global = 0x3000, .bytes = 32}}, 1);
    ck_assert_uint_eq(player.issued.bulk->kind, BULK_STORE);
    ck_assert_uint_eq(player.issued.bulk->mbarrier, BULK_NO_BARRIER);
}
END_TEST

/* A wait is for the groups of the last kind that the warp has committed. */
START_TEST(groups_of_stores)
{
    play(&hopper, "0030 00000001 0 UTMACMDFLUSH 0 0 0 0 NoVal\n"
                  "0040 ffffffff 0 DEPBAR.LE 0 0 1 0 NoVal\n"
                  "0050 00000001 0 UBLKCP.G.S 1 UR4 16 0x0 0 32 0 3 0 0 0 NoVal\n"
                  "0060 00000001 0 UBLKRED.G.S.ADD 1 UR4 16 0x0 0 32 0 3 0 0 0 NoVal\n"
                  "0070 00000001 0 UTMAPF.L2 1 UR4 16 0x0 0 32 0 3 1 0x40 0 0 NoVal\n"
                  "0080 00000000 0 UTMALDG.2D 2 UR4 UR8 16 0x0 0 0 0 3 0 0 0 NoVal\n"
                  "0090 ffffffff 0 LDGDEPBAR 0 0 0 0 NoVal\n"
                  "00a0 ffffffff 0 DEPBAR.LE 0 0 1 0 NoVal\n");
    expect_step(ASYNC_BULK_COMMIT);
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.issued.async, ASYNC_BULK_WAIT);
    ck_assert_uint_eq(player.issued.async_groups, 1);
    static const uint8_t kinds[] = {BULK_STORE, BULK_REDUCE, BULK_PREFETCH};
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        expect_step(ASYNC_BULK);
        ck_assert_uint_eq(player.issued.bulk->kind, kinds[i]);
    }
    expect_step(ASYNC_NONE); /* no lane copies */
    ck_assert(trace_player_step(&player));
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.issued.async, ASYNC_WAIT);
}
END_TEST

/* Without values nobody waits, and without the column of the mbarrier; it is told. */
START_TEST(without_values_nobody_waits)
{
    static const char lines[] =
        "0000 00000001 0 SYNCS.EXCH.64 2 UR4 UR6 8 1 0x400 0 0 0 NoVal\n"
        "0010 00000001 0 SYNCS.ARRIVE.TRANS64.A1T0 2 UR4 UR6 8 1 0x400 0 0 0 NoVal\n"
        "0020 00000001 0 ARRIVES.LDGSTSBAR.64.ARVCNT 1 R4 8 1 0x400 8 0 0 NoVal\n"
        "0030 00000001 0 UTMALDG.2D 2 UR4 UR8 16 0x400 0 16 0 3 1 0x1000 0 0 NoVal\n"
        "0040 00000001 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 UR6 8 1 0x400 0 0 0 NoVal\n";
    play(&hopper, lines);
    for (unsigned i = 0; i < 3; i++)
        expect_step(ASYNC_NONE);
    expect_step(ASYNC_BULK);
    ck_assert_uint_eq(player.issued.bulk->mbarrier, BULK_NO_BARRIER);
    expect_step(ASYNC_NONE);
    ck_assert_uint_eq(trace_notes_assumed(&player.notes), 4);
    trace_player_close(&player);
    play(&(const struct trace_shape){.version = 5, .binary_version = 90},
         "0000 00000001 0 UTMALDG.2D 0 16 4 0x1000 3 128 128 0\n"
         "0010 00000001 0 SYNCS 0 0 0\n");
    expect_step(ASYNC_BULK);
    ck_assert_uint_eq(player.issued.bulk->mbarrier, BULK_NO_BARRIER);
    ck_assert_uint_eq(player.issued.bulk->n_rows, 3);
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(trace_player_facts(&player)->op_class, OP_INT);
    ck_assert_uint_eq(trace_notes_assumed(&player.notes), 2);
}
END_TEST

static void expect_barrier(unsigned id, unsigned threads, enum barrier_kind kind)
{
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.issued.barrier_id, id);
    ck_assert_uint_eq(player.issued.barrier_threads, threads);
    ck_assert_uint_eq(player.issued.barrier_kind, kind);
}

/* The first warp of four meets the second one alone. */
START_TEST(barriers_of_a_part)
{
    const struct trace_shape shape = {.version = 6, .binary_version = 90, .block = {64}};
    GString *text = g_string_new(NULL);
    trace_header_append(text, &shape);
    trace_block_begin(text, 0, 0, 0);
    trace_warp_append(text, 0,
                      "0000 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 3 32 NoVal\n"
                      "0010 ffffffff 0 BAR.ARV 0 0 1 64 NoVal\n"
                      "0020 ffffffff 1 R7 BAR.ARV 0 0 64 0 Val 1 0x5\n"
                      "0030 ffffffff 0 BAR.SYNC 0 0 0 0 NoVal\n"
                      "0040 ffffffff 0 EXIT 0 0 0 0 NoVal\n");
    trace_warp_append(text, 1,
                      "0030 ffffffff 0 BAR.SYNC 0 0 0 0 NoVal\n"
                      "0040 ffffffff 0 EXIT 0 0 0 0 NoVal\n");
    trace_block_end(text);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text->str);
    g_string_free(text, TRUE);
    GError *error = NULL;
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    trace_player_start(&player, 0, 0);
    expect_barrier(3, 32, BARRIER_SYNC);
    expect_barrier(1, 64, BARRIER_ARRIVE);
    expect_barrier(5, 64, BARRIER_ARRIVE);
    expect_barrier(0, 0, BARRIER_SYNC);
}
END_TEST

static const struct {
    unsigned shared_bytes;
    const char *lines, *error;
} wrong[] = {
    {8,
     "0000 00000001 0 SYNCS.EXCH.64 2 UR4 R6 8 1 0x400 0 0 0 Val 1 0 1 0x1ffffe\n"
     "0010 00000001 0 SYNCS.EXCH.64 2 UR4 R6 8 1 0x408 0 0 0 Val 1 0 1 0x1ffffe\n",
     "expected at most 1 mbarriers in 8 bytes of shared memory, found one more at address 0x408"},
    {64, "0000 00000001 0 UTMALDG 0 16 0x0 0 99999999 0 3 0 0 0 NoVal\n",
     "expected at most 1048575 bytes of a bulk copy"},
};

START_TEST(what_cannot_be_is_an_error)
{
    const struct trace_shape shape = {
        .version = 6, .binary_version = 90, .shared_bytes = wrong[_i].shared_bytes};
    g_autofree char *text = trace_one_warp(&shape, wrong[_i].lines);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
    g_autofree char *error = trace_player_error(path);
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(strstr(error, wrong[_i].error) != NULL, "%s", error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_sync");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, an_mbarrier_counts);
    tcase_add_test(tcase, each_address_has_a_place);
    tcase_add_test(tcase, a_bulk_copy_is_rows);
    tcase_add_test(tcase, groups_of_stores);
    tcase_add_test(tcase, without_values_nobody_waits);
    tcase_add_test(tcase, barriers_of_a_part);
    tcase_add_loop_test(tcase, what_cannot_be_is_an_error, 0, G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
