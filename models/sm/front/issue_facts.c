/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/issue_facts.h"
#include <sys/mman.h>

struct code_facts *code_facts_new(const struct kernel_code *code, uint32_t launch,
                                  const struct sm_config *config)
{
    const uint32_t n = code->n_instructions;
    const bool collected = config->collectors.used;
    const size_t bytes = sizeof(struct code_facts) + n * sizeof(struct issue_facts) +
                         (collected ? n * sizeof(struct collected) : 0);
    struct code_facts *facts =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (facts == MAP_FAILED)
        g_error("cannot map %zu bytes", bytes);
    facts->bytes = bytes;
    facts->traced = code->traced;
    facts->launch = launch;
    facts->slots = code->traced ? 1 : code->n_register_slots;
    facts->collected = collected ? (struct collected *)(void *)&facts->facts[n] : NULL;
    return facts;
}

void code_facts_free(struct code_facts *facts)
{
    if (facts)
        munmap(facts, facts->bytes);
}

bool instruction_is_global(const struct instruction *instruction)
{
    return instruction->space == SPACE_GLOBAL || instruction->space == SPACE_LOCAL ||
           instruction->space == SPACE_GENERIC;
}

/* The class that gives the instruction its unit and timing here. */
static unsigned class_of(const struct instruction *instruction, bool traced,
                         const struct sm_config *config)
{
    bool constant = instruction->op_class == OP_LOAD && instruction->space == SPACE_CONST;
    return constant && traced && config->access.constant_operands ? OP_INT : instruction->op_class;
}

static uint8_t flags_of(const struct instruction *instruction, unsigned op,
                        const struct sm_config *config)
{
    unsigned flags = FACT_MADE;
    bool ordered = instruction->flags & (INSTRUCTION_RELEASE | INSTRUCTION_ACQUIRE);
    if (op == OP_LOAD || op == OP_STORE || op == OP_ATOMIC)
        flags |= FACT_MEMORY | (instruction_is_global(instruction) ? FACT_GLOBAL : 0);
    if (op == OP_BRANCH || op == OP_FENCE)
        flags |= FACT_CONTROL;
    if (op == OP_BRANCH)
        flags |= FACT_BRANCH;
    if ((instruction->flags & (INSTRUCTION_RELEASE | INSTRUCTION_DRAIN)) ||
        (op == OP_FENCE && config->access.fence_loads))
        flags |= FACT_WAITS;
    if (op == OP_BARRIER || op == OP_FENCE || op == OP_SYNC || ordered ||
        (instruction->flags & INSTRUCTION_GROUP) ||
        (op == OP_ATOMIC && config->access.atomic_waits))
        flags |= FACT_HOLDS;
    if (instruction->n_destinations + instruction->n_sources > FACT_REGISTERS)
        flags |= FACT_MANY;
    return (uint8_t)flags;
}

static uint8_t lane_class_of(const struct instruction *instruction)
{
    static const uint8_t classes[OP_CLASSES] = {
        [OP_INT] = LANES_INT,         [OP_INT_MUL] = LANES_INT_MUL, [OP_INT_DIV] = LANES_DIVIDE,
        [OP_FP32] = LANES_FP32,       [OP_FP32_DIV] = LANES_DIVIDE, [OP_FP64] = LANES_FP64,
        [OP_FP64_DIV] = LANES_DIVIDE, [OP_TENSOR] = LANES_TENSOR,   [OP_CONVERT] = LANES_INT,
        [OP_SFU] = LANES_SFU,         [OP_TEXTURE] = LANES_SFU,     [OP_BRANCH] = LANES_OTHER,
        [OP_EXIT] = LANES_OTHER,      [OP_BARRIER] = LANES_OTHER,   [OP_FENCE] = LANES_OTHER,
        [OP_SYNC] = LANES_OTHER,      [OP_LOAD] = LANES_MEMORY,     [OP_STORE] = LANES_MEMORY,
        [OP_ATOMIC] = LANES_MEMORY};
    return classes[instruction->op_class];
}

static const uint8_t unit_classes[PIPES] = {
    [PIPE_NONE] = UNIT_CLASSES,   [PIPE_LDST] = UNIT_CLASSES,   [PIPE_SP] = UNITS_ALU,
    [PIPE_INT] = UNITS_ALU,       [PIPE_SFU] = UNITS_SFU,       [PIPE_DP] = UNITS_OTHER,
    [PIPE_GROUP] = UNIT_CLASSES,  [PIPE_TENSOR] = UNITS_TENSOR, [PIPE_BRANCH] = UNITS_OTHER,
    [PIPE_TEXTURE] = UNITS_OTHER, [PIPE_UNIFORM] = UNITS_OTHER};

