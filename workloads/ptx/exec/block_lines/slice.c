/* SPDX-License-Identifier: BSD-3-Clause */
/* The slice's parts and its strongly live registers; see slice.h. */
#include "workloads/ptx/exec/block_lines/slice.h"
#include "workloads/ptx/exec/actions/async_ops.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/exec/actions/memory.h"
#include "workloads/ptx/exec/tensor/group_ops.h"
#include "workloads/ptx/exec/tensor/tensor_ops.h"

#include <string.h>

static bool loads_global(const struct exec_op *op)
{
    if (op->kind != EXEC_ACTION)
        return false;
    bool may_be = op->space == SPACE_GLOBAL || op->space == SPACE_GENERIC;
    return op->action == exec_async_copy ||
           (op->action == exec_load && (may_be || op->space == SPACE_CONST));
}

static enum block_lines_end end_of(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU)
        return BLOCK_LINES_FALL;
    if (op->action == exec_branch || op->action == exec_branch_back)
        return BLOCK_LINES_BRANCH;
    if (op->action == exec_branch_table)
        return BLOCK_LINES_TABLE;
    if (op->action == exec_call_function)
        return BLOCK_LINES_CALL;
    return op->kind == EXEC_CONTROL || op->action == exec_fault ? BLOCK_LINES_EXIT
                                                                : BLOCK_LINES_FALL;
}

static bool is_call(const struct exec_op *op)
{
    return op->kind != EXEC_ALU && op->action != exec_fault && op->text &&
           g_str_has_prefix(op->text, "call");
}

/* The registers of the matrix that it writes; NULL if it writes none. */
static const struct exec_operand *matrix_of(const struct exec_kernel *kernel,
                                            const struct exec_op *op, unsigned *n)
{
    if (op->kind != EXEC_ACTION)
        return NULL;
    if (op->action == exec_group_product) {
        *n = exec_group_of(op, kernel->constants)->n_d;
        return exec_group_of(op, kernel->constants)->d;
    }
    if (op->action != exec_mma)
        return NULL;
    *n = exec_tensor_of(op, kernel->constants)->d.n;
    return exec_tensor_of(op, kernel->constants)->d.registers;
}

unsigned block_lines_n_written(const struct block_lines_slice *slice, uint32_t pc)
{
    const struct exec_op *op = &slice->kernel->ops[pc];
    unsigned n;
    if (matrix_of(slice->kernel, op, &n))
        return n;
    return is_call(op) ? slice->kernel->calls[op->target]->n_results : op->n_destinations;
}

const struct exec_operand *block_lines_written(const struct block_lines_slice *slice, uint32_t pc,
                                               unsigned k)
{
    const struct exec_op *op = &slice->kernel->ops[pc];
    if (is_call(op)) {
        const struct exec_slot *slot = &slice->kernel->calls[op->target]->results[k];
        return slot->in_memory ? NULL : &slot->operand;
    }
    unsigned n;
    const struct exec_operand *matrix = matrix_of(slice->kernel, op, &n);
    const struct exec_operand *operand = matrix ? &matrix[k] : &op->destination[k];
    return operand->bits == 0 ? NULL : operand;
}

enum { COPY_SIZE_SOURCE = 3 };

unsigned block_lines_n_sources(const struct exec_op *op)
{
    if (op->kind == EXEC_ALU || end_of(op) == BLOCK_LINES_TABLE)
        return op->n_sources;
    if (op->action == exec_async_copy)
        return op->n_sources > COPY_SIZE_SOURCE ? 2 : 1;
    return op->action == exec_load ? 1 : 0;
}

const struct exec_operand *block_lines_source(const struct exec_op *op, unsigned k)
{
    bool size = k > 0 && op->kind == EXEC_ACTION && op->action == exec_async_copy;
    return &op->source[size ? COPY_SIZE_SOURCE : k];
}

/* ---- parts --------------------------------------------------------------------------------- */

