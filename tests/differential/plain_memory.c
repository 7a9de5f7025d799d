/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the plain interpreter: loads, stores, atomics, address conversions.
 *
 * Source: PTX ISA, "State Spaces", "Data Movement: ld, st, cvta, isspacep", "Parallel
 *   Synchronization: atom, red".
 */
#include "tests/differential/plain_machine.h"

#include <string.h>

uint64_t plain_variable(struct plain_thread *t, const struct ptx_variable *variable)
{
    if (variable->space == SPACE_PARAM)
        return variable->offset;
    if (variable->space == SPACE_LOCAL)
        return plain_frame_of(t)->local + variable->offset;
    uint64_t *place = g_hash_table_lookup(t->block->run->addresses, variable);
    if (!place) {
        plain_fault(t, "%s has no address", variable->name);
        return 0;
    }
    return *place;
}

/* The bytes that a parameter's address counts from, and how many there are. */
static uint8_t *parameters(struct plain_thread *t, const struct ptx_variable *variable,
                           uint64_t *size)
{
    struct plain_frame *frame = plain_frame_of(t);
    const struct ptx_function *function = frame->code->function;
    if (!variable) {
        *size = t->frames[0]->code->function->param_bytes;
        return t->frames[0]->arguments;
    }
    for (unsigned i = 0; i < function->n_returns; i++)
        if (function->returns[i] == variable) {
            *size = function->return_bytes;
            return frame->results;
        }
    for (unsigned i = 0; i < function->n_params; i++)
        if (function->params[i] == variable) {
            *size = function->param_bytes;
            return frame->arguments;
        }
    *size = function->call_param_bytes;
    return frame->calls;
}

/* The bytes of an address, all n of them in range and aligned; NULL with a fault. */
static uint8_t *reach(struct plain_thread *t, enum memory_space space, uint64_t address,
                      const struct ptx_variable *variable, unsigned n)
{
    const struct plain_run *run = t->block->run;
    uint64_t size = 0;
    uint8_t *bytes = NULL;
    if (space == SPACE_GENERIC) {
        unsigned window = (unsigned)(address >> PLAIN_WINDOW_SHIFT);
        space = window == 0 ? SPACE_GLOBAL : (enum memory_space)window;
        address = plain_mask(address, PLAIN_WINDOW_SHIFT);
    }
    if (space == SPACE_GLOBAL) {
        bytes = run->launch->global;
        size = run->launch->global_bytes;
        address -= run->launch->global_base;
    } else if (space == SPACE_SHARED) {
        bytes = t->block->shared;
        size = run->shared_bytes;
    } else if (space == SPACE_LOCAL) {
        bytes = t->local;
        size = PLAIN_LOCAL_BYTES;
    } else if (space == SPACE_CONST) {
        bytes = run->constants;
        size = run->const_bytes;
    } else if (space == SPACE_PARAM) {
        bytes = parameters(t, variable, &size);
    }
    if (address % n != 0 || address > size || size - address < n) {
        plain_fault(t, "address %#lx of space %d, %u bytes", (unsigned long)address, space, n);
        return NULL;
    }
    return bytes + address;
}

static uint8_t *operand_bytes(struct plain_thread *t, const struct plain_op *op,
                              const struct ptx_operand *operand, unsigned n)
{
    uint64_t address = (uint64_t)operand->value;
    if (operand->kind != PTX_OPERAND_ADDRESS) {
        plain_fault(t, "an address of kind %d", operand->kind);
        return NULL;
    }
    if (operand->variable)
        address += plain_variable(t, operand->variable);
    if (operand->index != PTX_NO_REGISTER)
        address += plain_frame_of(t)->registers[operand->index];
    return reach(t, op->space, address, operand->variable, n);
}

void plain_ld(struct plain_thread *t, const struct plain_op *op)
{
    unsigned each = ptx_type_bytes(op->type);
    const struct ptx_operand *to = &op->in->operands[0];
    uint64_t raw[4] = {0};
    const uint8_t *from = operand_bytes(t, op, &op->in->operands[1], each * op->elements);
    for (unsigned k = 0; from != NULL && k < op->elements; k++)
        memcpy(&raw[k], from + k * each, each);
    for (unsigned k = 0; from != NULL && k < op->elements; k++)
        plain_set(t, to->kind == PTX_OPERAND_VECTOR ? &to->elements[k] : to,
                  (uint64_t)plain_value(raw[k], op->type));
}

void plain_st(struct plain_thread *t, const struct plain_op *op)
{
    unsigned each = ptx_type_bytes(op->type);
    const struct ptx_operand *from = &op->in->operands[1];
    uint8_t *to = operand_bytes(t, op, &op->in->operands[0], each * op->elements);
    for (unsigned k = 0; to != NULL && k < op->elements; k++) {
        uint64_t value =
            plain_source(t, from->kind == PTX_OPERAND_VECTOR ? &from->elements[k] : from, op->type);
        memcpy(to + k * each, &value, each);
    }
}

static uint64_t add(const struct plain_op *op, uint64_t old, uint64_t b)
{
    if (op->type == PTX_F32)
        return plain_float_bits(plain_float(old) + plain_float(b));
    if (op->type == PTX_F64)
        return plain_double_bits(plain_double(old) + plain_double(b));
    return old + b;
}

static uint64_t atomic(const struct plain_op *op, uint64_t old, uint64_t b, uint64_t c)
{
    plain_number x = plain_value(old, op->type), y = plain_value(b, op->type);
    return op->word[WORD_add]    ? add(op, old, b)
           : op->word[WORD_and]  ? old & b
           : op->word[WORD_or]   ? old | b
           : op->word[WORD_xor]  ? old ^ b
           : op->word[WORD_min]  ? (uint64_t)MIN(x, y)
           : op->word[WORD_max]  ? (uint64_t)MAX(x, y)
           : op->word[WORD_exch] ? b
           : op->word[WORD_cas]  ? (old == b ? c : old)
           : op->word[WORD_inc]  ? (old >= b ? 0 : old + 1)
                                 : (old == 0 || old > b ? b : old - 1); /* .dec */
}

/* atom d, [a], b{, c} and red [a], b */
void plain_atom(struct plain_thread *t, const struct plain_op *op)
{
    unsigned first = op->in->opcode[0] == 'r' ? 0 : 1, n = ptx_type_bytes(op->type);
    uint8_t *place = operand_bytes(t, op, &op->in->operands[first], n);
    if (!place)
        return;
    uint64_t old = 0;
    memcpy(&old, place, n);
    uint64_t c = op->word[WORD_cas] ? plain_in(t, op, first + 2) : 0;
    uint64_t changed = atomic(op, old, plain_in(t, op, first + 1), c);
    memcpy(place, &changed, n);
    if (first == 1)
        plain_out(t, op, (plain_number)old);
}

static uint64_t window(const struct plain_op *op)
{
    return op->space == SPACE_GLOBAL ? 0 : (uint64_t)op->space << PLAIN_WINDOW_SHIFT;
}

void plain_cvta(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t a = plain_in(t, op, 1);
    plain_out(t, op, op->word[WORD_to] ? a - window(op) : a + window(op));
}

void plain_isspacep(struct plain_thread *t, const struct plain_op *op)
{
    uint64_t a = plain_source(t, &op->in->operands[1], PTX_B64);
    plain_out(t, op, a >> PLAIN_WINDOW_SHIFT == window(op) >> PLAIN_WINDOW_SHIFT);
}
