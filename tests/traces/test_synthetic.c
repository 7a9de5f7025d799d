/* SPDX-License-Identifier: BSD-3-Clause */
/* The traces are those that a script in Python, with Python's random numbers, makes of the same
 * parameters: the checksums are of its files. */
#include "tests/traces/python_random.h"
#include "tests/traces/synthetic.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* Source: the output that the authors publish beside their program, mt19937ar.out. */
START_TEST(the_twister_gives_what_its_authors_print)
{
    static const uint32_t key[] = {0x123, 0x234, 0x345, 0x456};
    static const uint32_t expected[] = {1067595299, 955945823, 477289528, 4107218783, 4228976476};
    struct python_random random;
    mersenne_seed_by_array(&random, key, G_N_ELEMENTS(key));
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++)
        ck_assert_uint_eq(mersenne_next(&random), expected[i]);
}
END_TEST

/* Expected: what Python 3 prints. */
START_TEST(numbers_below_n_and_shuffles_are_those_of_python)
{
    static const uint32_t shuffled[] = {6, 3, 1, 0, 7, 2, 5, 4}, below[] = {664, 53, 922, 160};
    uint32_t values[] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct python_random random;
    python_random_seed(&random, 1);
    ck_assert_uint_eq(mersenne_next(&random), 577090037);
    python_random_seed(&random, 5);
    python_random_shuffle(&random, values, G_N_ELEMENTS(values));
    for (unsigned i = 0; i < G_N_ELEMENTS(shuffled); i++)
        ck_assert_uint_eq(values[i], shuffled[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(below); i++)
        ck_assert_uint_eq(python_random_below(&random, 1000), below[i]);
    python_random_seed(&random, (UINT64_C(1) << 40) + 1); /* two words */
    ck_assert_uint_eq(python_random_below(&random, 100000), 23036);
}
END_TEST

static const struct {
    const char *kind;
    const char *settings[8];
    const char *trace, *list; /* SHA-1 */
    struct trace_counts counts;
} samples[] = {
    {"vecadd",
     {"blocks=3", "warps=2", "iters=2", "memcpy=1"},
     "287b4336903b7df08b08b4e816625e2ea837fa23",
     "4a3c2597e2aa7b23adc2f5e86bbaf94bcfc89268",
     {3, 174, 5376, 36, 7977}},
    {"ffma",
     {"blocks=2", "warps=3", "iters=2", "unroll=5", "ilp=3"},
     "78759d2ef0c8615e6fe048fcf235aa09720f249d",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {2, 168, 5184, 6, 7273}},
    {"strided",
     {"blocks=2", "warps=1", "features=5", "clusters=2", "memcpy=1"},
     "8ba802f5b8f9142e3a5d6602a8437d850cdc8e04",
     "c4e5f08f9c4e2aecc2ee09857e0212f9e845eefd",
     {2, 172, 5440, 42, 8024}},
    {"gather",
     {"blocks=2", "warps=2", "iters=3", "footprint=0x10000", "lines=8", "seed=7"},
     "36f387b8b8224fa7d522c67b8b5ec3f0c1549bca",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {2, 144, 4480, 40, 8347}},
    {"matmul",
     {"n=32"},
     "346807d072885c63b311322eb7881e4c98bc6517",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {4, 4096, 130048, 2336, 336287}},
    {"chase",
     {"footprint=65536", "loads=600", "rnd=1", "seed=3"},
     "0904fb7cc8ee52f9fa69748e7106e9a73371dfa5",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {1, 611, 920, 600, 36889}},
    /* No script makes these: they must stay what the peer ran (tests/benchmarks). */
    {"random",
     {"seed=20"},
     "827252784674943948fcfd9d8dfea8d4152fca9d",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {240, 57600, 1812480, 24000, 4394248}},
    {"random",
     {"seed=11", "version=70"},
     "978d307fbae82c1c591e869b581c71ffdc13cc87",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {120, 44160, 1351680, 13440, 2857163}},
    {"random",
     {"seed=1005"},
     "ad1790e756a306223ef9a767564d97ddb6427653",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {240, 138240, 4300800, 15360, 6832171}},
    {"random",
     {"seed=1040"},
     "fb86b1d60d1c76160c9aee3194ac27d9e8af1cfc",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {80, 20640, 655360, 8480, 1939577}},
    {"tensor",
     {"blocks=2", "warps=2", "iters=2", "unroll=3", "ilp=2", "ffma=2", "matrices=2"},
     "924b750a627861389b637c8a435c3564b7af1087",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {2, 128, 3968, 20, 6290}},
    {"async",
     {"blocks=2", "warps=2", "iters=3", "unroll=2", "stages=2", "ffma=1"},
     "0ef6be1813e108f1fad70075d3b140517036e008",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {2, 196, 6144, 52, 8873}},
    {"async",
     {"blocks=1", "warps=1", "iters=2", "unroll=1", "stages=3", "bypass=1"},
     "b23f4f648f4921b0c47ec0cffd16d95569d73333",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {1, 64, 2016, 5, 3125}},
    {"bank",
     {"blocks=2", "warps=2", "iters=2", "unroll=2", "stores=1", "lines=8"},
     "bd5ac234ad72e02e426d56b0381d3977736425a7",
     "9a1d2c1454b0b329651b347bc03a004f83f04e21",
     {2, 128, 3968, 28, 5960}},
};

/* Ends the test unless the file has this checksum; removes it. */
static void take_file(const char *folder, const char *name, const char *checksum)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    gsize length;
    ck_assert_msg(g_file_get_contents(path, &text, &length, NULL), "no %s", path);
    g_autofree char *actual =
        g_compute_checksum_for_data(G_CHECKSUM_SHA1, (const guchar *)text, length);
    if (checksum)
        ck_assert_msg(strcmp(actual, checksum) == 0, "%s begins:\n%.800s", name, text);
    g_unlink(path);
}

