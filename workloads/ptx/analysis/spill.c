/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/spill.h"
#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/liveness.h"
#include "workloads/ptx/analysis/loops.h"
#include <string.h>

enum { LOOP_WEIGHT = 10, LOOP_LEVELS = 4 };
enum { ACCESSES_MAX = 32 }; /* of an instruction whose registers may go */

struct ptx_spill {
    struct ptx_function function;
    const struct ptx_function *original;
    GArray *instructions; /* struct ptx_instruction */
    GArray *registers;    /* struct ptx_register */
    GArray *tables;       /* struct ptx_table */
    GPtrArray *owned;     /* operands; g_free */
    bool *stays;          /* by the original's registers: it can't be spilled */
    uint64_t *home;       /* ... its offset in the frame + 1; 0: it is not spilled */
    struct ptx_variable frame;
    uint64_t frame_end;
};

/* ---- what may go ----------------------------------------------------------------------------- */

static void keep_parts(bool *stays, const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_REGISTER && operand->selector)
        stays[operand->index] = true;
    for (unsigned i = 0; i < operand->n_elements; i++)
        keep_parts(stays, &operand->elements[i]);
}

static void keep_all(bool *stays, const GArray *registers)
{
    for (guint i = 0; i < registers->len; i++)
        stays[g_array_index(registers, uint32_t, i)] = true;
}

static void keep_parameters(bool *stays, struct ptx_variable *const *variables, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (variables[i]->reg != PTX_NO_REGISTER)
            stays[variables[i]->reg] = true;
}

static bool *what_stays(const struct ptx_function *f)
{
    bool *stays = g_new0(bool, f->n_registers);
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    for (uint32_t reg = 0; reg < f->n_registers; reg++) {
        unsigned n = ptx_type_registers(f->registers[reg].type);
        stays[reg] = n == 0 || n > 2;
    }
    keep_parameters(stays, f->params, f->n_params);
    keep_parameters(stays, f->returns, f->n_returns);
    for (uint32_t pc = 0; pc < f->n_instructions; pc++) {
        const struct ptx_instruction *in = &f->instructions[pc];
        for (unsigned k = 0; k < in->n_operands; k++)
            keep_parts(stays, &in->operands[k]);
        ptx_accesses_of(&a, in);
        if (strcmp(in->opcode, "call") != 0 && strcmp(in->opcode, "wgmma") != 0 &&
            a.reads->len + a.writes->len <= ACCESSES_MAX)
            continue;
        keep_all(stays, a.reads);
        keep_all(stays, a.writes);
    }
    ptx_accesses_finish(&a);
    return stays;
}

/* ---- what goes ------------------------------------------------------------------------------- */

/* Accesses of each register, those in loops counted more. g_free. */
static uint64_t *costs_of(const struct ptx_function *f, const struct ptx_loops *loops)
{
    uint64_t *costs = g_new0(uint64_t, f->n_registers);
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    for (uint32_t pc = 0; pc < f->n_instructions; pc++) {
        uint64_t weight = 1;
        unsigned levels = 0;
        for (int32_t loop = loops->loop_of[pc]; loop >= 0 && levels++ < LOOP_LEVELS;
             loop = loops->loops[loop].parent)
            weight *= LOOP_WEIGHT;
        ptx_accesses_of(&a, &f->instructions[pc]);
        for (guint i = 0; i < a.reads->len; i++)
            costs[g_array_index(a.reads, uint32_t, i)] += weight;
        for (guint i = 0; i < a.writes->len; i++)
            costs[g_array_index(a.writes, uint32_t, i)] += weight;
    }
    ptx_accesses_finish(&a);
    return costs;
}

struct candidate {
    uint32_t reg, length; /* of its live interval */
    uint64_t cost;
};

