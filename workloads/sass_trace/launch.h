/* SPDX-License-Identifier: BSD-3-Clause */
/* One launch of a traced kernel: its file, and the blocks that are resident.
 *
 * Block i of the launch is the i-th in the file. A block is parsed when it is sent to an SM, and
 * all those before it, so that instructions are discovered in the file's order whatever the order
 * in which SMs ask; blocks that nobody has asked for yet wait, LAUNCH_WAITING_BYTES of them at
 * most. A block's memory is used again when its last warp has ended. So memory is that of the
 * resident blocks, however large the file, and of those that the block scheduler has passed over.
 */
#ifndef SIMGPU_SASS_TRACE_LAUNCH_H
#define SIMGPU_SASS_TRACE_LAUNCH_H

#include "workloads/sass_trace/parser.h"
#include "workloads/sass_trace/repair.h"
#include <pthread.h>

enum {
    LAUNCH_WAITING_BYTES = 1 << 30,
    /* Local memory of a thread. A trace doesn't say; offsets beyond it share lines.
     * Source: Accel-Sim's limit for Volta. */
    LAUNCH_LOCAL_BYTES = 16 << 10,
    /* The instruction at which a warp fails whose block could not be read. */
    LAUNCH_ERROR_INDEX = CODE_INSTRUCTIONS - 1
};

struct trace_launch {
    struct trace_launch *self; /* the launch's parameters: code->param_bytes of them */
    uint64_t id;               /* of the command */
    char *path;
    struct trace_header header;
    struct trace_code *code;
    struct trace_notes *notes;

    bool open, begun;
    struct line_reader reader;
    struct trace_parser parser;
    pthread_mutex_t blocks_mutex; /* of what follows: SMs on several threads take and end blocks */
    uint64_t n_blocks, n_parsed;
    GHashTable *blocks; /* index -> struct trace_block, from parsing to the end of its last warp */
    uint64_t waiting_bytes;
    struct trace_block *free_blocks;
    uint8_t *seen; /* a bit for each block id; NULL: too many */
    GError *error; /* of the first block that could not be read; it is that of all later ones */
    unsigned error_line;
};

/* Reads the header and repairs it. A file that can be opened again is closed until its first block
 * is wanted. */
struct trace_launch *trace_launch_new(const char *path, struct trace_repair *repair,
                                      struct trace_notes *notes, GError **error);
void trace_launch_free(struct trace_launch *launch);
/* Parses the file up to block `index`, unless it has been. Nothing else runs meanwhile:
 * instructions are discovered. */
void trace_launch_prepare(struct trace_launch *launch, uint64_t index);
/* Block `index` of the launch; NULL with launch->error set. */
struct trace_block *trace_launch_block(struct trace_launch *launch, uint64_t index);
/* The size of the launch's file; 0 for a pipe. */
uint64_t trace_launch_file_bytes(const struct launch *launch);
/* A warp of the block has ended. */
void trace_launch_warp_ended(struct trace_launch *launch, struct trace_block *block,
                             uint64_t index);

/* Makes of an access, whose mask and addresses are those of its line, what the SM is told. */
void trace_report_access(const struct trace_header *header, const struct block_context *block,
                         const struct instruction *facts, struct issued *out);
/* For whoever writes a trace that is being run: the header of a launch, and the line that a warp
 * issues next, with its mask and, for an access, its addresses; NULL if its block could not be
 * read. */
const struct trace_header *trace_launch_header(const struct launch *launch);
/* The address of the mbarrier at that place. */
uint64_t trace_launch_mbarrier(const struct launch *launch, uint32_t place);
const struct code_line *trace_warp_next(const struct warp_context *w, lane_mask *mask,
                                        uint64_t address[WARP_LANES]);

extern const struct instruction_source_ops trace_source_ops;
/* What trace_source_ops wants at warp_context.state. */
size_t trace_warp_state_bytes(void);

#endif
