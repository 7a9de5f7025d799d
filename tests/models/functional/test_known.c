/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches whose effect is known: memory and counts are those of a run that computes all. */
#include "models/functional/functional.h"
#include "models/functional/known/known_launches.h"
#include "models/memory/owed_memory.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <string.h>

/* Parameters: two buffers and a number. Each thread has a word of either, and goes round a loop, so
 * that the launch is worth a record. */
#define KERNEL(name, body)                                                                         \
    ".visible .entry " name "(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"                   \
    ".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>; .shared .b32 tile[256];\n"              \
    "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u32 %r9, [n];\n"                     \
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r4, %ntid.x;\n"                          \
    "mad.lo.u32 %r3, %r2, %r4, %r1; mul.wide.u32 %rd3, %r3, 4;\n"                                  \
    "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; mov.u32 %r8, 0;\n"                        \
    "ROUND: add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 3000; @%p1 bra ROUND;\n" body "\nret;\n}\n"

static const char module_text[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.const .b32 factor[1] = {3};\n"
    ".global .b32 total[1];\n" /* b = a * n */
    KERNEL("map", "ld.global.u32 %r5, [%rd4]; mad.lo.u32 %r5, %r5, %r9, 1;"
                  "st.global.u32 [%rd5], %r5;")
    /* a = a / 2 + n: soon the same for ever */
    KERNEL("settle", "ld.global.u32 %r5, [%rd4]; shr.u32 %r5, %r5, 1; add.u32 %r5, %r5, %r9;"
                     "st.global.u32 [%rd4], %r5;")
    /* b[0] += sum of a */
    KERNEL("sum", "ld.global.u32 %r5, [%rd4]; red.global.add.u32 [%rd2], %r5;")
    /* half of b = a */
    KERNEL("half", "and.b32 %r6, %r1, 1; setp.eq.u32 %p2, %r6, 0;"
                   "ld.global.u32 %r5, [%rd4]; @%p2 st.global.u32 [%rd5], %r5;")
    /* b = .const memory */
    KERNEL("constant", "ld.const.u32 %r5, [factor]; st.global.u32 [%rd5], %r5;")
    /* what a launch may not be known for */
    KERNEL("timed", "mov.u32 %r5, %clock; st.global.u32 [%rd5], %r8;")
    /* b = a + n, of a block's words: each block does the same, unless a is b */
    ".visible .entry same(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
    ".reg .pred %p<2>; .reg .b32 %r<12>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u32 %r9, [n]; mov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "mov.u32 %r8, 0; ROUND: add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 3000; @%p1 bra ROUND;\n"
    "ld.global.u32 %r5, [%rd4]; add.u32 %r5, %r5, %r9; st.global.u32 [%rd5], %r5; ret;\n}\n";

enum { BUFFERS = 3, WORDS = 256, BLOCKS = 4, THREADS = 64, KERNELS = 7 };
static const char *const names[KERNELS] = {"map",      "settle", "sum", "half",
                                           "constant", "timed",  "same"};

struct side {
    struct device_memory *memory;
    struct known_launches *known; /* NULL: computes all */
    struct ptx_program *program;
    const struct kernel_code *code[KERNELS];
    uint64_t buffer[BUFFERS];
    uint32_t *factor;
    enum functional_runners runners;
    struct functional_counts counts;
};

/* A side that knows launches, or computes all; interpreted. */
static void side_init(struct side *side, bool knows)
{
    GError *error = NULL;
    struct ptx_module *module =
        ptx_module_parse("test.ptx", module_text, strlen(module_text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    *side = (struct side){.memory = device_memory_new(1 << 22, 0, NULL),
                          .program = ptx_program_new(module, &error),
                          .runners = RUNNERS_NEVER};
    side->known = knows ? known_launches_new(side->memory) : NULL;
    for (unsigned i = 0; i < ptx_program_n_symbols(side->program); i++) {
        const struct ptx_symbol symbol = ptx_program_symbol(side->program, i);
        if (symbol.space == SPACE_CONST)
            side->factor = (uint32_t *)(void *)ptx_program_constant(side->program, i);
        else
            ptx_program_set_address(side->program, i,
                                    device_memory_allocate(side->memory, "total", 4, NULL));
    }
    for (unsigned i = 0; i < KERNELS; i++) {
        side->code[i] = ptx_program_kernel(side->program, names[i], 0, &error);
        ck_assert_msg(side->code[i] != NULL, "%s", error ? error->message : "");
    }
    for (unsigned i = 0; i < BUFFERS; i++)
        side->buffer[i] = device_memory_allocate(side->memory, "buffer", WORDS * 4, NULL);
}

static void side_finish(struct side *side)
{
    known_launches_free(side->known);
    ptx_program_free(side->program);
    device_memory_free(side->memory);
}

static uint64_t launch_blocks_of(struct side *side, unsigned kernel, unsigned a, unsigned b,
                                 uint32_t n, uint32_t blocks)
{
    uint8_t params[24] = {0};
    GError *error = NULL;
    memcpy(params, &side->buffer[a], 8);
    memcpy(params + 8, &side->buffer[b], 8);
    memcpy(params + 16, &n, 4);
    const uint64_t before = side->counts.known_launches;
    const struct launch what = {.code = side->code[kernel],
                                .grid = {blocks, 1, 1},
                                .block = {THREADS, 1, 1},
                                .params = params};
    const struct functional_options options = {
        .n_blocks = blocks, .runners = side->runners, .known = side->known};
    GString *output = g_string_new(NULL);
    const bool good = functional_run(&what, side->memory, &options, &side->counts, output, &error);
    ck_assert_msg(good, "%s", error ? error->message : "");
    g_string_free(output, TRUE);
    return side->counts.known_launches - before;
}

/* Returns how many launches have been known. */
static uint64_t launch(struct side *side, unsigned kernel, unsigned a, unsigned b, uint32_t n)
{
    return launch_blocks_of(side, kernel, a, b, n, BLOCKS);
}

static void fill(struct side *side, unsigned buffer, uint32_t value)
{
    uint32_t words[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = value + (value > 1 ? i : 0);
    device_memory_write(side->memory, side->buffer[buffer], words, sizeof words);
}

static uint32_t word(struct side *side, unsigned buffer, unsigned index)
{
    uint32_t value;
    device_memory_read(side->memory, side->buffer[buffer] + 4 * index, &value, 4);
    return value;
}

/* Of one buffer after the other, for each may be owed its bytes. */
static void check_same(struct side *a, struct side *b)
{
    uint8_t of_a[WORDS * 4], of_b[WORDS * 4];
    for (unsigned i = 0; i < BUFFERS; i++) {
        device_memory_read(a->memory, a->buffer[i], of_a, sizeof of_a);
        device_memory_read(b->memory, b->buffer[i], of_b, sizeof of_b);
        ck_assert_mem_eq(of_a, of_b, sizeof of_a);
    }
}

enum { MAP, SETTLE, SUM, HALF, CONSTANT, TIMED, SAME };

START_TEST(what_was_computed_is_known)
{
    struct side side;
    side_init(&side, true);
    fill(&side, 0, 7);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 0);
    const struct functional_counts first = side.counts;
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 1);
    ck_assert_uint_eq(side.counts.warp_instructions, 2 * first.warp_instructions);
    ck_assert_uint_eq(side.counts.thread_instructions, 2 * first.thread_instructions);
    ck_assert_uint_eq(side.counts.blocks, 2 * first.blocks);
    ck_assert_uint_eq(word(&side, 1, 5), 25);
    /* Other parameters, another input, another output. */
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 3), 0);
    ck_assert_uint_eq(known_launches_found(side.known), 0);
    ck_assert_uint_eq(word(&side, 1, 5), 37);
    fill(&side, 0, 9);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 0);
    ck_assert_uint_eq(word(&side, 1, 5), 29);
    ck_assert_uint_eq(launch(&side, MAP, 0, 2, 2), 0);
    ck_assert_uint_eq(word(&side, 2, 5), 29);
    side_finish(&side);
}
END_TEST

