/* SPDX-License-Identifier: BSD-3-Clause */
/* PTX instructions and the SASS opcodes that stand for them. */
#include "workloads/tensor_form.h"
#include "workloads/trace_writer/opcode_name.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *words;
    enum op_class op_class;
    enum memory_space space;
    uint8_t bytes, flags;
    const char *kepler, *pascal, *volta, *ampere;
} rows[] = {
    {"add.f32", OP_FP32, 0, 0, 0, "FADD", "FADD", "FADD", "FADD"},
    {"fma.rn.f64", OP_FP64, 0, 0, 0, "DFMA", "DFMA", "DFMA", "DFMA"},
    {"min.f64", OP_FP64, 0, 0, 0, "DMNMX", "DMNMX", "DSETP", "DSETP"},
    {"add.s32", OP_INT, 0, 0, 0, "IADD", "IADD3", "IADD3", "IADD3"},
    {"mad.lo.s32", OP_INT_MUL, 0, 0, 0, "IMAD", "IMAD", "IMAD", "IMAD"},
    {"and.b32", OP_INT, 0, 0, 0, "LOP", "LOP3.LUT", "LOP3.LUT", "LOP3.LUT"},
    {"and.pred", OP_INT, 0, 0, 0, "PSETP", "PLOP3", "PLOP3", "PLOP3"},
    {"setp.lt.f32", OP_FP32, 0, 0, 0, "FSETP", "FSETP", "FSETP", "FSETP"},
    {"cvt.rn.f32.s32", OP_CONVERT, 0, 0, 0, "I2F", "I2F", "I2F", "I2F"},
    {"cvt.rzi.s32.f32", OP_CONVERT, 0, 0, 0, "F2I", "F2I", "F2I", "F2I"},
    {"cvt.f64.f32", OP_CONVERT, 0, 0, 0, "F2F", "F2F", "F2F", "F2F"},
    {"cvt.u64.u32", OP_INT, 0, 0, 0, "MOV", "MOV", "MOV", "MOV"},
    {"div.rn.f32", OP_FP32_DIV, 0, 0, 0, "MUFU.RCP", "MUFU.RCP", "MUFU.RCP", "MUFU.RCP"},
    {"ex2.approx.f32", OP_SFU, 0, 0, 0, "MUFU.EX2", "MUFU.EX2", "MUFU.EX2", "MUFU.EX2"},
    {"call.uni", OP_BRANCH, 0, 0, 0, "CAL", "CALL.REL.NOINC", "CALL.REL.NOINC", "CALL.REL.NOINC"},
    {"bra", OP_BRANCH, 0, 0, 0, "BRA", "BRA", "BRA", "BRA"},
    {"ret", OP_EXIT, 0, 0, 0, "EXIT", "EXIT", "EXIT", "EXIT"},
    {"bar.sync", OP_BARRIER, 0, 0, 0, "BAR.SYNC", "BAR.SYNC", "BAR.SYNC", "BAR.SYNC"},
    {"bar.red.popc.u32", OP_BARRIER, 0, 0, 0, "BAR.RED", "BAR.RED", "BAR.RED", "BAR.RED"},
    {"membar.cta", OP_FENCE, 0, 0, 0, "MEMBAR.SC.CTA", "MEMBAR.SC.CTA", "MEMBAR.SC.CTA",
     "MEMBAR.SC.CTA"},
    {"membar.gl", OP_FENCE, 0, 0, 0, "MEMBAR.SC.GPU", "MEMBAR.SC.GPU", "MEMBAR.SC.GPU",
     "MEMBAR.SC.GPU"},
    {"ld.global.f32", OP_LOAD, SPACE_GLOBAL, 4, 0, "LDG.E", "LDG.E", "LDG.E.SYS", "LDG.E"},
    {"ld.global.u8", OP_LOAD, SPACE_GLOBAL, 1, 0, "LDG.E.U8", "LDG.E.U8", "LDG.E.U8.SYS",
     "LDG.E.U8"},
    {"ld.global.cg.f32", OP_LOAD, SPACE_GLOBAL, 4, INSTRUCTION_UNCACHED, "LDG.E.CG", "LDG.E.CG",
     "LDG.E.STRONG.GPU", "LDG.E.STRONG.GPU"},
    {"st.global.v4.f32", OP_STORE, SPACE_GLOBAL, 16, 0, "ST.E.128", "STG.E.128", "STG.E.128.SYS",
     "STG.E.128"},
    {"ld.volatile.global.u32", OP_LOAD, SPACE_GLOBAL, 4, INSTRUCTION_STRONG, "LDG.E.STRONG.GPU",
     "LDG.E.STRONG.GPU", "LDG.E.STRONG.GPU", "LDG.E.STRONG.GPU"},
    {"ld.shared.f64", OP_LOAD, SPACE_SHARED, 8, 0, "LDS.64", "LDS.64", "LDS.64", "LDS.64"},
    {"st.local.u32", OP_STORE, SPACE_LOCAL, 4, 0, "STL", "STL", "STL", "STL"},
    {"ld.u32", OP_LOAD, SPACE_GENERIC, 4, 0, "LD.E", "LD.E", "LD.E.SYS", "LD.E"},
    {"atom.global.add.u32", OP_ATOMIC, SPACE_GLOBAL, 4, 0, "ATOM.E.ADD", "ATOMG.E.ADD",
     "ATOMG.E.ADD", "ATOMG.E.ADD"},
    {"red.global.add.u32", OP_ATOMIC, SPACE_GLOBAL, 4, INSTRUCTION_NO_RETURN, "RED.E.ADD",
     "RED.E.ADD", "RED.E.ADD", "RED.E.ADD"},
    {"atom.shared.add.u32", OP_ATOMIC, SPACE_SHARED, 4, 0, "ATOM.ADD", "ATOMS.ADD", "ATOMS.ADD",
     "ATOMS.ADD"},
    {"tex.2d.v4.f32.s32", OP_LOAD, SPACE_TEXTURE, 16, 0, "TEX", "TEX", "TEX", "TEX"},
    {"cp.async.ca.shared.global", OP_LOAD, SPACE_GLOBAL, 16, 0, "LDG.E.128", "LDG.E.128",
     "LDG.E.128.SYS", "LDGSTS.E.128"},
    {"cp.async.cg.shared.global", OP_LOAD, SPACE_GLOBAL, 16, INSTRUCTION_UNCACHED, "LDG.E.128.CG",
     "LDG.E.128.CG", "LDG.E.128.STRONG.GPU", "LDGSTS.E.BYPASS.128"},
    {"cp.async.wait_group", OP_FENCE, 0, 0, 0, "DEPBAR.LE", "DEPBAR.LE", "DEPBAR.LE", "DEPBAR.LE"},
    {"cp.async.wait_all", OP_FENCE, 0, 0, 0, "DEPBAR", "DEPBAR", "DEPBAR", "DEPBAR"},
    {"cp.async.commit_group", OP_FENCE, 0, 0, 0, "NOP", "NOP", "NOP", "LDGDEPBAR"},
    {NULL, OP_INT_DIV, 0, 0, 0, "MUFU.RCP", "MUFU.RCP", "MUFU.RCP", "MUFU.RCP"},
    {"nobody.knows.it", OP_CONVERT, 0, 0, 0, "F2F", "F2F", "F2F", "F2F"},
};

