/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruction sets as differences: what an opcode is in each generation, and that a table says
 * nothing but differences.
 */
#include "workloads/sass_trace/isa.h"
#include <check.h>
#include <glib.h>
#include <stdlib.h>

static const struct sass_isa *const all[] = {&kepler_isa, &pascal_isa, &volta_isa, &turing_isa,
                                             &ampere_isa, &ada_isa,    &hopper_isa};
enum { GENERATIONS = 7, NOT_THERE = -1 };

static const struct opcode_fact *find(const struct sass_isa *isa, const char *name)
{
    return sass_opcode_find(isa, name, strlen(name));
}

/* The class in each generation. Source: NVIDIA, "CUDA Binary Utilities", chapter "Instruction Set
 * Reference"; Pascal's table also has what its models meet in traces of Volta (BSYNC). */
static const struct {
    const char *name;
    int op_class[GENERATIONS]; /* enum op_class, or NOT_THERE */
} classes[] = {
    {"FFMA", {OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32, OP_FP32}},
    {"ISUB", {OP_INT, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"XMAD", {NOT_THERE, OP_INT_MUL, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"SSY", {OP_BRANCH, OP_BRANCH, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
    {"BSYNC", {NOT_THERE, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH, OP_BRANCH}},
    {"SUQUERY", {NOT_THERE, OP_SFU, NOT_THERE, OP_SFU, OP_SFU, OP_SFU, OP_SFU}},
    {"HMMA", {NOT_THERE, NOT_THERE, OP_TENSOR, OP_TENSOR, OP_TENSOR, OP_TENSOR, OP_TENSOR}},
    {"UIADD3", {NOT_THERE, NOT_THERE, NOT_THERE, OP_INT, OP_INT, OP_INT, OP_INT}},
    {"DEPBAR", {OP_INT, OP_INT, OP_INT, OP_INT, OP_FENCE, OP_FENCE, OP_FENCE}},
    {"QMMA", {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, OP_TENSOR, NOT_THERE}},
    {"REDG", {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, OP_ATOMIC}},
    {"FROB", {NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE}},
};

START_TEST(opcodes_resolve)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        const struct opcode_fact *fact = find(all[i], classes[_i].name);
        const int found = fact ? fact->op_class : NOT_THERE;
        ck_assert_msg(found == classes[_i].op_class[i], "%s of %s: class %d", classes[_i].name,
                      all[i]->name, found);
    }
}
END_TEST

/* All columns come along, from however many generations before. */
START_TEST(facts_are_whole)
{
    const struct opcode_fact *red = find(&hopper_isa, "RED");
    ck_assert_uint_eq(red->space, SPACE_GLOBAL);
    ck_assert_uint_eq(red->flags, INSTRUCTION_NO_RETURN);
    ck_assert_ptr_eq(red, find(&kepler_isa, "RED"));
    ck_assert_uint_eq(find(&hopper_isa, "LDSM")->bytes, 16);
    ck_assert_uint_eq(find(&ada_isa, "DEPBAR")->kind, OPCODE_ASYNC_WAIT);
    ck_assert_uint_eq(find(&turing_isa, "DEPBAR")->kind, OPCODE_USUAL);
}
END_TEST

/* As many as each set had when every table listed all of its opcodes. */
START_TEST(sets_are_complete)
{
    static const unsigned opcodes[GENERATIONS] = {126, 176, 133, 167, 182, 183, 223};
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < GENERATIONS; i++)
        for (unsigned j = 0; j < all[i]->n_opcodes; j++)
            g_hash_table_add(names, (gpointer)all[i]->opcodes[j].name);
    GHashTableIter iterator;
    gpointer name = NULL;
    unsigned found = 0;
    g_hash_table_iter_init(&iterator, names);
    while (g_hash_table_iter_next(&iterator, &name, NULL))
        found += find(all[_i], name) != NULL;
    ck_assert_uint_eq(found, opcodes[_i]);
}
END_TEST

static bool same(const struct opcode_fact *a, const struct opcode_fact *b)
{
    return a->op_class == b->op_class && a->space == b->space && a->bytes == b->bytes &&
           a->flags == b->flags && a->kind == b->kind;
}

START_TEST(tables_are_differences)
{
    const struct sass_isa *isa = all[_i], *before = isa->before;
    ck_assert_ptr_eq(before, _i > 0 ? all[_i - 1] : NULL);
    for (unsigned i = 0; i < isa->n_opcodes; i++) {
        const struct opcode_fact *own = &isa->opcodes[i];
        const struct opcode_fact *old = before ? find(before, own->name) : NULL;
        ck_assert_msg(!old || !same(own, old), "%s repeats %s", isa->name, own->name);
        ck_assert_msg(find(isa, own->name) == own, "%s has %s twice", isa->name, own->name);
    }
    for (unsigned i = 0; i < isa->n_dropped; i++) {
        const char *name = isa->dropped[i];
        ck_assert_msg(find(before, name) != NULL, "%s drops %s, which was not there", isa->name,
                      name);
        ck_assert_msg(find(isa, name) == NULL, "%s has %s and drops it", isa->name, name);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("isa");
    TCase *tests = tcase_create("isa");
    tcase_add_loop_test(tests, opcodes_resolve, 0, G_N_ELEMENTS(classes));
    tcase_add_test(tests, facts_are_whole);
    tcase_add_loop_test(tests, sets_are_complete, 0, GENERATIONS);
    tcase_add_loop_test(tests, tables_are_differences, 0, GENERATIONS);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
