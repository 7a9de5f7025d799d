/* SPDX-License-Identifier: BSD-3-Clause */
/* The vector instruction sets agree: every operation of each set this host can run gives the
 * same bits as the base set, for full and partial masks. */
#include "workloads/ptx/exec/lanes/alu.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { AREA = 256, AREAS = 4, STATE = 4096, FIRST_AREA = 2048, ROUNDS = 40 };

/* xorshift64*, Vigna 2014. */
static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1d;
}

/* Random words with many special floats and small integers among them. */
static uint32_t operand_word(uint64_t *seed)
{
    static const uint32_t special[] = {
        0,  0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffffffff, 1,          31,
        32, 64,         0x007fffff, 0x3f800000, 0x7ff00000, 0x3ff00000, 0xfff80000, 0x7f7fffff};
    uint64_t random = next(seed);
    return random & 1 ? (uint32_t)(random >> 32) : special[random >> 8 & 15];
}

static void fill(uint8_t *state, uint64_t *seed)
{
    for (unsigned i = FIRST_AREA; i < FIRST_AREA + AREA * AREAS; i += 4)
        memcpy(state + i, &(uint32_t){operand_word(seed)}, 4);
}

static void run(const struct exec_alu_set *set, unsigned code, uint8_t *state, lane_mask lanes)
{
    struct exec_state *head = (struct exec_state *)(void *)state;
    struct exec_op op = {.n_sources = 3, .n_destinations = 1};
    head->base[BASE_REGISTERS] = state;
    for (unsigned k = 0; k < 3; k++)
        op.source[k].offset = FIRST_AREA + AREA * (k + 1);
    op.destination[0].offset = FIRST_AREA;
    set->alu[code](&op, head, lanes);
}

static void compare_sets(const struct exec_alu_set *set, unsigned code, uint64_t *seed)
{
    uint8_t *one = aligned_alloc(64, STATE), *other = aligned_alloc(64, STATE);
    for (unsigned round = 0; round < ROUNDS; round++) {
        memset(one, 0, STATE);
        fill(one, seed);
        memcpy(other, one, STATE);
        lane_mask lanes = round % 2 ? (lane_mask)next(seed) : ALL_LANES;
        run(&exec_alu_base, code, one, lanes);
        run(set, code, other, lanes);
        ck_assert_msg(memcmp(one + FIRST_AREA, other + FIRST_AREA, AREA) == 0,
                      "operation %u of %s differs", code, set->name);
    }
    free(one);
    free(other);
}

static void compare_comparisons(const struct exec_alu_set *set, unsigned code, uint64_t *seed)
{
    uint8_t *state = aligned_alloc(64, STATE);
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(state, seed);
        const uint8_t *a = state + FIRST_AREA, *b = a + AREA;
        ck_assert_uint_eq(exec_alu_base.compare[code](a, b), set->compare[code](a, b));
    }
    free(state);
}

static void check_fill(const struct exec_alu_set *set)
{
    uint32_t *lanes = aligned_alloc(64, 4 * WARP_LANES * sizeof *lanes);
    memset(lanes, 0, 4 * WARP_LANES * sizeof *lanes);
    set->fill_32(lanes + WARP_LANES, 0x80000007);
    for (unsigned i = 0; i < 4 * WARP_LANES; i++)
        ck_assert_uint_eq(lanes[i], i / WARP_LANES == 1 ? 0x80000007 : 0);
    free(lanes);
}

START_TEST(sets_agree)
{
    const struct exec_alu_set *best = exec_alu_best();
    const struct exec_alu_set *sets[3] = {&exec_alu_base, best, best};
#if EXEC_ALU_VECTORS
    if (best == &exec_alu_avx512)
        sets[2] = &exec_alu_avx2;
#endif
    uint64_t seed = 42;
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned code = 0; code < ALU_CODES; code++)
            compare_sets(sets[s], code, &seed);
        for (unsigned code = 0; code < COMPARE_CODES; code++)
            compare_comparisons(sets[s], code, &seed);
        check_fill(sets[s]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx arithmetic sets");
    TCase *tc = tcase_create("sets");
    tcase_add_test(tc, sets_agree);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