static void check_name(unsigned row, const struct sass_isa *isa, const char *expected)
{
    const struct instruction facts = {.op_class = (uint8_t)rows[row].op_class,
                                      .space = (uint8_t)rows[row].space,
                                      .access_bytes = rows[row].bytes,
                                      .flags = rows[row].flags};
    GString *name = g_string_new(NULL);
    opcode_name_append(name, isa, &facts, rows[row].words);
    ck_assert_str_eq(name->str, expected);
    ck_assert_msg(sass_opcode_find(isa, name->str, strcspn(name->str, ".")) != NULL, "%s has no %s",
                  isa->name, name->str);
    g_string_free(name, TRUE);
}

/* Products of matrices by their form; Kepler has none. */
static const struct {
    const char *form;
    uint8_t eights; /* columns, of a warp group's product */
    const char *kepler, *volta, *ampere, *hopper;
} products[] = {
    {"hmma.16816.f32", 1, "FFMA", "HMMA.16816.F32", "HMMA.16816.F32", "HMMA.16816.F32"},
    {"imma.16832.s8", 1, "FFMA", "IMMA.16832.S8.S8", "IMMA.16832.S8.S8", "IMMA.16832.S8.S8"},
    {"dmma.884", 1, "FFMA", "HMMA.884.F64", "DMMA.884.F64", "DMMA.884.F64"},
    {"bmma.168256", 1, "FFMA", "HMMA.168256.XOR.POPC", "BMMA.168256.XOR.POPC",
     "BMMA.168256.XOR.POPC"},
    {"qmma.16832.f32.e4m3", 1, "FFMA", "HMMA.16832.F32.E4M3.E4M3", "HMMA.16832.F32.E4M3.E4M3",
     "HMMA.16832.F32.E4M3.E4M3"},
    {"hgmma.16.f32.bf16", 32, "FFMA", "HMMA.64x256x16.F32.BF16.OPEN",
     "HMMA.64x256x16.F32.BF16.OPEN", "HGMMA.64x256x16.F32.BF16.OPEN"},
    {NULL, 1, "FFMA", "HMMA", "HMMA", "HMMA"},
};

