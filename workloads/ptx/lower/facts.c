/* SPDX-License-Identifier: BSD-3-Clause */
/* Static facts of instructions; see facts.h.
 *
 * The classes follow the units of NVIDIA's GPUs: conversions between integers are moves; counting
 * and finding bits, and shuffles, run at the reduced rate of conversions. Reading a parameter is
 * a move: compiled code has parameters as constant operands of its instructions. Differs: their
 * first use never misses the constant cache.
 * Source: NVIDIA, "CUDA C++ Programming Guide", table "Throughput of Native Arithmetic
 *   Instructions".
 */
#include "workloads/ptx/lower/facts.h"
#include "workloads/ptx/exec/lanes/alu.h"
#include "workloads/ptx/lower/lowering.h"

#include <stdlib.h>
#include <string.h>

static bool is_integer(enum ptx_type type)
{
    return (type >= PTX_PRED && type <= PTX_S64) || type == PTX_TYPE_NONE;
}

static enum op_class conversion_class(const struct ptx_instruction *in)
{
    bool moves = is_integer(ptx_modifier_type(in, 0)) && is_integer(ptx_modifier_type(in, 1));
    return moves ? OP_INT : OP_CONVERT;
}

/* div, rcp, sqrt, rsqrt and transcendentals of floats. */
static enum op_class division_class(const struct ptx_instruction *in, enum ptx_type type)
{
    bool approximate = ptx_has_modifier(in, "approx") || ptx_has_modifier(in, "full");
    if (type == PTX_F64)
        return approximate && ptx_has_modifier(in, "ftz") ? OP_SFU : OP_FP64_DIV;
    return approximate ? OP_SFU : OP_FP32_DIV;
}

static enum op_class arithmetic_class(const struct ptx_instruction *in)
{
    enum ptx_type type = ptx_modifier_type(in, 0);
    const char *opcode = in->opcode;
    if (exec_word_in("mov selp cvta isspacep slct vote mapa getctarank", opcode))
        return OP_INT;
    if (exec_word_in("popc clz brev bfind shfl match redux movmatrix", opcode))
        return OP_CONVERT;
    if (!is_integer(type)) {
        if (exec_word_in("div rcp sqrt rsqrt sin cos lg2 ex2 tanh", opcode))
            return division_class(in, type);
        return type == PTX_F64 ? OP_FP64 : OP_FP32;
    }
    if (exec_word_in("div rem", opcode))
        return OP_INT_DIV;
    return exec_word_in("mul mad madc mul24 mad24 sad dp4a dp2a", opcode) ? OP_INT_MUL : OP_INT;
}

/* cp.async: copies are loads, and what waits for them waits like a fence. */
static enum op_class op_class_of_copy(const struct ptx_instruction *in)
{
    if (ptx_has_modifier(in, "bulk") || ptx_has_modifier(in, "mbarrier"))
        return OP_SYNC;
    static const char *const groups[] = {"commit_group", "wait_group", "wait_all"};
    for (unsigned i = 0; i < G_N_ELEMENTS(groups); i++)
        if (ptx_has_modifier(in, groups[i]))
            return OP_FENCE;
    return OP_LOAD;
}

