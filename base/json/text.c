/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/text.h"

#include <string.h>

/* The end of a string that begins at text[0]. */
static const char *end_of_string(const char *text)
{
    for (text++; *text != '"'; text++)
        if (*text == '\\')
            text++;
    return text + 1;
}

/* Characters of numbers, and of words, that numbers may have become. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    while (g_ascii_isalnum(text[length]) || text[length] == '-' || text[length] == '.' ||
           text[length] == '+')
        length++;
    return length;
}

static bool is_no_number(const char *word)
{
    static const char *const infinite[] = {"nan", "-nan", "inf", "-inf"};
    for (size_t i = 0; i < G_N_ELEMENTS(infinite); i++)
        if (g_ascii_strncasecmp(word, infinite[i], strlen(infinite[i])) == 0)
            return true;
    return false;
}

/* A fraction behind the exponent: 1e+20.0. */
static bool has_too_much(const char *word, size_t length)
{
    return length > 2 && memcmp(word + length - 2, ".0", 2) == 0 &&
           (memchr(word, 'e', length) || memchr(word, 'E', length));
}

char *json_text(JsonNode *root, bool pretty)
{
    g_autofree char *text = json_to_string(root, pretty);
    GString *out = g_string_sized_new(strlen(text) + 1);
    const char *copied = text, *at = text;
    while (*at) {
        const size_t length = *at == '"' ? 0 : word_length(at);
        const char *end = *at == '"' ? end_of_string(at) : at + MAX(length, 1);
        const bool number = length > 0 && (*at == '-' || g_ascii_isdigit(*at));
        if (length > 0 && !g_ascii_isdigit(*at) && is_no_number(at)) {
            g_string_append_len(out, copied, at - copied);
            g_string_append(out, "null");
            copied = end;
        } else if (number && has_too_much(at, length)) {
            g_string_append_len(out, copied, end - 2 - copied);
            copied = end;
        }
        at = end;
    }
    g_string_append(out, copied);
    return g_string_free(out, FALSE);
}
