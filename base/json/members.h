/* SPDX-License-Identifier: BSD-3-Clause */
/* Members of JSON that may be of any form: what is not there, or is something else, is NULL. */
#ifndef SIMGPU_BASE_JSON_MEMBERS_H
#define SIMGPU_BASE_JSON_MEMBERS_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* What a node holds, borrowed. node: may be NULL. */
JsonObject *json_object_of(JsonNode *node);
JsonArray *json_array_of(JsonNode *node);
const char *json_text_of(JsonNode *node);
/* A number; true and false are 1 and 0. False: it is none. */
bool json_number_of(JsonNode *node, double *out);

/* The same of a member of an object. object: may be NULL. */
JsonObject *json_object_in(JsonObject *object, const char *member);
JsonArray *json_array_in(JsonObject *object, const char *member);
const char *json_text_in(JsonObject *object, const char *member);
/* 0: there is no such number. */
double json_number_in(JsonObject *object, const char *member);

/* 0 of no array. */
guint json_length_of(JsonArray *array);

#endif
