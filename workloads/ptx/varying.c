/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/varying.h"
#include "workloads/ptx/accesses.h"
#include "workloads/ptx/dominators.h"
#include <string.h>

struct analysis {
    const struct ptx_function *function;
    struct ptx_cfg *cfg;
    uint32_t *postdominators;
    bool *varies;     /* by pc: the result */
    bool *registers;  /* by register: its values */
    uint32_t *writes; /* by register: how many instructions write it */
    bool *apart;      /* by block: threads that come here have parted */
    struct ptx_accesses accesses;
    bool changed;
};

static bool special_varies(const struct ptx_operand *operand)
{
    static const uint8_t same[] = {
        PTX_NTID_X,  PTX_NTID_Y,   PTX_NTID_Z,   PTX_CTAID_X,           PTX_CTAID_Y,
        PTX_CTAID_Z, PTX_NCTAID_X, PTX_NCTAID_Y, PTX_NCTAID_Z,          PTX_NWARPID,
        PTX_SMID,    PTX_NSMID,    PTX_GRIDID,   PTX_DYNAMIC_SMEM_SIZE, PTX_TOTAL_SMEM_SIZE};
    for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
        if (operand->index == same[i])
            return false;
    return true;
}

static bool operand_varies(const struct ptx_operand *operand)
{
    if (operand->kind == PTX_OPERAND_SPECIAL && special_varies(operand))
        return true;
    for (unsigned i = 0; i < operand->n_elements; i++)
        if (operand_varies(&operand->elements[i]))
            return true;
    return false;
}

/* Whatever its operands. */
static bool varies_always(const struct ptx_function *function, const struct ptx_instruction *in)
{
    static const char *const opcodes[] = {"atom", "shfl", "vote", "match", "activemask", "call"};
    for (size_t i = 0; i < G_N_ELEMENTS(opcodes); i++)
        if (strcmp(in->opcode, opcodes[i]) == 0)
            return true;
    if (strcmp(in->opcode, "ld") == 0 &&
        (ptx_has_modifier(in, "local") || (ptx_has_modifier(in, "param") && !function->is_entry)))
        return true;
    for (unsigned i = 0; i < in->n_operands; i++)
        if (operand_varies(&in->operands[i]))
            return true;
    return false;
}

/* The blocks between `block` and where its ways meet again. */
static void mark_apart(struct analysis *analysis, uint32_t block)
{
    const struct ptx_cfg *cfg = analysis->cfg;
    const uint32_t meet = analysis->postdominators[block];
    g_autofree bool *seen = g_new0(bool, cfg->n_blocks + 1);
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_array_append_val(left, block);
    while (left->len > 0) {
        const struct ptx_block *from = &cfg->blocks[g_array_index(left, uint32_t, left->len - 1)];
        g_array_set_size(left, left->len - 1);
        for (uint32_t i = 0; i < from->n_successors; i++) {
            const uint32_t next = cfg->successors[from->successors + i];
            if (next == meet || next == cfg->n_blocks || seen[next])
                continue;
            seen[next] = true;
            analysis->changed |= !analysis->apart[next];
            analysis->apart[next] = true;
            g_array_append_val(left, next);
        }
    }
}

static bool any_varies(const struct analysis *analysis, const GArray *registers)
{
    for (guint i = 0; i < registers->len; i++)
        if (analysis->registers[g_array_index(registers, uint32_t, i)])
            return true;
    return false;
}

/* Some threads keep what the register had. */
static bool joins(const struct analysis *analysis, uint32_t pc, uint32_t reg)
{
    const struct ptx_instruction *in = &analysis->function->instructions[pc];
    const bool some = in->guard != PTX_NO_REGISTER && analysis->registers[in->guard];
    return analysis->writes[reg] > 1 && (some || analysis->apart[analysis->cfg->block_of[pc]]);
}

static void visit(struct analysis *analysis, uint32_t pc)
{
    const struct ptx_instruction *in = &analysis->function->instructions[pc];
    ptx_accesses_of(&analysis->accesses, in);
    if (!analysis->varies[pc] && any_varies(analysis, analysis->accesses.reads)) {
        analysis->varies[pc] = true;
        analysis->changed = true;
    }
    const GArray *writes = analysis->accesses.writes;
    for (guint i = 0; i < writes->len; i++) {
        const uint32_t reg = g_array_index(writes, uint32_t, i);
        if (!analysis->registers[reg] && (analysis->varies[pc] || joins(analysis, pc, reg))) {
            analysis->registers[reg] = true;
            analysis->changed = true;
        }
    }
    if (analysis->varies[pc] && (ptx_is_branch(in) || ptx_is_exit(in)))
        mark_apart(analysis, analysis->cfg->block_of[pc]);
}

static void begin(struct analysis *analysis)
{
    const struct ptx_function *function = analysis->function;
    for (uint32_t pc = 0; pc < function->n_instructions; pc++) {
        analysis->varies[pc] = varies_always(function, &function->instructions[pc]);
        ptx_accesses_of(&analysis->accesses, &function->instructions[pc]);
        const GArray *writes = analysis->accesses.writes;
        for (guint i = 0; i < writes->len; i++)
            analysis->writes[g_array_index(writes, uint32_t, i)]++;
    }
    for (unsigned i = 0; i < function->n_params && !function->is_entry; i++)
        if (function->params[i]->reg != PTX_NO_REGISTER)
            analysis->registers[function->params[i]->reg] = true;
}

bool *ptx_varying(const struct ptx_function *function)
{
    struct analysis analysis = {.function = function, .cfg = ptx_cfg_new(function)};
    g_autofree uint32_t *postdominators = ptx_postdominators(analysis.cfg);
    g_autofree bool *registers = g_new0(bool, function->n_registers + 1);
    g_autofree uint32_t *writes = g_new0(uint32_t, function->n_registers + 1);
    g_autofree bool *apart = g_new0(bool, analysis.cfg->n_blocks + 1);
    analysis.postdominators = postdominators;
    analysis.registers = registers;
    analysis.writes = writes;
    analysis.apart = apart;
    analysis.varies = g_new0(bool, function->n_instructions + 1);
    ptx_accesses_init(&analysis.accesses);
    begin(&analysis);
    do {
        analysis.changed = false;
        for (uint32_t pc = 0; pc < function->n_instructions; pc++)
            visit(&analysis, pc);
    } while (analysis.changed);
    ptx_accesses_finish(&analysis.accesses);
    ptx_cfg_free(analysis.cfg);
    return analysis.varies;
}
