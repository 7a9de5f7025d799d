/* SPDX-License-Identifier: BSD-3-Clause */
/* The hash table and the stack distances that observers are made of, against plain models. */
#include "observers/line_table.h"
#include "observers/stack_distance.h"
#include "tests/observers/rig.h"
#include <string.h>

struct record {
    struct line_head head;
    uint64_t value;
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

START_TEST(records_are_found_again)
{
    enum { KEYS = 3000 };
    static uint64_t expected[KEYS];
    struct line_table table;
    uint32_t state = 1;
    line_table_init(&table, sizeof(struct record));
    ck_assert_ptr_null(line_table_find(&table, 0));
    for (unsigned round = 0; round < 2; round++) {
        memset(expected, 0, sizeof expected);
        uint32_t different = 0, index = 0, seen = 0;
        for (unsigned i = 0; i < 20000; i++) {
            uint32_t key = next_random(&state) % KEYS;
            struct record *record = line_table_at(&table, (uint64_t)key * LINE);
            ck_assert_uint_eq(record->value, expected[key]);
            different += expected[key] == 0;
            record->value = ++expected[key];
        }
        ck_assert_uint_eq(table.count, different);
        for (const struct record *record; (record = line_table_next(&table, &index)); seen++)
            ck_assert_uint_eq(record->value, expected[record->head.key / LINE]);
        ck_assert_uint_eq(seen, different);
        line_table_clear(&table);
        ck_assert_ptr_null(line_table_find(&table, LINE));
    }
    line_table_finish(&table);
}
END_TEST

/* How many different others have come since the line came. */
static uint32_t plain_distance(const uint32_t *history, unsigned n, uint32_t line)
{
    bool seen[64] = {false};
    uint32_t others = 0;
    while (n-- > 0) {
        if (history[n] == line)
            return others;
        others += !seen[history[n]];
        seen[history[n]] = true;
    }
    return STACK_DISTANCE_COLD;
}

START_TEST(distances_are_exact)
{
    enum { LINES = 64, ACCESSES = 4000 };
    static uint32_t history[ACCESSES];
    struct stack_line lines[LINES];
    struct stack_distance stack = {0};
    uint32_t state = 7;
    for (unsigned round = 0; round < 2; round++) {
        memset(lines, 0, sizeof lines);
        for (unsigned n = 0; n < ACCESSES; n++) {
            uint32_t span = n < ACCESSES / 2 ? LINES : 5;
            uint32_t line = next_random(&state) % span;
            ck_assert_uint_eq(stack_distance_access(&stack, lines, line),
                              plain_distance(history, n, line));
            history[n] = line;
        }
        ck_assert_uint_eq(stack.lines, LINES);
        stack_distance_clear(&stack);
    }
    stack_distance_finish(&stack);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("line_table");
    TCase *cases = tcase_create("line_table");
    tcase_add_test(cases, records_are_found_again);
    tcase_add_test(cases, distances_are_exact);
    suite_add_tcase(suite, cases);
    return rig_run(suite);
}
