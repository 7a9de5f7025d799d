/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/network_file.h"
#include "base/input_error.h"
#include <string.h>

/* "//" begins a comment. */
static void cut_comment(char *line)
{
    char *comment = strstr(line, "//");
    if (comment)
        *comment = '\0';
    g_strstrip(line);
}

static bool parse_line(struct option_set *set, char *line, const char *path, unsigned number,
                       GError **error)
{
    cut_comment(line);
    if (*line == '\0')
        return true;
    char *equals = strchr(line, '=');
    size_t length = strlen(line);
    if (!equals || equals == line || line[length - 1] != ';')
        return input_error_at(error, path, number, "expected name = value; found \"%s\"", line);
    line[length - 1] = *equals = '\0';
    option_set_put(set, g_strstrip(line), g_strstrip(equals + 1), path, number);
    return true;
}

bool network_file_parse(struct option_set *set, const char *text, const char *path, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        if (!parse_line(set, lines[i], path, i + 1, error))
            return false;
    return true;
}

bool network_file_add(struct option_set *set, GPtrArray *notes, GError **error)
{
    struct peer_option *option = option_set_find(set, "inter_config_file");
    const struct peer_option *mode = option_set_find(set, "network_mode");
    if (!option || (mode && strcmp(mode->value, "1") != 0))
        return true;
    option->used = true;
    g_autofree char *folder = g_path_get_dirname(option->file);
    g_autofree char *path = g_path_is_absolute(option->value)
                                ? g_strdup(option->value)
                                : g_build_filename(folder, option->value, NULL);
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, NULL)) {
        g_ptr_array_add(notes,
                        g_strdup_printf("%s:%u: -inter_config_file %s: there is no such file "
                                        "beside this one; a network without speedup",
                                        option->file, option->line, option->value));
        return true;
    }
    if (memchr(text, '\0', length) || !g_utf8_validate(text, (gssize)length, NULL))
        return input_error_at(error, path, 0, "this is not a text file");
    return network_file_parse(set, text, path, error);
}

void peer_network_read(struct peer_memory *memory, struct peer_values *values)
{
    enum { MOST_SPEEDUP = 8 };
    const char *text = peer_text(values, "internal_speedup", "1.0");
    char *end;
    double speedup = g_ascii_strtod(text, &end);
    memory->in_buffer = peer_number(values, "vc_buf_size", 8, 1, 2048);
    if (*end != '\0' || !(speedup >= 1 && speedup <= MOST_SPEEDUP)) {
        peer_refuse(values, "internal_speedup", "expected a number from 1 to %d, found \"%s\"",
                    MOST_SPEEDUP, text);
        return;
    }
    memory->speedup = (unsigned)speedup;
    if (memory->speedup != speedup)
        peer_note(values, "internal_speedup", "%s: %u here", text, memory->speedup);
}
