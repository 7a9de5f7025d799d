/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/text/line_reader.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/scan.h"

/* A header takes no more, and of many traces it is read long before the rest. */
enum { FIRST_CHUNK = 4096, QUOTED_CHARACTERS = 60 };

bool line_reader_open(struct line_reader *reader, const char *path, GError **error)
{
    *reader = (struct line_reader){.path = path, .line = 1, .chunk = FIRST_CHUNK};
    reader->source = text_source_open(path, error);
    if (!reader->source)
        return false;
    reader->buffer = g_malloc(LINE_READER_BYTES + LINE_READER_SLACK);
    memset(reader->buffer + LINE_READER_BYTES, '\n', LINE_READER_SLACK);
    reader->at = reader->limit = reader->end = reader->buffer;
    return true;
}

void line_reader_close(struct line_reader *reader)
{
    text_source_free(reader->source);
    g_free(reader->buffer);
    *reader = (struct line_reader){0};
}

/* Where the last whole line of [from, end) ends; NULL if there is none. */
static const char *end_of_lines(const char *from, const char *end)
{
    const char *last = memrchr(from, '\n', (size_t)(end - from));
    return last ? last + 1 : NULL;
}

bool line_reader_fill(struct line_reader *reader, GError **error)
{
    g_assert(reader->at == reader->limit);
    size_t kept = (size_t)(reader->end - reader->at);
    memmove(reader->buffer, reader->at, kept);
    reader->at = reader->limit = reader->buffer;
    reader->end = reader->buffer + kept;
    while (reader->limit == reader->at) {
        size_t room = (size_t)(reader->buffer + LINE_READER_BYTES - reader->end);
        if (room == 0)
            return input_error_at(error, reader->path, reader->line,
                                  "expected a line of at most %d characters, found a longer one",
                                  LINE_READER_BYTES);
        room = MIN(room, reader->chunk);
        reader->chunk = MIN(reader->chunk * 2, LINE_READER_BYTES);
        ssize_t n = text_source_read(reader->source,
                                     reader->buffer + (reader->end - reader->buffer), room, error);
        if (n < 0)
            return false;
        if (n == 0 && reader->end > reader->at)
            return input_error_at(error, reader->path, reader->line,
                                  "expected the end of the line, found the end of the file: it is "
                                  "truncated");
        if (n == 0)
            return false;
        const char *lines = end_of_lines(reader->end, reader->end + n);
        reader->end += n;
        reader->limit = lines ? lines : reader->at;
        memset((char *)reader->buffer + (reader->end - reader->buffer), '\n', LINE_READER_SLACK);
    }
    return true;
}

void line_reader_skip(struct line_reader *reader)
{
    const char *end = memchr(reader->at, '\n', (size_t)(reader->limit - reader->at));
    reader->at = end + 1;
    reader->line++;
}

bool line_reader_next(struct line_reader *reader, GError **error)
{
    for (;;) {
        if (reader->at == reader->limit && !line_reader_fill(reader, error))
            return false;
        const char *p = scan_blanks(reader->at);
        if (*p != '\n')
            return true;
        reader->at = p + 1;
        reader->line++;
    }
}

char *line_reader_quote(const struct line_reader *reader)
{
    const char *end = memchr(reader->at, '\n', (size_t)(reader->limit - reader->at));
    size_t length = (size_t)(end - reader->at);
    if (length <= QUOTED_CHARACTERS)
        return g_strndup(reader->at, length);
    g_autofree char *begin = g_strndup(reader->at, QUOTED_CHARACTERS);
    return g_strconcat(begin, "...", NULL);
}
