/* SPDX-License-Identifier: BSD-3-Clause */
/* Operands of the plain interpreter: registers, constants, special registers. */
#include "tests/differential/plain_machine.h"

#include <string.h>

unsigned plain_bits(enum ptx_type type)
{
    return type == PTX_PRED ? 1 : 8 * ptx_type_bytes(type);
}

bool plain_is_signed(enum ptx_type type)
{
    return type == PTX_S8 || type == PTX_S16 || type == PTX_S32 || type == PTX_S64;
}

bool plain_is_float(enum ptx_type type)
{
    return type == PTX_F16 || type == PTX_F32 || type == PTX_F64;
}

uint64_t plain_mask(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

int64_t plain_extend(uint64_t value, unsigned bits)
{
    if (bits < 64 && (value >> (bits - 1) & 1))
        return (int64_t)(value | ~UINT64_C(0) << bits);
    return (int64_t)plain_mask(value, bits);
}

float plain_float(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

double plain_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t plain_float_bits(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

uint64_t plain_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t special(struct plain_thread *t, const struct ptx_operand *operand)
{
    unsigned lane = t->tid % PLAIN_WARP;
    uint32_t bit = UINT32_C(1) << lane;
    switch (operand->index) {
    case PTX_TID_X:
        return t->tid;
    case PTX_NTID_X:
        return t->block->run->launch->block;
    case PTX_CTAID_X:
        return t->block->index;
    case PTX_NCTAID_X:
        return t->block->run->launch->grid;
    case PTX_TID_Y:
    case PTX_TID_Z:
    case PTX_CTAID_Y:
    case PTX_CTAID_Z:
        return 0;
    case PTX_NTID_Y:
    case PTX_NTID_Z:
    case PTX_NCTAID_Y:
    case PTX_NCTAID_Z:
        return 1;
    case PTX_LANEID:
        return lane;
    case PTX_LANEMASK_EQ:
        return bit;
    case PTX_LANEMASK_LT:
        return bit - 1;
    case PTX_LANEMASK_LE:
        return bit | (bit - 1);
    case PTX_LANEMASK_GT:
        return (uint32_t) ~(bit | (bit - 1));
    case PTX_LANEMASK_GE:
        return (uint32_t) ~(bit - 1);
    default:
        plain_fault(t, "special register %s", operand->name);
        return 0;
    }
}

static uint64_t function_number(struct plain_thread *t, const struct ptx_operand *operand)
{
    const struct plain_run *run = t->block->run;
    return (uint64_t)(plain_function_of(run, operand->function) - run->functions);
}

uint64_t plain_source(struct plain_thread *t, const struct ptx_operand *operand, enum ptx_type type)
{
    uint64_t value = 0;
    switch (operand->kind) {
    case PTX_OPERAND_REGISTER:
        value = plain_frame_of(t)->registers[operand->index];
        if (operand->negated)
            value = !value;
        break;
    case PTX_OPERAND_INTEGER:
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64:
        value = (uint64_t)operand->value;
        break;
    case PTX_OPERAND_SPECIAL:
        value = special(t, operand);
        break;
    case PTX_OPERAND_VARIABLE:
        value = plain_variable(t, operand->variable) + (uint64_t)operand->value;
        break;
    case PTX_OPERAND_FUNCTION:
        value = function_number(t, operand);
        break;
    default:
        plain_fault(t, "an operand of kind %d", operand->kind);
    }
    return plain_mask(value, plain_bits(type));
}

uint64_t plain_in(struct plain_thread *t, const struct plain_op *op, unsigned k)
{
    return plain_source(t, &op->in->operands[k], op->type);
}

plain_number plain_value(uint64_t bits, enum ptx_type type)
{
    if (plain_is_signed(type))
        return plain_extend(bits, plain_bits(type));
    return (plain_number)plain_mask(bits, plain_bits(type));
}

void plain_set(struct plain_thread *t, const struct ptx_operand *operand, uint64_t bits)
{
    struct plain_frame *frame = plain_frame_of(t);
    if (operand->kind == PTX_OPERAND_SINK)
        return;
    if (operand->kind != PTX_OPERAND_REGISTER) {
        plain_fault(t, "a destination of kind %d", operand->kind);
        return;
    }
    enum ptx_type type = frame->code->function->registers[operand->index].type;
    frame->registers[operand->index] =
        type == PTX_PRED ? bits != 0 : plain_mask(bits, plain_bits(type));
}

void plain_out(struct plain_thread *t, const struct plain_op *op, plain_number value)
{
    plain_set(t, &op->in->operands[0], (uint64_t)value);
}
