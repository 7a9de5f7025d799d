/* SPDX-License-Identifier: BSD-3-Clause */
/* How what instructions compute differs among the threads of a block. */
#include "tests/workloads/ptx/fixtures.h"
#include "workloads/ptx/analysis/shapes.h"
#include <stdlib.h>

/* expected: a letter an instruction, V if it varies, a if it is affine, s if it is uniform. */
static void expect(const char *body, const char *expected)
{
    struct ptx_module *module = parse_body(body);
    const struct ptx_function *function = module->functions[0];
    struct ptx_shapes *shapes = ptx_shapes_new(function);
    g_autofree char *found = g_new0(char, function->n_instructions + 1);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++)
        found[pc] = "-saV"[shapes->of[pc].kind];
    ck_assert_msg(strcmp(found, expected) == 0, "%s: %s, not %s", body, found, expected);
    ptx_shapes_free(shapes);
    ptx_module_free(module);
}

START_TEST(values)
{
    expect("mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
           "mul.lo.u32 %r4, %r2, %r3; add.u32 %r5, %r4, %r1; mov.u32 %r6, %laneid; ret;",
           "asssaVs");
    /* The order of instructions is not that of values. */
    expect("bra B;\nA: add.u32 %r2, %r1, 1; ret;\nB: mov.u32 %r1, %tid.x; bra A;", "sasas");
}
END_TEST

START_TEST(memory)
{
    expect("ld.param.u64 %rd1, [a]; ld.global.u32 %r1, [%rd1]; ld.local.u32 %r2, [%rd1];\n"
           "st.global.u32 [%rd1], %r1; st.global.u32 [%rd1], %r2;\n"
           "atom.global.add.u32 %r3, [%rd1], 1; add.u32 %r4, %r3, 1; ret;",
           "ssVsVVVs");
    expect("ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
           "add.u64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3]; add.f32 %f2, %f1, 0f3F800000;\n"
           "mov.b32 %r2, 7; shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; ret;",
           "saaaVVsVs");
}
END_TEST

/* What only some threads run is the same for those, until others' values join. */
START_TEST(branches)
{
    /* %r4 is 1 or 2, by thread; %r5 has one writer. */
    expect("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 9;\n@%p1 bra L;\n"
           "mov.u32 %r4, 1; mov.u32 %r5, 3; bra M;\nL: mov.u32 %r4, 2;\n"
           "M: add.u32 %r6, %r4, 1; add.u32 %r7, %r5, 1; ret;",
           "aaassssVss");
    /* The same with a branch that all threads of a block take alike. */
    expect("mov.u32 %r1, %ctaid.x; setp.lt.u32 %p1, %r1, 9;\n@%p1 bra L;\n"
           "mov.u32 %r4, 1; bra M;\nL: mov.u32 %r4, 2;\nM: add.u32 %r6, %r4, 1; ret;",
           "ssssssss");
    /* A guard is a branch over one instruction. */
    expect("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 9; mov.u32 %r4, 1;\n"
           "@%p1 mov.u32 %r4, 2; add.u32 %r6, %r4, 1; ret;",
           "aasaVs");
}
END_TEST

/* Sums and products with what is uniform keep a stride; neighbours in y have the same along x. What
 * is computed of a thread's index in any other way varies, and so does what it is compared with. */
START_TEST(strides)
{
    static const struct {
        const char *body;
        bool known;
        int64_t stride;
    } cases[] = {
        {"mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 12; ld.global.f32 %f1, [%rd1]; ret;", true,
         12},
        {"mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 3; sub.u32 %r3, 7, %r2; or.b32 %r4, %r3, 4;\n"
         "cvt.u64.u32 %rd1, %r4; ld.global.f32 %f1, [%rd1]; ret;",
         true, -8},
        {"mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r3, %r1, %r2, %r1;\n"
         "cvt.u64.u32 %rd1, %r3; ld.global.f32 %f1, [%rd1]; ret;",
         false, 0},
        {"mov.u32 %r1, %tid.y; mul.wide.u32 %rd1, %r1, 12; ld.global.f32 %f1, [%rd1]; ret;", true,
         0}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct ptx_module *module = parse_body(cases[i].body);
        const struct ptx_function *function = module->functions[0];
        struct ptx_shapes *shapes = ptx_shapes_new(function);
        const struct ptx_shape *address = &shapes->address[function->n_instructions - 2];
        ck_assert_int_eq(address->kind, PTX_SHAPE_AFFINE);
        ck_assert_int_eq(address->known, cases[i].known);
        ck_assert_int_eq(address->stride, cases[i].stride);
        ptx_shapes_free(shapes);
        ptx_module_free(module);
    }
    expect("mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3; mul.lo.u32 %r3, %r1, %r1;\n"
           "setp.lt.u32 %p1, %r2, %r1; cvt.rn.f32.u32 %f1, %r1; ret;",
           "aVVVVs");
}
END_TEST

/* A loop that threads leave one after the other: the counter is uniform in it, and varies once it
 * is left. A pointer that goes on by the same for all keeps its stride. */
START_TEST(loops)
{
    expect("mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;\n"
           "setp.lt.u32 %p1, %r2, %r1;\n@%p1 bra L;\nadd.u32 %r3, %r2, 1; ret;",
           "assaaVs");
    expect("mov.u32 %r1, %ctaid.x; mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;\n"
           "setp.lt.u32 %p1, %r2, %r1;\n@%p1 bra L;\nadd.u32 %r3, %r2, 1; ret;",
           "sssssss");
    expect("mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x;\nL: add.u32 %r1, %r1, %r2;\n"
           "setp.lt.u32 %p1, %r1, 1000;\n@%p1 bra L;\nret;",
           "asaaas");
    /* What some do in a loop that all go round together. */
    expect("mov.u32 %r1, %tid.x; mov.u32 %r2, 0; setp.lt.u32 %p2, %r1, 9;\nL: @%p2 bra M;\n"
           "add.u32 %r2, %r2, 1;\nM: setp.lt.u32 %p1, %r2, 9;\n@%p1 bra L;\nret;",
           "asaaVVVs");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shapes");
    TCase *tcase = tcase_create("shapes");
    tcase_add_test(tcase, values);
    tcase_add_test(tcase, memory);
    tcase_add_test(tcase, strides);
    tcase_add_test(tcase, branches);
    tcase_add_test(tcase, loops);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
