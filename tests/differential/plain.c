/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads in turn; see plain.h. */
#include "tests/differential/plain.h"
#include "tests/differential/plain_machine.h"

#include <stdarg.h>
#include <string.h>

void plain_fault(struct plain_thread *t, const char *format, ...)
{
    struct plain_run *run = t->block->run;
    struct plain_frame *frame = plain_frame_of(t);
    if (run->fault)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    uint32_t at = frame->pc > 0 ? frame->pc - 1 : 0;
    run->fault = g_strdup_printf("block %u, thread %u, line %u: %s", t->block->index, t->tid,
                                 frame->code->ops[at].in->line, what);
}

static bool guard_holds(const struct plain_frame *frame, const struct ptx_instruction *in)
{
    return in->guard == PTX_NO_REGISTER || (frame->registers[in->guard] != 0) != in->guard_negated;
}

static bool may_go_on(const struct plain_run *run)
{
    return run->fault == NULL && run->instructions <= run->launch->max_instructions;
}

/* Until the thread waits or is over. */
static void run_thread(struct plain_thread *t)
{
    struct plain_run *run = t->block->run;
    while (t->status == PLAIN_RUNS && may_go_on(run)) {
        struct plain_frame *frame = plain_frame_of(t);
        if (frame->pc >= frame->code->function->n_instructions) {
            plain_ret(t, NULL); /* off the end */
            continue;
        }
        const struct plain_op *op = &frame->code->ops[frame->pc++];
        run->instructions++;
        if (guard_holds(frame, op->in))
            op->action(t, op);
    }
}

/* Whether the threads that the waiting thread's membermask names wait with it; lanes are those. */
static bool all_wait(struct plain_thread *t, unsigned first, uint32_t *members,
                     struct plain_thread *lanes[PLAIN_WARP])
{
    unsigned n = MIN(t->block->run->launch->block - first, PLAIN_WARP);
    const struct ptx_instruction *in = t->waits->in;
    *members = (uint32_t)plain_source(t, &in->operands[in->n_operands - 1], PTX_U32);
    for (unsigned lane = 0; lane < PLAIN_WARP; lane++) {
        if (!(*members >> lane & 1))
            continue;
        lanes[lane] = &t->block->threads[first + lane];
        if (lane >= n || lanes[lane]->status != PLAIN_AT_WARP_OP || lanes[lane]->waits != t->waits)
            return false;
    }
    return true;
}

/* Lets threads of a warp go on that wait for each other, if all of them are there. */
static bool finish_warp_op(struct plain_block *block, unsigned first)
{
    unsigned end = MIN(first + PLAIN_WARP, block->run->launch->block);
    struct plain_thread *waiting = NULL;
    for (unsigned i = first; i < end; i++) {
        struct plain_thread *t = &block->threads[i], *lanes[PLAIN_WARP] = {0};
        uint32_t members;
        if (t->status != PLAIN_AT_WARP_OP)
            continue;
        waiting = t;
        if (all_wait(t, first, &members, lanes)) {
            plain_finish_warp_op(lanes, members);
            return true;
        }
    }
    if (waiting)
        plain_fault(waiting, "%s: not all lanes come", waiting->waits->in->text);
    return false;
}

static void run_warp(struct plain_block *block, unsigned first)
{
    unsigned end = MIN(first + PLAIN_WARP, block->run->launch->block);
    do {
        for (unsigned i = first; i < end; i++)
            run_thread(&block->threads[i]);
    } while (may_go_on(block->run) && finish_warp_op(block, first));
}

/* True if some thread goes on. All that wait must wait at the same barrier. */
static bool finish_barrier(struct plain_block *block)
{
    struct plain_thread *first = NULL;
    for (unsigned i = 0; i < block->run->launch->block; i++) {
        struct plain_thread *t = &block->threads[i];
        if (t->status != PLAIN_AT_BARRIER)
            continue;
        if (first != NULL && first->waits != t->waits) {
            plain_fault(t, "threads wait at different barriers");
            return false;
        }
        first = t;
    }
    if (first)
        plain_finish_barrier(block);
    return first != NULL;
}

static void run_block(struct plain_run *run, uint32_t index)
{
    unsigned n = run->launch->block;
    struct plain_block block = {.run = run, .index = index};
    block.shared = g_malloc0(run->shared_bytes + 1);
    block.threads = g_new0(struct plain_thread, n);
    const struct ptx_function *kernel =
        ptx_module_find(run->launch->module, run->launch->kernel, NULL);
    for (unsigned i = 0; i < n; i++) {
        struct plain_thread *t = &block.threads[i];
        t->block = &block;
        t->tid = i;
        plain_enter(t, plain_function_of(run, kernel));
        memcpy(t->frames[0]->arguments, run->launch->params, kernel->param_bytes);
    }
    do {
        for (unsigned first = 0; first < n; first += PLAIN_WARP)
            run_warp(&block, first);
    } while (may_go_on(run) && finish_barrier(&block));
    for (unsigned i = 0; i < n; i++)
        while (block.threads[i].depth > 0)
            plain_leave(&block.threads[i]);
    g_free(block.threads);
    g_free(block.shared);
}

enum plain_result plain_run(const struct plain_launch *launch, char **message)
{
    struct plain_run run = {.launch = launch};
    plain_program_init(&run);
    for (uint32_t index = 0; index < launch->grid && may_go_on(&run); index++)
        run_block(&run, index);
    plain_program_finish(&run);
    if (run.fault) {
        *message = run.fault;
        return PLAIN_FAULT;
    }
    return run.instructions > launch->max_instructions ? PLAIN_TOO_LONG : PLAIN_DONE;
}
