/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines that blocks read, found before the launch: against lists by hand. Lines are of 128
 * bytes, numbers count from that of DEVICE_BASE. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/ptx/exec/block_lines/block_lines.h"

#include <check.h>
#include <string.h>

/* Parameters: in, n, other. %r1: the thread's number in its row; %r2: its number in the grid's row;
 * %rd2: in + 4 * that; %r3: n; %rd3: other. */
#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".const .align 4 .b32 table[4] = {0, 256, 512, 1024};\n"                                       \
    ".func (.param .b32 r) twice(.param .b32 a, .param .b64 p)\n{ .reg .b32 %r<4>; .reg .b64 "     \
    "%rd<2>;\nld.param.u32 %r1, [a]; ld.param.u64 %rd1, [p]; ld.global.u32 %r2, [%rd1];\n"         \
    "add.u32 %r3, %r1, %r2; st.param.b32 [r], %r3; ret;\n}\n"                                      \
    ".visible .entry k(.param .u64 in, .param .u32 n, .param .u64 other)\n{\n"                     \
    ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .f32 %f<4>;\n"                    \
    ".shared .align 4 .b8 tile[256];\n"                                                            \
    "ld.param.u64 %rd1, [in]; ld.param.u32 %r3, [n]; ld.param.u64 %rd3, [other];\n"                \
    "mov.u32 %r1, %tid.x; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ntid.x;\n"                          \
    "mad.lo.u32 %r2, %r4, %r5, %r1; mul.wide.u32 %rd4, %r2, 4; add.s64 %rd2, %rd1, %rd4;\n"
#define TAIL "ret;\n}\n"

enum { LINE = 128, MAX_LINES = 64 };
static const struct block_lines_limits ample = {1 << 20, 1 << 24, 1 << 20};

struct fixture {
    struct harness h;
    struct launch launch;
    struct block_lines *found;
};

static void init(struct fixture *f, const char *body, uint32_t grid_x, uint32_t block_x)
{
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    harness_init(&f->h, text, "k");
    harness_param_u64(&f->h, 0, DEVICE_BASE);
    harness_param_u64(&f->h, 1, 3);
    harness_param_u64(&f->h, 2, DEVICE_BASE + 100 * LINE);
    f->launch = (struct launch){
        .code = f->h.code, .grid = {grid_x, 1, 1}, .block = {block_x, 1, 1}, .params = f->h.params};
    f->found = NULL;
}

static void look(struct fixture *f, const struct block_lines_limits *limits)
{
    const uint32_t *grid = f->launch.grid;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    block_lines_free(f->found);
    f->found = exec_block_lines_within(&f->launch, blocks, LINE, limits);
    ck_assert_ptr_nonnull(f->found);
    ck_assert_uint_eq(f->found->n_blocks, blocks);
    ck_assert_uint_eq(f->found->first[0], 0);
}

static void start(struct fixture *f, const char *body, uint32_t grid_x, uint32_t block_x)
{
    init(f, body, grid_x, block_x);
    look(f, &ample);
}

static void finish(struct fixture *f)
{
    block_lines_free(f->found);
    harness_finish(&f->h);
}

/* expected: "0 1 100", lines of the block. */
static void expect(const struct fixture *f, uint64_t block, const char *expected)
{
    GString *found = g_string_new(NULL);
    for (uint64_t i = f->found->first[block]; i < f->found->first[block + 1]; i++)
        g_string_append_printf(found, "%s%d", found->len ? " " : "",
                               (int)(f->found->lines[i] - DEVICE_BASE / LINE));
    ck_assert_msg(strcmp(found->str, expected) == 0, "block %d reads %s, not %s", (int)block,
                  found->str, expected);
    g_string_free(found, TRUE);
}

static void expect_loads(const struct fixture *f, uint32_t known, uint32_t unknown)
{
    ck_assert_uint_eq(f->found->reads_known, known);
    ck_assert_uint_eq(f->found->reads_unknown, unknown);
}

