/* SPDX-License-Identifier: BSD-3-Clause */
/* The commands of a workload: their order, the packed arguments, device memory and symbols. */
#include "tests/workloads/loader/data/loader_fixture.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
    struct fixture_directory directory;
    struct fixture_provider provider;
    struct fixture_device device;
    struct workload *w;
};

static void prepare(struct world *world, const char *middle)
{
    g_autofree char *json =
        g_strdup_printf("{\"name\": \"n\", \"description\": \"d\", %s}", middle);
    fixture_directory_init(&world->directory);
    fixture_provider_init(&world->provider);
    fixture_device_init(&world->device);
    world->w = fixture_prepare(&world->directory, &world->provider, json);
}

static void finish(struct world *world)
{
    workload_free(world->w);
    fixture_device_finish(&world->device);
    fixture_provider_finish(&world->provider);
    fixture_directory_finish(&world->directory);
}

#define MAIN   "\"modules\": {\"main\": {\"ptx\": \"main.ptx\"}}, "
#define LAUNCH "{\"launch\": {\"kernel\": \"small\", \"grid\": [1], \"block\": [1], \"args\": []}}"

START_TEST(test_repeat)
{
    struct world world;
    prepare(&world,
            MAIN "\"scalars\": {\"outer\": 2}, "
                 "\"buffers\": {\"a\": {\"type\": \"u8\", \"count\": 3, \"init\": \"zero\"},"
                 "            \"b\": {\"type\": \"f64\", \"count\": 2, \"init\": \"zero\"}},"
                 "\"steps\": [" LAUNCH ", {\"repeat\": {\"count\": \"outer\", \"steps\": ["
                 "  {\"write\": {\"buffer\": \"a\", \"value\": 255, \"index\": 1}},"
                 "  {\"repeat\": {\"count\": 3, \"steps\": [" LAUNCH "]}},"
                 "  {\"write\": {\"buffer\": \"b\", \"value\": 0.5}}]}}," LAUNCH "]");
    g_autofree char *log = fixture_run(world.w, &world.device, NULL, NULL);
    ck_assert_str_eq(log, "W3 W16 W16 W8 L0 W1 L1 L2 L3 W16 W1 L4 L5 L6 W16 L7 E");
    ck_assert_mem_eq(fixture_device_bytes(&world.device, "a"), "\0\377\0", 3);
    const double b[] = {0.5, 0.5};
    ck_assert_mem_eq(fixture_device_bytes(&world.device, "b"), b, sizeof b);
    /* The end stays the end. */
    struct command command = {.kind = COMMAND_LAUNCH};
    struct command_source *source = workload_source(world.w);
    ck_assert(source->next(source, &world.device.access, 0, &command, NULL));
    ck_assert_int_eq(command.kind, COMMAND_END);
    finish(&world);
}
END_TEST

#define COUNTDOWN(maximum)                                                                         \
    MAIN "\"buffers\": {\"left\": {\"type\": \"s32\", \"count\": 3, \"init\": {\"iota\": "         \
         "{\"start\": 2, \"step\": 1}}}}, "                                                        \
         "\"steps\": [{\"do_while\": {\"buffer\": \"left\", \"index\": 2, "                        \
         "\"max_iterations\": " #maximum ", \"steps\": [" LAUNCH "]}}]"

static void count_down(struct fixture_device *device, const struct launch *launch)
{
    (void)launch;
    ((int32_t *)fixture_device_bytes(device, "left"))[2]--;
}

START_TEST(test_do_while)
{
    struct world world;
    prepare(&world, COUNTDOWN(4)); /* left[2] starts at 4 */
    g_autofree char *log = fixture_run(world.w, &world.device, count_down, NULL);
    ck_assert_str_eq(log, "W12 W16 W8 L0 L1 L2 L3 E");
    finish(&world);
}
END_TEST

START_TEST(test_do_while_limit)
{
    struct world world;
    prepare(&world, COUNTDOWN(3));
    g_autoptr(GError) error = NULL;
    g_autofree char *log = fixture_run(world.w, &world.device, count_down, &error);
    ck_assert_str_eq(log, "W12 W16 W8 L0 L1 L2 !");
    ck_assert_ptr_nonnull(strstr(error->message,
                                 "w.json: at steps[0].do_while: max_iterations reached: after 3 "
                                 "iterations left[2] is still not zero"));
    finish(&world);
}
END_TEST

/* An inner loop starts counting anew at each round of the outer one. */
static void inner_and_outer(struct fixture_device *device, const struct launch *launch)
{
    uint8_t *flags = fixture_device_bytes(device, "flags");
    flags[0] = launch->id < 4; /* outer: again after launches 0 to 3 */
    flags[1] = launch->id % 2 == 0;
}

