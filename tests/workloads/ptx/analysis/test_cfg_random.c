/* SPDX-License-Identifier: BSD-3-Clause */
/* Dominators, post-dominators and loops of random kernels, compared with their definitions applied
 * literally. */
#include "tests/workloads/ptx/analysis/flow.h"
#include "tests/workloads/ptx/random_program.h"

/* Whether `to` can be reached from `from` on a path that avoids block `without` and the blocks
 * marked in `barred` (may be NULL); a path has at least one block, `from` itself counts. */
static bool reaches(const struct ptx_cfg *cfg, uint32_t from, uint32_t to, uint32_t without,
                    const bool *barred)
{
    bool seen[64] = {false};
    uint32_t stack[64], depth = 0;
    if (from == without)
        return false;
    stack[depth++] = from;
    seen[from] = true;
    while (depth > 0) {
        uint32_t b = stack[--depth];
        if (b == to)
            return true;
        for (uint32_t k = 0; k < cfg->blocks[b].n_successors; k++) {
            uint32_t next = cfg->successors[cfg->blocks[b].successors + k];
            if (next != without && !seen[next] && !(barred && barred[next])) {
                seen[next] = true;
                stack[depth++] = next;
            }
        }
    }
    return false;
}

/* a dominates b if b can't be reached without a; a post-dominates b if the exit can't. */
static void check_trees(const struct flow *flow)
{
    const struct ptx_cfg *cfg = flow->cfg;
    uint32_t exit_block = cfg->n_blocks;
    bool all_leave = true;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        all_leave = all_leave && reaches(cfg, b, exit_block, PTX_NO_BLOCK, NULL);
    for (uint32_t a = 0; a < cfg->n_blocks; a++) {
        for (uint32_t b = 0; b < cfg->n_blocks; b++) {
            if (cfg->blocks[a].reachable && cfg->blocks[b].reachable)
                ck_assert(ptx_dominates(flow->dominators, a, b) ==
                          (a == b || !reaches(cfg, 0, b, a, NULL)));
            if (all_leave) /* infinite loops have an edge that this graph hasn't */
                ck_assert(ptx_dominates(flow->postdominators, a, b) ==
                          (a == b || !reaches(cfg, b, exit_block, a, NULL)));
        }
    }
}

/* A block is in a header's loop if it reaches one of its back edges without the header. */
static bool in_natural_loop(const struct flow *flow, uint32_t block, uint32_t header)
{
    const struct ptx_cfg *cfg = flow->cfg;
    const struct ptx_block *h = &cfg->blocks[header];
    for (uint32_t k = 0; k < h->n_predecessors; k++) {
        uint32_t from = cfg->predecessors[h->predecessors + k];
        if (!cfg->blocks[from].reachable || !ptx_dominates(flow->dominators, header, from))
            continue;
        if (block == header || reaches(cfg, block, from, header, NULL))
            return true;
    }
    return false;
}

static bool loop_contains(const struct ptx_loops *loops, int32_t loop, int32_t inner)
{
    while (inner >= 0 && inner != loop)
        inner = loops->loops[inner].parent;
    return inner == loop;
}

static void check_loops(const struct flow *flow)
{
    const struct ptx_cfg *cfg = flow->cfg;
    uint32_t n_headers = 0;
    for (uint32_t h = 0; h < cfg->n_blocks; h++) {
        if (!cfg->blocks[h].reachable || !in_natural_loop(flow, h, h))
            continue;
        n_headers++;
        int32_t loop = flow->loops->loop_of[cfg->blocks[h].first];
        ck_assert_int_ge(loop, 0);
        ck_assert_uint_eq(flow->loops->loops[loop].header, cfg->blocks[h].first);
        ck_assert_int_lt(flow->loops->loops[loop].parent, loop);
        for (uint32_t b = 0; b < cfg->n_blocks; b++) {
            int32_t inner = flow->loops->loop_of[cfg->blocks[b].first];
            if (cfg->blocks[b].reachable)
                ck_assert(loop_contains(flow->loops, loop, inner) == in_natural_loop(flow, b, h));
        }
    }
    ck_assert_uint_eq(flow->loops->n_loops, n_headers);
}

/* Without the blocks that end in a back edge no cycle is left. */
static void check_cycles(const struct flow *flow)
{
    const struct ptx_cfg *cfg = flow->cfg;
    bool barred[64] = {false};
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        barred[b] = flow->loops->back_edge[cfg->blocks[b].end - 1];
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        if (barred[b] || !cfg->blocks[b].reachable)
            continue;
        for (uint32_t k = 0; k < cfg->blocks[b].n_successors; k++) {
            uint32_t next = cfg->successors[cfg->blocks[b].successors + k];
            ck_assert(barred[next] || !reaches(cfg, next, b, PTX_NO_BLOCK, barred));
        }
    }
}

START_TEST(random_control_flow)
{
    uint64_t state = 2463534242u + (uint64_t)_i;
    unsigned n_loops = 0, n_meetings = 0;
    for (int round = 0; round < 200; round++) {
        struct flow flow;
        flow_init(&flow, random_program(&state));
        check_trees(&flow);
        check_loops(&flow);
        check_cycles(&flow);
        n_loops += flow.loops->n_loops;
        for (uint32_t pc = 0; pc < flow.f->n_instructions; pc++)
            n_meetings += flow.reconvergence[pc] != PTX_RECONVERGE_AT_EXIT;
        flow_finish(&flow);
    }
    ck_assert_uint_gt(n_loops, 50); /* or the test tests little */
    ck_assert_uint_gt(n_meetings, 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx control flow, random");
    TCase *tcase = tcase_create("random");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, random_control_flow, 0, 10);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
