/* SPDX-License-Identifier: BSD-3-Clause */
/* Random kernels (random_kernel.h), compiled and interpreted, in blocks of six shapes: the same
 * memory, counts and faults. SIMGPU_RANDOM_KERNELS says how many, SIMGPU_RANDOM_SEED which one is
 * first, and SIMGPU_RANDOM_SHOW shows them. */
#include "tests/models/functional/compiled_run.h"
#include "tests/models/functional/compiled_suite.h"
#include "tests/models/functional/random_kernel.h"
#include "workloads/ptx/compile/kept/cache.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t blocks[][3] = {{96, 1, 1}, {32, 4, 1}, {16, 4, 2},
                                     {40, 1, 1}, {8, 4, 3},  {20, 3, 1}};
/* The first block of each kind, of those whose warps are rows and others. */
enum { FIRST_WITHOUT_ROWS = 4 };

static unsigned from_environment(const char *name, unsigned otherwise)
{
    const char *text = g_getenv(name);
    return text ? (unsigned)g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static void both_agree(const char *body, unsigned shape, unsigned seed)
{
    static struct outcome interpreted, compiled;
    const uint32_t grid[3] = {3, 1, 1}, *block = blocks[shape];
    const bool is_new = shape == 0 || shape == FIRST_WITHOUT_ROWS;
    g_autofree char *folder = kernel_cache_folder();
    compiled_run(body, grid, block, RUNNERS_NEVER, &interpreted);
    const unsigned before = compiled_files(folder, ".so");
    compiled_run(body, grid, block, RUNNERS_AT_ONCE, &compiled);
    ck_assert_msg(strcmp(interpreted.message, compiled.message) == 0, "seed %u, shape %u: %s\n%s",
                  seed, shape, interpreted.message, compiled.message);
    ck_assert_msg(compiled_files(folder, ".so") == before + is_new,
                  "seed %u, shape %u: clang has refused it", seed, shape);
    for (unsigned i = 0; i < OUT_BYTES; i++)
        ck_assert_msg(compiled.bytes[i] == interpreted.bytes[i],
                      "seed %u, shape %u: byte %u of thread %u", seed, shape, i % 32, i / 32);
    if (interpreted.good) {
        ck_assert_uint_eq(compiled.counts.warp_instructions, interpreted.counts.warp_instructions);
        ck_assert_uint_eq(compiled.counts.thread_instructions,
                          interpreted.counts.thread_instructions);
    }
    g_free(interpreted.message);
    g_free(compiled.message);
}

START_TEST(random_kernels_agree)
{
    const unsigned seed = from_environment("SIMGPU_RANDOM_SEED", 1) + (unsigned)_i;
    g_autofree char *body = random_kernel(seed);
    if (g_getenv("SIMGPU_RANDOM_SHOW"))
        puts(body);
    for (unsigned shape = 0; shape < G_N_ELEMENTS(blocks); shape++)
        both_agree(body, shape, seed);
}
END_TEST

static void add(TCase *tcase)
{
    tcase_add_loop_test(tcase, random_kernels_agree, 0,
                        (int)from_environment("SIMGPU_RANDOM_KERNELS", 4));
}

int main(void)
{
    return compiled_suite("random", add);
}
