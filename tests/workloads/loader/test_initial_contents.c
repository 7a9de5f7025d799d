/* SPDX-License-Identifier: BSD-3-Clause */
/* What initialisers write into device memory.
 *
 * The pinned hashes come from a second implementation, in Python, of the sources that random.h and
 * graph.h name; a change of any of them changes what every workload computes on.
 */
#include "tests/workloads/loader/data/loader_fixture.h"
#include "workloads/loader/check.h"
#include "workloads/loader/random.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "{\"name\": \"n\", \"description\": \"d\", \"modules\": {\"main\": "
                           "{\"ptx\": \"main.ptx\"}}, ";
static const char tail[] = ", \"steps\": [{\"launch\": {\"kernel\": \"small\", \"grid\": [1], "
                           "\"block\": [1], \"args\": []}}]}";

struct world {
    struct fixture_directory directory;
    struct fixture_provider provider;
    struct fixture_device device;
    struct workload *w;
};

static void run(struct world *world, const char *middle)
{
    g_autofree char *json = g_strconcat(head, middle, tail, NULL);
    fixture_directory_init(&world->directory);
    fixture_write(&world->directory, "data.bin", "\x01\x02\x03\x04\x05\x06", 6);
    fixture_provider_init(&world->provider);
    fixture_device_init(&world->device);
    world->w = fixture_prepare(&world->directory, &world->provider, json);
    g_autofree char *log = fixture_run(world->w, &world->device, NULL, NULL);
    ck_assert(g_str_has_suffix(log, " L0 E"));
}

static void finish(struct world *world)
{
    workload_free(world->w);
    fixture_device_finish(&world->device);
    fixture_provider_finish(&world->provider);
    fixture_directory_finish(&world->directory);
}

START_TEST(test_plain)
{
    struct world world;
    run(&world,
        "\"scalars\": {\"n\": 5}, \"buffers\": {"
        "\"zero\": {\"type\": \"u8\", \"count\": 3, \"init\": \"zero\"},"
        "\"fill\": {\"type\": \"s16\", \"count\": \"n\", \"init\": {\"fill\": {\"value\": -2,"
        " \"except\": [{\"index\": \"n-1\", \"value\": 300}, {\"index\": 0, \"value\": 9}]}}},"
        "\"iota\": {\"type\": \"u32\", \"count\": 4, \"init\": {\"iota\": {\"start\": 10,"
        " \"step\": -3}}},"
        "\"real\": {\"type\": \"f64\", \"count\": 3, \"init\": {\"iota\": {\"start\": 0.5,"
        " \"step\": 0.25}}},"
        "\"huge\": {\"type\": \"s64\", \"count\": 1, \"init\": {\"fill\":"
        " {\"value\": -9223372036854775808}}},"
        "\"file\": {\"type\": \"u16\", \"count\": 3, \"init\": {\"file\": \"data.bin\"}}}");
    const struct fixture_device *device = &world.device;
    ck_assert_mem_eq(fixture_device_bytes(device, "zero"), "\0\0\0", 3);
    const int16_t fill[] = {9, -2, -2, -2, 300};
    ck_assert_mem_eq(fixture_device_bytes(device, "fill"), fill, sizeof fill);
    const uint32_t iota[] = {10, 7, 4, 1};
    ck_assert_mem_eq(fixture_device_bytes(device, "iota"), iota, sizeof iota);
    const double real[] = {0.5, 0.75, 1.0};
    ck_assert_mem_eq(fixture_device_bytes(device, "real"), real, sizeof real);
    const int64_t huge = INT64_MIN;
    ck_assert_mem_eq(fixture_device_bytes(device, "huge"), &huge, sizeof huge);
    const uint16_t file[] = {0x0201, 0x0403, 0x0605};
    ck_assert_mem_eq(fixture_device_bytes(device, "file"), file, sizeof file);
    finish(&world);
}
END_TEST

