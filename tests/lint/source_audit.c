/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/source_audit.h"
#include "tests/rigs/command.h"
#include "tests/rigs/platform_values.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A platform file against its section. */
struct audit {
    struct platform_values *values;
    GHashTable *listed; /* keys with a row */
    GString *findings;
};

/* The number of hosts for "0-14", as text. */
static char *shown_value(const struct platform_values *values, const char *key)
{
    const char *text = platform_text(values, key);
    unsigned last;
    if (g_str_has_suffix(key, ".radical") && sscanf(text, "0-%u", &last) == 1)
        return g_strdup_printf("%u", last + 1);
    return g_strdup(text);
}

/* Cycles may be written as a number alone. */
static bool same_value(const char *text, const char *in_row)
{
    size_t length = strlen(in_row);
    if (strncmp(text, in_row, length) != 0)
        return false;
    const char *rest = text + length;
    return *rest == '\0' || strcmp(rest, "cycles") == 0 || strcmp(rest, "cycle") == 0;
}

/* Appends the keys of "group.name", in which a * stands for anything. */
static void add_keys(const struct audit *audit, GPtrArray *keys, const char *group,
                     const char *name)
{
    const char *property = strcmp(name, "count") == 0 ? "radical" : name;
    g_autofree char *pattern = g_strdup_printf("%s.%s", group, property);
    for (unsigned i = 0; i < platform_values_count(audit->values); i++)
        if (g_pattern_match_simple(pattern, platform_value_key(audit->values, i)))
            g_ptr_array_add(keys, g_strdup(platform_value_key(audit->values, i)));
}

static bool is_group(const struct audit *audit, const char *word)
{
    g_autofree char *prefix = g_strconcat(word, ".", NULL);
    for (unsigned i = 0; i < platform_values_count(audit->values); i++)
        if (g_str_has_prefix(platform_value_key(audit->values, i), prefix))
            return true;
    return false;
}

/* "l1i.size, .ways": the second has the first one's "l1i". */
static char *full_name(const char *name, const char *previous)
{
    const char *dot = previous != NULL ? strrchr(previous, '.') : NULL;
    if (name[0] != '.' || dot == NULL)
        return g_strdup(name);
    return g_strdup_printf("%.*s%s", (int)(dot - previous), previous, name);
}

/* The keys that one part of a row's first cell names: "host speed, core". */
static bool name_keys(struct audit *audit, const struct source_row *row, const char *part,
                      GPtrArray *keys)
{
    g_auto(GStrv) words = g_strsplit(part, " ", 2);
    bool prefixed = words[1] != NULL && is_group(audit, words[0]);
    const char *group = prefixed ? words[0] : row->group;
    if (!group)
        return false;
    g_auto(GStrv) names = g_strsplit(prefixed ? words[1] : part, ",", -1);
    g_autofree char *previous = NULL;
    for (unsigned i = 0; names[i] != NULL; i++) {
        char *name = full_name(g_strstrip(names[i]), previous);
        guint before = keys->len;
        add_keys(audit, keys, group, name);
        g_free(previous);
        previous = name;
        if (keys->len == before)
            return false;
    }
    return true;
}

static void check_row(struct audit *audit, const struct source_row *row)
{
    g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit(row->names, ";", -1);
    g_auto(GStrv) texts = g_strsplit(row->values, ", ", -1);
    bool known = true;
    for (unsigned i = 0; parts[i] != NULL; i++)
        known &= name_keys(audit, row, g_strstrip(parts[i]), keys);
    unsigned n = g_strv_length(texts);
    if (!known || (n != 1 && n != keys->len) || row->origin[0] == '\0') {
        g_string_append_printf(audit->findings, "\n  line %u, \"%s\": %s", row->line, row->names,
                               !known           ? "the file has no such property"
                               : row->origin[0] ? "not as many values as properties"
                                                : "no origin");
        return;
    }
    for (guint i = 0; i < keys->len; i++) {
        char *key = g_ptr_array_index(keys, i);
        g_autofree char *text = shown_value(audit->values, key);
        if (!same_value(text, texts[n == 1 ? 0 : i]))
            g_string_append_printf(audit->findings, "\n  line %u: %s is %s in the file, not %s",
                                   row->line, key, text, texts[n == 1 ? 0 : i]);
        g_hash_table_add(audit->listed, g_strdup(key));
    }
}