START_TEST(each_block_its_own)
{
    struct fixture f;
    start(&f, "ld.global.f32 %f1, [%rd2]; st.global.f32 [%rd2+4096], %f1;\n", 3, 64);
    expect(&f, 0, "0 1");
    expect(&f, 1, "2 3");
    expect(&f, 2, "4 5");
    expect_loads(&f, 1, 0);
    finish(&f);
}
END_TEST

/* Lines may be shorter than an access: all of its elements are read. */
START_TEST(elements)
{
    enum { ELEMENT = 4 };
    struct fixture f;
    init(&f, "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd1+32];\n", 1, 32);
    f.found = exec_block_lines_within(&f.launch, 1, ELEMENT, &ample);
    ck_assert_uint_eq(f.found->line_bytes, ELEMENT);
    ck_assert_uint_eq(f.found->first[1], 4);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(f.found->lines[i], DEVICE_BASE / ELEMENT + 8 + i);
    finish(&f);
}
END_TEST

START_TEST(threads_and_blocks_in_two_dimensions)
{
    /* Block (x, y) of 8 x 8 threads reads rows of a matrix of 64 words: element
     * (8 y + tid.y, 8 x + tid.x), in lines 2 * row + x / 4. */
    static const char body[] = "mov.u32 %r6, %tid.y; mov.u32 %r7, %ctaid.y; shl.b32 %r7, %r7, 3;\n"
                               "add.u32 %r6, %r6, %r7; mad.lo.u32 %r8, %r6, 64, %r2;\n"
                               "mul.wide.u32 %rd5, %r8, 4; add.s64 %rd6, %rd1, %rd5;\n"
                               "ld.global.u32 %r9, [%rd6];\n";
    struct fixture f;
    init(&f, body, 8, 8);
    f.launch.grid[1] = 2;
    f.launch.block[1] = 8;
    look(&f, &ample);
    expect(&f, 0, "0 2 4 6 8 10 12 14");
    expect(&f, 3, "0 2 4 6 8 10 12 14");
    expect(&f, 4, "1 3 5 7 9 11 13 15");
    expect(&f, 8, "16 18 20 22 24 26 28 30");
    finish(&f);
}
END_TEST

START_TEST(loops_with_counters)
{
    /* for (i = 0; i < n; i++) read in[512 i + tid + block], twice; a sum that isn't needed */
    static const char body[] = "mov.u32 %r6, 0; mov.u32 %r10, 0;\n"
                               "LOOP: mad.lo.u32 %r7, %r6, 512, %r2; mul.wide.u32 %rd5, %r7, 4; "
                               "add.s64 %rd6, %rd1, %rd5;\n"
                               "ld.global.u32 %r8, [%rd6]; ld.global.u32 %r9, [%rd6+4];\n"
                               "add.u32 %r10, %r10, %r8; add.u32 %r6, %r6, 1;\n"
                               "setp.lt.u32 %p1, %r6, %r3; @%p1 bra LOOP;\n";
    struct fixture f;
    start(&f, body, 2, 32);
    expect(&f, 0, "0 1 16 17 32 33");
    expect(&f, 1, "1 2 17 18 33 34");
    expect_loads(&f, 2, 0);
    finish(&f);
}
END_TEST

START_TEST(trip_counts_of_lanes)
{
    /* for (i = 0; i <= tid; i += 16) read in[32 * (i + tid)] */
    static const char body[] =
        "mov.u32 %r6, 0;\n"
        "LOOP: add.u32 %r7, %r6, %r1; mul.wide.u32 %rd5, %r7, 128; add.s64 %rd6, %rd1, %rd5;\n"
        "setp.gt.u32 %p2, %r1, 3; @!%p2 ld.global.u32 %r8, [%rd6];\n"
        "add.u32 %r6, %r6, 16; setp.le.u32 %p1, %r6, %r1; @%p1 bra LOOP;\n"
        "and.b32 %r9, %r1, 15; setp.ne.u32 %p3, %r9, 15; @%p3 bra OUT;\n"
        "ld.global.u32 %r8, [%rd6];\nOUT:\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 1 2 3 15 47"); /* lane 15: i = 0; lane 31: last with i = 16 */
    expect_loads(&f, 2, 0);
    finish(&f);
}
END_TEST

