/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of results: references, equality, checksums, tolerances. */
#include "tests/workloads/loader/data/loader_fixture.h"
#include "workloads/loader/check.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct world {
    struct fixture_directory directory;
    struct fixture_provider provider;
    struct fixture_device device;
    struct workload *w;
};

/* x = 1, 2, ..., 6; y and z zero; counts = 10, 20, 30, 40. Runs to the end. */
static void run(struct world *world, const char *checks)
{
    g_autofree char *json = g_strdup_printf(
        "{\"name\": \"n\", \"description\": \"d\", \"modules\": {\"main\": {\"ptx\": "
        "\"main.ptx\"}}, "
        "\"scalars\": {\"n\": 6, \"factor\": 2.5, \"close\": 0.125}, \"buffers\": {"
        "\"x\": {\"type\": \"f32\", \"count\": \"n\", \"init\": {\"iota\": {\"start\": 1, "
        "\"step\": 1}}},"
        "\"y\": {\"type\": \"f32\", \"count\": \"n\", \"init\": \"zero\"},"
        "\"counts\": {\"type\": \"s16\", \"count\": 4, \"init\": {\"iota\": {\"start\": 10, "
        "\"step\": 10}}},"
        "\"other\": {\"type\": \"s16\", \"count\": 4, \"init\": {\"iota\": {\"start\": 10, "
        "\"step\": 10}}}},"
        "\"steps\": [{\"launch\": {\"kernel\": \"small\", \"grid\": [1], \"block\": [1], "
        "\"args\": []}}], \"checks\": [%s]}",
        checks);
    fixture_directory_init(&world->directory);
    fixture_provider_init(&world->provider);
    fixture_device_init(&world->device);
    world->w = fixture_prepare(&world->directory, &world->provider, json);
    g_autofree char *log = fixture_run(world->w, &world->device, NULL, NULL);
    ck_assert(g_str_has_suffix(log, "L0 E"));
}

static void finish(struct world *world)
{
    workload_free(world->w);
    fixture_device_finish(&world->device);
    fixture_provider_finish(&world->provider);
    fixture_directory_finish(&world->directory);
}

static GPtrArray *check_all(struct world *world, unsigned n)
{
    GError *error = NULL;
    GPtrArray *results = workload_check(world->w, &world->device.access, &error);
    ck_assert_msg(results != NULL, "%s", error ? error->message : "no error");
    ck_assert_uint_eq(results->len, n);
    return results;
}

#define REFERENCE(buffer, function, more)                                                          \
    "{\"buffer\": \"" buffer "\", \"reference\": {\"library\": \"loader_reference\", "             \
    "\"function\": \"" function "\"}" more "}"

START_TEST(test_reference)
{
    struct world world;
    run(&world, REFERENCE("y", "doubled", "") ", " REFERENCE("x", "doubled", ""));
    float *y = fixture_device_bytes(&world.device, "y");
    for (unsigned i = 0; i < 6; i++)
        y[i] = 2.5f * (float)(i + 1);
    g_autoptr(GPtrArray) right = check_all(&world, 2);
    const struct workload_check_result *result = right->pdata[0];
    ck_assert(result->passed);
    ck_assert_str_eq(result->buffer, "y");
    ck_assert_uint_eq(result->elements, 6);
    ck_assert_uint_eq(result->wrong, 0);
    ck_assert_str_eq(result->message, "buffer \"y\": all 6 elements agree with reference doubled");
    result = right->pdata[1];
    ck_assert(result->passed); /* x is as it was */
    ck_assert_uint_eq(result->index, 1);

    y[2] = nextafterf(y[2], 100); /* 7.5 and a bit */
    y[5] = NAN;
    g_autoptr(GPtrArray) wrong = check_all(&world, 2);
    result = wrong->pdata[0];
    ck_assert(!result->passed);
    ck_assert_uint_eq(result->wrong, 2);
    ck_assert_uint_eq(result->first_wrong, 2);
    ck_assert_str_eq(result->message,
                     "buffer \"y\": 2 of 6 elements are wrong; the first is [2] = 7.50000048, "
                     "expected 7.5 (reference doubled)");
    ck_assert(((const struct workload_check_result *)wrong->pdata[1])->passed);
    finish(&world);
}
END_TEST

START_TEST(test_tolerance)
{
    struct world world;
    run(&world, REFERENCE("y", "doubled", ", \"absolute\": \"close\"") ", " REFERENCE(
                    "y", "doubled",
                    ", \"relative\": 0.1") ", " REFERENCE("y", "doubled",
                                                          ", \"absolute\": 1, \"relative\": 1"));
    float *y = fixture_device_bytes(&world.device, "y");
    for (unsigned i = 0; i < 6; i++)
        y[i] = 2.5f * (float)(i + 1);
    y[0] = 2.5f - 0.125f;  /* at the edge of absolute */
    y[1] = 5.0f + 0.1875f; /* beyond absolute, within relative: 0.5 */
    y[3] = -10.0f;         /* beyond both, but not 1 + 10 = 11 ... */
    g_autoptr(GPtrArray) results = check_all(&world, 3);
    const struct workload_check_result *result = results->pdata[0];
    ck_assert_uint_eq(result->wrong, 2);
    ck_assert_uint_eq(result->first_wrong, 1);
    result = results->pdata[1];
    ck_assert_uint_eq(result->wrong, 1);
    ck_assert_uint_eq(result->first_wrong, 3);
    result = results->pdata[2];
    ck_assert_uint_eq(result->wrong, 1); /* ... since it is off by 20 */
    finish(&world);
}
END_TEST

