/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole lines of a text source, in one buffer of fixed size.
 *
 * The parser reads characters in place: from `at` on up to `limit` there are whole lines, each with
 * its '\n', so a scanner that stops at '\n' needs no other bound. Behind the text come
 * LINE_READER_SLACK bytes that may be read, so that scanners can look at eight or 64 bytes at once.
 */
#ifndef SIMGPU_SASS_TRACE_LINE_READER_H
#define SIMGPU_SASS_TRACE_LINE_READER_H

#include "workloads/sass_trace/text/text_source.h"

enum {
    LINE_READER_BYTES = 1 << 18, /* a longer line is refused */
    LINE_READER_SLACK = 512
};

struct line_reader {
    struct text_source *source;
    const char *path; /* borrowed; for messages */
    char *buffer;
    const char *at, *limit;
    const char *end; /* of the text in the buffer, the begin of a line included */
    size_t chunk;    /* to read next, at most */
    unsigned line;   /* number of the line at `at`; 1 is the first */
};

bool line_reader_open(struct line_reader *reader, const char *path, GError **error);
void line_reader_close(struct line_reader *reader);
/* More lines when at == limit. False at the end of the text, and with an error if there is one. */
bool line_reader_fill(struct line_reader *reader, GError **error);

/* Past the line at `at`. */
void line_reader_skip(struct line_reader *reader);
/* Skips blank lines; true if another line follows. */
bool line_reader_next(struct line_reader *reader, GError **error);
/* The line at `at` without its end, shortened for messages; g_free. */
char *line_reader_quote(const struct line_reader *reader);

#endif