static uint8_t form_of(const char *name)
{
    for (uint8_t form = 1; tensor_form_name(form); form++)
        if (name && strcmp(tensor_form_name(form), name) == 0)
            return form;
    return TENSOR_FORM_OTHER;
}

static void check_product(unsigned row, const struct sass_isa *isa, const char *expected)
{
    const struct instruction facts = {.op_class = OP_TENSOR,
                                      .tensor_form = form_of(products[row].form),
                                      .tensor_columns = products[row].eights};
    GString *name = g_string_new(NULL);
    uint8_t eights = 0;
    opcode_name_append(name, isa, &facts, "words.that.say.nothing");
    ck_assert_str_eq(name->str, expected);
    if (isa != &kepler_isa) {
        ck_assert_uint_eq(tensor_form_find(name->str, name->len, &eights), facts.tensor_form);
        ck_assert_uint_eq(eights, products[row].eights);
    }
    g_string_free(name, TRUE);
}

START_TEST(products_keep_their_form)
{
    check_product((unsigned)_i, &kepler_isa, products[_i].kepler);
    check_product((unsigned)_i, &volta_isa, products[_i].volta);
    check_product((unsigned)_i, &ampere_isa, products[_i].ampere);
    check_product((unsigned)_i, &hopper_isa, products[_i].hopper);
}
END_TEST

START_TEST(names_are_the_nearest)
{
    unsigned i = (unsigned)_i;
    check_name(i, &kepler_isa, rows[i].kepler);
    check_name(i, &pascal_isa, rows[i].pascal);
    check_name(i, &volta_isa, rows[i].volta);
    check_name(i, &ampere_isa, rows[i].ampere);
}
END_TEST

/* Whatever the class, every instruction set's reader knows the name. */
START_TEST(every_class_has_a_name)
{
    static const struct sass_isa *const all[] = {&kepler_isa, &pascal_isa, &volta_isa, &turing_isa,
                                                 &ampere_isa, &ada_isa,    &hopper_isa};
    const struct instruction facts = {.op_class = (uint8_t)_i};
    for (unsigned i = 0; i < G_N_ELEMENTS(all); i++) {
        GString *name = g_string_new(NULL);
        opcode_name_append(name, all[i], &facts, NULL);
        ck_assert_ptr_nonnull(sass_opcode_find(all[i], name->str, strcspn(name->str, ".")));
        g_string_free(name, TRUE);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("opcode_name");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, names_are_the_nearest, 0, G_N_ELEMENTS(rows));
    tcase_add_loop_test(tests, products_keep_their_form, 0, G_N_ELEMENTS(products));
    tcase_add_loop_test(tests, every_class_has_a_name, 0, OP_CLASSES);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