static void mark_leaders(const struct block_lines_slice *slice, bool *leader)
{
    const struct exec_kernel *kernel = slice->kernel;
    leader[0] = true;
    for (uint32_t pc = 0; pc < slice->n_pcs; pc++) {
        const struct exec_op *op = &kernel->ops[pc];
        enum block_lines_end how = end_of(op);
        if (how == BLOCK_LINES_FALL)
            continue;
        leader[pc + 1] = true;
        if (how == BLOCK_LINES_BRANCH)
            leader[op->target] = true;
        for (int64_t k = 0; how == BLOCK_LINES_TABLE && k < op->immediate; k++)
            leader[kernel->targets[op->target + k]] = true;
        if ((how == BLOCK_LINES_BRANCH || how == BLOCK_LINES_TABLE) && op->reconverge != SIMT_NEVER)
            leader[op->reconverge] = true;
    }
    leader[slice->n_pcs] = true;
}

static void make_parts(struct block_lines_slice *slice)
{
    g_autofree bool *leader = g_new0(bool, (size_t)slice->n_pcs + 1);
    mark_leaders(slice, leader);
    slice->parts = g_new0(struct block_lines_part, slice->n_pcs);
    slice->part_of = g_new(uint32_t, slice->n_pcs);
    for (uint32_t pc = 0; pc < slice->n_pcs; pc++) {
        if (leader[pc])
            slice->parts[slice->n_parts++].first = pc;
        struct block_lines_part *part = &slice->parts[slice->n_parts - 1];
        slice->part_of[pc] = slice->n_parts - 1;
        part->end = pc + 1;
        const struct exec_op *op = &slice->kernel->ops[pc];
        part->how = (uint8_t)end_of(op);
        part->conditional = block_lines_guarded(op) || part->how == BLOCK_LINES_TABLE;
        part->decides =
            part->conditional && (part->how == BLOCK_LINES_EXIT || part->how == BLOCK_LINES_CALL);
    }
}

/* ---- regions ------------------------------------------------------------------------------- */

struct walk {
    struct block_lines_slice *slice;
    uint32_t stop; /* pc */
    bool *seen;    /* by part */
    GArray *todo;  /* parts */
};

static void walk_to(struct walk *walk, uint32_t pc)
{
    if (pc == walk->stop || pc >= walk->slice->n_pcs || walk->seen[walk->slice->part_of[pc]])
        return;
    walk->seen[walk->slice->part_of[pc]] = true;
    g_array_append_val(walk->todo, walk->slice->part_of[pc]);
}

static void walk_on(struct walk *walk, const struct block_lines_part *part)
{
    const struct exec_kernel *kernel = walk->slice->kernel;
    const struct exec_op *op = &kernel->ops[part->end - 1];
    if (part->how == BLOCK_LINES_BRANCH)
        walk_to(walk, op->target);
    for (int64_t k = 0; part->how == BLOCK_LINES_TABLE && k < op->immediate; k++)
        walk_to(walk, kernel->targets[op->target + k]);
    if (part->how == BLOCK_LINES_FALL || part->how == BLOCK_LINES_CALL || block_lines_guarded(op))
        walk_to(walk, part->end);
}

static void note_part(const struct block_lines_slice *slice, const struct block_lines_part *part,
                      struct block_lines_region *region, GArray *loads, GArray *written)
{
    region->calls |= part->how == BLOCK_LINES_CALL;
    region->ends |= part->how == BLOCK_LINES_EXIT;
    for (uint32_t pc = part->first; pc < part->end; pc++) {
        region->needed |= slice->needed[pc];
        if (slice->load[pc])
            g_array_append_val(loads, pc);
        for (unsigned k = block_lines_n_written(slice, pc); slice->needed[pc] && k-- > 0;) {
            const struct exec_operand *operand = block_lines_written(slice, pc, k);
            uint32_t number = operand ? block_lines_register(operand) : 0;
            if (operand)
                g_array_append_val(written, number);
        }
        uint32_t carry = block_lines_carry(slice);
        if (slice->needed[pc] && slice->kernel->ops[pc].modifiers & MODIFIER_CARRY_OUT)
            g_array_append_val(written, carry);
    }
}

