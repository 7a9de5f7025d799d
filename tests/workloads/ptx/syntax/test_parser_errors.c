/* SPDX-License-Identifier: BSD-3-Clause */
/* What the parser says about text that is not PTX, and that nothing makes it crash. */
#include "tests/workloads/ptx/random_program.h"
#include "workloads/ptx/analysis/allocation.h"
#include "workloads/ptx/analysis/loops.h"

/* A kernel's body starts in line 3, behind ".entry k() {" in line 2. */
struct malformed {
    const char *text;
    unsigned line;
    const char *fragment;
};

#define BODY(text) ".version 6.0\n.entry k(.param .u32 a) {\n" text "\n}\n"

static const struct malformed malformed[] = {
    {"hello", 1, "expected a directive such as .entry, .func or .global, found 'hello'"},
    {".version six", 1, "expected a version such as 6.3, found 'six'"},
    {"\n.target 70", 2, "expected a target such as sm_70, found '70'"},
    {".address_size 16", 1, "32 or 64"},
    {".bogus 3", 1, "found '.bogus'"},
    {".visible ;", 1, "expected a function or variable, found ';'"},
    {"\n\n/* open\n\n", 3, "comment is never closed"},
    {".file 1 \"open\n", 1, "string is never closed"},
    {".section .debug_str\n{ {", 2, "'{' is never closed"},
    {".global .u32 x", 1, "',' or ';' after the declaration of a variable, found end of file"},
    {".global x;", 1, "expected a type such as .u32, found 'x'"},
    {".global .u32 x;\n.const .f32 x;", 2, "'x' is declared twice; the first time in line 1"},
    {".global .align 3 .u32 x;", 1, "power of two"},
    {".global .u32 x[2] = {1, 2, 3};", 1, "too many initialisers for 'x'"},
    {".global .u32 x[2] = {{1}};", 1, "no more dimensions"},
    {".global .u32 x[0] = {1};", 1, "too many initialisers"},
    {".global .u32 x[2] = 1;", 1, "expected '{' before the initialisers"},
    {".global .u16 x = 1.5;", 1, "expected an integer for an element of type .u16"},
    {".global .u64 x = y;", 1, "declared before this line, found 'y'"},
    {".shared .u32 x = 1;", 1, "only .global and .const"},
    {".global .u32 x[9999999999999];", 1, "expected an array size of at most"},
    {".global .u32 x[-1];", 1, "found -1 elements"},
    {".global .u32 x = 1/0;", 1, "division by zero"},
    {".global .u32 x = 99999999999999999999;", 1, "does not fit into 64 bits"},
    {".global .u32 x = 0f12;", 1, "eight hexadecimal digits"},
    {".global .u32 x = 12ab;", 1, "letter"},
    {".global .u32 x = 089;", 1, "octal"},
    {".reg .u32 x;", 1, "registers outside of functions"},
    {".entry (.param .u32 a) {}", 1, "expected the name of a kernel, found '('"},
    {".entry k(.u32 a) {}", 1, "expected a parameter, .param or .reg, found '.u32'"},
    {".entry k()\n.maxntid x {}", 2, "expected a number after this directive, found 'x'"},
    {".entry k()\n.magic 3 {}", 2, "directive such as .maxntid, found '.magic'"},
    {".entry k() { ret; }\n.entry k() { ret; }", 2, "'k' is declared twice"},
    {".entry k(.param .u32 a, .param .u32 a) { ret; }", 1, "'a' is declared twice"},
    {".entry k() {\nret;\n", 3, "or the '}' that closes line 1, found end of file"},
    {".entry k() {\nret;\n{\n", 4, "or the '}' that closes line 3, found end of file"},
    {".entry k() { ret; } }", 1, "found '}'"},
    {BODY("ret"), 4, "expected an operand, found '}'"},
    {BODY("add.u32 1 2;"), 3, "expected ',' or ';' in 'add.u32', found '2'"},
    {BODY("mov.u32 %r1, 5;"), 3, "register '%r1' is not declared"},
    {BODY(".reg .u32 %r<4>;\nmov.u32 %r4, 5;"), 4, "register '%r4' is not declared"},
    {BODY(".reg .u32 %r<4>;\nmov.u32 %r01, 5;"), 4, "register '%r01' is not declared"},
    {BODY(".reg .u32 %r<4>;\n.reg .u64 %r<4>;"), 4, "'%r' is declared twice"},
    {BODY(".reg .u32 %r<4>;\n.reg .u64 %r2;"), 4, "'%r2' is declared twice"},
    {BODY("{ .reg .u32 x; }\nmov.u32 x, 5;"), 4, "'x' is not declared"},
    {BODY(".reg .u32 %r<1000001>;"), 3, "can declare at most 1000000 registers, found 1000001"},
    {BODY(".reg .u32 %r<900000>; .reg .f32 %f<900000>;"), 3, "found 1800000"},
    {BODY(".reg .u32 %r<-1>;"), 3, "expected a number of registers, found '-'"},
    {BODY(".reg .u32 %r<5;"), 3, "expected '>' after the number of registers, found ';'"},
    {BODY(".reg .v2 .b128 x;"), 3, "vectors of .b128 registers are unsupported"},
    {BODY(".reg .b32 %r<4>; vmad.s32.s32.s32 %r1, -{%r1}, %r1, %r1;"), 3,
     "expected a register or a constant after '-', found '{'"},
    {BODY(".reg .b32 %r<4>; mov.b32 %r1, -%r2;"), 3, "expected a constant, found '%r2'"},
    {".version 6.0\n.func f(.reg .b32 x[2]) { ret; }", 2, "the register 'x' can't be an array"},
    {BODY(".reg .b33 x;"), 3, "expected the type of a register such as .b32, found '.b33'"},
    {BODY("bra L1;\nL2: ret;"), 3, "branch to unknown label 'L1'"},
    {BODY("ret;\n{ X: ret; }\nbra X;"), 5, "branch to unknown label 'X'"},
    {BODY("L1: ret;\n\nL1: ret;"), 5, "'L1' is declared twice; the first time in line 3"},
    {BODY("ld.param.u32 a, [b];"), 3, "'b' is not declared"},
    {BODY("ld.u32 a, [a"), 4, "expected ']' at the end of an address, found '}'"},
    {BODY("st.u32 [k], 1;"), 3, "expected a register, a variable or a constant as address"},
    {BODY("@%p1 ret;"), 3, "register '%p1' is not declared"},
    {BODY(".reg .u32 %r<2>;\n@%r1 ret;"), 4, "expected a predicate register after '@'"},
    {BODY("@ret;"), 3, "expected a predicate register after '@', found 'ret'"},
    {BODY("mov.u32 a, %tid;"), 3, "expected a component of the special register"},
    {BODY("mov.u32 a, %tid.q;"), 3, "'%tid.q' is not declared"},
    {BODY("mov.u32 a, \x01;"), 3, "found byte 0x01"},
    {BODY("mov.u32 a, !5;"), 3, "expected a register after '!'"},
    {BODY("mov.u32 {a, 1;"), 3, "expected ',' or '}' after an element of a vector, found ';'"},
    {BODY("t: .branchtargets k;"), 3, "expected the names of labels in the list 't'"},
    {BODY(".loc 1 2;"), 3, "expected the number of a column, found ';'"},
    {BODY(".local .b8 x[2000000000];"), 3, "take more than"},
};

