/* SPDX-License-Identifier: BSD-3-Clause */
/* What the parser makes of PTX as compilers write it. Expected values are read off the fixtures
 * by hand. */
#include "tests/workloads/ptx/fixtures.h"

START_TEST(module_header_and_limits)
{
    struct ptx_module *m = load_fixture("opencl_vadd.ptx");
    ck_assert_uint_eq(m->version_major, 3);
    ck_assert_uint_eq(m->version_minor, 2);
    ck_assert_str_eq(m->target, "sm_20, texmode_independent");
    ck_assert_uint_eq(m->address_size, 64);
    const struct ptx_function *f = kernel(m, "vadd");
    ck_assert(f->is_entry && f->has_body && f->linkage == PTX_VISIBLE);
    ck_assert_uint_eq(f->limits.max_threads[0], 64);
    ck_assert_uint_eq(f->limits.max_threads[1], 2);
    ck_assert_uint_eq(f->limits.max_threads[2], 1);
    ck_assert_uint_eq(f->limits.required_threads[0], 0);
    ptx_module_free(m);
}
END_TEST

START_TEST(kernel_parameters)
{
    struct ptx_module *m = load_fixture("opencl_vadd.ptx");
    const struct ptx_function *f = kernel(m, "vadd");
    ck_assert_uint_eq(f->n_params, 4);
    ck_assert_uint_eq(f->param_bytes, 32);
    ck_assert_str_eq(f->params[2]->name, "vadd_param_2");
    ck_assert_int_eq(f->params[2]->type, PTX_U32);
    ck_assert_uint_eq(f->params[2]->offset, 16);
    ck_assert(!f->params[2]->is_pointer);
    ck_assert_uint_eq(f->params[3]->offset, 24);
    ck_assert(f->params[3]->is_pointer);
    ck_assert_int_eq(f->params[3]->pointer_space, SPACE_SHARED);
    ck_assert_uint_eq(f->params[3]->pointer_align, 8);
    ptx_module_free(m);
}
END_TEST

START_TEST(body_of_a_kernel)
{
    struct ptx_module *m = load_fixture("opencl_vadd.ptx");
    const struct ptx_function *f = kernel(m, "vadd");
    ck_assert_uint_eq(f->n_instructions, 19);
    /* ld.param.u64 %rd1, [vadd_param_0]; in line 22 */
    const struct ptx_instruction *ld = &f->instructions[0];
    ck_assert_str_eq(ld->opcode, "ld");
    ck_assert_str_eq(ld->text, "ld.param.u64");
    ck_assert_uint_eq(ld->n_modifiers, 2);
    ck_assert_str_eq(ld->modifiers[0], "param");
    ck_assert(ptx_has_modifier(ld, "u64") && !ptx_has_modifier(ld, "u32"));
    ck_assert_int_eq(ptx_modifier_type(ld, 0), PTX_U64);
    ck_assert_int_eq(ptx_modifier_type(ld, 1), PTX_TYPE_NONE);
    ck_assert_uint_eq(ld->line, 22);
    ck_assert_uint_eq(ld->guard, PTX_NO_REGISTER);
    ck_assert_int_eq(ld->operands[0].kind, PTX_OPERAND_REGISTER);
    ck_assert_str_eq(f->registers[ld->operands[0].index].name, "%rd1");
    ck_assert_int_eq(f->registers[ld->operands[0].index].type, PTX_B64);
    ck_assert_int_eq(ld->operands[1].kind, PTX_OPERAND_ADDRESS);
    ck_assert_uint_eq(ld->operands[1].index, PTX_NO_REGISTER);
    ck_assert_ptr_eq(ld->operands[1].variable, f->params[0]);
    /* mov.u32 %r3, %ctaid.x; */
    ck_assert_int_eq(f->instructions[3].operands[1].kind, PTX_OPERAND_SPECIAL);
    ck_assert_uint_eq(f->instructions[3].operands[1].index, PTX_CTAID_X);
    /* @%p1 bra LBB0_2; */
    const struct ptx_instruction *bra = &f->instructions[8];
    ck_assert_str_eq(f->registers[bra->guard].name, "%p1");
    ck_assert(!bra->guard_negated);
    ck_assert_int_eq(bra->operands[0].kind, PTX_OPERAND_LABEL);
    ck_assert_uint_eq(bra->operands[0].index, 18);
    /* mov.u64 %rd6, vadd_$_t; st [vadd_$_t+8]; ld [%rd6+-4]; add ..., 0f3F800000 */
    ck_assert_ptr_eq(f->instructions[12].operands[1].variable, f->variables[0]);
    ck_assert_int_eq(f->instructions[13].operands[0].value, 8);
    ck_assert_int_eq(f->instructions[14].operands[1].value, -4);
    ck_assert_int_eq(f->instructions[15].operands[2].kind, PTX_OPERAND_F32);
    ck_assert_int_eq(f->instructions[15].operands[2].value, 0x3f800000);
    ck_assert_uint_eq(f->n_variables, 1);
    ck_assert_int_eq(f->variables[0]->space, SPACE_SHARED);
    ck_assert_uint_eq(f->variables[0]->bytes, 256);
    ck_assert_uint_eq(f->variables[0]->align, 4);
    ptx_module_free(m);
}
END_TEST

