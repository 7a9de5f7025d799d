/* SPDX-License-Identifier: BSD-3-Clause */
/* The compiler driver: what it makes parses and runs, its options do what they say, and its errors
 * leave nothing behind.
 *
 * Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include "workloads/ptx/syntax/ptx.h"
#include <string.h>
#include <unistd.h>

static struct ptx_module *load(const char *path)
{
    GError *error = NULL;
    struct ptx_module *module = ptx_module_load(path, &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    return module;
}

/* ---- device code ---- */

static const char *const ptx_sources[] = {"device_features.cu", "math_names.cu",
                                          "groups_and_halves.cu", "containers.cu"};

/* All of it parses, and nothing is called but what the simulator brings. */
START_TEST(test_ptx_parses)
{
    g_autofree char *path = in_folder("out.ptx");
    auto_outcome outcome;
    COMPILE(&outcome, "-ptx", ptx_sources[_i], "-o", path);
    assert_compiles(&outcome);
    struct ptx_module *module = load(path);
    ck_assert_uint_gt(module->n_functions, 1);
    for (unsigned i = 0; i < module->n_functions; i++) {
        const struct ptx_function *f = module->functions[i];
        ck_assert_msg(f->linkage != PTX_EXTERN || !strcmp(f->name, "vprintf") ||
                          !strcmp(f->name, "__assertfail") || !strcmp(f->name, "malloc") ||
                          !strcmp(f->name, "free"),
                      "%s is not defined", f->name);
    }
    ptx_module_free(module);
}
END_TEST

static unsigned lines_named(const struct ptx_module *module)
{
    unsigned n = 0;
    for (unsigned i = 0; i < module->n_functions; i++)
        for (unsigned j = 0; j < module->functions[i]->n_instructions; j++)
            n += module->functions[i]->instructions[j].source_line > 0;
    return n;
}

START_TEST(test_lineinfo)
{
    g_autofree char *path = in_folder("out.ptx");
    auto_outcome with;
    COMPILE(&with, "-lineinfo", "-ptx", "containers.cu", "-o", path);
    assert_compiles(&with);
    struct ptx_module *module = load(path);
    ck_assert_uint_gt(lines_named(module), 10);
    ck_assert(g_str_has_suffix(ptx_source_path(module, 1), "containers.cu"));
    ptx_module_free(module);
    auto_outcome without;
    COMPILE(&without, "-ptx", "containers.cu", "-o", path);
    module = load(path);
    ck_assert_uint_eq(lines_named(module), 0);
    ptx_module_free(module);
}
END_TEST

/* What options do to the PTX of one small kernel: each leaves its mark, which isn't there without.
 * Those of a row don't touch each other's marks and share a compilation. */
enum { OPTIONS_OF_ROW = 4 };
static const struct {
    const char *option, *expected;
} effects[][OPTIONS_OF_ROW] = {
    {{"-fmad=false", "mul.rn.f32"},
     {"-arch=sm_35", ".target sm_35"},
     {"-maxrregcount=40", ".maxnreg 40"},
     {"-Xptxas=-v,-dlcm=cg", "ld.global.cg.f32"}},
    {{"-use_fast_math", "div.approx.ftz.f32"},
     {"-gencode=arch=compute_60,code=[sm_60,compute_60]", ".target sm_60"},
     {"--ptxas-options=--def-load-cache=cv", "ld.global.cv.f32"},
     {"-DEXTRA", ".entry extra"}},
    {{"-G", ".local"}, {"--gpu-architecture=compute_86", ".target sm_86"}},
};

/* The PTX of a source with up to OPTIONS_OF_ROW options, the first NULL ends them. g_free. */
static char *ptx_with(const char *source, const char *const *options)
{
    const char *words[OPTIONS_OF_ROW + 6] = {"-ptx", source, "-o"};
    g_autofree char *path = in_folder("out.ptx");
    unsigned n = 3;
    words[n++] = path;
    for (; *options; options++)
        words[n++] = *options;
    auto_outcome outcome;
    compile(&outcome, words);
    assert_compiles(&outcome);
    char *ptx = NULL;
    ck_assert(g_file_get_contents(path, &ptx, NULL, NULL));
    return ptx;
}

