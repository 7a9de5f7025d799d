/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks, reconvergence points and loops of kernels whose answers are known. */
#include "tests/workloads/ptx/analysis/flow.h"
#include "workloads/ptx/lower/lowering.h"

static void check_blocks(const struct flow *flow, const uint32_t *firsts, uint32_t n)
{
    ck_assert_uint_eq(flow->cfg->n_blocks, n);
    for (uint32_t b = 0; b < n; b++) {
        ck_assert_uint_eq(flow->cfg->blocks[b].first, firsts[b]);
        ck_assert_uint_eq(flow->cfg->blocks[b].end,
                          b + 1 < n ? firsts[b + 1] : flow->f->n_instructions);
    }
}

#define CHECK_BLOCKS(flow, ...)                                                                    \
    do {                                                                                           \
        static const uint32_t firsts[] = {__VA_ARGS__};                                            \
        check_blocks(flow, firsts, G_N_ELEMENTS(firsts));                                          \
    } while (0)

/* The pcs of back edges, as a set. */
static void check_back_edges(const struct flow *flow, const char *expected)
{
    g_autoptr(GString) found = g_string_new(NULL);
    for (uint32_t pc = 0; pc < flow->f->n_instructions; pc++)
        if (flow->loops->back_edge[pc])
            g_string_append_printf(found, "%s%u", found->len ? " " : "", pc);
    ck_assert_str_eq(found->str, expected);
}

static void check_loop(const struct flow *flow, unsigned i, uint32_t header, uint32_t last,
                       int32_t parent)
{
    ck_assert_uint_lt(i, flow->loops->n_loops);
    ck_assert_uint_eq(flow->loops->loops[i].header, header);
    ck_assert_uint_eq(flow->loops->loops[i].last, last);
    ck_assert_int_eq(flow->loops->loops[i].parent, parent);
}

START_TEST(if_else)
{
    struct flow flow;
    flow_init(&flow, parse_body("setp.eq.u32 %p1, %r1, 0;"   /* 0 */
                                "@%p1 bra ELSE;"             /* 1 */
                                "add.u32 %r2, %r2, 1;"       /* 2 */
                                "bra.uni JOIN;"              /* 3 */
                                "ELSE: add.u32 %r2, %r2, 2;" /* 4 */
                                "JOIN: mov.u32 %r3, %r2;"    /* 5 */
                                "ret;"));                    /* 6 */
    CHECK_BLOCKS(&flow, 0, 2, 4, 5);
    const struct ptx_block *first = &flow.cfg->blocks[0];
    ck_assert_uint_eq(first->n_successors, 2);
    ck_assert_uint_eq(flow.cfg->successors[first->successors], 1);
    ck_assert_uint_eq(flow.cfg->successors[first->successors + 1], 2);
    ck_assert_uint_eq(flow.cfg->blocks[3].n_predecessors, 2);
    ck_assert_uint_eq(flow.reconvergence[1], 5);
    ck_assert_uint_eq(flow.reconvergence[3], 5);
    ck_assert_uint_eq(flow.reconvergence[6], PTX_RECONVERGE_AT_EXIT);
    ck_assert_uint_eq(flow.dominators[3], 0);
    ck_assert_uint_eq(flow.loops->n_loops, 0);
    check_back_edges(&flow, "");
    flow_finish(&flow);
}
END_TEST

START_TEST(nested_loops)
{
    struct flow flow;
    flow_init(&flow, load_fixture("loops.ptx"));
    CHECK_BLOCKS(&flow, 0, 14, 18, 24, 29);
    ck_assert_uint_eq(flow.reconvergence[13], 29);
    ck_assert_uint_eq(flow.reconvergence[23], 24);
    ck_assert_uint_eq(flow.reconvergence[28], 29);
    ck_assert_uint_eq(flow.loops->n_loops, 2);
    check_loop(&flow, 0, 14, 28, -1);
    check_loop(&flow, 1, 18, 23, 0);
    static const int32_t loop_of[] = {-1, 0, 1, 0, -1};
    for (unsigned b = 0; b < 5; b++)
        ck_assert_int_eq(flow.loops->loop_of[flow.cfg->blocks[b].first], loop_of[b]);
    check_back_edges(&flow, "23 28");
    flow_finish(&flow);
}
END_TEST

