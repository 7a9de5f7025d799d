/* SPDX-License-Identifier: BSD-3-Clause */
/* Forms of matrix products: what SASS opcodes say, and that every form is found by what it says. */
#include "workloads/tensor_form.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *opcode, *form; /* NULL: none that is known */
    uint8_t eights;
} opcodes[] = {
    {"HMMA.884.F32.F32.STEP2", "hmma.884.f32.step", 1},
    {"HMMA.884.F32.F16.STEP3", "hmma.884.f32.step", 1}, /* D's type counts */
    {"HMMA.884.F16.F16.STEP0", "hmma.884.f16.step", 1},
    {"HMMA.884.F32.F32", "hmma.884.f32", 1},
    {"HMMA.1688.F32", "hmma.1688.f32", 1},
    {"HMMA.1688.F32.TF32", "hmma.1688.f32.tf32", 1},
    {"HMMA.1684.F32.E8M10", "hmma.1684.f32.tf32", 1},
    {"HMMA.16816.F16", "hmma.16816.f16", 1},
    {"HMMA.16816.F32.BF16", "hmma.16816.f32.bf16", 1},
    {"HMMA.SP.16832.F32", "hmma.sp.16832.f32", 1},
    {"IMMA.8816.U8.S8.SAT", "imma.8816.s8", 1},
    {"IMMA.16832.S8.S8", "imma.16832.s8", 1},
    {"IMMA.16832.S4.U4", "imma.16832.s4", 1},
    {"IMMA.SP.16864.S8.S8", "imma.sp.16864.s8", 1},
    {"BMMA.168256.AND.POPC", "bmma.168256", 1},
    {"DMMA.884", "dmma.884", 1},
    {"DMMA.16816", "dmma.16816", 1},
    {"QMMA.16832.F32.E5M2.E4M3", "qmma.16832.f32.e4m3", 1},
    {"HGMMA.64x256x16.F32", "hgmma.16.f32", 32},
    {"HGMMA.64x8x16.F32.BF16", "hgmma.16.f32.bf16", 1},
    {"HGMMA.64x24x8.F32.TF32", "hgmma.8.f32.tf32", 3},
    {"QGMMA.64x128x32.F16.E4M3.E4M3", "qgmma.32.f16.e4m3", 16},
    {"IGMMA.64x32x32.S8.S8", "igmma.32.s8", 4},
    {"HMMA", NULL, 1},
    {"HMMA.", NULL, 1},
    {"HMMA.1", NULL, 1},
    {"HMMA.16832.F32", NULL, 1},
    {"HMMA.1681699999999999999.F32", NULL, 1},
    {"HGMMA.64x256x16x1.F64", NULL, 32},
    {"HGMMA.64xx16.F32", NULL, 1},
};

START_TEST(opcodes_say_their_form)
{
    uint8_t eights = 0;
    const char *opcode = opcodes[_i].opcode, *wanted = opcodes[_i].form;
    uint8_t form = tensor_form_find(opcode, strlen(opcode), &eights);
    const char *found = tensor_form_name(form);
    ck_assert_msg((found == NULL) == (wanted == NULL) && (!found || strcmp(found, wanted) == 0),
                  "%s is %s", opcode, found ? found : "nothing");
    ck_assert_uint_eq(eights, opcodes[_i].eights);
}
END_TEST

/* No two forms are the same, and each has a name of its own. */
START_TEST(every_form_is_found)
{
    uint8_t form = 1;
    for (; tensor_form_name(form); form++) {
        ck_assert_uint_eq(tensor_form_of(tensor_form_shape(form)), form);
        for (uint8_t other = 1; other < form; other++)
            ck_assert_str_ne(tensor_form_name(other), tensor_form_name(form));
    }
    ck_assert_uint_gt(form, 40);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tensor_form");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, opcodes_say_their_form, 0,
                        (int)(sizeof opcodes / sizeof opcodes[0]));
    tcase_add_test(tests, every_form_is_found);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
