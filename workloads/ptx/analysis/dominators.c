/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/dominators.h"
#include <string.h>

/* Edges of a directed graph in the direction of the walk, and against it. */
struct graph {
    uint32_t n, root;
    GArray **out, **in; /* of each node: uint32_t */
};

static void graph_init(struct graph *g, uint32_t n, uint32_t root)
{
    g->n = n;
    g->root = root;
    g->out = g_new(GArray *, n);
    g->in = g_new(GArray *, n);
    for (uint32_t i = 0; i < n; i++) {
        g->out[i] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
        g->in[i] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    }
}

static void graph_finish(struct graph *g)
{
    for (uint32_t i = 0; i < g->n; i++) {
        g_array_free(g->out[i], TRUE);
        g_array_free(g->in[i], TRUE);
    }
    g_free(g->out);
    g_free(g->in);
}

static void graph_add(struct graph *g, uint32_t from, uint32_t to)
{
    g_array_append_val(g->out[from], to);
    g_array_append_val(g->in[to], from);
}

/* The control flow itself, or with its edges turned round. */
static void graph_add_cfg(struct graph *g, const struct ptx_cfg *cfg, bool reverse)
{
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        for (uint32_t k = 0; k < cfg->blocks[b].n_successors; k++) {
            uint32_t to = cfg->successors[cfg->blocks[b].successors + k];
            graph_add(g, reverse ? to : b, reverse ? b : to);
        }
    }
}

/* Fills order with the nodes the root reaches, in post-order, and number with their places in it
 * (UINT32_MAX for the others). */
static uint32_t post_order(const struct graph *g, uint32_t *order, uint32_t *number)
{
    g_autofree uint32_t *next = g_new0(uint32_t, g->n);
    g_autofree uint32_t *stack = g_new(uint32_t, g->n);
    g_autofree bool *seen = g_new0(bool, g->n);
    uint32_t depth = 0, count = 0;
    memset(number, 0xff, g->n * sizeof *number);
    stack[depth++] = g->root;
    seen[g->root] = true;
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        if (next[node] < g->out[node]->len) {
            uint32_t to = g_array_index(g->out[node], uint32_t, next[node]++);
            if (!seen[to]) {
                seen[to] = true;
                stack[depth++] = to;
            }
            continue;
        }
        depth--;
        number[node] = count;
        order[count++] = node;
    }
    return count;
}

static uint32_t intersect(const uint32_t *idom, const uint32_t *number, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (number[a] < number[b])
            a = idom[a];
        while (number[b] < number[a])
            b = idom[b];
    }
    return a;
}

/* The common dominator of those predecessors that have one already. */
static uint32_t meet(const struct graph *g, const uint32_t *idom, const uint32_t *number,
                     uint32_t node)
{
    uint32_t result = PTX_NO_BLOCK;
    for (uint32_t k = 0; k < g->in[node]->len; k++) {
        uint32_t from = g_array_index(g->in[node], uint32_t, k);
        if (idom[from] != PTX_NO_BLOCK)
            result = result == PTX_NO_BLOCK ? from : intersect(idom, number, from, result);
    }
    return result;
}

/* Figure 3 of Cooper et al. */
static uint32_t *immediate_dominators(const struct graph *g)
{
    uint32_t *idom = g_new(uint32_t, g->n);
    g_autofree uint32_t *order = g_new(uint32_t, g->n);
    g_autofree uint32_t *number = g_new(uint32_t, g->n);
    uint32_t count = post_order(g, order, number);
    memset(idom, 0xff, g->n * sizeof *idom);
    idom[g->root] = g->root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count - 1; i-- > 0;) { /* the root is last in post-order */
            uint32_t node = order[i];
            uint32_t new_idom = meet(g, idom, number, node);
            changed = changed || idom[node] != new_idom;
            idom[node] = new_idom;
        }
    }
    idom[g->root] = PTX_NO_BLOCK;
    return idom;
}

uint32_t *ptx_dominators(const struct ptx_cfg *cfg)
{
    struct graph g;
    graph_init(&g, cfg->n_blocks + 1, 0);
    graph_add_cfg(&g, cfg, false);
    uint32_t *idom = immediate_dominators(&g);
    idom[cfg->n_blocks] = PTX_NO_BLOCK;
    graph_finish(&g);
    return idom;
}

/* Marks what reaches `node`, itself included. */
static void flood(const struct graph *g, uint32_t node, bool *marked, uint32_t *stack)
{
    uint32_t depth = 0;
    stack[depth++] = node;
    marked[node] = true;
    while (depth > 0) {
        const GArray *out = g->out[stack[--depth]];
        for (uint32_t k = 0; k < out->len; k++) {
            uint32_t to = g_array_index(out, uint32_t, k);
            if (!marked[to]) {
                marked[to] = true;
                stack[depth++] = to;
            }
        }
    }
}

/* Gives infinite loops a way out. Edges of g run against the control flow. */
static void add_invented_exits(struct graph *g)
{
    g_autofree bool *marked = g_new0(bool, g->n);
    g_autofree uint32_t *stack = g_new(uint32_t, g->n);
    flood(g, g->root, marked, stack);
    for (uint32_t b = g->n - 1; b-- > 0;) {
        if (!marked[b]) {
            flood(g, b, marked, stack);
            graph_add(g, g->root, b);
        }
    }
}

uint32_t *ptx_postdominators(const struct ptx_cfg *cfg)
{
    struct graph g;
    graph_init(&g, cfg->n_blocks + 1, cfg->n_blocks);
    graph_add_cfg(&g, cfg, true);
    add_invented_exits(&g);
    uint32_t *ipdom = immediate_dominators(&g);
    graph_finish(&g);
    return ipdom;
}

bool ptx_dominates(const uint32_t *dominators, uint32_t a, uint32_t b)
{
    while (b != a && b != PTX_NO_BLOCK)
        b = dominators[b];
    return b == a;
}

uint32_t *ptx_reconvergence(const struct ptx_cfg *cfg)
{
    const struct ptx_function *f = cfg->function;
    g_autofree uint32_t *ipdom = ptx_postdominators(cfg);
    uint32_t *result = g_new(uint32_t, f->n_instructions);
    for (uint32_t pc = 0; pc < f->n_instructions; pc++) {
        const struct ptx_instruction *in = &f->instructions[pc];
        uint32_t meeting = cfg->n_blocks;
        if (ptx_is_branch(in) || ptx_is_exit(in))
            meeting = ipdom[cfg->block_of[pc]];
        result[pc] = meeting < cfg->n_blocks ? cfg->blocks[meeting].first : PTX_RECONVERGE_AT_EXIT;
    }
    return result;
}
