/* SPDX-License-Identifier: BSD-3-Clause */
/* Values with units: what is accepted, with which value, and what is refused, with which words. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "models/core/quantity.h"

typedef bool (*parser)(const char *text, uint64_t *out, GError **error);

static const struct {
    parser parse;
    const char *text;
    uint64_t value;
} good[] = {
    {quantity_bytes, "128B", 128},
    {quantity_bytes, "32KiB", 32768},
    {quantity_bytes, "1.5MiB", 1572864},
    {quantity_bytes, "0.5KiB", 512},
    {quantity_bytes, "0B", 0},
    {quantity_bytes, "2GiB", UINT64_C(2147483648)},
    {quantity_bytes, "17179869183GiB", UINT64_C(18446744072635809792)},
    {quantity_hertz, "1400MHz", 1400000000},
    {quantity_hertz, "1.401GHz", 1401000000},
    {quantity_hertz, "337.5kHz", 337500},
    {quantity_hertz, "60Hz", 60},
    {quantity_time, "20ns", 20000},
    {quantity_time, "0.5ns", 500},
    {quantity_time, "5us", 5000000},
    {quantity_time, "3ps", 3},
    {quantity_time, "2ms", 2000000000},
    {quantity_time, "1s", UINT64_C(1000000000000)},
    {quantity_cycles, "3cycles", 3},
    {quantity_cycles, "1cycle", 1},
    {quantity_cycles, "0cycles", 0},
    {quantity_bytes_per_cycle, "32B/cycle", 32},
    {quantity_bandwidth, "22GBps", UINT64_C(22000000000)},
    {quantity_bandwidth, "25.6GBps", UINT64_C(25600000000)},
    {quantity_bandwidth, "1Bps", 1},
    {quantity_count, "15", 15},
    {quantity_count, "0", 0},
    {quantity_count, "007", 7},
    {quantity_count, "18446744073709551614", UINT64_MAX - 1},
};

START_TEST(accepts)
{
    uint64_t value = 99;
    GError *error = NULL;
    ck_assert_msg(good[_i].parse(good[_i].text, &value, &error), "%s", good[_i].text);
    ck_assert_ptr_null(error);
    ck_assert_uint_eq(value, good[_i].value);
}
END_TEST

static const struct {
    parser parse;
    const char *text, *message;
} bad[] = {
    {quantity_bytes, "32",
     "expected a size with its unit (B, KiB, MiB, GiB), found '32', which "
     "has no unit"},
    {quantity_bytes, "16KB", "write KiB, MiB or GiB"},
    {quantity_bytes, "16K", "write KiB, MiB or GiB"},
    {quantity_bytes, "16kib", "found '16kib'"},
    {quantity_bytes, "16 KiB", "found '16 KiB'"},
    {quantity_bytes, " 16KiB", "found ' 16KiB'"},
    {quantity_bytes, "-16KiB", "found '-16KiB'"},
    {quantity_bytes, "+16KiB", "found '+16KiB'"},
    {quantity_bytes, "1e3B", "found '1e3B'"},
    {quantity_bytes, "0x10B", "found '0x10B'"},
    {quantity_bytes, ".5KiB", "found '.5KiB'"},
    {quantity_bytes, "5.KiB", "found '5.KiB'"},
    {quantity_bytes, "1.2.3KiB", "found '1.2.3KiB'"},
    {quantity_bytes, "0.3B", "'0.3B' is not a whole number of bytes"},
    {quantity_bytes, "17179869184GiB", "too large"},
    {quantity_bytes, "99999999999999999999B", "found '99999999999999999999B'"},
    {quantity_bytes, "", "found ''"},
    {quantity_bytes, "KiB", "found 'KiB'"},
    {quantity_bytes, "32B/cycle", "expected a size"},
    {quantity_bandwidth, "22GB/s", "(Bps, kBps, MBps, GBps, TBps), found '22GB/s'"},
    {quantity_hertz, "700", "which has no unit"},
    {quantity_hertz, "700Mhz", "(Hz, kHz, MHz, GHz)"},
    {quantity_hertz, "700Mf", "expected a frequency"},
    {quantity_hertz, "0.5Hz", "not a whole number of Hz"},
    {quantity_time, "3cycles", "expected a time with its unit"},
    {quantity_time, "0.0005ns", "not a whole number of picoseconds"},
    {quantity_time, "20", "which has no unit"},
    {quantity_cycles, "20ns", "expected a number of cycles"},
    {quantity_cycles, "20", "which has no unit"},
    {quantity_cycles, "1.5cycles", "not a whole number of cycles"},
    {quantity_bytes_per_cycle, "32B", "expected a width, such as 32B/cycle"},
    {quantity_bytes_per_cycle, "32", "which has no unit"},
    {quantity_count, "4ways", "expected a whole number without a unit, found '4ways'"},
    {quantity_count, "1.5", "not a whole number"},
    {quantity_count, "-1", "found '-1'"},
    {quantity_count, "18446744073709551615", "too large"},
};

START_TEST(refuses)
{
    uint64_t value = 99;
    GError *error = NULL;
    ck_assert_msg(!bad[_i].parse(bad[_i].text, &value, &error), "%s", bad[_i].text);
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(strstr(error->message, bad[_i].message) != NULL, "'%s' is not in '%s'",
                  bad[_i].message, error->message);
    ck_assert_uint_eq(value, 99);
    g_error_free(error);
}
END_TEST

START_TEST(cycles_or_time)
{
    uint64_t cycles = 99;
    sim_time time = 99;
    ck_assert(quantity_cycles_or_time("3cycles", &cycles, &time, NULL));
    ck_assert_uint_eq(cycles, 3);
    ck_assert_uint_eq(time, 0);
    ck_assert(quantity_cycles_or_time("2.5ns", &cycles, &time, NULL));
    ck_assert_uint_eq(cycles, 0);
    ck_assert_uint_eq(time, 2500);
    GError *error = NULL;
    ck_assert(!quantity_cycles_or_time("20", &cycles, &time, &error));
    ck_assert_str_eq(error->message, "expected a duration such as 3cycles or 20ns, found '20'");
    ck_assert_uint_eq(time, 2500);
    g_error_free(error);
}
END_TEST

START_TEST(choices)
{
    static const char *const words[] = {"lru", "fifo", NULL};
    unsigned index = 9;
    GError *error = NULL;
    ck_assert(quantity_choice("fifo", words, &index, NULL));
    ck_assert_uint_eq(index, 1);
    ck_assert(!quantity_choice("LRU", words, &index, &error));
    ck_assert_str_eq(error->message, "expected one of lru, fifo; found 'LRU'");
    ck_assert_uint_eq(index, 1);
    g_clear_error(&error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("quantity");
    TCase *test = tcase_create("quantity");
    tcase_add_loop_test(test, accepts, 0, G_N_ELEMENTS(good));
    tcase_add_loop_test(test, refuses, 0, G_N_ELEMENTS(bad));
    tcase_add_test(test, cycles_or_time);
    tcase_add_test(test, choices);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
