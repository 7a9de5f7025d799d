/* SPDX-License-Identifier: BSD-3-Clause */
/* atomic_apply: old value, new value, and bytes beside the location left alone. */
#include "workloads/atomic.h"

#include <check.h>
#include <string.h>

struct row {
    enum atomic_op op;
    enum atomic_type type;
    uint64_t old, a, b, result;
};

#define ALL32 0xffffffffu
#define ALL64 0xffffffffffffffffu

static const struct row rows[] = {
    {ATOMIC_ADD, ATOMIC_U32, ALL32, 2, 0, 1},
    {ATOMIC_ADD, ATOMIC_S32, 0x7fffffff, 1, 0, 0x80000000},
    {ATOMIC_ADD, ATOMIC_U64, ALL64, 2, 0, 1},
    {ATOMIC_ADD, ATOMIC_F32, 0x3f800000, 0x40000000, 0, 0x40400000},
    {ATOMIC_ADD, ATOMIC_F32, 0x00000001, 0x00000001, 0, 0x00000002},
    {ATOMIC_ADD, ATOMIC_F64, 0x3ff0000000000000, 0x4000000000000000, 0, 0x4008000000000000},
    {ATOMIC_MIN, ATOMIC_U32, 5, ALL32, 0, 5},
    {ATOMIC_MIN, ATOMIC_S32, 5, ALL32, 0, ALL32},
    {ATOMIC_MAX, ATOMIC_U32, 5, ALL32, 0, ALL32},
    {ATOMIC_MAX, ATOMIC_S32, 5, ALL32, 0, 5},
    {ATOMIC_MIN, ATOMIC_U64, 5, ALL64, 0, 5},
    {ATOMIC_MIN, ATOMIC_S64, 5, ALL64, 0, ALL64},
    {ATOMIC_MAX, ATOMIC_U64, 5, ALL64, 0, ALL64},
    {ATOMIC_MAX, ATOMIC_S64, 5, ALL64, 0, 5},
    {ATOMIC_MIN, ATOMIC_F32, 0x3f800000, 0xbf800000, 0, 0xbf800000},
    {ATOMIC_MAX, ATOMIC_F32, 0x7fc00000, 0x3f800000, 0, 0x7fc00000},
    {ATOMIC_MAX, ATOMIC_F64, 0x3ff0000000000000, 0x4000000000000000, 0, 0x4000000000000000},
    {ATOMIC_AND, ATOMIC_U32, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
    {ATOMIC_OR, ATOMIC_U32, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
    {ATOMIC_XOR, ATOMIC_U64, 0xff00ff00ff00ff00, ALL64, 0, 0x00ff00ff00ff00ff},
    {ATOMIC_EXCH, ATOMIC_U32, 1, 0x123456789, 0, 0x23456789},
    {ATOMIC_EXCH, ATOMIC_U64, 1, 0x123456789, 0, 0x123456789},
    {ATOMIC_CAS, ATOMIC_U32, 7, 7, 9, 9},
    {ATOMIC_CAS, ATOMIC_U32, 7, 8, 9, 7},
    {ATOMIC_CAS, ATOMIC_U32, 7, 0x100000007, 9, 9},
    {ATOMIC_CAS, ATOMIC_U64, 7, 0x100000007, 9, 7},
    {ATOMIC_INC, ATOMIC_U32, 6, 7, 0, 7},
    {ATOMIC_INC, ATOMIC_U32, 7, 7, 0, 0},
    {ATOMIC_INC, ATOMIC_U32, 9, 7, 0, 0},
    {ATOMIC_DEC, ATOMIC_U32, 0, 7, 0, 7},
    {ATOMIC_DEC, ATOMIC_U32, 9, 7, 0, 7},
    {ATOMIC_DEC, ATOMIC_U32, 7, 7, 0, 6},
    {ATOMIC_EXCH, ATOMIC_U16, 0x1234, 0x56789, 0, 0x6789},
    {ATOMIC_CAS, ATOMIC_U16, 0x1234, 0x1234, 0xabcd, 0xabcd},
    {ATOMIC_CAS, ATOMIC_U16, 0x1234, 0x1235, 0xabcd, 0x1234},
    {ATOMIC_ADD, ATOMIC_F16, 0x3c00, 0x3c00, 0, 0x4000}, /* 1 + 1 */
    {ATOMIC_ADD, ATOMIC_F16, 0x7bff, 0x7bff, 0, 0x7c00}, /* too large: infinity */
    {ATOMIC_ADD, ATOMIC_F16, 0x0001, 0x0001, 0, 0x0002}, /* subnormals are kept */
    {ATOMIC_ADD, ATOMIC_F16, 0x6800, 0x3c00, 0, 0x6800}, /* 2048 + 1: a tie, to even */
    {ATOMIC_ADD, ATOMIC_F16, 0x6801, 0x3c00, 0, 0x6802}, /* 2050 + 1 */
    {ATOMIC_ADD, ATOMIC_F16X2, 0x3c004000, 0xbc004200, 0, 0x00004500}, /* 1 - 1, 2 + 3 */
    {ATOMIC_ADD, ATOMIC_BF16, 0x3f80, 0x4000, 0, 0x4040},              /* 1 + 2 */
    {ATOMIC_ADD, ATOMIC_BF16, 0x4380, 0x3f80, 0, 0x4380},              /* 256 + 1: a tie, to even */
    {ATOMIC_ADD, ATOMIC_BF16X2, 0x3f80c000, 0x40003f80, 0, 0x4040bf80},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

START_TEST(rows_of_the_manual)
{
    const struct row *row = &rows[_i];
    unsigned bytes = atomic_type_bytes(row->type);
    uint8_t memory[24], before[24];
    memset(memory, 0xa5, sizeof memory);
    memcpy(memory + 8, &row->old, bytes);
    memcpy(before, memory, sizeof memory);
    uint64_t old = atomic_apply(row->op, row->type, memory + 8, row->a, row->b), now = 0;
    memcpy(&now, memory + 8, bytes);
    ck_assert_msg(old == row->old, "row %d returned %llx", _i, (unsigned long long)old);
    ck_assert_msg(now == row->result, "row %d left %llx", _i, (unsigned long long)now);
    ck_assert_int_eq(memcmp(memory, before, 8), 0);
    ck_assert_int_eq(memcmp(memory + 8 + bytes, before + 8 + bytes, 16 - bytes), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("atomic");
    TCase *tc = tcase_create("rows");
    tcase_add_loop_test(tc, rows_of_the_manual, 0, ROWS);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