START_TEST(addresses_from_data)
{
    /* in[in[tid]] isn't known, and neither is in[tid + (in[tid] & 0)]; in[2048 + tid] is. */
    static const char body[] =
        "ld.global.u32 %r6, [%rd2]; mul.wide.u32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
        "ld.global.u32 %r7, [%rd6]; ld.global.u32 %r8, [%rd2+8192];\n"
        "st.shared.u32 [tile], %r6; ld.shared.u32 %r9, [tile]; mul.wide.u32 %rd5, %r9, 4;\n"
        "add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n"
        "atom.global.add.u32 %r9, [%rd3], 1; mul.wide.u32 %rd5, %r9, 4;\n"
        "add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 64");
    expect_loads(&f, 2, 3);
    ck_assert_uint_lt(f.found->unknown_pcs[0], f.found->unknown_pcs[1]);
    finish(&f);
}
END_TEST

START_TEST(conditions_from_data)
{
    /* Behind the point where the ways meet, all is known again but what was written on them. */
    static const char body[] =
        "ld.global.u32 %r6, [%rd2]; setp.eq.u32 %p1, %r6, 0; mov.u32 %r7, 0;\n"
        "@%p1 bra JOIN;\n"
        "ld.global.u32 %r8, [%rd2+1280]; mov.u32 %r7, 4;\n"
        "JOIN: ld.global.u32 %r8, [%rd2+2560];\n"
        "mul.wide.u32 %rd5, %r7, 4; add.s64 %rd6, %rd2, %rd5; ld.global.u32 %r8, [%rd6+3840];\n"
        "@%p1 ld.global.u32 %r8, [%rd2+5120];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 20");
    expect_loads(&f, 2, 3);
    finish(&f);
}
END_TEST

START_TEST(loops_that_data_end)
{
    /* do read in[32 i]; while (it isn't 0): the first trip is known, and what is behind the loop */
    static const char body[] = "mov.u64 %rd5, %rd1;\n"
                               "LOOP: ld.global.u32 %r6, [%rd5]; add.s64 %rd5, %rd5, 128;\n"
                               "setp.ne.u32 %p1, %r6, 0; @%p1 bra LOOP;\n"
                               "ld.global.u32 %r7, [%rd3]; ld.global.u32 %r7, [%rd5+1024];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 100");
    expect_loads(&f, 1, 2);
    finish(&f);
}
END_TEST

START_TEST(lanes_that_data_end)
{
    static const char body[] =
        "ld.global.u32 %r6, [%rd2]; setp.eq.u32 %p1, %r6, 0; setp.gt.u32 %p2, %r1, 15;\n"
        "@%p2 exit; ld.global.u32 %r7, [%rd2+1280];\n"
        "@%p1 exit; ld.global.u32 %r7, [%rd2+2560];\n";
    struct fixture f;
    start(&f, body, 1, 64);
    expect(&f, 0, "0 1 10");
    expect_loads(&f, 2, 1);
    finish(&f);
}
END_TEST

START_TEST(ways_that_meet_nowhere)
{
    static const char body[] =
        "ld.global.u32 %r6, [%rd2]; setp.eq.u32 %p1, %r6, 0; setp.gt.u32 %p2, %r1, 15;\n"
        "@%p2 bra KNOWN; @%p1 bra OTHER; ld.global.u32 %r7, [%rd2+1280]; exit;\n"
        "OTHER: ld.global.u32 %r7, [%rd2+2560]; exit;\n"
        "KNOWN: ld.global.u32 %r7, [%rd2+3840];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 30");
    expect_loads(&f, 2, 2);
    finish(&f);
}
END_TEST

