/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/json/place.h"

#include "base/input_error.h"

struct json_place json_place_root(const char *file)
{
    return (struct json_place){.file = file};
}

struct json_place json_place_member(const struct json_place *parent, const char *member)
{
    return (struct json_place){.file = parent->file, .parent = parent, .member = member};
}

struct json_place json_place_index(const struct json_place *parent, unsigned index)
{
    return (struct json_place){.file = parent->file, .parent = parent, .index = index};
}

static void append(GString *text, const struct json_place *place)
{
    if (!place->parent)
        return;
    append(text, place->parent);
    if (!place->member)
        g_string_append_printf(text, "[%u]", place->index);
    else
        g_string_append_printf(text, "%s%s", text->len > 0 ? "." : "", place->member);
}

char *json_place_text(const struct json_place *place)
{
    if (!place->parent)
        return g_strdup("the top level");
    GString *text = g_string_new(NULL);
    append(text, place);
    return g_string_free(text, FALSE);
}

bool json_place_error(const struct json_place *place, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *path = json_place_text(place);
    return input_error_in(error, place->file, path, "%s", message);
}