enum op_class exec_op_class(const struct ptx_instruction *in)
{
    static const struct {
        const char *opcode;
        uint8_t op_class;
    } known[] = {{"ld", OP_LOAD},       {"ldu", OP_LOAD},        {"st", OP_STORE},
                 {"tex", OP_LOAD},      {"tld4", OP_LOAD},       {"txq", OP_TEXTURE},
                 {"suq", OP_TEXTURE},   {"suld", OP_LOAD},       {"sust", OP_STORE},
                 {"sured", OP_ATOMIC},  {"atom", OP_ATOMIC},     {"red", OP_ATOMIC},
                 {"bra", OP_BRANCH},    {"brx", OP_BRANCH},      {"call", OP_BRANCH},
                 {"ret", OP_EXIT},      {"exit", OP_EXIT},       {"membar", OP_FENCE},
                 {"fence", OP_FENCE},   {"barrier", OP_BARRIER}, {"mbarrier", OP_SYNC},
                 {"mma", OP_TENSOR},    {"wmma.mma", OP_TENSOR}, {"wmma.address", OP_INT_MUL},
                 {"ldmatrix", OP_LOAD}, {"stmatrix", OP_STORE}};
    if (exec_word_in("ld st", in->opcode) && ptx_has_modifier(in, "param"))
        return OP_INT;
    if (lower_is_remote_arrival(in))
        return OP_ATOMIC;
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (*in->opcode == *known[i].opcode && strcmp(in->opcode, known[i].opcode) == 0)
            return known[i].op_class;
    if (strcmp(in->opcode, "bar") == 0)
        return ptx_has_modifier(in, "warp") ? OP_INT : OP_BARRIER;
    if (strcmp(in->opcode, "cp") == 0)
        return op_class_of_copy(in);
    if (strcmp(in->opcode, "cvt") == 0)
        return conversion_class(in);
    if (strcmp(in->opcode, "wgmma") == 0)
        return ptx_has_modifier(in, "mma_async") ? OP_TENSOR : OP_INT;
    if (strcmp(in->opcode, "wmma") == 0)
        return ptx_has_modifier(in, "load")    ? OP_LOAD
               : ptx_has_modifier(in, "store") ? OP_STORE
                                               : OP_TENSOR;
    return arithmetic_class(in);
}

/* Adds the slots of registers to facts->registers, each once, from position `from` on. Returns
 * how many there are from there. More than fit are left out: only instructions that nothing
 * executes have so many. */
static uint8_t add_slots(struct instruction *facts, const GArray *registers,
                         const struct ptx_allocation *allocation, uint8_t from)
{
    uint8_t end = from;
    for (guint i = 0; i < registers->len; i++) {
        uint16_t slot = (uint16_t)allocation->slot_of[g_array_index(registers, uint32_t, i)];
        bool known = slot == 0;
        for (uint8_t k = from; k < end; k++)
            known |= facts->registers[k] == slot;
        if (!known && end < INSTRUCTION_MAX_REGISTERS)
            facts->registers[end++] = slot;
    }
    return (uint8_t)(end - from);
}

/* From sm_70 on a membar is a fence.sc. Before, it waits, but L1 keeps what it has.
 * Source: PTX ISA, "membar"; Alglave et al., "GPU Concurrency: Weak Behaviours and Programming
 *   Assumptions", ASPLOS 2015, section 3.1.2: no fence makes a Tesla C2075 drop stale lines. */
static uint8_t fence_flags(const struct ptx_instruction *in, const struct ptx_module *module)
{
    bool is_membar = strcmp(in->opcode, "membar") == 0;
    /* Between the proxies of threads and of bulk copies, and of mbarriers: there is one memory. */
    if (ptx_has_modifier(in, "proxy") || ptx_has_modifier(in, "mbarrier_init"))
        return 0;
    if ((!is_membar && strcmp(in->opcode, "fence") != 0) || ptx_has_modifier(in, "cta"))
        return 0;
    unsigned target = g_str_has_prefix(module->target, "sm_") ? atoi(module->target + 3) : 0;
    return INSTRUCTION_RELEASE | (is_membar && target < 70 ? 0 : INSTRUCTION_ACQUIRE);
}

/* barrier.cluster orders what the cluster's blocks see, unless it is .relaxed. */
static uint8_t cluster_barrier_flags(const struct ptx_instruction *in)
{
    if (strcmp(in->opcode, "barrier") != 0 || !ptx_has_modifier(in, "cluster") ||
        ptx_has_modifier(in, "relaxed"))
        return 0;
    return ptx_has_modifier(in, "wait") ? INSTRUCTION_ACQUIRE : INSTRUCTION_RELEASE;
}