/* The longest rest for an access first. */
static int best_first(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    uint64_t left = x->length * y->cost, right = y->length * x->cost;
    if (left != right)
        return left > right ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

static GArray *candidates_at(const struct ptx_spill *spill, const struct ptx_liveness *l,
                             const uint64_t *costs)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(struct candidate));
    for (uint32_t reg = 0; reg < spill->original->n_registers; reg++) {
        const struct ptx_interval *at = &l->intervals[reg];
        bool live = at->start <= 2 * l->max_at + 1 && at->end >= 2 * l->max_at;
        struct candidate one = {reg, at->end - at->start, costs[reg]};
        /* What is written and read at once would only take its place again. */
        if (live && !spill->stays[reg] && spill->home[reg] == 0 && one.length > 2)
            g_array_append_val(found, one);
    }
    g_array_sort(found, best_first);
    return found;
}

static void give_home(struct ptx_spill *spill, uint32_t reg)
{
    uint64_t bytes = 4 * (uint64_t)ptx_type_registers(spill->original->registers[reg].type);
    uint64_t at = (spill->frame_end + bytes - 1) / bytes * bytes;
    spill->home[reg] = at + 1;
    spill->frame_end = at + bytes;
}

/* Chooses registers to spill where the function, as it is by now, needs most. False: it fits, or
 * nothing is left to spill. */
static bool choose(struct ptx_spill *spill, uint32_t most)
{
    struct ptx_cfg *cfg = ptx_cfg_new(&spill->function);
    struct ptx_liveness *l = ptx_liveness_new(cfg);
    bool chosen = false;
    if (l->max_registers > most) {
        g_autofree uint32_t *dominators = ptx_dominators(cfg);
        struct ptx_loops *loops = ptx_loops_new(cfg, dominators);
        g_autofree uint64_t *costs = costs_of(&spill->function, loops);
        g_autoptr(GArray) candidates = candidates_at(spill, l, costs);
        uint32_t freed = 0;
        for (guint i = 0; i < candidates->len && freed < l->max_registers - most; i++) {
            uint32_t reg = g_array_index(candidates, struct candidate, i).reg;
            give_home(spill, reg);
            freed += ptx_type_registers(spill->original->registers[reg].type);
            chosen = true;
        }
        ptx_loops_free(loops);
    }
    ptx_liveness_free(l);
    ptx_cfg_free(cfg);
    return chosen;
}

/* ---- the function with loads and stores ------------------------------------------------------ */

static bool is_spilled(const struct ptx_spill *spill, uint32_t reg)
{
    return reg < spill->original->n_registers && spill->home[reg] != 0;
}

/* What takes the place of registers in one instruction. */
struct replaced {
    uint32_t n, from[ACCESSES_MAX], to[ACCESSES_MAX];
};

static uint32_t stand_in(struct ptx_spill *spill, struct replaced *replaced, uint32_t reg)
{
    for (uint32_t i = 0; i < replaced->n; i++)
        if (replaced->from[i] == reg)
            return replaced->to[i];
    g_assert(replaced->n < G_N_ELEMENTS(replaced->from));
    struct ptx_register copy = spill->original->registers[reg];
    g_array_append_val(spill->registers, copy);
    replaced->from[replaced->n] = reg;
    replaced->to[replaced->n] = spill->registers->len - 1;
    return replaced->to[replaced->n++];
}

static struct ptx_operand *copy_operands(struct ptx_spill *spill,
                                         const struct ptx_operand *operands, unsigned n,
                                         struct replaced *replaced)
{
    struct ptx_operand *copy = g_memdup2(operands, n * sizeof *operands);
    g_ptr_array_add(spill->owned, copy);
    for (unsigned i = 0; i < n; i++) {
        bool names = copy[i].kind == PTX_OPERAND_REGISTER ||
                     (copy[i].kind == PTX_OPERAND_ADDRESS && copy[i].index != PTX_NO_REGISTER);
        if (names && is_spilled(spill, copy[i].index))
            copy[i].index = stand_in(spill, replaced, copy[i].index);
        if (copy[i].n_elements > 0)
            copy[i].elements = copy_operands(spill, copy[i].elements, copy[i].n_elements, replaced);
    }
    return copy;
}

