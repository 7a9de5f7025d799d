/* SPDX-License-Identifier: BSD-3-Clause */
/* What warps have executed, between issue and the writing of their block.
 *
 * A line is 4 to 8 bytes (the instruction, and its mask unless all lanes are active) and its
 * addresses' text. A block can be written when all its warps have ended and the blocks before it
 * are written; until then its logs are here. When all of them together come to LOG_MEMORY_BYTES,
 * their bytes go to a file without a name beside the trace: so memory is bounded, and what is on
 * disk is less than the trace.
 */
#ifndef SIMGPU_TRACE_WRITER_WARP_LOG_H
#define SIMGPU_TRACE_WRITER_WARP_LOG_H

#include "workloads/instruction.h"
#include <glib.h>

enum { LOG_MEMORY_BYTES = 64 << 20 };

/* All logs of a writer. */
struct log_store {
    const char *folder; /* of the spill file; borrowed */
    size_t limit, held; /* bytes in memory */
    int file;           /* -1: not needed yet */
    uint64_t file_end;
    GPtrArray *logs; /* struct warp_log that may hold bytes */
};

struct log_piece {
    uint64_t offset, bytes; /* in the spill file */
};

struct warp_log {
    struct log_store *store;
    guint place;       /* in store->logs */
    GByteArray *bytes; /* NULL: none in memory */
    GArray *pieces;    /* struct log_piece, what came before; NULL: none */
    uint64_t lines;
};

/* A line as it was logged. */
struct log_line {
    uint32_t pc;
    lane_mask mask;
    const char *addresses; /* not terminated */
    size_t n_addresses;
};

void log_store_init(struct log_store *store, const char *folder);
void log_store_finish(struct log_store *store);

struct warp_log *warp_log_new(struct log_store *store);
void warp_log_free(struct warp_log *log);
/* False with an error when the disk is full. */
bool warp_log_add(struct warp_log *log, const struct log_line *line, GError **error);

/* Calls each() for every line, in order. */
bool warp_log_each(struct warp_log *log, void (*each)(void *data, const struct log_line *line),
                   void *data, GError **error);

#endif
