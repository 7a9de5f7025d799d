/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels call by name; see builtin.h. */
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/addresses.h"
#include "workloads/ptx/exec/actions/call.h"

#include <glib.h>
#include <string.h>

enum { MAX_STRING_BYTES = 1 << 20 }; /* ASSUMED: what is longer has no end */

uint64_t builtin_argument(const struct exec_op *op, const struct warp_context *w, unsigned k,
                          unsigned lane)
{
    const struct exec_call *call = exec_kernel_of(w)->calls[op->target];
    uint64_t value = 0;
    if (k < call->n_arguments && call->arguments[k].bytes <= sizeof value)
        exec_slot_read(w, &exec_frames(w)[exec_state_of(w)->frame], &call->arguments[k], lane,
                       &value);
    return value;
}

char *builtin_string(const struct warp_context *w, unsigned lane, uint64_t address)
{
    enum { PIECE = 64 };
    g_autoptr(GString) text = g_string_new(NULL);
    while (text->len < MAX_STRING_BYTES) {
        char piece[PIECE];
        gsize n = PIECE;
        while (n > 0 && !exec_read_generic(w, lane, address + text->len, piece, n))
            n /= 2; /* the allocation may end behind the string */
        if (n == 0)
            return NULL;
        const char *end = memchr(piece, 0, n);
        g_string_append_len(text, piece, end != NULL ? (gssize)(end - piece) : (gssize)n);
        if (end)
            return g_strdup(text->str);
    }
    return NULL;
}

static char *string_argument(const struct exec_op *op, const struct warp_context *w, unsigned k,
                             unsigned lane)
{
    char *text = builtin_string(w, lane, builtin_argument(op, w, k, lane));
    return text != NULL ? text : g_strdup("?");
}

/* __assertfail(expression, file, line, function, character size). The text is CUDA's. */
static bool assert_failed(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                          struct issued *out)
{
    if (lanes == 0)
        return true;
    unsigned lane = (unsigned)__builtin_ctz(lanes);
    const uint32_t *block = w->block->index, *size = w->block->launch->block;
    uint32_t thread = w->in_block * WARP_LANES + lane;
    g_autofree char *expression = string_argument(op, w, 0, lane);
    g_autofree char *file = string_argument(op, w, 1, lane);
    g_autofree char *function = string_argument(op, w, 3, lane);
    out->fault_lane = (uint8_t)lane;
    out->fault_kind = FAULT_ASSERT;
    out->fault = g_strdup_printf(
        "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` "
        "failed.",
        file, (unsigned)builtin_argument(op, w, 2, lane), function, block[0], block[1], block[2],
        thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1], expression);
    return false;
}

exec_action *builtin_of(const char *name)
{
    static const struct {
        const char *name;
        exec_action *action;
    } known[] = {{"vprintf", builtin_vprintf},     {"__assertfail", assert_failed},
                 {"__assert_fail", assert_failed}, {"malloc", builtin_malloc},
                 {"_Znwm", builtin_malloc},        {"_Znam", builtin_malloc},
                 {"free", builtin_free},           {"_ZdlPv", builtin_free},
                 {"_ZdlPvm", builtin_free},        {"_ZdaPv", builtin_free},
                 {"_ZdaPvm", builtin_free}};
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].action;
    return NULL;
}

char *builtin_refusal(const char *name)
{
    if (g_str_has_suffix(name, "DeviceSynchronize"))
        return g_strdup_printf("call of `%s`: a kernel cannot wait for the kernels that it has "
                               "launched, as in CUDA 12",
                               name);
    return g_strdup_printf(
        "call of `%s`, which has no body in this module and is unknown to the simulator", name);
}
