/* SPDX-License-Identifier: BSD-3-Clause */
/* The plain interpreter's program: every instruction with its action, and where variables lie. */
#include "tests/differential/plain_machine.h"

#include <string.h>

static const struct {
    const char *opcode;
    plain_action *action, *of_floats;
} instructions[] = {
    {"add", plain_add, plain_float_binary},
    {"addc", plain_add, NULL},
    {"sub", plain_sub, plain_float_binary},
    {"subc", plain_sub, NULL},
    {"mul", plain_mul, plain_float_binary},
    {"mad", plain_mad, plain_float_fma},
    {"madc", plain_mad, NULL},
    {"mul24", plain_mul24, NULL},
    {"mad24", plain_mul24, NULL},
    {"sad", plain_sad, NULL},
    {"div", plain_div, plain_float_binary},
    {"rem", plain_rem, NULL},
    {"abs", plain_abs, plain_float_unary},
    {"neg", plain_neg, plain_float_unary},
    {"min", plain_min_max, plain_float_binary},
    {"max", plain_min_max, plain_float_binary},
    {"dp4a", plain_dp, NULL},
    {"dp2a", plain_dp, NULL},
    {"and", plain_and, NULL},
    {"or", plain_or, NULL},
    {"xor", plain_xor, NULL},
    {"not", plain_not, NULL},
    {"cnot", plain_cnot, NULL},
    {"shl", plain_shl, NULL},
    {"shr", plain_shr, NULL},
    {"shf", plain_shf, NULL},
    {"bfe", plain_bfe, NULL},
    {"bfi", plain_bfi, NULL},
    {"bfind", plain_bfind, NULL},
    {"brev", plain_brev, NULL},
    {"clz", plain_clz, NULL},
    {"popc", plain_popc, NULL},
    {"lop3", plain_lop3, NULL},
    {"prmt", plain_prmt, NULL},
    {"szext", plain_szext, NULL},
    {"bmsk", plain_bmsk, NULL},
    {"fma", NULL, plain_float_fma},
    {"rcp", NULL, plain_float_unary},
    {"sqrt", NULL, plain_float_unary},
    {"testp", NULL, plain_testp},
    {"setp", plain_setp, plain_setp},
    {"set", plain_set_compare, plain_set_compare},
    {"selp", plain_selp, plain_selp},
    {"slct", plain_slct, plain_slct},
    {"mov", plain_mov, plain_mov},
    {"cvt", plain_cvt, plain_cvt},
    {"ld", plain_ld, plain_ld},
    {"st", plain_st, plain_st},
    {"atom", plain_atom, plain_atom},
    {"red", plain_atom, plain_atom},
    {"cvta", plain_cvta, NULL},
    {"isspacep", plain_isspacep, NULL},
    {"bra", plain_bra, NULL},
    {"brx", plain_brx, NULL},
    {"call", plain_call, NULL},
    {"ret", plain_ret, NULL},
    {"exit", plain_exit, NULL},
    {"bar", plain_barrier, NULL},
    {"barrier", plain_barrier, NULL},
    {"membar", plain_nothing, NULL},
    {"fence", plain_nothing, NULL},
    {"shfl", plain_warp_op, NULL},
    {"vote", plain_warp_op, NULL},
    {"match", plain_warp_op, NULL},
    {"redux", plain_warp_op, NULL},
};

static void unknown(struct plain_thread *t, const struct plain_op *op)
{
    plain_fault(t, "%s is not known to the plain interpreter", op->in->text);
}

static bool is_known(struct plain_op *op, const char *modifier)
{
#define PLAIN_WORD_NAME(name) #name,
    static const char *const names[PLAIN_WORDS] = {PLAIN_WORD_LIST(PLAIN_WORD_NAME)[WORD_const] =
                                                       "const"};
    for (unsigned w = 0; w < PLAIN_WORDS; w++)
        if (strcmp(modifier, names[w]) == 0) {
            op->word[w] = true;
            return true;
        }
    return ptx_type_from_name(modifier) != PTX_TYPE_NONE || g_str_has_suffix(modifier, "16x2");
}

