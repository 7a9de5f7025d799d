/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed reading of JSON nodes: every wrong type, unknown and missing member is an error. */
#ifndef SIMGPU_WORKLOADS_LOADER_READER_H
#define SIMGPU_WORKLOADS_LOADER_READER_H

#include "workloads/loader/place.h"
#include "workloads/loader/shapes.h"
#include <json-glib/json-glib.h>

/* What a node is, for messages: "a string", "an object", ... */
const char *reader_type_name(JsonNode *node);

/* An object of a shape: no unknown members, none missing, exactly one choice. The choice's
 * name, borrowed from the shape table, goes to *choice if that is not NULL. */
bool read_object(const struct place *place, JsonNode *node, enum shape_id shape, JsonObject **out,
                 const char **choice, GError **error);
/* The same of a shape that is no part of workload files. */
bool read_object_of(const struct place *place, JsonNode *node, const struct shape *shape,
                    JsonObject **out, const char **choice, GError **error);

/* An object whose members are named by the user: "scalars", "buffers". *names (g_list_free)
 * are in file order, and all are plain names (expression_name_length). */
bool read_map(const struct place *place, JsonNode *node, JsonObject **out, GList **names,
              GError **error);

bool read_array(const struct place *place, JsonNode *node, unsigned min, unsigned max,
                JsonArray **out, GError **error);

/* A string of at least one character, borrowed from the node. */
bool read_string(const struct place *place, JsonNode *node, const char **out, GError **error);

/* The same for the member of an object that read_object has seen. */
bool read_string_member(const struct place *place, JsonObject *object, const char *member,
                        const char **out, GError **error);

/* `things` are structs whose first member is a char *, their name.
 * Returns the index of the one that is named; -1 if there is none. */
int named_find(const GPtrArray *things, const char *name);
/* "a, b, c", or "none". To be freed with g_free. */
char *named_list(const GPtrArray *things);
/* Reads member as the name of one of `things`; what: "buffer". */
bool read_named_member(const struct place *place, JsonObject *object, const char *member,
                       const char *what, const GPtrArray *things, unsigned *out, GError **error);

#endif
