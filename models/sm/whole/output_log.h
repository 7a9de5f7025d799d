/* SPDX-License-Identifier: BSD-3-Clause */
/* What device printf of one launch has written on one SM and no one has taken yet.
 *
 * A program gets the youngest lines, as many as its FIFO holds (cudaLimitPrintfFifoSize). What has
 * more than that many younger bytes on its own SM is never among them, and is dropped: so a log
 * stays about as large as the FIFO, whatever a kernel prints. It always keeps more than the FIFO
 * holds if there was more, so that who cuts the merged text sees that something is lost.
 *
 * Source: CUDA C++ Programming Guide, "Formatted Output", "Limitations": the oldest output is
 *   overwritten.
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

/* What one instruction of one warp wrote, at the cycle, which never goes back. */
void output_log_add(struct output_log *log, uint64_t cycle, const char *text);

/* Appends the youngest of what the logs of one launch have, more than `limit` bytes of it if there
 * is more, in the order of (cycle, SM). limit 0: all. */
void output_logs_merge(struct output_log *const *logs, guint n_logs, uint64_t limit, GString *text);

#endif
