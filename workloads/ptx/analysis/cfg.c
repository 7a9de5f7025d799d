/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/cfg.h"
#include <string.h>

bool ptx_is_branch(const struct ptx_instruction *instruction)
{
    return strcmp(instruction->opcode, "bra") == 0 || strcmp(instruction->opcode, "brx") == 0;
}

bool ptx_is_exit(const struct ptx_instruction *instruction)
{
    return strcmp(instruction->opcode, "ret") == 0 || strcmp(instruction->opcode, "exit") == 0 ||
           strcmp(instruction->opcode, "trap") == 0;
}

bool ptx_ends_path(const struct ptx_instruction *instruction)
{
    return instruction->guard == PTX_NO_REGISTER &&
           (ptx_is_branch(instruction) || ptx_is_exit(instruction));
}

uint32_t ptx_branch_target(const struct ptx_function *function,
                           const struct ptx_instruction *instruction, unsigned n)
{
    const struct ptx_operand *last =
        instruction->n_operands ? &instruction->operands[instruction->n_operands - 1] : NULL;
    if (!last || !ptx_is_branch(instruction))
        return UINT32_MAX;
    if (last->kind == PTX_OPERAND_LABEL)
        return n == 0 ? last->index : UINT32_MAX;
    if (last->kind != PTX_OPERAND_TABLE)
        return UINT32_MAX;
    const struct ptx_table *table = &function->tables[last->index];
    if (table->kind != PTX_BRANCH_TARGETS || n >= table->n_targets)
        return UINT32_MAX;
    return table->targets[n].index;
}

/* Marks first instructions of blocks, and counts them. */
static uint32_t mark_leaders(const struct ptx_function *f, bool *leader)
{
    uint32_t target, n = 0;
    leader[0] = true;
    for (uint32_t pc = 0; pc < f->n_instructions; pc++) {
        const struct ptx_instruction *in = &f->instructions[pc];
        if (ptx_is_branch(in) || ptx_is_exit(in))
            leader[pc + 1] = true;
        for (unsigned k = 0; (target = ptx_branch_target(f, in, k)) != UINT32_MAX; k++)
            leader[target] = true;
    }
    for (uint32_t pc = 0; pc < f->n_instructions; pc++)
        n += leader[pc];
    return n;
}

static void make_blocks(struct ptx_cfg *cfg)
{
    const struct ptx_function *f = cfg->function;
    g_autofree bool *leader = g_new0(bool, (size_t)f->n_instructions + 1);
    cfg->n_blocks = mark_leaders(f, leader);
    cfg->blocks = g_new0(struct ptx_block, (size_t)cfg->n_blocks + 1);
    cfg->block_of = g_new(uint32_t, f->n_instructions);
    uint32_t b = UINT32_MAX; /* the first instruction is a leader */
    for (uint32_t pc = 0; pc < f->n_instructions; pc++) {
        if (leader[pc])
            cfg->blocks[++b].first = pc;
        cfg->blocks[b].end = pc + 1;
        cfg->block_of[pc] = b;
    }
    cfg->blocks[cfg->n_blocks].first = cfg->blocks[cfg->n_blocks].end = f->n_instructions;
}

static void add_edge(GArray *edges, uint32_t *seen, uint32_t from, uint32_t to)
{
    if (seen[to] == from)
        return;
    seen[to] = from;
    g_array_append_val(edges, to);
}

static void make_successors(struct ptx_cfg *cfg)
{
    const struct ptx_function *f = cfg->function;
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_autofree uint32_t *seen = g_new(uint32_t, (size_t)cfg->n_blocks + 1);
    memset(seen, 0xff, ((size_t)cfg->n_blocks + 1) * sizeof *seen);
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        const struct ptx_instruction *last = &f->instructions[cfg->blocks[b].end - 1];
        uint32_t target;
        cfg->blocks[b].successors = edges->len;
        if (!ptx_ends_path(last))
            add_edge(edges, seen, b, b + 1);
        for (unsigned k = 0; (target = ptx_branch_target(f, last, k)) != UINT32_MAX; k++)
            add_edge(edges, seen, b,
                     target < f->n_instructions ? cfg->block_of[target] : cfg->n_blocks);
        if (ptx_is_exit(last) || edges->len == cfg->blocks[b].successors)
            add_edge(edges, seen, b, cfg->n_blocks);
        cfg->blocks[b].n_successors = edges->len - cfg->blocks[b].successors;
    }
    cfg->successors = (uint32_t *)(void *)g_array_free(edges, FALSE);
}

static void make_predecessors(struct ptx_cfg *cfg)
{
    uint32_t total = 0;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        for (uint32_t k = 0; k < cfg->blocks[b].n_successors; k++, total++)
            cfg->blocks[cfg->successors[cfg->blocks[b].successors + k]].n_predecessors++;
    cfg->predecessors = g_new(uint32_t, total);
    uint32_t next = 0;
    for (uint32_t b = 0; b <= cfg->n_blocks; b++) {
        cfg->blocks[b].predecessors = next;
        next += cfg->blocks[b].n_predecessors;
        cfg->blocks[b].n_predecessors = 0; /* counted again while filling */
    }
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        for (uint32_t k = 0; k < cfg->blocks[b].n_successors; k++) {
            struct ptx_block *to = &cfg->blocks[cfg->successors[cfg->blocks[b].successors + k]];
            cfg->predecessors[to->predecessors + to->n_predecessors++] = b;
        }
    }
}

/* Depth first with a stack of our own: hostile input makes long chains of blocks. */
static void make_order(struct ptx_cfg *cfg)
{
    uint32_t n = cfg->n_blocks;
    cfg->order = g_new(uint32_t, n);
    if (n == 0)
        return;
    g_autofree uint32_t *next = g_new0(uint32_t, (size_t)n + 1); /* successor to visit */
    g_autofree uint32_t *stack = g_new(uint32_t, (size_t)n + 1);
    uint32_t depth = 0, place = n;
    stack[depth++] = 0;
    cfg->blocks[0].reachable = true;
    while (depth > 0) {
        uint32_t b = stack[depth - 1];
        const struct ptx_block *block = &cfg->blocks[b];
        if (next[b] < block->n_successors) {
            uint32_t to = cfg->successors[block->successors + next[b]++];
            if (!cfg->blocks[to].reachable) {
                cfg->blocks[to].reachable = true;
                stack[depth++] = to;
            }
            continue;
        }
        depth--;
        if (b < n)
            cfg->order[--place] = b;
    }
    cfg->n_order = n - place;
    memmove(cfg->order, cfg->order + place, cfg->n_order * sizeof *cfg->order);
}

struct ptx_cfg *ptx_cfg_new(const struct ptx_function *function)
{
    struct ptx_cfg *cfg = g_new0(struct ptx_cfg, 1);
    cfg->function = function;
    make_blocks(cfg);
    make_successors(cfg);
    make_predecessors(cfg);
    make_order(cfg);
    return cfg;
}

void ptx_cfg_free(struct ptx_cfg *cfg)
{
    if (!cfg)
        return;
    g_free(cfg->blocks);
    g_free(cfg->block_of);
    g_free(cfg->successors);
    g_free(cfg->predecessors);
    g_free(cfg->order);
    g_free(cfg);
}
