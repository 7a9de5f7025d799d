/* SPDX-License-Identifier: BSD-3-Clause */
/* How many instructions of each class a kernel has. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/instruction_source.h"

#include <check.h>
#include <stdlib.h>

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"

static void expect(const char *text, const struct static_counts *expected)
{
    struct harness h;
    struct static_counts found;
    harness_init(&h, text, "k");
    h.code->ops->static_counts(h.code, &found);
#define SAME(name) ck_assert_uint_eq(found.name, expected->name)
    SAME(gpu_memory);
    SAME(gpu_integer);
    SAME(gpu_float);
    SAME(gpu_math);
    SAME(gpu_branch);
    SAME(gpu_barrier);
    SAME(cpu_scalar_alu);
    SAME(cpu_scalar_memory);
    SAME(cpu_vector_alu);
    SAME(cpu_vector_memory);
    SAME(cpu_branch);
    SAME(cpu_atomic);
#undef SAME
    harness_finish(&h);
}

/* Every class once or more; the parameter's move, %ctaid, the thread's index and addresses of it
 * are scalar. */
START_TEST(counts_classes)
{
    expect(HEAD ".visible .entry k(.param .u64 out)\n{\n"
                ".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .f32 %f<9>;\n"
                "ld.param.u64 %rd1, [out];\n"           /* int, scalar */
                "mov.u32 %r1, %ctaid.x;\n"              /* int, scalar */
                "mov.u32 %r2, %tid.x;\n"                /* int, scalar */
                "mul.wide.u32 %rd2, %r2, 4;\n"          /* int, scalar */
                "add.u64 %rd3, %rd1, %rd2;\n"           /* int, scalar */
                "ld.global.f32 %f1, [%rd1];\n"          /* memory, scalar */
                "ld.global.f32 %f2, [%rd3];\n"          /* memory, vector */
                "add.f32 %f3, %f1, %f1;\n"              /* float, scalar */
                "fma.rn.f32 %f4, %f2, %f2, %f3;\n"      /* float, vector */
                "sin.approx.f32 %f5, %f4;\n"            /* math, vector */
                "div.rn.f32 %f6, %f5, %f1;\n"           /* math, vector */
                "bar.sync 0;\n"                         /* barrier */
                "setp.gt.f32 %p1, %f6, 0f00000000;\n"   /* float, vector */
                "@%p1 bra L;\n"                         /* branch */
                "atom.global.add.u32 %r3, [%rd1], 1;\n" /* memory, atomic */
                "membar.gl;\n"
                "L: st.global.f32 [%rd3], %f6;\n"  /* memory, vector */
                "ret;\nadd.u32 %r4, %r4, 1;\n}\n", /* nobody comes there */
           &(const struct static_counts){.gpu_memory = 4,
                                         .gpu_integer = 5,
                                         .gpu_float = 3,
                                         .gpu_math = 2,
                                         .gpu_branch = 1,
                                         .gpu_barrier = 1,
                                         .cpu_scalar_alu = 6,
                                         .cpu_scalar_memory = 1,
                                         .cpu_vector_alu = 4,
                                         .cpu_vector_memory = 2,
                                         .cpu_branch = 1,
                                         .cpu_atomic = 1});
}
END_TEST

/* A function counts once, however often it is called; of its parameters nothing is known. */
START_TEST(counts_functions)
{
    expect(HEAD ".func (.reg .u32 %z) twice(.reg .u32 %x)\n{\nadd.u32 %z, %x, %x;\nret;\n}\n"
                ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>;\n"
                "mov.u32 %r1, %ctaid.x;\ncall (%r2), twice, (%r1);\ncall (%r3), twice, (%r1);\n"
                "ret;\n}\n",
           &(const struct static_counts){.gpu_integer = 2,
                                         .gpu_branch = 2,
                                         .cpu_scalar_alu = 1,
                                         .cpu_vector_alu = 1,
                                         .cpu_branch = 2});
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exec_counts");
    TCase *tcase = tcase_create("exec_counts");
    tcase_add_test(tcase, counts_classes);
    tcase_add_test(tcase, counts_functions);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
