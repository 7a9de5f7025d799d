/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/shapes.h"
#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/shape_values.h"
#include <string.h>

enum { NOWHERE = -1, SEVERAL = -2 };

struct analysis {
    const struct ptx_function *function;
    struct ptx_cfg *cfg;
    struct ptx_loops *loops;
    uint32_t *postdominators;
    struct ptx_shapes *result;
    uint32_t *writes;    /* by register: how many instructions write it */
    uint8_t *apart;      /* by block: the kind of what has parted threads that come here */
    uint8_t *left;       /* by loop: the kind of what threads leave it by, in turn */
    int32_t *written_in; /* by register: the innermost such loop of its writers */
    GArray *operands;    /* struct ptx_shape, of an instruction */
    struct ptx_accesses accesses;
    bool changed;
};

static const struct ptx_shape uniform = {.kind = PTX_SHAPE_UNIFORM};
static const struct ptx_shape varying = {.kind = PTX_SHAPE_VARYING};

static bool in_loop(const struct analysis *analysis, int32_t inner, int32_t loop)
{
    while (inner >= 0 && inner != loop)
        inner = analysis->loops->loops[inner].parent;
    return inner == loop;
}

/* ---- control flow --------------------------------------------------------------------------- */

static void raise_kind(struct analysis *analysis, uint8_t *kind, uint8_t to)
{
    if (*kind < to) {
        *kind = to;
        analysis->changed = true;
    }
}

/* Of the loops around `block`, whether a way out of it leaves `loop`. */
static bool leaves(const struct analysis *analysis, const struct ptx_block *block, int32_t loop)
{
    const struct ptx_cfg *cfg = analysis->cfg;
    for (uint32_t i = 0; i < block->n_successors; i++) {
        const uint32_t next = cfg->successors[block->successors + i];
        if (next == cfg->n_blocks ||
            !in_loop(analysis, analysis->result->loop_of[cfg->blocks[next].first], loop))
            return true;
    }
    return false;
}

/* Marks the loops that a branch at the end of `block` leaves; the outermost of them, or -1. */
static int32_t mark_left(struct analysis *analysis, const struct ptx_block *block, uint8_t kind)
{
    int32_t outermost = -1;
    for (int32_t loop = analysis->result->loop_of[block->first];
         loop >= 0 && leaves(analysis, block, loop); loop = analysis->loops->loops[loop].parent) {
        raise_kind(analysis, &analysis->left[loop], kind);
        outermost = loop;
    }
    return outermost;
}