START_TEST(test_uniform)
{
    struct world world;
    run(&world, "\"buffers\": {"
                "\"a\": {\"type\": \"f32\", \"count\": 1000, \"init\": {\"uniform\": {\"seed\": 2,"
                " \"min\": -1, \"max\": 1}}},"
                "\"again\": {\"type\": \"f32\", \"count\": 1000, \"init\": {\"uniform\":"
                " {\"seed\": 2, \"min\": -1, \"max\": 1}}},"
                "\"other\": {\"type\": \"f32\", \"count\": 1000, \"init\": {\"uniform\":"
                " {\"seed\": 3, \"min\": -1, \"max\": 1}}},"
                "\"bytes\": {\"type\": \"u32\", \"count\": 1000, \"init\": {\"uniform\":"
                " {\"seed\": 1, \"min\": 0, \"max\": 255}}},"
                "\"small\": {\"type\": \"s16\", \"count\": 1000, \"init\": {\"uniform\":"
                " {\"seed\": 9, \"min\": -5, \"max\": 5}}},"
                "\"same\": {\"type\": \"f64\", \"count\": 50, \"init\": {\"uniform\": {\"seed\": 1,"
                " \"min\": 0.1, \"max\": 0.1}}},"
                "\"all\": {\"type\": \"s64\", \"count\": 9, \"init\": {\"uniform\": {\"seed\": 1,"
                " \"min\": -9223372036854775808, \"max\": 9223372036854775807}}}}");
    const struct fixture_device *device = &world.device;
    const float *a = fixture_device_bytes(device, "a");
    ck_assert_mem_eq(a, fixture_device_bytes(device, "again"), 4000);
    ck_assert_mem_ne(a, fixture_device_bytes(device, "other"), 4000);
    ck_assert_uint_eq(check_fnv1a64(a, 4000), UINT64_C(0x9aacfcf84bbcd7ab));
    double sum = 0;
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert(a[i] >= -1 && a[i] <= 1);
        sum += a[i];
    }
    ck_assert_double_le(fabs(sum / 1000), 0.07); /* 3.8 standard errors */
    ck_assert_uint_eq(check_fnv1a64(fixture_device_bytes(device, "bytes"), 4000),
                      UINT64_C(0x3c60e7e63bc0a09e));
    const int16_t *small = fixture_device_bytes(device, "small");
    ck_assert_uint_eq(check_fnv1a64(small, 2000), UINT64_C(0xd51b918e3b01f493));
    unsigned seen[11] = {0};
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert(small[i] >= -5 && small[i] <= 5);
        seen[small[i] + 5]++;
    }
    for (unsigned i = 0; i < 11; i++)
        ck_assert(seen[i] > 50 && seen[i] < 140); /* 91 expected */
    for (unsigned i = 0; i < 50; i++)
        ck_assert_double_eq(((const double *)fixture_device_bytes(device, "same"))[i], 0.1);
    struct random random;
    random_init(&random, 1);
    const int64_t *all = fixture_device_bytes(device, "all");
    for (unsigned i = 0; i < 9; i++)
        ck_assert_uint_eq((uint64_t)all[i], random_bits(&random) + (UINT64_C(1) << 63));
    finish(&world);
}
END_TEST

