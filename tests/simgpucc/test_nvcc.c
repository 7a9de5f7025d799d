/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpucc in place of nvcc: what programs and makefiles expect of it, and the folder that looks
 * like a CUDA installation. Environment: that of driver.h, and SIMGPU_TEST_CC, a C compiler.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>
#include <unistd.h>

static char *toolkit_path(const char *name)
{
    g_autofree char *folder = g_path_get_dirname(test_environment("SIMGPUCC"));
    return g_build_filename(folder, "..", "nvcc", name, NULL);
}

/* ---- what programs ask for ---- */

START_TEST(test_macros)
{
    g_autofree char *object = in_folder("macros.o");
    auto_outcome cuda, cpp, options;
    COMPILE(&cuda, "-c", "nvcc_macros.cu", "-o", object);
    assert_compiles(&cuda);
    COMPILE(&cpp, "-x", "c++", "-c", "nvcc_macros.cu", "-o", object);
    assert_compiles(&cpp);
    COMPILE(&options, "-DOPTIONS", "-G", "--expt-relaxed-constexpr", "--extended-lambda",
            "--default-stream", "per-thread", "-c", "nvcc_macros.cu", "-o", object);
    assert_compiles(&options);
    ck_assert_msg(strstr(options.err, "threads share the legacy default stream"), "%s",
                  options.err);
}
END_TEST

/* A shell has yet to read -Xcompiler, as FindCUDA writes it. Macros are for device code, too. */
START_TEST(test_quoted_options)
{
    static const char source[] = "static_assert(A == 1 && B + 0 == 5 && C == 'c', \"\");\n"
                                 "static_assert(sizeof(D) == 2 && sizeof(E) == 4, \"\");\n"
                                 "__global__ void k(int *p) { *p = A; }\n";
    g_autofree char *path = folder_write(driver_folder(), "quoted", source, strlen(source));
    g_autofree char *object = in_folder("quoted.o");
    auto_outcome outcome;
    COMPILE(&outcome, "--x=cu", "-c", path, "-Xcompiler", ",\"-DA=1\",\"-DB=2 + 3\"", "-Xcompiler",
            "-DC=\\'c\\'", "-Xcompiler=-DD=\\\"d\\\",'-DE=\"e,f\"'", "-o", object);
    assert_compiles(&outcome);
}
END_TEST

START_TEST(test_default_stream)
{
    g_autofree char *object = in_folder("macros.o");
    auto_outcome outcome;
    COMPILE(&outcome, "--default-stream=legacy", "-default-stream", "null", "-rdc", "false", "-c",
            "nvcc_macros.cu", "-o", object);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
}
END_TEST

START_TEST(test_old_style)
{
    g_autofree char *program = in_folder("old_style");
    g_autofree char *rules = in_folder("old_style.d"), *text = NULL;
    auto_outcome outcome;
    COMPILE(&outcome, "-Wall", "-MD", "-MF", rules, "old_style.cu", "-o", program);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
    assert_program_prints(program,
                          "45 of 1, 3, a << <b>> > \" << < c\"<< < \" >> >, line 31, shape 2216\n");
    ck_assert(g_file_get_contents(rules, &text, NULL, NULL));
    ck_assert_msg(strstr(text, "sources/old_style.cu") != NULL, "%s", text);
}
END_TEST

START_TEST(test_headers_of_today)
{
    g_autofree char *program = in_folder("headers_of_today");
    auto_outcome outcome;
    COMPILE(&outcome, "-arch=sm_50", "headers_of_today.cu", "-lnvToolsExt", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "occupancy wrong 0\npushed 0 1, popped 1 0, then nothing\n");
}
END_TEST

START_TEST(test_declared_apart)
{
    g_autofree char *program = in_folder("declared_apart");
    auto_outcome outcome;
    COMPILE(&outcome, "declared_apart.cu", "-o", program);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
    assert_program_prints(program, "device 26 1, host 25 1, 7\n");
}
END_TEST

#define GCC_WORDS "-Xcompiler=-Wall,-Werror,-floop-block", "-use_fast_math", "-use_fast_math"
static const char *const strangers[][3] = {
    {"strangers.cu", "-O0", "256 in 192 calls, CUDA_ERROR_ECC_UNCORRECTABLE, 32 9\n"},
    {"strangers.cu", "-O2", "256 in 192 calls, CUDA_ERROR_ECC_UNCORRECTABLE, 32 9\n"},
    {"atomic_add.cu", "-O2", "64 32\n"},
    {"habits.cu", "--std=c++03", "33 of 2\n"},
    {"../refused/wide_division.cu", "-O2", "divisions wrong 0\n"},
    {"../refused/unused_templates.cu", "-O2", "sum 42\n"},
    {"../refused/behind_halves.cu", "-O2", "sum -0.75\n"},
    {"../refused/left_out.cu", "-O2", "queue 7 3 5, both 1 3\nkernel 14 19, memcpy passed\n"},
};