START_TEST(break_and_continue)
{
    struct flow flow;
    flow_init(&flow, parse_body("mov.u32 %r1, 0;"                  /* 0 */
                                "HEAD: setp.ge.u32 %p1, %r1, %r2;" /* 1 */
                                "@%p1 bra EXIT;"                   /* 2 */
                                "setp.eq.u32 %p2, %r1, %r3;"       /* 3 */
                                "@%p2 bra NEXT;"                   /* 4 */
                                "setp.eq.u32 %p3, %r1, %r4;"       /* 5 */
                                "@%p3 bra EXIT;"                   /* 6 */
                                "add.u32 %r5, %r5, %r1;"           /* 7 */
                                "NEXT: add.u32 %r1, %r1, 1;"       /* 8 */
                                "bra.uni HEAD;"                    /* 9 */
                                "EXIT: ret;"));                    /* 10 */
    CHECK_BLOCKS(&flow, 0, 1, 3, 5, 7, 8, 10);
    static const uint32_t branches[][2] = {{2, 10}, {4, 10}, {6, 10}, {9, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(branches); i++)
        ck_assert_uint_eq(flow.reconvergence[branches[i][0]], branches[i][1]);
    ck_assert_uint_eq(flow.loops->n_loops, 1);
    check_loop(&flow, 0, 1, 9, -1);
    ck_assert_int_eq(flow.loops->loop_of[7], 0);
    ck_assert_int_eq(flow.loops->loop_of[10], -1);
    check_back_edges(&flow, "9");
    flow_finish(&flow);
}
END_TEST

START_TEST(early_return)
{
    struct flow flow;
    flow_init(&flow, parse_body("setp.eq.u32 %p1, %r1, 0;" /* 0 */
                                "@%p1 ret;"                /* 1 */
                                "@%p2 bra A;"              /* 2 */
                                "trap;"                    /* 3 */
                                "A: exit;"));              /* 4 */
    CHECK_BLOCKS(&flow, 0, 2, 3, 4);
    ck_assert_uint_eq(flow.cfg->blocks[0].n_successors, 2);
    ck_assert_uint_eq(flow.cfg->successors[flow.cfg->blocks[0].successors + 1], 4); /* exit */
    ck_assert_uint_eq(flow.cfg->blocks[4].n_predecessors, 3);
    ck_assert_uint_eq(flow.reconvergence[1], PTX_RECONVERGE_AT_EXIT);
    ck_assert_uint_eq(flow.reconvergence[2], PTX_RECONVERGE_AT_EXIT);
    flow_finish(&flow);
}
END_TEST

START_TEST(switch_in_a_loop)
{
    struct flow flow;
    flow_init(&flow, load_fixture("switch.ptx"));
    CHECK_BLOCKS(&flow, 0, 3, 6, 8, 10, 11, 13, 14, 15, 16, 18);
    ck_assert_uint_eq(flow.cfg->blocks[1].n_successors, 3);           /* CASE0 once */
    ck_assert_uint_eq(flow.reconvergence[5], PTX_RECONVERGE_AT_EXIT); /* CASE3 returns */
    ck_assert_uint_eq(flow.reconvergence[9], 11);
    ck_assert_uint_eq(flow.reconvergence[7], 16);
    ck_assert_uint_eq(flow.loops->n_loops, 3);
    check_loop(&flow, 0, 3, 17, -1);
    check_loop(&flow, 1, 8, 10, 0);
    check_loop(&flow, 2, 11, 13, 0);
    ck_assert_int_eq(flow.loops->loop_of[15], -1); /* leaves the loop */
    check_back_edges(&flow, "10 13 17");
    flow_finish(&flow);
}
END_TEST

START_TEST(infinite_loop)
{
    struct flow flow;
    flow_init(&flow, parse_body("HEAD: setp.eq.u32 %p1, %r1, 0;" /* 0 */
                                "@%p1 bra SKIP;"                 /* 1 */
                                "add.u32 %r1, %r1, 1;"           /* 2 */
                                "SKIP: add.u32 %r2, %r2, 1;"     /* 3 */
                                "bra HEAD;"));                   /* 4 */
    ck_assert_uint_eq(flow.reconvergence[1], 3);
    ck_assert_uint_eq(flow.reconvergence[4], PTX_RECONVERGE_AT_EXIT);
    ck_assert(!flow.cfg->blocks[flow.cfg->n_blocks].reachable);
    check_loop(&flow, 0, 0, 4, -1);
    flow_finish(&flow);
}
END_TEST

START_TEST(unreachable_code)
{
    struct flow flow;
    flow_init(&flow, parse_body("ret;"                                /* 0 */
                                "X: @%p1 bra Y; add.u32 %r1, %r1, 1;" /* 1 2 */
                                "Y: bra X;"));                        /* 3 */
    CHECK_BLOCKS(&flow, 0, 1, 2, 3);
    ck_assert(flow.cfg->blocks[0].reachable && !flow.cfg->blocks[1].reachable);
    ck_assert_uint_eq(flow.cfg->n_order, 1);
    ck_assert_uint_eq(flow.dominators[1], PTX_NO_BLOCK);
    ck_assert_uint_eq(flow.reconvergence[1], 3);
    ck_assert_uint_eq(flow.loops->n_loops, 0);
    flow_finish(&flow);
}
END_TEST

START_TEST(two_entries_into_a_cycle)
{
    struct flow flow;
    flow_init(&flow, parse_body("@%p1 bra B;"             /* 0 */
                                "A: add.u32 %r1, %r1, 1;" /* 1 */
                                "B: add.u32 %r1, %r1, 2;" /* 2 */
                                "@%p2 bra A;"             /* 3 */
                                "ret;"));                 /* 4 */
    ck_assert_uint_eq(flow.reconvergence[0], 2);
    ck_assert_uint_eq(flow.loops->n_loops, 0);
    check_back_edges(&flow, "3");
    flow_finish(&flow);
}
END_TEST

START_TEST(loop_entered_at_its_test)
{
    struct flow flow;
    flow_init(&flow, parse_body("bra TEST;"                      /* 0 */
                                "BODY: add.u32 %r1, %r1, 1;"     /* 1 */
                                "TEST: setp.lt.u32 %p1, %r1, 9;" /* 2 */
                                "@%p1 bra BODY;"                 /* 3 */
                                "ret;"));                        /* 4 */
    ck_assert_uint_eq(flow.loops->n_loops, 1);
    check_loop(&flow, 0, 2, 1, -1); /* the back edge falls from 1 into 2 */
    ck_assert_int_eq(flow.loops->loop_of[1], 0);
    ck_assert_int_eq(flow.loops->loop_of[3], 0);
    check_back_edges(&flow, "3");
    flow_finish(&flow);
}
END_TEST

START_TEST(calls_and_ends)
{
    struct flow flow;
    flow_init(&flow, load_fixture("nvcc_calls.ptx"));
    CHECK_BLOCKS(&flow, 0, 7, 14); /* calls at 8 and 11 end no block */
    ck_assert_uint_eq(flow.reconvergence[6], 14);
    flow_finish(&flow);
    flow_init(&flow, parse_body(""));
    ck_assert_uint_eq(flow.cfg->n_blocks, 0);
    ck_assert_uint_eq(flow.loops->n_loops, 0);
    flow_finish(&flow);
    flow_init(&flow, parse_body("@%p1 bra END; add.u32 %r1, %r1, 1; END:"));
    CHECK_BLOCKS(&flow, 0, 1);
    ck_assert_uint_eq(flow.cfg->blocks[2].n_predecessors, 2);
    ck_assert_uint_eq(flow.reconvergence[0], PTX_RECONVERGE_AT_EXIT);
    flow_finish(&flow);
}
END_TEST

/* Code behind questions for an address's space: u is unlikely. */
static const struct {
    const char *body, *expected;
} questions[] = {
    {"ld.param.u64 %rd1, [a]; add.s64 %rd2, %rd1, %rd3; isspacep.global %p1, %rd2;"
     "@!%p1 bra OTHER; add.u32 %r1, %r1, 1; bra JOIN; OTHER: add.u32 %r1, %r1, 2; JOIN: ret;",
     "......u."},
    {"cvta.shared.u64 %rd1, %rd3; cvta.global.u64 %rd2, %rd4; isspacep.shared %p1, %rd1;"
     "isspacep.global %p2, %rd2; and.pred %p3, %p1, %p2; selp.u32 %r2, 1, 0, %p3;"
     "setp.ne.u32 %p4, %r2, 0; @%p4 bra JOIN; add.u32 %r1, %r1, 2; JOIN: ret;",
     "........u."},
    {"cvta.shared.u64 %rd1, %rd3; isspacep.global %p1, %rd1; not.pred %p2, %p1;"
     "@%p1 bra OTHER; @%p2 bra JOIN; OTHER: add.u32 %r1, %r1, 2; JOIN: ret;",
     ".....u."},
    /* A shared cluster's address, an address from elsewhere, one with two definitions, one of which
     * nobody asks. */
    {"cvta.shared.u64 %rd1, %rd3; isspacep.shared::cta %p1, %rd1; @%p1 bra JOIN;"
     "add.u32 %r1, %r1, 2; JOIN: ret;",
     "...u."},
    {"ld.global.u64 %rd1, [%rd2]; isspacep.global %p1, %rd1; @%p1 bra JOIN;"
     "add.u32 %r1, %r1, 2; JOIN: ret;",
     "....."},
    {"cvta.shared.u64 %rd1, %rd3; @%p2 mov.b64 %rd1, %rd2; isspacep.shared %p1, %rd1;"
     "@%p1 bra JOIN; add.u32 %r1, %r1, 2; JOIN: ret;",
     "......"},
    {"cvta.shared.u64 %rd1, %rd3; @%p1 bra JOIN; add.u32 %r1, %r1, 2; JOIN: ret;", "...."},
};

START_TEST(what_is_unlikely)
{
    struct flow flow;
    flow_init(&flow, parse_body(questions[_i].body));
    g_autofree bool *unlikely = lower_unlikely(flow.cfg);
    g_autoptr(GString) found = g_string_new(NULL);
    for (uint32_t pc = 0; pc < flow.f->n_instructions; pc++)
        g_string_append_c(found, unlikely && unlikely[pc] ? 'u' : '.');
    ck_assert_str_eq(found->str, questions[_i].expected);
    flow_finish(&flow);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx control flow");
    TCase *tcase = tcase_create("cfg");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, if_else);
    tcase_add_test(tcase, nested_loops);
    tcase_add_test(tcase, break_and_continue);
    tcase_add_test(tcase, early_return);
    tcase_add_test(tcase, switch_in_a_loop);
    tcase_add_test(tcase, infinite_loop);
    tcase_add_test(tcase, unreachable_code);
    tcase_add_test(tcase, two_entries_into_a_cycle);
    tcase_add_test(tcase, loop_entered_at_its_test);
    tcase_add_test(tcase, calls_and_ends);
    tcase_add_loop_test(tcase, what_is_unlikely, 0, G_N_ELEMENTS(questions));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
