/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpucc in place of nvcc: what programs and makefiles expect of it, and the folder that looks
 * like a CUDA installation. Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>
#include <unistd.h>

/* ---- what programs ask for ---- */

START_TEST(test_macros)
{
    g_autofree char *object = in_folder("macros.o");
    auto_outcome cuda, cpp, options;
    COMPILE(&cuda, "--default-stream=legacy", "-default-stream", "null", "-rdc", "false", "-c",
            "nvcc_macros.cu", "-o", object);
    assert_compiles(&cuda);
    ck_assert_str_eq(cuda.err, "");
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

/* ---- what is refused ---- */

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
    tcase_add_test(tcase, test_old_style);
    tcase_add_test(tcase, test_headers_of_today);
    tcase_add_test(tcase, test_declared_apart);
    tcase_add_loop_test(tcase, test_strangers, 0, G_N_ELEMENTS(strangers));
    tcase_add_test(tcase, test_dependencies);
    tcase_add_test(tcase, test_errors_of_old_style);
    tcase_add_test(tcase, test_missing_header_of_old_style);
    tcase_add_test(tcase, test_option_in_file);
    tcase_add_loop_test(tcase, test_refused, 0, G_N_ELEMENTS(refused));
    tcase_add_test(tcase, test_nvcc_in_path);
    tcase_add_test(tcase, test_header_by_its_path);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
