/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering of one function; see lower_function.h. */
#include "workloads/ptx/lower/lower_function.h"
#include "workloads/ptx/analysis/call_layout.h"
#include "workloads/ptx/analysis/spill.h"
#include "workloads/ptx/analysis/wmma.h"
#include "workloads/ptx/exec/actions/child_ops.h"
#include "workloads/ptx/exec/actions/control.h"
#include "workloads/ptx/lower/facts.h"

#include <string.h>

enum { MEMORY_ALIGNMENT = 16 }; /* of frames, and of the parts of their memory */

struct analyses {
    struct ptx_cfg *cfg;
    uint32_t *dominators, *reconvergence;
    struct ptx_loops *loops;
    struct ptx_liveness *liveness;
    struct ptx_allocation *allocation;
};

/* Registers that are parameters or results live as long as the function: the caller writes and
 * reads them. */
static void keep_alive(struct analyses *a, const struct ptx_function *function,
                       struct ptx_variable *const *variables, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (variables[i]->reg != PTX_NO_REGISTER)
            a->liveness->intervals[variables[i]->reg] =
                (struct ptx_interval){0, 2 * function->n_instructions + 1};
}

static void analyses_init(struct analyses *a, const struct ptx_function *function)
{
    a->cfg = ptx_cfg_new(function);
    a->dominators = ptx_dominators(a->cfg);
    a->reconvergence = ptx_reconvergence(a->cfg);
    a->loops = ptx_loops_new(a->cfg, a->dominators);
    a->liveness = ptx_liveness_new(a->cfg);
    keep_alive(a, function, function->params, function->n_params);
    keep_alive(a, function, function->returns, function->n_returns);
    a->allocation = ptx_allocation_new(function, a->liveness);
}

static void analyses_finish(struct analyses *a)
{
    ptx_allocation_free(a->allocation);
    ptx_liveness_free(a->liveness);
    ptx_loops_free(a->loops);
    g_free(a->reconvergence);
    g_free(a->dominators);
    ptx_cfg_free(a->cfg);
}

/* Gives every slot its bytes of the frame's registers: an array of lanes, or one mask. */
static void place_slots(struct lowering *l)
{
    static const uint32_t bytes[PTX_SLOT_CLASSES] = {[PTX_SLOT_32] = 4 * WARP_LANES,
                                                     [PTX_SLOT_64] = 8 * WARP_LANES,
                                                     [PTX_SLOT_PRED] = sizeof(lane_mask)};
    const struct ptx_allocation *allocation = l->allocation;
    l->slot_offset = g_new0(uint32_t, allocation->n_slots + 1);
    l->frame_bytes = 0;
    for (unsigned class = PTX_SLOT_PRED; class < PTX_SLOT_CLASSES; class ++) {
        uint32_t start =
            lowering_reserve_registers(l, bytes[class] * allocation->n_of_class[class]);
        for (uint32_t slot = 1; slot < allocation->n_slots; slot++)
            if (allocation->class_of[slot] == class)
                l->slot_offset[slot] = start + allocation->rank_of[slot] * bytes[class];
    }
    /* Registers that are only written have slot 0: somewhere to write to. */
    l->slot_offset[0] = lowering_reserve_registers(l, 8 * WARP_LANES);
}

static uint32_t aligned(uint32_t bytes)
{
    return (bytes + MEMORY_ALIGNMENT - 1) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
}

/* Lays out the frame's memory. What a function passes to others needs no clearing. */
static void place_memory(struct lowering *l, const struct ptx_cfg *cfg, struct exec_function *code)
{
    const struct ptx_function *f = cfg->function;
    uint32_t passed = exec_call_layout(cfg, l->call_parameters);
    l->parameters_at = l->results_at = 0;
    l->call_parameters_at = f->local_bytes;
    if (!f->is_entry) {
        l->parameters_at = aligned(f->local_bytes);
        l->results_at = aligned(l->parameters_at + f->param_bytes);
        l->call_parameters_at = l->results_at + f->return_bytes;
    }
    code->cleared_bytes = code->memory_bytes = l->call_parameters_at;
    if (passed > 0) {
        l->call_parameters_at = aligned(l->call_parameters_at);
        code->memory_bytes = l->call_parameters_at + passed;
    }
}