/* Control instructions have a result, too, but nobody waits for it. */
static struct collected collected_of(const struct instruction *instruction,
                                     const struct issue_facts *facts,
                                     const struct sm_config *config)
{
    struct collected what = {.registers = register_banks_of(instruction, config->register_banks),
                             .latency = facts->latency,
                             .interval = facts->busy,
                             .pipe = facts->pipe};
    if (instruction->op_class == OP_BRANCH)
        what.latency = config->ops[OP_INT].latency;
    else if (instruction->op_class == OP_BARRIER)
        what.latency = config->ops[OP_EXIT].latency;
    what.quick = config->register_reads == 1 && config->collectors.own[what.pipe] > 0 &&
                 config->collectors.any == 0 && what.interval == 1 &&
                 what.latency <= COLLECTED_FARTHEST;
    return what;
}

/* Of a warp group's product: its registers wait for nobody, and the unit's time goes by columns. */
static void make_group_facts(struct issue_facts *facts, const struct instruction *instruction)
{
    enum { FULL = 32 /* eights of columns */ };
    const unsigned eights = MIN(instruction->tensor_columns & TENSOR_COLUMNS_MASK, FULL);
    facts->n_destinations = 0;
    facts->busy = (uint16_t)MAX((facts->busy * eights + FULL - 1) / FULL, 1);
}

static const struct op_timing *timing_of(const struct instruction *instruction, unsigned op,
                                         const struct sm_config *config)
{
    const bool may_differ = (op == OP_INT && instruction->op_class == OP_INT &&
                             !(instruction->flags & INSTRUCTION_GROUP)) ||
                            op == OP_INT_MUL || op == OP_CONVERT || op == OP_FP32;
    if (op == OP_TENSOR)
        return &config->ops[OP_CLASSES + (unsigned)instruction->tensor_form];
    if (may_differ && config->ops[OPS_OWN + instruction->own_cost].latency > 0)
        return &config->ops[OPS_OWN + instruction->own_cost];
    return &config->ops[op];
}

/* For how long a unit takes nothing else. A product has more operands than banks have ports, and a
 * unit that is busy with it for longer: it reads them meanwhile.
 * Source: arXiv:2206.02874, table 3: 1,004 of the A100's 1,024 FMA a cycle, in registers as the
 *   compiler gives them. */
static unsigned busy_of(const struct op_timing *timing, unsigned bank_cycles)
{
    if (timing->pipe == PIPE_TENSOR)
        return MAX(timing->interval, 1 + bank_cycles);
    return timing->interval + bank_cycles;
}

static void make_facts(struct issue_facts *facts, const struct instruction *instruction,
                       bool traced, const struct sm_config *config)
{
    const unsigned op = class_of(instruction, traced, config);
    const struct op_timing *timing = timing_of(instruction, op, config);
    const unsigned latency = op == OP_SYNC ? config->access.tma.arrive_latency : timing->latency;
    /* If instructions wait for their unit, operands are collected before it starts; else as it
     * starts. */
    bool collected = config->unit_queue.places > 0 || config->collectors.used;
    unsigned bank_cycles = config->collectors.used
                               ? 0
                               : register_bank_extra_cycles(instruction, config->register_banks,
                                                            config->register_reads);
    *facts = (struct issue_facts){
        .n_destinations = instruction->n_destinations,
        .pipe = timing->pipe,
        .flags = flags_of(instruction, op, config),
        .bank_cycles = (uint8_t)bank_cycles,
        .lane_class = lane_class_of(instruction),
        .unit_class = unit_classes[timing->pipe],
        .operands = (uint8_t)(instruction->n_destinations + instruction->n_sources),
        .latency = (uint16_t)(latency + bank_cycles),
        .busy = (uint16_t)busy_of(timing, collected ? 0 : bank_cycles)};
    for (unsigned i = 0; i < FACT_REGISTERS; i++)
        facts->registers[i] = instruction->registers[i];
    if (timing->pipe == PIPE_GROUP)
        make_group_facts(facts, instruction);
}

/* With collectors, the short way is for quick ones. */
static uint8_t way_of(const struct issue_facts *facts, const struct collected *what,
                      const struct sm_config *config)
{
    if (facts->flags != FACT_MADE || facts->unit_class == UNIT_CLASSES ||
        facts->n_destinations > 1 || facts->operands > SHORT_REGISTERS)
        return ISSUE_LONG;
    if (what)
        return what->quick ? ISSUE_COLLECTED : ISSUE_LONG;
    return config->pipes[facts->pipe] == 1 ? ISSUE_SHORT : ISSUE_SEVERAL;
}

void code_facts_make(struct code_facts *code, uint32_t pc, const struct instruction *instruction,
                     const struct sm_config *config)
{
    struct issue_facts *facts = &code->facts[pc];
    make_facts(facts, instruction, code->traced, config);
    if (code->collected)
        code->collected[pc] = collected_of(instruction, facts, config);
    facts->way = way_of(facts, code->collected ? &code->collected[pc] : NULL, config);
    if (facts->n_destinations == 0)
        facts->destination = FACT_NOWHERE;
    else if (facts->registers[0] <= INT16_MAX)
        facts->destination = (int16_t)facts->registers[0];
    else
        facts->way = ISSUE_LONG;
}
