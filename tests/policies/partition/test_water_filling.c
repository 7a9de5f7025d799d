/* SPDX-License-Identifier: BSD-3-Clause */
/* Water-filling against all combinations, the curves that it works from, and the allocator of
 * addresses. */
#include "policies/partition/first_fit.h"
#include "policies/partition/slicer_profile.h"
#include "tests/rigs/suite.h"

/* ---- water-filling -----------------------------------------------------------------------------
 */

static bool fit(const struct water_kernel *kernels, uint32_t n, const uint64_t *has,
                const uint32_t *blocks)
{
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < n; k++)
            sum += kernels[k].takes[i] * blocks[k];
        if (sum > has[i])
            return false;
    }
    return true;
}

/* Of the performance as it is, not of the best with so many or fewer. */
static double least(const struct water_kernel *kernels, uint32_t n, const uint32_t *blocks)
{
    double found = 2;
    for (uint32_t k = 0; k < n; k++) {
        double best = water_best(&kernels[k]);
        double share = best > 0 ? kernels[k].performance[blocks[k]] / best : 1;
        found = MIN(found, share);
    }
    return found;
}

/* The best least share of all combinations; negative: there is none. */
static double brute_force(const struct water_kernel *kernels, uint32_t n, const uint64_t *has)
{
    uint32_t blocks[4] = {1, 1, 1, 1};
    double best = -1;
    for (uint32_t k = 0; k < n;) {
        if (fit(kernels, n, has, blocks))
            best = MAX(best, least(kernels, n, blocks));
        for (k = 0; k < n && ++blocks[k] > kernels[k].most; k++)
            blocks[k] = 1;
    }
    return best;
}

/* Concave: each block adds less than the one before. Sensitive to the cache: from some number on,
 * each takes something away. */
static void draw_kernel(GRand *random, struct water_kernel *kernel)
{
    double gain = 1, performance = 0, shrink = g_rand_double_range(random, 0.3, 1);
    *kernel = (struct water_kernel){.most = (uint32_t)g_rand_int_range(random, 1, 9)};
    uint32_t peak = g_rand_boolean(random) ? (uint32_t)g_rand_int_range(random, 1, 9) : 9;
    for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
        kernel->takes[i] = (uint64_t)g_rand_int_range(random, 0, 30);
    for (uint32_t n = 1; n <= kernel->most; n++) {
        performance *= n > peak ? 0.8 : 1;
        performance += n > peak ? 0 : gain;
        gain *= shrink;
        kernel->performance[n] = performance;
    }
}

START_TEST(equals_brute_force)
{
    GRand *random = g_rand_new_with_seed(19);
    unsigned filled = 0;
    for (unsigned set = 0; set < 10000; set++) {
        uint32_t n = 2 + set % 3, blocks[4];
        struct water_kernel kernels[4];
        uint64_t has[BLOCK_RESOURCES];
        for (unsigned i = 0; i < BLOCK_RESOURCES; i++)
            has[i] = (uint64_t)g_rand_int_range(random, 40, 160);
        for (uint32_t k = 0; k < n; k++)
            draw_kernel(random, &kernels[k]);
        double best = brute_force(kernels, n, has);
        bool fits = water_fill(kernels, n, has, blocks);
        ck_assert_int_eq(fits, best >= 0);
        if (!fits)
            continue;
        filled++;
        ck_assert(fit(kernels, n, has, blocks));
        ck_assert_double_eq(least(kernels, n, blocks), best);
    }
    ck_assert_uint_gt(filled, 5000);
    g_rand_free(random);
}
END_TEST

/* Algorithm 1 step by step: A is flat from three blocks on, B falls behind its second block, and
 * both take one place of eight. (1, 1): A 0.5, B 0.6. A gets a second (0.8), B a second (1), A a
 * third (1); nothing improves any more. */
