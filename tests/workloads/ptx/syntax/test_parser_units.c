/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts that are linked: units of PTX, one behind the other. */
#include "tests/workloads/ptx/fixtures.h"

static const char units[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".file 1 \"first.cu\"\n"
    ".extern .global .align 4 .u32 total;\n"
    ".visible .const .align 4 .u32 limit = 4;\n"
    ".global .align 4 .u32 own = 1;\n"
    ".weak .global .align 4 .u32 shared_default = 2;\n"
    ".extern .func helper();\n"
    ".func local() { .loc 1 10 1 ret; }\n"
    ".weak .func inlined() { ret; }\n"
    ".visible .entry first() {\n"
    " .reg .b32 %r<4>; ld.global.u32 %r1, [total]; ld.global.u32 %r2, [own];\n"
    " call helper; call local; call inlined; ret; }\n"
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".file 1 \"second.cu\"\n"
    ".visible .global .align 4 .u32 total = 7;\n"
    ".extern .const .align 4 .u32 limit;\n"
    ".global .align 4 .u32 own = 3;\n"
    ".visible .global .align 4 .u32 shared_default = 9;\n"
    ".func local() { .loc 1 20 1 ret; }\n"
    ".weak .func inlined() { trap; ret; }\n"
    ".visible .func helper() { call local; call inlined; ret; }\n"
    ".visible .entry second() {\n"
    " .reg .b32 %r<4>; ld.global.u32 %r1, [own]; ld.const.u32 %r2, [limit];\n"
    " ld.global.u32 %r3, [shared_default]; ret; }\n";

static const struct ptx_function *callee(const struct ptx_function *f, unsigned pc)
{
    return ptx_call_of(&f->instructions[pc]).target->function;
}

START_TEST(units_see_what_others_show)
{
    GError *error = NULL;
    struct ptx_module *m = ptx_module_parse("linked", units, strlen(units), &error);
    ck_assert_msg(m != NULL, "%s", error ? error->message : "no message");
    const struct ptx_function *first = kernel(m, "first"), *second = kernel(m, "second");
    const struct ptx_instruction *a = first->instructions, *b = second->instructions;
    /* The .extern of the first unit is the second's variable, and the other way round. */
    const struct ptx_variable *total = a[0].operands[1].variable;
    ck_assert_uint_eq(total->init[0], 7);
    ck_assert_ptr_eq(b[1].operands[1].variable, variable(m, "limit"));
    ck_assert_uint_eq(variable(m, "limit")->init[0], 4);
    /* Each has its own of what has no linkage. */
    ck_assert_uint_eq(a[1].operands[1].variable->init[0], 1);
    ck_assert_uint_eq(b[0].operands[1].variable->init[0], 3);
    /* A definition replaces a weak one; of weak ones the first counts. */
    ck_assert_uint_eq(b[2].operands[1].variable->init[0], 9);
    const struct ptx_function *helper = callee(first, 2), *inlined = callee(first, 4);
    ck_assert(helper->has_body && inlined->has_body);
    ck_assert_uint_eq(inlined->n_instructions, 1);
    ck_assert_ptr_eq(callee(helper, 1), inlined);
    ck_assert_ptr_ne(callee(first, 3), callee(helper, 0));
    ck_assert_str_eq(ptx_source_path(m, callee(first, 3)->instructions[0].source_file), "first.cu");
    ck_assert_str_eq(ptx_source_path(m, callee(helper, 0)->instructions[0].source_file),
                     "second.cu");
    ptx_module_free(m);
}
END_TEST

/* A name without linkage hides others' of the same name in its own unit only. */
START_TEST(a_units_own_names_hide_others)
{
    static const char text[] =
        ".version 7.0\n.visible .global .u32 x = 1;\n.visible .func f() { ret; }\n"
        ".extern .func g();\n.visible .entry first() { call g; ret; }\n"
        ".common .global .b8 c[4];\n"
        ".version 7.0\n.global .u32 x = 2;\n.func f() { ret; }\n.func g() { ret; }\n"
        ".visible .entry second() { .reg .b32 %r<2>; ld.global.u32 %r1, [x]; call f; call g; ret; "
        "}\n.common .global .b8 c[8];\n"
        ".version 7.0\n.extern .global .u32 x;\n.extern .func f();\n"
        ".visible .func g() { ret; }\n.common .global .b8 c[2];\n"
        ".visible .entry third() { .reg .b32 %r<2>; ld.global.u32 %r1, [x]; call f; ret; }\n";
    g_autoptr(GError) error = NULL;
    struct ptx_module *m = ptx_module_parse("linked", text, strlen(text), &error);
    ck_assert_msg(m != NULL, "%s", error ? error->message : "no message");
    const struct ptx_function *first = kernel(m, "first"), *second = kernel(m, "second");
    const struct ptx_function *third = kernel(m, "third");
    ck_assert_uint_eq(second->instructions[0].operands[1].variable->init[0], 2);
    ck_assert_uint_eq(third->instructions[0].operands[1].variable->init[0], 1);
    ck_assert_ptr_ne(callee(second, 1), callee(third, 1));
    ck_assert_int_eq(callee(third, 1)->linkage, PTX_VISIBLE);
    ck_assert_int_eq(callee(first, 0)->linkage, PTX_VISIBLE);
    ck_assert_ptr_ne(callee(first, 0), callee(second, 2));
    ck_assert_uint_eq(variable(m, "c")->bytes, 8);
    ptx_module_free(m);
}
END_TEST

/* Two units may not define the same; nor one a name twice, weak or not. */
START_TEST(definitions_that_clash)
{
    static const char *const texts[] = {
        ".version 7.0\n.visible .global .u32 x;\n.version 7.0\n.visible .global .u32 x;\n",
        ".version 7.0\n.visible .func f() { ret; }\n.version 7.0\n.visible .func f() { ret; }\n",
        ".version 7.0\n.weak .global .u32 x;\n.weak .global .u32 x;\n",
        ".version 7.0\n.weak .func f() { ret; }\n.weak .func f() { ret; }\n",
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        ck_assert_ptr_null(ptx_module_parse("linked", texts[i], strlen(texts[i]), &error));
        ck_assert_msg(strstr(error->message, "linked:") != NULL, "%s", error->message);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx_parser_units");
    TCase *tcase = tcase_create("units");
    tcase_add_test(tcase, units_see_what_others_show);
    tcase_add_test(tcase, a_units_own_names_hide_others);
    tcase_add_test(tcase, definitions_that_clash);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
