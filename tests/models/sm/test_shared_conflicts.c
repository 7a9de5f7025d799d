/* SPDX-License-Identifier: BSD-3-Clause */
/* Bank conflicts: the examples of the CUDA C Programming Guide (compute capability 2.x), and
 * random accesses against a slow and obvious implementation. */
#include "models/sm/access/shared_conflicts.h"
#include <check.h>
#include <glib.h>

static uint64_t address[WARP_LANES];

static void fill(uint64_t base, uint64_t stride)
{
    for (unsigned i = 0; i < WARP_LANES; i++)
        address[i] = base + i * stride;
}

struct strided {
    uint64_t base, stride;
    unsigned bytes, banks, cycles, atomic_cycles;
};

static const struct strided strided[] = {
    {0, 4, 4, 32, 1, 1},                            /* one word a lane */
    {100, 4, 4, 32, 1, 1},   {0, 8, 4, 32, 2, 2},   /* two-word stride */
    {0, 12, 4, 32, 1, 1},                           /* odd strides never conflict */
    {0, 128, 4, 32, 32, 32},                        /* all in bank 0 */
    {0, 132, 4, 32, 1, 1},                          /* a padded column */
    {64, 0, 4, 32, 1, 32},                          /* broadcast; atomics on one word take turns */
    {0, 1, 1, 32, 1, 4},                            /* four lanes share a word */
    {0, 2, 2, 32, 1, 2},     {0, 8, 8, 32, 2, 2},   /* doubles: a pass a half warp */
    {0, 16, 8, 32, 4, 4},                           /* every second double: 2-way in each half */
    {0, 0, 8, 32, 2, 32},    {0, 16, 16, 32, 4, 4}, /* a pass a quarter warp */
    {0, 4, 4, 16, 2, 2},     {0, 4, 4, 64, 1, 1},
};

START_TEST(test_strided)
{
    const struct strided *s = &strided[_i];
    fill(s->base, s->stride);
    ck_assert_uint_eq(shared_access_cycles(UINT32_MAX, address, s->bytes, s->banks), s->cycles);
    ck_assert_uint_eq(shared_atomic_cycles(UINT32_MAX, address, s->bytes, s->banks),
                      s->atomic_cycles);
}
END_TEST

START_TEST(test_mask)
{
    fill(0, 128);
    ck_assert_uint_eq(shared_access_cycles(0, address, 4, 32), 0);
    ck_assert_uint_eq(shared_atomic_cycles(0, address, 4, 32), 0);
    ck_assert_uint_eq(shared_access_cycles(0x80000001, address, 4, 32), 2);
    fill(0, 8);
    ck_assert_uint_eq(shared_access_cycles(0x0000ffff, address, 8, 32), 1);
    ck_assert_uint_eq(shared_access_cycles(0x00010001, address, 8, 32), 2);
}
END_TEST

/* ldmatrix: 8 rows of 16 bytes are a turn, if their banks differ. Rows of 128 bytes, one below the
 * other, meet in four banks; 16 bytes more a row part them again. */
START_TEST(test_rows_of_matrices)
{
    static const struct {
        uint64_t stride;
        unsigned turns; /* of each matrix */
    } rows[] = {{16, 1}, {32, 2}, {64, 4}, {128, 8}, {144, 1}, {80, 1}, {0, 1}};
    fill(0, rows[_i].stride);
    for (unsigned matrices = 1; matrices <= 4; matrices *= 2) {
        const lane_mask lanes = UINT32_MAX >> (WARP_LANES - MATRIX_ROWS * matrices);
        ck_assert_uint_eq(shared_access_cycles(lanes, address, MATRIX_ROW_BYTES, 32),
                          matrices * rows[_i].turns);
    }
}
END_TEST

static unsigned reference(lane_mask active, unsigned bytes, unsigned banks, bool atomic)
{
    unsigned words_each = MAX(bytes / 4, 1), step = 32 / words_each, cycles = 0;
    for (unsigned first = 0; first < 32; first += step) {
        unsigned longest = 0;
        for (unsigned bank = 0; bank < banks; bank++) {
            uint64_t seen[WARP_LANES];
            unsigned n = 0;
            for (unsigned lane = first; lane < first + step; lane++)
                for (unsigned w = 0; w < words_each && (active >> lane & 1); w++) {
                    uint64_t word = address[lane] / 4 + w;
                    bool known = false;
                    for (unsigned i = 0; i < n; i++)
                        known |= seen[i] == word;
                    if (word % banks == bank && (atomic || !known))
                        seen[n++] = word;
                }
            longest = MAX(longest, n);
        }
        cycles += longest;
    }
    return cycles;
}

START_TEST(test_random)
{
    GRand *random = g_rand_new_with_seed(7);
    for (unsigned round = 0; round < 5000; round++) {
        unsigned bytes = 1u << g_rand_int_range(random, 0, 5);
        unsigned banks = 16u << g_rand_int_range(random, 0, 3);
        uint32_t range = 1u << g_rand_int_range(random, 0, 12);
        lane_mask active = g_rand_boolean(random) ? UINT32_MAX : g_rand_int(random);
        for (unsigned i = 0; i < WARP_LANES; i++)
            address[i] = (uint64_t)(g_rand_int(random) % range) * bytes;
        ck_assert_uint_eq(shared_access_cycles(active, address, bytes, banks),
                          reference(active, bytes, banks, false));
        ck_assert_uint_eq(shared_atomic_cycles(active, address, bytes, banks),
                          reference(active, bytes, banks, true));
    }
    g_rand_free(random);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shared_conflicts");
    TCase *tcase = tcase_create("shared_conflicts");
    tcase_add_loop_test(tcase, test_strided, 0, G_N_ELEMENTS(strided));
    tcase_add_test(tcase, test_mask);
    tcase_add_loop_test(tcase, test_rows_of_matrices, 0, 7);
    tcase_add_test(tcase, test_random);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
