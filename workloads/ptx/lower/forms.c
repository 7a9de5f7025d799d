/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/lower/forms.h"
#include "workloads/ptx/analysis/accesses.h"
#include "workloads/ptx/analysis/link.h"
#include "workloads/ptx/analysis/shapes.h"
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/lower/facts.h"
#include "workloads/static_facts.h"
#include <string.h>

/* Elements between the first ones of neighbouring threads, with which accesses are a group. */
enum { MOST_APART = 8 };

/* What reads a register. */
enum use {
    USE_ADDRESS = 1, /* an access, or what is part of its address */
    USE_JUMP = 2,    /* a branch's guard */
    USE_VECTOR = 4,  /* a vector instruction, with its value */
    USE_OTHER = 8
};

struct forming {
    const struct ptx_function *function;
    struct ptx_shapes *shapes;
    struct ptx_cfg *cfg;
    struct simd_form *forms;
    uint8_t *uses;    /* by register: enum use */
    uint32_t *writes; /* by register: how many instructions write it */
    struct ptx_accesses accesses;
};

static bool is_memory(const struct ptx_instruction *in)
{
    static const char *const opcodes[] = {"ld", "ldu", "st", "atom", "red", "cp"};
    for (size_t i = 0; i < G_N_ELEMENTS(opcodes); i++)
        if (strcmp(in->opcode, opcodes[i]) == 0)
            return true;
    return false;
}

static bool is_scalar(const struct forming *f, uint32_t pc)
{
    const uint8_t kind = f->shapes->of[pc].kind;
    return kind == PTX_SHAPE_UNIFORM || kind == PTX_SHAPE_AFFINE;
}

static bool is_integer(const struct ptx_instruction *in)
{
    const enum ptx_type type = ptx_modifier_type(in, 0);
    return (type >= PTX_B8 && type <= PTX_B64) || (type >= PTX_U8 && type <= PTX_S64);
}

/* 64-bit results, of integers. */
static bool is_wide(const struct ptx_instruction *in)
{
    const enum ptx_type type = ptx_modifier_type(in, strcmp(in->opcode, "cvt") == 0 ? 1 : 0);
    return ptx_has_modifier(in, "wide") || type == PTX_B64 || type == PTX_U64 || type == PTX_S64;
}

/* ---- what is made of values ----------------------------------------------------------------- */

/* Whether x86's addresses can hold the instruction: a sum, or what widens or scales. */
static bool fits_address(const struct forming *f, uint32_t pc)
{
    const struct ptx_instruction *in = &f->function->instructions[pc];
    const struct ptx_operand *by = &in->operands[in->n_operands - 1];
    if (in->guard != PTX_NO_REGISTER || !is_integer(in) || in->n_operands < 2 ||
        in->operands[0].kind != PTX_OPERAND_REGISTER || f->writes[in->operands[0].index] > 1)
        return false;
    if (strcmp(in->opcode, "cvt") == 0)
        return is_wide(in);
    if (strcmp(in->opcode, "add") == 0)
        return true;
    if (by->kind != PTX_OPERAND_INTEGER)
        return false;
    if (strcmp(in->opcode, "shl") == 0)
        return by->value >= 0 && by->value <= 3;
    return strcmp(in->opcode, "mul") == 0 && !ptx_has_modifier(in, "hi") &&
           (by->value == 1 || by->value == 2 || by->value == 4 || by->value == 8);
}

static void use(struct forming *f, uint32_t reg, unsigned how, bool *changed)
{
    if ((f->uses[reg] & how) == how)
        return;
    f->uses[reg] |= (uint8_t)how;
    *changed = true;
}

static void use_operand(struct forming *f, const struct ptx_operand *operand, unsigned how,
                        bool *changed)
{
    const bool address = operand->kind == PTX_OPERAND_ADDRESS;
    if (operand->kind == PTX_OPERAND_REGISTER || (address && operand->index != PTX_NO_REGISTER))
        use(f, operand->index, address ? USE_ADDRESS : how, changed);
    for (unsigned i = 0; i < operand->n_elements; i++)
        use_operand(f, &operand->elements[i], how, changed);
}

static bool is_copy(const struct ptx_instruction *in)
{
    return in->guard == PTX_NO_REGISTER &&
           ((strcmp(in->opcode, "mov") == 0 && in->n_operands == 2 &&
             in->operands[1].kind != PTX_OPERAND_SPECIAL &&
             in->operands[0].kind == PTX_OPERAND_REGISTER &&
             in->operands[1].kind != PTX_OPERAND_VECTOR) ||
            strcmp(in->opcode, "cvta") == 0);
}

/* What all its readers make of the register that it alone writes. */
static unsigned use_of_result(const struct forming *f, uint32_t pc)
{
    const struct ptx_instruction *in = &f->function->instructions[pc];
    if (!ptx_writes_first_operand(in) || in->operands[0].kind != PTX_OPERAND_REGISTER)
        return USE_OTHER;
    return f->uses[in->operands[0].index];
}

