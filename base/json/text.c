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
    return strspn(text, "+-.0123456789abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static void append_word(GString *out, const char *word, size_t length)
{
    static const char *const infinite[] = {"nan", "-nan", "inf", "-inf"};
    for (size_t i = 0; i < G_N_ELEMENTS(infinite); i++)
        if (g_ascii_strncasecmp(word, infinite[i], strlen(infinite[i])) == 0) {
            g_string_append(out, "null");
            return;
        }
    bool number = *word == '-' || g_ascii_isdigit(*word);
    bool exponent = number && (memchr(word, 'e', length) || memchr(word, 'E', length));
    if (exponent && length > 2 && memcmp(word + length - 2, ".0", 2) == 0)
        length -= 2;
    g_string_append_len(out, word, (gssize)length);
}

char *json_text(JsonNode *root, bool pretty)
{
    g_autofree char *text = json_to_string(root, pretty);
    GString *out = g_string_sized_new(strlen(text) + 1);
    for (const char *at = text; *at;) {
        size_t length = *at == '"' ? (size_t)(end_of_string(at) - at) : word_length(at);
        if (*at != '"' && length > 0)
            append_word(out, at, length);
        else
            g_string_append_len(out, at, (gssize)MAX(length, 1));
        at += MAX(length, 1);
    }
    return g_string_free(out, FALSE);
}