START_TEST(stops_where_nothing_improves)
{
    const uint64_t has[BLOCK_RESOURCES] = {[BLOCK_PLACES] = 8};
    const struct water_kernel kernels[] = {
        {.takes = {[BLOCK_PLACES] = 1},
         .most = 8,
         .performance = {0, 5, 8, 10, 10, 10, 10, 10, 10}},
        {.takes = {[BLOCK_PLACES] = 1}, .most = 8, .performance = {0, 3, 5, 4, 3, 3, 3, 3, 3}}};
    uint32_t blocks[2];
    ck_assert(water_fill(kernels, 2, has, blocks));
    ck_assert_uint_eq(blocks[0], 3);
    ck_assert_uint_eq(blocks[1], 2);
}
END_TEST

/* A step of two blocks that doesn't fit ends a kernel; the other one goes on. */
START_TEST(a_full_kernel_leaves_the_rest)
{
    const uint64_t has[BLOCK_RESOURCES] = {[BLOCK_REGISTERS] = 10};
    const struct water_kernel kernels[] = {
        {.takes = {[BLOCK_REGISTERS] = 4}, .most = 3, .performance = {0, 2, 1, 10}},
        {.takes = {[BLOCK_REGISTERS] = 2}, .most = 4, .performance = {0, 5, 6, 7, 10}}};
    uint32_t blocks[2];
    ck_assert(water_fill(kernels, 2, has, blocks));
    ck_assert_uint_eq(blocks[0], 1);
    ck_assert_uint_eq(blocks[1], 3);
}
END_TEST

/* ---- the profile -------------------------------------------------------------------------------
 */

START_TEST(sms_run_ascending_numbers)
{
    /* Figure 4: 16 SMs, two kernels of 8 blocks: 1 to 8 each. */
    for (uint32_t place = 0; place < 8; place++)
        ck_assert_uint_eq(slicer_blocks(8, 8, place, 0), place + 1);
    ck_assert_uint_eq(slicer_rounds(8, 8), 1);
    /* 8 blocks on 3 SMs: 1 4 7, 2 5 8, 3 6 8. */
    const uint32_t expected[3][3] = {{1, 4, 7}, {2, 5, 8}, {3, 6, 8}};
    ck_assert_uint_eq(slicer_rounds(8, 3), 3);
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t place = 0; place < 3; place++)
            ck_assert_uint_eq(slicer_blocks(8, 3, place, round), expected[round][place]);
    const struct slicer_part part = slicer_part_of(1, 3, 16);
    ck_assert_uint_eq(part.first, 5);
    ck_assert_uint_eq(part.count, 5);
    ck_assert_uint_eq(slicer_part_of(3, 4, 3).count, 0);
}
END_TEST

/* Equations 3 and 4: four SMs with 1, 2, 1 and 4 blocks, 2 in the mean. With half of the slots
 * lost to memory, one block counts (1 - 0.5 / 2) times as much, four (1 + 0.5); by the share of the
 * bandwidth (1 + 0.5) and (1 - 0.5 / 2) times. */
START_TEST(samples_are_scaled)
{
    const struct slicer_sample samples[] = {
        {0, 1, 1.0, 0.5}, {0, 2, 1.5, 0.5}, {1, 1, 0.8, 0}, {1, 4, 1.0, 0.5}};
    struct slicer_sums sums[2] = {0};
    struct water_kernel kernel = {.most = 4};
    slicer_add_round(sums, samples, 4, SCALING_PRINTED);
    ck_assert(slicer_curve(&sums[0], &kernel));
    ck_assert_double_eq(kernel.performance[1], 0.75);
    ck_assert_double_eq(kernel.performance[2], 1.5);
    ck_assert_double_eq(kernel.performance[3], 1.5);
    ck_assert(slicer_curve(&sums[1], &kernel));
    ck_assert_double_eq(kernel.performance[1], 0.8);
    ck_assert_double_eq_tol(kernel.performance[2], 0.8 + 0.7 / 3, 1e-12);
    ck_assert_double_eq(kernel.performance[4], 1.5);
    const struct slicer_sums none = {0};
    ck_assert(!slicer_curve(&none, &kernel));
    struct slicer_sums derived[2] = {0}, raw[2] = {0};
    slicer_add_round(derived, samples, 4, SCALING_DERIVED);
    ck_assert_double_eq(derived[0].sum[1], 1.5);
    ck_assert_double_eq(derived[1].sum[4], 0.75);
    slicer_add_round(raw, samples, 4, SCALING_NONE);
    ck_assert_double_eq(raw[0].sum[1], 1);
    ck_assert_double_eq(raw[1].sum[4], 1);
}
END_TEST

