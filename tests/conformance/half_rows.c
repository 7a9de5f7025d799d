/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of 16-bit floats; see half_rows.h. */
#include "tests/conformance/half_rows.h"
#include "tests/conformance/exact.h"

#include <glib.h>

enum { HALF_SOURCES = 3 };

void half_sources(const struct half_row *row, const uint64_t in[], unsigned h, uint64_t half[])
{
    for (unsigned k = 0; k < HALF_SOURCES; k++) {
        half[k] = in[k] >> (16 * h) & 0xffff;
        if (row->modifiers & HALF_FTZ)
            half[k] = exact_flush(row->format, half[k]);
    }
}

void half_expected(const struct conformance_row *row, const uint64_t in[], uint64_t out[])
{
    const struct half_row *data = row->data;
    out[0] = 0;
    for (unsigned h = 0; h < (data->pair ? 2 : 1); h++) {
        uint64_t half[HALF_SOURCES];
        half_sources(data, in, h, half);
        uint64_t result = data->compute(data, half);
        if (data->modifiers & HALF_FTZ)
            result = exact_flush(data->format, result);
        if (data->modifiers & HALF_SAT)
            result = exact_saturate(data->format, result);
        if (data->modifiers & HALF_RELU)
            result = half_relu(data->format, result);
        out[0] |= result << (16 * h);
    }
}

uint64_t half_relu(const struct float_format *format, uint64_t bits)
{
    if (exact_is_nan(format, bits))
        return exact_nan(format);
    return bits >> (format->bits - 1) & 1 ? 0 : bits;
}

char *half_modifier_words(unsigned modifiers)
{
    return g_strconcat(modifiers & HALF_FTZ ? ".ftz" : "", modifiers & HALF_SAT ? ".sat" : "",
                       modifiers & HALF_RELU ? ".relu" : "",
                       modifiers & HALF_SATFINITE ? ".satfinite" : "",
                       modifiers & HALF_TAKES_NAN ? ".NaN" : "",
                       modifiers & HALF_XORSIGN_ABS ? ".xorsign.abs" : "", NULL);
}

void half_check(struct conformance *c, const char *opcode, struct half_row row, unsigned n_sources,
                conformance_domain *domain)
{
    g_autofree char *words = half_modifier_words(row.modifiers);
    for (unsigned pair = 0; pair < 2; pair++) {
        row.pair = pair;
        g_autofree char *type = g_strconcat(row.format->name, pair ? "x2" : "", NULL);
        g_autofree char *form = g_strconcat(opcode, words, ".", type, NULL);
        GString *operands = g_string_new(type);
        g_string_append(operands, " =");
        for (unsigned k = 0; k < n_sources; k++)
            g_string_append_printf(operands, " %s", type);
        conformance_check(c, &(struct conformance_row){.form = form,
                                                       .operands = operands->str,
                                                       .expected = half_expected,
                                                       .domain = domain,
                                                       .data = &row});
        g_string_free(operands, TRUE);
    }
}