START_TEST(test_strangers)
{
    g_autofree char *program = in_folder("strangers");
    auto_outcome outcome;
    COMPILE(&outcome, strangers[_i][1], GCC_WORDS, strangers[_i][0], "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, strangers[_i][2]);
}
END_TEST

/* -M writes rules and compiles nothing; system headers are left out by -MM. */
START_TEST(test_dependencies)
{
    auto_outcome all, own;
    COMPILE(&all, "-M", "old_style.cu");
    assert_compiles(&all);
    ck_assert_msg(g_str_has_prefix(all.out, "old_style.o:"), "%s", all.out);
    ck_assert_ptr_nonnull(strstr(all.out, "cuda_runtime.h"));
    COMPILE(&own, "-MM", "old_style.cu");
    assert_compiles(&own);
    ck_assert_ptr_nonnull(strstr(own.out, "sources/old_style.cu"));
    ck_assert_ptr_null(strstr(own.out, "cuda_runtime.h"));
}
END_TEST

/* Errors of a source with such launches are shown where they are, and once. */
START_TEST(test_errors_of_old_style)
{
    static const char source[] = "__global__ void k() {}\n"
                                 "int main() {\n  k<< <1,\n    1>> >();\n  return wrong;\n}\n";
    g_autofree char *path = folder_write(driver_folder(), "wrong.cu", source, strlen(source));
    g_autofree char *program = in_folder("wrong"), *place = g_strconcat(path, ":5:", NULL);
    auto_outcome outcome;
    COMPILE(&outcome, path, "-o", program);
    ck_assert_int_ne(outcome.exit_code, 0);
    ck_assert_msg(strstr(outcome.err, place) != NULL, "%s", outcome.err);
    ck_assert_msg(strstr(outcome.err, "expected expression") == NULL, "%s", outcome.err);
}
END_TEST

/* What the preprocessor refuses is not compiled without it. */
START_TEST(test_missing_header_of_old_style)
{
    static const char source[] = "#include \"missing.h\"\n__global__ void k() {}\n"
                                 "int main() {\n  k<< <1, 1>> >();\n}\n";
    g_autofree char *path = folder_write(driver_folder(), "wrong.cu", source, strlen(source));
    g_autofree char *program = in_folder("wrong");
    auto_outcome outcome;
    COMPILE(&outcome, path, "-o", program);
    ck_assert_int_ne(outcome.exit_code, 0);
    ck_assert_msg(strstr(outcome.err, "'missing.h' file not found") != NULL, "%s", outcome.err);
}
END_TEST

/* ---- separate compilation ---- */

static const struct {
    const char *const words[6];
    const char *expected;
} refused[] = {
    {{"-rdc=yes", "checks_itself.cu"}, "expected true or false"},
    {{"-c", "uses_other.cu"},
     "device code uses other_function(int), other_constant, which this file"},
    {{"-include", "npp.h", "-c", "checks_itself.cu"}, "'npp.h' is of a library of NVIDIA's"},
    {{"--default-stream", "mine", "-c", "checks_itself.cu"}, "expected legacy, null or per-thread"},
};

static void run_words(const char *const *words)
{
    auto_outcome outcome;
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, &outcome);
    assert_compiles(&outcome);
}

static void compile_well(const char *const *words)
{
    auto_outcome outcome;
    compile(&outcome, words);
    assert_compiles(&outcome);
}

#define RUN(...)      run_words((const char *const[]){__VA_ARGS__, NULL})
#define COMPILED(...) compile_well((const char *const[]){__VA_ARGS__, NULL})

