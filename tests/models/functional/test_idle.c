/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that find nothing to do: what is known of them, and that they count as if they had run. */
#include "models/functional/functional.h"
#include "models/launch/grid.h"
#include "workloads/instruction_source.h"
#include "workloads/ptx/kernels/code.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 7.8\n.target sm_80\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m)\n{\n"                        \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"                                      \
    "ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [m];\n"                    \
    "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x;\n"                          \
    "mad.lo.s32 %r6, %r3, %r4, %r5; mov.u32 %r7, %ctaid.y; mov.u32 %r8, %ntid.y;\n"                \
    "mov.u32 %r9, %tid.y; mad.lo.s32 %r10, %r7, %r8, %r9; mov.u32 %r11, %ctaid.z;\n"
#define TAIL                                                                                       \
    "\nand.b32 %r12, %r6, 63; mul.wide.u32 %rd2, %r12, 4; add.s64 %rd3, %rd1, %rd2;\n"             \
    "atom.global.add.u32 %r13, [%rd3], 1;\nEND: ret;\n}\n"

/* Both numbers are below their limits. */
static const char in_both[] = "setp.lt.s32 %p1, %r10, %r2; setp.lt.s32 %p2, %r6, %r1;\n"
                              "and.pred %p3, %p1, %p2; @!%p3 bra END; bra.uni WORK; WORK:";
/* One after the other; by words without sign, and by long ones. */
static const char in_turn[] = "setp.ge.u32 %p1, %r6, %r1; @%p1 bra END;\n"
                              "cvt.s64.s32 %rd4, %r10; cvt.s64.s32 %rd5, %r2;\n"
                              "setp.ge.s64 %p2, %rd4, %rd5; @%p2 bra END;";
/* By an exit; by the negative of a difference; the plane counts, too. */
static const char by_exit[] = "sub.s32 %r12, %r6, %r1; not.b32 %r13, %r12; shl.b32 %r14, %r13, 1;\n"
                              "setp.lt.s32 %p1, %r14, 0; @%p1 exit; add.s32 %r15, %r10, %r11;\n"
                              "setp.gt.s32 %p2, %r15, %r2; selp.u32 %r16, 1, 0, %p2;\n"
                              "setp.ne.u32 %p3, %r16, 0; or.pred %p4, %p3, %p2; @%p4 bra END;";
/* Every other column: no range says so. */
static const char striped[] = "and.b32 %r12, %r3, 1; setp.eq.u32 %p1, %r12, 0; @%p1 bra END;";

enum { OUT_BYTES = 256 };

struct kernel {
    struct ptx_program *program;
    struct launch launch;
    uint8_t params[16];
    struct device_memory *memory;
    uint64_t out;
};