START_TEST(functions_and_prototypes)
{
    struct ptx_module *m = load_fixture("nvcc_calls.ptx");
    ck_assert_uint_eq(m->n_functions, 4);
    ck_assert_str_eq(m->functions[0]->name, "triple");
    ck_assert(m->functions[0]->has_body && !m->functions[0]->is_entry);
    ck_assert_uint_eq(m->functions[0]->n_returns, 1);
    ck_assert_uint_eq(m->functions[0]->return_bytes, 4);
    ck_assert(!m->functions[1]->has_body && m->functions[1]->linkage == PTX_EXTERN);
    ck_assert_uint_eq(m->functions[1]->param_bytes, 16);
    ck_assert(m->functions[2]->limits.no_return);
    const struct ptx_function *f = kernel(m, "_Z4callPiPFiiE");
    ck_assert_uint_eq(f->limits.max_threads[0], 256);
    ck_assert_uint_eq(f->limits.min_blocks_per_sm, 2);
    ck_assert_uint_eq(f->limits.max_registers, 32);
    ck_assert_uint_eq(f->params[2]->offset, 16);
    ck_assert_uint_eq(f->params[2]->bytes, 40);
    ck_assert_uint_eq(f->params[3]->offset, 56);
    ck_assert_uint_eq(f->param_bytes, 57);
    ptx_module_free(m);
}
END_TEST

START_TEST(initialisers)
{
    struct ptx_module *m = load_fixture("nvcc_calls.ptx");
    const struct ptx_variable *g = variable(m, "g");
    ck_assert_ptr_null(g->init);
    ck_assert_uint_eq(g->bytes, 40);
    const struct ptx_variable *pointers = variable(m, "pointers");
    ck_assert_uint_eq(pointers->n_relocations, 3);
    ck_assert_ptr_eq(pointers->relocations[0].variable, g);
    ck_assert_uint_eq(pointers->relocations[1].offset, 8);
    ck_assert_int_eq(pointers->relocations[1].addend, 4);
    ck_assert(pointers->relocations[1].generic);
    ck_assert_ptr_eq(pointers->relocations[2].function, m->functions[0]);
    ck_assert(!pointers->relocations[2].generic);
    ck_assert_mem_eq(variable(m, "$str")->init, "hello", 5);
    ck_assert_uint_eq(variable(m, "$str")->init_bytes, 5);
    ck_assert_uint_eq(variable(m, "$str")->bytes, 6);
    ck_assert_uint_eq(variable(m, "str")->relocations[0].bytes, 8);
    const struct ptx_variable *packed = variable(m, "packed");
    ck_assert_uint_eq(packed->init[0], 7);
    ck_assert_uint_eq(packed->init_bytes, 6);
    ck_assert_uint_eq(packed->relocations[0].offset, 4);
    ck_assert_uint_eq(packed->relocations[0].bytes, 1);
    ck_assert_uint_eq(packed->relocations[0].shift, 0);
    ck_assert_uint_eq(packed->relocations[1].shift, 8);
    ck_assert_int_eq(packed->relocations[1].addend, 2);
    ck_assert(packed->relocations[1].generic);
    static const float coefficients[3] = {1, 2, 1.5};
    ck_assert_int_eq(variable(m, "coefficients")->space, SPACE_CONST);
    ck_assert_mem_eq(variable(m, "coefficients")->init, coefficients, sizeof coefficients);
    static const int16_t matrix[6] = {1, 2, 0, 4, 5, 6};
    ck_assert_uint_eq(variable(m, "matrix")->bytes, 12);
    ck_assert_mem_eq(variable(m, "matrix")->init, matrix, sizeof matrix);
    const int32_t counter = -2;
    ck_assert_mem_eq(variable(m, "counter")->init, &counter, 4);
    ck_assert(variable(m, "dynamic")->unsized && variable(m, "dynamic")->align == 16);
    ck_assert_ptr_null(find_variable(m, "nothing"));
    ptx_module_free(m);
}
END_TEST