/* Launches that are too small for a look, alone or for the memory that they touch, have one when
 * many have been computed. */
START_TEST(small_launches_add_up)
{
    struct side side;
    uint64_t known = 0;
    side_init(&side, true);
    fill(&side, 0, 7);
    if (_i == 1)
        side.buffer[1] = device_memory_allocate(side.memory, "large", 2 << 20, NULL);
    ck_assert_uint_eq(launch_blocks_of(&side, MAP, 0, 1, 2, 1), 0);
    const uint64_t instructions = side.counts.warp_instructions;
    ck_assert_uint_lt(instructions, 1 << 16);
    for (unsigned i = 1; i < 20; i++)
        known += launch_blocks_of(&side, MAP, 0, 1, 2, 1);
    ck_assert_uint_ge(known, 8);
    ck_assert_uint_lt(known, 18);
    ck_assert_uint_eq(side.counts.warp_instructions, 20 * instructions);
    ck_assert_uint_eq(word(&side, 1, 5), 25);
    side_finish(&side);
}
END_TEST

/* A launch that changes what it reads is known by what it has found there. Its result comes from a
 * copy, which is made when the state is. */
START_TEST(a_sum_begins_anew)
{
    struct side side;
    side_init(&side, true);
    fill(&side, 0, 7);
    uint64_t known = 0;
    for (unsigned i = 0; i < 8; i++) {
        fill(&side, 1, 1);
        known += launch(&side, SUM, 0, 1, 0);
        ck_assert_uint_eq(word(&side, 1, 0), 1 + 256 * 7 + 255 * 256 / 2);
        ck_assert_uint_eq(word(&side, 1, 1), 1);
    }
    ck_assert_uint_eq(known, 6); /* touched, compared, and then known */
    ck_assert_uint_eq(launch(&side, SUM, 0, 1, 0), 0);
    ck_assert_uint_eq(word(&side, 1, 0), 1 + 2 * (256 * 7 + 255 * 256 / 2));
    side_finish(&side);
}
END_TEST

