/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/header.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/scan.h"

enum value_kind {
    VALUE_TEXT,
    VALUE_COUNT,
    VALUE_DOUBTFUL, /* some tracers leave it as they find it; see repair.h */
    VALUE_FLAG,
    VALUE_LONG,
    VALUE_ADDRESS,
    VALUE_SHAPE,
    VALUE_IGNORED
};

struct field {
    const char *name;
    enum value_kind kind;
    size_t offset;
    bool required; /* what the reader of Accel-Sim leaves undefined if it is missing */
};

#define FIELD(name, kind, member, required)                                                        \
    {                                                                                              \
        name, kind, offsetof(struct trace_header, member), required                                \
    }

static const struct field fields[] = {
    FIELD("kernel name", VALUE_TEXT, name, true),
    {"kernel id", VALUE_IGNORED, 0, false},
    FIELD("grid dim", VALUE_SHAPE, grid, true),
    FIELD("block dim", VALUE_SHAPE, block, true),
    FIELD("cluster dim", VALUE_SHAPE, cluster, false),
    FIELD("shmem", VALUE_COUNT, shared_bytes, true),
    FIELD("nregs", VALUE_DOUBTFUL, registers, true),
    FIELD("binary version", VALUE_DOUBTFUL, binary_version, true),
    FIELD("cuda stream id", VALUE_LONG, stream, false),
    FIELD("shmem base_addr", VALUE_ADDRESS, shared_base, false),
    FIELD("local mem base_addr", VALUE_ADDRESS, local_base, false),
    {"nvbit version", VALUE_IGNORED, 0, false},
    FIELD("accelsim tracer version", VALUE_COUNT, version, false),
    FIELD("enable lineinfo", VALUE_FLAG, line_numbers, false),
};

enum {
    N_FIELDS = G_N_ELEMENTS(fields),
    NEWEST_VERSION = TRACE_VERSION_WITH_VALUES,
    MOST_THREADS = 1024
};

/* A line's value, without blanks around it. */
struct value {
    const char *path;
    unsigned line;
    const struct field *field;
    char *text;
};

static bool refuse(const struct value *value, const char *expected, GError **error)
{
    return input_error_at(error, value->path, value->line, "-%s: expected %s, found \"%s\"",
                          value->field->name, expected, value->text);
}

static bool read_number(const struct value *value, uint64_t most, uint64_t *out, GError **error)
{
    const char *end = scan_unsigned_long(value->text, out);
    if (end && *end == '\0' && *out <= most)
        return true;
    return refuse(value, most == 1 ? "0 or 1" : "a number", error);
}

/* What is negative or too large becomes the largest number. */
static bool read_doubtful(const struct value *value, uint32_t *out, GError **error)
{
    uint64_t number;
    bool negative = *value->text == '-';
    const char *end = scan_unsigned_long(value->text + negative, &number);
    if (!end || *end != '\0')
        return refuse(value, "a number", error);
    *out = negative || number > INT32_MAX ? INT32_MAX : (uint32_t)number;
    return true;
}

static bool read_shape(const struct value *value, uint32_t out[3], GError **error)
{
    const char *p = value->text;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t size;
        if (*p != "(,,"[i])
            return refuse(value, "(x,y,z)", error);
        p = scan_unsigned_long(scan_blanks(p + 1), &size);
        if (!p || size == 0 || size > INT32_MAX)
            return refuse(value, "(x,y,z), each at least 1", error);
        out[i] = (uint32_t)size;
        p = scan_blanks(p);
    }
    return strcmp(p, ")") == 0 || refuse(value, "(x,y,z)", error);
}

static bool read_value(struct trace_header *header, const struct value *value, GError **error)
{
    void *to = (char *)header + value->field->offset;
    uint64_t number = 0;
    const char *end;
    switch (value->field->kind) {
    case VALUE_TEXT:
        g_free(header->name);
        header->name = g_strdup(value->text);
        return true;
    case VALUE_COUNT:
    case VALUE_FLAG:
        if (!read_number(value, value->field->kind == VALUE_FLAG ? 1 : INT32_MAX, &number, error))
            return false;
        *(uint32_t *)to = (uint32_t)number;
        return true;
    case VALUE_DOUBTFUL:
        return read_doubtful(value, to, error);
    case VALUE_LONG:
        return read_number(value, UINT64_MAX, to, error);
    case VALUE_ADDRESS:
        end = scan_string_address(value->text, to);
        return (end && *end == '\0') || refuse(value, "a hexadecimal address", error);
    case VALUE_SHAPE:
        return read_shape(value, to, error);
    case VALUE_IGNORED:
        return true;
    }
    g_assert_not_reached();
}

