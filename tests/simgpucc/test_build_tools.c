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

/* nvcc makes nearly every function part of its callers: so does simgpucc, however long it is. */
START_TEST(test_long_functions)
{
    enum { STATEMENTS = 600 };
    g_autoptr(GString) text = g_string_new("__device__ float longer(float x) {\n");
    for (int i = 0; i < STATEMENTS; i++)
        g_string_append_printf(text, "x = x * %d.5f + 1.0f;\n", i);
    g_string_append(text, "return x; }\nextern \"C\" __global__ void kernel(float *f)\n"
                          "{ f[0] = longer(f[1]); f[2] = longer(f[3]); }\n");
    g_autofree char *source = write_source("long.cu", text->str);
    g_autofree char *path = in_folder("long.ptx"), *ptx = NULL;
    auto_outcome outcome;
    COMPILE(&outcome, "-ptx", source, "-o", path);
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(path, &ptx, NULL, NULL));
    ck_assert_msg(strstr(ptx, "call") == NULL, "%s", ptx);
}
END_TEST

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

/* Every option of nvcc that has no other test: long and short names, values behind = and as words
 * of their own. Those of the second list are for gcc as the host compiler. */
START_TEST(test_options_of_nvcc)
{
    g_autofree char *source =
        write_source("all.cu", "#if A != 1 || B != 2 || C != 3 || defined(D)\n#error\n#endif\n"
                               "__global__ void k(int *p) { *p = 1; }\n");
    g_autofree char *object = in_folder("all.o"), *depends = in_folder("all.d");
    auto_outcome outcome;
    COMPILE(&outcome, "-ewp", "--no-compress", "--compress-mode=size", "--compress-mode", "none",
            "-opt-info", "inline", "-dopt", "on", "-dlto", "-gen-opt-lto", "-split-compile", "2",
            "--split-compile-extended=2", "-jtd=101", "-ftemplate-depth", "99",
            "--ftemplate-backtrace-limit=9", "--no-exceptions", "-nohdinitlist", "--frandom-seed=a",
            "-static-global-template-stub=true", "-t2", "--threads", "0", "--forward-unknown-opts",
            "-Ofc=mid", "-noprof", "-save-temps", "--time=t.csv", "-nodlink", "-e", "k",
            "-Wmissing-launch-bounds", "--Wreorder", "-diag-warn", "1,2", "--diag-error=3",
            "-err-no", "--brief-diagnostics", "true", "-arbin", "ar", "-objtemp", "-ldir=.",
            "-target-dir", "x86_64-linux", "-O", "1", "-O=2", "-ftz", "true", "--prec-div", "false",
            "-fmad", "false", "-m", "64", "--machine=64", "-D=A=1", "--define-macro", "B=2",
            "--define-macro=C=3", "-D", "D", "--undefine-macro", "D", "-I=.", "--include-path", ".",
            "--system-include=.", "--pre-include", "stdio.h", "-L=.", "--library-path", ".",
            "--library", "m", "-arch=lto_70", "--Wno-deprecated-declarations",
            "--generate-dependencies-with-compile", "--dependency-output", depends,
            "--dependency-target-name=all", "-c", source, "-o", object);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
    auto_outcome host;
    COMPILE(&host, "-Xcompiler", "-fmax-errors=1,-fipa-pta,-ftree-loop-linear,-fwhole-program",
            "-Xcompiler=-mprefer-avx128", "-Xcompiler", "\"-Wl,--as-needed\"", "-c", source,
            "-DA=1", "-DB=2", "-DC=3", "-o", object);
    assert_compiles(&host);
    ck_assert_str_eq(host.err, "");
}
END_TEST

