/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows that differ in a type; see family.h. */
#include "tests/conformance/family.h"

#include <glib.h>

static char *with_type(const char *pattern, const char *type)
{
    if (!pattern)
        return NULL;
    GString *text = g_string_new(NULL);
    for (const char *c = pattern; *c != '\0'; c++)
        if (*c == '@')
            g_string_append(text, type);
        else if (*c == '#')
            g_string_append_printf(text, "%c%llu", type[0],
                                   2 * (unsigned long long)g_ascii_strtoull(type + 1, NULL, 10));
        else
            g_string_append_c(text, *c);
    return g_string_free(text, FALSE);
}

static void check_family(struct conformance *c, const struct row_family *family, const char *type)
{
    struct operand_type parsed;
    operand_type_parse(type, &parsed);
    g_autofree char *form = with_type(family->form, type);
    g_autofree char *operands = with_type(family->operands, type);
    g_autofree char *body = with_type(family->body, type);
    g_autofree char *functions = with_type(family->functions, type);
    conformance_check(
        c, &(struct conformance_row){.form = form,
                                     .operands = operands,
                                     .expected = family->expected,
                                     .domain = family->domain,
                                     .suffix = family->suffix,
                                     .body = body,
                                     .functions = functions,
                                     .detail = {parsed.bits, parsed.class == CLASS_SIGNED}});
}

void conformance_check_families(struct conformance *c, const struct row_family *families,
                                unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        g_auto(GStrv) types = g_strsplit(families[i].types, " ", -1);
        for (unsigned k = 0; types[k] != NULL; k++)
            check_family(c, &families[i], types[k]);
    }
}

__int128 family_value(const struct conformance_row *row, uint64_t bits)
{
    if (!row->detail[1])
        return bits;
    unsigned unused = 64 - (unsigned)row->detail[0];
    return (int64_t)(bits << unused) >> unused;
}