/* The blocks between `block` and where its ways meet again, but those of loops that it leaves. */
static void mark_apart(struct analysis *analysis, uint32_t block, uint8_t kind)
{
    const struct ptx_cfg *cfg = analysis->cfg;
    const uint32_t meet = analysis->postdominators[block];
    const int32_t left = mark_left(analysis, &cfg->blocks[block], kind);
    g_autofree bool *seen = g_new0(bool, cfg->n_blocks + 1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_array_append_val(open, block);
    while (open->len > 0) {
        const struct ptx_block *from = &cfg->blocks[g_array_index(open, uint32_t, open->len - 1)];
        g_array_set_size(open, open->len - 1);
        for (uint32_t i = 0; i < from->n_successors; i++) {
            const uint32_t next = cfg->successors[from->successors + i];
            if (next == meet || next == cfg->n_blocks || seen[next])
                continue;
            seen[next] = true;
            if (left < 0 ||
                !in_loop(analysis, analysis->result->loop_of[cfg->blocks[next].first], left))
                raise_kind(analysis, &analysis->apart[next], kind);
            g_array_append_val(open, next);
        }
    }
}

/* The innermost loop around pc that threads leave in turn, -1 if there is none. */
static int32_t left_in_turn(const struct analysis *analysis, uint32_t pc)
{
    int32_t loop = analysis->result->loop_of[pc];
    while (loop >= 0 && analysis->left[loop] == PTX_SHAPE_NONE)
        loop = analysis->loops->loops[loop].parent;
    return loop;
}

/* ---- values --------------------------------------------------------------------------------- */

static struct ptx_shape shape_of_register(const struct analysis *analysis, uint32_t reg,
                                          uint32_t pc)
{
    const int32_t loop = analysis->written_in[reg];
    if (loop == SEVERAL || (loop >= 0 && !in_loop(analysis, analysis->result->loop_of[pc], loop)))
        return varying;
    return analysis->result->registers[reg];
}

/* Of an operand's register and those of its elements, or what it is without. */
static struct ptx_shape shape_of_operand(const struct analysis *analysis,
                                         const struct ptx_operand *operand, uint32_t pc)
{
    struct ptx_shape shape = uniform;
    if (operand->kind == PTX_OPERAND_SPECIAL)
        shape = ptx_shape_of_special(operand);
    else if (operand->kind == PTX_OPERAND_REGISTER ||
             (operand->kind == PTX_OPERAND_ADDRESS && operand->index != PTX_NO_REGISTER))
        shape = shape_of_register(analysis, operand->index, pc);
    for (unsigned i = 0; i < operand->n_elements; i++) {
        const struct ptx_shape other = shape_of_operand(analysis, &operand->elements[i], pc);
        if (shape.kind == PTX_SHAPE_NONE || other.kind == PTX_SHAPE_NONE)
            return (struct ptx_shape){.kind = PTX_SHAPE_NONE};
        shape = ptx_shape_join(shape, other);
    }
    return shape;
}

/* Whatever its operands. */
static bool varies_always(const struct ptx_function *function, const struct ptx_instruction *in)
{
    static const char *const opcodes[] = {"atom", "shfl", "vote", "match", "activemask", "call"};
    for (size_t i = 0; i < G_N_ELEMENTS(opcodes); i++)
        if (strcmp(in->opcode, opcodes[i]) == 0)
            return true;
    return strcmp(in->opcode, "ld") == 0 &&
           (ptx_has_modifier(in, "local") ||
            (ptx_has_modifier(in, "param") && !function->is_entry));
}

static bool is_load(const struct ptx_instruction *in)
{
    return strcmp(in->opcode, "ld") == 0 || strcmp(in->opcode, "ldu") == 0 ||
           strcmp(in->opcode, "tex") == 0;
}

/* What is read at an address is the same where the address is. */
static struct ptx_shape loaded(struct ptx_shape address)
{
    const bool same = address.kind != PTX_SHAPE_AFFINE || (address.known && address.stride == 0);
    return same ? address : varying;
}

/* Of the address among an instruction's operands. */
static struct ptx_shape shape_of_address(const struct analysis *analysis, uint32_t pc)
{
    const struct ptx_instruction *in = &analysis->function->instructions[pc];
    for (unsigned i = 0; i < in->n_operands; i++)
        if (in->operands[i].kind == PTX_OPERAND_ADDRESS)
            return shape_of_operand(analysis, &in->operands[i], pc);
    return uniform;
}

/* Of what the instruction computes, by what it reads, its guard left out. */
static struct ptx_shape shape_of_result(struct analysis *analysis, uint32_t pc)
{
    const struct ptx_instruction *in = &analysis->function->instructions[pc];
    const unsigned first = ptx_writes_first_operand(in) ? 1 : 0;
    if (varies_always(analysis->function, in))
        return varying;
    g_array_set_size(analysis->operands, 0);
    for (unsigned i = first; i < in->n_operands; i++) {
        const struct ptx_shape shape = shape_of_operand(analysis, &in->operands[i], pc);
        g_array_append_val(analysis->operands, shape);
    }
    const struct ptx_shape *operands =
        (const struct ptx_shape *)(const void *)analysis->operands->data;
    if (is_load(in) && in->n_operands == 2)
        return loaded(operands[0]);
    return ptx_shape_of_result(in, operands, analysis->operands->len);
}

static uint8_t kind_of_guard(const struct analysis *analysis, uint32_t pc)
{
    const uint32_t guard = analysis->function->instructions[pc].guard;
    return guard == PTX_NO_REGISTER ? PTX_SHAPE_UNIFORM
                                    : shape_of_register(analysis, guard, pc).kind;
}

/* By what some threads keep what the register had, or UNIFORM if all that come have the new one. */
static uint8_t kind_of_join(const struct analysis *analysis, uint32_t pc, uint32_t reg)
{
    if (analysis->writes[reg] <= 1)
        return PTX_SHAPE_UNIFORM;
    const uint8_t guard = kind_of_guard(analysis, pc);
    return MAX(guard, analysis->apart[analysis->cfg->block_of[pc]]);
}

static void note_loop(struct analysis *analysis, uint32_t reg, uint32_t pc)
{
    const int32_t loop = left_in_turn(analysis, pc), known = analysis->written_in[reg];
    if (loop == known || loop < 0 || known == SEVERAL ||
        (known >= 0 && in_loop(analysis, known, loop)))
        return;
    analysis->written_in[reg] = known < 0 || in_loop(analysis, loop, known) ? loop : SEVERAL;
    analysis->changed = true;
}

static void join_value(struct analysis *analysis, uint32_t pc, uint32_t reg, struct ptx_shape shape)
{
    struct ptx_shape *has = &analysis->result->registers[reg];
    if (shape.kind == PTX_SHAPE_NONE)
        return;
    const bool parted = kind_of_join(analysis, pc, reg) > PTX_SHAPE_UNIFORM;
    const struct ptx_shape joined = parted ? varying : ptx_shape_join(*has, shape);
    analysis->changed |=
        joined.kind != has->kind || joined.known != has->known || joined.stride != has->stride;
    *has = joined;
    note_loop(analysis, reg, pc);
}

static void visit(struct analysis *analysis, uint32_t pc)
{
    const struct ptx_instruction *in = &analysis->function->instructions[pc];
    const uint8_t guard = kind_of_guard(analysis, pc);
    struct ptx_shape shape = shape_of_result(analysis, pc);
    if (shape.kind != PTX_SHAPE_NONE && guard > shape.kind)
        shape = (struct ptx_shape){.kind = guard};
    analysis->result->of[pc] = shape;
    ptx_accesses_of(&analysis->accesses, in);
    for (guint i = 0; i < analysis->accesses.writes->len; i++)
        join_value(analysis, pc, g_array_index(analysis->accesses.writes, uint32_t, i), shape);
    if (guard > PTX_SHAPE_UNIFORM && (ptx_is_branch(in) || ptx_is_exit(in)))
        mark_apart(analysis, analysis->cfg->block_of[pc], guard);
    else if (shape.kind > PTX_SHAPE_UNIFORM && ptx_is_branch(in))
        mark_apart(analysis, analysis->cfg->block_of[pc], shape.kind);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Registers that nothing writes hold what the caller passes, or nothing. */
static void begin(struct analysis *analysis)
{
    const struct ptx_function *function = analysis->function;
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        ptx_accesses_of(&analysis->accesses, &function->instructions[pc]);
        const GArray *writes = analysis->accesses.writes;
        for (guint i = 0; i < writes->len; i++)
            analysis->writes[g_array_index(writes, uint32_t, i)]++;
    }
    for (uint32_t reg = 0; reg < function->n_registers; reg++) {
        analysis->written_in[reg] = NOWHERE;
        if (analysis->writes[reg] == 0)
            analysis->result->registers[reg] = uniform;
    }
    for (unsigned i = 0; i < function->n_params && !function->is_entry; i++)
        if (function->params[i]->reg != PTX_NO_REGISTER)
            analysis->result->registers[function->params[i]->reg] = varying;
}

/* Addresses, and where lanes that are left out keep a register's value. */
static void end(struct analysis *analysis)
{
    for (uint32_t pc = 0; pc < analysis->function->n_instructions; pc++) {
        analysis->result->address[pc] = shape_of_address(analysis, pc);
        ptx_accesses_of(&analysis->accesses, &analysis->function->instructions[pc]);
        const GArray *writes = analysis->accesses.writes;
        const int32_t loop = left_in_turn(analysis, pc);
        const bool in_turn = loop >= 0 && analysis->left[loop] == PTX_SHAPE_VARYING;
        for (guint i = 0; i < writes->len; i++) {
            const uint32_t reg = g_array_index(writes, uint32_t, i);
            analysis->result->blends[pc] |= kind_of_join(analysis, pc, reg) == PTX_SHAPE_VARYING ||
                                            (in_turn && analysis->writes[reg] > 1);
        }
    }
}

struct ptx_shapes *ptx_shapes_new(const struct ptx_function *function)
{
    const size_t n = function->n_instructions, n_registers = function->n_registers;
    struct ptx_shapes *shapes = g_new0(struct ptx_shapes, 1);
    shapes->of = g_new0(struct ptx_shape, n + 1);
    shapes->address = g_new0(struct ptx_shape, n + 1);
    shapes->registers = g_new0(struct ptx_shape, n_registers + 1);
    shapes->blends = g_new0(bool, n + 1);
    struct analysis analysis = {
        .function = function, .cfg = ptx_cfg_new(function), .result = shapes};
    g_autofree uint32_t *dominators = ptx_dominators(analysis.cfg);
    g_autofree uint32_t *postdominators = ptx_postdominators(analysis.cfg);
    g_autofree uint32_t *writes = g_new0(uint32_t, n_registers + 1);
    g_autofree int32_t *written_in = g_new0(int32_t, n_registers + 1);
    g_autofree uint8_t *apart = g_new0(uint8_t, analysis.cfg->n_blocks + 1);
    analysis.loops = ptx_loops_new(analysis.cfg, dominators);
    g_autofree uint8_t *left = g_new0(uint8_t, analysis.loops->n_loops + 1);
    analysis.postdominators = postdominators;
    analysis.writes = writes;
    analysis.written_in = written_in;
    analysis.apart = apart;
    analysis.left = left;
    analysis.operands = g_array_new(FALSE, FALSE, sizeof(struct ptx_shape));
    shapes->loop_of = g_steal_pointer(&analysis.loops->loop_of);
    ptx_accesses_init(&analysis.accesses);
    begin(&analysis);
    do {
        analysis.changed = false;
        for (uint32_t pc = 0; pc < n; pc++)
            visit(&analysis, pc);
    } while (analysis.changed);
    end(&analysis);
    ptx_accesses_finish(&analysis.accesses);
    g_array_unref(analysis.operands);
    ptx_loops_free(analysis.loops);
    ptx_cfg_free(analysis.cfg);
    return shapes;
}

void ptx_shapes_free(struct ptx_shapes *shapes)
{
    if (!shapes)
        return;
    g_free(shapes->of);
    g_free(shapes->address);
    g_free(shapes->registers);
    g_free(shapes->blends);
    g_free(shapes->loop_of);
    g_free(shapes);
}
