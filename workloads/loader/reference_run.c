/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the reference functions of workloads (workloads/reference.h). */
#include "base/input_error.h"
#include "workloads/loader/check.h"

#include <setjmp.h>

struct reference_run {
    struct reference_case input;
    jmp_buf give_up; /* reference functions end early through it */
    char *failure;
};

/* reference_case.fail */
REFERENCE_NORETURN static void fail(struct reference_case *c, const char *message, const char *name)
{
    struct reference_run *run = c->impl;
    run->failure = name ? g_strdup_printf("%s \"%s\"", message, name) : g_strdup(message);
    longjmp(run->give_up, 1);
}

static bool fill_arrays(struct reference_run *run, const GPtrArray *buffers,
                        const GPtrArray *graphs, const char *file, GError **error)
{
    run->input.arrays = g_new0(struct reference_array, MAX(buffers->len, 1));
    run->input.n_arrays = buffers->len;
    for (unsigned i = 0; i < buffers->len; i++) {
        const struct buffer *buffer = buffers->pdata[i];
        struct reference_array *array = &run->input.arrays[i];
        *array = (struct reference_array){.name = buffer->name,
                                          .type = buffer->type->name,
                                          .data = buffer_contents(buffer, graphs, file, error),
                                          .count = buffer->count};
        if (!array->data)
            return false;
    }
    return true;
}

static struct reference_scalar *copy_scalars(const struct scalars *scalars)
{
    struct reference_scalar *out = g_new0(struct reference_scalar, MAX(scalars->entries->len, 1));
    for (unsigned i = 0; i < scalars->entries->len; i++) {
        const struct scalar *scalar = scalars->entries->pdata[i];
        out[i] = (struct reference_scalar){.name = scalar->name,
                                           .is_real = scalar->value.is_real,
                                           .integer = scalar->value.integer,
                                           .real = scalar->value.real};
    }
    return out;
}

/* In a function of its own, so that no variable lives across the jump. */
static bool call(struct reference_run *run, reference_function function)
{
    if (setjmp(run->give_up) != 0)
        return false;
    function(&run->input);
    return true;
}

struct reference_run *reference_run_new(const struct check *check, const GPtrArray *buffers,
                                        const GPtrArray *graphs, const struct scalars *scalars,
                                        GError **error)
{
    struct reference_run *run = g_new0(struct reference_run, 1);
    run->input.fail = fail;
    run->input.impl = run;
    run->input.scalars = copy_scalars(scalars);
    run->input.n_scalars = scalars->entries->len;
    if (!fill_arrays(run, buffers, graphs, scalars->file, error)) {
        g_clear_pointer(&run, reference_run_free);
    } else if (!call(run, check->call)) {
        input_error_in(error, scalars->file, check->path, "%s: %s", check->function, run->failure);
        g_clear_pointer(&run, reference_run_free);
    }
    return run;
}

void reference_run_free(struct reference_run *run)
{
    if (!run)
        return;
    for (size_t i = 0; i < run->input.n_arrays; i++)
        g_free(run->input.arrays[i].data);
    g_free(run->input.arrays);
    g_free((void *)run->input.scalars);
    g_free(run->failure);
    g_free(run);
}

const uint8_t *reference_run_bytes(const struct reference_run *run, unsigned buffer)
{
    return run->input.arrays[buffer].data;
}
