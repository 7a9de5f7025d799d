/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls and returns; see call.h. */
#include "workloads/ptx/exec/actions/call.h"
#include "workloads/ptx/exec/actions/memory.h"

#include <glib.h>
#include <string.h>

void exec_frame_restore(struct warp_context *w)
{
    struct exec_state *state = exec_state_of(w);
    uint32_t frame = simt_frame(&state->stack);
    if (frame == state->frame)
        return;
    state->frame = frame;
    state->base[BASE_REGISTERS] = (const uint8_t *)state + exec_frames(w)[frame].registers;
}

static void set_addresses(const struct exec_function *function, const struct exec_frame *frame,
                          uint8_t *registers)
{
    for (uint32_t k = 0; k < function->n_addresses; k++) {
        const struct exec_frame_address *a = &function->addresses[k];
        uint64_t address = frame->local + a->to;
        for (unsigned i = 0; i < WARP_LANES; i++)
            memcpy(registers + a->offset + (size_t)i * a->bytes, &address, a->bytes);
    }
}

/* reads: the registers that must be zero; NULL: all. */
static void clear(struct warp_context *w, const struct exec_function *function,
                  const struct exec_frame *frame, lane_mask lanes,
                  const struct exec_registers *reads)
{
    uint8_t *registers = (uint8_t *)w->state + frame->registers;
    if (!reads)
        memset(registers, 0, function->register_bytes);
    for (uint32_t i = 0; reads && i < reads->n; i++)
        memset(registers + reads->range[i].offset, 0, reads->range[i].bytes);
    if (function->cleared_bytes > 0)
        EACH_LANE (i, lanes)
            memset(exec_frame_memory(w, frame, i), 0, function->cleared_bytes);
    set_addresses(function, frame, registers);
}

void exec_frame_first(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    struct exec_frame *first = &exec_frames(w)[0];
    *first = (struct exec_frame){.registers = kernel->registers_offset};
    exec_state_of(w)->frame = 0;
    exec_state_of(w)->base[BASE_REGISTERS] = (const uint8_t *)w->state + first->registers;
}

static const struct exec_registers *first_reads_of(const struct exec_kernel *kernel)
{
    return __atomic_load_n(&kernel->first_reads, __ATOMIC_ACQUIRE);
}

bool exec_frame_needs_clear(const struct exec_kernel *kernel)
{
    const struct exec_function *function = &kernel->functions[0];
    const struct exec_registers *reads = first_reads_of(kernel);
    return !reads || reads->n + function->cleared_bytes + function->n_addresses > 0;
}

void exec_frame_clear(struct warp_context *w)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_frame first = {.registers = kernel->registers_offset};
    if (exec_frame_needs_clear(kernel))
        clear(w, &kernel->functions[0], &first, ALL_LANES, first_reads_of(kernel));
}

static uint8_t *register_of(const struct warp_context *w, const struct exec_frame *frame,
                            const struct exec_operand *operand)
{
    return (uint8_t *)w->state + frame->registers + operand->offset;
}

void exec_slot_read(const struct warp_context *w, const struct exec_frame *frame,
                    const struct exec_slot *slot, unsigned i, void *bytes)
{
    if (slot->in_memory) {
        memcpy(bytes, exec_frame_memory(w, frame, i) + slot->offset, slot->bytes);
        return;
    }
    const struct exec_operand *o = &slot->operand;
    const uint8_t *lanes = o->base == BASE_REGISTERS ? register_of(w, frame, o)
                                                     : exec_state_of(w)->base[o->base] + o->offset;
    uint64_t value = o->bytes == 0 ? *(const lane_mask *)(const void *)lanes >> i & 1 : 0;
    memcpy(&value, lanes + (size_t)i * o->bytes, o->bytes);
    memcpy(bytes, &value, slot->bytes);
}

void exec_slot_write(const struct warp_context *w, const struct exec_frame *frame,
                     const struct exec_slot *slot, unsigned i, const void *bytes)
{
    if (slot->in_memory) {
        memcpy(exec_frame_memory(w, frame, i) + slot->offset, bytes, slot->bytes);
        return;
    }
    const struct exec_operand *o = &slot->operand;
    uint8_t *lanes = register_of(w, frame, o);
    uint64_t value = 0;
    memcpy(&value, bytes, slot->bytes);
    if (o->bytes != 0) {
        memcpy(lanes + (size_t)i * o->bytes, &value, o->bytes);
        return;
    }
    lane_mask *mask = (lane_mask *)(void *)lanes;
    *mask = (*mask & ~((lane_mask)1 << i)) | (lane_mask)(value & 1) << i;
}

