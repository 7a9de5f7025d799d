/* SPDX-License-Identifier: BSD-3-Clause */
/* Members of JSON of any form. A missing member, or one of another type, is NULL. */
#ifndef SIMGPU_BASE_JSON_MEMBERS_H
#define SIMGPU_BASE_JSON_MEMBERS_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* The content of a node, borrowed. node: may be NULL. */
JsonObject *json_object_of(JsonNode *node);
JsonArray *json_array_of(JsonNode *node);
const char *json_text_of(JsonNode *node);
/* Reads a number; true and false are 1 and 0. Returns false if the node is none of these. */
bool json_number_of(JsonNode *node, double *out);

/* The same for a member of an object. object: may be NULL. */
JsonObject *json_object_in(JsonObject *object, const char *member);
JsonArray *json_array_in(JsonObject *object, const char *member);
const char *json_text_in(JsonObject *object, const char *member);
/* 0 if there is no such number. */
double json_number_in(JsonObject *object, const char *member);

/* 0 for NULL. */
guint json_length_of(JsonArray *array);

#endif
