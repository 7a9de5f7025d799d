/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpucc: which headers a source gets, and what the command line does to them. */
#include "tests/simgpucc/driver.h"
#include <glib/gstdio.h>
#include <string.h>

/* nvcc's preprocessor is the host compiler's, for device code, too. Kokkos' nvcc_wrapper names
 * folders of headers in this way. */
START_TEST(test_folders_for_the_host)
{
    static const char *const forms[] = {"-isystem,%s", "-I,%s", "-isystem%s", "-idirafter,%s"};
    g_autofree char *text = in_folder("named.ptx"),
                    *header = write_source("named.h", "#define A 1\n"),
                    *folder = g_path_get_dirname(header),
                    *source =
                        write_source("elsewhere.cu", "#include <named.h>\n"
                                                     "__global__ void k(int *p) { *p = A; }\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *words = g_strdup_printf(forms[i], folder);
        auto_outcome outcome;
        COMPILE(&outcome, "-Xcompiler", words, "-ptx", source, "-o", text);
        assert_compiles(&outcome);
    }
}
END_TEST

/* Where another CUDA installation is there, makefiles name its folders: ours come before them. What
 * else lies in them is found. */
START_TEST(test_other_installation)
{
    g_autofree char *folder = in_folder("other"), *named = g_strconcat("-I", folder, NULL);
    ck_assert_int_eq(g_mkdir(folder, 0755), 0);
    g_free(write_source("other/cuda_runtime_api.h", "#error another installation\n"));
    g_free(write_source("other/extra_of_others.h", "#define EXTRA 3\n"));
    g_free(write_source("other/libcudart.so", "no library\n"));
    g_free(write_source("other/libnvrtc.so", "no library\n"));
    g_autofree char *libraries = g_strconcat("-L", folder, NULL), *program = in_folder("beside");
    g_autofree char *source = write_source(
        "beside.cu", "#include <cuda_runtime_api.h>\n#include <extra_of_others.h>\n"
                     "#include <cstdio>\n#include <nvrtc.h>\n"
                     "int main()\n{\n    int major, minor;\n"
                     "    printf(\"%d %d\\n\", EXTRA, nvrtcVersion(&major, &minor));\n}\n");
    g_autofree char *host =
        write_source("beside.cpp", "#include <cuda_runtime_api.h>\n#include <extra_of_others.h>\n");
    auto_outcome outcome, spelt, of_host, by_variable;
    COMPILE(&outcome, named, source, libraries, "-lcudart", "-lnvrtc", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "3 0\n");
    COMPILE(&spelt, "-isystem", folder, "-Xcompiler", named, source, "-Xcompiler", libraries,
            "-lnvrtc", "-o", program);
    assert_compiles(&spelt);
    COMPILE(&of_host, "-I", folder, "-c", host, "-o", program);
    assert_compiles(&of_host);
    g_setenv("CPATH", folder, TRUE);
    COMPILE(&by_variable, "-c", source, "-o", program);
    g_unsetenv("CPATH");
    assert_compiles(&by_variable);
}
END_TEST

/* Macros of the command line whose names are words of our headers, and of none of NVIDIA's. */
START_TEST(test_words_of_headers)
{
    g_autofree char *source = write_source(
        "words.cu",
        "#include <cstdio>\n__global__ void k(real *p) { *p = step * P; }\nint main()\n{\n"
        "    real *p;\n    cudaMallocManaged(&p, sizeof *p);\n    k<<<1, 1>>>(p);\n"
        "    cudaDeviceSynchronize();\n    printf(\"%g %d\\n\", *p, half(3));\n}\n");
    g_autofree char *program = in_folder("words"), *rules = in_folder("rules"), *text = NULL;
    g_autofree char *object = in_folder("words.o"), *own = in_folder("words.d"), *more = NULL;
    auto_outcome outcome, without_name;
    COMPILE(&outcome, "-Dstep=2.5", "-D", "P=3", "-Dreal=double", "-Dhalf(x)=x/2", "-MD", "-MF",
            rules, source, "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "7.5 1\n");
    ck_assert(g_file_get_contents(rules, &text, NULL, NULL));
    ck_assert_ptr_nonnull(strstr(text, "words.cu"));
    ck_assert_ptr_null(strstr(text, "macros.h"));
    COMPILE(&without_name, "-Dstep=2.5", "-DP=3", "-Dreal=double", "-Dhalf=int", "-MMD", "-MP",
            "-c", source, "-o", object);
    assert_compiles(&without_name);
    ck_assert(g_file_get_contents(own, &more, NULL, NULL));
    ck_assert_ptr_nonnull(strstr(more, "words.cu"));
    ck_assert_ptr_null(strstr(more, "macros.h"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_headers");
    TCase *tcase = tcase_create("headers");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_test(tcase, test_folders_for_the_host);
    tcase_add_test(tcase, test_other_installation);
    tcase_add_test(tcase, test_words_of_headers);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
