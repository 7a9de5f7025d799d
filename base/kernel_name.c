/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/kernel_name.h"
#include <stdbool.h>
#include <string.h>

/* The length of a name in front, "12compute_cost"; its text goes to *text. 0: there is none.
 * Source: Itanium C++ ABI, 5.1 (external names), <source-name>. */
static gsize source_name(const char *mangled, const char **text)
{
    char *end;
    if (!g_ascii_isdigit(*mangled))
        return 0;
    guint64 length = g_ascii_strtoull(mangled, &end, 10);
    *text = end;
    return length > 0 && length <= strlen(end) ? length : 0;
}

/* L: of internal linkage. Templates' arguments end a name here: of a member of a template class it
 * is the class'. */
char *kernel_plain_name(const char *name)
{
    const char *last = name, *text = NULL;
    gsize length = strlen(name), next;
    if (!g_str_has_prefix(name, "_Z"))
        return g_strdup(name);
    const char *at = name + strlen("_Z");
    bool nested = *at == 'N';
    at += nested;
    while ((next = source_name(at + (*at == 'L'), &text)) > 0) {
        last = text;
        length = next;
        at = nested ? text + next : "";
    }
    return g_strndup(last, length);
}
