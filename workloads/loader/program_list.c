/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/program_list.h"
#include "base/input_error.h"
#include "base/json/reader.h"
#include "workloads/loader/find_file.h"

#include <string.h>

enum { ARGUMENTS_MAX = 1000 };

static bool read_program(GPtrArray *programs, const struct json_place *place, JsonNode *node,
                         GError **error)
{
    JsonArray *array;
    if (!json_read_array(place, node, 1, ARGUMENTS_MAX, &array, error))
        return false;
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        const struct json_place here = json_place_index(place, i);
        const char *word;
        if (!json_read_string(&here, json_array_get_element(array, i), &word, error)) {
            g_ptr_array_unref(words);
            return false;
        }
        g_ptr_array_add(words, g_strdup(word));
    }
    g_ptr_array_add(words, NULL);
    g_ptr_array_add(programs, g_ptr_array_steal(words, NULL));
    g_ptr_array_unref(words);
    return true;
}

bool program_list_read(GPtrArray *programs, const struct json_place *root, JsonObject *object,
                       GError **error)
{
    JsonNode *one = json_object_get_member(object, "program");
    const struct json_place here = json_place_member(root, one ? "program" : "programs");
    JsonArray *several;
    if (one)
        return read_program(programs, &here, one, error);
    if (!json_read_array(&here, json_object_get_member(object, "programs"), 1, PROGRAMS_MAX,
                         &several, error))
        return false;
    for (unsigned i = 0; i < json_array_get_length(several); i++) {
        const struct json_place place = json_place_index(&here, i);
        if (!read_program(programs, &place, json_array_get_element(several, i), error))
            return false;
    }
    return true;
}

bool program_list_find(GPtrArray *programs, const char *file, const char *directory,
                       const char *const *search_dirs, GError **error)
{
    for (guint i = 0; i < programs->len; i++) {
        char **words = programs->pdata[i];
        g_autofree char *looked = NULL;
        char *path = find_built_file(directory, search_dirs, words[0], &looked);
        if (!path && strchr(words[0], '/'))
            return input_error_in(error, file, "programs", "%s is not there; looked for: %s",
                                  words[0], looked);
        if (!path)
            continue;
        g_free(words[0]);
        words[0] = path;
    }
    return true;
}
