/* SPDX-License-Identifier: BSD-3-Clause */
/* The device printf output of one launch on one SM that nobody has taken yet.
 *
 * A program gets the youngest lines, as many as its FIFO holds (cudaLimitPrintfFifoSize). A line
 * with more younger bytes than that behind it on its own SM is never among them, and is dropped. So
 * a log stays about as large as the FIFO, whatever a kernel prints. If there was more than the FIFO
 * holds, the log always keeps more than that. So the reader who cuts the merged text sees that
 * something is lost.
 *
 * Source: CUDA C++ Programming Guide, "Formatted Output", "Limitations": the oldest output is
 * overwritten.
 */
#ifndef SIMGPU_SM_OUTPUT_LOG_H
#define SIMGPU_SM_OUTPUT_LOG_H

#include <glib.h>
#include <stdint.h>

struct output_log {
    uint32_t launch, sm;
    uint64_t limit; /* bytes; 0: none */
    GArray *pieces; /* struct output_piece, from `first` on in the order of writing */
    guint first;
    GString *text; /* from `begin` on */
    gsize begin;
};

struct output_log *output_log_new(uint32_t launch, uint32_t sm, uint64_t limit);
void output_log_free(struct output_log *log);

/* Adds the output of one instruction of one warp. `cycle` never goes back. */
void output_log_add(struct output_log *log, uint64_t cycle, const char *text);

/* Appends the youngest output in the logs of one launch, in the order of (cycle, SM). It is more
 * than `limit` bytes if there is more. limit 0: all. */
void output_logs_merge(struct output_log *const *logs, guint n_logs, uint64_t limit, GString *text);

#endif
