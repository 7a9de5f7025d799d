/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/text.h"
#include <string.h>

static void append_character(GString *out, gunichar character)
{
    switch (character) {
    case '&':
        g_string_append(out, "&amp;");
        break;
    case '<':
        g_string_append(out, "&lt;");
        break;
    case '>':
        g_string_append(out, "&gt;");
        break;
    case '"':
        g_string_append(out, "&quot;");
        break;
    case '\'':
        g_string_append(out, "&#39;");
        break;
    default:
        if ((character < ' ' && character != '\n' && character != '\t') || character == 0x7f ||
            character == 0xfffe || character == 0xffff)
            character = 0xfffd;
        g_string_append_unichar(out, character);
    }
}

void text_append_escaped(GString *out, const char *text)
{
    while (*text) {
        gunichar character = g_utf8_get_char_validated(text, -1);
        if (character == (gunichar)-1 || character == (gunichar)-2) {
            g_string_append_unichar(out, 0xfffd);
            text++;
            continue;
        }
        append_character(out, character);
        text = g_utf8_next_char(text);
    }
}

/* In ems. */
static double character_width(gunichar character)
{
    if (character < 0x80 && strchr("iIjl.,:;'|!", (int)character))
        return 0.35;
    if (character < 0x80 && strchr(" ()[]{}-ftr/\"", (int)character))
        return 0.42;
    if (character < 0x80 && strchr("mwMW@%", (int)character))
        return 0.95;
    if (character >= 'A' && character <= 'Z')
        return 0.71;
    return character < 0x2e80 ? 0.63 : 1.0;
}

double text_width(const char *text, double size)
{
    double width = 0;
    if (!g_utf8_validate(text, -1, NULL))
        return 0.63 * size * (double)strlen(text);
    for (; *text; text = g_utf8_next_char(text))
        width += character_width(g_utf8_get_char(text));
    return width * size;
}

char *text_fit(const char *text, double size, double room)
{
    if (text_width(text, size) <= room)
        return g_strdup(text);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (glong n = g_utf8_strlen(valid, -1); n > 1; n--) {
        g_autofree char *start = g_utf8_substring(valid, 0, n - 1);
        char *cut = g_strconcat(start, "…", NULL);
        if (text_width(cut, size) <= room)
            return cut;
        g_free(cut);
    }
    return g_strdup("…");
}

char *text_id(const char *text)
{
    GString *id = g_string_new(NULL);
    for (; *text; text++) {
        if (g_ascii_isalnum(*text))
            g_string_append_c(id, g_ascii_tolower(*text));
        else if (id->len > 0 && id->str[id->len - 1] != '-')
            g_string_append_c(id, '-');
    }
    while (id->len > 0 && id->str[id->len - 1] == '-')
        g_string_truncate(id, id->len - 1);
    if (id->len > 60)
        g_string_truncate(id, 60);
    if (id->len == 0)
        g_string_append(id, "figure");
    return g_string_free(id, FALSE);
}