/* A load or store of reg's home, through the register `through`. */
static void add_access(struct ptx_spill *spill, const struct ptx_instruction *beside, bool store,
                       uint32_t reg, uint32_t through)
{
    static const char *const words[][2] = {
        {"local", "b8"}, {"local", "b16"}, {"local", "b32"}, {"local", "b64"}};
    static const char *const texts[2][4] = {
        {"ld.local.b8", "ld.local.b16", "ld.local.b32", "ld.local.b64"},
        {"st.local.b8", "st.local.b16", "st.local.b32", "st.local.b64"}};
    unsigned bytes = ptx_type_bytes(spill->original->registers[reg].type);
    unsigned size = bytes >= 8 ? 3 : bytes >= 4 ? 2 : bytes >= 2;
    struct ptx_operand *operands = g_new0(struct ptx_operand, 2);
    g_ptr_array_add(spill->owned, operands);
    operands[store] = (struct ptx_operand){.kind = PTX_OPERAND_REGISTER, .index = through};
    operands[!store] = (struct ptx_operand){.kind = PTX_OPERAND_ADDRESS,
                                            .index = PTX_NO_REGISTER,
                                            .name = spill->frame.name,
                                            .variable = &spill->frame,
                                            .value = (int64_t)spill->home[reg] - 1};
    const struct ptx_instruction access = {.opcode = store ? "st" : "ld",
                                           .modifiers = words[size],
                                           .n_modifiers = 2,
                                           .text = texts[store][size],
                                           .operands = operands,
                                           .n_operands = 2,
                                           .guard = store ? beside->guard : PTX_NO_REGISTER,
                                           .guard_negated = store && beside->guard_negated,
                                           .line = beside->line,
                                           .source_file = beside->source_file,
                                           .source_line = beside->source_line};
    g_array_append_val(spill->instructions, access);
}

static void add_accesses(struct ptx_spill *spill, const struct ptx_instruction *beside, bool store,
                         const GArray *registers, struct replaced *replaced)
{
    for (guint i = 0; i < registers->len; i++) {
        uint32_t reg = g_array_index(registers, uint32_t, i);
        bool again = false;
        for (guint k = 0; k < i; k++)
            again |= g_array_index(registers, uint32_t, k) == reg;
        if (!again && is_spilled(spill, reg))
            add_access(spill, beside, store, reg, stand_in(spill, replaced, reg));
    }
}

static void rewrite_instruction(struct ptx_spill *spill, const struct ptx_instruction *in,
                                struct ptx_accesses *a)
{
    struct replaced replaced = {0};
    struct ptx_instruction copy = *in;
    ptx_accesses_of(a, in);
    add_accesses(spill, in, false, a->reads, &replaced);
    if (in->n_operands > 0)
        copy.operands = copy_operands(spill, in->operands, in->n_operands, &replaced);
    g_array_append_val(spill->instructions, copy);
    add_accesses(spill, in, true, a->writes, &replaced);
}

static void move_labels(struct ptx_operand *operands, unsigned n, const uint32_t *place)
{
    for (unsigned i = 0; i < n; i++) {
        if (operands[i].kind == PTX_OPERAND_LABEL)
            operands[i].index = place[operands[i].index];
        move_labels(operands[i].elements, operands[i].n_elements, place);
    }
}

static void move_tables(struct ptx_spill *spill, const uint32_t *place)
{
    g_array_set_size(spill->tables, 0);
    for (unsigned t = 0; t < spill->original->n_tables; t++) {
        struct ptx_table table = spill->original->tables[t];
        struct replaced none = {0};
        if (table.n_targets > 0) {
            struct ptx_operand *targets =
                copy_operands(spill, table.targets, table.n_targets, &none);
            move_labels(targets, table.n_targets, place);
            table.targets = targets;
        }
        g_array_append_val(spill->tables, table);
    }
}