START_TEST(call_sequences)
{
    struct ptx_module *m = load_fixture("nvcc_calls.ptx");
    const struct ptx_function *f = kernel(m, "_Z4callPiPFiiE");
    /* param0 retval0, then param0 param1 retval0 of another scope: 0, 4; 8, 16, 28 */
    ck_assert_uint_eq(f->n_variables, 6);
    ck_assert_uint_eq(f->variables[3]->offset, 8);
    ck_assert_uint_eq(f->variables[4]->offset, 16);
    ck_assert_uint_eq(f->variables[5]->offset, 28);
    ck_assert_uint_eq(f->call_param_bytes, 32);
    ck_assert_uint_eq(f->local_bytes, 20);
    ck_assert_uint_eq(f->local_align, 16);
    const struct ptx_instruction *direct = &f->instructions[8];
    struct ptx_call call = ptx_call_of(direct);
    ck_assert_str_eq(direct->text, "call.uni");
    ck_assert_ptr_eq(call.returns->elements[0].variable, f->variables[2]);
    ck_assert_ptr_eq(call.target->function, m->functions[0]);
    ck_assert_uint_eq(call.arguments->n_elements, 1);
    ck_assert_ptr_eq(call.arguments->elements[0].variable, f->variables[1]);
    ck_assert_ptr_null(call.table);
    call = ptx_call_of(&f->instructions[11]);
    ck_assert_int_eq(call.target->kind, PTX_OPERAND_REGISTER);
    ck_assert_ptr_eq(call.arguments->elements[0].variable, f->variables[3]);
    ck_assert_int_eq(call.table->kind, PTX_OPERAND_TABLE);
    const struct ptx_table *table = &f->tables[call.table->index];
    ck_assert_int_eq(table->kind, PTX_CALL_PROTOTYPE);
    ck_assert_uint_eq(table->prototype->n_params, 2);
    ck_assert_uint_eq(table->prototype->param_bytes, 20);
    ptx_module_free(m);
}
END_TEST

START_TEST(source_lines)
{
    struct ptx_module *m = load_fixture("nvcc_calls.ptx");
    const struct ptx_function *f = kernel(m, "_Z4callPiPFiiE");
    ck_assert_uint_eq(f->instructions[0].source_file, 1);
    ck_assert_uint_eq(f->instructions[0].source_line, 20);
    ck_assert_uint_eq(f->instructions[5].source_file, 2);
    ck_assert_uint_eq(f->instructions[5].source_line, 107);
    ck_assert_str_eq(ptx_source_path(m, 2), "/src/device_functions.hpp");
    ck_assert_ptr_null(ptx_source_path(m, 3));
    ptx_module_free(m);
}
END_TEST

