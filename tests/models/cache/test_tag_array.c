/* SPDX-License-Identifier: BSD-3-Clause */
/* Tags: sets, states, and which line goes next. */
#include "models/cache/tag_array.h"
#include <check.h>
#include <stdlib.h>

static uint64_t address(uint64_t number)
{
    return UINT64_C(0x1000000000) + number * 128;
}

static int bring(struct tag_array *tags, uint64_t number)
{
    int index = tag_array_choose_victim(tags, address(number));
    ck_assert_int_ge(index, 0);
    tag_array_reserve(tags, index, address(number));
    tag_array_fill(tags, index);
    return index;
}

START_TEST(shapes)
{
    ck_assert_ptr_null(tag_array_problem(16384, 4, 128));
    ck_assert_ptr_null(tag_array_problem(98304, 24, 128)); /* 32 sets */
    ck_assert_ptr_null(tag_array_problem(512, 4, 128));    /* 1 set */
    ck_assert_ptr_nonnull(tag_array_problem(16384, 4, 96));
    ck_assert_ptr_nonnull(tag_array_problem(16384, 0, 128));
    ck_assert_ptr_nonnull(tag_array_problem(16384, 3, 128));
    ck_assert_ptr_nonnull(tag_array_problem(49152, 4, 128)); /* 96 sets */
    ck_assert_ptr_nonnull(tag_array_problem(UINT64_C(1) << 40, 4, 128));
}
END_TEST

START_TEST(states_of_a_line)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 4096, 4, 128); /* 8 sets */
    ck_assert_uint_eq(tag_array_lines(&tags), 32);
    ck_assert_int_eq(tag_array_find(&tags, address(3)), -1);
    int index = tag_array_choose_victim(&tags, address(3));
    ck_assert_int_eq(index / 4, 3);
    ck_assert_int_eq(tag_array_state(&tags, index), TAG_INVALID);
    tag_array_reserve(&tags, index, address(3) + 77);
    ck_assert_int_eq(tag_array_state(&tags, index), TAG_RESERVED);
    ck_assert_int_eq(tag_array_find(&tags, address(3) + 5), index);
    ck_assert_int_eq(tag_array_find(&tags, address(11)), -1); /* same set */
    tag_array_fill(&tags, index);
    ck_assert_int_eq(tag_array_state(&tags, index), TAG_VALID);
    ck_assert_uint_eq(tag_array_address(&tags, index), address(3));
    tag_array_reserve_again(&tags, index);
    ck_assert_int_eq(tag_array_state(&tags, index), TAG_RESERVED);
    tag_array_fill(&tags, index);
    tag_array_invalidate(&tags, index);
    ck_assert_int_eq(tag_array_find(&tags, address(3)), -1);
    ck_assert_int_eq(tag_array_state(&tags, index), TAG_INVALID);
    tag_array_finish(&tags);
}
END_TEST

START_TEST(the_least_recently_used_goes)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 4096, 4, 128);
    int line[4];
    for (unsigned i = 0; i < 4; i++)
        line[i] = bring(&tags, 8 * i); /* all in set 0 */
    tag_array_touch(&tags, line[0]);
    tag_array_touch(&tags, line[2]);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(80)), line[1]);
    tag_array_reserve(&tags, line[1], address(80));
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(88)), line[3]);
    tag_array_reserve(&tags, line[3], address(88));
    tag_array_reserve_again(&tags, line[0]);
    tag_array_touch(&tags, line[0]);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(96)), line[2]);
    tag_array_reserve(&tags, line[2], address(96));
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(104)), -1);
    ck_assert_int_ge(tag_array_choose_victim(&tags, address(1)), 4); /* another set */
    tag_array_fill(&tags, line[3]);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(104)), line[3]);
    tag_array_finish(&tags);
}
END_TEST

