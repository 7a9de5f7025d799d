/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/trace_writer.h"
#include "base/input_error.h"
#include "workloads/sass_trace/launch.h"
#include "workloads/trace_writer/recorder.h"

#include <errno.h>
#include <inttypes.h>

/* Above all of device memory; the reader takes 16 MiB from each for the window.
 * Source: where NVBit reports them on a Titan V, roughly. */
#define SHARED_BASE UINT64_C(0x7fa000000000)
#define LOCAL_BASE  UINT64_C(0x7fa001000000)

enum { VERSION_BELOW_KEPLER = 61, DEFAULT_VERSION = 70, LOWEST_VERSION = 30 };

/* A line of the list. */
struct entry {
    uint64_t command;
    char *text;
    bool ended;
};

/* A reader gives a kernel's code a place of its own in each stream. */
struct kept {
    struct recorder *recorder;
    uint64_t stream; /* 0 unless kernels run as their traces would */
};

struct running {
    uint32_t launch;
    uint64_t command;
    struct kernel_file *file; /* NULL: none of its blocks has begun */
};

struct trace_writer {
    struct trace_writer_setup setup;
    struct recorder_setup recording;
    GArray *recorders; /* struct kept */
    GArray *entries;   /* struct entry */
    GArray *running;   /* struct running: launches to be written that have not ended */
    struct log_store store;
    uint64_t part_barriers;
    GError *error; /* the first one */
};

unsigned trace_writer_version(unsigned major, unsigned minor)
{
    unsigned version = 10 * major + minor;
    unsigned known;
    if (version < LOWEST_VERSION)
        return VERSION_BELOW_KEPLER;
    return sass_isa_of(version, &known) && known == version ? version : DEFAULT_VERSION;
}

/* ---- kernels' files ------------------------------------------------------------------------- */

static void keep_error(void *data, GError *error)
{
    struct trace_writer *writer = data;
    if (writer->error)
        g_error_free(error);
    else
        writer->error = error;
}

static char *file_name(const struct trace_writer *writer, uint32_t number)
{
    return g_strdup_printf("kernel-%u.%s", number, writer->setup.packed ? "tracez" : "traceg");
}

static struct kernel_file *open_file(struct trace_writer *writer, struct recorder *recorder,
                                     const struct launch *launch)
{
    const struct kernel_code *inner = recorder_inner(recorder);
    struct kernel_file_header header = {
        .launch = launch,
        .name = inner->name,
        .number = launch->id + 1,
        .registers = writer->setup.registers(writer->setup.data, inner),
        .shared_bytes = inner->static_shared_bytes + launch->dynamic_shared_bytes,
        .binary_version = writer->setup.binary_version,
        .version = recorder_version(&writer->recording, launch),
        .packed = writer->setup.packed,
        .windows = writer->recording.windows};
    if (inner->traced) {
        const struct trace_header *read = trace_launch_header(launch);
        header.binary_version = read->binary_version;
        header.line_numbers = read->line_numbers;
        header.windows = (struct trace_windows){read->shared_base, read->local_base};
    }
    g_autofree char *name = file_name(writer, header.number);
    g_autofree char *path = g_build_filename(writer->setup.folder, name, NULL);
    GError *error = NULL;
    struct kernel_file *file =
        kernel_file_new(path, &header, recorder_lines(recorder), &writer->store, &error);
    if (!file)
        keep_error(writer, error);
    return file;
}

static struct kernel_file *file_of(void *data, struct recorder *recorder,
                                   const struct launch *launch)
{
    struct trace_writer *writer = data;
    for (guint i = 0; i < writer->running->len; i++) {
        struct running *running = &g_array_index(writer->running, struct running, i);
        if (running->launch != launch->id)
            continue;
        if (!running->file && !writer->error)
            running->file = open_file(writer, recorder, launch);
        return running->file;
    }
    return NULL;
}

/* ---- making it ------------------------------------------------------------------------------ */

static void free_entry(void *item)
{
    g_free(((struct entry *)item)->text);
}

static void free_kept(void *item)
{
    recorder_free(((struct kept *)item)->recorder);
}

static bool make_folder(const char *folder, GError **error)
{
    if (!folder)
        return true;
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return input_error_at(error, folder, 0, "cannot make this folder: %s", g_strerror(errno));
    g_autofree char *list = g_build_filename(folder, "kernelslist.g", NULL);
    return !g_file_test(list, G_FILE_TEST_EXISTS) ||
           input_error_at(error, folder, 0,
                          "expected a folder without a trace, found kernelslist.g in it");
}