START_TEST(barriers_and_shared_memory_are_passed_over)
{
    static const char body[] =
        "ld.global.u32 %r6, [%rd2]; st.shared.u32 [tile], %r6; bar.sync 0;\n"
        "ld.shared.u32 %r7, [tile]; mov.u32 %r8, 0;\n"
        "SPIN: add.u32 %r8, %r8, 1; setp.ne.u32 %p1, %r8, 0; @%p1 bra SPIN;\n"
        "ld.global.u32 %r7, [%rd2+256];\n";
    struct fixture f;
    start(&f, body, 1, 64); /* the loop of 2^32 trips decides nothing */
    expect(&f, 0, "0 1 2 3");
    expect_loads(&f, 2, 0);
    finish(&f);
}
END_TEST

START_TEST(calls_are_not_looked_into)
{
    static const char body[] =
        "{ .param .b32 a; .param .b64 p; .param .b32 r;\n"
        "st.param.b32 [a], %r1; st.param.b64 [p], %rd2;\n"
        "call.uni (r), twice, (a, p); ld.param.b32 %r6, [r]; }\n"
        "ld.global.u32 %r7, [%rd2]; mul.wide.u32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
        "ld.global.u32 %r8, [%rd6];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0");
    expect_loads(&f, 1, 2);
    finish(&f);
}
END_TEST

START_TEST(tables_of_targets)
{
    static const char body[] = "and.b32 %r6, %r4, 1; WAYS: .branchtargets A, B;\n"
                               "brx.idx %r6, WAYS;\n"
                               "A: ld.global.u32 %r7, [%rd1]; bra JOIN;\n"
                               "B: ld.global.u32 %r7, [%rd3];\n"
                               "JOIN: ld.global.u32 %r8, [%rd1+512]; and.b32 %r8, %r8, 1;\n"
                               "MORE: .branchtargets C, D;\n brx.idx %r8, MORE;\n"
                               "C: ld.global.u32 %r7, [%rd1+640]; bra END;\n"
                               "D: ld.global.u32 %r7, [%rd1+768];\n"
                               "END: ld.global.u32 %r7, [%rd1+896];\n";
    struct fixture f;
    start(&f, body, 2, 32);
    expect(&f, 0, "0 4 7");
    expect(&f, 1, "4 7 100");
    expect_loads(&f, 4, 2);
    finish(&f);
}
END_TEST

START_TEST(constants_and_generic_addresses)
{
    /* table[ctaid] is an offset into in; a generic load of device memory */
    static const char body[] =
        "mov.u64 %rd5, table; mul.wide.u32 %rd6, %r4, 4;\n"
        "add.s64 %rd5, %rd5, %rd6; ld.const.u32 %r6, [%rd5];\n"
        "cvt.u64.u32 %rd7, %r6; add.s64 %rd8, %rd1, %rd7; ld.u32 %r7, [%rd8];\n";
    struct fixture f;
    start(&f, body, 4, 32);
    expect(&f, 0, "0");
    expect(&f, 1, "2");
    expect(&f, 2, "4");
    expect(&f, 3, "8");
    ck_assert_uint_eq(f.found->reads_unknown, 0);
    finish(&f);
}
END_TEST

START_TEST(where_and_when_is_not_known)
{
    static const char body[] =
        "mov.u32 %r6, %smid; mul.wide.u32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
        "ld.global.u32 %r7, [%rd6]; mov.u32 %r6, %clock; mul.wide.u32 %rd5, %r6, 4;\n"
        "add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n"
        "mov.u32 %r6, %laneid; shfl.sync.idx.b32 %r7, %r6, 31, 31, -1;\n" /* known: 31 */
        "mul.wide.u32 %rd5, %r7, 128; add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n"
        "ld.global.u32 %r6, [%rd2]; shfl.sync.idx.b32 %r7, %r6, 0, 31, -1;\n"
        "mul.wide.u32 %rd5, %r7, 4; add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 31");
    expect_loads(&f, 2, 3);
    finish(&f);
}
END_TEST