START_TEST(test_options)
{
    static const char text[] =
        "extern \"C\" __global__ void kernel(float *f) { f[0] = f[1] * f[2] + f[3] / f[4]; }\n"
        "#ifdef EXTRA\nextern \"C\" __global__ void extra() {}\n#endif\n";
    g_autofree char *source = folder_write(driver_folder(), "small.cu", text, strlen(text));
    static const char *const usual[] = {"-O3", NULL};
    g_autofree char *without = ptx_with(source, usual);
    for (unsigned row = 0; row < G_N_ELEMENTS(effects); row++) {
        const char *options[OPTIONS_OF_ROW + 1] = {NULL};
        for (unsigned i = 0; i < OPTIONS_OF_ROW; i++)
            options[i] = effects[row][i].option;
        g_autofree char *with = ptx_with(source, options);
        for (unsigned i = 0; options[i] && i < OPTIONS_OF_ROW; i++) {
            const char *expected = effects[row][i].expected;
            ck_assert_msg(strstr(with, expected) != NULL, "%s: %s", options[i], with);
            ck_assert_msg(strstr(without, expected) == NULL, "without %s: %s", options[i], without);
        }
    }
}
END_TEST

/* ---- whole programs ---- */

/* clang alone would call logl for each random number. */
START_TEST(test_random_numbers)
{
    g_autofree char *assembly = in_folder("out.s"), *program = in_folder("compares");
    g_autofree char *text = NULL;
    auto_outcome outcome, other;
    COMPILE(&outcome, "-O2", "-S", "random_numbers.cu", "-o", assembly);
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(assembly, &text, NULL, NULL));
    ck_assert_ptr_nonnull(strstr(text, "random_numbers"));
    ck_assert_ptr_null(strstr(text, "logl"));
    COMPILE(&other, "-O2", "-DCOMPARES", "random_numbers.cu", "-o", program);
    assert_compiles(&other);
    assert_program_prints(program, "the same logarithms");
}
END_TEST

/* Two sources and two objects in one command; the objects were compiled by themselves. */
START_TEST(test_several_files)
{
    g_autofree char *program = in_folder("containers");
    g_autofree char *c = in_folder("part_c.o"), *cuda = in_folder("part_cuda.o");
    auto_outcome first, second, outcome;
    COMPILE(&first, "-c", "-g", "part_c.c", "-o", c);
    assert_compiles(&first);
    COMPILE(&second, "-c", "-g", "part_cuda.cu", "-o", cuda);
    assert_compiles(&second);
    COMPILE(&outcome, "-O2", "-std=c++17", "-Xcompiler", "-Wall,-Wextra", "containers.cu",
            "part_cpp.cpp", c, cuda, "-o", program, "-lm");
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
    assert_program_prints(program, "containers right");
}
END_TEST