static void kernel_init(struct kernel *k, const char *body, const uint32_t grid[3],
                        const uint32_t block[3], int32_t n, int32_t m)
{
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    g_autoptr(GError) error = NULL;
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    k->program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(k->program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    k->memory = device_memory_new(1 << 20, 0, NULL);
    k->out = device_memory_allocate(k->memory, "out", OUT_BYTES, NULL);
    memcpy(k->params, &k->out, 8);
    memcpy(k->params + 8, &n, 4);
    memcpy(k->params + 12, &m, 4);
    k->launch = (struct launch){.id = 1,
                                .code = code,
                                .grid = {grid[0], grid[1], grid[2]},
                                .block = {block[0], block[1], block[2]},
                                .independent_lanes = true,
                                .params = k->params};
}

static void kernel_finish(struct kernel *k)
{
    device_memory_free(k->memory);
    ptx_program_free(k->program);
}

static struct functional_counts run(struct kernel *k, uint64_t first, uint64_t max_instructions,
                                    uint8_t out[OUT_BYTES])
{
    const struct functional_options options = {.first_block = first,
                                               .n_blocks = launch_blocks(&k->launch) - first,
                                               .max_instructions = max_instructions,
                                               .runners = RUNNERS_NEVER};
    g_autoptr(GError) error = NULL;
    struct functional_counts counts = {0};
    GString *output = g_string_new(NULL);
    memset(device_memory_at(k->memory, k->out), 0, OUT_BYTES);
    ck_assert(functional_run(&k->launch, k->memory, &options, &counts, output, &error));
    memcpy(out, device_memory_at(k->memory, k->out), OUT_BYTES);
    g_string_free(output, TRUE);
    return counts;
}

/* A limit of instructions has every block run. */
static void check_counts(const char *body, const uint32_t grid[3], const uint32_t block[3],
                         int32_t n, int32_t m)
{
    struct kernel k;
    kernel_init(&k, body, grid, block, n, m);
    for (uint64_t first = 0; first < 8; first += 7) {
        uint8_t all[OUT_BYTES], some[OUT_BYTES];
        const struct functional_counts a = run(&k, first, 1 << 30, all);
        const struct functional_counts b = run(&k, first, 0, some);
        ck_assert_uint_eq(a.blocks, b.blocks);
        ck_assert_uint_eq(a.warp_instructions, b.warp_instructions);
        ck_assert_uint_eq(a.thread_instructions, b.thread_instructions);
        ck_assert_mem_eq(all, some, OUT_BYTES);
    }
    kernel_finish(&k);
}

static const char *const bodies[] = {in_both, in_turn, by_exit, striped};

START_TEST(counts_are_those_of_running)
{
    static const uint32_t grids[][3] = {{40, 1, 1}, {9, 7, 1}, {1, 30, 2}, {5, 4, 3}};
    static const uint32_t blocks[][3] = {{64, 1, 1}, {16, 4, 1}, {10, 5, 1}};
    static const int32_t limits[] = {-5, 0, 1, 33, 70, 1 << 30};
    for (unsigned g = 0; g < G_N_ELEMENTS(grids); g++)
        for (unsigned b = 0; b < G_N_ELEMENTS(blocks); b++)
            for (unsigned n = 0; n < G_N_ELEMENTS(limits); n++)
                for (unsigned m = 0; m < G_N_ELEMENTS(limits); m++)
                    check_counts(bodies[_i], grids[g], blocks[b], limits[n], limits[m]);
}
END_TEST

static struct idle_blocks ask(const struct kernel *k, uint32_t x0, uint32_t y0, uint32_t x1,
                              uint32_t y1)
{
    return k->launch.code->ops->idle_blocks(&k->launch, (const uint32_t[3]){x0, y0, 0},
                                            (const uint32_t[3]){x1, y1, 0});
}

/* 40 columns of 64 threads, 10 rows of 4; the limits are 100 and 8. */
START_TEST(ranges_say_what_is_idle)
{
    for (unsigned i = 0; i < 3; i++) {
        struct kernel k;
        kernel_init(&k, bodies[i], (const uint32_t[3]){40, 10, 1}, (const uint32_t[3]){64, 4, 1},
                    100, 8);
        const struct idle_blocks right = ask(&k, 2, 0, 39, 9), below = ask(&k, 0, 3, 0, 9);
        ck_assert_uint_gt(right.instructions, 0);
        ck_assert_uint_gt(right.run, 0);
        ck_assert_uint_le(right.run, right.instructions);
        ck_assert_uint_eq(ask(&k, 1, 0, 39, 9).instructions, 0);
        ck_assert_uint_eq(ask(&k, 0, 1, 0, 9).instructions, 0);
        if (bodies[i] != by_exit) /* selp has no range */
            ck_assert_uint_gt(below.instructions, 0);
        kernel_finish(&k);
    }
}
END_TEST

/* Of a kernel that has never been found idle few questions lead to a look, until one finds it. */
START_TEST(vain_questions_become_cheap)
{
    struct kernel k;
    unsigned asked = 1;
    kernel_init(&k, in_both, (const uint32_t[3]){40, 10, 1}, (const uint32_t[3]){64, 4, 1}, 100, 8);
    for (unsigned i = 0; i < 100; i++)
        ck_assert_uint_eq(ask(&k, 1, 0, 39, 9).instructions, 0);
    while (ask(&k, 2, 0, 39, 9).instructions == 0)
        asked++;
    ck_assert_uint_gt(asked, 1);
    ck_assert_uint_le(asked, 64);
    for (unsigned i = 0; i < 100; i++)
        ck_assert_uint_gt(ask(&k, 2, 0, 39, 9).instructions, 0);
    kernel_finish(&k);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("idle blocks");
    TCase *tc = tcase_create("idle");
    tcase_add_loop_test(tc, counts_are_those_of_running, 0, (int)G_N_ELEMENTS(bodies));
    tcase_add_test(tc, ranges_say_what_is_idle);
    tcase_add_test(tc, vain_questions_become_cheap);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
