/* SPDX-License-Identifier: BSD-3-Clause */
/* Chunks and patterns; see writer.h. */
#include "tests/differential/writer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

unsigned gen_label(struct gen *g)
{
    return g->labels++;
}

void gen_add(struct gen *g, char *text, bool fixed)
{
    struct chunk chunk = {text, fixed};
    g_array_append_val(g->chunks, chunk);
}

void gen_fixed(struct gen *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gen_add(g, g_strdup_vprintf(format, arguments), true);
    va_end(arguments);
}

void gen_chunk(struct gen *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    gen_add(g, g_strdup_vprintf(format, arguments), false);
    va_end(arguments);
}

void gen_insert(struct gen *g, unsigned at, char *text)
{
    struct chunk chunk = {text, false};
    g_array_insert_val(g->chunks, at, chunk);
}

char *gen_word(struct gen *g, const char *words)
{
    g_auto(GStrv) all = g_strsplit(words, " ", -1);
    return g_strdup(all[gen_below(g, g_strv_length(all))]);
}

unsigned gen_bits(const char *type)
{
    return (unsigned)atoi(type + 1);
}

char gen_class(const char *type)
{
    unsigned bits = gen_bits(type);
    if (strcmp(type, "pred") == 0)
        return 'p';
    if (type[0] == 'f')
        return bits == 32 ? 'f' : 'g';
    return bits == 64 ? 'd' : bits == 32 ? 'r' : 'h';
}

static void append_register(struct gen *g, GString *text, char class)
{
    static const struct {
        char class;
        uint8_t n;
    } classes[] = {{'p', N_P}, {'h', N_H}, {'r', N_R}, {'d', N_D}, {'f', N_F}, {'g', N_G}};
    for (unsigned i = 0; i < G_N_ELEMENTS(classes); i++)
        if (classes[i].class == class)
            g_string_append_printf(text, "%%%c%u", class, gen_below(g, classes[i].n));
}

static void append_number(struct gen *g, GString *text, char class)
{
    uint64_t value = random_value(&g->state);
    switch (class) {
    case 'h':
        g_string_append_printf(text, "%d", (int16_t)value);
        break;
    case 'r':
        g_string_append_printf(text, "%d", (int32_t)value);
        break;
    case 'd':
        g_string_append_printf(text, "%#llx", (unsigned long long)value);
        break;
    case 'f':
        g_string_append_printf(text, "0f%08X", (uint32_t)value);
        break;
    default:
        g_string_append_printf(text, "0d%016llX", (unsigned long long)value);
    }
}

static void append_operand(struct gen *g, GString *text, char letter, const char *type)
{
    static const char wide[] = {['h'] = 'r', ['r'] = 'd'};
    bool free_form = g_ascii_isupper(letter);
    char class = g_ascii_tolower(letter);
    if (class == 't')
        class = gen_class(type);
    if (class == 'w')
        class = wide[(int)gen_class(type)];
    if (class == 'b')
        g_string_append_printf(text, "%u", gen_below(g, 256));
    else if (class == 's' && gen_percent(g, 60))
        g_string_append_printf(text, "%u", gen_below(g, 70));
    else if (class == 's')
        append_register(g, text, 'r');
    else if (class == 'p' && free_form && gen_percent(g, 40))
        append_register(g, g_string_append_c(text, '!'), class);
    else if (class != 'p' && free_form && gen_percent(g, 20))
        append_number(g, text, class);
    else
        append_register(g, text, class);
}

/* Where the alternative that is chosen of `<a|b>` begins; *end is behind the `>`. */
static const char *choose(struct gen *g, const char *from, const char **end)
{
    unsigned n = 1, chosen;
    const char *close = strchr(from, '>');
    g_assert(close != NULL);
    for (const char *c = from; c < close; c++)
        n += *c == '|';
    *end = close + 1;
    for (chosen = gen_below(g, n); chosen > 0; chosen--)
        from = strchr(from, '|') + 1;
    return from;
}

char *gen_expand(struct gen *g, const char *pattern, const char *type)
{
    GString *text = g_string_new(NULL);
    const char *behind = NULL; /* the choice that we are in */
    for (const char *c = pattern; *c != '\0';) {
        if (*c == '<') {
            c = choose(g, c + 1, &behind);
        } else if (behind != NULL && (*c == '|' || *c == '>')) {
            c = behind;
            behind = NULL;
        } else if (*c == '$') {
            append_operand(g, text, c[1], type);
            c += 2;
        } else if (*c == '@' && c > pattern && c[-1] == '.') {
            g_string_append(text, type);
            c++;
        } else {
            g_string_append_c(text, *c++);
        }
    }
    return g_string_free(text, FALSE);
}

void gen_pattern(struct gen *g, const char *pattern, const char *type)
{
    gen_add(g, gen_expand(g, pattern, type), false);
}
