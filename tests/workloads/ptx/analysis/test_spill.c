/* SPDX-License-Identifier: BSD-3-Clause */
/* What is spilled, and what stays. That programs compute the same is tests/differential's affair.
 */
#include "tests/workloads/ptx/analysis/registers.h"
#include "tests/workloads/ptx/random_program.h"
#include "workloads/ptx/analysis/spill.h"
#include "workloads/ptx/kernels/code.h"

static uint32_t most_live(const struct ptx_function *function)
{
    struct ptx_cfg *cfg = ptx_cfg_new(function);
    struct ptx_liveness *l = ptx_liveness_new(cfg);
    uint32_t most = l->max_registers;
    ptx_liveness_free(l);
    ptx_cfg_free(cfg);
    return most;
}

static unsigned count(const struct ptx_function *f, const char *text)
{
    unsigned n = 0;
    for (uint32_t pc = 0; pc < f->n_instructions; pc++)
        n += strcmp(f->instructions[pc].text, text) == 0;
    return n;
}

/* Loads n values and adds them up; what each is read and written by is one instruction. */
static struct ptx_module *sum_of(unsigned n)
{
    g_autoptr(GString) text = g_string_new("ld.param.u64 %rd1, [a];");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(text, "ld.global.u32 %%r%u, [%%rd1+%u];", i + 10, 4 * i);
    g_string_append(text, "mov.u32 %r1, 0;");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(text, "add.u32 %%r1, %%r1, %%r%u;", i + 10);
    g_string_append(text, "st.global.u32 [%rd1], %r1; ret;");
    return parse_body(text->str);
}

START_TEST(what_fits_is_left_alone)
{
    struct ptx_module *module = sum_of(20);
    ck_assert_uint_eq(most_live(module->functions[0]), 23);
    ck_assert_ptr_null(ptx_spill_new(module->functions[0], 23));
    struct ptx_spill *spill = ptx_spill_new(module->functions[0], 22);
    ck_assert_ptr_nonnull(spill);
    ptx_spill_free(spill);
    ptx_module_free(module);
}
END_TEST

START_TEST(a_value_has_a_store_and_a_load)
{
    struct ptx_module *module = sum_of(20);
    struct ptx_spill *spill = ptx_spill_new(module->functions[0], 16);
    const struct ptx_function *f = ptx_spill_function(spill);
    ck_assert_uint_le(most_live(f), 16);
    unsigned stores = count(f, "st.local.b32"), loads = count(f, "ld.local.b32");
    ck_assert_uint_ge(stores, 7);
    ck_assert_uint_le(stores, 9); /* no more than it takes */
    ck_assert_uint_eq(stores, loads);
    ck_assert_uint_eq(f->local_bytes, 4 * stores);
    ck_assert_uint_eq(f->n_instructions, module->functions[0]->n_instructions + stores + loads);
    ptx_spill_free(spill);
    ptx_module_free(module);
}
END_TEST

/* A guarded write may leave the old value, and so may its store. */
START_TEST(the_store_has_the_guard_of_the_write)
{
    struct ptx_module *module = parse_body("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;"
                                           "@!%p1 mov.u32 %r1, 4;"
                                           "add.u32 %r2, %r2, %r3; mul.lo.u32 %r2, %r2, %r3;"
                                           "add.u32 %r2, %r2, %r1; st.global.u32 [8], %r2; ret;");
    struct ptx_spill *spill = ptx_spill_new(module->functions[0], 2);
    const struct ptx_function *f = ptx_spill_function(spill);
    bool found = false;
    for (uint32_t pc = 1; pc < f->n_instructions; pc++) {
        const struct ptx_instruction *in = &f->instructions[pc], *before = in - 1;
        if (strcmp(in->text, "st.local.b32") != 0)
            continue;
        ck_assert_uint_eq(in->guard, before->guard);
        ck_assert(in->guard_negated == before->guard_negated);
        found |= in->guard != PTX_NO_REGISTER;
    }
    ck_assert(found);
    ptx_spill_free(spill);
    ptx_module_free(module);
}
END_TEST

