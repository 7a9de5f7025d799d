/* SPDX-License-Identifier: BSD-3-Clause */
/* Textures and surfaces of every geometry: each program checks what it reads against the host's own
 * arithmetic, simulated and only computed. */
#include "tests/programs/run.h"

/* Lines, planes, boxes, layers, cube maps: all address modes and filters. */
START_TEST(texels_of_every_geometry)
{
    for (int kind = 0; kind < 6; kind += _i == 0 ? 1 : 2) {
        g_autofree char *words = g_strdup_printf("textures samplers %d", kind);
        run_in_mode(_i, words, (const char *const[]){"floats 0", "bytes 0", "words 0", NULL});
    }
}
END_TEST

START_TEST(four_texels_at_once)
{
    run_in_mode(_i, "textures gathers", (const char *const[]){"wrong 0", NULL});
}
END_TEST

START_TEST(references_to_layers_and_cubes)
{
    run_in_mode(_i, "textures references", (const char *const[]){"wrong 0, rebound 0", NULL});
}
END_TEST

/* UNORM_INT8, RGBA; normalized coordinates, linear, one level, a border. */
START_TEST(textures_of_the_driver_interface)
{
    run_in_mode(_i, "textures driver",
                (const char *const[]){"asked 8 8 0 3 0x10d2 0x10b5 1 1 1 4", "destroyed 0 1",
                                      "result 1", "wrong 0", NULL});
}
END_TEST

/* 500: CUDA_ERROR_NOT_FOUND; 1: an array that is not made for surfaces; 801: not supported. */
START_TEST(references_of_the_driver_interface)
{
    static const char *const lines[] = {"made 0 0 0", "found 0 0 0, not 500",
                                        "bound 0 0",  "fractions 0",
                                        "rows 0",     "floats 0",
                                        "shown 0 1",  "plain 1",
                                        "mipmaps 801"};
    auto_run run;
    run_program(&run, run_mode(_i), "textures driver_references");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
        assert_line(&run, lines[i]);
    assert_complains(&run, "cuTexRefSetMipmappedArray is not supported");
}
END_TEST

START_TEST(surfaces_of_every_geometry)
{
    auto_run run;
    run_well(&run, run_mode(_i), "surfaces geometries");
    for (int kind = 0; kind < 7; kind++) {
        g_autofree char *line = g_strdup_printf("geometry %d wrong 0 0 0 0 0", kind);
        assert_line(&run, line);
    }
}
END_TEST

START_TEST(a_texture_shows_what_a_surface_wrote)
{
    run_in_mode(_i, "surfaces then_a_texture", (const char *const[]){"sum 240", NULL});
}
END_TEST

/* Row 0: sums of every fourth lane; row 1: the largest of -100 and -lane, where it is inside; row
 * 2: bits of lanes, those from the fourth on in the last word. */
START_TEST(atomics_formats_and_queries)
{
    run_in_mode(_i, "surfaces instructions",
                (const char *const[]){"row 112 120 128 136", "row 0 -1 -2 -3", "row 1 2 4 -8",
                                      "formatted 0", "asked 9 7 3 0x10d8 0x10b2", NULL});
}
END_TEST

/* A kernel that copies through surfaces, and one through pointers: the same traffic in the same
 * caches, and cycles within a few of each other (addresses are computed otherwise). */
START_TEST(surfaces_take_the_way_of_global_memory)
{
    static const char *const counters[] = {"sm.l1d_loads",   "sm.l1d_stores", "sm.reads_sent",
                                           "sm.writes_sent", "l2.reads",      "l2.writes",
                                           "dram.read_bytes"};
    auto_run run;
    run_well(&run, NULL, "surfaces timed");
    for (unsigned i = 0; i < G_N_ELEMENTS(counters); i++) {
        g_autofree char *surface = g_strconcat("kernels.0.counters.", counters[i], NULL);
        g_autofree char *pointer = g_strconcat("kernels.1.counters.", counters[i], NULL);
        ck_assert_uint_gt(result_number(run.result, surface), 0);
        ck_assert_uint_eq(result_number(run.result, surface), result_number(run.result, pointer));
    }
    const double ratio = (double)result_number(run.result, "kernels.0.cycles") /
                         (double)result_number(run.result, "kernels.1.cycles");
    ck_assert_msg(ratio > 0.9 && ratio < 1.1, "surfaces take %g times as long", ratio);
}
END_TEST

START_TEST(references_to_surfaces)
{
    run_in_mode(_i, "surfaces references", (const char *const[]){"wrong 0", NULL});
}
END_TEST

START_TEST(surfaces_of_the_driver_interface)
{
    run_in_mode(_i, "surfaces driver",
                (const char *const[]){"same 1", "array 1", "wrong 0", "twice 1", NULL});
}
END_TEST

static const struct {
    const char *words, *error, *message;
} faults[] = {
    {"surfaces beside 16 0", "error cudaErrorLaunchFailure",
     "sust.b.2d.b32.trap: byte 16, row 0, slice 0 is outside of the surface: rows of 16 bytes, 3 "
     "of them, 1 slices"},
    {"surfaces beside 0 -1", "error cudaErrorLaunchFailure", "byte 0, row -1, slice 0 is outside"},
    {"surfaces beside 2 0", "error cudaErrorMisalignedAddress",
     "sust.b.2d.b32.trap: byte 2 of a row: misaligned"},
    {"surfaces beside 0 0 1", "error cudaErrorLaunchFailure", " names no surface"},
};

START_TEST(faults_are_named)
{
    auto_run run;
    run_program(&run, NULL, faults[_i].words);
    assert_line(&run, faults[_i].error);
    assert_complains(&run, faults[_i].message);
}
END_TEST

START_TEST(mipmaps_are_refused)
{
    auto_run run;
    run_program(&run, NULL, "surfaces refused");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_line(&run, "mipmaps cudaErrorNotSupported");
    assert_line(&run, "driver 801");
    assert_line(&run, "plain cudaErrorInvalidValue");
    assert_complains(&run, "cudaMallocMipmappedArray is not supported");
    assert_complains(&run, "cuMipmappedArrayCreate is not supported");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("textures and surfaces of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, texels_of_every_geometry, 0, RUN_MODES);
    tcase_add_loop_test(tests, four_texels_at_once, 0, RUN_MODES);
    tcase_add_loop_test(tests, references_to_layers_and_cubes, 0, RUN_MODES);
    tcase_add_loop_test(tests, textures_of_the_driver_interface, 0, RUN_MODES);
    tcase_add_loop_test(tests, references_of_the_driver_interface, 0, RUN_MODES);
    tcase_add_loop_test(tests, surfaces_of_every_geometry, 0, RUN_MODES);
    tcase_add_loop_test(tests, a_texture_shows_what_a_surface_wrote, 0, RUN_MODES);
    tcase_add_loop_test(tests, atomics_formats_and_queries, 0, RUN_MODES);
    tcase_add_test(tests, surfaces_take_the_way_of_global_memory);
    tcase_add_loop_test(tests, references_to_surfaces, 0, RUN_MODES);
    tcase_add_loop_test(tests, surfaces_of_the_driver_interface, 0, RUN_MODES);
    tcase_add_loop_test(tests, faults_are_named, 0, G_N_ELEMENTS(faults));
    tcase_add_test(tests, mipmaps_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