START_TEST(invalid_lines_go_before_valid_ones)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 512, 4, 128); /* 1 set */
    int line[4];
    for (unsigned i = 0; i < 4; i++)
        line[i] = bring(&tags, i);
    tag_array_invalidate(&tags, line[2]);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(9)), line[2]);
    tag_array_reserve(&tags, line[2], address(9));
    tag_array_invalidate_valid(&tags);
    ck_assert_int_eq(tag_array_find(&tags, address(0)), -1);
    ck_assert_int_eq(tag_array_find(&tags, address(9)), line[2]);
    ck_assert_int_eq(tag_array_state(&tags, line[2]), TAG_RESERVED);
    tag_array_finish(&tags);
}
END_TEST

START_TEST(xor_spreads_strides)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 16384, 4, 128); /* 32 sets */
    ck_assert_uint_eq(tag_array_set(&tags, 32 * 128), 0);
    tag_array_use_index(&tags, TAG_SETS_XOR);
    uint32_t by_stride = 0, side_by_side = 0;
    for (unsigned i = 0; i < 32; i++) {
        by_stride |= 1u << tag_array_set(&tags, (uint64_t)i * 32 * 128);
        side_by_side |= 1u << tag_array_set(&tags, (UINT64_C(77) * 32 + i) * 128);
    }
    ck_assert_uint_eq(by_stride, UINT32_MAX);
    ck_assert_uint_eq(side_by_side, UINT32_MAX);
    /* Line 5 + 32 x 3 + 1024 x 9: 5 ^ 3 ^ 9. */
    ck_assert_uint_eq(tag_array_set(&tags, (5 + 32 * (3 + 32 * 9)) * 128), 5 ^ 3 ^ 9);
    tag_array_finish(&tags);
}
END_TEST

START_TEST(all_64_bits_of_an_address_count)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 4096, 4, 128);
    int index = bring(&tags, 0);
    ck_assert_int_eq(tag_array_find(&tags, address(0) ^ UINT64_C(1) << 63), -1);
    ck_assert_int_eq(tag_array_find(&tags, UINT64_MAX), -1);
    ck_assert_int_eq(tag_array_find(&tags, address(0)), index);
    tag_array_finish(&tags);
}
END_TEST

/* An access counts as a use, a fill does not. */
START_TEST(fills_are_no_uses)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 256, 2, 128); /* 1 set */
    tag_array_reserve(&tags, 0, address(0));
    tag_array_reserve(&tags, 1, address(1));
    tag_array_fill(&tags, 1);
    tag_array_fill(&tags, 0);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(2)), 0);
    tag_array_reserve_again(&tags, 0);
    tag_array_touch(&tags, 0);
    tag_array_fill(&tags, 0);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(2)), 1);
    tag_array_finish(&tags);
}
END_TEST

/* Bits 7 to 11 of the address, XORed with bits 13, 14, 15, 17 and 19. */
START_TEST(fermis_sets)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 16384, 4, 128); /* 32 sets */
    tag_array_use_index(&tags, TAG_SETS_FERMI);
    static const struct {
        unsigned bit;
        uint32_t set;
    } bits[] = {{6, 0},  {7, 1},  {8, 2},  {9, 4},  {10, 8}, {11, 16}, {12, 0}, {13, 1},
                {14, 2}, {15, 4}, {16, 0}, {17, 8}, {18, 0}, {19, 16}, {20, 0}, {21, 0}};
    for (unsigned i = 0; i < G_N_ELEMENTS(bits); i++)
        ck_assert_uint_eq(tag_array_set(&tags, UINT64_C(1) << bits[i].bit), bits[i].set);
    ck_assert_uint_eq(tag_array_set(&tags, 0xFFFFF), 0);
    tag_array_finish(&tags);
    tag_array_init(&tags, NULL, 32768, 4, 128); /* 64 sets: bit 12 is the highest */
    tag_array_use_index(&tags, TAG_SETS_FERMI);
    ck_assert_uint_eq(tag_array_set(&tags, 0x1000), 32);
    ck_assert_uint_eq(tag_array_set(&tags, 0x2080), 0);
    tag_array_finish(&tags);
}
END_TEST

