/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches on several threads: memory, counts and faults are those of one. */
#include "models/functional/functional.h"
#include "models/functional/functional_threads.h"
#include "models/functional/known/known_launches.h"
#include "workloads/instruction_source.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* rd1: the output; r1: tid.x; r3: the thread's number in the grid; rd3: its word of the output,
 * behind 256 words for all; r5: a number from a loop, so that blocks take their time. */
#define HEAD                                                                                       \
    ".version 7.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>; .reg .f32 %f<4>;\n"                    \
    ".shared .align 16 .b8 tile[4096];\n"                                                          \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"                      \
    "mad.lo.u32 %r3, %r2, 64, %r1; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;\n"         \
    "add.s64 %rd3, %rd3, 1024; mov.u32 %r5, %r3; mov.u32 %r6, 0;\n"                                \
    "NEXT: mad.lo.u32 %r5, %r5, 1103515245, 12345; add.u32 %r6, %r6, 1;\n"                         \
    "setp.lt.u32 %p1, %r6, 300; @%p1 bra NEXT;\n"                                                  \
    "and.b32 %r7, %r5, 255; mul.wide.u32 %rd4, %r7, 4; add.s64 %rd5, %rd1, %rd4;\n"

enum { BLOCKS = 400, THREADS = 64, THREADS_OF_HOST = 4, OUT_BYTES = 1024 + BLOCKS * THREADS * 4 };

static const struct body {
    const char *text;
    bool fits; /* its blocks commute */
    bool fails;
} bodies[] = {
    {"st.global.u32 [%rd3], %r5;", true, false},
    /* Shared memory, barriers, shuffles are a block's own. */
    {"mov.u32 %r8, tile; mad.lo.u32 %r9, %r1, 4, %r8; st.shared.u32 [%r9], %r5; bar.sync 0;\n"
     "xor.b32 %r10, %r9, 124; ld.shared.u32 %r11, [%r10]; atom.shared.add.u32 %r12, [%r9], %r11;\n"
     "shfl.sync.bfly.b32 %r13, %r12, 3, 31, -1; st.global.u32 [%rd3], %r13;",
     true, false},
    /* Integer atomics that nobody reads: of all kinds, but one kind in a kernel. */
    {"red.global.add.u32 [%rd5], %r5; st.global.u32 [%rd3], %r5;", true, false},
    {"mov.u32 %r6, 0; ADD: atom.global.add.u32 %r9, [%rd1], %r5; add.u32 %r6, %r6, 1;\n"
     "setp.lt.u32 %p1, %r6, 2000; @%p1 bra ADD;",
     true, false},
    {"and.b64 %rd4, %rd4, 504; add.s64 %rd5, %rd1, %rd4; cvt.u64.u32 %rd6, %r5;\n"
     "red.global.add.u64 [%rd5], %rd6;",
     true, false},
    {"red.global.max.s32 [%rd5], %r5;", true, false},
    {"red.global.xor.b32 [%rd5+4], %r5;", true, false},
    /* A global variable's generic address. */
    {"red.min.u32 [%rd1], %r5;", true, false},
    {"red.global.add.u32 [%rd5], %r5; red.global.max.u32 [%rd5], %r5;", false, false},
    {"atom.global.add.u32 %r9, [%rd1], 1; st.global.u32 [%rd3], %r9;", false, false},
    {"cvt.rn.f32.u32 %f1, %r5; red.global.add.f32 [%rd5], %f1;", false, false},
    {"atom.global.exch.b32 %r9, [%rd5], %r5;", false, false},
    {"ld.volatile.global.u32 %r9, [%rd5]; st.volatile.global.u32 [%rd5], %r5;", false, false},
    {"mov.u32 %r9, %clock; st.global.u32 [%rd3], %r9;", false, false},
    /* Faults: of a block near the end, of all from one on. */
    {"setp.eq.u32 %p2, %r3, 25000; @%p2 trap; st.global.u32 [%rd3], %r5;", true, true},
    {"setp.gt.u32 %p2, %r3, 20030; mov.u64 %rd6, 4096;\n@%p2 ld.global.u32 %r9, [%rd6];", true,
     true},
};

struct outcome {
    bool good, fits;
    char *message;
    struct functional_counts counts;
    uint8_t bytes[OUT_BYTES];
};