/* Makes l->op the fault that running the instruction is. */
static void lower_as_fault(struct lowering *l)
{
    struct exec_op *op = l->op;
    const char *text = l->instruction->text;
    op->n_sources = op->n_destinations = op->space = op->modifiers = 0;
    op->element_bytes = op->elements = 0;
    op->kind = EXEC_ACTION;
    op->action = exec_fault;
    if (strcmp(text, "trap") == 0)
        op->text = g_strdup("the kernel executed trap");
    else if (l->problem != NULL)
        op->text = g_strdup_printf("unsupported instruction `%s`: %s", text, l->problem);
    else
        op->text = g_strdup_printf("unsupported instruction `%s`", text);
}

static void lower_instruction(struct lowering *l)
{
    static bool (*const families[])(struct lowering *) = {
        lower_call,          lower_control, lower_synchronization, lower_memory,
        lower_texture,       lower_plain,   lower_compare,         lower_predicate,
        lower_move,          lower_carry,   lower_video,           lower_float,
        lower_half,          lower_convert, lower_cross_lane,      lower_cluster,
        lower_address_space, lower_tensor,  lower_group,           lower_matrix,
        lower_engine};
    const struct exec_op empty = *l->op;
    l->problem = NULL;
    bool done = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(families) && !done; i++) {
        if (l->problem == NULL)
            *l->op = empty;
        /* A conversion between registers wider than its types isn't one of the lists. */
        bool retry = families[i] == lower_plain && strcmp(l->instruction->opcode, "cvt") == 0;
        done = families[i](l);
        if (!done && retry)
            g_clear_pointer(&l->problem, g_free);
        if (l->problem != NULL)
            break;
    }
    if (!done)
        lower_as_fault(l);
    else if (l->op->text == NULL)
        l->op->text = g_strdup(l->instruction->text);
    g_clear_pointer(&l->problem, g_free);
}

/* Instructions of which PTX says that the lanes of a warp execute them together. */
static void prepare_lanes(struct lowering *l)
{
    const struct ptx_instruction *in = l->instruction;
    bool is_barrier = exec_word_in("bar barrier", in->opcode);
    if (is_barrier && !ptx_has_modifier(in, "warp"))
        l->op->prepare |= PREPARE_BARRIER;
    else if (is_barrier || (exec_word_in("shfl vote match redux elect", in->opcode) &&
                            ptx_has_modifier(in, "sync")))
        l->op->prepare |= PREPARE_TOGETHER;
    else if (exec_word_in("mma wmma.mma wgmma ldmatrix stmatrix movmatrix", in->opcode))
        l->op->prepare |= PREPARE_TOGETHER | PREPARE_WHOLE;
}

/* What exec_facts can't know: where the function is among others, and what its instructions turned
 * out to be. */
static void adjust_facts(struct lowering *l, struct instruction *facts, int32_t first_loop)
{
    unsigned n = facts->n_destinations + facts->n_sources;
    for (unsigned i = 0; i < n; i++)
        if (facts->registers[i] != 0)
            facts->registers[i] = (uint16_t)(facts->registers[i] + l->n_slots);
    if (facts->loop >= 0)
        facts->loop += first_loop;
    bool acts = l->op->kind == EXEC_ACTION, controls = l->op->kind == EXEC_CONTROL;
    if (controls && l->op->action == exec_call_function)
        facts->flags |= INSTRUCTION_DRAIN;
    if (controls && l->op->action == exec_exit && !l->function->is_entry)
        facts->flags |= INSTRUCTION_DRAIN;
    if (acts && child_launches(l->op->action)) {
        facts->op_class = OP_SYNC;
        facts->flags |= INSTRUCTION_RELEASE;
    }
    if (controls && l->op->action == exec_return) {
        facts->op_class = OP_BRANCH;
        facts->flags |= INSTRUCTION_DRAIN;
    }
    if (acts && (l->op->action == exec_load_frame || l->op->action == exec_store_frame)) {
        facts->op_class = OP_INT;
        facts->space = SPACE_PARAM;
    } else if (acts && l->op->space == SPACE_LOCAL && facts->op_class == OP_INT) {
        facts->op_class = strcmp(l->instruction->opcode, "st") == 0 ? OP_STORE : OP_LOAD;
    }
}

