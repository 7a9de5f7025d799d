/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses, liveness and allocation of small kernels: exact values, found by hand. */
#include "tests/workloads/ptx/analysis/registers.h"
#include "workloads/ptx/analysis/accesses.h"

static uint32_t number(const struct registers *r, const char *name)
{
    for (uint32_t i = 0; i < r->f->n_registers; i++)
        if (strcmp(r->f->registers[i].name, name) == 0)
            return i;
    ck_abort_msg("no register %s", name);
}

static uint32_t slot(const struct registers *r, const char *name)
{
    return r->allocation->slot_of[number(r, name)];
}

static void check_interval(const struct registers *r, const char *name, uint32_t start,
                           uint32_t end)
{
    const struct ptx_interval *interval = &r->liveness->intervals[number(r, name)];
    ck_assert_msg(interval->start == start && interval->end == end, "%s: %u to %u", name,
                  interval->start, interval->end);
}

START_TEST(straight_code)
{
    struct registers r;
    registers_init(&r,
                   parse_body("ld.param.u64 %rd1, [a];"      /* 0 */
                              "ld.global.u32 %r1, [%rd1];"   /* 1 */
                              "ld.global.u32 %r2, [%rd1+4];" /* 2 */
                              "add.u32 %r3, %r1, %r2;"       /* 3 */
                              "st.global.u32 [%rd1], %r3;"   /* 4 */
                              "ret;"),
                   0);
    check_interval(&r, "%rd1", 1, 8);
    check_interval(&r, "%r1", 3, 6);
    check_interval(&r, "%r2", 5, 6);
    check_interval(&r, "%r3", 7, 8);
    ck_assert_uint_eq(r.liveness->max_registers, 4);
    ck_assert_uint_eq(r.liveness->max_predicates, 0);
    ck_assert_uint_eq(slot(&r, "%rd1"), 1);
    ck_assert_uint_eq(slot(&r, "%r1"), 2);
    ck_assert_uint_eq(slot(&r, "%r2"), 3);
    ck_assert_uint_eq(slot(&r, "%r3"), 2);
    ck_assert_uint_eq(r.allocation->n_slots, 4);
    ck_assert_uint_eq(r.allocation->class_of[0], PTX_SLOT_NONE);
    ck_assert_uint_eq(r.allocation->class_of[1], PTX_SLOT_64);
    ck_assert_uint_eq(r.allocation->class_of[3], PTX_SLOT_32);
    ck_assert_uint_eq(r.allocation->rank_of[3], 1);
    ck_assert_uint_eq(r.allocation->n_of_class[PTX_SLOT_32], 2);
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

START_TEST(guarded_writes_kill_nothing)
{
    struct registers r;
    registers_init(&r,
                   parse_body("mov.u32 %r1, 1;"            /* 0 */
                              "setp.eq.u32 %p1, %r9, 0;"   /* 1 */
                              "@%p1 mov.u32 %r1, 2;"       /* 2 */
                              "@!%p1 mov.u32 %r2, 2;"      /* 3 */
                              "st.global.u32 [%rd1], %r1;" /* 4 */
                              "st.global.u32 [%rd1], %r2;" /* 5 */
                              "ret;"),
                   0);
    check_interval(&r, "%r1", 1, 8);
    check_interval(&r, "%r9", 0, 2);  /* never written */
    check_interval(&r, "%r2", 0, 10); /* never surely written */
    check_interval(&r, "%rd1", 0, 10);
    check_interval(&r, "%p1", 3, 6);
    ck_assert_uint_eq(r.liveness->max_registers, 5);
    ck_assert_uint_eq(r.liveness->max_predicates, 1);
    ck_assert_uint_ne(slot(&r, "%r9"), 0);
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

START_TEST(values_live_round_a_loop)
{
    struct registers r;
    registers_init(&r,
                   parse_body("mov.u32 %r1, 0;"            /* 0 */
                              "mov.u32 %r2, 7;"            /* 1 */
                              "L: add.u32 %r3, %r1, %r2;"  /* 2 */
                              "mov.u32 %r1, %r3;"          /* 3 */
                              "setp.lt.u32 %p1, %r1, 100;" /* 4 */
                              "@%p1 bra L;"                /* 5 */
                              "st.global.u32 [%rd1], %r1;" /* 6 */
                              "ret;"),
                   0);
    check_interval(&r, "%r1", 1, 12);
    check_interval(&r, "%r2", 3, 11); /* to the end of the branch back */
    check_interval(&r, "%r3", 5, 6);
    check_interval(&r, "%p1", 9, 10);
    check_interval(&r, "%rd1", 0, 12);
    ck_assert_uint_eq(r.liveness->max_registers, 4);
    ck_assert_uint_eq(r.liveness->live_in[1]->len, 3);
    ck_assert_uint_eq(r.liveness->live_out[2]->len, 0);
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

START_TEST(several_destinations)
{
    struct registers r;
    registers_init(&r,
                   parse_body("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];" /* 0 */
                              "mov.b32 {%rs1, %rs2}, %r1;"                     /* 1 */
                              "setp.lt.f32 %p1|%p2, %f1, %f2;"                 /* 2 */
                              "mov.b64 {%r2, %r3}, %rd2;"                      /* 3 */
                              "ret;"),
                   0);
    check_interval(&r, "%f3", 1, 1);
    check_interval(&r, "%r1", 0, 3);
    check_interval(&r, "%rd2", 0, 7);
    ck_assert_uint_ne(slot(&r, "%f3"), slot(&r, "%f4"));
    ck_assert_uint_ne(slot(&r, "%rs1"), slot(&r, "%rs2"));
    ck_assert_uint_ne(slot(&r, "%rs1"), slot(&r, "%r1"));
    ck_assert_uint_ne(slot(&r, "%rs2"), slot(&r, "%r1"));
    ck_assert_uint_ne(slot(&r, "%p1"), slot(&r, "%p2"));
    /* behind 0: f1 to f4, r1, rd2 */
    ck_assert_uint_eq(r.liveness->max_registers, 7);
    ck_assert_uint_eq(r.liveness->max_predicates, 2);
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

START_TEST(oldest_free_slot_first)
{
    struct registers r;
    registers_init(&r,
                   parse_body("mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;"
                              "st.u32 [0], %r2; st.u32 [0], %r1; st.u32 [0], %r3;"
                              "mov.u32 %r4, 4; mov.u32 %r5, 5; mov.u16 %rs1, 6;"
                              "mov.u64 %rd1, 7; mov.pred %p1, %p2; ret;"),
                   0);
    ck_assert_uint_eq(slot(&r, "%r4"), slot(&r, "%r2"));
    ck_assert_uint_eq(slot(&r, "%r5"), slot(&r, "%r1"));
    ck_assert_uint_eq(slot(&r, "%rs1"), slot(&r, "%r3")); /* 16 bits in a 32-bit slot */
    ck_assert_uint_eq(r.allocation->n_of_class[PTX_SLOT_32], 3);
    ck_assert_uint_eq(r.allocation->n_of_class[PTX_SLOT_64], 1);
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

START_TEST(unused_registers_have_no_slot)
{
    struct registers r;
    registers_init(&r,
                   parse_body(".reg .v2 .u32 %w; .reg .b128 %q; mov.u32 %w.y, 1;"
                              "mov.b128 %q, {%rd1, %rd2}; ret;"),
                   0);
    ck_assert_uint_eq(slot(&r, "%w.x"), 0);
    ck_assert_uint_ne(slot(&r, "%w.y"), 0);
    ck_assert_uint_eq(r.allocation->class_of[slot(&r, "%q.x")], PTX_SLOT_64);
    ck_assert_uint_eq(r.allocation->class_of[slot(&r, "%q.y")], PTX_SLOT_64);
    ck_assert_uint_eq(r.liveness->max_registers, 5); /* rd1, rd2, w.y; q alone is 4 */
    registers_finish(&r);
    ptx_module_free(r.module);
}
END_TEST

struct access_case {
    const char *text, *writes, *reads;
};

static const struct access_case access_cases[] = {
    {"add.u32 %r1, %r2, %r3;", "%r1", "%r2 %r3"},
    {"@!%p1 mov.u32 %r1, 5;", "%r1", "%p1"},
    {"ld.global.v2.u32 {%r1, _}, [%rd1+8];", "%r1", "%rd1"},
    {"st.global.v2.u32 [%rd1], {%r1, %r2};", "", "%rd1 %r1 %r2"},
    {"setp.lt.and.u32 %p1|%p2, %r1, %r2, !%p3;", "%p1 %p2", "%r1 %r2 %p3"},
    {"shfl.sync.idx.b32 %r1|_, %r2, %r3, 31, -1;", "%r1", "%r2 %r3"},
    {"atom.global.cas.b32 %r1, [%rd1], %r2, %r3;", "%r1", "%rd1 %r2 %r3"},
    {"red.global.add.u32 [%rd1], %r1;", "", "%rd1 %r1"},
    {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];", "%f1 %f2 %f3 %f4",
     "%rd1 %f5 %f6"},
    {"bar.sync %r1, %r2;", "", "%r1 %r2"},
    {"barrier.cta.arrive %r1, 64;", "", "%r1"},
    {"bar.red.popc.u32 %r1, 0, %p1;", "%r1", "%p1"},
    {"nanosleep.u32 %r1;", "", "%r1"},
    {"prefetch.global.L2 [%rd1];", "", "%rd1"},
    {"membar.gl;", "", ""},
    {"call (%r1), %rd1, (%r2, %r3);", "%r1", "%rd1 %r2 %r3"},
    {"call k, (%r2);", "", "%r2"},
    {"call %rd1;", "", "%rd1"},
    {"t: .branchtargets t2; t2: brx.idx %r1, t;", "", "%r1"},
    {"newop.u32 %r1, %r2;", "%r1", "%r2"},
    {"cp.async.ca.shared.global [%r1], [%rd1], 4;", "", "%r1 %rd1"},
    {"wgmma.mma_async.sync.aligned.f32 {%f1, %f2}, %rd1, %rd2, %p1;", "%f1 %f2",
     "%f1 %f2 %rd1 %rd2 %p1"},
    {"tcgen05.dealloc.cta_group::1.b32 %r1, 32;", "", "%r1"},
};

static void check_names(const struct ptx_function *f, const GArray *registers, const char *expected)
{
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < registers->len; i++)
        g_string_append_printf(found, "%s%s", found->len ? " " : "",
                               f->registers[g_array_index(registers, uint32_t, i)].name);
    ck_assert_str_eq(found->str, expected);
}

START_TEST(accesses)
{
    struct ptx_accesses a;
    struct ptx_module *module = parse_body(access_cases[_i].text);
    const struct ptx_function *f = module->functions[0];
    ptx_accesses_init(&a);
    ptx_accesses_of(&a, &f->instructions[0]);
    check_names(f, a.writes, access_cases[_i].writes);
    check_names(f, a.reads, access_cases[_i].reads);
    ptx_accesses_finish(&a);
    ptx_module_free(module);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx registers");
    TCase *tcase = tcase_create("registers");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, straight_code);
    tcase_add_test(tcase, guarded_writes_kill_nothing);
    tcase_add_test(tcase, values_live_round_a_loop);
    tcase_add_test(tcase, several_destinations);
    tcase_add_test(tcase, oldest_free_slot_first);
    tcase_add_test(tcase, unused_registers_have_no_slot);
    tcase_add_loop_test(tcase, accesses, 0, (int)G_N_ELEMENTS(access_cases));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
