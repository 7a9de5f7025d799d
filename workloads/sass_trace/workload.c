/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/workload.h"
#include "base/input_error.h"
#include "workloads/sass_trace/kernels_list.h"
#include "workloads/sass_trace/launch.h"

struct stream_tail {
    uint64_t stream, id;
};

struct trace_workload {
    struct command_source base;
    struct kernels_list list;
    struct trace_notes notes;
    struct trace_repair repair;
    char *name;
    GPtrArray *codes;    /* struct trace_code */
    GPtrArray *launches; /* struct trace_launch that have not ended, in the order of the list */
    GArray *tails;       /* struct stream_tail: the last kernel of each stream */
    uint64_t last_copy;
    uint64_t n_commands;
    GArray *after;    /* ids, of the command last given out */
    char *piped_path; /* of a kernel that waits until everything before it has ended */
};

/* ---- what a command comes after ----------------------------------------------------------------
 */

static void come_after(struct trace_workload *workload, struct command *out, uint64_t id)
{
    if (id > 0)
        g_array_append_val(workload->after, id);
    out->after = (const uint64_t *)(void *)workload->after->data;
    out->n_after = workload->after->len;
}

static void come_after_all(struct trace_workload *workload, struct command *out)
{
    for (guint i = 0; i < workload->tails->len; i++)
        come_after(workload, out, g_array_index(workload->tails, struct stream_tail, i).id);
    come_after(workload, out, workload->last_copy);
}

static struct stream_tail *tail_of(struct trace_workload *workload, uint64_t stream)
{
    for (guint i = 0; i < workload->tails->len; i++) {
        struct stream_tail *tail = &g_array_index(workload->tails, struct stream_tail, i);
        if (tail->stream == stream)
            return tail;
    }
    const struct stream_tail tail = {.stream = stream};
    g_array_append_val(workload->tails, tail);
    return &g_array_index(workload->tails, struct stream_tail, workload->tails->len - 1);
}

/* ---- codes
 * --------------------------------------------------------------------------------------- */

/* The code that a new kernel takes over: the one unused for longest. NULL: there is room for more,
 * or all are in use. */
static struct trace_code *oldest_idle(const struct trace_workload *workload)
{
    struct trace_code *oldest = NULL;
    if (workload->codes->len < TRACE_CODES_MAX)
        return NULL;
    for (guint i = 0; i < workload->codes->len; i++) {
        struct trace_code *code = workload->codes->pdata[i];
        if (code->n_launches == 0 && (!oldest || code->last_used < oldest->last_used))
            oldest = code;
    }
    return oldest;
}

static struct trace_code *make_code(struct trace_workload *workload, const char *key,
                                    GError **error)
{
    struct trace_code *code = oldest_idle(workload);
    if (code) {
        trace_code_reset(code, key);
        return code;
    }
    code = trace_code_new(key, error);
    if (code)
        g_ptr_array_add(workload->codes, code);
    return code;
}

static struct trace_code *find_code(struct trace_workload *workload, const char *key)
{
    for (guint i = 0; i < workload->codes->len; i++) {
        struct trace_code *code = workload->codes->pdata[i];
        if (strcmp(code->key, key) == 0)
            return code;
    }
    return NULL;
}

static void set_code(struct trace_code *code, const struct trace_launch *launch)
{
    const struct sass_isa *isa = launch->header.isa;
    g_free((char *)code->code.name);
    g_free((char *)code->code.file);
    code->code = (struct kernel_code){.name = g_strdup(launch->header.name),
                                      .file = g_strdup(launch->path),
                                      .ops = &trace_source_ops,
                                      .instructions = code->instructions,
                                      .n_instructions = CODE_INSTRUCTIONS,
                                      .n_register_slots = 256,
                                      .registers_per_thread = launch->header.registers,
                                      .local_bytes_per_thread = LAUNCH_LOCAL_BYTES,
                                      .param_bytes = sizeof launch->self,
                                      .bundle = sass_isa_bundle(isa),
                                      .warp_state_bytes = trace_warp_state_bytes(),
                                      .traced = true};
}

/* Launches that share code run one after the other: the same stream. */
static bool give_code(struct trace_workload *workload, struct trace_launch *launch, GError **error)
{
    const struct trace_header *header = &launch->header;
    g_autofree char *key = g_strdup_printf(
        "%u %u %u %u %" G_GUINT64_FORMAT " %s", header->binary_version, header->version,
        header->registers, header->line_numbers, header->stream, header->name);
    struct trace_code *code = find_code(workload, key);
    if (!code) {
        code = make_code(workload, key, error);
        if (!code)
            return false;
        set_code(code, launch);
    }
    code->n_launches++;
    code->last_used = workload->n_commands;
    launch->code = code;
    return true;
}

/* ---- commands
 * ------------------------------------------------------------------------------------ */

static void join(struct trace_workload *workload, struct command *out)
{
    (void)workload;
    *out = (struct command){.kind = COMMAND_JOIN, .blocking = true};
}

