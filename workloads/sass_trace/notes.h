/* SPDX-License-Identifier: BSD-3-Clause */
/* What is odd about a trace but no error, with how often it was met: unknown opcodes, unknown
 * header fields. The command shows them at the end; library code prints nothing.
 */
#ifndef SIMGPU_SASS_TRACE_NOTES_H
#define SIMGPU_SASS_TRACE_NOTES_H

#include <glib.h>

struct trace_notes {
    GTree *counts;      /* text -> uint64_t, in the order of the texts */
    GPtrArray *assumed; /* those counters that count guesses; borrowed */
};

void trace_notes_init(struct trace_notes *notes);
void trace_notes_finish(struct trace_notes *notes);
/* The counter of a note, 0 at first; stays where it is until trace_notes_finish. */
guint64 *trace_notes_counter(struct trace_notes *notes, const char *text);
/* The same of instructions whose class is a guess: they count among trace_notes_assumed, too. */
guint64 *trace_notes_guess(struct trace_notes *notes, const char *text);
guint64 trace_notes_assumed(const struct trace_notes *notes);
/* Calls `each` for every note that was counted. */
void trace_notes_each(const struct trace_notes *notes,
                      void (*each)(void *data, const char *text, guint64 count), void *data);

#endif