/* From the original, with all that has a home by now. */
static void rewrite(struct ptx_spill *spill)
{
    const struct ptx_function *original = spill->original;
    g_autofree uint32_t *place = g_new(uint32_t, (size_t)original->n_instructions + 1);
    struct ptx_accesses a;
    ptx_accesses_init(&a);
    g_ptr_array_set_size(spill->owned, 0);
    g_array_set_size(spill->instructions, 0);
    g_array_set_size(spill->registers, 0);
    g_array_append_vals(spill->registers, original->registers, original->n_registers);
    for (uint32_t pc = 0; pc < original->n_instructions; pc++) {
        place[pc] = spill->instructions->len;
        rewrite_instruction(spill, &original->instructions[pc], &a);
    }
    place[original->n_instructions] = spill->instructions->len;
    for (guint i = 0; i < spill->instructions->len; i++) {
        struct ptx_instruction *in = &g_array_index(spill->instructions, struct ptx_instruction, i);
        move_labels(in->operands, in->n_operands, place);
    }
    move_tables(spill, place);
    ptx_accesses_finish(&a);
    struct ptx_function *f = &spill->function;
    f->instructions = (const struct ptx_instruction *)(void *)spill->instructions->data;
    f->n_instructions = spill->instructions->len;
    f->registers = (const struct ptx_register *)(void *)spill->registers->data;
    f->n_registers = spill->registers->len;
    f->tables = (const struct ptx_table *)(void *)spill->tables->data;
    f->local_bytes = (uint32_t)MIN(spill->frame_end, UINT32_MAX);
    f->local_align = MAX(original->local_align, 8);
}

static bool fits(const struct ptx_function *function, uint32_t most)
{
    struct ptx_cfg *cfg = ptx_cfg_new(function);
    struct ptx_liveness *l = ptx_liveness_new(cfg);
    bool fits = l->max_registers <= most;
    ptx_liveness_free(l);
    ptx_cfg_free(cfg);
    return fits;
}

struct ptx_spill *ptx_spill_new(const struct ptx_function *function, uint32_t most_registers)
{
    /* Most functions name fewer registers than that. */
    uint32_t named = 0;
    for (uint32_t reg = 0; reg < function->n_registers; reg++)
        named += ptx_type_registers(function->registers[reg].type);
    if (named <= most_registers || fits(function, most_registers))
        return NULL;
    struct ptx_spill *spill = g_new0(struct ptx_spill, 1);
    spill->function = *function;
    spill->original = function;
    spill->instructions = g_array_new(FALSE, FALSE, sizeof(struct ptx_instruction));
    spill->registers = g_array_new(FALSE, FALSE, sizeof(struct ptx_register));
    spill->tables = g_array_new(FALSE, FALSE, sizeof(struct ptx_table));
    spill->owned = g_ptr_array_new_with_free_func(g_free);
    spill->stays = what_stays(function);
    spill->home = g_new0(uint64_t, function->n_registers);
    spill->frame = (struct ptx_variable){.name = "(spilled registers)",
                                         .space = SPACE_LOCAL,
                                         .type = PTX_B8,
                                         .vector = 1,
                                         .is_array = true,
                                         .reg = PTX_NO_REGISTER,
                                         .function = function};
    spill->frame_end = function->local_bytes;
    while (choose(spill, most_registers))
        rewrite(spill);
    return spill;
}

void ptx_spill_free(struct ptx_spill *spill)
{
    if (!spill)
        return;
    g_array_free(spill->instructions, TRUE);
    g_array_free(spill->registers, TRUE);
    g_array_free(spill->tables, TRUE);
    g_ptr_array_free(spill->owned, TRUE);
    g_free(spill->stays);
    g_free(spill->home);
    g_free(spill);
}

const struct ptx_function *ptx_spill_function(const struct ptx_spill *spill)
{
    return &spill->function;
}