static bool launch_kernel(struct trace_workload *workload, const char *path, bool blocking,
                          struct command *out, GError **error)
{
    struct trace_launch *launch =
        trace_launch_new(path, &workload->repair, &workload->notes, error);
    if (!launch || !give_code(workload, launch, error)) {
        trace_launch_free(launch);
        return false;
    }
    const struct trace_header *header = &launch->header;
    struct stream_tail *tail = tail_of(workload, header->stream);
    launch->id = workload->n_commands + 1;
    g_ptr_array_add(workload->launches, launch);
    *out = (struct command){.kind = COMMAND_LAUNCH, .blocking = blocking};
    out->launch.code = &launch->code->code;
    memcpy(out->launch.grid, header->grid, sizeof header->grid);
    memcpy(out->launch.cluster, header->cluster, sizeof header->cluster);
    memcpy(out->launch.block, header->block, sizeof header->block);
    out->launch.dynamic_shared_bytes = header->shared_bytes;
    out->launch.params = (const uint8_t *)&launch->self;
    out->launch.stream = header->stream;
    come_after(workload, out, workload->last_copy);
    come_after(workload, out, tail->id);
    tail->id = launch->id;
    return true;
}

static void copy(struct trace_workload *workload, const struct list_command *command,
                 struct command *out)
{
    *out = (struct command){.kind = command->kind == LIST_MOVE ? COMMAND_MOVE : COMMAND_COPY,
                            .bytes = command->bytes,
                            .address = command->address,
                            .direction = command->kind == LIST_COPY_TO_HOST ? COPY_DEVICE_TO_HOST
                                                                            : COPY_HOST_TO_DEVICE};
    come_after_all(workload, out);
    workload->last_copy = workload->n_commands + 1;
}

/* The kernel that was held back, or the next command of the list. */
static bool take_command(struct trace_workload *workload, struct command *out, GError **error)
{
    if (workload->piped_path) {
        g_autofree char *path = g_steal_pointer(&workload->piped_path);
        return launch_kernel(workload, path, true, out, error);
    }
    struct list_command command;
    do
        if (!kernels_list_next(&workload->list, &command, error))
            return false;
    while (command.kind != LIST_KERNEL && command.kind != LIST_END && command.bytes == 0);
    g_autofree char *path = command.path;
    if (command.kind == LIST_END && workload->n_commands == 0)
        return input_error_at(error, workload->list.path, 0,
                              "expected kernels' traces or copies, found none");
    if (command.kind == LIST_END) {
        *out = (struct command){.kind = COMMAND_END};
        return true;
    }
    if (command.kind != LIST_KERNEL) {
        copy(workload, &command, out);
        return true;
    }
    if (text_source_can_reopen(path))
        return launch_kernel(workload, path, false, out, error);
    workload->piped_path = g_steal_pointer(&path);
    join(workload, out);
    come_after_all(workload, out);
    return true;
}

static bool next(struct command_source *base, const struct device_access *device, uint64_t now,
                 struct command *out, GError **error)
{
    struct trace_workload *workload = (struct trace_workload *)base;
    (void)device, (void)now;
    g_array_set_size(workload->after, 0);
    if (workload->launches->len >= TRACE_KERNELS_AHEAD) {
        const struct trace_launch *oldest = workload->launches->pdata[0];
        join(workload, out);
        come_after(workload, out, oldest->id);
    } else if (!take_command(workload, out, error)) {
        return false;
    }
    out->id = ++workload->n_commands;
    return true;
}

static bool done(struct command_source *base, const struct device_access *device, uint64_t id,
                 uint64_t now, const char *output, GError **error)
{
    struct trace_workload *workload = (struct trace_workload *)base;
    (void)device, (void)now, (void)output, (void)error;
    for (guint i = 0; i < workload->launches->len; i++) {
        struct trace_launch *launch = workload->launches->pdata[i];
        if (launch->id != id)
            continue;
        launch->code->n_launches--;
        g_ptr_array_remove_index(workload->launches, i);
        break;
    }
    return true;
}

struct trace_workload *trace_workload_new(const char *path, GError **error)
{
    struct trace_workload *workload = g_new0(struct trace_workload, 1);
    workload->base = (struct command_source){.next = next, .done = done};
    trace_notes_init(&workload->notes);
    workload->codes = g_ptr_array_new_with_free_func((GDestroyNotify)trace_code_free);
    workload->launches = g_ptr_array_new_with_free_func((GDestroyNotify)trace_launch_free);
    workload->tails = g_array_new(FALSE, FALSE, sizeof(struct stream_tail));
    workload->after = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    workload->name = g_path_get_basename(folder);
    if (kernels_list_open(&workload->list, path, &workload->notes, error))
        return workload;
    trace_workload_free(workload);
    return NULL;
}

void trace_workload_set_versions(struct trace_workload *workload, unsigned all, unsigned platform)
{
    workload->repair.version = all;
    workload->repair.platform_version = platform;
}

void trace_workload_free(struct trace_workload *workload)
{
    if (!workload)
        return;
    kernels_list_close(&workload->list);
    g_ptr_array_unref(workload->launches);
    g_ptr_array_unref(workload->codes);
    g_array_unref(workload->tails);
    g_array_unref(workload->after);
    trace_notes_finish(&workload->notes);
    g_free(workload->piped_path);
    g_free(workload->name);
    g_free(workload);
}

struct command_source *trace_workload_source(struct trace_workload *workload)
{
    return &workload->base;
}

const char *trace_workload_name(const struct trace_workload *workload)
{
    return workload->name;
}

void trace_workload_notes(const struct trace_workload *workload,
                          void (*each)(void *data, const char *text, guint64 count), void *data)
{
    trace_notes_each(&workload->notes, each, data);
}

guint64 trace_workload_assumed(const struct trace_workload *workload)
{
    return trace_notes_assumed(&workload->notes);
}

const char *trace_workload_path(const struct trace_workload *workload)
{
    return workload->list.path;
}

bool trace_workload_recognise(const char *path)
{
    return kernels_list_recognise(path);
}
