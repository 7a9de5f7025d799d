/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed reading of JSON nodes. Every wrong type, unknown member and missing member is an error. */
#ifndef SIMGPU_BASE_JSON_READER_H
#define SIMGPU_BASE_JSON_READER_H

#include "base/json/place.h"
#include "base/json/shape.h"
#include <json-glib/json-glib.h>

/* The type of a node, for messages: "a string", "an object", ... */
const char *json_type_name(JsonNode *node);

/* Reads an object of a shape. It has no unknown members, lacks none, and has exactly one choice.
 * The choice's name, borrowed from the shape, goes to *choice if that is not NULL. */
bool json_read_object(const struct json_place *place, JsonNode *node,
                      const struct json_shape *shape, JsonObject **out, const char **choice,
                      GError **error);

/* The length of the plain name at the text's begin: a letter or _, then letters, digits and _. 0:
 * there is none. */
unsigned json_name_length(const char *text);

/* Reads an object whose members have names by the user, such as "scalars" or "buffers". *names
 * (g_list_free) are in file order, and all are plain names. */
bool json_read_map(const struct json_place *place, JsonNode *node, JsonObject **out, GList **names,
                   GError **error);

bool json_read_array(const struct json_place *place, JsonNode *node, unsigned min, unsigned max,
                     JsonArray **out, GError **error);

/* A string of at least one character, borrowed from the node. */
bool json_read_string(const struct json_place *place, JsonNode *node, const char **out,
                      GError **error);

/* The same for the member of an object that json_read_object has seen. */
bool json_read_string_member(const struct json_place *place, JsonObject *object, const char *member,
                             const char **out, GError **error);

/* Finds a thing by its name; -1: there is none. `things` are structs whose first member is a char
 * *, their name. */
int named_find(const GPtrArray *things, const char *name);
/* "a, b, c", or "none". To be freed with g_free. */
char *named_list(const GPtrArray *things);
/* Reads member as the name of one of `things`; what: "buffer". */
bool json_read_named_member(const struct json_place *place, JsonObject *object, const char *member,
                            const char *what, const GPtrArray *things, unsigned *out,
                            GError **error);

#endif
