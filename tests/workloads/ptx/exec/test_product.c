/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of matrices: every vector instruction set of this host gives the same bits. What the
 * bits must be is the conformance tests' matter (tests/conformance/tensor). */
#include "workloads/ptx/exec/tensor/product_set.h"
#include "workloads/ptx/exec/tensor/tensor.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 40, REGISTERS = 8, LANES = 32 };

struct shape {
    uint8_t d, a, b, rows, depth;
};

static const struct shape shapes[] = {
    {TENSOR_F32, TENSOR_F16, TENSOR_F16, 16, 16},   {TENSOR_F16, TENSOR_F16, TENSOR_F16, 16, 8},
    {TENSOR_F32, TENSOR_BF16, TENSOR_BF16, 16, 16}, {TENSOR_F32, TENSOR_TF32, TENSOR_TF32, 16, 8},
    {TENSOR_F32, TENSOR_TF32, TENSOR_TF32, 16, 4},  {TENSOR_F32, TENSOR_E4M3, TENSOR_E5M2, 16, 32},
    {TENSOR_F16, TENSOR_E5M2, TENSOR_E4M3, 16, 16}, {TENSOR_F64, TENSOR_F64, TENSOR_F64, 8, 4},
    {TENSOR_F64, TENSOR_F64, TENSOR_F64, 16, 16},   {TENSOR_S32, TENSOR_S8, TENSOR_U8, 8, 16},
    {TENSOR_S32, TENSOR_U8, TENSOR_S8, 16, 32},     {TENSOR_S32, TENSOR_S4, TENSOR_U4, 16, 64},
    {TENSOR_S32, TENSOR_U4, TENSOR_S4, 8, 32}};

/* Registers of a, b, c and d. */
struct values {
    uint64_t of[4][REGISTERS][LANES] __attribute__((aligned(64)));
};

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed ^ *seed >> 15;
}

/* Every third word has numbers that end up near each other, so that sums are rounded; others are
 * any bits. */
static void fill(struct values *x, uint32_t seed)
{
    uint32_t *word = (uint32_t *)x;
    for (size_t i = 0; i < sizeof *x / sizeof *word; i++)
        word[i] = i % 3 == 0 ? (next(&seed) & 0x83ff83ff) | 0x3c003c00 : next(&seed);
}

static void multiply(const struct product_set *set, const struct shape *shape, struct values *x)
{
    const void *in[3][REGISTERS];
    void *d[REGISTERS];
    product_of *product = shape->d == TENSOR_S32   ? set->integers
                          : shape->d == TENSOR_F64 ? set->doubles
                                                   : set->floats;
    for (unsigned r = 0; r < REGISTERS; r++) {
        for (unsigned i = 0; i < 3; i++)
            in[i][r] = x->of[i][r];
        d[r] = r == 1 ? NULL : x->of[3][r]; /* a sink */
    }
    d[0] = x->of[0][0]; /* D may be A */
    product(d, in[0], in[1], in[2],
            product_form(shape->d, shape->a, shape->b, shape->d, shape->rows, shape->depth,
                         shape->d == TENSOR_S32));
}

START_TEST(all_sets_agree)
{
    static struct values base, other;
    const struct product_set *best = product_set_best();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint32_t seed = (uint32_t)_i * ROUNDS + round;
        fill(&base, seed);
        multiply(&product_base, &shapes[_i], &base);
        fill(&other, seed);
        ck_assert(memcmp(&other, &base, sizeof base) != 0); /* something has been computed */
        multiply(best, &shapes[_i], &other);
        ck_assert_mem_eq(&other, &base, sizeof base);
#if PRODUCT_VECTORS
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            fill(&other, seed);
            multiply(&product_avx2, &shapes[_i], &other);
            ck_assert_mem_eq(&other, &base, sizeof base);
        }
#endif
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("product");
    TCase *tcase = tcase_create("product");
    tcase_add_loop_test(tcase, all_sets_agree, 0, (int)(sizeof shapes / sizeof shapes[0]));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