START_TEST(ways_can_be_taken_away)
{
    struct tag_array tags;
    tag_array_init(&tags, NULL, 1024, 8, 128); /* 1 set */
    for (unsigned i = 0; i < 8; i++)
        bring(&tags, i);
    for (unsigned i = 3; i < 8; i++)
        tag_array_invalidate(&tags, tag_array_find(&tags, address(i)));
    ck_assert_uint_eq(tags.not_invalid, 3);
    tag_array_use_ways(&tags, 3);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(9)), tag_array_find(&tags, address(0)));
    for (unsigned i = 0; i < 3; i++)
        tag_array_reserve_again(&tags, (int)i);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(9)), -1);
    tag_array_use_ways(&tags, 5);
    ck_assert_int_eq(tag_array_choose_victim(&tags, address(9)), 3);
    ck_assert_int_eq(bring(&tags, 9), 3);
    ck_assert_int_eq(bring(&tags, 10), 4);
    ck_assert_int_eq(bring(&tags, 11), 3);
    tag_array_finish(&tags);
}
END_TEST

/* What tag_array does, by searching. */
enum { MODEL_WAYS = 24, MODEL_SETS = 4, MODEL_NUMBERS = 300 };
struct model {
    uint64_t number[MODEL_SETS * MODEL_WAYS], used[MODEL_SETS * MODEL_WAYS], now;
    enum tag_state state[MODEL_SETS * MODEL_WAYS];
};

static int model_find(const struct model *model, uint64_t number)
{
    for (int i = 0; i < MODEL_SETS * MODEL_WAYS; i++)
        if (model->state[i] != TAG_INVALID && model->number[i] == number)
            return i;
    return -1;
}

static bool model_accepts(const struct model *model, uint64_t number, int victim)
{
    int first = (int)(number % MODEL_SETS) * MODEL_WAYS, oldest = -1;
    for (int i = first; i < first + MODEL_WAYS; i++) {
        if (model->state[i] == TAG_INVALID)
            return victim >= first && victim < first + MODEL_WAYS &&
                   model->state[victim] == TAG_INVALID;
        if (model->state[i] == TAG_VALID && (oldest < 0 || model->used[i] < model->used[oldest]))
            oldest = i;
    }
    return victim == oldest;
}

START_TEST(the_same_as_searching)
{
    static struct model model;
    struct tag_array tags;
    tag_array_init(&tags, NULL, MODEL_SETS * MODEL_WAYS * 128, MODEL_WAYS, 128);
    uint64_t random = 1;
    for (unsigned step = 0; step < 200000; step++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t number = (random >> 33) % MODEL_NUMBERS, choice = random >> 60;
        int index = tag_array_find(&tags, number * 128);
        ck_assert_int_eq(index, model_find(&model, number));
        if (index < 0) {
            index = tag_array_choose_victim(&tags, number * 128);
            ck_assert(model_accepts(&model, number, index));
            if (index < 0)
                continue;
            tag_array_reserve(&tags, index, number * 128);
            model.number[index] = number;
            model.state[index] = TAG_RESERVED;
            model.used[index] = ++model.now;
        } else if (model.state[index] == TAG_RESERVED && choice < 12) {
            tag_array_fill(&tags, index);
            model.state[index] = TAG_VALID;
        } else if (choice == 0) {
            tag_array_invalidate(&tags, index);
            model.state[index] = TAG_INVALID;
        } else {
            tag_array_touch(&tags, index);
            model.used[index] = ++model.now;
        }
        ck_assert_int_eq(tag_array_state(&tags, index), model.state[index]);
    }
    tag_array_finish(&tags);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tag_array");
    TCase *tcase = tcase_create("tag_array");
    tcase_add_test(tcase, shapes);
    tcase_add_test(tcase, states_of_a_line);
    tcase_add_test(tcase, the_least_recently_used_goes);
    tcase_add_test(tcase, invalid_lines_go_before_valid_ones);
    tcase_add_test(tcase, xor_spreads_strides);
    tcase_add_test(tcase, all_64_bits_of_an_address_count);
    tcase_add_test(tcase, fills_are_no_uses);
    tcase_add_test(tcase, fermis_sets);
    tcase_add_test(tcase, ways_can_be_taken_away);
    tcase_add_test(tcase, the_same_as_searching);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