/* Whether the launch that has found this input and the output of the one before is known. */
static bool is_remembered(struct side *side, uint32_t input)
{
    fill(side, 0, input - 1);
    launch(side, MAP, 0, 1, 2);
    fill(side, 0, input);
    return launch(side, MAP, 0, 1, 2) == 1;
}

/* There are 64 states of a launch. Each has a number of its own. */
START_TEST(the_oldest_state_goes)
{
    struct side side;
    side_init(&side, true);
    for (uint32_t i = 2; i < 80; i++) {
        fill(&side, 0, i);
        launch(&side, MAP, 0, 1, 2);
        ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 1);
        ck_assert_uint_eq(known_launches_found(side.known), i - 1);
    }
    for (uint32_t i = 79; i > 70; i--)
        ck_assert_msg(is_remembered(&side, i), "%u", i);
    ck_assert(!is_remembered(&side, 3));
    side_finish(&side);
}
END_TEST

START_TEST(constants_count)
{
    struct side side;
    side_init(&side, true);
    launch(&side, CONSTANT, 0, 1, 0);
    ck_assert_uint_eq(launch(&side, CONSTANT, 0, 1, 0), 1);
    *side.factor = 4;
    ck_assert_uint_eq(launch(&side, CONSTANT, 0, 1, 0), 0);
    ck_assert_uint_eq(word(&side, 1, 3), 4);
    side_finish(&side);
}
END_TEST

START_TEST(clocks_are_never_known)
{
    struct side side;
    side_init(&side, true);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(launch(&side, TIMED, 0, 1, 0), 0);
    side_finish(&side);
}
END_TEST

/* Blocks that do not know which they are: one is computed, and stands for all. (A million would
 * take this test hours.) */
START_TEST(one_block_stands_for_all)
{
    struct side side;
    side_init(&side, true);
    fill(&side, 0, 7);
    launch_blocks_of(&side, SAME, 0, 1, 2, 1);
    const struct functional_counts one = side.counts;
    ck_assert_uint_eq(one.warp_instructions, (12 + 3 * 3000) * THREADS / 32);
    launch_blocks_of(&side, SAME, 0, 2, 3, 1000 * 1000);
    ck_assert_uint_eq(side.counts.warp_instructions, 1000001 * one.warp_instructions);
    ck_assert_uint_eq(side.counts.thread_instructions, 1000001 * one.thread_instructions);
    ck_assert_uint_eq(side.counts.blocks, 1000001);
    ck_assert_uint_eq(word(&side, 2, 5), 15);
    ck_assert_uint_eq(word(&side, 2, THREADS), 0);
    /* Each finds what the one before has left. */
    launch_blocks_of(&side, SAME, 0, 0, 3, 50);
    ck_assert_uint_eq(word(&side, 0, 5), 7 + 5 + 50 * 3);
    ck_assert_uint_eq(side.counts.blocks, 1000051);
    side_finish(&side);
}
END_TEST