/* Values of lanes from slots of one frame to those of another; both lists match. */
static void pass(const struct warp_context *w, lane_mask lanes, const struct exec_frame *from,
                 const struct exec_slot *source, const struct exec_frame *to,
                 const struct exec_slot *destination, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        uint64_t value;
        if (source[k].in_memory && destination[k].in_memory)
            EACH_LANE (i, lanes)
                memcpy(exec_frame_memory(w, to, i) + destination[k].offset,
                       exec_frame_memory(w, from, i) + source[k].offset, source[k].bytes);
        else
            EACH_LANE (i, lanes) {
                exec_slot_read(w, from, &source[k], i, &value);
                exec_slot_write(w, to, &destination[k], i, &value);
            }
    }
}

static bool slots_match(const struct exec_slot *a, uint32_t n_a, const struct exec_slot *b,
                        uint32_t n_b)
{
    for (uint32_t i = 0; i < n_a && i < n_b; i++)
        if (a[i].bytes != b[i].bytes)
            return false;
    return n_a == n_b;
}

/* Finds where a pointer leads. */
static bool find_callee(const struct warp_context *w, const struct exec_call *call,
                        const struct exec_operand *pointer, unsigned lane, uint32_t *callee,
                        struct issued *out)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    uint64_t address = exec_lane(pointer, exec_state_of(w), lane);
    uint64_t known = pointer->bytes == 8 ? UINT64_MAX : UINT32_MAX;
    uint32_t f = 1;
    while (f < kernel->n_functions && (kernel->functions[f].address & known) != address)
        f++;
    out->fault_lane = (uint8_t)lane;
    if (f == kernel->n_functions) {
        out->fault = g_strdup_printf("call through a pointer of value 0x%" G_GINT64_MODIFIER
                                     "x; the kernel can't call any function there",
                                     address);
        return false;
    }
    const struct exec_function *function = &kernel->functions[f];
    if (!slots_match(call->arguments, call->n_arguments, function->parameters,
                     function->n_parameters) ||
        !slots_match(call->results, call->n_results, function->results, function->n_results)) {
        out->fault = g_strdup_printf("call through a pointer to `%s`, whose parameter or return "
                                     "types differ from those of the call",
                                     function->name);
        return false;
    }
    *callee = f;
    return true;
}

static bool overflow(const struct exec_kernel *kernel, const struct exec_function *function,
                     uint32_t depth, struct issued *out)
{
    if (kernel->stack_limit != 0)
        out->fault = g_strdup_printf("stack overflow: a call of `%s`, %u calls deep, needs more "
                                     "than the thread's %u bytes of stack",
                                     function->name, depth, kernel->stack_limit);
    else
        out->fault = g_strdup_printf("call of `%s`: the lanes of one warp are in functions in more "
                                     "separate groups than the simulator has room for",
                                     function->name);
    return false;
}

