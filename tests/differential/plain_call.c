/* SPDX-License-Identifier: BSD-3-Clause */
/* Control flow of the plain interpreter: branches, calls, returns.
 *
 * Source: PTX ISA, "Control Flow Instructions", "Abstracting the ABI".
 */
#include "tests/differential/plain_machine.h"

#include <string.h>

enum { FRAME_ALIGNMENT = 16 };

void plain_enter(struct plain_thread *t, const struct plain_function *code)
{
    const struct ptx_function *function = code->function;
    if (t->depth == PLAIN_FRAMES ||
        t->local_used + function->local_bytes + FRAME_ALIGNMENT > PLAIN_LOCAL_BYTES) {
        plain_fault(t, "calls are too deep");
        return;
    }
    struct plain_frame *frame = g_new0(struct plain_frame, 1);
    frame->code = code;
    frame->registers = g_new0(uint64_t, function->n_registers + 1);
    frame->arguments = g_malloc0(function->param_bytes + 1);
    frame->results = g_malloc0(function->return_bytes + 1);
    frame->calls = g_malloc0(function->call_param_bytes + 1);
    frame->local = t->local_used;
    t->local_used +=
        (function->local_bytes + FRAME_ALIGNMENT - 1) / FRAME_ALIGNMENT * FRAME_ALIGNMENT;
    t->frames[t->depth++] = frame;
}

void plain_leave(struct plain_thread *t)
{
    struct plain_frame *frame = t->frames[--t->depth];
    t->local_used = frame->local;
    g_free(frame->registers);
    g_free(frame->arguments);
    g_free(frame->results);
    g_free(frame->calls);
    g_free(frame);
}

void plain_bra(struct plain_thread *t, const struct plain_op *op)
{
    plain_frame_of(t)->pc = op->in->operands[0].index;
}

void plain_brx(struct plain_thread *t, const struct plain_op *op)
{
    struct plain_frame *frame = plain_frame_of(t);
    const struct ptx_table *table = &frame->code->function->tables[op->in->operands[1].index];
    uint64_t which = plain_source(t, &op->in->operands[0], PTX_U32);
    if (which >= table->n_targets)
        plain_fault(t, "brx.idx goes beyond its table");
    else
        frame->pc = table->targets[which].index;
}

static const struct plain_function *callee_of(struct plain_thread *t,
                                              const struct ptx_operand *target)
{
    const struct plain_run *run = t->block->run;
    if (target->kind == PTX_OPERAND_FUNCTION)
        return plain_function_of(run, target->function);
    uint64_t number = plain_source(t, target, PTX_U64);
    if (number < run->launch->module->n_functions)
        return &run->functions[number];
    plain_fault(t, "an indirect call to no function");
    return NULL;
}

/* Arguments are .param variables of the caller. */
void plain_call(struct plain_thread *t, const struct plain_op *op)
{
    struct ptx_call call = ptx_call_of(op->in);
    struct plain_frame *caller = plain_frame_of(t);
    const struct plain_function *callee = callee_of(t, call.target);
    unsigned depth = t->depth;
    if (callee)
        plain_enter(t, callee);
    if (t->depth == depth)
        return;
    struct plain_frame *frame = plain_frame_of(t);
    frame->call = op->in;
    for (unsigned i = 0; call.arguments != NULL && i < call.arguments->n_elements; i++) {
        const struct ptx_variable *from = call.arguments->elements[i].variable;
        const struct ptx_variable *to = callee->function->params[i];
        g_assert(from != NULL && from->bytes == to->bytes);
        memcpy(frame->arguments + to->offset, caller->calls + from->offset, to->bytes);
    }
}

void plain_ret(struct plain_thread *t, const struct plain_op *op)
{
    if (t->depth == 1) {
        plain_exit(t, op);
        return;
    }
    struct plain_frame *frame = plain_frame_of(t), *caller = t->frames[t->depth - 2];
    struct ptx_call call = ptx_call_of(frame->call);
    for (unsigned i = 0; call.returns != NULL && i < call.returns->n_elements; i++) {
        const struct ptx_variable *to = call.returns->elements[i].variable;
        const struct ptx_variable *from = frame->code->function->returns[i];
        g_assert(to != NULL && from->bytes == to->bytes);
        memcpy(caller->calls + to->offset, frame->results + from->offset, to->bytes);
    }
    plain_leave(t);
}

void plain_exit(struct plain_thread *t, const struct plain_op *op)
{
    (void)op;
    t->status = PLAIN_EXITED;
}

/* Fences: memory is always up to date here. */
void plain_nothing(struct plain_thread *t, const struct plain_op *op)
{
    (void)t, (void)op;
}

void plain_barrier(struct plain_thread *t, const struct plain_op *op)
{
    t->waits = op;
    t->status = PLAIN_AT_BARRIER;
}

void plain_warp_op(struct plain_thread *t, const struct plain_op *op)
{
    t->waits = op;
    t->status = PLAIN_AT_WARP_OP;
}