START_TEST(parts_of_registers_stay)
{
    struct ptx_module *module = parse_body(
        "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; vadd.u32.u32.u32 %r4, %r1.b0, %r2.b0;"
        "add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r1; add.u32 %r3, %r3, %r2;"
        "st.global.u32 [8], %r3; ret;");
    struct ptx_spill *spill = ptx_spill_new(module->functions[0], 1);
    const struct ptx_function *f = ptx_spill_function(spill);
    for (uint32_t pc = 0; pc < f->n_instructions; pc++)
        if (strcmp(f->instructions[pc].opcode, "vadd") == 0)
            for (unsigned k = 1; k < 3; k++)
                ck_assert_uint_lt(f->instructions[pc].operands[k].index,
                                  module->functions[0]->n_registers);
    ptx_spill_free(spill);
    ptx_module_free(module);
}
END_TEST

/* Branches lead to the same instructions as before, or to the loads in front of them. */
START_TEST(branches_are_moved)
{
    uint64_t state = 12345 + (uint64_t)_i;
    for (unsigned run = 0; run < 100; run++) {
        struct ptx_module *module = random_program(&state);
        const struct ptx_function *from = module->functions[0];
        struct ptx_spill *spill = ptx_spill_new(from, 3);
        const struct ptx_function *to = spill ? ptx_spill_function(spill) : from;
        for (uint32_t a = 0, b = 0; spill && a < from->n_instructions; a++, b++) {
            while (strstr(to->instructions[b].text, ".local."))
                b++;
            ck_assert_str_eq(from->instructions[a].text, to->instructions[b].text);
            uint32_t old, new;
            for (unsigned k = 0;
                 ptx_is_branch(&from->instructions[a]) &&
                 (old = ptx_branch_target(from, &from->instructions[a], k)) != UINT32_MAX;
                 k++) {
                new = ptx_branch_target(to, &to->instructions[b], k);
                while (new < to->n_instructions &&
                       strcmp(to->instructions[new].text, "ld.local.b32") == 0)
                    new ++;
                ck_assert(old == from->n_instructions
                              ? new == to->n_instructions
                              : to->instructions[new].line == from->instructions[old].line);
            }
        }
        ptx_spill_free(spill);
        ptx_module_free(module);
    }
}
END_TEST

/* ---- kernels -----------------------------------------------------------------------------------
 */

static const struct {
    const char *directives;
    uint32_t given, registers; /* 0: not given */
    bool spills;
} kernels[] = {{"", 0, 255, true},
               {".maxnreg 64", 0, 64, true},
               {".maxntid 1024, 1, 1", 0, 64, true},
               {".maxntid 256, 1, 1 .minnctapersm 2", 0, 128, true},
               {".maxntid 100, 1, 1 .minnctapersm 1", 0, 255, true},
               {"", 640, 640, false}}; /* a compiler has decided */

/* 300 values at once. */
START_TEST(a_kernel_has_the_registers_that_it_may_have)
{
    g_autoptr(GString) text = g_string_new(".version 6.0\n.target sm_70\n.entry k(.param .u64 a) ");
    g_string_append_printf(text,
                           "%s\n{\n.reg .u32 %%r<302>; .reg .u64 %%rd<2>;\n"
                           "ld.param.u64 %%rd1, [a]; mov.u32 %%r301, 0;",
                           kernels[_i].directives);
    for (unsigned i = 0; i < 300; i++)
        g_string_append_printf(text, "ld.global.u32 %%r%u, [%%rd1+%u];", i, 4 * i);
    for (unsigned i = 0; i < 300; i++)
        g_string_append_printf(text, "add.u32 %%r301, %%r301, %%r%u;", i);
    g_string_append(text, "st.global.u32 [%rd1], %r301; ret;}");
    GError *error = NULL;
    struct ptx_module *module = ptx_module_parse("k.ptx", text->str, text->len, &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    struct ptx_program *program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(program, "k", kernels[_i].given, &error);
    ck_assert_ptr_nonnull(code);
    ck_assert_uint_eq(code->registers_per_thread, kernels[_i].registers);
    ck_assert((code->local_bytes_per_thread > 0) == kernels[_i].spills);
    ptx_program_free(program);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spill");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, what_fits_is_left_alone);
    tcase_add_test(tests, a_value_has_a_store_and_a_load);
    tcase_add_test(tests, the_store_has_the_guard_of_the_write);
    tcase_add_test(tests, parts_of_registers_stay);
    tcase_add_loop_test(tests, branches_are_moved, 0, 3);
    tcase_add_loop_test(tests, a_kernel_has_the_registers_that_it_may_have, 0,
                        (int)G_N_ELEMENTS(kernels));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
