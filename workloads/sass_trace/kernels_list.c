/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/kernels_list.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/scan.h"

bool kernels_list_open(struct kernels_list *list, const char *path, struct trace_notes *notes,
                       GError **error)
{
    *list = (struct kernels_list){.notes = notes};
    list->path = g_strdup(path);
    list->folder = g_path_get_dirname(path);
    return line_reader_open(&list->reader, list->path, error);
}

void kernels_list_close(struct kernels_list *list)
{
    if (list->path)
        line_reader_close(&list->reader);
    g_free(list->path);
    g_free(list->folder);
    *list = (struct kernels_list){0};
}

static bool refuse(const struct kernels_list *list, const char *text, const char *expected,
                   GError **error)
{
    return input_error_at(error, list->path, list->reader.line, "expected %s, found \"%.80s\"",
                          expected, text);
}

/* "MemcpyHtoD,0x7f5000000000,4096" */
static bool read_copy(const struct kernels_list *list, const char *text, struct list_command *out,
                      GError **error)
{
    static const struct {
        const char *name;
        enum list_command_kind kind;
    } known[] = {{"MemcpyHtoD", LIST_COPY_TO_DEVICE},
                 {"MemcpyDtoH", LIST_COPY_TO_HOST},
                 {"MemcpyDtoD", LIST_MOVE}};
    static const char form[] =
        "MemcpyHtoD, MemcpyDtoH or MemcpyDtoD, then \",<address in hexadecimal>,<bytes>\"";
    const char *p = strchr(text, ',');
    for (unsigned i = 0; p && i < G_N_ELEMENTS(known); i++) {
        if (strlen(known[i].name) != (size_t)(p - text) ||
            strncmp(text, known[i].name, strlen(known[i].name)) != 0)
            continue;
        p = scan_string_address(scan_blanks(p + 1), &out->address);
        p = p ? scan_blanks(p) : NULL;
        p = p && *p == ',' ? scan_unsigned_long(scan_blanks(p + 1), &out->bytes) : NULL;
        out->kind = known[i].kind;
        return (p && *scan_blanks(p) == '\0') || refuse(list, text, form, error);
    }
    return refuse(list, text, form, error);
}

static bool read_kernel(const struct kernels_list *list, const char *text, struct list_command *out,
                        GError **error)
{
    static const char *const suffixes[] = {".traceg", ".traceg.xz", ".traceg.zst", ".tracez"};
    bool known = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(suffixes); i++)
        known |= g_str_has_suffix(text, suffixes[i]);
    if (!known)
        return refuse(list, text,
                      strstr(text, ".trace") ? "a trace sorted by block, .traceg or .tracez (this "
                                               "one is raw: run post-traces-processing)"
                                             : "a memcpy line or a kernel's trace, .traceg, "
                                               ".traceg.xz, .traceg.zst or .tracez",
                      error);
    out->kind = LIST_KERNEL;
    out->path =
        g_path_is_absolute(text) ? g_strdup(text) : g_build_filename(list->folder, text, NULL);
    return true;
}

static char *take_line(struct kernels_list *list)
{
    struct line_reader *reader = &list->reader;
    const char *end = memchr(reader->at, '\n', (size_t)(reader->limit - reader->at));
    return g_strstrip(g_strndup(reader->at, (size_t)(end - reader->at)));
}

/* Commands of several GPUs that talk to each other. */
static bool is_noted(struct kernels_list *list, const char *text)
{
    if (!g_str_has_prefix(text, "nccl"))
        return false;
    size_t length = strcspn(text, ", ");
    g_autofree char *name = g_strndup(text, length);
    g_autofree char *note = g_strdup_printf("simgpu skips command %s of the kernel list", name);
    ++*trace_notes_counter(list->notes, note);
    return true;
}

bool kernels_list_next(struct kernels_list *list, struct list_command *out, GError **error)
{
    GError *inner = NULL;
    *out = (struct list_command){.kind = LIST_END};
    while (line_reader_next(&list->reader, &inner)) {
        g_autofree char *text = take_line(list);
        bool skip = *text == '#' || is_noted(list, text);
        bool read =
            skip || (g_str_has_prefix(text, "Memcpy") ? read_copy(list, text, out, error)
                                                      : read_kernel(list, text, out, error));
        line_reader_skip(&list->reader);
        if (!read)
            return false;
        if (!skip)
            return true;
    }
    if (inner)
        g_propagate_error(error, inner);
    return inner == NULL;
}

bool kernels_list_recognise(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    if (g_str_has_prefix(name, "kernelslist"))
        return true;
    struct line_reader reader = {0};
    g_autoptr(GError) error = NULL;
    bool is_list = false;
    if (!text_source_can_reopen(path) || !line_reader_open(&reader, path, &error))
        return false;
    if (line_reader_next(&reader, &error))
        is_list = g_str_has_prefix(reader.at, "Memcpy") || g_str_has_prefix(reader.at, "kernel");
    line_reader_close(&reader);
    return is_list;
}