START_TEST(test_equals_and_checksum)
{
    struct world world;
    run(&world, "{\"buffer\": \"counts\", \"equals\": \"other\"}, "
                "{\"buffer\": \"counts\", \"checksum\": \"fnv1a64:75bcb9431b27133d\"}");
    /* The checksum is that of the bytes 10 0 20 0 30 0 40 0, by another implementation. */
    g_autoptr(GPtrArray) right = check_all(&world, 2);
    const struct workload_check_result *result = right->pdata[0];
    ck_assert_str_eq(result->message,
                     "buffer \"counts\": all 4 elements agree with buffer \"other\"");
    result = right->pdata[1];
    ck_assert_msg(result->passed, "%s", result->message);

    int16_t *counts = fixture_device_bytes(&world.device, "counts");
    counts[3] = -40;
    g_autoptr(GPtrArray) wrong = check_all(&world, 2);
    result = wrong->pdata[0];
    ck_assert(!result->passed);
    ck_assert_str_eq(result->message, "buffer \"counts\": 1 of 4 elements are wrong; the first is "
                                      "[3] = -40, expected 40 (buffer \"other\")");
    result = wrong->pdata[1];
    ck_assert(!result->passed);
    ck_assert_ptr_nonnull(strstr(result->message, ", expected fnv1a64:75bcb9431b27133d"));
    finish(&world);
}
END_TEST

static const struct {
    const char *function, *message;
} failures[] = {
    {"nothing_there", "at checks[0]: nothing_there: the workload has no buffer \"z\""},
    {"wants_integer", "at checks[0]: wants_integer: not an integer: scalar \"factor\""},
    {"gives_up", "at checks[0]: gives_up: this cannot be computed"},
};

START_TEST(test_failing_reference)
{
    struct world world;
    g_autofree char *check =
        g_strdup_printf("{\"buffer\": \"y\", \"reference\": {\"library\": \"loader_reference\", "
                        "\"function\": \"%s\"}}",
                        failures[_i].function);
    run(&world, check);
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(workload_check(world.w, &world.device.access, &error));
    ck_assert_msg(strstr(error->message, failures[_i].message) != NULL, "%s", error->message);
    finish(&world);
}
END_TEST

START_TEST(test_close)
{
    const struct element_type *type = element_type_find("f64");
    static const struct {
        double actual, expected, absolute, relative;
        bool close;
    } cases[] = {
        {1, 1, 0, 0, true},
        {0.0, -0.0, 0, 0, true},
        {1, 1.5, 0.5, 0, true},
        {1, 1.75, 0.5, 0, false},
        {3, 4, 0, 0.25, true},  /* relative to the expected value, */
        {4, 3, 0, 0.25, false}, /* not to the other */
        {-3, -4, 0, 0.25, true},
        {3, 4, 0.5, 0.125, true},
        {NAN, NAN, 0, 0, true},
        {NAN, 1, 1e300, 1, false},
        {1, NAN, 1e300, 1, false},
        {INFINITY, INFINITY, 0, 0, true},
        {INFINITY, -INFINITY, 1, 1, false},
        {1, INFINITY, 1, 1, false},
        {INFINITY, 1, 1e300, 1, false},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++)
        ck_assert_msg(element_close(type, &cases[i].actual, &cases[i].expected, cases[i].absolute,
                                    cases[i].relative) == cases[i].close,
                      "case %u", i);
    const int8_t minus_one = -1, one = 1;
    ck_assert(!element_close(element_type_find("s8"), &minus_one, &one, 0, 0));
}
END_TEST

START_TEST(test_element_text)
{
    static const struct {
        const char *type;
        const void *bytes;
        const char *text;
    } cases[] = {
        {"u8", "\xff", "255"},
        {"s8", "\xff", "-1"},
        {"s16", "\x00\x80", "-32768"},
        {"u32", "\xff\xff\xff\xff", "4294967295"},
        {"s32", "\xfe\xff\xff\xff", "-2"},
        {"u64", "\xff\xff\xff\xff\xff\xff\xff\xff", "18446744073709551615"},
        {"s64", "\x00\x00\x00\x00\x00\x00\x00\x80", "-9223372036854775808"},
        {"f32", "\xcd\xcc\xcc\x3d", "0.100000001"},
        {"f64", "\x9a\x99\x99\x99\x99\x99\xb9\x3f", "0.10000000000000001"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = element_text(element_type_find(cases[i].type), cases[i].bytes);
        ck_assert_str_eq(text, cases[i].text);
    }
    ck_assert_ptr_null(element_type_find("f16"));
}
END_TEST

START_TEST(test_checksum)
{
    /* Source: the test vectors of draft-eastlake-fnv, appendix C. */
    ck_assert_uint_eq(check_fnv1a64("", 0), UINT64_C(0xcbf29ce484222325));
    ck_assert_uint_eq(check_fnv1a64("a", 1), UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert_uint_eq(check_fnv1a64("foobar", 6), UINT64_C(0x85944171f73967e8));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload checks");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, test_reference);
    tcase_add_test(tests, test_tolerance);
    tcase_add_test(tests, test_equals_and_checksum);
    tcase_add_loop_test(tests, test_failing_reference, 0, (int)G_N_ELEMENTS(failures));
    tcase_add_test(tests, test_close);
    tcase_add_test(tests, test_element_text);
    tcase_add_test(tests, test_checksum);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
