/* SPDX-License-Identifier: BSD-3-Clause */
/* Device printf: C's format language, one conversion at a time through the host's snprintf.
 *
 * The arguments lie in a buffer, each at the next multiple of its size: 4 bytes for what C passes
 * as an int, 8 for longs, pointers and doubles.
 * Source: NVIDIA, "CUDA C++ Programming Guide", "Formatted Output"; the buffer's layout is that of
 *   the variable arguments of LLVM's NVPTX back end.
 * Differs: text leaves at once and in the order of execution; CUDA collects it in a ring buffer
 *   that may overflow, and takes at most 32 arguments.
 */
#include "base/float_bits.h"
#include "workloads/ptx/exec/actions/addresses.h"
#include "workloads/ptx/exec/actions/builtin.h"
#include "workloads/ptx/exec/actions/call.h"

#include <glib.h>
#include <string.h>

/* Printing for one lane. */
struct printing {
    const struct warp_context *w;
    unsigned lane;
    uint64_t arguments; /* generic address of the next one, unaligned */
    int n_arguments;    /* taken so far */
    GString *text;
    const char *problem; /* NULL: none yet */
};

/* "%-08.*lld" in parts. */
struct conversion {
    char flags[8];
    int width, precision; /* -1: not given */
    unsigned bytes;       /* of an integer: 1, 2, 4, 8 */
    char letter;
};

static uint64_t take(struct printing *p, unsigned bytes)
{
    uint64_t value = 0, address = (p->arguments + bytes - 1) / bytes * bytes;
    if (!exec_read_generic(p->w, p->lane, address, &value, bytes))
        p->problem = "its arguments are not in readable memory";
    p->arguments = address + bytes;
    p->n_arguments++;
    return value;
}

static int number_at(struct printing *p, const char **at)
{
    int number = 0;
    if (**at == '*') {
        ++*at;
        return (int)(int32_t)take(p, 4);
    }
    for (; g_ascii_isdigit(**at); ++*at)
        number = MIN(10 * number + (**at - '0'), 1 << 20);
    return number;
}

static unsigned length_at(const char **at)
{
    if (**at == 'h')
        return *++*at == 'h' ? (++*at, 1) : 2;
    if (**at == 'l')
        return *++*at == 'l' ? (++*at, 8) : 8;
    if (**at != 0 && strchr("zjtqL", **at) != NULL)
        return ++*at, 8;
    return 4;
}

/* Behind '%'; at points behind the conversion's letter then. */
static struct conversion parse(struct printing *p, const char **at)
{
    struct conversion c = {.width = -1, .precision = -1};
    for (unsigned n = 0; **at != 0 && strchr("-+ #0", **at) != NULL; ++*at)
        if (strchr(c.flags, **at) == NULL)
            c.flags[n++] = **at;
    if (**at == '*' || g_ascii_isdigit(**at))
        c.width = number_at(p, at);
    if (c.width < -1) { /* of '*': a flag and a width */
        if (strchr(c.flags, '-') == NULL)
            strcat(c.flags, "-");
        c.width = -c.width;
    }
    if (**at == '.') {
        ++*at;
        int precision = number_at(p, at);
        c.precision = MAX(precision, -1);
    }
    c.bytes = length_at(at);
    c.letter = **at;
    if (c.letter != 0)
        ++*at;
    return c;
}

static void append_integer(struct printing *p, const struct conversion *c, const char *prefix)
{
    uint64_t value = take(p, c->bytes == 8 ? 8 : 4);
    unsigned unused = 64 - 8 * c->bytes;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    g_autofree char *format = g_strdup_printf("%s%s%c", prefix, "ll", c->letter);
    if (is_signed)
        g_string_append_printf(p->text, format, (long long)((int64_t)(value << unused) >> unused));
    else
        g_string_append_printf(p->text, format, (unsigned long long)(value << unused >> unused));
}

static void append_string(struct printing *p, const char *prefix)
{
    g_autofree char *format = g_strconcat(prefix, "s", NULL);
    uint64_t address = take(p, 8);
    g_autofree char *text =
        address == 0 ? g_strdup("(null)") : builtin_string(p->w, p->lane, address);
    if (!text)
        p->problem = "the argument of its %s is no readable string in memory";
    else
        g_string_append_printf(p->text, format, text);
}

static void append_conversion(struct printing *p, const struct conversion *c)
{
    g_autoptr(GString) prefix = g_string_new("%");
    g_string_append(prefix, c->flags);
    if (c->width >= 0)
        g_string_append_printf(prefix, "%d", c->width);
    if (c->precision >= 0)
        g_string_append_printf(prefix, ".%d", c->precision);
    if (strchr("diouxX", c->letter) != NULL) {
        append_integer(p, c, prefix->str);
    } else if (strchr("fFeEgGaA", c->letter) != NULL) {
        double value = double_of_bits(take(p, 8));
        g_string_append_c(prefix, c->letter);
        g_string_append_printf(p->text, prefix->str, value);
    } else if (c->letter == 's') {
        append_string(p, prefix->str);
    } else if (c->letter == 'c') {
        g_string_append_c(prefix, 'c');
        g_string_append_printf(p->text, prefix->str, (int)take(p, 4));
    } else if (c->letter == 'p') {
        g_string_append_c(prefix, 'p');
        g_string_append_printf(p->text, prefix->str, (void *)(uintptr_t)take(p, 8));
    } else {
        p->problem = "its format has a conversion that C doesn't know";
    }
}

static void print(struct printing *p, const char *format)
{
    while (*format != 0 && p->problem == NULL) {
        const char *percent = strchr(format, '%');
        if (!percent) {
            g_string_append(p->text, format);
            return;
        }
        g_string_append_len(p->text, format, percent - format);
        format = percent + 1;
        if (*format == '%') {
            g_string_append_c(p->text, '%');
            format++;
            continue;
        }
        struct conversion c = parse(p, &format);
        if (c.letter == 0)
            p->problem = "its format ends in a conversion";
        else if (!p->problem)
            append_conversion(p, &c);
    }
}

static bool print_lane(struct printing *p, const struct exec_op *op, int *result)
{
    uint64_t address = builtin_argument(op, p->w, 0, p->lane);
    *result = -1;
    if (address == 0)
        return true;
    g_autofree char *format = builtin_string(p->w, p->lane, address);
    p->arguments = builtin_argument(op, p->w, 1, p->lane);
    if (!format)
        p->problem = "its format is no readable string in memory";
    else
        print(p, format);
    *result = p->n_arguments;
    return p->problem == NULL;
}

bool builtin_vprintf(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out)
{
    const struct exec_call *call = exec_kernel_of(w)->calls[op->target];
    const struct exec_frame *frame = &exec_frames(w)[exec_state_of(w)->frame];
    g_autoptr(GString) text = g_string_new(NULL);
    EACH_LANE (i, lanes) {
        struct printing p = {.w = w, .lane = i, .text = text};
        int result;
        if (!print_lane(&p, op, &result)) {
            out->fault_lane = (uint8_t)i;
            out->fault = g_strdup_printf("printf: %s", p.problem);
            return false;
        }
        if (call->n_results > 0)
            exec_slot_write(w, frame, &call->results[0], i, &result);
    }
    if (text->len > 0)
        out->output = g_strndup(text->str, text->len);
    return true;
}