/* A static library of the device code and the host code of two files, made at once. */
START_TEST(test_static_library)
{
    g_autofree char *half = write_source("half.cu", "__device__ int half(int i) { return i / 2; }\n"
                                                    "static_assert(CHAR_BIT == 8, \"\");\n");
    g_autofree char *ours = write_source("ours.cu", "int ours() { return 1; }\n");
    g_autofree char *use = write_source(
        "use.cu", "__device__ int half(int);\nint ours();\n"
                  "__global__ void k(int *p) { *p = half(*p); }\nint main()\n{\n    int *p;\n"
                  "    cudaMallocManaged(&p, 4);\n    *p = 6;\n    k<<<1, 1>>>(p);\n"
                  "    cudaDeviceSynchronize();\n    printf(\"%d\\n\", *p + ours());\n}\n");
    g_autofree char *archive = in_folder("libhalf.a"), *program = in_folder("use");
    auto_outcome library, outcome;
    COMPILE(&library, "-rdc=true", "-lib", half, ours, "-o", archive);
    assert_compiles(&library);
    COMPILE(&outcome, "-rdc=true", "-include", "stdio.h", use, archive, "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "4\n");
}
END_TEST

/* With nvcc, macros of the host compiler's options are there while device code is compiled. The
 * newer clang has no omp.h of its own. Without any, simgpucc names the package. */
START_TEST(test_openmp)
{
    static const char text[] = "#ifdef _OPENMP\n#include <omp.h>\n#endif\n"
                               "double now() { return omp_get_wtime(); }\n";
    g_autofree char *source = write_source("parallel.cu", text), *object = in_folder("parallel.o");
    auto_outcome outcome;
    COMPILE(&outcome, "-Xcompiler", "-fopenmp", _i ? "-arch=sm_90" : "-arch=sm_70", "-c", source,
            "-o", object);
    if (strstr(outcome.err, "'omp.h' file not found"))
        ck_assert_msg(strstr(outcome.err, "Debian's package libomp-14-dev"), "%s", outcome.err);
    else
        assert_compiles(&outcome);
}
END_TEST

/* What std says of functions that are for the device alone, within traits and concepts. */
START_TEST(test_traits_of_device_code)
{
    static const char text[] =
        "#include <concepts>\n"
        "struct twice { __device__ float operator()(int i) const { return 2.f * i; } };\n"
        "struct box { float x; __device__ box operator+(box b) const { return {x + b.x}; } };\n"
        "template <class T> concept addable = requires(T a) { { a + a } -> std::same_as<T>; };\n"
        "template <addable T> __global__ void add(T *p) { *p = *p + *p; }\n"
        "template <std::invocable<int> F> __global__ void call(float *p, F f) { *p = f(3); }\n"
        "static_assert(std::is_invocable_v<twice, int>);\n"
        "static_assert(std::is_same_v<std::invoke_result_t<twice, int>, float>);\n"
        "static_assert(!std::is_invocable_v<twice, box>);\n"
        "static_assert(!__nv_is_extended_device_lambda_closure_type(std::pair<twice, box>));\n"
        "void start(box *p)\n{\n    add<<<1, 1>>>(p);\n    call<<<1, 1>>>(&p->x, twice());\n"
        "    auto thrice = [] __device__(int i) { return 3.f * i; };\n"
        "    static_assert(std::is_invocable_r_v<float, decltype(thrice), int>);\n"
        "    call<<<1, 1>>>(&p->x, thrice);\n}\n";
    g_autofree char *source = write_source("traits.cu", text), *object = in_folder("traits.o");
    auto_outcome outcome;
    COMPILE(&outcome, "-v", "-std=c++20", "--extended-lambda", "-c", source, "-o", object);
    assert_compiles(&outcome);
    ck_assert_msg(!strstr(outcome.err, "device.cui"), "it is compiled as a rewritten text");
}
END_TEST

/* C++20's std::pair in device code, whose constraints clang 14 can't bear: a map that is a member,
 * and all of a pair's comparisons. */
START_TEST(test_pairs)
{
    static const char text[] =
        "#include <map>\n"
        "struct sizes { std::map<int, float> of; ~sizes() {} };\n"
        "constexpr std::pair<int, float> one(1, 2.f), other{1, 3.f};\n"
        "static_assert((one <=> other) < 0 && one < other && one != other && other >= one);\n"
        "static_assert(std::is_same_v<decltype(one <=> other), std::partial_ordering>);\n"
        "static_assert(!std::is_assignable_v<std::pair<const int, int> &, std::pair<int, int>>);\n"
        "__global__ void k(float *p) { *p = one.second; }\n"
        "int start(sizes &s) { std::pair<int, float> p; p = {3, 4.f}; return "
        "s.of.insert(p).second; }\n";
    g_autofree char *source = write_source("pairs.cu", text), *object = in_folder("pairs.o");
    auto_outcome outcome;
    COMPILE(&outcome, "-std=c++20", "-c", source, "-o", object);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
}
END_TEST

/* As with nvcc, a static library may stand in front of what asks for it, and two may ask for each
 * other. */
START_TEST(test_library_in_front)
{
    g_autofree char *one = write_source("one.c", "int two(void);\nint one(void) { return two(); }\n"
                                                 "int zero(void) { return 0; }\n");
    g_autofree char *two =
        write_source("two.c", "int zero(void);\nint two(void) { return zero(); }\n");
    g_autofree char *source = write_source(
        "asks.cu", "extern \"C\" int one();\nint main() { puts(\"runs\"); return one(); }\n");
    g_autofree char *first = in_folder("libfirst.a"), *second = in_folder("libsecond.a");
    g_autofree char *program = in_folder("asks"),
                    *folder = g_strconcat("-L", driver_folder(), NULL);
    auto_outcome made, also_made, outcome;
    COMPILE(&made, "-lib", one, "-o", first);
    assert_compiles(&made);
    COMPILE(&also_made, "-lib", two, "-o", second);
    assert_compiles(&also_made);
    COMPILE(&outcome, "-lfirst", "-lsecond", folder, "-include", "stdio.h", source, "-o", program);
    assert_compiles(&outcome);
    auto_outcome ran;
    run_program(program, &ran);
    ck_assert_msg(g_str_has_prefix(ran.out, "runs\n"), "%s%s", ran.out, ran.err);
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

/* NVIDIA's container: its header, that of an entry, and PTX to the end. */
START_TEST(test_fatbin)
{
    g_autofree char *path = in_folder("checks_itself.fatbin"), *text = NULL;
    gsize bytes;
    guint64 behind;
    auto_outcome outcome;
    COMPILE(&outcome, "-fatbin", "-arch=sm_75", "checks_itself.cu", "-o", path);
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(path, &text, &bytes, NULL));
    ck_assert_mem_eq(text, "\x50\xed\x55\xba", 4);
    memcpy(&behind, text + 8, sizeof behind);
    ck_assert_uint_eq(behind + 16, bytes);
    ck_assert_ptr_nonnull(strstr(text + 80, ".target sm_75"));
    ck_assert_ptr_nonnull(strstr(text + 80, ".entry"));
    ck_assert_int_eq(text[bytes - 1], 0);
}
END_TEST

/* What is called machine code is PTX, under the name that makefiles expect. */
START_TEST(test_cubin)
{
    g_autofree char *path = in_folder("checks_itself.cubin"), *text = NULL;
    auto_outcome outcome;
    COMPILE(&outcome, "-cubin", "-arch=sm_75", "-odir", driver_folder(), "checks_itself.cu");
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_ptr_nonnull(strstr(text, ".target sm_75"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_build_tools");
    TCase *tcase = tcase_create("build_tools");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_test(tcase, test_host_compiler);
    tcase_add_test(tcase, test_long_functions);
    tcase_add_test(tcase, test_options_for_parts);
    tcase_add_test(tcase, test_options_of_nvcc);
    tcase_add_test(tcase, test_static_library);
    tcase_add_loop_test(tcase, test_openmp, 0, 2);
    tcase_add_test(tcase, test_traits_of_device_code);
    tcase_add_test(tcase, test_pairs);
    tcase_add_test(tcase, test_library_in_front);
    tcase_add_test(tcase, test_link_is_shown);
    tcase_add_test(tcase, test_bin2c);
    tcase_add_loop_test(tcase, test_bin2c_refuses, 0, G_N_ELEMENTS(wrong));
    tcase_add_test(tcase, test_names);
    tcase_add_test(tcase, test_fatbin);
    tcase_add_test(tcase, test_cubin);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