START_TEST(test_nested_do_while)
{
    struct world world;
    prepare(&world,
            MAIN "\"buffers\": {\"flags\": {\"type\": \"u8\", \"count\": 2, \"init\": \"zero\"}},"
                 "\"steps\": [{\"do_while\": {\"buffer\": \"flags\", \"index\": 0, "
                 "  \"max_iterations\": 3, \"steps\": ["
                 "    {\"write\": {\"buffer\": \"flags\", \"value\": 1}},"
                 "    {\"do_while\": {\"buffer\": \"flags\", \"index\": 1, \"max_iterations\": 2,"
                 "      \"steps\": [" LAUNCH "]}}]}}]");
    g_autofree char *log = fixture_run(world.w, &world.device, inner_and_outer, NULL);
    ck_assert_str_eq(log, "W2 W16 W8 W2 L0 L1 W2 L2 L3 W2 L4 L5 E");
    finish(&world);
}
END_TEST

START_TEST(test_fill_in_chunks)
{
    struct world world;
    prepare(&world, MAIN
            "\"buffers\": {\"big\": {\"type\": \"u16\", \"count\": 100001, \"init\": \"zero\"}},"
            "\"steps\": [{\"write\": {\"buffer\": \"big\", \"value\": 513}}]");
    g_autofree char *log = fixture_run(world.w, &world.device, NULL, NULL);
    ck_assert_str_eq(log, "W200002 W16 W8 W200002 E");
    const uint16_t *big = fixture_device_bytes(&world.device, "big");
    for (unsigned i = 0; i < 100001; i++)
        ck_assert_uint_eq(big[i], 513);
    ck_assert_uint_eq(world.device.n_writes, 3 + 4); /* 200002 / 65536, rounded up, is 4 */
    finish(&world);
}
END_TEST

struct packed {
    uint8_t params[64];
    struct launch launch;
};

/* The parameters of the last launch; tests run in processes of their own, but keep it tidy. */
static void copy_params(struct fixture_device *device, const struct launch *launch)
{
    struct packed *packed = fixture_device_bytes(device, "packed");
    memcpy(packed->params, launch->params, launch->code->param_bytes);
    packed->launch = *launch;
}

static const struct packed *run_packed(struct world *world, const char *launch)
{
    g_autofree char *middle = g_strdup_printf(
        MAIN "\"scalars\": {\"n\": 5, \"alpha\": 1.5}, "
             "\"buffers\": {\"packed\": {\"type\": \"u8\", \"count\": %zu, \"init\": \"zero\"},"
             "\"x\": {\"type\": \"f32\", \"count\": \"n\", \"init\": \"zero\"}},"
             "\"steps\": [{\"launch\": {%s}}]",
        sizeof(struct packed), launch);
    prepare(world, middle);
    g_autofree char *log = fixture_run(world->w, &world->device, copy_params, NULL);
    ck_assert(g_str_has_suffix(log, "L0 E"));
    return fixture_device_bytes(&world->device, "packed");
}

START_TEST(test_packing)
{
    struct world world;
    const struct packed *packed =
        run_packed(&world, "\"kernel\": \"mix\", \"grid\": [\"n\", 3], \"block\": [4, \"n\", 2], "
                           "\"shared_bytes\": \"n * 100\", \"registers\": 33, \"args\": "
                           "[\"x + 2 * (n - 1)\", -2, -1, \"alpha\", \"n\", 255, \"-32768\"]");
    uint64_t pointer = fixture_device_address(&world.device, "x") + 8;
    const int32_t i = -2;
    uint32_t u = UINT32_MAX;
    const float f = 1.5f;
    double d = 5;
    uint8_t byte = 255;
    const int16_t h = -32768;
    uint8_t expected[36] = {0};
    memcpy(expected, &pointer, 8);
    memcpy(expected + 8, &i, 4);
    memcpy(expected + 12, &u, 4);
    memcpy(expected + 16, &f, 4);
    memcpy(expected + 24, &d, 8);
    memcpy(expected + 32, &byte, 1);
    memcpy(expected + 34, &h, 2);
    ck_assert_mem_eq(packed->params, expected, sizeof expected);
    const struct launch *launch = &packed->launch;
    ck_assert_str_eq(launch->code->name, "mix");
    ck_assert_uint_eq(launch->grid[0], 5);
    ck_assert_uint_eq(launch->grid[1], 3);
    ck_assert_uint_eq(launch->grid[2], 1);
    ck_assert_uint_eq(launch->block[0], 4);
    ck_assert_uint_eq(launch->block[1], 5);
    ck_assert_uint_eq(launch->block[2], 2);
    ck_assert_uint_eq(launch->dynamic_shared_bytes, 500);
    ck_assert_uint_eq(world.provider.last_registers, 33);
    finish(&world);
}
END_TEST