/* What an instruction makes of the values that it reads. A vector that is affine comes of the one
 * before it, by a sum. */
static unsigned use_by(const struct forming *f, uint32_t pc)
{
    const bool follows =
        f->shapes->of[pc].kind == PTX_SHAPE_AFFINE && !is_memory(&f->function->instructions[pc]);
    if (f->forms[pc].kind == SIMD_VECTOR)
        return follows ? USE_OTHER : USE_VECTOR;
    if (f->forms[pc].kind != SIMD_FREE)
        return USE_OTHER;
    if (is_copy(&f->function->instructions[pc]))
        return use_of_result(f, pc);
    return fits_address(f, pc) ? USE_ADDRESS : USE_OTHER;
}

static void use_of(struct forming *f, uint32_t pc, bool *changed)
{
    const struct ptx_instruction *in = &f->function->instructions[pc];
    const unsigned first = ptx_writes_first_operand(in) ? 1 : 0;
    const unsigned how = use_by(f, pc);
    if (in->guard != PTX_NO_REGISTER)
        use(f, in->guard, ptx_is_branch(in) || ptx_is_exit(in) ? USE_JUMP : how, changed);
    for (unsigned i = first; i < in->n_operands; i++)
        use_operand(f, &in->operands[i], how, changed);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static uint8_t scalar_kind(const struct forming *f, uint32_t pc)
{
    const bool apart = f->shapes->loop_of[pc] >= 0 || !f->function->is_entry;
    return apart ? SIMD_SCALAR : SIMD_ONCE;
}

/* A loop over packs ends at exits and barriers. */
static uint8_t kind_of(const struct forming *f, uint32_t pc)
{
    const struct ptx_instruction *in = &f->function->instructions[pc];
    const enum op_class class = exec_op_class(in);
    const unsigned uses = use_of_result(f, pc);
    const bool scalar = is_scalar(f, pc);
    if (class == OP_EXIT)
        return SIMD_SCALAR;
    if (class == OP_BARRIER || class == OP_FENCE || class == OP_SYNC || class == OP_ATOMIC)
        return SIMD_VECTOR;
    if (uses == USE_ADDRESS && fits_address(f, pc))
        return SIMD_FREE;
    if (scalar && uses == USE_JUMP && strcmp(in->opcode, "setp") == 0)
        return SIMD_FREE;
    if (is_copy(in))
        return SIMD_FREE;
    if (is_memory(in) && class == OP_INT) /* a parameter */
        return scalar ? SIMD_ONCE : SIMD_VECTOR;
    if (is_memory(in))
        return class == OP_LOAD && f->shapes->of[pc].kind == PTX_SHAPE_UNIFORM ? scalar_kind(f, pc)
                                                                               : SIMD_VECTOR;
    if (!scalar)
        return SIMD_VECTOR;
    if (f->shapes->of[pc].kind == PTX_SHAPE_AFFINE && (uses & USE_VECTOR) && is_integer(in))
        return SIMD_VECTOR;
    return scalar_kind(f, pc);
}

/* ---- accesses ------------------------------------------------------------------------------- */

static const struct ptx_operand *address_of(const struct ptx_instruction *in)
{
    for (unsigned i = 0; i < in->n_operands; i++)
        if (in->operands[i].kind == PTX_OPERAND_ADDRESS)
            return &in->operands[i];
    return NULL;
}

/* Elements that a thread's access has, one behind the other. */
static unsigned n_elements(const struct ptx_instruction *in)
{
    return ptx_has_modifier(in, "v4") ? 4 : ptx_has_modifier(in, "v2") ? 2 : 1;
}

/* Different elements that accesses in the block use of the `apart` that a stride spans. */
static unsigned count_members(const struct forming *f, uint32_t pc, unsigned apart, unsigned bytes)
{
    const struct ptx_instruction *own = &f->function->instructions[pc];
    const struct ptx_block *block = &f->cfg->blocks[f->cfg->block_of[pc]];
    const int64_t span = (int64_t)apart * bytes;
    uint32_t used = 0;
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct ptx_instruction *in = &f->function->instructions[i];
        const struct ptx_operand *address = address_of(in);
        if (!address || strcmp(in->opcode, own->opcode) != 0 ||
            address->index != address_of(own)->index)
            continue;
        const int64_t place = ((address->value % span) + span) % span / bytes;
        for (unsigned k = 0; k < n_elements(in); k++)
            used |= UINT32_C(1) << (((unsigned)place + k) % apart);
    }
    return (unsigned)__builtin_popcount(used);
}

