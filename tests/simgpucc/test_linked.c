/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpucc in place of nvcc: device code that is linked across files, in libraries, and what other
 * compilers link. Environment: that of driver.h, and SIMGPU_TEST_CC, a C compiler.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>

/* By object files; with an archive, by another linker; with device code that is linked already, and
 * with a library that has the same. */
START_TEST(test_linked_across_files)
{
    static const char *const prints = "linked: wrong 0, other 0";
    g_autofree char *program = in_folder("linked"), *main_o = in_folder("main.o");
    g_autofree char *other_o = in_folder("other.o"), *link_o = in_folder("link.o");
    g_autofree char *archive = in_folder("libother.a"), *libraries = toolkit_path("lib64");
    g_autofree char *library = in_folder("same.so");
    COMPILED("-Xcompiler", "-fPIC", "-dc", "linked_main.cu", "-o", main_o);
    COMPILED("-O0", "-Xcompiler", "-fPIC", "--relocatable-device-code", "true", "-c",
             "linked_other.cu", "-o", other_o);
    COMPILED(main_o, other_o, "-o", program);
    assert_program_prints(program, prints);

    g_autofree char *folder = g_strconcat("-L", driver_folder(), NULL);
    g_autofree char *place = g_strconcat("-L", libraries, NULL);
    g_autofree char *ar = g_find_program_in_path("ar");
    RUN(ar, "rcs", archive, other_o);
    COMPILED("-dlink", main_o, folder, "-lother", "-o", link_o);
    RUN(test_environment("SIMGPU_TEST_CC"), main_o, link_o, archive, place, "-Wl,-Bstatic",
        "-lcudart_static", "-Wl,-Bdynamic", "-lcudadevrt", "-lstdc++", "-o", program);
    assert_program_prints(program, prints);

    COMPILED("-dlink", main_o, other_o, "-o", link_o);
    COMPILED(main_o, other_o, link_o, "-o", program);
    assert_program_prints(program, prints);

    COMPILED("-shared", main_o, other_o, "-o", library);
    COMPILED(main_o, other_o, "-Xlinker", "--no-as-needed", library, "-o", program);
    assert_program_prints(program, prints);
}
END_TEST

/* A source that is compiled more than once, with other macros, is as many parts. */
START_TEST(test_linked_with_itself)
{
    g_autofree char *program = in_folder("parts"), *one = in_folder("one.o");
    g_autofree char *two = in_folder("two.o"), *three = in_folder("three.o");
    static const char source[] = "../refused/three_parts.cu";
    COMPILED("-dc", "-DPART=10", source, "-o", one);
    COMPILED("-dc", "-DPART=20", source, "-o", two);
    COMPILED("-rdc=true", "-c", source, "-o", three);
    COMPILED(one, two, three, "-o", program);
    assert_program_prints(program, "sum 33\n");
}
END_TEST

/* A library's device code goes with it. The program's options come from files. */
START_TEST(test_closed_library)
{
    static const char *const separate[] = {"-rdc=false", "-rdc=true"};
    g_autofree char *library = in_folder("closed.so"), *program = in_folder("closes");
    g_autofree char *words = g_strdup_printf("-DLIBRARY=\\\"%s\\\"\n", library);
    g_autofree char *options = folder_write(driver_folder(), "options", words, strlen(words));
    g_autofree char *none = folder_write(driver_folder(), "none", "", 0);
    COMPILED("-optf", options, "--options-file", none, "closes.cu", "-o", program, "-ldl");
    for (unsigned i = 0; i < G_N_ELEMENTS(separate); i++) {
        COMPILED("-Xcompiler", "-fPIC", "-shared", separate[i], "checks_itself.cu", "-o", library);
        assert_program_prints(program, "found 42");
    }
}
END_TEST

/* ---- by other linkers ---- */

/* Links with the C compiler and the folder's libraries, as makefiles do. */
static void link_with_cc(const char *input, const char *program)
{
    g_autofree char *libraries = toolkit_path("lib64");
    g_autofree char *place = g_strconcat("-L", libraries, NULL);
    RUN(test_environment("SIMGPU_TEST_CC"), input, "-o", program, place, "-lcuda", "-lcudart");
}

START_TEST(test_linked_by_cc)
{
    g_autofree char *object = in_folder("checks_itself.o"), *program = in_folder("program");
    auto_outcome outcome;
    COMPILE(&outcome, "-odir", driver_folder(), "-c", "checks_itself.cu");
    assert_compiles(&outcome);
    link_with_cc(object, program);
    assert_program_prints(program, "right on 1 device");
    g_autofree char *driver_only = source_path("tests/simgpucc/sources/driver_only.c");
    link_with_cc(driver_only, program);
    assert_program_prints(program, "status 0, 1 device");
}
END_TEST

/* -cuda leaves the rest to a host compiler; simgpucc is one, too. */
START_TEST(test_cuda_to_cpp)
{
    g_autofree char *source = in_folder("checks_itself.cu.cpp.ii");
    g_autofree char *object = in_folder("object.o"), *program = in_folder("program");
    auto_outcome made, compiled;
    COMPILE(&made, "-g", "-odir", driver_folder(), "-cuda", "checks_itself.cu", "part_c.c");
    assert_compiles(&made);
    COMPILE(&compiled, "-x", "c++-cpp-output", "-g", "-c", source, "-o", object);
    assert_compiles(&compiled);
    link_with_cc(object, program);
    assert_program_prints(program, "right on 1 device");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_linked");
    TCase *tcase = tcase_create("linked");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_test(tcase, test_linked_across_files);
    tcase_add_test(tcase, test_linked_with_itself);
    tcase_add_test(tcase, test_closed_library);
    tcase_add_test(tcase, test_linked_by_cc);
    tcase_add_test(tcase, test_cuda_to_cpp);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
