/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/repair.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/scan.h"

/* Versions are compute capabilities without the point: 3.0 to 12.9 for now. */
enum { LOWEST_VERSION = 30, HIGHEST_VERSION = 129, MOST_REGISTERS = 255 };

static guint64 *new_note(struct trace_notes *notes, char *text)
{
    guint64 *counter = trace_notes_counter(notes, text);
    g_free(text);
    return counter;
}

static void find_isa(struct trace_header *header, struct trace_notes *notes)
{
    unsigned known;
    header->isa = sass_isa_of(header->binary_version, &known);
    if (known == header->binary_version)
        return;
    ++*new_note(notes, g_strdup_printf("unknown binary version %u: simgpu takes it for %u (%s)",
                                       header->binary_version, known, header->isa->name));
}

static void replace_version(struct trace_repair *repair, struct trace_header *header,
                            const struct line_reader *reader, struct trace_notes *notes)
{
    unsigned said = header->binary_version;
    header->binary_version = repair->platform_version;
    if (!repair->version_note) {
        unsigned known;
        repair->version_note = new_note(
            notes, g_strdup_printf(
                       "%s: there is no binary version %u: simgpu takes it and all other unknown "
                       "ones for %u (%s), the platform's; --trace-version sets another one",
                       reader->path, said, repair->platform_version,
                       sass_isa_of(repair->platform_version, &known)->name));
    }
    ++*repair->version_note;
}

/* The highest R<number> of a line but R255, which is zero; -1: none. */
static int highest_register(const char *p)
{
    int highest = -1;
    for (; *p != '\n'; p++) {
        if (*p != ' ' || p[1] != 'R')
            continue;
        uint64_t number;
        const char *end = scan_unsigned_long(p + 2, &number);
        if (end && (*end == ' ' || *end == '\n') && number < MOST_REGISTERS)
            highest = MAX(highest, (int)number);
    }
    return highest;
}

static bool count_registers(struct trace_header *header, struct line_reader *reader, GError **error)
{
    GError *inner = NULL;
    int highest = 0;
    while (line_reader_next(reader, &inner)) {
        bool last = g_str_has_prefix(reader->at, "#END_TB");
        highest = MAX(highest, highest_register(reader->at));
        line_reader_skip(reader);
        if (last)
            break;
    }
    header->registers = (uint32_t)highest + 1;
    if (inner)
        g_propagate_error(error, inner);
    return inner == NULL;
}

static bool replace_registers(struct trace_repair *repair, struct trace_header *header,
                              struct line_reader *reader, struct trace_notes *notes, GError **error)
{
    uint32_t said = header->registers;
    if (!text_source_can_reopen(reader->path))
        return input_error_at(error, reader->path, 0,
                              "-nregs: expected at most %d, found %u; simgpu could count it in a "
                              "file, but it can't read a pipe twice",
                              MOST_REGISTERS, said);
    if (!count_registers(header, reader, error))
        return false;
    if (!repair->register_note)
        repair->register_note = new_note(
            notes, g_strdup_printf("%s: no thread can have %u registers: kernels that say more "
                                   "than %d get as many as their first blocks name, here %u",
                                   reader->path, said, MOST_REGISTERS, header->registers));
    ++*repair->register_note;
    return true;
}

bool trace_repair(struct trace_repair *repair, struct trace_header *header,
                  struct line_reader *reader, struct trace_notes *notes, GError **error)
{
    if (repair->version)
        header->binary_version = repair->version;
    else if (repair->platform_version &&
             (header->binary_version < LOWEST_VERSION || header->binary_version > HIGHEST_VERSION))
        replace_version(repair, header, reader, notes);
    find_isa(header, notes);
    return header->registers <= MOST_REGISTERS ||
           replace_registers(repair, header, reader, notes, error);
}
