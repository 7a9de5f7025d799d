/* SPDX-License-Identifier: BSD-3-Clause */
/* Register by register: from each block that reads it before writing it, backwards along all
 * paths up to the blocks that write it. The cost is that of the result, which is sparse: most
 * registers live in one block only. */
#include "workloads/ptx/analysis/liveness.h"
#include "workloads/ptx/analysis/accesses.h"

unsigned ptx_type_registers(enum ptx_type type)
{
    return type == PTX_PRED ? 0 : MAX(1, ptx_type_bytes(type) / 4);
}

/* For each register a list of blocks. */
struct block_lists {
    uint32_t *first; /* n_registers + 1 entries: a register's blocks are blocks[first[r]...] */
    GArray *pairs;   /* struct pair, in order of blocks */
    uint32_t *blocks;
};

struct pair {
    uint32_t reg, block;
};

static void lists_init(struct block_lists *lists)
{
    *lists = (struct block_lists){.pairs = g_array_new(FALSE, FALSE, sizeof(struct pair))};
}

/* Sorts the pairs by register. */
static void lists_close(struct block_lists *lists, uint32_t n_registers)
{
    uint32_t n = lists->pairs->len;
    lists->first = g_new0(uint32_t, (size_t)n_registers + 2);
    lists->blocks = g_new(uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        lists->first[g_array_index(lists->pairs, struct pair, i).reg + 2]++;
    for (uint32_t r = 0; r < n_registers; r++)
        lists->first[r + 2] += lists->first[r + 1];
    for (uint32_t i = 0; i < n; i++) {
        struct pair pair = g_array_index(lists->pairs, struct pair, i);
        lists->blocks[lists->first[pair.reg + 1]++] = pair.block;
    }
}

static void lists_finish(struct block_lists *lists)
{
    g_array_free(lists->pairs, TRUE);
    g_free(lists->first);
    g_free(lists->blocks);
}

/* Finds what each block reads before it writes it, and what it surely writes. */
static void collect(const struct ptx_cfg *cfg, struct block_lists *reads,
                    struct block_lists *writes)
{
    uint32_t n_registers = cfg->function->n_registers;
    struct ptx_accesses a;
    g_autofree uint32_t *read_in = g_new0(uint32_t, n_registers); /* last block + 1 */
    g_autofree uint32_t *written_in = g_new0(uint32_t, n_registers);
    ptx_accesses_init(&a);
    for (uint32_t pc = 0; pc < cfg->function->n_instructions; pc++) {
        const struct ptx_instruction *in = &cfg->function->instructions[pc];
        uint32_t block = cfg->block_of[pc];
        ptx_accesses_of(&a, in);
        for (guint i = 0; i < a.reads->len; i++) {
            struct pair pair = {g_array_index(a.reads, uint32_t, i), block};
            if (written_in[pair.reg] != block + 1 && read_in[pair.reg] != block + 1)
                g_array_append_val(reads->pairs, pair);
            read_in[pair.reg] = block + 1;
        }
        for (guint i = 0; i < a.writes->len && in->guard == PTX_NO_REGISTER; i++) {
            struct pair pair = {g_array_index(a.writes, uint32_t, i), block};
            if (written_in[pair.reg] != block + 1)
                g_array_append_val(writes->pairs, pair);
            written_in[pair.reg] = block + 1;
        }
    }
    ptx_accesses_finish(&a);
    lists_close(reads, n_registers);
    lists_close(writes, n_registers);
}

/* Walks backwards from the blocks that read a register. The arrays hold register + 1 for marks,
 * so that they need no clearing; stack has room for all blocks. */
struct walk {
    uint32_t *in, *out, *writes, *stack;
};

static void spread(struct ptx_liveness *l, const struct ptx_cfg *cfg, struct walk *w, uint32_t reg,
                   uint32_t depth)
{
    while (depth > 0) {
        const struct ptx_block *block = &cfg->blocks[w->stack[--depth]];
        for (uint32_t k = 0; k < block->n_predecessors; k++) {
            uint32_t from = cfg->predecessors[block->predecessors + k];
            if (w->out[from] == reg + 1)
                continue;
            w->out[from] = reg + 1;
            g_array_append_val(l->live_out[from], reg);
            if (w->writes[from] == reg + 1 || w->in[from] == reg + 1)
                continue;
            w->in[from] = reg + 1;
            g_array_append_val(l->live_in[from], reg);
            w->stack[depth++] = from;
        }
    }
}

static void find_live_blocks(struct ptx_liveness *l, const struct ptx_cfg *cfg)
{
    struct block_lists reads, writes;
    struct walk w = {.in = g_new0(uint32_t, cfg->n_blocks),
                     .out = g_new0(uint32_t, cfg->n_blocks),
                     .writes = g_new0(uint32_t, cfg->n_blocks),
                     .stack = g_new(uint32_t, cfg->n_blocks)};
    lists_init(&reads);
    lists_init(&writes);
    collect(cfg, &reads, &writes);
    for (uint32_t reg = 0; reg < l->n_registers; reg++) {
        uint32_t depth = 0;
        for (uint32_t i = writes.first[reg]; i < writes.first[reg + 1]; i++)
            w.writes[writes.blocks[i]] = reg + 1;
        for (uint32_t i = reads.first[reg]; i < reads.first[reg + 1]; i++) {
            uint32_t block = reads.blocks[i];
            w.in[block] = reg + 1;
            g_array_append_val(l->live_in[block], reg);
            w.stack[depth++] = block;
        }
        spread(l, cfg, &w, reg, depth);
    }
    lists_finish(&reads);
    lists_finish(&writes);
    g_free(w.in);
    g_free(w.out);
    g_free(w.writes);
    g_free(w.stack);
}

static void extend(struct ptx_liveness *l, uint32_t reg, uint32_t point)
{
    l->intervals[reg].start = MIN(l->intervals[reg].start, point);
    l->intervals[reg].end = MAX(l->intervals[reg].end, point);
}

static void extend_all(struct ptx_liveness *l, const GArray *registers, uint32_t point)
{
    for (guint i = 0; i < registers->len; i++)
        extend(l, g_array_index(registers, uint32_t, i), point);
}

static void find_intervals(struct ptx_liveness *l, const struct ptx_cfg *cfg)
{
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    for (uint32_t reg = 0; reg < l->n_registers; reg++)
        l->intervals[reg] = (struct ptx_interval){.start = UINT32_MAX, .end = 0};
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        extend_all(l, l->live_in[b], 2 * cfg->blocks[b].first);
        extend_all(l, l->live_out[b], 2 * cfg->blocks[b].end - 1);
    }
    for (uint32_t pc = 0; pc < cfg->function->n_instructions; pc++) {
        ptx_accesses_of(&a, &cfg->function->instructions[pc]);
        extend_all(l, a.reads, 2 * pc);
        extend_all(l, a.writes, 2 * pc + 1);
        if (a.writes->len > 1)
            extend_all(l, a.reads, 2 * pc + 1);
    }
    ptx_accesses_finish(&a);
}