/* Code that runs off its end exits or returns. */
static bool needs_end(const struct ptx_function *function)
{
    uint32_t n = function->n_instructions;
    if (n == 0 || !ptx_ends_path(&function->instructions[n - 1]))
        return true;
    for (uint32_t pc = 0; pc < n; pc++) {
        const struct ptx_instruction *in = &function->instructions[pc];
        uint32_t target;
        for (unsigned k = 0;
             ptx_is_branch(in) && (target = ptx_branch_target(function, in, k)) != UINT32_MAX; k++)
            if (target == n)
                return true;
    }
    return false;
}

static void append(struct lowering *l, const struct instruction *facts,
                   const struct source_place *place)
{
    g_array_append_val(l->ops, *l->op);
    g_array_append_val(l->facts, *facts);
    g_array_append_val(l->places, *place);
}

static void lower_end(struct lowering *l, struct source_place place)
{
    static const struct ptx_instruction unguarded = {.guard = PTX_NO_REGISTER};
    bool is_entry = l->function->is_entry;
    struct exec_op op = {.kind = EXEC_CONTROL, .action = is_entry ? exec_exit : exec_return};
    struct instruction facts = {.op_class = is_entry ? OP_EXIT : OP_BRANCH,
                                .flags = is_entry ? 0 : INSTRUCTION_DRAIN,
                                .line = l->function->end_line,
                                .loop = -1};
    l->instruction = &unguarded;
    l->op = &op;
    lower_guard(l);
    append(l, &facts, &place);
}

static void lower_instructions(struct lowering *l, const struct analyses *a)
{
    const struct ptx_function *function = l->function;
    int32_t first_loop = (int32_t)l->loops->len;
    struct source_place place = {0};
    struct ptx_accesses accesses;
    ptx_accesses_init(&accesses);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        struct exec_op op = {0};
        struct instruction facts;
        l->instruction = &function->instructions[pc];
        l->op = &op;
        lower_guard(l);
        lower_instruction(l);
        prepare_lanes(l);
        exec_facts(&facts, function, pc, &op, a->allocation, a->loops, &accesses);
        adjust_facts(l, &facts, first_loop);
        place =
            (struct source_place){ptx_source_path(function->module, l->instruction->source_file),
                                  l->instruction->source_line};
        append(l, &facts, &place);
    }
    ptx_accesses_finish(&accesses);
    if (needs_end(function))
        lower_end(l, place);
}

static void note_unlikely(struct lowering *l, const struct ptx_cfg *cfg)
{
    g_autofree bool *unlikely = lower_unlikely(cfg);
    for (uint32_t pc = 0; unlikely && pc < cfg->function->n_instructions; pc++) {
        if (!unlikely[pc])
            continue;
        g_array_set_size(l->unlikely, l->first_pc + pc + 1);
        g_array_index(l->unlikely, bool, l->first_pc + pc) = true;
    }
}

static void add_loops(struct lowering *l, const struct ptx_loops *loops)
{
    int32_t first = (int32_t)l->loops->len;
    for (uint32_t i = 0; i < loops->n_loops; i++) {
        struct code_loop loop = loops->loops[i];
        loop.header += l->first_pc;
        loop.last += l->first_pc;
        loop.parent = loop.parent < 0 ? -1 : loop.parent + first;
        g_array_append_val(l->loops, loop);
    }
}