/* Which model reads a group, and that there is one of a unit, has no origin. */
static bool is_structure(const char *key, const char *text)
{
    return g_str_has_suffix(key, ".model") ||
           (g_str_has_suffix(key, ".radical") && strcmp(text, "0-0") == 0);
}

/* A file that is based on another one says only what differs from there, and its section names the
 * same file. */
static void check_differences(struct audit *audit, const char *section_base)
{
    const char *path = platform_base(audit->values);
    if (!path)
        return;
    if (g_strcmp0(path, section_base) != 0)
        g_string_append_printf(audit->findings, "\n  it is based on %s, and its section names %s",
                               path, section_base ? section_base : "none");
    struct platform_values *base = platform_values_new(path);
    for (unsigned i = 0; i < platform_values_count(audit->values); i++) {
        const char *key = platform_value_key(audit->values, i);
        const char *text = platform_text(audit->values, key);
        if (platform_value_is_own(audit->values, i) &&
            g_strcmp0(text, platform_text(base, key)) == 0)
            g_string_append_printf(audit->findings, "\n  %s = %s is what its base has, too", key,
                                   text);
    }
    platform_values_free(base);
}

/* A property without a row must be what the other file has. */
static void check_unlisted(struct audit *audit, const char *base_file)
{
    g_autofree char *path = base_file ? g_strconcat("platforms/", base_file, NULL) : NULL;
    struct platform_values *base = path ? platform_values_new(path) : NULL;
    check_differences(audit, path);
    for (unsigned i = 0; i < platform_values_count(audit->values); i++) {
        const char *key = platform_value_key(audit->values, i);
        const char *text = platform_text(audit->values, key);
        if (is_structure(key, text) || g_hash_table_contains(audit->listed, key))
            continue;
        const char *there = base ? platform_text(base, key) : NULL;
        if (there == NULL || strcmp(text, there) != 0)
            g_string_append_printf(audit->findings, "\n  %s = %s has no row%s%s", key, text,
                                   base ? ", and is not as in " : "", base ? base_file : "");
    }
    platform_values_free(base);
}

/* A file without a section has the origin of each property in a comment behind it. */
static void check_comments(GString *findings, const char *file)
{
    g_autofree char *relative = g_strconcat("platforms/", file, NULL);
    g_autofree char *path = source_path(relative);
    g_autofree char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "cannot read %s", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i] != NULL; i++) {
        const char *behind = strstr(lines[i], "<prop ") ? strstr(lines[i], "/>") : "/> <!-- x -->";
        if (behind == NULL || !g_regex_match_simple("^/> <!-- [^ ].* -->$", behind, 0, 0))
            g_string_append_printf(
                findings, "\n  line %u has no origin, and there is no section %s", i + 1, file);
    }
}

char *source_audit(const GPtrArray *sections, const char *file)
{
    const struct source_section *section = source_table_find(sections, file);
    if (!section) {
        g_autoptr(GString) findings = g_string_new(NULL);
        check_comments(findings, file);
        return g_string_free(g_steal_pointer(&findings), FALSE);
    }
    g_autofree char *path = g_strconcat("platforms/", file, NULL);
    g_autoptr(GHashTable) listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct audit audit = {platform_values_new(path), listed, g_string_new(NULL)};
    for (guint i = 0; i < section->rows->len; i++)
        check_row(&audit, g_ptr_array_index(section->rows, i));
    check_unlisted(&audit, section->base);
    platform_values_free(audit.values);
    return g_string_free(audit.findings, FALSE);
}
