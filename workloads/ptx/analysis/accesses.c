/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/analysis/accesses.h"
#include <string.h>

/* Instructions whose first operand may be a register and is a source.
 * Source: PTX ISA, section 9.7, syntax of each. */
static const char *const without_destination[] = {
    "bar",  "barrier", "bra",     "brx",       "ret",          "exit",
    "trap", "brkpt",   "pmevent", "nanosleep", "stackrestore", "setmaxnreg",
};

/* Most opcodes differ in the first letter. */
static bool is(const char *opcode, const char *other)
{
    return *opcode == *other && strcmp(opcode, other) == 0;
}

bool ptx_writes_first_operand(const struct ptx_instruction *instruction)
{
    const char *opcode = instruction->opcode;
    if (is(opcode, "bar") || is(opcode, "barrier"))
        return ptx_has_modifier(instruction, "red");
    if (is(opcode, "tcgen05") && ptx_has_modifier(instruction, "dealloc"))
        return false;
    if (is(opcode, "call"))
        return ptx_call_of(instruction).returns != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(without_destination); i++)
        if (is(opcode, without_destination[i]))
            return false;
    return instruction->n_operands > 0 && instruction->operands[0].kind != PTX_OPERAND_ADDRESS;
}

void ptx_accesses_init(struct ptx_accesses *a)
{
    a->writes = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    a->reads = g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

void ptx_accesses_finish(struct ptx_accesses *a)
{
    g_array_free(a->writes, TRUE);
    g_array_free(a->reads, TRUE);
}

/* Appends the registers of an operand; recursion is as deep as the parser let operands nest. */
static void add(GArray *registers, const struct ptx_operand *operand)
{
    bool is_register = operand->kind == PTX_OPERAND_REGISTER;
    bool has_base = operand->kind == PTX_OPERAND_ADDRESS && operand->index != PTX_NO_REGISTER;
    if (is_register || has_base)
        g_array_append_val(registers, operand->index);
    for (unsigned i = 0; i < operand->n_elements; i++)
        add(registers, &operand->elements[i]);
}

void ptx_accesses_of(struct ptx_accesses *a, const struct ptx_instruction *instruction)
{
    g_array_set_size(a->writes, 0);
    g_array_set_size(a->reads, 0);
    if (instruction->guard != PTX_NO_REGISTER)
        g_array_append_val(a->reads, instruction->guard);
    unsigned first = ptx_writes_first_operand(instruction) ? 1 : 0;
    if (first) {
        add(a->writes, &instruction->operands[0]);
        /* wgmma adds to its first operand, others replace it. */
        if (is(instruction->opcode, "wgmma"))
            add(a->reads, &instruction->operands[0]);
    }
    for (unsigned i = first; i < instruction->n_operands; i++)
        add(a->reads, &instruction->operands[i]);
}