START_TEST(test_normal)
{
    struct world world;
    run(&world, "\"buffers\": {"
                "\"n\": {\"type\": \"f64\", \"count\": 20000, \"init\": {\"normal\": {\"seed\": 4,"
                " \"mean\": -2, \"deviation\": 0.5}}},"
                "\"pinned\": {\"type\": \"f32\", \"count\": 1001, \"init\": {\"normal\":"
                " {\"seed\": 3, \"mean\": 3, \"deviation\": 2}}},"
                "\"flat\": {\"type\": \"f32\", \"count\": 4, \"init\": {\"normal\":"
                " {\"seed\": 3, \"mean\": 3, \"deviation\": 0}}}}");
    const double *n = fixture_device_bytes(&world.device, "n");
    double sum = 0, squares = 0, cubes = 0;
    unsigned beyond_two = 0;
    for (unsigned i = 0; i < 20000; i++) {
        const double z = (n[i] + 2) / 0.5;
        sum += z;
        squares += z * z;
        cubes += z * z * z;
        beyond_two += fabs(z) > 2;
    }
    ck_assert_double_le(fabs(sum / 20000), 0.028);        /* 4 standard errors */
    ck_assert_double_le(fabs(squares / 20000 - 1), 0.04); /* 4 */
    ck_assert_double_le(fabs(cubes / 20000), 0.11);       /* 4 */
    ck_assert(beyond_two > 790 && beyond_two < 1030);     /* 910 expected, 4 */
    ck_assert_uint_eq(check_fnv1a64(fixture_device_bytes(&world.device, "pinned"), 4004),
                      UINT64_C(0x7864df09326efb23));
    for (unsigned i = 0; i < 4; i++)
        ck_assert_float_eq(((const float *)fixture_device_bytes(&world.device, "flat"))[i], 3);
    finish(&world);
}
END_TEST

/* offsets start at 0, end at the number of edges and never fall; rows ascend. */
static void check_csr(const int32_t *offsets, const int32_t *columns, int32_t vertices,
                      int32_t edges, bool distinct)
{
    ck_assert_int_eq(offsets[0], 0);
    ck_assert_int_eq(offsets[vertices], edges);
    for (int32_t v = 0; v < vertices; v++) {
        ck_assert_int_le(offsets[v], offsets[v + 1]);
        for (int32_t i = offsets[v]; i < offsets[v + 1]; i++) {
            ck_assert(columns[i] >= 0 && columns[i] < vertices);
            if (i > offsets[v])
                ck_assert_int_ge(columns[i], columns[i - 1] + distinct);
        }
    }
}

START_TEST(test_uniform_graph)
{
    struct world world;
    run(&world, "\"graphs\": {\"g\": {\"kind\": \"uniform\", \"vertices\": 100, \"degree\": 8,"
                " \"seed\": 7}, \"full\": {\"kind\": \"uniform\", \"vertices\": 9, \"degree\": 9,"
                " \"seed\": 1}}, \"buffers\": {"
                "\"offsets\": {\"type\": \"s32\", \"init\": {\"csr\": {\"graph\": \"g\","
                " \"part\": \"offsets\"}}},"
                "\"columns\": {\"type\": \"s32\", \"init\": {\"csr\": {\"graph\": \"g\","
                " \"part\": \"columns\"}}},"
                "\"wide\": {\"type\": \"u64\", \"init\": {\"csr\": {\"graph\": \"full\","
                " \"part\": \"columns\"}}}}");
    const int32_t *offsets = fixture_device_bytes(&world.device, "offsets");
    const int32_t *columns = fixture_device_bytes(&world.device, "columns");
    check_csr(offsets, columns, 100, 800, true);
    for (int32_t v = 0; v < 100; v++)
        ck_assert_int_eq(offsets[v], 8 * v);
    ck_assert_uint_eq(check_fnv1a64(offsets, 404), UINT64_C(0xd0d4c5ff0796d7d4));
    ck_assert_uint_eq(check_fnv1a64(columns, 3200), UINT64_C(0xf6ce653d2f1304d4));
    const uint64_t *wide = fixture_device_bytes(&world.device, "wide");
    for (unsigned i = 0; i < 81; i++)
        ck_assert_uint_eq(wide[i], i % 9); /* degree = vertices: everyone is a neighbour */
    finish(&world);
}
END_TEST