START_TEST(malformed_text_is_explained)
{
    const struct malformed *m = &malformed[_i];
    GError *error = NULL;
    g_autofree char *place = g_strdup_printf("bad.ptx:%u: ", m->line);
    struct ptx_module *module = ptx_module_parse("bad.ptx", m->text, strlen(m->text), &error);
    ck_assert_ptr_null(module);
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(g_str_has_prefix(error->message, place), "case %d: %s, not at line %u", _i,
                  error->message, m->line);
    ck_assert_msg(strstr(error->message, m->fragment) != NULL, "case %d: %s, without '%s'", _i,
                  error->message, m->fragment);
    g_error_free(error);
}
END_TEST

START_TEST(nesting_is_bounded)
{
    static const char openers[] = "{[(-!";
    for (const char *c = openers; *c; c++) {
        g_autofree char *many = g_strnfill(100000, *c);
        g_autofree char *operand = g_strconcat(".entry k() { mov.u32 ", many, NULL);
        g_autofree char *scope = g_strconcat(".entry k() { ", many, NULL);
        g_autofree char *init = g_strconcat(".global .u32 x[1][1] = ", many, NULL);
        const char *texts[] = {operand, scope, init};
        for (int i = 0; i < 3; i++) {
            GError *error = NULL;
            ck_assert_ptr_null(ptx_module_parse("deep.ptx", texts[i], strlen(texts[i]), &error));
            ck_assert_ptr_nonnull(error);
            g_error_free(error);
        }
    }
}
END_TEST

START_TEST(missing_files_and_kernels)
{
    GError *error = NULL;
    ck_assert_ptr_null(ptx_module_load(FIXTURES "none.ptx", &error));
    ck_assert_ptr_nonnull(strstr(error->message, "none.ptx: can't read this PTX file"));
    g_clear_error(&error);
    struct ptx_module *m = load_fixture("nvcc_calls.ptx");
    ck_assert_ptr_null(ptx_module_find(m, "triple", &error)); /* no kernel */
    ck_assert_ptr_nonnull(
        strstr(error->message, "no kernel 'triple' here; the kernels are: _Z4callPiPFiiE"));
    g_error_free(error);
    ptx_module_free(m);
}
END_TEST