/* Where the memory of a frame ends that lanes are in, as a local address. */
static uint32_t end_of_frame(const struct warp_context *w, const struct exec_frame *frame,
                             lane_mask lanes)
{
    enum { ALIGNMENT = 16 };
    const struct exec_function *function = &exec_kernel_of(w)->functions[frame->function];
    uint32_t end = frame->local + function->stack_bytes;
    if (function->tops == 0)
        return end;
    const uint64_t *tops =
        (const void *)((const uint8_t *)w->state + frame->registers + function->tops - 1);
    EACH_LANE (i, lanes)
        end = MAX(end, (uint32_t)(tops[i] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    return end;
}

/* A frame above all that are in use, for lanes of the current one. The caller's memory goes on in
 * it, so that it ends where the stack of its lanes does, whatever other lanes are doing. */
static bool push_frame(struct warp_context *w, lane_mask lanes, uint32_t callee, uint32_t call,
                       uint32_t *result, struct issued *out)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_state *state = exec_state_of(w);
    struct exec_frame *frames = exec_frames(w);
    const struct exec_function *function = &kernel->functions[callee];
    uint32_t last = state->spin.apart ? simt_last_frame(&state->stack) : state->frame;
    uint64_t registers =
        (uint64_t)frames[last].registers + kernel->functions[frames[last].function].register_bytes;
    uint32_t local = end_of_frame(w, &frames[state->frame], lanes);
    bool has_stack = local + function->stack_bytes <= kernel->stack_end;
    bool has_registers = last + 1 < kernel->n_frames &&
                         registers + function->register_bytes <= kernel->registers_end;
    if (!has_stack || !has_registers)
        return overflow(kernel, function, last + 1, out);
    frames[last + 1] = (struct exec_frame){.registers = (uint32_t)registers,
                                           .local = local,
                                           .function = callee,
                                           .caller = state->frame,
                                           .call = call};
    *result = last + 1;
    return true;
}

/* Of lanes, those whose pointer is that of the first one. */
static lane_mask lanes_with_first(const struct exec_operand *pointer,
                                  const struct exec_state *state, lane_mask lanes)
{
    uint64_t first = exec_lane(pointer, state, (unsigned)__builtin_ctz(lanes));
    lane_mask same = 0;
    EACH_LANE (i, lanes)
        if (exec_lane(pointer, state, i) == first)
            same |= (lane_mask)1 << i;
    return same;
}

bool exec_call_function(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_call *call = kernel->calls[op->target];
    uint32_t callee = call->function, frame;
    lane_mask now = lanes;
    if (lanes == 0) {
        simt_go(&state->stack, w->pc + 1);
        return true;
    }
    if (callee == EXEC_INDIRECT) {
        if (!find_callee(w, call, &op->source[0], (unsigned)__builtin_ctz(lanes), &callee, out))
            return false;
        now = lanes_with_first(&op->source[0], state, lanes);
    }
    if (!push_frame(w, now, callee, op->target, &frame, out))
        return false;
    if (frame == state->spin.frame)
        state->spin.lanes = 0; /* what was noted was of an earlier frame with this number */
    const struct exec_frame *frames = exec_frames(w);
    const struct exec_function *function = &kernel->functions[callee];
    clear(w, function, &frames[frame], now, NULL);
    pass(w, now, &frames[state->frame], call->arguments, &frames[frame], function->parameters,
         call->n_arguments);
    out->active = out->taken = now;
    out->diverged = now != lanes;
    simt_call(&state->stack, now, function->entry, frame, lanes & ~now, w->pc + 1);
    return true;
}

bool exec_return(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    (void)op;
    struct exec_state *state = exec_state_of(w);
    const struct exec_kernel *kernel = exec_kernel_of(w);
    const struct exec_frame *frames = exec_frames(w), *frame = &frames[state->frame];
    const struct exec_call *call = kernel->calls[frame->call];
    pass(w, lanes, frame, kernel->functions[frame->function].results, &frames[frame->caller],
         call->results, call->n_results);
    out->taken = lanes;
    simt_return(&state->stack, lanes, w->pc + 1);
    return true;
}

bool exec_load_frame(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out)
{
    (void)out;
    struct exec_state *state = exec_state_of(w);
    uint32_t offset[WARP_LANES], stride = exec_kernel_of(w)->local_stride;
    const struct exec_frame *frame = &exec_frames(w)[state->frame];
    for (unsigned i = 0; i < WARP_LANES; i++)
        offset[i] = i * stride;
    exec_write_loaded(op, state, lanes, exec_frame_memory(w, frame, 0) + op->immediate, offset);
    return true;
}

bool exec_store_frame(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out)
{
    (void)out;
    const struct exec_state *state = exec_state_of(w);
    const struct exec_frame *frame = &exec_frames(w)[state->frame];
    EACH_LANE (i, lanes)
        for (unsigned k = 0; k < op->elements; k++) {
            uint64_t value = exec_lane(&op->source[k], state, i);
            memcpy(exec_frame_memory(w, frame, i) + op->immediate + k * op->element_bytes, &value,
                   op->element_bytes);
        }
    return true;
}

bool exec_alloca(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out)
{
    struct exec_state *state = exec_state_of(w);
    const uint64_t alignment = (uint64_t)op->immediate, limit = exec_kernel_of(w)->stack_end;
    uint64_t *tops = (uint64_t *)(void *)(uintptr_t)exec_source(op, state, 1);
    EACH_LANE (i, lanes) {
        const uint64_t bytes = exec_lane(&op->source[0], state, i);
        const uint64_t start = (tops[i] + alignment - 1) & ~(alignment - 1);
        if (start > limit || bytes > limit - start) {
            out->fault_lane = (uint8_t)i;
            out->fault = g_strdup_printf("stack overflow: alloca of %" G_GUINT64_FORMAT
                                         " bytes needs more than the thread's %u bytes of stack",
                                         bytes, exec_kernel_of(w)->stack_limit);
            return false;
        }
        exec_set_lane(op, state, 0, i, start);
        tops[i] = start + bytes;
    }
    return true;
}