START_TEST(labels_of_nested_scopes)
{
    struct ptx_module *m = load_fixture("switch.ptx");
    const struct ptx_function *f = kernel(m, "dispatch");
    ck_assert_uint_eq(f->n_instructions, 20);
    ck_assert_uint_eq(f->tables[0].n_targets, 4);
    static const uint32_t targets[] = {6, 8, 6, 15};
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(f->tables[0].targets[i].index, targets[i]);
    ck_assert_int_eq(f->instructions[5].operands[1].kind, PTX_OPERAND_TABLE);
    ck_assert_uint_eq(f->instructions[9].operands[0].index, 11);  /* DONE of the first scope */
    ck_assert_uint_eq(f->instructions[10].operands[0].index, 8);  /* AGAIN */
    ck_assert_uint_eq(f->instructions[12].operands[0].index, 14); /* those of the second */
    ck_assert_uint_eq(f->instructions[13].operands[0].index, 11);
    ck_assert_uint_ne(f->instructions[8].operands[0].index, f->instructions[11].operands[0].index);
    ck_assert_uint_eq(f->instructions[17].operands[0].index, 3);
    ptx_module_free(m);
}
END_TEST

static void check_register(const struct ptx_function *f, const struct ptx_operand *o,
                           const char *name)
{
    ck_assert_int_eq(o->kind, PTX_OPERAND_REGISTER);
    ck_assert_str_eq(f->registers[o->index].name, name);
}

START_TEST(vectors_pairs_and_addresses)
{
    struct ptx_module *m = load_fixture("operands.ptx");
    const struct ptx_function *f = kernel(m, "forms");
    ck_assert_uint_eq(f->limits.required_threads[0], 32);
    const struct ptx_operand *tex = f->instructions[0].operands;
    ck_assert_uint_eq(tex[0].n_elements, 4);
    check_register(f, &tex[0].elements[3], "%f4");
    ck_assert_ptr_eq(tex[1].variable, variable(m, "tex"));
    ck_assert_uint_eq(tex[1].n_elements, 2);
    ck_assert_ptr_eq(tex[1].elements[0].variable, variable(m, "smp"));
    ck_assert_int_eq(tex[1].elements[1].kind, PTX_OPERAND_VECTOR);
    const struct ptx_operand *setp = f->instructions[1].operands;
    ck_assert_int_eq(setp[0].kind, PTX_OPERAND_PAIR);
    check_register(f, &setp[0].elements[1], "q");
    ck_assert_int_eq(setp[2].kind, PTX_OPERAND_F64);
    double minus = -1.5;
    ck_assert_mem_eq(&setp[2].value, &minus, 8);
    ck_assert(setp[3].negated && !setp[1].negated);
    const struct ptx_operand *shfl = f->instructions[2].operands;
    ck_assert_int_eq(shfl[0].elements[1].kind, PTX_OPERAND_SINK);
    ck_assert_int_eq(shfl[2].value, 16);
    ck_assert_int_eq(shfl[3].value, 31);
    ck_assert_int_eq(shfl[4].value, -1);
    ck_assert_int_eq(f->instructions[3].operands[0].elements[1].kind, PTX_OPERAND_SINK);
    ck_assert_int_eq(f->instructions[4].operands[0].kind, PTX_OPERAND_VECTOR);
    check_register(f, &f->instructions[4].operands[0].elements[2], "%v.z");
    check_register(f, &f->instructions[5].operands[1], "%v.w");
    check_register(f, &f->instructions[5].operands[2], "%v.x");
    const struct ptx_operand *indexed = &f->instructions[6].operands[1]; /* pairs[2], .v2 .f32 */
    ck_assert_int_eq(indexed->kind, PTX_OPERAND_ADDRESS);
    ck_assert_int_eq(indexed->value, 16);
    ck_assert_int_eq(f->instructions[7].operands[1].kind, PTX_OPERAND_VARIABLE);
    ck_assert_int_eq(f->instructions[7].operands[1].value, 24);
    const struct ptx_instruction *hint = &f->instructions[8];
    ck_assert(ptx_has_modifier(hint, "L2::cache_hint"));
    ck_assert_int_eq(hint->operands[1].value, (4 * 2 - 1) << 3);
    check_register(f, &hint->operands[2], "%rd3");
    ck_assert_int_eq(f->instructions[9].operands[1].value, 16);
    ck_assert_ptr_null(f->instructions[9].operands[1].variable);
    ptx_module_free(m);
}
END_TEST

