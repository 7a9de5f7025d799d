/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/teaching/film_file.h"
#include <check.h>

static JsonObject *object_of(const struct film_file *film)
{
    return json_node_get_object(film->root);
}

static GArray *numbers_of(JsonObject *table, const char *name)
{
    g_autofree char *plus = g_strconcat("+", name, NULL);
    const gboolean differences = json_object_has_member(table, plus);
    ck_assert_msg(differences || json_object_has_member(table, name), "there is no column %s",
                  name);
    JsonArray *array = json_object_get_array_member(table, differences ? plus : name);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(gint64));
    gint64 sum = 0;
    for (guint i = 0; i < json_array_get_length(array); i++) {
        const gint64 value = json_array_get_int_element(array, i);
        sum = differences ? sum + value : value;
        g_array_append_val(out, sum);
    }
    return out;
}

struct film_file *film_file_read(const char *path)
{
    struct film_file *film = g_new0(struct film_file, 1);
    g_autoptr(GError) error = NULL;
    ck_assert_msg(g_file_get_contents(path, &film->text, NULL, NULL), "there is no %s", path);
    film->root = json_from_string(film->text, &error);
    ck_assert_msg(film->root != NULL, "%s: %s", path, error ? error->message : "empty");
    for (unsigned kind = 0; kind < FILM_KINDS; kind++)
        film->columns[kind] =
            g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
    JsonObject *events = json_object_get_object_member(object_of(film), "events");
    film->time = numbers_of(events, "t");
    film->kind = numbers_of(events, "kind");
    film->unit = numbers_of(events, "unit");
    for (guint e = 0; e < film->kind->len; e++)
        film->n_of[g_array_index(film->kind, gint64, e)]++;
    return film;
}

void film_file_free(struct film_file *film)
{
    if (!film)
        return;
    json_node_unref(film->root);
    g_free(film->text);
    for (unsigned kind = 0; kind < FILM_KINDS; kind++)
        g_hash_table_unref(film->columns[kind]);
    g_array_unref(film->time);
    g_array_unref(film->kind);
    g_array_unref(film->unit);
    g_free(film);
}

gint64 film_number(const struct film_file *film, const char *member)
{
    ck_assert_msg(json_object_has_member(object_of(film), member), "a film has no %s", member);
    return json_object_get_int_member(object_of(film), member);
}

const char *film_text(const struct film_file *film, const char *member)
{
    ck_assert_msg(json_object_has_member(object_of(film), member), "a film has no %s", member);
    return json_object_get_string_member(object_of(film), member);
}

const GArray *film_column(struct film_file *film, enum film_kind kind, const char *name)
{
    GArray *column = g_hash_table_lookup(film->columns[kind], name);
    if (column)
        return column;
    JsonArray *tables = json_object_get_array_member(object_of(film), "tables");
    column = numbers_of(json_array_get_object_element(tables, (guint)kind), name);
    ck_assert_uint_eq(column->len, film->n_of[kind]);
    g_hash_table_insert(film->columns[kind], (gpointer)name, column);
    return column;
}

gint64 film_value(struct film_file *film, enum film_kind kind, const char *name, guint row)
{
    const GArray *column = film_column(film, kind, name);
    ck_assert_uint_lt(row, column->len);
    return g_array_index(column, gint64, row);
}

const char *film_unit(const struct film_file *film, guint unit)
{
    JsonArray *units = json_object_get_array_member(object_of(film), "units");
    return json_array_get_string_element(json_array_get_array_element(units, unit), 0);
}

const char *film_message(const struct film_file *film, gint64 kind)
{
    JsonArray *names = json_object_get_array_member(object_of(film), "message_names");
    return json_array_get_string_element(names, (guint)kind);
}

guint film_wire_end(const struct film_file *film, gint64 wire, guint end)
{
    JsonArray *wires = json_object_get_array_member(object_of(film), "wires");
    return (guint)json_array_get_int_element(json_array_get_array_element(wires, (guint)wire), end);
}
