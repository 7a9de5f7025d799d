/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/loops.h"

/* A loop nest under construction: inner loops are found first. */
struct nest {
    const struct ptx_cfg *cfg;
    const uint32_t *dominators;
    uint32_t *place;   /* of each block in cfg->order; UINT32_MAX if unreachable */
    int32_t *of_block; /* innermost loop of each block, -1 if none */
    GArray *loops;     /* struct code_loop, by falling place of their headers */
    GArray *headers;   /* uint32_t: the block of each */
    uint32_t *stack;   /* blocks */
};

static bool is_back_edge(const struct nest *n, uint32_t from, uint32_t to)
{
    return n->cfg->blocks[from].reachable && n->place[to] <= n->place[from] &&
           ptx_dominates(n->dominators, to, from);
}

static int32_t outermost(const struct nest *n, int32_t loop)
{
    while (loop >= 0 && g_array_index(n->loops, struct code_loop, loop).parent >= 0)
        loop = g_array_index(n->loops, struct code_loop, loop).parent;
    return loop;
}

/* Pushes the predecessors of b. A block is pushed once for each edge at most. */
static uint32_t push_predecessors(const struct nest *n, uint32_t b, uint32_t depth)
{
    const struct ptx_block *block = &n->cfg->blocks[b];
    for (uint32_t k = 0; k < block->n_predecessors; k++) {
        uint32_t from = n->cfg->predecessors[block->predecessors + k];
        if (n->cfg->blocks[from].reachable)
            n->stack[depth++] = from;
    }
    return depth;
}

/* Collects the loop of this header, if it is one, walking backwards from its back edges. Loops
 * met on the way are inside it, and are crossed in one step. */
static void find_loop(struct nest *n, uint32_t header)
{
    const struct ptx_block *block = &n->cfg->blocks[header];
    struct code_loop loop = {.header = block->first, .parent = -1};
    int32_t number = (int32_t)n->loops->len;
    uint32_t depth = 0;
    for (uint32_t k = 0; k < block->n_predecessors; k++) {
        uint32_t from = n->cfg->predecessors[block->predecessors + k];
        if (is_back_edge(n, from, header)) {
            loop.last = MAX(loop.last, n->cfg->blocks[from].end - 1);
            n->stack[depth++] = from;
        }
    }
    if (depth == 0)
        return;
    g_array_append_val(n->loops, loop);
    g_array_append_val(n->headers, header);
    n->of_block[header] = number;
    while (depth > 0) {
        uint32_t b = n->stack[--depth];
        int32_t inner = outermost(n, n->of_block[b]);
        if (inner == number)
            continue;
        if (inner < 0) {
            n->of_block[b] = number;
        } else {
            g_array_index(n->loops, struct code_loop, inner).parent = number;
            b = g_array_index(n->headers, uint32_t, inner);
        }
        depth = push_predecessors(n, b, depth);
    }
}

static bool in_loop(const struct nest *n, uint32_t block, int32_t loop)
{
    int32_t at = n->of_block[block];
    while (at >= 0 && at != loop)
        at = g_array_index(n->loops, struct code_loop, at).parent;
    return at == loop;
}

/* Marks the branches to lower pcs in a loop, or, with loop -1, everywhere. */
static void mark_backward_branches(const struct nest *n, int32_t loop, bool *back_edge)
{
    const struct ptx_cfg *cfg = n->cfg;
    for (uint32_t i = 0; i < cfg->n_order; i++) {
        uint32_t b = cfg->order[i], target, pc = cfg->blocks[b].end - 1;
        const struct ptx_instruction *in = &cfg->function->instructions[pc];
        if (loop >= 0 && !in_loop(n, b, loop))
            continue;
        for (unsigned k = 0; (target = ptx_branch_target(cfg->function, in, k)) != UINT32_MAX; k++)
            back_edge[pc] = back_edge[pc] || target <= pc;
    }
}

