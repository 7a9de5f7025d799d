/* SPDX-License-Identifier: BSD-3-Clause */
/* What build systems of strangers' programs ask of a CUDA installation besides code: options for
 * parts of nvcc that simgpucc lacks, the host compiler's own words when it links, bin2c, and names
 * that headers of its libraries have.
 *
 * Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>

static char *toolkit_bin(const char *name)
{
    g_autofree char *folder = g_path_get_dirname(test_environment("SIMGPUCC"));
    return g_build_filename(folder, "..", "nvcc", "bin", name, NULL);
}

static char *write_source(const char *name, const char *text)
{
    return folder_write(driver_folder(), name, text, strlen(text));
}

/* The values look like options. */
START_TEST(test_options_for_parts)
{
    g_autofree char *source = write_source("parts.cu", "__global__ void k(int *p) { *p = 1; }\n");
    g_autofree char *object = in_folder("parts.o");
    auto_outcome outcome;
    COMPILE(&outcome, "-Xcudafe", "--display_error_number", "-Xcudafe=--diag_suppress=177",
            "--cudafe-options", "--a,--b", "-Xcicc", "-opt", "-Xfatbin", "-compress-all",
            "-Xnvlink=--suppress-stack-size-warning", "-c", source, "-o", object);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
}
END_TEST

/* CMake finds the host's libraries by what the linker is told: nvcc's host compiler links, and
 * hears -Xcompiler. */
START_TEST(test_link_is_shown)
{
    g_autofree char *source = write_source("shown.cu", "int main() { return 0; }\n");
    g_autofree char *object = in_folder("shown.o"), *program = in_folder("shown");
    auto_outcome compiled, linked;
    COMPILE(&compiled, "-c", source, "-o", object);
    assert_compiles(&compiled);
    COMPILE(&linked, "-Xcompiler", "-v", object, "-o", program);
    assert_compiles(&linked);
    ck_assert_msg(strstr(linked.err, "-L/usr/lib"), "%s", linked.err);
}
END_TEST

static void run_bin2c(struct outcome *outcome, const char *const *words)
{
    g_autofree char *bin2c = toolkit_bin("bin2c");
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    command_add(command, "%s", bin2c);
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}
#define BIN2C(outcome, ...) run_bin2c(outcome, (const char *const[]){__VA_ARGS__, NULL})

/* The array, in a program: its bytes, its length, and what was appended. */
START_TEST(test_bin2c)
{
    g_autofree char *bytes = folder_write(driver_folder(), "bytes", "ab\0\377e", 5);
    auto_outcome chars, longs;
    BIN2C(&chars, "-c", "-st", "-l", "--padd=0,0x10", "-n", "five", bytes);
    ck_assert_int_eq(chars.exit_code, 0);
    BIN2C(&longs, "--type", "longlong", "--name", "eight", bytes);
    ck_assert_int_eq(longs.exit_code, 0);
    g_autofree char *text =
        g_strdup_printf("%s%sint main(void)\n{\n    return five[4] == 'e' && five[6] == 16 && "
                        "sizeof five == 7 && fiveLength == 5 &&\n"
                        "           sizeof eight == 8 && eight[0] == 0x65ff006261 ? 0 : 1;\n}\n",
                        chars.out, longs.out);
    g_autofree char *source = write_source("arrays.c", text);
    g_autofree char *program = in_folder("arrays");
    auto_outcome outcome, ran;
    COMPILE(&outcome, source, "-o", program);
    assert_compiles(&outcome);
    run_program(program, &ran);
    ck_assert_msg(ran.exit_code == 0, "%s%s", ran.out, ran.err);
}
END_TEST

static const struct {
    const char *option, *value, *message;
} wrong[] = {
    {"--type", "half", "expected char, short, int or longlong, found 'half'"},
    {"--name", "1st", "'1st' is no name in C"},
    {"--padd", "x", "'x' is no number"},
    {"--other", "x", "--other is not known"},
};

START_TEST(test_bin2c_refuses)
{
    auto_outcome outcome;
    BIN2C(&outcome, wrong[_i].option, wrong[_i].value, "none");
    ck_assert_int_eq(outcome.exit_code, 3);
    ck_assert_msg(strstr(outcome.err, wrong[_i].message), "%s", outcome.err);
}
END_TEST

/* C++ without CUDA that takes strcmp from cuda_fp16.h; a list of all generators; a GPU's number. */
START_TEST(test_names)
{
    static const char half[] = "#include <cuda_fp16.h>\n"
                               "int main(int, char **v) { return strcmp(v[0], \"\") == 0; }\n";
    static const char names[] =
        "#include <curand_kernel.h>\n#include <nvml.h>\n"
        "template <class T> struct of { T *state; };\nof<curandStateMtgp32_t> state;\n"
        "char serial[NVML_DEVICE_SERIAL_BUFFER_SIZE];\n"
        "int ask(nvmlDevice_t device) { return nvmlDeviceGetSerial(device, serial, 30); }\n";
    g_autofree char *host = write_source("half.cpp", half), *cuda = write_source("names.cu", names);
    g_autofree char *object = in_folder("names.o");
    auto_outcome first, second;
    COMPILE(&first, "-c", host, "-o", object);
    assert_compiles(&first);
    COMPILE(&second, "-c", cuda, "-o", object);
    assert_compiles(&second);
}
END_TEST

/* ggml's CMake files ask so which host compiler it is, and for flags by its version. */
START_TEST(test_host_compiler)
{
    auto_outcome name, number;
    COMPILE(&name, ".c", "-Xcompiler", "--version");
    assert_compiles(&name);
    ck_assert_msg(strstr(name.out, "clang version "), "%s", name.out);
    COMPILE(&number, ".c", "-Xcompiler", "-dumpfullversion -dumpversion");
    assert_compiles(&number);
    ck_assert_msg(g_regex_match_simple("^\\d+\\.\\d+\\.\\d+\n$", number.out, 0, 0), "%s",
                  number.out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_build_tools");
    TCase *tcase = tcase_create("build_tools");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_test(tcase, test_host_compiler);
    tcase_add_test(tcase, test_options_for_parts);
    tcase_add_test(tcase, test_link_is_shown);
    tcase_add_test(tcase, test_bin2c);
    tcase_add_loop_test(tcase, test_bin2c_refuses, 0, G_N_ELEMENTS(wrong));
    tcase_add_test(tcase, test_names);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