/* Most 32-bit registers that are live before and after a call. */
static uint32_t registers_kept(const struct ptx_function *function,
                               const struct ptx_liveness *liveness)
{
    uint32_t most = 0;
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        uint32_t kept = 0;
        if (strcmp(function->instructions[pc].opcode, "call") != 0)
            continue;
        for (uint32_t reg = 0; reg < function->n_registers; reg++)
            if (liveness->intervals[reg].start < 2 * pc &&
                liveness->intervals[reg].end > 2 * pc + 1)
                kept += ptx_type_registers(function->registers[reg].type);
        most = MAX(most, kept);
    }
    return most;
}

/* Where the callee finds its parameters, and leaves its results. */
static struct exec_slot *slots_of(struct lowering *l, struct ptx_variable *const *variables,
                                  unsigned n, uint32_t base)
{
    struct exec_slot *slots = g_new0(struct exec_slot, n);
    for (unsigned i = 0; i < n; i++) {
        slots[i].bytes = (uint32_t)variables[i]->bytes;
        slots[i].in_memory = variables[i]->reg == PTX_NO_REGISTER;
        if (slots[i].in_memory)
            slots[i].offset = base + (uint32_t)variables[i]->offset;
        else
            lower_register(l, variables[i]->reg, &slots[i].operand);
    }
    return slots;
}

void lower_function(struct lowering *l, const struct ptx_function *named, uint32_t most_registers,
                    struct lowered_function *result)
{
    struct analyses a;
    struct ptx_wmma *wmma = ptx_wmma_new(named);
    const struct ptx_function *plain = wmma ? ptx_wmma_function(wmma) : named;
    struct ptx_spill *spill = ptx_spill_new(plain, most_registers);
    const struct ptx_function *function = spill ? ptx_spill_function(spill) : plain;
    analyses_init(&a, function);
    l->function = function;
    l->allocation = a.allocation;
    l->reconvergence = a.reconvergence;
    l->back_edge = a.loops->back_edge;
    l->first_pc = l->ops->len;
    l->frame_addresses = g_array_new(FALSE, FALSE, sizeof(struct exec_frame_address));
    l->call_parameters = g_hash_table_new(NULL, NULL);
    l->tops = 0;
    place_slots(l);
    *result = (struct lowered_function){.code = {.name = function->name,
                                                 .address = exec_layout_function(l->layout, named),
                                                 .entry = l->first_pc},
                                        .registers = a.liveness->max_registers,
                                        .registers_kept = registers_kept(function, a.liveness)};
    place_memory(l, a.cfg, &result->code);
    lower_instructions(l, &a);
    add_loops(l, a.loops);
    note_unlikely(l, a.cfg);
    if (!function->is_entry) {
        result->code.n_parameters = function->n_params;
        result->code.n_results = function->n_returns;
        result->code.parameters =
            slots_of(l, function->params, function->n_params, l->parameters_at);
        result->code.results = slots_of(l, function->returns, function->n_returns, l->results_at);
    }
    if (l->tops != 0) { /* at first, a frame ends where its variables do */
        struct exec_frame_address end = {l->tops - 1, 8, result->code.memory_bytes};
        g_array_append_val(l->frame_addresses, end);
        result->code.tops = l->tops;
    }
    result->code.register_bytes = (l->frame_bytes + 63) / 64 * 64;
    result->code.n_addresses = l->frame_addresses->len;
    result->code.addresses =
        (struct exec_frame_address *)(void *)g_array_free(l->frame_addresses, FALSE);
    for (uint32_t slot = 0; slot < a.allocation->n_slots; slot++) {
        bool is_predicate = a.allocation->class_of[slot] == PTX_SLOT_PRED;
        g_array_append_val(l->predicates, is_predicate);
        g_array_append_val(l->slot_offsets, l->slot_offset[slot]);
    }
    l->n_slots += a.allocation->n_slots;
    g_clear_pointer(&l->slot_offset, g_free);
    g_hash_table_destroy(l->call_parameters);
    analyses_finish(&a);
    ptx_spill_free(spill);
    ptx_wmma_free(wmma);
}

void lowered_function_finish(struct exec_function *function)
{
    g_free(function->parameters);
    g_free(function->results);
    g_free(function->addresses);
}
