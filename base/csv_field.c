/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/csv_field.h"
#include <string.h>

/* Numbers, and the "-" of what has no value, are what they look like. */
static gboolean looks_like_formula(const char *field)
{
    char *end;
    if (*field == '\0' || !strchr("=+-@\t\r", *field) || g_str_equal(field, "-"))
        return FALSE;
    g_ascii_strtod(field, &end);
    return end == field || *end != '\0';
}

void csv_field_append(GString *text, const char *field)
{
    gboolean quoted = strpbrk(field, ",\"\r\n") != NULL;
    if (quoted)
        g_string_append_c(text, '"');
    if (looks_like_formula(field))
        g_string_append_c(text, '\'');
    for (; *field; field++) {
        if (*field == '"')
            g_string_append_c(text, '"');
        g_string_append_c(text, *field);
    }
    if (quoted)
        g_string_append_c(text, '"');
}
