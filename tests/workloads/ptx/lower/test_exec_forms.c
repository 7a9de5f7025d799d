/* SPDX-License-Identifier: BSD-3-Clause */
/* What a CPU's compiler makes of instructions. */
#include "tests/workloads/ptx/test_exec_harness.h"
#include "workloads/instruction_source.h"
#include "workloads/static_facts.h"

#include <check.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"                                         \
    ".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>; .reg .f32 %f<8>;\n"                    \
    "ld.param.u64 %rd1, [a]; ld.param.u32 %r9, [n]; mov.u32 %r1, %tid.x;\n"
#define TAIL "ret;\n}\n"

/* A letter an instruction behind HEAD: V vector, s scalar, o once a block, f free; B with a blend.
 * Of accesses: n next, u the same, g a group, t a stride, x gathered; of scalars as above. */
static void expect(const char *body, const char *expected)
{
    static const char accesses[] = {[SIMD_SAME] = 'u',
                                    [SIMD_NEXT] = 'n',
                                    [SIMD_GROUP] = 'g',
                                    [SIMD_STRIDE] = 't',
                                    [SIMD_GATHER] = 'x'};
    struct harness h;
    g_autofree char *text = g_strconcat(HEAD, body, TAIL, NULL);
    harness_init(&h, text, "k");
    g_autofree struct simd_form *forms = h.code->ops->simd_forms(h.code);
    g_autofree char *found = g_new0(char, h.code->n_instructions + 1);
    for (uint32_t pc = 3; pc < h.code->n_instructions; pc++) {
        const struct simd_form *form = &forms[pc];
        char letter = "Vsof"[form->kind];
        if (letter == 'V' && form->access != SIMD_UNKNOWN)
            letter = accesses[form->access];
        else if (letter == 'V' && form->blends)
            letter = 'B';
        found[pc - 3] = letter;
    }
    ck_assert_msg(strcmp(found, expected) == 0, "%s: %s, not %s", body, found, expected);
    harness_finish(&h);
}

/* c[i] = c[i] + 1 with a bound: its index is scalar, its address the access's, its bound a jump. */
START_TEST(a_vector)
{
    expect("mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;\n"
           "setp.ge.u32 %p1, %r4, %r9;\n@%p1 bra L;\n"
           "mul.wide.u32 %rd2, %r4, 4; add.u64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];\n"
           "add.f32 %f2, %f1, 0f3F800000; st.global.f32 [%rd3], %f2;\nL: ",
           "ooofoffnVns");
}
END_TEST

/* Of all that reads the index a vector instruction is one; an address that is used otherwise. */
START_TEST(values)
{
    expect("add.u32 %r2, %r1, %r9; cvt.rn.f32.u32 %f1, %r2; add.u32 %r3, %r9, 1;\n"
           "shl.b32 %r4, %r1, 3; cvt.u64.u32 %rd2, %r4; add.u64 %rd3, %rd1, %rd2;\n"
           "st.global.u64 [%rd3], %rd3;\n",
           "VVoooVns");
    /* A comparison of which a vector is made, too. */
    expect("setp.ge.u32 %p1, %r1, %r9; selp.u32 %r2, 1, 2, %p1;\n@%p1 bra L;\nL: ", "VVos");
}
END_TEST

START_TEST(accesses)
{
    expect("ld.global.u32 %r2, [%rd1]; mul.wide.u32 %rd2, %r2, 4; add.u64 %rd3, %rd1, %rd2;\n"
           "ld.global.u32 %r3, [%rd3];\n",
           "offos");
    expect("mul.wide.u32 %rd2, %r1, 8; add.u64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3];\n"
           "ld.global.u32 %r3, [%rd3+4]; mul.wide.u32 %rd4, %r2, 4; add.u64 %rd5, %rd1, %rd4;\n"
           "ld.global.u32 %r5, [%rd5]; mul.lo.u32 %r6, %r1, %r9; cvt.u64.u32 %rd6, %r6;\n"
           "add.u64 %rd7, %rd1, %rd6; ld.global.u32 %r7, [%rd7];\n",
           "ffggffxoffts");
}
END_TEST

/* A loop that all leave together; one that threads leave in turn keeps what those had. */
START_TEST(loops)
{
    expect("mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r9;\n@%p1 bra L;\n",
           "fsfss");
    expect("mov.u32 %r2, 0; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
           "ld.global.u32 %r3, [%rd3];\nL: add.u32 %r2, %r2, %r3; setp.lt.u32 %p1, %r2, %r9;\n"
           "@%p1 bra L;\n",
           "fffnBVVs");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exec_forms");
    TCase *tcase = tcase_create("exec_forms");
    tcase_add_test(tcase, a_vector);
    tcase_add_test(tcase, values);
    tcase_add_test(tcase, accesses);
    tcase_add_test(tcase, loops);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