START_TEST(test_rmat_graph)
{
    struct world world;
    run(&world, "\"graphs\": {\"g\": {\"kind\": \"rmat\", \"vertices\": 1024, \"edges\": 8192,"
                " \"seed\": 3, \"a\": 0.57, \"b\": 0.19, \"c\": 0.19},"
                " \"one\": {\"kind\": \"rmat\", \"vertices\": 64, \"edges\": 5, \"seed\": 3,"
                " \"a\": 0, \"b\": 1, \"c\": 0}}, \"buffers\": {"
                "\"offsets\": {\"type\": \"s32\", \"init\": {\"csr\": {\"graph\": \"g\","
                " \"part\": \"offsets\"}}},"
                "\"columns\": {\"type\": \"s32\", \"init\": {\"csr\": {\"graph\": \"g\","
                " \"part\": \"columns\"}}},"
                "\"one\": {\"type\": \"u32\", \"init\": {\"csr\": {\"graph\": \"one\","
                " \"part\": \"columns\"}}}}");
    const int32_t *offsets = fixture_device_bytes(&world.device, "offsets");
    const int32_t *columns = fixture_device_bytes(&world.device, "columns");
    check_csr(offsets, columns, 1024, 8192, false);
    /* The upper half of the rows gets a + b of the edges at the first level: 0.76 * 8192 = 6226,
     * and row 0 gets (a + b)^10 = 527 of them. */
    ck_assert_int_le(abs(offsets[512] - 6226), 155);
    ck_assert_int_le(abs(offsets[1] - 527), 90);
    ck_assert_uint_eq(check_fnv1a64(offsets, 4100), UINT64_C(0xe46585b08d109fbe));
    ck_assert_uint_eq(check_fnv1a64(columns, 32768), UINT64_C(0xebe8b05be2e3f621));
    const uint32_t *one = fixture_device_bytes(&world.device, "one");
    for (unsigned i = 0; i < 5; i++)
        ck_assert_uint_eq(one[i], 63); /* b = 1: all edges lead from 0 to 63 */
    finish(&world);
}
END_TEST

START_TEST(test_generator)
{
    /* Source: the first outputs of SplitMix64 from 0, as S. Vigna's splitmix64.c gives them, are
     * the state of the generator. */
    struct random random;
    random_init(&random, 0);
    ck_assert_uint_eq(random.state[0], UINT64_C(0xe220a8397b1dcdaf));
    ck_assert_uint_eq(random.state[3], UINT64_C(0xf88bb8a8724c81ec));
    /* xoshiro256** from 1, 2, 3, 4: 1 rotation of 2 * 5 by 7, times 9, is 11520. */
    random = (struct random){.state = {1, 2, 3, 4}};
    ck_assert_uint_eq(random_bits(&random), 11520);
    ck_assert_uint_eq(random_bits(&random), 0);
    ck_assert_uint_eq(random_bits(&random), 1509978240);
    ck_assert_uint_eq(random_bits(&random), UINT64_C(1215971899390074240));
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert_uint_lt(random_below(&random, 3), 3);
        const double unit = random_unit(&random);
        ck_assert(unit >= 0 && unit < 1);
    }
    ck_assert_uint_eq(random_below(&random, 1), 0);
}
END_TEST

/* The portable logarithm is as good as the C library's: normal numbers differ in the last bits. */
START_TEST(test_normal_precision)
{
    struct random random, copy;
    random_init(&random, 11);
    copy = random;
    for (unsigned i = 0; i < 2000; i += 2) {
        double u, v, square;
        do {
            u = 2 * random_unit(&copy) - 1;
            v = 2 * random_unit(&copy) - 1;
            square = u * u + v * v;
        } while (square >= 1 || square == 0);
        const double factor = sqrt(-2 * log(square) / square);
        ck_assert_double_le(fabs(random_normal(&random) / (u * factor) - 1), 2e-15);
        ck_assert_double_le(fabs(random_normal(&random) / (v * factor) - 1), 2e-15);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("initial contents");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, test_plain);
    tcase_add_test(tests, test_uniform);
    tcase_add_test(tests, test_normal);
    tcase_add_test(tests, test_uniform_graph);
    tcase_add_test(tests, test_rmat_graph);
    tcase_add_test(tests, test_generator);
    tcase_add_test(tests, test_normal_precision);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
