/* SPDX-License-Identifier: BSD-3-Clause */
/* Occupancy on compute capability 2.x, against values worked out by hand from the rules of the
 * CUDA Occupancy Calculator (CUDA toolkit 7.0, cuda_occupancy.h). */
#include "models/core/platform/platform.h"
#include "tests/rigs/fermi_limits.h"
#include "workloads/instruction.h"
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

struct known {
    uint32_t threads, registers;
    uint64_t shared;
    uint32_t capacity, warps;
    enum occupancy_resource limit;
};

/* A grid that fills any GPU, so that an SM's own limits decide. */
static struct occupancy compute(uint32_t threads, uint32_t registers, uint64_t shared)
{
    struct occupancy_need need = {
        .threads_per_block = threads,
        .registers_per_thread = registers,
        .shared_bytes_per_block = shared,
        .grid_blocks = 1000000,
        .n_sms = 15,
    };
    return occupancy_compute(&fermi, &need);
}

static const struct known known[] = {
    {64, 10, 0, 8, 16, OCCUPANCY_BLOCKS},
    {192, 10, 0, 8, 48, OCCUPANCY_WARPS},     /* and blocks */
    {256, 20, 0, 6, 48, OCCUPANCY_WARPS},     /* 640 a warp, 50 warps: 6 blocks, too */
    {256, 32, 0, 4, 32, OCCUPANCY_REGISTERS}, /* 1024 a warp, 16 in each half */
    {512, 20, 0, 3, 48, OCCUPANCY_WARPS},
    {512, 63, 0, 1, 16, OCCUPANCY_REGISTERS}, /* 2016 rounded to 2048, 16 warps */
    {1024, 16, 0, 1, 32, OCCUPANCY_WARPS},
    {1024, 32, 0, 1, 32, OCCUPANCY_WARPS}, /* exactly all registers */
    {96, 63, 0, 5, 15, OCCUPANCY_REGISTERS},
    {160, 40, 0, 4, 20, OCCUPANCY_REGISTERS}, /* 12 warps in each half; undivided 25: 5 blocks */
    {100, 8, 0, 8, 32, OCCUPANCY_BLOCKS},     /* 4 warps, the last one not full */
    {128, 8, 16384, 3, 12, OCCUPANCY_SHARED_MEMORY},
    {128, 8, 6145, 7, 28, OCCUPANCY_SHARED_MEMORY}, /* rounded to 6272 */
    {128, 8, 6144, 8, 32, OCCUPANCY_BLOCKS},
    {32, 0, 0, 8, 8, OCCUPANCY_BLOCKS},
};

START_TEST(test_known_cases)
{
    const struct known *k = &known[_i];
    struct occupancy o = compute(k->threads, k->registers, k->shared);
    ck_assert_uint_eq(o.capacity, k->capacity);
    ck_assert_uint_eq(o.blocks, k->capacity);
    ck_assert_uint_eq(o.warps, k->warps);
    ck_assert_uint_eq(o.warps_per_block, (k->threads + 31) / 32);
    ck_assert_str_eq(occupancy_resource_name(o.limit), occupancy_resource_name(k->limit));
}
END_TEST

struct misfit {
    uint32_t threads, registers;
    uint64_t shared;
    const char *text;
};

static const struct misfit misfits[] = {
    {1056, 8, 0, "a block needs 1056 threads, and there are 1024"},
    {1024, 33, 0, "a block needs 34816 registers, and there are 32768"},
    /* 9 warps of 3584 registers fit, but the check counts an even number of warps. */
    {288, 112, 0, "a block needs 35840 registers, and there are 32768"},
    {32, 8, 49153, "a block needs 49280 bytes of shared memory, and there are 49152"},
};

START_TEST(test_misfits)
{
    const struct misfit *m = &misfits[_i];
    struct occupancy o = compute(m->threads, m->registers, m->shared);
    ck_assert_uint_eq(o.capacity, 0);
    ck_assert_uint_eq(o.blocks, 0);
    ck_assert_uint_eq(o.warps, 0);
    char *text = occupancy_describe_misfit(&o);
    ck_assert_str_eq(text, m->text);
    g_free(text);
}
END_TEST

/* ---- launch bounds ----------------------------------------------------------------------------
 */

START_TEST(test_bounds_limit_registers)
{
    struct kernel_code code = {.registers_per_thread = 59};
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 59);
    code.max_threads = 512;
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 59);
    code.min_blocks = 3; /* 48 warps: 24 in each of two parts of 16384; 682, in units 640 */
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 20);
    const struct occupancy_need need = {.threads_per_block = 512,
                                        .registers_per_thread = occupancy_registers(&fermi, &code),
                                        .grid_blocks = 1000,
                                        .n_sms = 15};
    ck_assert_uint_eq(occupancy_compute(&fermi, &need).capacity, 3);
    code.max_threads = 500; /* warps count whole */
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 20);
    code.registers_per_thread = 18;
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 18);
    code.registers_per_thread = 59;
    code.max_threads = 1024; /* 64 warps are not possible, so that one block is wanted */
    code.min_blocks = 2;
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 32);
    code.min_blocks = 0;
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 59);
    code.max_threads = 32; /* 9 blocks are not possible */
    code.min_blocks = 9;
    ck_assert_uint_eq(occupancy_registers(&fermi, &code), 59);
}
END_TEST