/* ---- addresses ---------------------------------------------------------------------------------
 */

/* All that is free, in however many pieces. */
static uint64_t free_of(const struct first_fit *memory)
{
    uint64_t free = memory->size;
    for (uint32_t i = 0; i < memory->n; i++)
        free -= memory->pieces[i].size;
    return free;
}

/* Figure 2a: blocks of A take half as much as blocks of B. When A's blocks end between those of B,
 * half of the memory is free and no block of B fits. */
START_TEST(gaps_may_be_too_small)
{
    struct first_fit memory = {.size = 12};
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(first_fit_find(&memory, 1), 3 * i);
        first_fit_take(&memory, 3 * i, 1);
        ck_assert_uint_eq(first_fit_find(&memory, 2), 3 * i + 1);
        first_fit_take(&memory, 3 * i + 1, 2);
    }
    ck_assert_uint_eq(first_fit_find(&memory, 1), UINT64_MAX);
    for (unsigned i = 0; i < 4; i++)
        first_fit_release(&memory, 3 * i, 1);
    ck_assert_uint_eq(free_of(&memory), 4);
    ck_assert_uint_eq(first_fit_find(&memory, 2), UINT64_MAX);
    first_fit_release(&memory, 4, 2);
    ck_assert_uint_eq(first_fit_find(&memory, 2), 3);
    ck_assert_uint_eq(first_fit_find(&memory, 5), UINT64_MAX);
    ck_assert_uint_eq(first_fit_find(&memory, 4), 3);
}
END_TEST

struct piece {
    uint64_t at, size;
};

/* 10,000 pieces come and go: none overlaps another, and nothing is lost. */
START_TEST(nothing_leaks)
{
    enum { SIZE = 1000, PIECES = 60 };
    GRand *random = g_rand_new_with_seed(7);
    struct first_fit memory = {.size = SIZE};
    struct piece pieces[PIECES];
    unsigned n = 0, taken = 0, refused = 0;
    uint64_t used = 0;
    while (taken < 10000) {
        uint64_t size = (uint64_t)g_rand_int_range(random, 0, 60);
        uint64_t at = first_fit_find(&memory, size);
        if (n < PIECES && at != UINT64_MAX && g_rand_boolean(random)) {
            for (unsigned i = 0; i < n; i++)
                ck_assert(size == 0 || pieces[i].size == 0 || at + size <= pieces[i].at ||
                          pieces[i].at + pieces[i].size <= at);
            ck_assert_uint_le(at + size, SIZE);
            first_fit_take(&memory, at, size);
            pieces[n++] = (struct piece){at, size};
            used += size;
            taken++;
        } else if (n > 0) {
            unsigned i = (unsigned)g_rand_int_range(random, 0, (gint32)n);
            refused += at == UINT64_MAX && SIZE - used >= size;
            first_fit_release(&memory, pieces[i].at, pieces[i].size);
            used -= pieces[i].size;
            pieces[i] = pieces[--n];
        }
        ck_assert_uint_eq(free_of(&memory), SIZE - used);
    }
    ck_assert_uint_gt(refused, 0);
    while (n-- > 0)
        first_fit_release(&memory, pieces[n].at, pieces[n].size);
    ck_assert_uint_eq(first_fit_find(&memory, SIZE), 0);
    g_rand_free(random);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("water-filling");
    TCase *tests = tcase_create("slices");
    tcase_add_test(tests, equals_brute_force);
    tcase_add_test(tests, stops_where_nothing_improves);
    tcase_add_test(tests, a_full_kernel_leaves_the_rest);
    tcase_add_test(tests, sms_run_ascending_numbers);
    tcase_add_test(tests, samples_are_scaled);
    tcase_add_test(tests, gaps_may_be_too_small);
    tcase_add_test(tests, nothing_leaks);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