/* A set of live registers and its size. */
struct live_set {
    const struct ptx_function *function;
    bool *has;
    uint32_t registers, predicates;
};

static void set_live(struct live_set *live, const GArray *registers, bool value)
{
    for (guint i = 0; i < registers->len; i++) {
        uint32_t reg = g_array_index(registers, uint32_t, i);
        enum ptx_type type = live->function->registers[reg].type;
        if (live->has[reg] == value)
            continue;
        live->has[reg] = value;
        int sign = value ? 1 : -1;
        live->registers += (uint32_t)(sign * (int)ptx_type_registers(type));
        live->predicates += (uint32_t)(sign * (type == PTX_PRED));
    }
}

static void measure(struct ptx_liveness *l, const struct live_set *live, uint32_t pc)
{
    if (live->registers > l->max_registers) {
        l->max_registers = live->registers;
        l->max_at = pc;
    }
    l->max_predicates = MAX(l->max_predicates, live->predicates);
}

/* Backwards through each block: live behind an instruction is what lives on and what it writes,
 * even if nobody reads that. */
static void find_maximum(struct ptx_liveness *l, const struct ptx_cfg *cfg)
{
    struct live_set live = {.function = cfg->function, .has = g_new0(bool, l->n_registers)};
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    g_autoptr(GArray) dead = g_array_new(FALSE, FALSE, sizeof(uint32_t)); /* written, not read */
    for (uint32_t i = 0; i < cfg->n_order; i++) {
        uint32_t b = cfg->order[i];
        set_live(&live, l->live_out[b], true);
        for (uint32_t pc = cfg->blocks[b].end; pc-- > cfg->blocks[b].first;) {
            const struct ptx_instruction *in = &cfg->function->instructions[pc];
            ptx_accesses_of(&a, in);
            g_array_set_size(dead, 0);
            for (guint k = 0; k < a.writes->len; k++)
                if (!live.has[g_array_index(a.writes, uint32_t, k)])
                    g_array_append_val(dead, g_array_index(a.writes, uint32_t, k));
            set_live(&live, dead, true);
            measure(l, &live, pc);
            set_live(&live, in->guard == PTX_NO_REGISTER ? a.writes : dead, false);
            set_live(&live, a.reads, true);
            measure(l, &live, pc);
        }
        set_live(&live, l->live_in[b], false);
    }
    ptx_accesses_finish(&a);
    g_free(live.has);
}

struct ptx_liveness *ptx_liveness_new(const struct ptx_cfg *cfg)
{
    struct ptx_liveness *l = g_new0(struct ptx_liveness, 1);
    l->n_registers = cfg->function->n_registers;
    l->n_blocks = cfg->n_blocks;
    l->live_in = g_new(GArray *, cfg->n_blocks);
    l->live_out = g_new(GArray *, cfg->n_blocks);
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        l->live_in[b] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
        l->live_out[b] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    }
    l->intervals = g_new(struct ptx_interval, l->n_registers);
    find_live_blocks(l, cfg);
    find_intervals(l, cfg);
    find_maximum(l, cfg);
    return l;
}

void ptx_liveness_free(struct ptx_liveness *liveness)
{
    if (!liveness)
        return;
    for (uint32_t b = 0; b < liveness->n_blocks; b++) {
        g_array_free(liveness->live_in[b], TRUE);
        g_array_free(liveness->live_out[b], TRUE);
    }
    g_free(liveness->live_in);
    g_free(liveness->live_out);
    g_free(liveness->intervals);
    g_free(liveness);
}