/* ---- kernels side by side on an SM ---------------------------------------------------------- */

static struct occupancy_footprint footprint(uint32_t threads, uint32_t registers, uint64_t shared)
{
    const struct occupancy_need need = {.threads_per_block = threads,
                                        .registers_per_thread = registers,
                                        .shared_bytes_per_block = shared,
                                        .grid_blocks = 1,
                                        .n_sms = 1};
    return occupancy_footprint_of(&fermi, &need);
}

static struct occupancy_footprint times(struct occupancy_footprint one, uint64_t blocks)
{
    for (unsigned i = 0; i < OCCUPANCY_GRID; i++)
        one.amount[i] *= blocks;
    return one;
}

START_TEST(test_footprints)
{
    const struct occupancy_footprint a = footprint(250, 20, 1000), b = footprint(96, 63, 0);
    ck_assert_uint_eq(a.amount[OCCUPANCY_WARPS], 8);
    ck_assert_uint_eq(a.amount[OCCUPANCY_BLOCKS], 1);
    ck_assert_uint_eq(a.amount[OCCUPANCY_THREADS], 256);
    ck_assert_uint_eq(a.amount[OCCUPANCY_REGISTERS], 8 * 640);
    ck_assert_uint_eq(a.amount[OCCUPANCY_SHARED_MEMORY], 1024);
    ck_assert_uint_eq(b.amount[OCCUPANCY_WARPS], 3);
    ck_assert_uint_eq(b.amount[OCCUPANCY_REGISTERS], 4 * 2048); /* an even number of warps */
    ck_assert_uint_eq(b.amount[OCCUPANCY_SHARED_MEMORY], 0);
}
END_TEST

static void expect_room(struct occupancy_footprint used, struct occupancy_footprint block,
                        uint32_t room)
{
    ck_assert_uint_eq(occupancy_room(&fermi, &used, &block), room);
}

START_TEST(test_room)
{
    const struct occupancy_footprint none = {0}, small = footprint(256, 20, 0),
                                     big = footprint(1024, 20, 0), tiny = footprint(32, 0, 0);
    expect_room(none, small, 6);                           /* warps, threads, registers */
    expect_room(none, tiny, 8);                            /* blocks */
    expect_room(none, footprint(32, 0, 16385), 2);         /* shared memory: 16,512 each */
    expect_room(big, small, 2);                            /* 16 warps left */
    expect_room(big, big, 0);                              /* 16 of 32 warps */
    expect_room(times(small, 6), tiny, 0);                 /* no warp left */
    expect_room(times(small, 5), tiny, 3);                 /* blocks: 8 - 5 */
    expect_room(times(footprint(96, 63, 0), 3), small, 1); /* registers: 8,192 left of 5,120 each */
    expect_room(footprint(32, 0, 40000), footprint(32, 0, 3000), 2); /* 9,088 left, 3,072 each */
}
END_TEST

/* Alone, five such blocks fit, since halves are counted warp by warp; side by side with others they
 * count as more registers than there are. */
START_TEST(test_room_beside_odd_warps)
{
    const struct occupancy_footprint odd = times(footprint(96, 63, 0), 5);
    ck_assert_uint_eq(compute(96, 63, 0).capacity, 5);
    ck_assert_uint_gt(odd.amount[OCCUPANCY_REGISTERS], 32768);
    expect_room(odd, footprint(32, 1, 0), 0);
    expect_room(odd, footprint(32, 0, 0), 3); /* needs none */
}
END_TEST

START_TEST(test_fewer_warps_than_a_block)
{
    struct occupancy_limits small = fermi;
    small.max_warps = 2;
    struct occupancy_need need = {.threads_per_block = 96, .grid_blocks = 1, .n_sms = 1};
    struct occupancy o = occupancy_compute(&small, &need);
    ck_assert_uint_eq(o.capacity, 0);
    ck_assert_int_eq(o.limit, OCCUPANCY_WARPS);
}
END_TEST

START_TEST(test_threads_limit)
{
    struct occupancy_limits narrow = fermi;
    narrow.max_threads = 1024;
    struct occupancy_need need = {.threads_per_block = 250, .grid_blocks = 100, .n_sms = 1};
    struct occupancy o = occupancy_compute(&narrow, &need);
    ck_assert_uint_eq(o.capacity, 4); /* 8 warps count as 256 threads */
    ck_assert_int_eq(o.limit, OCCUPANCY_THREADS);
}
END_TEST

