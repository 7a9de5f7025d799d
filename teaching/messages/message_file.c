/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/message_file.h"
#include "base/output_file.h"
#include "teaching/messages/message_json.h"
#include "teaching/messages/message_text.h"
#include <stdio.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 16 };

struct message_file {
    const struct message_filter *filter;
    const struct gpu *gpu;
    struct output_file *file; /* NULL: standard output */
    bool json;
    GString *text; /* on its way */
};

struct message_file *message_file_new(const char *path, const struct message_filter *filter,
                                      GError **error)
{
    struct output_file *output = NULL;
    const bool on_stdout = strcmp(path, "-") == 0;
    if (!on_stdout && !(output = output_file_open(path, error)))
        return NULL;
    struct message_file *file = g_new0(struct message_file, 1);
    file->filter = filter;
    file->file = output;
    file->json = g_str_has_suffix(path, ".jsonl");
    file->text = g_string_sized_new(BUFFER_BYTES);
    if (!file->json)
        g_string_append(file->text, message_line_head);
    return file;
}

void message_file_free(struct message_file *file)
{
    if (!file)
        return;
    output_file_discard(file->file);
    g_string_free(file->text, TRUE);
    g_free(file);
}

void message_file_attach(struct message_file *file, const struct gpu *gpu)
{
    file->gpu = gpu;
}

static void drain(struct message_file *file)
{
    if (file->file)
        output_file_write(file->file, file->text->str, file->text->len);
    else
        fwrite(file->text->str, 1, file->text->len, stdout);
    g_string_truncate(file->text, 0);
}

/* Of what warps issue, only that which has to do with memory or waits for others: the rest sends no
 * message. */
static bool is_listed(const struct event *event)
{
    if (event->kind != EVENT_ISSUED)
        return true;
    switch (event->warp.op_class) {
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC:
    case OP_TEXTURE:
    case OP_BARRIER:
    case OP_FENCE:
    case OP_SYNC:
        return true;
    default:
        return false;
    }
}

static void hear(void *data, const struct event *event)
{
    struct message_file *file = data;
    const struct unit *unit = g_ptr_array_index(gpu_engine(file->gpu)->units, event->unit);
    if (!is_listed(event) || !message_filter_passes(file->filter, event, unit->name))
        return;
    const struct clock *clock = &gpu_config_of(file->gpu)->sm.clock;
    if (file->json)
        message_line_json(file->text, clock, unit->name, event);
    else
        message_line_text(file->text, clock, unit->name, event);
    if (file->text->len >= BUFFER_BYTES)
        drain(file);
}

struct event_sink message_file_sink(struct message_file *file)
{
    return (struct event_sink){.data = file, .hear = hear};
}

bool message_file_end(struct message_file *file, GError **error)
{
    drain(file);
    if (file->file)
        return output_file_close(g_steal_pointer(&file->file), error);
    if (fflush(stdout) == 0)
        return true;
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_IO, "cannot write to standard output");
    return false;
}