/* At once; by object files; with an archive, by another linker. */
START_TEST(test_linked_across_files)
{
    static const char *const prints = "linked: wrong 0, other 0";
    g_autofree char *program = in_folder("linked"), *main_o = in_folder("main.o");
    g_autofree char *other_o = in_folder("other.o"), *link_o = in_folder("link.o");
    g_autofree char *archive = in_folder("libother.a"), *libraries = toolkit_path("lib64");
    COMPILED("-rdc=true", "linked_main.cu", "linked_other.cu", "-o", program);
    assert_program_prints(program, prints);

    COMPILED("-dc", "linked_main.cu", "-o", main_o);
    COMPILED("-O0", "--relocatable-device-code", "true", "-c", "linked_other.cu", "-o", other_o);
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

/* With device code that is linked already, and with a library that has the same. */
START_TEST(test_linked_twice)
{
    static const char *const prints = "linked: wrong 0, other 0";
    g_autofree char *program = in_folder("linked"), *library = in_folder("same.so");
    g_autofree char *main_o = in_folder("main.o"), *other_o = in_folder("other.o");
    g_autofree char *link_o = in_folder("link.o");
    COMPILED("-Xcompiler", "-fPIC", "-dc", "linked_main.cu", "-o", main_o);
    COMPILED("-Xcompiler", "-fPIC", "-dc", "linked_other.cu", "-o", other_o);
    COMPILED("-dlink", main_o, other_o, "-o", link_o);
    COMPILED(main_o, other_o, link_o, "-o", program);
    assert_program_prints(program, prints);

    COMPILED("-shared", main_o, other_o, "-o", library);
    COMPILED(main_o, other_o, "-Xlinker", "--no-as-needed", library, "-o", program);
    assert_program_prints(program, prints);
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
    COMPILED("-Xcompiler", "-fPIC", "-shared", separate[_i], "checks_itself.cu", "-o", library);
    COMPILED("-optf", options, "--options-file", none, "closes.cu", "-o", program, "-ldl");
    assert_program_prints(program, "found 42");
}
END_TEST

/* echo would take -E for its own. */
START_TEST(test_option_in_file)
{
    g_autofree char *options = folder_write(driver_folder(), "options", "-E", 2);
    auto_outcome outcome;
    COMPILE(&outcome, "--options-file", options, "part_c.c");
    assert_compiles(&outcome);
    ck_assert_msg(strstr(outcome.out, "# 1 \"") != NULL, "%s", outcome.out);
}
END_TEST

START_TEST(test_refused)
{
    g_autofree char *before = g_get_current_dir();
    ck_assert_int_eq(chdir(driver_folder()), 0);
    auto_outcome outcome;
    compile(&outcome, refused[_i].words);
    ck_assert_int_eq(chdir(before), 0);
    ck_assert_int_ne(outcome.exit_code, 0);
    ck_assert_msg(strstr(outcome.err, refused[_i].expected) != NULL, "%s", outcome.err);
}
END_TEST

/* ---- the folder ---- */

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

/* First in PATH, and asked as makefiles and configure scripts ask. */
START_TEST(test_nvcc_in_path)
{
    g_autofree char *bin = toolkit_path("bin");
    g_autofree char *original = source_path("tests/simgpucc/sources/checks_itself.cu");
    g_autofree char *path = g_strconcat(bin, ":", g_getenv("PATH"), NULL);
    g_autofree char *program = in_folder("program"), *text = NULL;
    ck_assert(g_file_get_contents(original, &text, NULL, NULL));
    g_autofree char *copy = folder_write(driver_folder(), "checks_itself.cu", text, strlen(text));
    g_setenv("PATH", path, TRUE);
    auto_outcome outcome;
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    command_add(command, "/bin/sh");
    command_add(command, "-c");
    command_add(command,
                "cd '%s' && nvcc --version | grep 'release [0-9]' && "
                "home=$(dirname $(dirname $(which nvcc))) && "
                "nvcc -I$home/include -L$home/lib64 -o program %s -lcudart -lcuda",
                driver_folder(), copy);
    command_run(command, &outcome);
    assert_compiles(&outcome);
    assert_program_prints(program, "right on 1 device");
}
END_TEST

/* By a host's compiler that looks in no folder for it. */
START_TEST(test_header_by_its_path)
{
    g_autofree char *header = toolkit_path("targets/x86_64-linux/include/cuda_runtime.h");
    g_autofree char *text =
        g_strdup_printf("#include \"%s\"\nint main() { return cudaDeviceReset(); }\n", header);
    g_autofree char *source = folder_write(driver_folder(), "by_path.cpp", text, strlen(text));
    g_autofree char *object = in_folder("by_path.o");
    g_autofree char *clang = g_find_program_in_path("clang-14"); /* there may be no g++ */
    RUN(clang, "-c", source, "-o", object);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_nvcc");
    TCase *tcase = tcase_create("nvcc");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_test(tcase, test_macros);
    tcase_add_test(tcase, test_quoted_options);
    tcase_add_test(tcase, test_default_stream);
    tcase_add_test(tcase, test_old_style);
    tcase_add_test(tcase, test_headers_of_today);
    tcase_add_test(tcase, test_declared_apart);
    tcase_add_loop_test(tcase, test_strangers, 0, G_N_ELEMENTS(strangers));
    tcase_add_test(tcase, test_dependencies);
    tcase_add_test(tcase, test_errors_of_old_style);
    tcase_add_test(tcase, test_missing_header_of_old_style);
    tcase_add_test(tcase, test_linked_across_files);
    tcase_add_test(tcase, test_linked_twice);
    tcase_add_test(tcase, test_linked_with_itself);
    tcase_add_loop_test(tcase, test_closed_library, 0, 2);
    tcase_add_test(tcase, test_option_in_file);
    tcase_add_loop_test(tcase, test_refused, 0, G_N_ELEMENTS(refused));
    tcase_add_test(tcase, test_linked_by_cc);
    tcase_add_test(tcase, test_cuda_to_cpp);
    tcase_add_test(tcase, test_nvcc_in_path);
    tcase_add_test(tcase, test_header_by_its_path);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