static void decode(struct plain_op *op, const struct ptx_instruction *in)
{
    *op = (struct plain_op){.in = in,
                            .action = unknown,
                            .type = ptx_modifier_type(in, 0),
                            .type_before = ptx_modifier_type(in, 1)};
    bool known = true;
    for (unsigned k = 0; k < in->n_modifiers; k++)
        known &= is_known(op, in->modifiers[k]);
    op->elements = op->word[WORD_v2] ? 2 : op->word[WORD_v4] ? 4 : 1;
    op->space = op->word[WORD_global]   ? SPACE_GLOBAL
                : op->word[WORD_shared] ? SPACE_SHARED
                : op->word[WORD_local]  ? SPACE_LOCAL
                : op->word[WORD_const]  ? SPACE_CONST
                : op->word[WORD_param]  ? SPACE_PARAM
                                        : SPACE_GENERIC;
    for (unsigned i = 0; known && i < G_N_ELEMENTS(instructions); i++)
        if (strcmp(in->opcode, instructions[i].opcode) == 0) {
            plain_action *action =
                plain_is_float(op->type) ? instructions[i].of_floats : instructions[i].action;
            if (action)
                op->action = action;
        }
}

static void place(struct plain_run *run, const struct ptx_variable *variable, uint64_t *end,
                  uint64_t align)
{
    uint64_t *address = g_new(uint64_t, 1);
    *address = (*end + align - 1) / align * align;
    *end = *address + variable->bytes;
    g_hash_table_insert(run->addresses, (void *)variable, address);
}

static void place_all(struct plain_run *run, struct ptx_variable *const *variables, unsigned n,
                      uint64_t *global_end)
{
    for (unsigned i = 0; i < n; i++) {
        if (variables[i]->space == SPACE_GLOBAL)
            place(run, variables[i], global_end, 256);
        if (variables[i]->space == SPACE_CONST)
            place(run, variables[i], &run->const_bytes, variables[i]->align);
        if (variables[i]->space == SPACE_SHARED)
            place(run, variables[i], &run->shared_bytes, variables[i]->align);
    }
}

static void fill(struct plain_run *run, const struct ptx_variable *variable)
{
    uint64_t address = *(uint64_t *)g_hash_table_lookup(run->addresses, variable);
    if (variable->init_bytes > 0 && variable->space == SPACE_CONST)
        memcpy(run->constants + address, variable->init, variable->init_bytes);
    if (variable->init_bytes > 0 && variable->space == SPACE_GLOBAL)
        memcpy(run->launch->global + (address - run->launch->global_base), variable->init,
               variable->init_bytes);
}

void plain_program_init(struct plain_run *run)
{
    const struct ptx_module *module = run->launch->module;
    uint64_t global_end = run->launch->variables_base;
    run->addresses = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    run->functions = g_new0(struct plain_function, module->n_functions);
    place_all(run, module->variables, module->n_variables, &global_end);
    for (unsigned f = 0; f < module->n_functions; f++) {
        const struct ptx_function *function = module->functions[f];
        place_all(run, function->variables, function->n_variables, &global_end);
        run->functions[f] =
            (struct plain_function){function, g_new(struct plain_op, function->n_instructions)};
        for (uint32_t pc = 0; pc < function->n_instructions; pc++)
            decode(&run->functions[f].ops[pc], &function->instructions[pc]);
    }
    run->constants = g_malloc0(run->const_bytes + 1);
    for (unsigned i = 0; i < module->n_variables; i++)
        if (module->variables[i]->space != SPACE_SHARED)
            fill(run, module->variables[i]);
}

void plain_program_finish(struct plain_run *run)
{
    for (unsigned f = 0; f < run->launch->module->n_functions; f++)
        g_free(run->functions[f].ops);
    g_free(run->functions);
    g_free(run->constants);
    g_hash_table_destroy(run->addresses);
}

const struct plain_function *plain_function_of(const struct plain_run *run,
                                               const struct ptx_function *function)
{
    for (unsigned f = 0; f < run->launch->module->n_functions; f++)
        if (run->functions[f].function == function)
            return &run->functions[f];
    g_assert_not_reached();
}