static void set_access(struct forming *f, uint32_t pc)
{
    const struct ptx_instruction *in = &f->function->instructions[pc];
    const struct ptx_shape address = f->shapes->address[pc];
    const unsigned bytes = ptx_type_bytes(ptx_modifier_type(in, 0));
    struct simd_form *form = &f->forms[pc];
    if (!is_memory(in) || !address_of(in) || bytes == 0)
        return;
    const int64_t stride = address.stride, apart = stride / bytes;
    if (address.kind == PTX_SHAPE_UNIFORM)
        form->access = SIMD_SAME;
    else if (address.kind != PTX_SHAPE_AFFINE)
        form->access = SIMD_GATHER;
    else if (!address.known || stride % bytes != 0 || apart > MOST_APART || apart < 0)
        form->access = SIMD_STRIDE;
    else if (apart <= 1)
        form->access = apart == 0 ? SIMD_SAME : SIMD_NEXT;
    else {
        form->access = SIMD_GROUP;
        form->apart = (uint8_t)apart;
        form->members = (uint8_t)count_members(f, pc, (unsigned)apart, bytes);
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void set_kinds(struct forming *f)
{
    const uint32_t n = f->function->n_instructions;
    bool changed = true;
    for (uint32_t pc = 0; pc < n; pc++)
        f->forms[pc].kind = fits_address(f, pc) ? SIMD_FREE : kind_of(f, pc);
    while (changed) {
        changed = false;
        for (uint32_t pc = 0; pc < n; pc++)
            use_of(f, pc, &changed);
        for (uint32_t pc = 0; pc < n; pc++)
            f->forms[pc].kind = kind_of(f, pc);
    }
}

static void count_writes(struct forming *f)
{
    for (uint32_t pc = 0; pc < f->function->n_instructions; pc++) {
        ptx_accesses_of(&f->accesses, &f->function->instructions[pc]);
        for (guint i = 0; i < f->accesses.writes->len; i++)
            f->writes[g_array_index(f->accesses.writes, uint32_t, i)]++;
    }
}

/* By pc of the function; g_free. */
static struct simd_form *forms_of(const struct ptx_function *function)
{
    g_autofree uint8_t *uses = g_new0(uint8_t, function->n_registers + 1);
    g_autofree uint32_t *writes = g_new0(uint32_t, function->n_registers + 1);
    struct forming f = {.function = function,
                        .shapes = ptx_shapes_new(function),
                        .cfg = ptx_cfg_new(function),
                        .forms = g_new0(struct simd_form, function->n_instructions + 1),
                        .uses = uses,
                        .writes = writes};
    ptx_accesses_init(&f.accesses);
    count_writes(&f);
    set_kinds(&f);
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        const struct ptx_instruction *in = &function->instructions[pc];
        f.forms[pc].wide = is_integer(in) && is_wide(in);
        f.forms[pc].blends = f.forms[pc].kind == SIMD_VECTOR && f.shapes->blends[pc];
        set_access(&f, pc);
    }
    ptx_accesses_finish(&f.accesses);
    ptx_cfg_free(f.cfg);
    ptx_shapes_free(f.shapes);
    return f.forms;
}

/* Those of a function in the kernel's code from `first` up to `end`. Where registers have been
 * spilled, so that there are more instructions, they are known by their lines. */
static void place(const struct kernel_code *code, struct simd_form *forms, uint32_t first,
                  uint32_t end, const struct ptx_function *function)
{
    g_autofree struct simd_form *found = forms_of(function);
    const uint32_t n = function->n_instructions;
    uint32_t at = 0;
    for (uint32_t pc = first; pc < end; pc++) {
        while (end - first > n + 1 && at + 1 < n &&
               function->instructions[at].line < code->instructions[pc].line)
            at++;
        if (at < n && (end - first <= n + 1 ||
                       function->instructions[at].line == code->instructions[pc].line))
            forms[pc] = found[at++];
    }
}

static struct simd_form *all_forms(const struct kernel_code *code)
{
    const struct exec_kernel *kernel = code->impl;
    struct link_graph *graph = link_graph_new(kernel->source);
    struct simd_form *forms = g_new0(struct simd_form, code->n_instructions + 1);
    for (uint32_t i = 0; i < kernel->n_functions; i++)
        for (guint k = 0; k < graph->functions->len; k++) {
            const struct ptx_function *function = graph->functions->pdata[k];
            const uint32_t first = kernel->functions[i].entry;
            uint32_t end = code->n_instructions;
            for (uint32_t other = 0; other < kernel->n_functions; other++)
                if (kernel->functions[other].entry > first)
                    end = MIN(end, kernel->functions[other].entry);
            if (strcmp(function->name, kernel->functions[i].name) == 0)
                place(code, forms, first, end, function);
        }
    link_graph_free(graph);
    return forms;
}

/* The host asks, once for a launch, so nobody else does meanwhile. */
struct simd_form *exec_simd_forms(const struct kernel_code *code)
{
    struct exec_kernel *kernel = code->impl;
    if (!kernel->forms)
        kernel->forms = all_forms(code);
    return g_memdup2(kernel->forms, (code->n_instructions + 1) * sizeof(struct simd_form));
}