/* "-grid dim = (1,1,1)": the field and the value behind '='. */
static bool read_line(struct trace_header *header, const struct line_reader *reader,
                      struct trace_notes *notes, uint32_t *seen, GError **error)
{
    const char *end = memchr(reader->at, '\n', (size_t)(reader->limit - reader->at));
    g_autofree char *text = g_strndup(reader->at + 1, (size_t)(end - reader->at - 1));
    char *equals = strchr(text, '=');
    if (!equals)
        return input_error_at(error, reader->path, reader->line,
                              "expected -name = value, found \"-%s\"", g_strstrip(text));
    *equals = '\0';
    const char *name = g_strstrip(text);
    struct value value = {.path = reader->path, .line = reader->line};
    value.text = g_strstrip(equals + 1);
    for (unsigned i = 0; i < N_FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0) {
            value.field = &fields[i];
            *seen |= 1u << i;
            return read_value(header, &value, error);
        }
    g_autofree char *note = g_strdup_printf("unknown header field -%s", name);
    ++*trace_notes_counter(notes, note);
    return true;
}

static bool check(const struct trace_header *header, const struct line_reader *reader,
                  uint32_t seen, GError **error)
{
    for (unsigned i = 0; i < N_FIELDS; i++)
        if (fields[i].required && !(seen >> i & 1))
            return input_error_at(error, reader->path, reader->line,
                                  "expected a line -%s = ... before this one: the header ends here",
                                  fields[i].name);
    if (header->version > NEWEST_VERSION)
        return input_error_at(error, reader->path, 0,
                              "-accelsim tracer version: expected at most %d, found %u",
                              NEWEST_VERSION, header->version);
    uint64_t threads = (uint64_t)header->block[0] * header->block[1];
    if (threads > MOST_THREADS || threads * header->block[2] > MOST_THREADS)
        return input_error_at(error, reader->path, 0,
                              "-block dim: expected at most %d threads, found (%u,%u,%u)",
                              MOST_THREADS, header->block[0], header->block[1], header->block[2]);
    unsigned __int128 blocks =
        (unsigned __int128)header->grid[0] * header->grid[1] * header->grid[2];
    return blocks <= INT64_MAX || input_error_at(error, reader->path, 0, "-grid dim: too large");
}

bool trace_header_read(struct trace_header *header, struct line_reader *reader,
                       struct trace_notes *notes, GError **error)
{
    uint32_t seen = 0;
    GError *inner = NULL;
    *header = (struct trace_header){0};
    while (line_reader_next(reader, &inner)) {
        if (*reader->at == '#') {
            if (!check(header, reader, seen, error))
                return false;
            if (!g_str_has_prefix(reader->at, "#BEGIN_TB")) /* no blocks' comment line before it */
                line_reader_skip(reader);
            return true;
        }
        if (*reader->at != '-') {
            g_autofree char *found = line_reader_quote(reader);
            return input_error_at(error, reader->path, reader->line,
                                  "expected a header line \"-name = value\" or \"#...\" at its "
                                  "end, found \"%s\"",
                                  found);
        }
        if (!read_line(header, reader, notes, &seen, error))
            return false;
        line_reader_skip(reader);
    }
    if (inner) {
        g_propagate_error(error, inner);
        return false;
    }
    return input_error_at(error, reader->path, reader->line,
                          "expected a line \"#...\" at the end of the header, found the end of the "
                          "file");
}

void trace_header_finish(struct trace_header *header)
{
    g_clear_pointer(&header->name, g_free);
}

uint64_t trace_header_blocks(const struct trace_header *header)
{
    return (uint64_t)header->grid[0] * header->grid[1] * header->grid[2];
}

uint32_t trace_header_threads(const struct trace_header *header)
{
    return header->block[0] * header->block[1] * header->block[2];
}
