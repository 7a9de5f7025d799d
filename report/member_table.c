/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/member_table.h"
#include "report/number.h"
#include <math.h>
#include <string.h>

int member_table_column(const struct member_table *table, const char *name)
{
    for (guint i = 0; i < table->columns->len; i++)
        if (strcmp(table->columns->pdata[i], name) == 0)
            return (int)i;
    return -1;
}

/* The scalars of an object by the names of their columns; objects inside it are opened. */
static void flatten(JsonNode *node, const char *path, GHashTable *cells, GPtrArray *columns)
{
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        if (!JSON_NODE_HOLDS_VALUE(node))
            return;
        if (!g_hash_table_contains(cells, path) &&
            !g_ptr_array_find_with_equal_func(columns, path, g_str_equal, NULL))
            g_ptr_array_add(columns, g_strdup(path));
        g_hash_table_replace(cells, g_strdup(path), node);
        return;
    }
    JsonObject *object = json_node_get_object(node);
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        g_autofree char *below =
            *path ? g_strconcat(path, ".", name->data, NULL) : g_strdup(name->data);
        flatten(json_object_get_member(object, name->data), below, cells, columns);
    }
}

static bool read_objects(struct member_table *table, JsonArray *array)
{
    guint n = json_array_get_length(array);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    for (guint i = 0; i < n; i++) {
        if (!JSON_NODE_HOLDS_OBJECT(json_array_get_element(array, i)))
            return false;
        GHashTable *cells = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_ptr_array_add(rows, cells);
        flatten(json_array_get_element(array, i), "", cells, table->columns);
    }
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < table->columns->len; k++)
            g_ptr_array_add(table->cells,
                            g_hash_table_lookup(rows->pdata[i], table->columns->pdata[k]));
    table->n_rows = n;
    return n > 0;
}

static JsonArray *array_member(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static bool read_rows(struct member_table *table, JsonArray *columns, JsonArray *rows)
{
    guint n = json_array_get_length(columns);
    for (guint i = 0; i < n; i++) {
        JsonNode *name = json_array_get_element(columns, i);
        if (!JSON_NODE_HOLDS_VALUE(name) || json_node_get_value_type(name) != G_TYPE_STRING)
            return false;
        g_ptr_array_add(table->columns, g_strdup(json_node_get_string(name)));
    }
    for (guint row = 0; row < json_array_get_length(rows); row++) {
        JsonNode *node = json_array_get_element(rows, row);
        if (!JSON_NODE_HOLDS_ARRAY(node) || json_array_get_length(json_node_get_array(node)) != n)
            return false;
        for (guint i = 0; i < n; i++)
            g_ptr_array_add(table->cells, json_array_get_element(json_node_get_array(node), i));
        table->n_rows++;
    }
    return n > 0;
}

/* Members that are no arrays, such as the interval of samples, are no columns; those of an object
 * inside are, under their own names. */
static bool collect_columns(struct member_table *table, JsonObject *object, GPtrArray *arrays)
{
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        JsonNode *node = json_object_get_member(object, name->data);
        if (JSON_NODE_HOLDS_OBJECT(node) &&
            !collect_columns(table, json_node_get_object(node), arrays))
            return false;
        if (!JSON_NODE_HOLDS_ARRAY(node))
            continue;
        JsonArray *array = json_node_get_array(node);
        if (arrays->len > 0 && json_array_get_length(array) != table->n_rows)
            return false;
        table->n_rows = json_array_get_length(array);
        g_ptr_array_add(arrays, array);
        g_ptr_array_add(table->columns, g_strdup(name->data));
    }
    return true;
}

static bool read_columns(struct member_table *table, JsonObject *object)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new();
    if (!collect_columns(table, object, arrays))
        return false;
    for (guint row = 0; row < table->n_rows; row++)
        for (guint i = 0; i < arrays->len; i++)
            g_ptr_array_add(table->cells, json_array_get_element(arrays->pdata[i], row));
    return arrays->len > 0;
}

bool member_table_read(struct member_table *table, JsonNode *member)
{
    table->columns = g_ptr_array_new_with_free_func(g_free);
    table->cells = g_ptr_array_new();
    table->n_rows = 0;
    if (JSON_NODE_HOLDS_ARRAY(member))
        return read_objects(table, json_node_get_array(member));
    if (!JSON_NODE_HOLDS_OBJECT(member))
        return false;
    JsonObject *object = json_node_get_object(member);
    JsonArray *columns = array_member(object, "columns"), *rows = array_member(object, "rows");
    return columns && rows ? read_rows(table, columns, rows) : read_columns(table, object);
}

void member_table_clear(struct member_table *table)
{
    g_ptr_array_unref(table->columns);
    g_ptr_array_unref(table->cells);
}

GArray *member_table_columns(const struct member_table *table, char *const *patterns)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));
    for (; patterns && *patterns; patterns++)
        for (guint i = 0; i < table->columns->len; i++)
            if (g_pattern_match_simple(*patterns, table->columns->pdata[i]))
                g_array_append_val(found, i);
    return found;
}

static JsonNode *cell(const struct member_table *table, guint row, guint column)
{
    return table->cells->pdata[(gsize)row * table->columns->len + column];
}

double member_table_number(const struct member_table *table, guint row, guint column)
{
    JsonNode *node = cell(table, row, column);
    if (!node || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) == G_TYPE_STRING)
        return NAN;
    return json_node_get_double(node);
}

char *member_table_text(const struct member_table *table, guint row, guint column)
{
    JsonNode *node = cell(table, row, column);
    if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
        return g_strdup(json_node_get_string(node));
    return number_exact(member_table_number(table, row, column));
}