static void run_body(const struct body *body, enum functional_runners runners, unsigned threads,
                     struct outcome *out)
{
    g_autofree char *text = g_strconcat(HEAD, body->text, "\nret;\n}\n", NULL);
    g_autoptr(GError) error = NULL;
    *out = (struct outcome){0};
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s\n%s", error ? error->message : "", text);
    struct ptx_program *program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    uint64_t address = device_memory_allocate(memory, "out", OUT_BYTES, NULL);
    const struct launch launch = {.code = code,
                                  .grid = {BLOCKS, 1, 1},
                                  .block = {THREADS, 1, 1},
                                  .params = (const uint8_t *)&address};
    const struct functional_options options = {
        .n_blocks = BLOCKS, .runners = runners, .threads = functional_threads_new(threads)};
    const struct functional f = {.launch = &launch, .memory = memory, .options = &options};
    GString *output = g_string_new(NULL);
    out->fits = functional_threads_fit(&f);
    out->good = functional_run(&launch, memory, &options, &out->counts, output, &error);
    out->message = g_strdup(error ? error->message : "");
    device_memory_read(memory, address, out->bytes, OUT_BYTES);
    g_string_free(output, TRUE);
    functional_threads_free(options.threads);
    device_memory_free(memory);
    ptx_program_free(program);
}

static void compare(const struct body *body, const struct outcome *one, const struct outcome *more)
{
    ck_assert(!one->fits);
    ck_assert_msg(more->fits == body->fits, "%s", body->text);
    ck_assert_msg(one->good == !body->fails, "%s: %s", body->text, one->message);
    ck_assert(more->good == one->good);
    ck_assert_str_eq(more->message, one->message);
    ck_assert_uint_eq(more->counts.warp_instructions, one->counts.warp_instructions);
    ck_assert_uint_eq(more->counts.thread_instructions, one->counts.thread_instructions);
    ck_assert_uint_eq(more->counts.blocks, one->counts.blocks);
    if (one->good)
        ck_assert_mem_eq(more->bytes, one->bytes, OUT_BYTES);
}

START_TEST(threads_agree_with_one)
{
    static struct outcome one, more;
    static const enum functional_runners runners[] = {RUNNERS_NEVER, RUNNERS_AT_ONCE};
    const struct body *body = &bodies[_i];
    for (unsigned i = 0; i < G_N_ELEMENTS(runners); i++) {
        run_body(body, runners[i], 1, &one);
        run_body(body, runners[i], THREADS_OF_HOST, &more);
        compare(body, &one, &more);
        g_free(one.message);
        g_free(more.message);
    }
}
END_TEST

/* What threads have touched, together, is what a known launch is compared by. */
START_TEST(threads_know_what_they_touched)
{
    struct block_pool pool;
    struct footprint whole, part;
    struct device_memory *memory = device_memory_new(1 << 20, 0, NULL);
    const uint64_t a = device_memory_allocate(memory, "a", 64, NULL);
    const uint64_t b = device_memory_allocate(memory, "b", 64, NULL);
    footprint_init(&whole, memory);
    footprint_init(&part, memory);
    footprint_note(&whole, a, a + 4, FOOTPRINT_READ);
    footprint_note(&part, b, b + 4, FOOTPRINT_READ);
    footprint_note(&part, a + 8, a + 16, FOOTPRINT_WRITTEN);
    footprint_merge(&whole, &part);
    ck_assert_uint_eq(whole.parts->len, 2);
    const struct footprint_part *parts = (const struct footprint_part *)(void *)whole.parts->data;
    ck_assert_uint_eq(parts[0].how, FOOTPRINT_READ | FOOTPRINT_WRITTEN);
    ck_assert_uint_eq(parts[1].how, FOOTPRINT_READ);
    part.out_of_sight = true;
    footprint_merge(&whole, &part);
    ck_assert(whole.out_of_sight);
    footprint_finish(&whole);
    footprint_finish(&part);
    device_memory_free(memory);

    /* Chunks: every block once, in order. */
    struct functional_counts *counts, sum = {0};
    uint64_t next, end, at = 7;
    block_pool_init(&pool, at, 10000);
    while (block_pool_take(&pool, &next, &end, &counts)) {
        ck_assert_uint_eq(next, at);
        ck_assert_uint_gt(end, next);
        counts->blocks = end - next;
        at = end;
    }
    ck_assert_uint_eq(at, 10000);
    ck_assert(block_pool_finish(&pool, &sum, NULL));
    ck_assert_uint_eq(sum.blocks, 10000 - 7);
}
END_TEST

int main(void)
{
    g_autofree char *cache = g_dir_make_tmp("simgpu-cache-XXXXXX", NULL);
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    Suite *suite = suite_create("functional threads");
    TCase *tcase = tcase_create("functional threads");
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, threads_agree_with_one, 0, (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tcase, threads_know_what_they_touched);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", cache);
    if (system(remove) != 0)
        return EXIT_FAILURE;
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
