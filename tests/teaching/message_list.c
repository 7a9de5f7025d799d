/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/teaching/message_list.h"
#include <check.h>

GPtrArray *message_list_read(const char *path)
{
    g_autofree char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "there is no %s", path);
    GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)json_object_unref);
    g_auto(GStrv) texts = g_strsplit(text, "\n", -1);
    for (char **line = texts; **line; line++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(JsonNode) node = json_from_string(*line, &error);
        ck_assert_msg(node != NULL, "%s: %s", *line, error ? error->message : "empty");
        g_ptr_array_add(lines, json_node_dup_object(node));
    }
    return lines;
}

/* One look: a list has a million of them. */
static JsonNode *member_of(JsonObject *line, const char *member)
{
    JsonNode *node = json_object_get_member(line, member);
    ck_assert_msg(node != NULL, "a line has no %s", member);
    return node;
}

const char *message_text(JsonObject *line, const char *member)
{
    return json_node_get_string(member_of(line, member));
}

guint64 message_number(JsonObject *line, const char *member)
{
    return (guint64)json_node_get_int(member_of(line, member));
}

/* The kind comes first: few lines have it, and most of a test's time goes here. */
static gboolean is_such(JsonObject *line, const char *unit, const char *does, const char *kind)
{
    return (!kind || g_str_equal(message_text(line, "kind"), kind)) &&
           g_str_equal(message_text(line, "does"), does) &&
           g_str_has_prefix(message_text(line, "unit"), unit);
}

guint64 message_list_count(const GPtrArray *lines, const char *unit, const char *does,
                           const char *kind)
{
    guint64 n = 0;
    for (guint i = 0; i < lines->len; i++)
        n += is_such(lines->pdata[i], unit, does, kind) ? 1 : 0;
    return n;
}

guint64 message_list_sum(const GPtrArray *lines, const char *unit, const char *does,
                         const char *kind, const char *member)
{
    guint64 sum = 0;
    for (guint i = 0; i < lines->len; i++)
        if (is_such(lines->pdata[i], unit, does, kind))
            sum += message_number(lines->pdata[i], member);
    return sum;
}