/* Replaces, inserts, removes or repeats a piece somewhere, or cuts the text off. */
static void mutate(GString *text, uint64_t *state)
{
    static const char *const pieces[] = {"{",    "}",      "[",      "]",  "(",  ")",    ";",
                                         ",",    "%r1",    "%p1",    "_",  "@",  ".reg", ".b32",
                                         "999",  "0x",     "0f",     "\"", "/*", "|",    "+",
                                         "-",    ".local", "ret;",   "L:", "<",  ">",    "\n",
                                         "\x80", "bra L;", ".align", "=",  "a",  "1",    "."};
    gssize at = (gssize)(next_random(state) % (text->len + 1));
    gssize length = (gssize)(next_random(state) % 12);
    const char *piece = pieces[next_random(state) % G_N_ELEMENTS(pieces)];
    length = MIN(length, (gssize)text->len - at);
    switch (next_random(state) % 6) {
    case 0:
        g_string_truncate(text, (gsize)at);
        break;
    case 1:
        g_string_erase(text, at, length);
        break;
    case 2: {
        g_autofree char *copy = g_strndup(text->str + at, (gsize)length);
        g_string_insert(text, (gssize)(next_random(state) % (text->len + 1)), copy);
        break;
    }
    case 3:
        g_string_erase(text, at, length);
        g_string_insert(text, at, piece);
        break;
    case 4:
        if (at < (gssize)text->len)
            text->str[at] = (char)next_random(state);
        break;
    default:
        g_string_insert(text, at, piece);
        break;
    }
}

/* All analyses of whatever was accepted. */
static void analyse(const struct ptx_module *module)
{
    for (unsigned i = 0; i < module->n_functions; i++) {
        const struct ptx_function *f = module->functions[i];
        struct ptx_cfg *cfg = ptx_cfg_new(f);
        g_autofree uint32_t *dominators = ptx_dominators(cfg);
        g_autofree uint32_t *reconvergence = ptx_reconvergence(cfg);
        struct ptx_loops *loops = ptx_loops_new(cfg, dominators);
        for (uint32_t pc = 0; pc < f->n_instructions; pc++)
            ck_assert(reconvergence[pc] < f->n_instructions ||
                      reconvergence[pc] == PTX_RECONVERGE_AT_EXIT);
        struct ptx_liveness *liveness = ptx_liveness_new(cfg);
        struct ptx_allocation *allocation = ptx_allocation_new(f, liveness);
        ck_assert_uint_le(allocation->n_slots, f->n_registers + 1);
        ptx_allocation_free(allocation);
        ptx_liveness_free(liveness);
        ptx_loops_free(loops);
        ptx_cfg_free(cfg);
    }
}

START_TEST(mutated_text_never_crashes)
{
    g_autofree char *path = g_strconcat(FIXTURES, fixture_names[_i], NULL);
    g_autofree char *original = NULL;
    gsize length;
    ck_assert(g_file_get_contents(path, &original, &length, NULL));
    uint64_t state = 88172645463325252u + (uint64_t)_i;
    unsigned accepted = 0, refused = 0;
    for (int round = 0; round < 400; round++) {
        GString *text = g_string_new_len(original, (gssize)length);
        GError *error = NULL;
        for (uint32_t n = next_random(&state) % 4; n < 4; n++)
            mutate(text, &state);
        g_autofree char *exact = g_malloc(text->len + 1); /* for the sanitizer: no more than that */
        memcpy(exact + 1, text->str, text->len);
        struct ptx_module *module = ptx_module_parse("mutant.ptx", exact + 1, text->len, &error);
        ck_assert((module == NULL) == (error != NULL));
        if (module) {
            accepted++;
            analyse(module);
        } else {
            refused++;
            ck_assert(g_str_has_prefix(error->message, "mutant.ptx:"));
        }
        g_clear_error(&error);
        ptx_module_free(module);
        g_string_free(text, TRUE);
    }
    ck_assert_uint_gt(accepted, 10); /* or the test tests little */
    ck_assert_uint_gt(refused, 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx parser errors");
    TCase *tcase = tcase_create("errors");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, malformed_text_is_explained, 0, (int)G_N_ELEMENTS(malformed));
    tcase_add_test(tcase, nesting_is_bounded);
    tcase_add_test(tcase, missing_files_and_kernels);
    tcase_add_loop_test(tcase, mutated_text_never_crashes, 0, (int)G_N_ELEMENTS(fixture_names));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
