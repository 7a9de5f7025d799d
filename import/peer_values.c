/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/peer_values.h"
#include "base/input_error.h"
#include <string.h>

bool parse_number(const char *text, unsigned most, unsigned *out)
{
    guint64 value;
    if (!g_ascii_string_to_unsigned(text, 10, 0, most, &value, NULL))
        return false;
    *out = (unsigned)value;
    return true;
}

const char *peer_text(struct peer_values *values, const char *name, const char *absent)
{
    struct peer_option *option = option_set_find(values->set, name);
    if (!option)
        return absent;
    option->used = true;
    return option->value;
}

void peer_refuse(struct peer_values *values, const char *name, const char *format, ...)
{
    const struct peer_option *option = option_set_find(values->set, name);
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    if (!values->error)
        input_error_at(&values->error, option ? option->file : values->set->first_file,
                       option ? option->line : 0, "-%s: %s", name, text);
}

void peer_note(struct peer_values *values, const char *name, const char *format, ...)
{
    const struct peer_option *option = option_set_find(values->set, name);
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    if (option)
        g_ptr_array_add(values->notes,
                        g_strdup_printf("%s:%u: -%s: %s", option->file, option->line, name, text));
}

unsigned peer_number(struct peer_values *values, const char *name, unsigned absent, unsigned least,
                     unsigned most)
{
    const char *text = peer_text(values, name, NULL);
    unsigned number;
    if (!text)
        return absent;
    if (parse_number(text, most, &number) && number >= least)
        return number;
    peer_refuse(values, name, "expected a whole number from %u to %u, found \"%s\"", least, most,
                text);
    return absent;
}

bool peer_flag(struct peer_values *values, const char *name, bool absent)
{
    return peer_number(values, name, absent, 0, 1) != 0;
}

void peer_numbers(struct peer_values *values, const char *name, const char *absent, unsigned *out,
                  unsigned n, unsigned n_least)
{
    const char *text = peer_text(values, name, absent);
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    unsigned found = g_strv_length(words);
    bool right = found >= n_least && found <= n;
    memset(out, 0, n * sizeof *out);
    for (unsigned i = 0; right && i < found; i++)
        right = parse_number(words[i], 1000000, &out[i]);
    if (!right)
        peer_refuse(values, name, "expected %u to %u whole numbers between commas, found \"%s\"",
                    n_least, n, text);
}
