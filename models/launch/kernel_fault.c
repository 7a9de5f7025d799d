/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/kernel_fault.h"
#include "base/input_error.h"
#include "base/kernel_name.h"

/* "thread (3,0,0)", or the warp if no lane is to blame. */
static char *culprit(const struct warp_context *context, unsigned lane)
{
    if (lane >= WARP_LANES)
        return g_strdup_printf("warp %u", context->in_block);
    const uint32_t *block = context->block->launch->block;
    uint32_t thread = context->in_block * WARP_LANES + lane;
    return g_strdup_printf("thread (%u,%u,%u)", thread % block[0], thread / block[0] % block[1],
                           thread / block[0] / block[1]);
}

/* ", pc 12 (file:line)". For a trace, the line tells the place; the pc would not. */
static char *place_of(const struct kernel_code *code, uint32_t pc)
{
    if (code->traced)
        return g_strdup("");
    if (code->places == NULL || code->places[pc].file == NULL)
        return g_strdup_printf(", pc %u", pc);
    return g_strdup_printf(", pc %u (%s:%u)", pc, code->places[pc].file, code->places[pc].line);
}

int kernel_fault_kind(const GError *error)
{
    bool is_one = error->domain == INPUT_ERROR && error->code >= KERNEL_FAULT;
    return is_one ? error->code - KERNEL_FAULT : -1;
}

GError *kernel_fault(const struct warp_context *context, uint32_t pc, const struct issued *what,
                     char *text)
{
    unsigned lane = what ? what->fault_lane : WARP_LANES;
    const struct kernel_code *code = context->code;
    const uint32_t *block = context->block->index;
    g_autofree char *who = culprit(context, lane);
    g_autofree char *place = place_of(code, pc);
    g_autofree char *name = kernel_plain_name(code->name);
    GError *error = NULL;
    input_error_at(&error, code->file, code->instructions[pc].line,
                   "kernel %s, block (%u,%u,%u), %s%s: %s", name, block[0], block[1], block[2], who,
                   place, text ? text : "fault");
    error->code = KERNEL_FAULT + (what ? what->fault_kind : FAULT_OTHER);
    g_free(text);
    return error;
}
