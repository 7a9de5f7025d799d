/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/option_file.h"
#include "base/input_error.h"
#include <string.h>

static void option_free(void *data)
{
    struct peer_option *option = data;
    g_free(option->name);
    g_free(option->value);
    g_free(option->file);
    g_free(option);
}

void option_set_init(struct option_set *set)
{
    *set = (struct option_set){.options = g_ptr_array_new_with_free_func(option_free)};
}

void option_set_finish(struct option_set *set)
{
    g_ptr_array_free(set->options, TRUE);
    g_free(set->first_file);
    *set = (struct option_set){0};
}

struct peer_option *option_set_find(const struct option_set *set, const char *name)
{
    for (guint i = 0; i < set->options->len; i++) {
        struct peer_option *option = set->options->pdata[i];
        if (strcmp(option->name, name) == 0)
            return option;
    }
    return NULL;
}

/* Where the text is read. */
struct place {
    const char *next;
    unsigned line;
};

static void skip_blanks_and_comments(struct place *place)
{
    for (;; place->next++) {
        if (*place->next == '#')
            place->next += strcspn(place->next, "\n");
        if (*place->next == '\0' || !g_ascii_isspace(*place->next))
            return;
        place->line += *place->next == '\n';
    }
}

/* What is between double quotes, without its blanks. NULL if the second one is missing. */
static char *take_quoted(struct place *place)
{
    GString *word = g_string_new(NULL);
    const char *c = place->next + 1;
    for (; *c != '"' && *c != '\0'; c++) {
        place->line += *c == '\n';
        if (!g_ascii_isspace(*c))
            g_string_append_c(word, *c);
    }
    place->next = *c == '"' ? c + 1 : c;
    return g_string_free(word, *c == '\0');
}

/* *quoted: it is a value, whatever it begins with. */
static char *take_word(struct place *place, bool *quoted)
{
    *quoted = *place->next == '"';
    if (*quoted)
        return take_quoted(place);
    size_t length = strcspn(place->next, " \t\r\n\v\f#\"");
    char *word = g_strndup(place->next, length);
    place->next += length;
    return word;
}

static bool is_name(const char *word)
{
    return word[0] == '-' && g_ascii_isalpha(word[1]);
}

/* The option of this name, new or to be given another value. */
static struct peer_option *begin_option(struct option_set *set, const char *name, const char *file,
                                        unsigned line)
{
    struct peer_option *option = option_set_find(set, name);
    if (!option) {
        option = g_new0(struct peer_option, 1);
        option->name = g_strdup(name);
        g_ptr_array_add(set->options, option);
    }
    g_free(option->value);
    g_free(option->file);
    option->value = g_strdup("");
    option->file = g_strdup(file);
    option->line = line;
    return option;
}

static void append_value(struct peer_option *option, const char *word)
{
    char *value =
        option->value[0] == '\0' ? g_strdup(word) : g_strjoin(" ", option->value, word, NULL);
    g_free(option->value);
    option->value = value;
}

void option_set_put(struct option_set *set, const char *name, const char *value, const char *file,
                    unsigned line)
{
    append_value(begin_option(set, name, file, line), value);
}

bool option_set_parse(struct option_set *set, const char *text, const char *path, GError **error)
{
    struct place place = {.next = text, .line = 1};
    struct peer_option *option = NULL;
    if (!set->first_file)
        set->first_file = g_strdup(path);
    for (skip_blanks_and_comments(&place); *place.next; skip_blanks_and_comments(&place)) {
        unsigned line = place.line;
        bool quoted;
        g_autofree char *word = take_word(&place, &quoted);
        if (!word)
            return input_error_at(error, path, line, "the quotation mark has no partner");
        if (!quoted && is_name(word))
            option = begin_option(set, word + 1, path, line);
        else if (option)
            append_value(option, word);
        else
            return input_error_at(error, path, line,
                                  "expected an option such as -gpgpu_n_mem, "
                                  "found \"%s\"",
                                  word);
    }
    return true;
}

bool option_set_read(struct option_set *set, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(path, &text, &length, &reason))
        return input_error_at(error, path, 0, "%s", reason->message);
    const char *end = memchr(text, '\0', length);
    if (end || !g_utf8_validate(text, (gssize)length, NULL))
        return input_error_at(error, path, 0, "this is not a text file");
    return option_set_parse(set, text, path, error);
}
