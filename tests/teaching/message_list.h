/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a list of messages in JSON lines, and counts in it. */
#ifndef SIMGPU_TESTS_TEACHING_MESSAGE_LIST_H
#define SIMGPU_TESTS_TEACHING_MESSAGE_LIST_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* JsonObject, a line each. g_ptr_array_unref. */
GPtrArray *message_list_read(const char *path);

const char *message_text(JsonObject *line, const char *member);
guint64 message_number(JsonObject *line, const char *member);

/* Lines of units whose names begin so, which do that, and are of that kind; NULL: any. */
guint64 message_list_count(const GPtrArray *lines, const char *unit, const char *does,
                           const char *kind);
/* The sum of a member over such lines. */
guint64 message_list_sum(const GPtrArray *lines, const char *unit, const char *does,
                         const char *kind, const char *member);

#endif