/* Where a buffer was lies another one. */
START_TEST(freed_memory_is_forgotten)
{
    struct side side;
    side_init(&side, true);
    fill(&side, 0, 7);
    launch(&side, MAP, 0, 2, 2);
    ck_assert(device_memory_release(side.memory, side.buffer[2]));
    ck_assert_uint_eq(device_memory_allocate(side.memory, "larger", WORDS * 8, NULL),
                      side.buffer[2]);
    ck_assert_uint_eq(launch(&side, MAP, 0, 2, 2), 0);
    ck_assert_uint_eq(word(&side, 2, 5), 25);
    side_finish(&side);
}
END_TEST

/* What launches leave in turn is copied only when somebody reads it: here, a launch that is
 * computed, or a copy to the host. */
START_TEST(what_nobody_sees_is_owed)
{
    struct side side;
    side_init(&side, true);
    fill(&side, 0, 7);
    const uint32_t *there = (const uint32_t *)device_memory_at(side.memory, side.buffer[1]);
    for (unsigned i = 0; i < 4; i++) { /* touched, compared, and then known */
        launch(&side, MAP, 0, 1, 2);
        launch(&side, MAP, 0, 1, 3);
    }
    ck_assert_uint_eq(side.counts.known_launches, 4);
    device_memory_arrive_all(side.memory);
    ck_assert_uint_eq(there[5], 37);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 1);
    ck_assert_uint_eq(there[5], 37);
    ck_assert_uint_eq(launch(&side, HALF, 1, 2, 0), 0);
    ck_assert_uint_eq(there[5], 25);
    ck_assert_uint_eq(word(&side, 2, 4), 23);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 3), 1);
    ck_assert_uint_eq(there[5], 25);
    ck_assert_uint_eq(word(&side, 1, 5), 37);
    /* Who moves bytes by himself wants them at once. */
    device_memory_hold(side.memory);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 2), 1);
    ck_assert_uint_eq(there[5], 25);
    device_memory_let_go(side.memory);
    ck_assert_uint_eq(launch(&side, MAP, 0, 1, 3), 1);
    device_memory_arrive_at(side.memory, (const uint8_t *)(there + 7));
    ck_assert_uint_eq(there[5], 37);
    side_finish(&side);
}
END_TEST

/* Launches and copies as they come, of few kinds, so that much repeats: memory is that of a side
 * that computes all, whenever somebody looks. The second time the side that knows runs compiled
 * code. */
START_TEST(memory_is_always_right)
{
    struct side knows, computes;
    side_init(&knows, true);
    side_init(&computes, false);
    knows.runners = _i == 0 ? RUNNERS_NEVER : RUNNERS_AT_ONCE;
    GRand *random = g_rand_new_with_seed(17);
    for (unsigned step = 0; step < 1200; step++) {
        const unsigned what = (unsigned)g_rand_int_range(random, 0, 10);
        const unsigned a = (unsigned)g_rand_int_range(random, 0, 2), b = 1 - a;
        const uint32_t n = (uint32_t)g_rand_int_range(random, 0, 2);
        for (unsigned i = 0; i < 2; i++) {
            struct side *side = i == 0 ? &knows : &computes;
            if (what < 4)
                fill(side, a, n);
            else if (what == 4 && n == 0)
                *side->factor ^= 1;
            else
                launch(side, (what + step / 300) % 5, a, b, n);
        }
        if (g_rand_int_range(random, 0, 3) == 0)
            check_same(&knows, &computes);
        ck_assert_uint_eq(knows.counts.thread_instructions, computes.counts.thread_instructions);
    }
    ck_assert_uint_gt(knows.counts.known_launches, 50);
    g_rand_free(random);
    side_finish(&knows);
    side_finish(&computes);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("known");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, what_was_computed_is_known);
    tcase_add_loop_test(tests, small_launches_add_up, 0, 2);
    tcase_add_test(tests, a_sum_begins_anew);
    tcase_add_test(tests, the_oldest_state_goes);
    tcase_add_test(tests, constants_count);
    tcase_add_test(tests, clocks_are_never_known);
    tcase_add_test(tests, freed_memory_is_forgotten);
    tcase_add_test(tests, one_block_stands_for_all);
    tcase_add_test(tests, what_nobody_sees_is_owed);
    tcase_add_loop_test(tests, memory_is_always_right, 0, 2);
    Suite *suite = suite_create("known launches");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