static void region_free(struct block_lines_region *region)
{
    if (!region)
        return;
    g_free(region->loads);
    g_free(region->written);
    g_free(region);
}

static struct block_lines_region *region_new(struct block_lines_slice *slice,
                                             const struct block_lines_part *part)
{
    const struct exec_op *op = &slice->kernel->ops[part->end - 1];
    bool branches = part->how == BLOCK_LINES_BRANCH || part->how == BLOCK_LINES_TABLE;
    struct block_lines_region *region = g_new0(struct block_lines_region, 1);
    GArray *loads = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    GArray *written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    struct walk walk = {.slice = slice,
                        .stop = branches ? op->reconverge : SIMT_NEVER,
                        .seen = g_new0(bool, slice->n_parts),
                        .todo = g_array_new(FALSE, FALSE, sizeof(uint32_t))};
    if (branches)
        walk_on(&walk, part);
    else
        walk_to(&walk, part->end);
    for (guint i = 0; i < walk.todo->len; i++) {
        const struct block_lines_part *at = &slice->parts[g_array_index(walk.todo, uint32_t, i)];
        note_part(slice, at, region, loads, written);
        walk_on(&walk, at);
    }
    g_free(walk.seen);
    g_array_free(walk.todo, TRUE);
    region->n_loads = loads->len;
    region->n_written = written->len;
    region->loads = (uint32_t *)(void *)g_array_free(loads, FALSE);
    region->written = (uint32_t *)(void *)g_array_free(written, FALSE);
    return region;
}

const struct block_lines_region *block_lines_slice_region(struct block_lines_slice *slice,
                                                          struct block_lines_part *part)
{
    if (!part->region)
        part->region = region_new(slice, part);
    return part->region;
}

/* ---- what is needed ------------------------------------------------------------------------ */

static bool is_live(const uint64_t *live, uint32_t number)
{
    return live[number / 64] >> number % 64 & 1;
}

static void set_live(uint64_t *live, uint32_t number, bool value)
{
    uint64_t bit = UINT64_C(1) << number % 64;
    live[number / 64] = value ? live[number / 64] | bit : live[number / 64] & ~bit;
}

static void use(uint64_t *live, const struct exec_operand *operand)
{
    if (operand->base == BASE_REGISTERS)
        set_live(live, block_lines_register(operand), true);
}

static bool writes_live(const struct block_lines_slice *slice, uint32_t pc, const uint64_t *live)
{
    for (unsigned k = block_lines_n_written(slice, pc); k-- > 0;) {
        const struct exec_operand *operand = block_lines_written(slice, pc, k);
        if (operand && is_live(live, block_lines_register(operand)))
            return true;
    }
    return slice->kernel->ops[pc].modifiers & MODIFIER_CARRY_OUT &&
           is_live(live, block_lines_carry(slice));
}

/* live: behind the instruction; becomes what is live before it. */
static void step_back(struct block_lines_slice *slice, uint32_t pc, bool decides, uint64_t *live)
{
    const struct exec_op *op = &slice->kernel->ops[pc];
    if (slice->load[pc] || writes_live(slice, pc, live))
        slice->needed[pc] = true;
    if (!slice->needed[pc] && !decides)
        return;
    bool whole = !block_lines_guarded(op);
    for (unsigned k = block_lines_n_written(slice, pc); whole && k-- > 0;) {
        const struct exec_operand *operand = block_lines_written(slice, pc, k);
        if (operand)
            set_live(live, block_lines_register(operand), false);
    }
    if (whole && op->modifiers & MODIFIER_CARRY_OUT)
        set_live(live, block_lines_carry(slice), false);
    use(live, &op->guard);
    for (unsigned k = block_lines_n_sources(op); k-- > 0;)
        use(live, block_lines_source(op, k));
    if (op->modifiers & MODIFIER_CARRY_IN)
        set_live(live, block_lines_carry(slice), true);
}

