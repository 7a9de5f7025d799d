/* SPDX-License-Identifier: BSD-3-Clause */
/* A PTX kernel into struct kernel_code: analyses, layout of the warp's state, one exec_op an
 * instruction. */
#include "workloads/ptx/exec/lower.h"
#include "workloads/ptx/exec/control.h"
#include "workloads/ptx/exec/facts.h"
#include "workloads/ptx/exec/issue.h"
#include "workloads/ptx/exec/lowering.h"
#include "workloads/ptx/exec/shared_layout.h"

#include <stdlib.h>
#include <string.h>

struct analyses {
    struct ptx_cfg *cfg;
    uint32_t *dominators, *reconvergence;
    struct ptx_loops *loops;
    struct ptx_liveness *liveness;
    struct ptx_allocation *allocation;
};

static void analyses_init(struct analyses *a, const struct ptx_function *function)
{
    a->cfg = ptx_cfg_new(function);
    a->dominators = ptx_dominators(a->cfg);
    a->reconvergence = ptx_reconvergence(a->cfg);
    a->loops = ptx_loops_new(a->cfg, a->dominators);
    a->liveness = ptx_liveness_new(a->cfg);
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

/* Gives every slot its bytes of the state: an array of lanes, or one mask. */
static void place_slots(struct lowering *l, struct exec_kernel *kernel)
{
    static const uint32_t bytes[PTX_SLOT_CLASSES] = {[PTX_SLOT_32] = 4 * WARP_LANES,
                                                     [PTX_SLOT_64] = 8 * WARP_LANES,
                                                     [PTX_SLOT_128] = 16 * WARP_LANES,
                                                     [PTX_SLOT_PRED] = sizeof(lane_mask)};
    const struct ptx_allocation *allocation = l->allocation;
    l->slot_offset = g_new0(uint32_t, allocation->n_slots + 1);
    kernel->registers_offset = lowering_reserve(l, 0);
    for (unsigned class = PTX_SLOT_PRED; class < PTX_SLOT_CLASSES; class ++) {
        uint32_t start = lowering_reserve(l, bytes[class] * allocation->n_of_class[class]);
        for (uint32_t slot = 1; slot < allocation->n_slots; slot++)
            if (allocation->class_of[slot] == class)
                l->slot_offset[slot] = start + allocation->rank_of[slot] * bytes[class];
    }
    /* Registers that are only written have slot 0: somewhere to write to. */
    l->slot_offset[0] = lowering_reserve(l, 8 * WARP_LANES);
    kernel->registers_bytes = l->state_bytes - kernel->registers_offset;
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
        lower_control,   lower_memory,     lower_plain,        lower_compare,
        lower_predicate, lower_move,       lower_carry,        lower_float,
        lower_convert,   lower_cross_lane, lower_address_space};
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
    if (done)
        l->op->text = g_strdup(l->instruction->text);
    else
        lower_as_fault(l);
    g_clear_pointer(&l->problem, g_free);
}

/* Code that runs off its end exits. */
static bool needs_final_exit(const struct ptx_function *function)
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

static void lower_all(struct lowering *l, struct kernel_code *code, const struct analyses *a)
{
    const struct ptx_function *function = l->function;
    uint32_t n = function->n_instructions;
    bool final_exit = needs_final_exit(function);
    struct exec_op *ops = g_new0(struct exec_op, n + 1);
    struct instruction *facts = g_new0(struct instruction, n + 1);
    struct ptx_accesses accesses;
    ptx_accesses_init(&accesses);
    for (uint32_t pc = 0; pc < n; pc++) {
        l->instruction = &function->instructions[pc];
        l->op = &ops[pc];
        lower_guard(l);
        lower_instruction(l);
        exec_facts(&facts[pc], function, pc, &ops[pc], a->allocation, a->loops, &accesses);
    }
    ptx_accesses_finish(&accesses);
    if (final_exit) {
        ops[n] = (struct exec_op){.kind = EXEC_CONTROL, .action = exec_exit};
        static const struct ptx_instruction unguarded = {.guard = PTX_NO_REGISTER};
        l->instruction = &unguarded;
        l->op = &ops[n];
        lower_guard(l);
        facts[n] =
            (struct instruction){.op_class = OP_EXIT, .line = function->end_line, .loop = -1};
    }
    code->n_instructions = n + (final_exit ? 1 : 0);
    code->instructions = facts;
    ((struct exec_kernel *)code->impl)->ops = ops;
}

static uint32_t product_of(const uint32_t dimensions[3])
{
    return dimensions[0] * MAX(dimensions[1], 1) * MAX(dimensions[2], 1);
}