START_TEST(test_packing_addresses)
{
    struct world world;
    /* One past the end is an address, too; a number may stand for one. */
    const struct packed *packed = run_packed(
        &world, "\"kernel\": \"copy\", \"grid\": [1], \"block\": [1], \"args\": [\" x+20\", 7, 3]");
    uint64_t addresses[2];
    memcpy(addresses, packed->params, sizeof addresses);
    ck_assert_uint_eq(addresses[0], fixture_device_address(&world.device, "x") + 20);
    ck_assert_uint_eq(addresses[1], 7);
    ck_assert_uint_eq(world.provider.last_registers, 0);
    finish(&world);
}
END_TEST

START_TEST(test_allocations_and_symbols)
{
    struct world world;
    prepare(&world, "\"modules\": {\"one\": {\"ptx\": \"main.ptx\"}, \"two\": {\"ptx\": "
                    "\"main.ptx\"}}, "
                    "\"buffers\": {\"b\": {\"type\": \"u8\", \"count\": 300, \"init\": \"zero\"},"
                    "\"a\": {\"type\": \"u8\", \"count\": 1, \"init\": \"zero\"}},"
                    "\"steps\": [{\"launch\": {\"kernel\": \"small\", \"module\": \"two\","
                    "\"grid\": [1], \"block\": [1], \"args\": []}}]");
    ck_assert_uint_eq(world.device.allocations->len, 0); /* nothing before the first next() */
    g_autofree char *log = fixture_run(world.w, &world.device, NULL, NULL);
    ck_assert_str_eq(log, "W300 W1 W16 W8 W16 W8 L0 E");
    static const char *const names[] = {"b",           "a",         "one.table",
                                        "one.scratch", "two.table", "two.scratch"};
    ck_assert_uint_eq(world.device.allocations->len, G_N_ELEMENTS(names));
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        ck_assert_str_eq(fixture_device_name(&world.device, i), names[i]);
    const uint64_t *table = fixture_device_bytes(&world.device, "two.table");
    ck_assert_uint_eq(table[0], fixture_device_address(&world.device, "two.scratch"));
    ck_assert_uint_eq(table[1], 7);
    ck_assert_mem_eq(fixture_device_bytes(&world.device, "one.scratch"), "\0\0\0\0\0\0\0\0", 8);
    ck_assert_uint_eq(world.provider.addresses[0],
                      fixture_device_address(&world.device, "one.table"));
    finish(&world);
}
END_TEST

START_TEST(test_memory_full)
{
    struct world world;
    prepare(&world, MAIN "\"buffers\": {\"b\": {\"type\": \"u8\", \"count\": 300, "
                         "\"init\": \"zero\"}}, \"steps\": [" LAUNCH "]");
    world.device.limit = 310;
    g_autoptr(GError) error = NULL;
    g_autofree char *log = fixture_run(world.w, &world.device, NULL, &error);
    ck_assert_str_eq(log, "!");
    ck_assert_ptr_nonnull(strstr(error->message, "device memory is full at \"main.table\""));
    finish(&world);
}
END_TEST

START_TEST(test_set_and_names)
{
    static const char json[] =
        "{\"$schema\": \"../workload.schema.json\", \"name\": \"n\", \"description\": \"d\", " MAIN
        "\"scalars\": {\"n\": 2, \"twice\": \"2 * n\", \"alpha\": 1.5}, "
        "\"buffers\": {\"a\": {\"type\": \"f64\", \"count\": \"twice\", "
        "              \"init\": {\"fill\": {\"value\": \"alpha\"}}}},"
        "\"steps\": [" LAUNCH "], "
        "\"policies\": {\"warp_scheduler\": \"gto\", \"l1_replacement\": \"lru\"}}";
    struct world world;
    fixture_directory_init(&world.directory);
    fixture_provider_init(&world.provider);
    fixture_device_init(&world.device);
    fixture_write(&world.directory, "w.json", json, sizeof json - 1);
    struct workload *w = world.w = workload_load(world.directory.workload, NULL);
    ck_assert_ptr_nonnull(w);
    ck_assert(workload_set(w, "scalars.n", "1 << 3", NULL));
    ck_assert(workload_set(w, "scalars.n", "3", NULL)); /* the last one holds */
    ck_assert(workload_set(w, "scalars.alpha", "-2.5e1", NULL));
    ck_assert(workload_prepare(w, &world.provider.ops, NULL, NULL));
    g_autofree char *log = fixture_run(w, &world.device, NULL, NULL);
    ck_assert_str_eq(log, "W48 W16 W8 L0 E");
    ck_assert_double_eq(*(double *)fixture_device_bytes(&world.device, "a"), -25);
    ck_assert_str_eq(workload_name(w), "n");
    ck_assert_str_eq(workload_file(w), world.directory.workload);
    ck_assert_str_eq(workload_policy(w, "warp_scheduler"), "gto");
    ck_assert_ptr_null(workload_policy(w, "l2_replacement"));
    const char *const *kinds = workload_policy_kinds(w);
    ck_assert_str_eq(kinds[0], "warp_scheduler");
    ck_assert_str_eq(kinds[1], "l1_replacement");
    ck_assert_ptr_null(kinds[2]);
    finish(&world);
}
END_TEST

