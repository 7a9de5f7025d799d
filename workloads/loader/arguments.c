/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel arguments: from operands to the bytes of the parameter space.
 *
 * An argument is a number, an expression, or a buffer's name with an offset in bytes; the kernel's
 * declared parameter says how it is stored. Compilers declare C's signed integers as .u32, so an
 * unsigned parameter takes negative numbers, too.
 */
#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/expression.h"
#include "workloads/loader/step.h"

#include <string.h>

struct packing {
    struct launch_step *launch;
    const struct step_names *names;
    const struct operand *argument;
    struct kernel_parameter parameter;
    unsigned index;
    GError **error;
};

static bool fail(const struct packing *p, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(const struct packing *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    return input_error_in(p->error, p->names->scalars->file, p->argument->path,
                          "parameter %u (%s): %s", p->index, p->parameter.name, why);
}

static bool check_parameter(const struct packing *p)
{
    const uint32_t bytes = p->parameter.bytes;
    const bool is_float = p->parameter.kind == KERNEL_PARAMETER_FLOAT;
    if (is_float ? bytes == 4 || bytes == 8 : bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
        return true;
    return fail(p, "%u bytes%s cannot be given in a workload file", bytes,
                is_float ? " of floating point" : "");
}

static bool pack_integer(const struct packing *p, struct number value, uint8_t *at)
{
    if (value.is_real)
        return fail(p, "takes integers of %u bytes, found the real number %g", p->parameter.bytes,
                    value.real);
    const unsigned bits = 8 * p->parameter.bytes;
    if (bits < 64) {
        const int64_t min = -(INT64_C(1) << (bits - 1));
        const int64_t max = p->parameter.kind == KERNEL_PARAMETER_SIGNED
                                ? (INT64_C(1) << (bits - 1)) - 1
                                : (INT64_C(1) << bits) - 1;
        if (value.integer < min || value.integer > max)
            return fail(p,
                        "%" G_GINT64_FORMAT " does not fit its %u bytes (%" G_GINT64_FORMAT
                        " to %" G_GINT64_FORMAT ")",
                        value.integer, p->parameter.bytes, min, max);
    }
    memcpy(at, &value.integer, p->parameter.bytes);
    return true;
}

static bool pack_number(const struct packing *p, struct number value, uint8_t *at)
{
    if (p->parameter.kind != KERNEL_PARAMETER_FLOAT)
        return pack_integer(p, value, at);
    const struct element_type *type = element_type_find(p->parameter.bytes == 4 ? "f32" : "f64");
    g_autofree char *why = NULL;
    if (!element_fits(type, value, &why))
        return fail(p, "%s", why);
    element_store(type, at, value);
    return true;
}

/* "buffer" or "buffer + expression"; rest is what follows the name. */
static bool pack_address(const struct packing *p, unsigned index, const char *rest)
{
    const struct buffer *buffer = p->names->buffers->pdata[index];
    if (p->parameter.bytes != 8 || p->parameter.kind == KERNEL_PARAMETER_FLOAT)
        return fail(p, "takes %u bytes of %s, but an address has 8 bytes", p->parameter.bytes,
                    p->parameter.kind == KERNEL_PARAMETER_FLOAT ? "floating point" : "integer");
    int64_t displacement = 0;
    rest += strspn(rest, " \t");
    if (*rest != '\0') {
        if (*rest != '+')
            return fail(p, "expected \"%s + OFFSET\" in bytes, found \"%s\"", buffer->name,
                        p->argument->text);
        if (!scalars_expression(p->names->scalars, p->argument->path, rest + 1, &displacement,
                                p->error))
            return false;
        if (displacement < 0 || (uint64_t)displacement > buffer->bytes)
            return fail(p,
                        "offset %" G_GINT64_FORMAT " lies outside the %" G_GUINT64_FORMAT
                        " bytes of \"%s\"",
                        displacement, buffer->bytes, buffer->name);
    }
    const struct launch_address address = {p->parameter.offset, index, displacement};
    g_array_append_val(p->launch->addresses, address);
    return true;
}

static bool unknown_name(const struct packing *p)
{
    g_autofree char *buffers = named_list(p->names->buffers);
    g_autofree char *scalars = named_list(p->names->scalars->entries);
    return fail(p, "there is no buffer or scalar \"%s\"; buffers: %s; scalars: %s",
                p->argument->text, buffers, scalars);
}

static bool pack_one(const struct packing *p)
{
    if (!check_parameter(p))
        return false;
    const char *text = p->argument->text;
    if (text) {
        text += strspn(text, " \t");
        const unsigned length = json_name_length(text);
        g_autofree char *name = g_strndup(text, length);
        const int buffer = named_find(p->names->buffers, name);
        if (buffer >= 0)
            return pack_address(p, (unsigned)buffer, text + length);
        if (length > 0 && text[length] == '\0' && named_find(p->names->scalars->entries, name) < 0)
            return unknown_name(p);
    }
    struct number value;
    return operand_number(p->argument, p->names->scalars, &value, p->error) &&
           pack_number(p, value, p->launch->params + p->parameter.offset);
}

static char *list_parameters(const struct kernel_provider *provider, void *handle,
                             const struct kernel_code *code)
{
    GString *list = g_string_new(NULL);
    for (unsigned i = 0; i < provider->n_parameters(handle, code); i++) {
        struct kernel_parameter parameter;
        provider->parameter(handle, code, i, &parameter);
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", parameter.name);
    }
    return g_string_free(list, FALSE);
}

bool arguments_pack(struct launch_step *launch, const char *path, const struct step_names *names,
                    GError **error)
{
    const struct kernel_code *code = launch->launch.code;
    const struct module *module = names->modules->pdata[launch->module];
    const unsigned wanted = module->provider->n_parameters(module->handle, code);
    if (launch->arguments->len != wanted) {
        g_autofree char *parameters = list_parameters(module->provider, module->handle, code);
        g_autofree char *here = g_strdup_printf("%s.args", path);
        return input_error_in(error, names->scalars->file, here,
                              "%u arguments, but kernel \"%s\" has %u parameters%s%s",
                              launch->arguments->len, code->name, wanted, wanted > 0 ? ": " : "",
                              parameters);
    }
    launch->params = g_malloc0(MAX(code->param_bytes, 1));
    launch->launch.params = launch->params;
    launch->addresses = g_array_new(FALSE, FALSE, sizeof(struct launch_address));
    struct packing p = {.launch = launch, .names = names, .error = error};
    for (p.index = 0; p.index < wanted; p.index++) {
        p.argument = &g_array_index(launch->arguments, struct operand, p.index);
        module->provider->parameter(module->handle, code, p.index, &p.parameter);
        g_assert(p.parameter.offset + p.parameter.bytes <= code->param_bytes);
        if (!pack_one(&p))
            return false;
    }
    return true;
}
