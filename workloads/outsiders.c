/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/outsiders.h"
#include "base/kernel_name.h"
#include "workloads/instruction_source.h"

struct outsider_place {
    const struct kernel_code *code;
    uint32_t pc;
};

/* What is said, and by what it is sorted: its file's name comes first in the text. */
struct outsider_note {
    uint32_t line;
    char *file, *text;
};

static guint place_hash(gconstpointer key)
{
    const struct outsider_place *place = key;
    return g_direct_hash(place->code) ^ (place->pc * 2654435761u);
}

static gboolean place_equal(gconstpointer a, gconstpointer b)
{
    const struct outsider_place *one = a, *other = b;
    return one->code == other->code && one->pc == other->pc;
}

static void note_free(gpointer data)
{
    struct outsider_note *note = data;
    g_free(note->file);
    g_free(note->text);
    g_free(note);
}

static gint note_order(gconstpointer a, gconstpointer b)
{
    const struct outsider_note *one = *(const struct outsider_note *const *)a;
    const struct outsider_note *other = *(const struct outsider_note *const *)b;
    const int files = g_strcmp0(one->file, other->file);
    if (files != 0)
        return files;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    return g_strcmp0(one->text, other->text);
}

void outsiders_init(struct outsiders *outsiders)
{
    g_mutex_init(&outsiders->mutex);
    outsiders->places = g_hash_table_new_full(place_hash, place_equal, g_free, note_free);
}

void outsiders_finish(struct outsiders *outsiders)
{
    g_hash_table_destroy(outsiders->places);
    g_mutex_clear(&outsiders->mutex);
}

static struct outsider_note *note_of(const struct kernel_code *code, uint32_t pc)
{
    struct outsider_note *note = g_new0(struct outsider_note, 1);
    const bool placed = code->places && code->places[pc].file;
    struct instruction_text text = {.opcode = NULL};
    if (code->ops->describe)
        code->ops->describe(code, pc, &text);
    g_autofree char *name = kernel_plain_name(code->name);
    note->file = g_strdup(placed ? code->places[pc].file : code->file);
    note->line = placed ? code->places[pc].line : code->instructions[pc].line;
    note->text = g_strdup_printf(
        "%s:%u: kernel %s: lanes execute %s without being in its mask. CUDA leaves that "
        "undefined; simgpu takes the running lanes that the mask names",
        note->file, note->line, name, text.opcode ? text.opcode : "a .sync instruction");
    return note;
}

void outsiders_note(struct outsiders *outsiders, const struct kernel_code *code, uint32_t pc)
{
    const struct outsider_place place = {code, pc};
    g_mutex_lock(&outsiders->mutex);
    if (!g_hash_table_contains(outsiders->places, &place))
        g_hash_table_insert(outsiders->places, g_memdup2(&place, sizeof place), note_of(code, pc));
    g_mutex_unlock(&outsiders->mutex);
}

void outsiders_report(struct outsiders *outsiders, GString *text)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new();
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, outsiders->places);
    while (g_hash_table_iter_next(&iter, NULL, &value))
        g_ptr_array_add(notes, value);
    g_ptr_array_sort(notes, note_order);
    const char *last = NULL;
    for (guint i = 0; i < notes->len; i++) {
        const struct outsider_note *note = notes->pdata[i];
        if (g_strcmp0(last, note->text) != 0)
            g_string_append_printf(text, "simgpu: %s\n", note->text);
        last = note->text;
    }
}
