/* SPDX-License-Identifier: BSD-3-Clause */
/* Findings as a person reads them. */
#include "sanitize/sanitize_private.h"

enum { TOLD_MOST = 40 };

static void add_lines(GString *text, const char *indent, const char *lines)
{
    if (!lines)
        return;
    g_auto(GStrv) each = g_strsplit(lines, "\n", -1);
    for (unsigned i = 0; each[i]; i++)
        g_string_append_printf(text, "%s%s\n", indent, each[i]);
}

static void add_finding(GString *text, const struct finding *finding)
{
    g_string_append_printf(text, "%s%s: %s", finding->note ? "note: " : "",
                           checker_name(finding->checker), finding->title);
    if (finding->count > 1)
        g_string_append_printf(text, " (%" G_GUINT64_FORMAT " times)", finding->count);
    g_string_append_c(text, '\n');
    add_lines(text, "    ", finding->detail);
    add_lines(text, "    ", finding->advice);
}

static char *names_of(unsigned checkers)
{
    GString *names = g_string_new(NULL);
    for (unsigned i = 1; i <= CHECK_LEAK; i *= 2)
        if (checkers & i)
            g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", checker_name(i));
    return g_string_free(names, FALSE);
}

char *sanitizer_text(const struct sanitizer *sanitizer)
{
    GString *text = g_string_new(NULL);
    uint64_t suppressed;
    g_autoptr(GPtrArray) sorted = findings_sorted(sanitizer->findings, &suppressed);
    g_autofree char *names = names_of(sanitizer->checkers);
    for (guint i = 0; i < sorted->len && i < TOLD_MOST; i++)
        add_finding(text, sorted->pdata[i]);
    if (sorted->len > TOLD_MOST)
        g_string_append_printf(text, "... and %u more; --json has all\n", sorted->len - TOLD_MOST);
    const unsigned errors = findings_errors(sanitizer->findings);
    g_string_append_printf(text, "sanitize      %u errors, %u notes", errors, sorted->len - errors);
    if (suppressed > 0)
        g_string_append_printf(text, ", %" G_GUINT64_FORMAT " suppressed", suppressed);
    g_string_append_printf(text, " (%s)\n", names);
    if (sanitizer->n_skipped > 0)
        g_string_append_printf(text,
                               "sanitize      %u launches allocate memory, and were not looked at: "
                               "take --functional\n",
                               sanitizer->n_skipped);
    if (sanitizer->race.full)
        g_string_append(text, "sanitize      races were looked for in the first 4 billion accesses "
                              "only\n");
    return g_string_free(text, FALSE);
}
