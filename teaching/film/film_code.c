/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/film/film_code.h"
#include "workloads/instruction_source.h"
#include <string.h>

enum { LONGEST_LINE = 160 };

/* Names are interned, so they are compared as pointers. */
struct place_key {
    const char *kernel;
    uint32_t pc, zero;
};

static guint hash(gconstpointer data)
{
    const struct place_key *key = data;
    return g_direct_hash(key->kernel) * 31U + key->pc;
}

static gboolean same(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(struct place_key)) == 0;
}

void film_code_init(struct film_code *code)
{
    code->opcodes = g_hash_table_new_full(hash, same, g_free, NULL);
    code->numbers = g_hash_table_new_full(hash, same, g_free, NULL);
    code->seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    code->rows = g_ptr_array_new();
}

void film_code_finish(struct film_code *code)
{
    if (!code->opcodes)
        return;
    g_hash_table_destroy(code->opcodes);
    g_hash_table_destroy(code->numbers);
    g_hash_table_destroy(code->seen);
    g_ptr_array_unref(code->rows);
}

static void describe(struct film_code *code, const struct kernel_code *kernel, uint32_t pc)
{
    const struct place_key key = {g_intern_string(kernel->name), pc, 0};
    struct instruction_text words = {0};
    if (g_hash_table_contains(code->opcodes, &key))
        return;
    kernel->ops->describe(kernel, pc, &words);
    if (words.opcode)
        g_hash_table_insert(code->opcodes, g_memdup2(&key, sizeof key),
                            (gpointer)g_intern_string(words.opcode));
}

void film_code_hear(struct film_code *code, const struct kernel_code *kernel, uint32_t pc)
{
    if (!kernel->ops->describe || g_hash_table_contains(code->seen, kernel))
        return;
    if (kernel->traced) { /* its instructions become known one by one */
        describe(code, kernel, pc);
        return;
    }
    g_hash_table_add(code->seen, (gpointer)kernel);
    for (uint32_t i = 0; i < kernel->n_instructions; i++)
        describe(code, kernel, i);
}

guint film_code_row(struct film_code *code, const struct event *event)
{
    const struct place_key key = {event->warp.kernel, event->warp.pc, 0};
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(code->numbers, &key));
    if (number == 0) {
        g_ptr_array_add(code->rows, (gpointer)event);
        number = code->rows->len;
        g_hash_table_insert(code->numbers, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(number));
    }
    return number - 1;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

void film_put_string(GString *text, const char *value)
{
    g_string_append_c(text, '"');
    for (const char *at = value; *at; at++)
        if (*at == '"' || *at == '\\')
            g_string_append_printf(text, "\\%c", *at);
        else if ((unsigned char)*at < ' ' || *at == '<')
            g_string_append_printf(text, "\\u%04x", (unsigned char)*at);
        else
            g_string_append_c(text, *at);
    g_string_append_c(text, '"');
}

/* The file's lines; NULL if it can't be read as text. The table owns them. */
static char **lines_of(GHashTable *files, const char *file)
{
    gpointer lines;
    if (g_hash_table_lookup_extended(files, file, NULL, &lines))
        return lines;
    g_autofree char *text = NULL;
    char **made = NULL;
    if (g_file_get_contents(file, &text, NULL, NULL) && g_utf8_validate(text, -1, NULL))
        made = g_strsplit(text, "\n", -1);
    g_hash_table_insert(files, (gpointer)file, made);
    return made;
}

static void put_line(GString *text, GHashTable *files, const struct event *event)
{
    char **lines = event->warp.line > 0 ? lines_of(files, event->warp.file) : NULL;
    const guint n = lines ? g_strv_length(lines) : 0;
    g_autofree char *line =
        event->warp.line <= n && n > 0 ? g_strdup(lines[event->warp.line - 1]) : g_strdup("");
    g_strstrip(line);
    g_autofree char *start =
        g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), (glong)LONGEST_LINE));
    film_put_string(text, start);
}

static void put_opcode(GString *text, const struct film_code *code, const struct event *event)
{
    const struct place_key key = {event->warp.kernel, event->warp.pc, 0};
    const char *opcode = g_hash_table_lookup(code->opcodes, &key);
    film_put_string(text, opcode ? opcode : "");
}

static void put_place(GString *text, const struct event *event)
{
    g_autofree char *name = event->warp.file ? g_path_get_basename(event->warp.file) : g_strdup("");
    film_put_string(text, event->warp.line > 0 ? name : "");
}

static void free_lines(gpointer lines)
{
    g_strfreev(lines);
}

void film_code_write(const struct film_code *code, GString *text)
{
    static const char *const names[] = {"kernel", "pc", "opcode", "file", "line", "text"};
    g_autoptr(GHashTable) files =
        g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_lines);
    g_string_append(text, "\"code\":{");
    for (guint column = 0; column < G_N_ELEMENTS(names); column++) {
        g_string_append_printf(text, "%s\"%s\":[", column > 0 ? ",\n" : "", names[column]);
        for (guint i = 0; i < code->rows->len; i++) {
            const struct event *event = code->rows->pdata[i];
            if (i > 0)
                g_string_append_c(text, ',');
            switch (column) {
            case 0:
                film_put_string(text, event->warp.kernel);
                break;
            case 1:
                g_string_append_printf(text, "%u", event->warp.pc);
                break;
            case 2:
                put_opcode(text, code, event);
                break;
            case 3:
                put_place(text, event);
                break;
            case 4:
                g_string_append_printf(text, "%u", event->warp.line);
                break;
            default:
                put_line(text, files, event);
            }
        }
        g_string_append_c(text, ']');
    }
    g_string_append_c(text, '}');
}