struct trace_writer *trace_writer_new(const struct trace_writer_setup *setup, GError **error)
{
    if (!make_folder(setup->folder, error))
        return NULL;
    struct trace_writer *writer = g_new0(struct trace_writer, 1);
    writer->setup = *setup;
    unsigned known;
    writer->recording =
        (struct recorder_setup){.isa = sass_isa_of(setup->binary_version, &known),
                                .version = setup->version,
                                .windows = {.shared_base = SHARED_BASE, .local_base = LOCAL_BASE},
                                .memory = setup->memory,
                                .access = setup->as_trace ? setup->access : NULL,
                                .sync = setup->sync,
                                .data = writer,
                                .file_of = file_of,
                                .failed = keep_error,
                                .part_barriers = &writer->part_barriers};
    writer->recorders = g_array_new(FALSE, FALSE, sizeof(struct kept));
    g_array_set_clear_func(writer->recorders, free_kept);
    writer->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_array_set_clear_func(writer->entries, free_entry);
    writer->running = g_array_new(FALSE, FALSE, sizeof(struct running));
    log_store_init(&writer->store, setup->folder);
    return writer;
}

void trace_writer_free(struct trace_writer *writer)
{
    if (!writer)
        return;
    for (guint i = 0; i < writer->running->len; i++)
        kernel_file_free(g_array_index(writer->running, struct running, i).file);
    g_array_unref(writer->running);
    g_array_unref(writer->entries);
    g_array_unref(writer->recorders);
    log_store_finish(&writer->store);
    g_clear_error(&writer->error);
    g_free(writer);
}

/* ---- commands ------------------------------------------------------------------------------- */

static struct recorder *recorder_of(struct trace_writer *writer, const struct launch *launch,
                                    GError **error)
{
    struct kept kept = {.stream = writer->setup.as_trace ? launch->stream : 0};
    for (guint i = 0; i < writer->recorders->len; i++) {
        const struct kept *known = &g_array_index(writer->recorders, struct kept, i);
        if (recorder_inner(known->recorder) != launch->code || known->stream != kept.stream)
            continue;
        recorder_renew(known->recorder);
        return known->recorder;
    }
    kept.recorder = recorder_new(&writer->recording, launch->code, error);
    if (kept.recorder)
        g_array_append_val(writer->recorders, kept);
    return kept.recorder;
}

static void list(struct trace_writer *writer, uint64_t command, char *text)
{
    const struct entry entry = {.command = command, .text = text};
    if (writer->setup.folder)
        g_array_append_val(writer->entries, entry);
    else
        g_free(text);
}

static void list_copy(struct trace_writer *writer, const struct command *command)
{
    const char *kind = command->kind == COMMAND_MOVE               ? "MemcpyDtoD"
                       : command->direction == COPY_DEVICE_TO_HOST ? "MemcpyDtoH"
                                                                   : "MemcpyHtoD";
    list(writer, command->id,
         g_strdup_printf("%s,0x%016" PRIx64 ",%" PRIu64, kind, command->address, command->bytes));
}

static bool take_launch(struct trace_writer *writer, struct command *command, uint32_t launch,
                        GError **error)
{
    const struct running running = {.launch = launch, .command = command->id};
    struct recorder *recorder = recorder_of(writer, &command->launch, error);
    if (!recorder)
        return false;
    command->launch.code = recorder_code(recorder);
    list(writer, command->id, file_name(writer, launch + 1));
    if (writer->setup.folder)
        g_array_append_val(writer->running, running);
    return true;
}

bool trace_writer_command(struct trace_writer *writer, struct command *command, uint32_t launch,
                          bool wanted, GError **error)
{
    if (command->kind == COMMAND_COPY || command->kind == COMMAND_MOVE)
        list_copy(writer, command);
    if (command->kind == COMMAND_LAUNCH && wanted && !command->launch.code->problem)
        return take_launch(writer, command, launch, error);
    return true;
}

static void end_entry(struct trace_writer *writer, uint64_t id)
{
    for (guint i = writer->entries->len; i-- > 0;) {
        struct entry *entry = &g_array_index(writer->entries, struct entry, i);
        if (entry->command != id)
            continue;
        entry->ended = true;
        return;
    }
}

bool trace_writer_done(struct trace_writer *writer, uint64_t id, GError **error)
{
    end_entry(writer, id);
    for (guint i = 0; i < writer->running->len; i++) {
        struct running running = g_array_index(writer->running, struct running, i);
        if (running.command != id)
            continue;
        g_array_remove_index(writer->running, i);
        if (running.file && !writer->error)
            kernel_file_close(running.file, &writer->error);
        kernel_file_free(running.file);
        break;
    }
    if (!writer->error)
        return true;
    g_propagate_error(error, g_steal_pointer(&writer->error));
    return false;
}

uint64_t trace_writer_part_barriers(const struct trace_writer *writer)
{
    return writer->part_barriers;
}

bool trace_writer_finish(struct trace_writer *writer, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) reason = NULL;
    if (!writer->setup.folder)
        return true;
    for (guint i = 0; i < writer->entries->len; i++) {
        const struct entry *entry = &g_array_index(writer->entries, struct entry, i);
        if (entry->ended)
            g_string_append_printf(text, "%s\n", entry->text);
    }
    g_autofree char *path = g_build_filename(writer->setup.folder, "kernelslist.g", NULL);
    return g_file_set_contents(path, text->str, (gssize)text->len, &reason) ||
           input_error_at(error, path, 0, "cannot write this list: %s", reason->message);
}