START_TEST(test_small_grid)
{
    struct occupancy_need need = {
        .threads_per_block = 256, .registers_per_thread = 16, .grid_blocks = 31, .n_sms = 15};
    struct occupancy o = occupancy_compute(&fermi, &need);
    ck_assert_uint_eq(o.capacity, 6);
    ck_assert_uint_eq(o.blocks, 3);
    ck_assert_uint_eq(o.warps, 24);
    ck_assert_str_eq(occupancy_resource_name(o.limit), "grid");
    need.grid_blocks = 90; /* exactly 6 each: not the grid's fault */
    ck_assert_int_eq(occupancy_compute(&fermi, &need).limit, OCCUPANCY_WARPS);
}
END_TEST

/* ---- from a platform file ------------------------------------------------------------- */

static const char xml[] =
    "<?xml version='1.0'?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n<zone id=\"gpu\" routing=\"Full\">\n"
    "<cluster id=\"sm\" prefix=\"sm\" suffix=\"\" radical=\"0-3\" speed=\"1400Mf\" bw=\"1GBps\" "
    "lat=\"10ns\">\n"
    "<prop id=\"model\" value=\"sm\"/>\n<prop id=\"warps\" value=\"48\"/>\n"
    "<prop id=\"blocks\" value=\"8\"/>\n<prop id=\"threads\" value=\"1536\"/>\n"
    "<prop id=\"threads.per_block\" value=\"1024\"/>\n"
    "<prop id=\"registers\" value=\"32768\"/>\n"
    "<prop id=\"registers.allocation\" value=\"64\"/>\n"
    "<prop id=\"registers.warp_granularity\" value=\"2\"/>\n"
    "<prop id=\"shared.size\" value=\"48KiB\"/>\n"
    "<prop id=\"shared.allocation\" value=\"128B\"/>\n</cluster>\n</zone>\n</platform>\n";

static struct platform *load(const char *assignment)
{
    GError *error = NULL;
    char *path = NULL;
    int file = g_file_open_tmp("occupancy-XXXXXX.xml", &path, &error);
    ck_assert_ptr_null(error);
    g_close(file, NULL);
    ck_assert(g_file_set_contents(path, xml, -1, NULL));
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "");
    if (assignment)
        ck_assert(platform_set(platform, assignment, NULL));
    g_unlink(path);
    g_free(path);
    return platform;
}

START_TEST(test_read)
{
    struct occupancy_limits limits;
    struct platform *platform = load(NULL);
    ck_assert(occupancy_limits_read(platform_group(platform, "sm", NULL), &limits, NULL));
    ck_assert_mem_eq(&limits, &fermi, sizeof limits);
    GError *error = NULL;
    ck_assert_msg(platform_finish_reading(platform, &error), "%s", error ? error->message : "");
    platform_free(platform);
}
END_TEST

START_TEST(test_read_refuses)
{
    struct occupancy_limits limits;
    GError *error = NULL;
    struct platform *platform = load("sm.registers.warp_granularity=3");
    ck_assert(!occupancy_limits_read(platform_group(platform, "sm", NULL), &limits, &error));
    ck_assert_ptr_nonnull(strstr(error->message, "32768 registers cannot be divided into 3"));
    g_clear_error(&error);
    platform_free(platform);
}
END_TEST

START_TEST(test_carve_out)
{
    const struct occupancy_carve_out volta = {6, {0, 8192, 16384, 32768, 65536, 98304}};
    ck_assert_uint_eq(occupancy_carve(&volta, 0), 0);
    ck_assert_uint_eq(occupancy_carve(&volta, 1), 8192);
    ck_assert_uint_eq(occupancy_carve(&volta, 8192), 8192);
    ck_assert_uint_eq(occupancy_carve(&volta, 8193), 16384);
    ck_assert_uint_eq(occupancy_carve(&volta, 98304), 98304);
    ck_assert_uint_eq(occupancy_carve(&volta, 98305), 98304);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("occupancy");
    TCase *tcase = tcase_create("occupancy");
    tcase_add_loop_test(tcase, test_known_cases, 0, G_N_ELEMENTS(known));
    tcase_add_loop_test(tcase, test_misfits, 0, G_N_ELEMENTS(misfits));
    tcase_add_test(tcase, test_bounds_limit_registers);
    tcase_add_test(tcase, test_footprints);
    tcase_add_test(tcase, test_room);
    tcase_add_test(tcase, test_room_beside_odd_warps);
    tcase_add_test(tcase, test_fewer_warps_than_a_block);
    tcase_add_test(tcase, test_threads_limit);
    tcase_add_test(tcase, test_small_grid);
    tcase_add_test(tcase, test_carve_out);
    tcase_add_test(tcase, test_read);
    tcase_add_test(tcase, test_read_refuses);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