/* Programs that check themselves on the simulated device. */
static const char *const answers[][2] = {
    {"device_math.cu", "0 functions inaccurate"},
    {"device_answers.cu", "0 wrong answers, no error"},
};
START_TEST(test_device_answers)
{
    g_autofree char *program = in_folder("program");
    auto_outcome outcome;
    COMPILE(&outcome, answers[_i][0], "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, answers[_i][1]);
}
END_TEST

/* ---- errors ---- */

static const struct {
    const char *const words[4];
    const char *expected;
} errors[] = {
    {{"-Xptxas=-v,-dlcm=cx", "-c", "containers.cu"}, "-dlcm: expected ca, cg, cs, cv or lu"},
    {{"-DMANAGED", "-rdc=true", "-S", "groups_and_halves.cu"}, "are compiled to object files only"},
    {{"missing.cu"}, "missing.cu: no such file"},
    {{"-optix-ir", "containers.cu"}, "simgpucc makes no machine code"},
    {{"-arch=sm_77", "-c", "containers.cu"}, "no GPU that clang knows"},
    {{"-arch=volta", "-c", "containers.cu"}, "expected sm_NN"},
    {{"-o"}, "-o needs a value"},
    {{"-O2"}, "no input files"},
    {{"containers.cu"}, "tripled_on_device"}, /* the linker's */
    {{"waits_for_kernels.cu"}, "a kernel cannot wait for the kernels that it has launched"},
    {{"launch_in_expression.cu"}, "must be a statement of its own"},
};
START_TEST(test_error)
{
    g_autofree char *before = g_get_current_dir();
    ck_assert_int_eq(chdir(driver_folder()), 0);
    auto_outcome outcome;
    compile(&outcome, errors[_i].words);
    ck_assert_int_eq(chdir(before), 0);
    ck_assert_int_ne(outcome.exit_code, 0);
    ck_assert_msg(strstr(outcome.err, errors[_i].expected) != NULL, "%s", outcome.err);
    g_autofree char *result = in_folder("a.out");
    ck_assert(!g_file_test(result, G_FILE_TEST_EXISTS));
}
END_TEST

START_TEST(test_dry_run)
{
    g_autofree char *program = in_folder("program");
    auto_outcome outcome;
    COMPILE(&outcome, "--dryrun", "-arch=sm_60", "containers.cu", "-o", program);
    assert_compiles(&outcome);
    ck_assert(strstr(outcome.err, "--cuda-device-only"));
    ck_assert(strstr(outcome.err, "--cuda-gpu-arch=sm_60"));
    ck_assert(strstr(outcome.err, "-lsimgpu-cudart"));
    ck_assert(!g_file_test(program, G_FILE_TEST_EXISTS));
}
END_TEST

/* Scripts take the libraries from its last line: what stands behind the objects. */
START_TEST(test_dry_run_of_no_file)
{
    auto_outcome outcome;
    COMPILE(&outcome, "-dryrun", "there_is_none.cu");
    assert_compiles(&outcome);
    const char *line = strstr(outcome.err, " -o \"a.out\" \"");
    ck_assert_msg(line != NULL, "%s", outcome.err);
    const char *behind = strstr(line, ".o\" ");
    ck_assert_msg(behind && strstr(behind, " -L") && strstr(behind, "-lsimgpu-cudart"), "%s", line);
}
END_TEST

/* Which clang compiles for a GPU above 8.6, by what is installed. */
static const struct {
    const char *newer; /* the compilers to look for */
    const char *architecture, *target, *says;
} newer[] = {
    {"no-such-clang", "-arch=sm_90", ".target sm_86\n", "sm_90 needs Debian's package clang-19"},
    {"no-such-clang", "-arch=sm_90a", ".target sm_86\n", "sm_90a needs Debian's package clang-19"},
    {"no-such-clang", "-arch=sm_120", ".target sm_86\n", "sm_120 is newer than clang's targets"},
    {"no-such-clang", "-arch=sm_86", ".target sm_86\n", NULL},
    {"clang-16", "-arch=sm_89", ".target sm_89\n", NULL},
    {"clang-16", "-arch=sm_90", ".target sm_90\n", NULL},
    {"clang-16", "-arch=sm_90a", ".target sm_90\n", "sm_90a needs Debian's package clang-19"},
    {"no-such-clang clang-19", "-arch=sm_90", ".target sm_90\n", NULL},
    {"clang-19", "-gencode=arch=compute_90a,code=sm_90a", ".target sm_90a\n", NULL},
    {"clang-19", "-arch=sm_100a", ".target sm_90\n", "sm_100a is newer than clang's targets"},
};
START_TEST(test_newer_clang)
{
    g_auto(GStrv) names = g_strsplit(newer[_i].newer, " ", 0);
    const char *last = names[g_strv_length(names) - 1];
    g_autofree char *found = g_find_program_in_path(last);
    if (!found && g_str_has_prefix(last, "clang"))
        return; /* none to test with */
    g_autofree char *path = in_folder("out.ptx"), *source = in_folder("small.cu");
    g_autofree char *ptx = NULL;
    auto_outcome outcome;
    ck_assert(g_file_set_contents(source, "__global__ void k(int *p) { *p = 1; }", -1, NULL));
    g_unsetenv("SIMGPUCC_CLANG");
    g_setenv("SIMGPUCC_NEWER_CLANG", newer[_i].newer, TRUE);
    COMPILE(&outcome, "-ptx", newer[_i].architecture, source, "-o", path);
    g_unsetenv("SIMGPUCC_NEWER_CLANG");
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(path, &ptx, NULL, NULL));
    ck_assert_msg(strstr(ptx, newer[_i].target) != NULL, "%.200s", ptx);
    if (newer[_i].says)
        ck_assert_msg(strstr(outcome.err, newer[_i].says) != NULL, "%s", outcome.err);
    else
        ck_assert_str_eq(outcome.err, "");
    ptx_module_free(load(path));
}
END_TEST

/* clang 14 and 16 have no alloca in device code. */
START_TEST(test_alloca)
{
    g_autofree char *found = g_find_program_in_path("clang-19");
    if (!found)
        return;
    g_autofree char *program = in_folder("program");
    auto_outcome outcome;
    COMPILE(&outcome, "-arch=sm_90", "stack_memory.cu", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "alloca: 0 wrong\n");
}
END_TEST