START_TEST(files_are_those_of_the_script)
{
    g_autofree char *folder = g_dir_make_tmp("simgpu-trace-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    struct synthetic trace;
    struct trace_counts counts, expected = samples[_i].counts;
    ck_assert(synthetic_init(&trace, samples[_i].kind, samples[_i].settings, &error));
    ck_assert(synthetic_write_folder(&trace, folder, &counts, &error));
    ck_assert_mem_eq(&counts, &expected, sizeof counts);
    take_file(folder, "kernel-1.traceg", samples[_i].trace);
    take_file(folder, "kernelslist.g", samples[_i].list);
    take_file(folder, "stats.txt", NULL);
    g_rmdir(folder);
}
END_TEST

START_TEST(bad_settings_are_refused)
{
    static const char *const bad[][2] = {
        {"vecadd", "ilp=2"},     {"vecadd", "blocks"},   {"vecadd", "blocks=3x"},
        {"vecadd", "blocks=-1"}, {"vecadd", "blocks=0"}, {"vecadd", "warps=33"},
        {"gather", "lines=5"},   {"matmul", "n=24"},     {"chase", "stride=0"},
        {"tensor", "ilp=0"},     {"async", "stages=9"},  {"bank", "lines=3"},
        {"nothing", "blocks=1"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        const char *const settings[] = {bad[i][1], NULL};
        g_autoptr(GError) error = NULL;
        struct synthetic trace;
        ck_assert_msg(!synthetic_init(&trace, bad[i][0], settings, &error), "%s %s", bad[i][0],
                      bad[i][1]);
        ck_assert_ptr_nonnull(error);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("synthetic");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, the_twister_gives_what_its_authors_print);
    tcase_add_test(tests, numbers_below_n_and_shuffles_are_those_of_python);
    tcase_add_loop_test(tests, files_are_those_of_the_script, 0, (int)G_N_ELEMENTS(samples));
    tcase_add_test(tests, bad_settings_are_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
