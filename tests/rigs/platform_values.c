/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/platform_values.h"
#include "tests/rigs/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    char *key, *text;
    bool own; /* not that of the file which this one is based on */
};

struct platform_values {
    GArray *values;  /* struct value, in file order; a cluster's radical is "cluster.radical" */
    GPtrArray *open; /* ids of the elements around the one being read */
    char *path;      /* in the source tree */
    char *base;      /* likewise, of the file which this one is based on; NULL */
};

static const char *attribute(const char **names, const char **values, const char *name)
{
    for (; *names != NULL; names++, values++)
        if (strcmp(*names, name) == 0)
            return *values;
    return NULL;
}

static void add(struct platform_values *all, const char *group, const char *name, const char *text)
{
    struct value value = {g_strdup_printf("%s.%s", group, name), g_strdup(text), true};
    g_array_append_val(all->values, value);
}

/* The values are those of another file, a path from the folder of this one. */
static void take_base(struct platform_values *all, const char *file)
{
    g_autofree char *folder = g_path_get_dirname(all->path);
    g_autofree char *rooted = g_strconcat("/", folder, NULL);
    g_autofree char *base = g_canonicalize_filename(file, rooted);
    all->base = g_strdup(base + 1);
    struct platform_values *there = platform_values_new(all->base);
    for (guint i = 0; i < there->values->len; i++) {
        const struct value *value = &g_array_index(there->values, struct value, i);
        struct value copy = {g_strdup(value->key), g_strdup(value->text), false};
        g_array_append_val(all->values, copy);
    }
    platform_values_free(there);
}

/* What a file sets that is based on another one; "cluster.count" is its radical. */
static void set(struct platform_values *all, const char *id, const char *text)
{
    bool count = g_str_has_suffix(id, ".count");
    g_autofree char *key =
        count ? g_strdup_printf("%.*s.radical", (int)(strlen(id) - 6), id) : g_strdup(id);
    g_autofree char *own =
        count ? g_strdup_printf("0-%u", (unsigned)atoi(text) - 1) : g_strdup(text);
    for (guint i = 0; i < all->values->len; i++) {
        struct value *value = &g_array_index(all->values, struct value, i);
        if (strcmp(value->key, key) == 0) {
            g_free(value->text);
            value->text = g_steal_pointer(&own);
            value->own = true;
            return;
        }
    }
    struct value added = {g_steal_pointer(&key), g_steal_pointer(&own), true};
    g_array_append_val(all->values, added);
}

/* Those that say how fast the host or the link is. */
static void add_attributes(struct platform_values *all, const char *id, const char **names,
                           const char **values)
{
    static const char *const speeds[] = {"speed", "core", "bandwidth", "latency"};
    for (unsigned i = 0; i < G_N_ELEMENTS(speeds); i++) {
        const char *text = attribute(names, values, speeds[i]);
        if (text)
            add(all, id, speeds[i], text);
    }
}

static void start(GMarkupParseContext *context, const char *element, const char **names,
                  const char **values, gpointer data, GError **error)
{
    (void)context;
    (void)error;
    struct platform_values *all = data;
    const char *id = attribute(names, values, "id");
    const char *radical = attribute(names, values, "radical");
    if (all->base)
        set(all, id, attribute(names, values, "value"));
    else if (strcmp(element, "prop") == 0 && strcmp(id, "based_on") == 0)
        take_base(all, attribute(names, values, "value"));
    else if (strcmp(element, "prop") == 0)
        add(all, g_ptr_array_index(all->open, all->open->len - 1), id,
            attribute(names, values, "value"));
    if (radical)
        add(all, id, "radical", radical);
    if (strcmp(element, "host") == 0 || strcmp(element, "link") == 0)
        add_attributes(all, id, names, values);
    g_ptr_array_add(all->open, g_strdup(id));
}

static void end(GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
    (void)context;
    (void)element;
    (void)error;
    struct platform_values *all = data;
    g_ptr_array_remove_index(all->open, all->open->len - 1);
}

static void clear_value(gpointer data)
{
    struct value *value = data;
    g_free(value->key);
    g_free(value->text);
}

struct platform_values *platform_values_new(const char *path)
{
    static const GMarkupParser callbacks = {.start_element = start, .end_element = end};
    struct platform_values *all = g_new0(struct platform_values, 1);
    all->values = g_array_new(FALSE, FALSE, sizeof(struct value));
    g_array_set_clear_func(all->values, clear_value);
    all->open = g_ptr_array_new_with_free_func(g_free);
    all->path = g_strdup(path);
    g_autofree char *file = source_path(path);
    g_autofree char *text = NULL;
    gsize length;
    ck_assert_msg(g_file_get_contents(file, &text, &length, NULL), "cannot read %s", file);
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&callbacks, G_MARKUP_DEFAULT_FLAGS, all, NULL);
    ck_assert(g_markup_parse_context_parse(context, text, (gssize)length, NULL));
    return all;
}

void platform_values_free(struct platform_values *values)
{
    if (!values)
        return;
    g_array_unref(values->values);
    g_ptr_array_unref(values->open);
    g_free(values->path);
    g_free(values->base);
    g_free(values);
}

unsigned platform_values_count(const struct platform_values *values)
{
    return values->values->len;
}

const char *platform_value_key(const struct platform_values *values, unsigned i)
{
    return g_array_index(values->values, struct value, i).key;
}

bool platform_value_is_own(const struct platform_values *values, unsigned i)
{
    return g_array_index(values->values, struct value, i).own;
}

const char *platform_base(const struct platform_values *values)
{
    return values->base;
}

const char *platform_text(const struct platform_values *values, const char *key)
{
    for (guint i = 0; i < values->values->len; i++)
        if (strcmp(g_array_index(values->values, struct value, i).key, key) == 0)
            return g_array_index(values->values, struct value, i).text;
    return NULL;
}

static const char *find(const struct platform_values *all, const char *key)
{
    const char *text = platform_text(all, key);
    ck_assert_msg(text != NULL, "the platform has no property %s", key);
    return text;
}

uint64_t platform_number(const struct platform_values *values, const char *key, const char *unit)
{
    const char *text = find(values, key);
    char *rest;
    uint64_t number = g_ascii_strtoull(text, &rest, 10);
    bool singular = number == 1 && strcmp(rest, "cycle") == 0 && strcmp(unit, "cycles") == 0;
    ck_assert_msg(rest > text && (singular || strcmp(rest, unit) == 0), "%s is %s, no number of %s",
                  key, text, unit);
    return number;
}

char **platform_keys_ending_in(const struct platform_values *values, const char *const *words)
{
    g_autoptr(GPtrArray) keys = g_ptr_array_new();
    for (guint i = 0; i < values->values->len; i++) {
        const char *key = g_array_index(values->values, struct value, i).key;
        g_auto(GStrv) parts = g_strsplit_set(key, "._", -1);
        if (g_strv_contains(words, parts[g_strv_length(parts) - 1]))
            g_ptr_array_add(keys, g_strdup(key));
    }
    g_ptr_array_add(keys, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&keys), FALSE);
}

uint64_t platform_hosts(const struct platform_values *values, const char *cluster)
{
    g_autofree char *key = g_strconcat(cluster, ".radical", NULL);
    unsigned last;
    ck_assert_int_eq(sscanf(find(values, key), "0-%u", &last), 1);
    return last + 1;
}