/* Each has managed variables, of which one file's are static. */
START_TEST(test_managed_variables_of_two_files)
{
    static const char *const architectures[] = {"-arch=sm_70", "-arch=sm_90"};
    g_autofree char *found = g_find_program_in_path("clang-19");
    g_autofree char *program = in_folder("program"), *main = in_folder("main.cu"),
                    *other = in_folder("other.cu");
    ck_assert(g_file_set_contents(main,
                                  "#include <cstdio>\n__managed__ int first = 3;\nint second();\n"
                                  "__global__ void k() { first += 10; }\n"
                                  "int main() { k<<<1, 1>>>(); cudaDeviceSynchronize();\n"
                                  "printf(\"%d %d\\n\", first, second()); return 0; }\n",
                                  -1, NULL));
    ck_assert(g_file_set_contents(other,
                                  "static __managed__ int first = 4;\n"
                                  "__global__ void k2(int n) { first *= n; }\n"
                                  "int second() { k2<<<1, 1>>>(5); cudaDeviceSynchronize();\n"
                                  "return first; }\n",
                                  -1, NULL));
    for (unsigned i = 0; i < (found ? 2 : 1); i++) {
        auto_outcome outcome;
        COMPILE(&outcome, architectures[i], main, other, "-o", program);
        assert_compiles(&outcome);
        ck_assert_str_eq(outcome.err, "");
        assert_program_prints(program, "13 20\n");
    }
}
END_TEST

/* One file uses what the other defines; each has static variables of one name. */
START_TEST(test_managed_variables_that_are_linked)
{
    static const char *const architectures[] = {"-arch=sm_70", "-arch=sm_90"};
    g_autofree char *found = g_find_program_in_path("clang-19");
    g_autofree char *program = in_folder("program"), *main = in_folder("main.cu"),
                    *other = in_folder("other.cu");
    ck_assert(g_file_set_contents(
        main,
        "#include <cstdio>\n__managed__ int number = 13;\nextern __managed__ float other[2];\n"
        "static __device__ int hidden = 5;\nstatic __managed__ int own = 4;\n"
        "__device__ int from_other(int);\n"
        "__global__ void k() { number += from_other(hidden); other[1] += 1; own++; }\n"
        "int main() { int six = 6; printf(\"%d %g %d, \", number, other[0], own);\n"
        "cudaMemcpyToSymbol(hidden, &six, sizeof six); k<<<1, 1>>>(); cudaDeviceSynchronize();\n"
        "printf(\"%d %g %d\\n\", number, other[1], own); return 0; }\n",
        -1, NULL));
    ck_assert(g_file_set_contents(other,
                                  "__managed__ float other[2] = {1.5f, 2.5f};\n"
                                  "static __managed__ int own = 100;\n"
                                  "__device__ int from_other(int x) { return 10 * x + own; }\n",
                                  -1, NULL));
    for (unsigned i = 0; i < (found ? 2 : 1); i++) {
        auto_outcome outcome;
        COMPILE(&outcome, architectures[i], "-rdc=true", main, other, "-o", program);
        assert_compiles(&outcome);
        ck_assert_str_eq(outcome.err, "");
        assert_program_prints(program, "13 1.5 4, 173 3.5 5\n");
    }
}
END_TEST

/* Only clang 14 takes them, so it compiles for GPUs that a newer one is asked for, too. */
START_TEST(test_launches_of_kernels)
{
    static const char *const architectures[] = {"-arch=sm_70", "-arch=sm_90"};
    g_autofree char *newer_clang = g_find_program_in_path("clang-19");
    g_autofree char *program = in_folder("program");
    auto_outcome outcome;
    COMPILE(&outcome, architectures[_i], "launches_kernels.cu", "-o", program);
    assert_compiles(&outcome);
    if (_i == 1 && newer_clang)
        ck_assert_msg(strstr(outcome.err, "need clang 14") != NULL, "%s", outcome.err);
    assert_program_prints(program, "child: 5\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc");
    TCase *tcase = tcase_create("simgpucc");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_loop_test(tcase, test_ptx_parses, 0, G_N_ELEMENTS(ptx_sources));
    tcase_add_test(tcase, test_lineinfo);
    tcase_add_test(tcase, test_options);
    tcase_add_loop_test(tcase, test_newer_clang, 0, G_N_ELEMENTS(newer));
    tcase_add_test(tcase, test_alloca);
    tcase_add_loop_test(tcase, test_launches_of_kernels, 0, 2);
    tcase_add_test(tcase, test_random_numbers);
    tcase_add_test(tcase, test_several_files);
    tcase_add_test(tcase, test_managed_variables_of_two_files);
    tcase_add_test(tcase, test_managed_variables_that_are_linked);
    tcase_add_loop_test(tcase, test_device_answers, 0, G_N_ELEMENTS(answers));
    tcase_add_loop_test(tcase, test_error, 0, G_N_ELEMENTS(errors));
    tcase_add_test(tcase, test_dry_run);
    tcase_add_test(tcase, test_dry_run_of_no_file);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