/* Marks the branch that takes the edge from -> to, which closes a cycle. If control just falls
 * from one block into the other (the loop is entered at its end), no branch does; but each way
 * round that loop takes a branch to a lower pc somewhere, so those are marked. */
static void mark_edge(const struct nest *n, uint32_t from, uint32_t to, bool *back_edge)
{
    const struct ptx_cfg *cfg = n->cfg;
    uint32_t target, pc = cfg->blocks[from].end - 1;
    const struct ptx_instruction *in = &cfg->function->instructions[pc];
    for (unsigned k = 0; (target = ptx_branch_target(cfg->function, in, k)) != UINT32_MAX; k++) {
        if (target == cfg->blocks[to].first) {
            back_edge[pc] = true;
            return;
        }
    }
    bool is_natural = is_back_edge(n, from, to);
    mark_backward_branches(n, is_natural ? n->of_block[to] : -1, back_edge);
}

static void mark_back_edges(const struct nest *n, bool *back_edge)
{
    const struct ptx_cfg *cfg = n->cfg;
    for (uint32_t i = 0; i < cfg->n_order; i++) {
        const struct ptx_block *block = &cfg->blocks[cfg->order[i]];
        for (uint32_t k = 0; k < block->n_successors; k++) {
            uint32_t to = cfg->successors[block->successors + k];
            if (to < cfg->n_blocks && n->place[to] <= i)
                mark_edge(n, cfg->order[i], to, back_edge);
        }
    }
}

/* Turns the order round, so that outer loops come first. */
static void fill(struct ptx_loops *loops, const struct nest *n)
{
    uint32_t count = loops->n_loops = n->loops->len;
    loops->loops = g_new(struct code_loop, count);
    for (uint32_t i = 0; i < count; i++) {
        struct code_loop *loop = &loops->loops[count - 1 - i];
        *loop = g_array_index(n->loops, struct code_loop, i);
        if (loop->parent >= 0)
            loop->parent = (int32_t)count - 1 - loop->parent;
    }
    for (uint32_t pc = 0; pc < n->cfg->function->n_instructions; pc++) {
        int32_t loop = n->of_block[n->cfg->block_of[pc]];
        loops->loop_of[pc] = loop < 0 ? -1 : (int32_t)count - 1 - loop;
    }
}

struct ptx_loops *ptx_loops_new(const struct ptx_cfg *cfg, const uint32_t *dominators)
{
    struct nest n = {.cfg = cfg, .dominators = dominators};
    uint32_t n_edges = 0;
    n.place = g_new(uint32_t, (size_t)cfg->n_blocks + 1);
    n.of_block = g_new(int32_t, (size_t)cfg->n_blocks + 1);
    for (uint32_t b = 0; b <= cfg->n_blocks; b++) {
        n.place[b] = UINT32_MAX;
        n.of_block[b] = -1;
        n_edges += cfg->blocks[b].n_predecessors;
    }
    n.stack = g_new(uint32_t, (size_t)n_edges * 2 + 1);
    n.loops = g_array_new(FALSE, FALSE, sizeof(struct code_loop));
    n.headers = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < cfg->n_order; i++)
        n.place[cfg->order[i]] = i;
    for (uint32_t i = cfg->n_order; i-- > 0;)
        find_loop(&n, cfg->order[i]);

    struct ptx_loops *loops = g_new0(struct ptx_loops, 1);
    loops->loop_of = g_new(int32_t, cfg->function->n_instructions);
    loops->back_edge = g_new0(bool, cfg->function->n_instructions);
    mark_back_edges(&n, loops->back_edge);
    fill(loops, &n);
    g_free(n.place);
    g_free(n.of_block);
    g_free(n.stack);
    g_array_free(n.loops, TRUE);
    g_array_free(n.headers, TRUE);
    return loops;
}

void ptx_loops_free(struct ptx_loops *loops)
{
    if (!loops)
        return;
    g_free(loops->loops);
    g_free(loops->loop_of);
    g_free(loops->back_edge);
    g_free(loops);
}
