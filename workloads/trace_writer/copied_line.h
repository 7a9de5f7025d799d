/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of a trace that is being run, as lines of the trace that is being written. A bulk copy to
 * several blocks becomes what the reader takes it for (sass_trace/transfers.c). */
#ifndef SIMGPU_TRACE_WRITER_COPIED_LINE_H
#define SIMGPU_TRACE_WRITER_COPIED_LINE_H

#include "workloads/sass_trace/code.h"
#include "workloads/trace_writer/line_text.h"

/* A line of the trace that is being run: its text as it was, without what belongs to one line. */
void copied_line_make(struct line_text *line, const struct code_line *from, unsigned version);
/* The opcode in a line's text. g_free. */
char *copied_line_opcode(const struct line_text *line);

#endif
