/* SPDX-License-Identifier: BSD-3-Clause */
/* Holds a published JSON Schema against the table of members that a reader has. All ends the test
 * with a message when something is not as it must be. */
#ifndef SIMGPU_TESTS_WORKLOADS_DATA_SCHEMA_H
#define SIMGPU_TESTS_WORKLOADS_DATA_SCHEMA_H

#include "base/json/shape.h"

#include <json-glib/json-glib.h>

/* relative: to the source tree, which the variable SIMGPU_SOURCE_ROOT names. */
JsonParser *schema_parse(const char *relative);
/* "$defs", borrowed. */
JsonObject *schema_definitions(JsonParser *parser);

/* The definition that is named as the shape has the same members. */
void schema_check_shape(JsonObject *definitions, const struct json_shape *shape);
/* Every definition of an object has a shape. */
void schema_check_definitions(JsonObject *definitions, const struct json_shape *(*get)(unsigned i),
                              unsigned n);
/* Every "$ref" leads to a definition. */
void schema_check_references(JsonParser *parser);

#endif