START_TEST(rare_operands_and_unknown_instructions)
{
    struct ptx_module *m = load_fixture("operands.ptx");
    const struct ptx_function *f = kernel(m, "forms");
    const struct ptx_instruction *vadd = &f->instructions[10];
    ck_assert(vadd->guard_negated);
    ck_assert_str_eq(f->registers[vadd->guard].name, "q");
    ck_assert_str_eq(vadd->operands[1].selector, "b0");
    ck_assert_str_eq(vadd->operands[2].selector, "h1");
    ck_assert_int_eq(vadd->operands[3].value, 5);
    ck_assert_int_eq(f->instructions[11].operands[1].kind, PTX_OPERAND_INTEGER);
    ck_assert_int_eq(f->instructions[11].operands[1].value, 32);
    ck_assert_int_eq(f->instructions[12].operands[1].kind, PTX_OPERAND_INTEGER);
    ck_assert_int_eq(f->instructions[12].operands[1].value, 0);
    ck_assert_uint_eq(f->instructions[13].operands[1].index, PTX_CTAID_Z);
    ck_assert_uint_eq(f->instructions[14].operands[1].index, PTX_SPECIAL_OTHER);
    ck_assert_str_eq(f->instructions[14].operands[1].name, "%pm3");
    ck_assert_str_eq(f->instructions[15].operands[1].function->name, "helper");
    const struct ptx_instruction *unknown = &f->instructions[17];
    ck_assert_str_eq(unknown->opcode, "frobnicate");
    ck_assert_str_eq(unknown->text, "frobnicate.newmode.u32");
    ck_assert_uint_eq(unknown->n_operands, 4);
    ck_assert_int_eq(unknown->operands[2].elements[1].kind, PTX_OPERAND_VECTOR);
    ck_assert_int_eq(unknown->operands[2].elements[1].elements[1].value, 3);
    ck_assert_uint_eq(f->instructions[26].operands[0].index, f->n_instructions); /* bra END */
    const struct ptx_function *helper = m->functions[0];
    ck_assert_str_eq(helper->registers[helper->params[0]->reg].name, "%x");
    ck_assert_int_eq(helper->registers[helper->params[1]->reg].type, PTX_F64);
    ck_assert_uint_eq(helper->returns[0]->reg, helper->instructions[0].operands[0].index);
    ck_assert_uint_eq(helper->param_bytes, 0);
    ptx_module_free(m);
}
END_TEST

START_TEST(only_used_registers_count)
{
    struct ptx_module *m = parse_body("add.u32 %r1, %r2, %r1; add.u32 %r29, %r2, %r0; ret;");
    const struct ptx_function *f = kernel(m, "k");
    ck_assert_uint_eq(f->n_registers, 4);
    static const char *const names[] = {"%r1", "%r2", "%r29", "%r0"};
    for (int i = 0; i < 4; i++)
        ck_assert_str_eq(f->registers[i].name, names[i]);
    ptx_module_free(m);
}
END_TEST

START_TEST(types_have_names_and_sizes)
{
    for (int t = PTX_TYPE_NONE + 1; t < PTX_TYPES; t++)
        ck_assert_int_eq(ptx_type_from_name(ptx_type_name((enum ptx_type)t)), t);
    ck_assert_int_eq(ptx_type_from_name("v4"), PTX_TYPE_NONE);
    ck_assert_uint_eq(ptx_type_bytes(PTX_F16X2), 4);
    ck_assert_uint_eq(ptx_type_bytes(PTX_B128), 16);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx parser");
    TCase *tcase = tcase_create("parser");
    tcase_add_test(tcase, module_header_and_limits);
    tcase_add_test(tcase, kernel_parameters);
    tcase_add_test(tcase, body_of_a_kernel);
    tcase_add_test(tcase, functions_and_prototypes);
    tcase_add_test(tcase, initialisers);
    tcase_add_test(tcase, call_sequences);
    tcase_add_test(tcase, source_lines);
    tcase_add_test(tcase, labels_of_nested_scopes);
    tcase_add_test(tcase, vectors_pairs_and_addresses);
    tcase_add_test(tcase, rare_operands_and_unknown_instructions);
    tcase_add_test(tcase, only_used_registers_count);
    tcase_add_test(tcase, types_have_names_and_sizes);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