/* Which of the places wins: the file's own directory, then SEARCH/LAST, then SEARCH. */
static char *opened_path(const struct fixture_directory *directory)
{
    static const char json[] = "{\"name\": \"n\", \"description\": \"d\", "
                               "\"modules\": {\"m\": {\"cuda\": \"k.cu\"}}, \"buffers\": {}, "
                               "\"steps\": [" LAUNCH "]}";
    fixture_write(directory, "load/w.json", json, sizeof json - 1);
    g_autofree char *path = g_build_filename(directory->path, "load", "w.json", NULL);
    g_autofree char *first = g_build_filename(directory->path, "first", NULL);
    g_autofree char *second = g_build_filename(directory->path, "second", NULL);
    const char *const search[] = {first, second, NULL};
    struct fixture_provider provider;
    fixture_provider_init(&provider);
    struct workload *w = workload_load(path, NULL);
    ck_assert_ptr_nonnull(w);
    g_autoptr(GError) error = NULL;
    char *found = NULL;
    if (workload_prepare(w, &provider.ops, search, &error))
        found = g_strdup(provider.last_path + strlen(directory->path) + 1);
    else
        found = g_strdup(error->message);
    workload_free(w);
    fixture_provider_finish(&provider);
    return found;
}

START_TEST(test_search)
{
    static const char *const places[] = {"second/k.ptx", "first/k.ptx", "second/load/k.ptx",
                                         "first/load/k.ptx", "load/k.ptx"};
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    g_autofree char *nowhere = opened_path(&directory);
    const char *at = nowhere;
    for (int i = G_N_ELEMENTS(places) - 1; i >= 0; i--) {
        at = strstr(at, places[i]); /* in the order of looking */
        ck_assert_msg(at != NULL, "%s", nowhere);
    }
    ck_assert_ptr_nonnull(strstr(nowhere, "k.ptx is missing; the build makes it from k.cu"));
    for (unsigned i = 0; i < G_N_ELEMENTS(places); i++) {
        fixture_write(&directory, places[i], "", 0);
        g_autofree char *found = opened_path(&directory);
        ck_assert_str_eq(found, places[i]);
    }
    fixture_write(&directory, "load/k.ptx", "broken", 6);
    g_autofree char *broken = opened_path(&directory);
    ck_assert(g_str_has_suffix(broken, "load/k.ptx:1: broken"));
    fixture_directory_finish(&directory);
}
END_TEST

START_TEST(test_file_that_shrinks)
{
    struct world world;
    fixture_directory_init(&world.directory);
    fixture_provider_init(&world.provider);
    fixture_device_init(&world.device);
    fixture_write(&world.directory, "data.bin", "1234", 4);
    world.w = fixture_prepare(&world.directory, &world.provider,
                              "{\"name\": \"n\", \"description\": \"d\", " MAIN
                              "\"buffers\": {\"a\": {\"type\": \"u8\", \"count\": 4, "
                              "\"init\": {\"file\": \"data.bin\"}}}, \"steps\": [" LAUNCH "]}");
    fixture_write(&world.directory, "data.bin", "123", 3);
    g_autoptr(GError) error = NULL;
    g_autofree char *log = fixture_run(world.w, &world.device, NULL, &error);
    ck_assert_str_eq(log, "!");
    ck_assert_ptr_nonnull(strstr(error->message, "at buffers.a.init.file: "));
    ck_assert_ptr_nonnull(strstr(error->message, "data.bin has 3 bytes, the buffer 4"));
    finish(&world);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload source");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, test_repeat);
    tcase_add_test(tests, test_do_while);
    tcase_add_test(tests, test_do_while_limit);
    tcase_add_test(tests, test_nested_do_while);
    tcase_add_test(tests, test_fill_in_chunks);
    tcase_add_test(tests, test_packing);
    tcase_add_test(tests, test_packing_addresses);
    tcase_add_test(tests, test_allocations_and_symbols);
    tcase_add_test(tests, test_memory_full);
    tcase_add_test(tests, test_set_and_names);
    tcase_add_test(tests, test_search);
    tcase_add_test(tests, test_file_that_shrinks);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