static uint32_t max_threads(const struct ptx_limits *limits)
{
    uint32_t required = product_of(limits->required_threads);
    return required != 0 ? required : product_of(limits->max_threads);
}

static uint32_t registers_of(const struct ptx_function *function, const struct analyses *a,
                             uint32_t given)
{
    if (function->limits.max_registers != 0)
        return function->limits.max_registers;
    return given != 0 ? given : MAX(a->liveness->max_registers, 1);
}

/* Moves what lowering collected into the kernel, and lays out local memory behind the rest. */
static void take_results(struct lowering *l, struct kernel_code *code, struct exec_kernel *kernel)
{
    kernel->local_stride = (code->local_bytes_per_thread + 15) / 16 * 16;
    kernel->local_offset = lowering_reserve(l, kernel->local_stride * WARP_LANES);
    code->warp_state_bytes = lowering_reserve(l, 0);
    size_t bytes = (l->pool->len + 63) / 64 * 64;
    kernel->constants = aligned_alloc(64, MAX(bytes, 64));
    g_assert(kernel->constants != NULL);
    memcpy(kernel->constants, l->pool->data, l->pool->len);
    kernel->n_fixups = l->fixups->len;
    kernel->fixups = (struct exec_fixup *)(void *)g_array_free(l->fixups, FALSE);
    kernel->n_specials = l->specials->len;
    kernel->specials = (struct exec_special *)(void *)g_array_free(l->specials, FALSE);
}

static void lowering_finish(struct lowering *l)
{
    g_byte_array_free(l->pool, TRUE);
    g_hash_table_destroy(l->constants);
    g_hash_table_destroy(l->shared);
    g_free(l->slot_offset);
}

struct kernel_code *exec_lower(const struct exec_layout *layout,
                               const struct ptx_function *function, uint32_t registers_per_thread)
{
    struct analyses a;
    analyses_init(&a, function);
    struct exec_kernel *kernel = g_new0(struct exec_kernel, 1);
    struct kernel_code *code = g_new0(struct kernel_code, 1);
    *code = (struct kernel_code){
        .name = function->name,
        .file = layout->module->file_name,
        .ops = &exec_source_ops,
        .loops = g_memdup2(a.loops->loops, a.loops->n_loops * sizeof(struct code_loop)),
        .n_loops = a.loops->n_loops,
        .n_register_slots = a.allocation->n_slots,
        .registers_per_thread = registers_of(function, &a, registers_per_thread),
        .max_threads = max_threads(&function->limits),
        .local_bytes_per_thread = function->local_bytes,
        .param_bytes = function->param_bytes,
        .impl = kernel};
    struct lowering l = {.layout = layout,
                         .function = function,
                         .allocation = a.allocation,
                         .alus = exec_alu_best(),
                         .reconvergence = a.reconvergence,
                         .pool = g_byte_array_new(),
                         .constants = lowering_constants_new(),
                         .fixups = g_array_new(FALSE, FALSE, sizeof(struct exec_fixup)),
                         .specials = g_array_new(FALSE, FALSE, sizeof(struct exec_special)),
                         .shared = g_hash_table_new(NULL, NULL),
                         .state_bytes = sizeof(struct exec_state)};
    kernel->const_image = layout->const_image;
    kernel->const_bytes = layout->const_bytes;
    code->static_shared_bytes = exec_shared_layout(function, l.shared);
    place_slots(&l, kernel);
    lower_all(&l, code, &a);
    take_results(&l, code, kernel);
    lowering_finish(&l);
    analyses_finish(&a);
    exec_lowered_relocate(code, layout);
    return code;
}

void exec_lowered_relocate(struct kernel_code *code, const struct exec_layout *layout)
{
    struct exec_kernel *kernel = code->impl;
    for (uint32_t i = 0; i < kernel->n_fixups; i++) {
        const struct exec_fixup *f = &kernel->fixups[i];
        uint64_t address = exec_layout_find(layout, f->variable)->address + (uint64_t)f->addend;
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            memcpy(kernel->constants + f->offset + lane * f->bytes, &address, f->bytes);
    }
}

void exec_lowered_free(struct kernel_code *code)
{
    if (code == NULL)
        return;
    struct exec_kernel *kernel = code->impl;
    for (uint32_t pc = 0; pc < code->n_instructions; pc++)
        g_free((char *)kernel->ops[pc].text);
    free(kernel->constants);
    g_free(kernel->ops);
    g_free(kernel->fixups);
    g_free(kernel->specials);
    g_free(kernel);
    g_free((void *)code->instructions);
    g_free((void *)code->loops);
    g_free(code);
}