START_TEST(who_is_left_is_not_known)
{
    /* Lanes 16 and on know that they run, and not with whom. */
    static const char body[] =
        "setp.gt.u32 %p2, %r1, 15; @%p2 bra SKIP;\n"
        "ld.global.u32 %r6, [%rd2]; setp.eq.u32 %p1, %r6, 0; @%p1 exit;\n"
        "SKIP: activemask.b32 %r7; popc.b32 %r7, %r7; mul.wide.u32 %rd5, %r7, 128;\n"
        "add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6]; ld.global.u32 %r7, [%rd2+8192];\n";
    struct fixture f;
    start(&f, body, 1, 32);
    expect(&f, 0, "0 64");
    expect_loads(&f, 1, 2); /* the last one, since lanes 0 to 15 may not come there */
    finish(&f);
}
END_TEST

START_TEST(limits)
{
    /* for (i = 0; i < 10 (block + 1); i++) read in[32 i] */
    static const char body[] =
        "add.u32 %r9, %r4, 1; mul.lo.u32 %r9, %r9, 10; mov.u32 %r6, 0;\n"
        "LOOP: mul.wide.u32 %rd5, %r6, 128; add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r7, [%rd6];\n"
        "add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, %r9; @%p1 bra LOOP;\n"
        "ld.global.u32 %r7, [%rd3];\n";
    struct fixture f;
    start(&f, body, 3, 32);
    expect(&f, 0, "0 1 2 3 4 5 6 7 8 9 100");
    expect_loads(&f, 2, 0);
    /* Blocks that need more than some 100 steps end early; what they have read so far stays. */
    look(&f, &(struct block_lines_limits){100, 1 << 20, 1 << 20});
    expect(&f, 0, "0 1 2 3 4 5 6 7 8 9 100");
    uint64_t n = f.found->first[2] - f.found->first[1];
    ck_assert_uint_ge(n, 10);
    ck_assert_uint_lt(n, 21);
    ck_assert_uint_eq(f.found->first[3] - f.found->first[2], n);
    expect_loads(&f, 0, 2);
    /* The launch's: later blocks have nothing. */
    look(&f, &(struct block_lines_limits){1 << 20, 100, 1 << 20});
    expect(&f, 0, "0 1 2 3 4 5 6 7 8 9 100");
    expect(&f, 2, "");
    expect_loads(&f, 0, 2);
    look(&f, &(struct block_lines_limits){1 << 20, 1 << 20, 5});
    expect(&f, 0, "0 1 2 3 4 5 6 7 8 9 100");
    expect(&f, 1, "");
    expect_loads(&f, 0, 2);
    finish(&f);
}
END_TEST

START_TEST(same_answer_twice)
{
    static const char body[] = "mul.lo.u32 %r6, %r2, 1103515245; and.b32 %r6, %r6, 65535;\n"
                               "mul.wide.u32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
                               "ld.global.u32 %r7, [%rd6];\n";
    struct fixture f;
    start(&f, body, 20, 256);
    uint64_t n = f.found->first[20];
    g_autofree uint64_t *lines = g_memdup2(f.found->lines, n * sizeof *lines);
    ck_assert_uint_gt(n, 1000); /* the table grows, and is emptied between blocks */
    look(&f, &ample);
    ck_assert_uint_eq(f.found->first[20], n);
    ck_assert_mem_eq(lines, f.found->lines, n * sizeof *lines);
    for (unsigned b = 0; b < 20; b++)
        for (uint64_t i = f.found->first[b] + 1; i < f.found->first[b + 1]; i++)
            ck_assert_uint_lt(f.found->lines[i - 1], f.found->lines[i]);
    finish(&f);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {each_block_its_own,
                                  elements,
                                  threads_and_blocks_in_two_dimensions,
                                  loops_with_counters,
                                  trip_counts_of_lanes,
                                  addresses_from_data,
                                  conditions_from_data,
                                  loops_that_data_end,
                                  lanes_that_data_end,
                                  ways_that_meet_nowhere,
                                  barriers_and_shared_memory_are_passed_over,
                                  calls_are_not_looked_into,
                                  tables_of_targets,
                                  constants_and_generic_addresses,
                                  where_and_when_is_not_known,
                                  who_is_left_is_not_known,
                                  limits,
                                  same_answer_twice};
    Suite *suite = suite_create("ptx_exec_reads");
    TCase *tc = tcase_create("reads");
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++)
        tcase_add_test(tc, tests[i]);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