/* Of an access to memory that other blocks see. Within a block there is nothing to wait for. */
static uint8_t order_flags(const struct ptx_instruction *in, const struct exec_op *op)
{
    bool both = ptx_has_modifier(in, "acq_rel"), block_only = ptx_has_modifier(in, "cta");
    if (block_only ||
        (op->space != SPACE_GLOBAL && op->space != SPACE_GENERIC && op->space != SPACE_CLUSTER))
        return 0;
    return (both || ptx_has_modifier(in, "release") ? INSTRUCTION_RELEASE : 0) |
           (both || ptx_has_modifier(in, "acquire") ? INSTRUCTION_ACQUIRE : 0);
}

static uint8_t flags_of(const struct ptx_instruction *in, const struct exec_op *op,
                        const struct ptx_module *module, bool back_edge)
{
    uint8_t flags = (back_edge ? INSTRUCTION_BACK_EDGE : 0) | fence_flags(in, module) |
                    cluster_barrier_flags(in);
    if (op->space == SPACE_NONE)
        return flags;
    flags |= order_flags(in, op);
    for (unsigned i = 0; i < in->n_modifiers; i++) {
        if (exec_word_in("volatile relaxed mmio acquire release", in->modifiers[i]))
            flags |= INSTRUCTION_STRONG;
        if (exec_word_in("cg cv", in->modifiers[i]))
            flags |= INSTRUCTION_UNCACHED;
    }
    if (exec_word_in("red sured mbarrier", in->opcode) ||
        (strcmp(in->opcode, "atom") == 0 && in->operands[0].kind == PTX_OPERAND_SINK))
        flags |= INSTRUCTION_NO_RETURN;
    return flags;
}

/* The sums of a warp group's product are many; the first stands for all of them, as in machine code
 * that names one. It is read, too. */
static void set_group(struct instruction *facts, const struct exec_op *op,
                      struct ptx_accesses *accesses)
{
    const bool guarded =
        accesses->reads->len > 0 && accesses->writes->len > 0 &&
        g_array_index(accesses->reads, uint32_t, 0) != g_array_index(accesses->writes, uint32_t, 0);
    facts->flags |= INSTRUCTION_GROUP;
    if (facts->op_class != OP_TENSOR)
        facts->group_step = op->variant;
    facts->tensor_columns = op->group; /* or group_allowed */
    if (accesses->writes->len < 2)
        return;
    g_array_remove_range(accesses->reads, guarded + 1, accesses->writes->len - 1);
    g_array_set_size(accesses->writes, 1);
}

void exec_facts(struct instruction *facts, const struct ptx_function *function, uint32_t pc,
                const struct exec_op *op, const struct ptx_allocation *allocation,
                const struct ptx_loops *loops, struct ptx_accesses *accesses)
{
    const struct ptx_instruction *in = &function->instructions[pc];
    *facts = (struct instruction){.op_class = (uint8_t)exec_op_class(in),
                                  .space = op->space,
                                  .flags = flags_of(in, op, function->module, loops->back_edge[pc]),
                                  .access_bytes = (uint8_t)(op->element_bytes * op->elements),
                                  .atomic_op = op->atomic_op,
                                  .atomic_type = op->atomic_type,
                                  .line = in->line,
                                  .loop = loops->loop_of[pc]};
    ptx_accesses_of(accesses, in);
    if (facts->op_class == OP_TENSOR)
        facts->tensor_form = op->variant;
    if (strcmp(in->opcode, "redux") == 0)
        facts->own_cost = COST_REDUX;
    if (exec_word_in("ldmatrix stmatrix", in->opcode))
        facts->matrices = ptx_has_modifier(in, "x4") ? 4 : ptx_has_modifier(in, "x2") ? 2 : 1;
    if (strcmp(in->opcode, "wgmma") == 0)
        set_group(facts, op, accesses);
    facts->n_destinations = add_slots(facts, accesses->writes, allocation, 0);
    facts->n_sources = add_slots(facts, accesses->reads, allocation, facts->n_destinations);
}