static void add_way(const struct block_lines_slice *slice, uint64_t *live, const uint64_t *before,
                    uint32_t words, uint32_t pc)
{
    for (uint32_t i = 0; pc < slice->n_pcs && i < words; i++)
        live[i] |= before[(size_t)slice->part_of[pc] * words + i];
}

static void live_behind(const struct block_lines_slice *slice, const struct block_lines_part *part,
                        uint64_t *live, const uint64_t *before, uint32_t words)
{
    const struct exec_op *op = &slice->kernel->ops[part->end - 1];
    memset(live, 0, words * sizeof *live);
    if (part->how == BLOCK_LINES_BRANCH)
        add_way(slice, live, before, words, op->target);
    for (int64_t k = 0; part->how == BLOCK_LINES_TABLE && k < op->immediate; k++)
        add_way(slice, live, before, words, slice->kernel->targets[op->target + k]);
    if (part->how == BLOCK_LINES_FALL || part->how == BLOCK_LINES_CALL || block_lines_guarded(op))
        add_way(slice, live, before, words, part->end);
}

static void find_live(struct block_lines_slice *slice)
{
    uint32_t words = (slice->n_registers + 63) / 64;
    g_autofree uint64_t *before = g_new0(uint64_t, (size_t)slice->n_parts * words);
    g_autofree uint64_t *live = g_new(uint64_t, words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = slice->n_parts; p-- > 0;) {
            const struct block_lines_part *part = &slice->parts[p];
            live_behind(slice, part, live, before, words);
            for (uint32_t pc = part->end; pc-- > part->first;)
                step_back(slice, pc, part->decides && pc + 1 == part->end, live);
            uint64_t *known = before + (size_t)p * words;
            changed |= memcmp(known, live, words * sizeof *live) != 0;
            memcpy(known, live, words * sizeof *live);
        }
    }
}

static bool find_deciding(struct block_lines_slice *slice)
{
    bool found = false;
    for (uint32_t p = 0; p < slice->n_parts; p++) {
        struct block_lines_part *part = &slice->parts[p];
        bool branches = part->how == BLOCK_LINES_BRANCH || part->how == BLOCK_LINES_TABLE;
        if (!branches || !part->conditional || part->decides)
            continue;
        struct block_lines_region *region = region_new(slice, part);
        bool meets = slice->kernel->ops[part->end - 1].reconverge != SIMT_NEVER;
        part->decides = region->needed || region->calls || (region->ends && meets);
        found |= part->decides;
        region_free(region);
    }
    return found;
}

/* ---- the slice ----------------------------------------------------------------------------- */

static void find_loads(struct block_lines_slice *slice)
{
    slice->load = g_new0(bool, slice->code->n_instructions);
    for (uint32_t pc = 0; pc < slice->code->n_instructions; pc++) {
        const struct exec_op *op = &slice->kernel->ops[pc];
        slice->load[pc] = loads_global(op);
        slice->n_loads += slice->load[pc];
        if (pc >= slice->n_pcs)
            slice->functions_end |=
                op->kind != EXEC_ALU && (op->action == exec_exit || op->action == exec_fault);
    }
}

struct block_lines_slice *block_lines_slice_new(const struct kernel_code *code)
{
    struct block_lines_slice *slice = g_new0(struct block_lines_slice, 1);
    slice->code = code;
    slice->kernel = code->impl;
    slice->n_pcs =
        slice->kernel->n_functions > 1 ? slice->kernel->functions[1].entry : code->n_instructions;
    slice->n_registers = slice->kernel->functions[0].register_bytes / 4 + 1;
    slice->needed = g_new0(bool, slice->n_pcs);
    make_parts(slice);
    find_loads(slice);
    do
        find_live(slice);
    while (find_deciding(slice));
    return slice;
}

void block_lines_slice_free(struct block_lines_slice *slice)
{
    for (uint32_t p = 0; p < slice->n_parts; p++)
        region_free(slice->parts[p].region);
    g_free(slice->parts);
    g_free(slice->part_of);
    g_free(slice->needed);
    g_free(slice->load);
    g_free(slice);
}
