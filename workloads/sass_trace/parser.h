/* SPDX-License-Identifier: BSD-3-Clause */
/* From the text of a thread block to struct trace_block.
 *
 * Most lines repeat what was seen before: a segment of them costs one comparison with the segment
 * that came next the last time, and where lanes part in new ways a line costs one with the line
 * that came next (lines.c). Only a text that is new is taken apart (instruction_line.c). Addresses
 * are read by addresses.c.
 *
 * Where the reader of Accel-Sim is lax or wrong we do what the format means:
 * - a memory instruction's width is what the line says, not what a modifier seems to;
 * - with base and stride, lanes behind a hole in the mask have addresses, too;
 * - with base and deltas there is one delta less than there are active lanes; the immediate
 *   follows, and is decimal behind every form of address;
 * - block ids are looked at; and what cannot be is an error with its line.
 */
#ifndef SIMGPU_SASS_TRACE_PARSER_H
#define SIMGPU_SASS_TRACE_PARSER_H

#include "workloads/sass_trace/block.h"
#include "workloads/sass_trace/header.h"

#define TRACE_WAITS_FOR_NOBODY "mbarriers without values of registers, for which nobody waits"

/* How far a warp has come. */
struct warp_progress {
    lane_mask live;       /* lanes that have not exited */
    lane_mask at_barrier; /* ... and wait for the others of their warp */
    uint32_t barrier;     /* word of their record */
    unsigned barrier_line;
    uint64_t barrier_pc;
    bool of_part; /* not all warps of the block come to it */
    uint32_t n_barriers;
    uint64_t last_exit_pc;
    uint32_t last_exit; /* where the record of an exit ended while in_replay; 0: none */
    bool in_replay;     /* behind REPLAY_START and not yet at REPLAY_END */
    uint32_t n_marks;   /* lines that are no instructions */
    bool tma_commits;   /* its last commit was of TMA's stores */
};

/* The block's barriers, by the warp that passed most of them. */
struct passed_barrier {
    uint64_t pc;
    unsigned line;
};

struct trace_parser {
    struct line_reader *reader;
    const struct trace_header *header;
    struct trace_code *code;
    struct trace_notes *notes;
    struct trace_block *block;
    struct warp_progress warp;
    unsigned warp_index;
    uint32_t last_segment, last_line; /* what came last: it predicts what comes next */
    uint32_t misses;                  /* runs of lines in a row that were no segments */
    uint32_t n_barriers[BLOCK_WARPS_MAX];
    uint64_t last_exit_pc[BLOCK_WARPS_MAX];
    GArray *barriers;   /* struct passed_barrier */
    const char *values; /* of registers, on the line whose addresses were read last; NULL: none */
    bool no_values;     /* a line about mbarriers had no values: nothing is known of any */
    GArray *mbarriers; /* uint64_t: addresses of mbarriers; each one's place is 8 times its index */
    GError **error;    /* of the call under way */
};

/* Reads from "#BEGIN_TB" to "#END_TB" into `block`. False at the end of the text, and with an
 * error. */
bool trace_parser_block(struct trace_parser *parser, struct trace_block *block, uint64_t serial,
                        GError **error);

/* An error at the line that is being read: "expected ..., found ...". Returns false. */
bool trace_parser_fail(struct trace_parser *parser, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* instruction_line.c: the index of the instruction on the line at `p`, which may be new. UINT32_MAX
 * with an error. */
uint32_t trace_parser_find(struct trace_parser *parser, const char *p);

/* lines.c: the n lines of the warp. */
bool trace_parser_lines(struct trace_parser *parser, uint64_t n);
/* parser.c: whether a line follows, an error if not. what: that is expected. */
bool trace_parser_line_follows(struct trace_parser *parser, const char *what);

/* addresses.c: what follows the static text of a memory instruction, up to the line's end, appended
 * to the block if the line keeps it: the record's head is its word `head`. Returns the next line,
 * NULL with an error. */
const char *trace_parser_addresses(struct trace_parser *parser, struct code_line *line,
                                   const char *p, lane_mask mask, uint32_t head);

/* transfers.c: what follows the static text of a line that has no addresses of lanes. The record's
 * head is the word `head`. Returns the next line, NULL with an error. */
const char *trace_parser_rest(struct trace_parser *parser, const struct code_line *line,
                              const char *p, lane_mask mask, uint32_t head);

/* mbarriers.c: the same of a line about an mbarrier. */
const char *trace_parser_mbarrier(struct trace_parser *parser, struct code_line *line,
                                  const char *p, lane_mask mask, uint32_t head);
/* The place of the mbarrier at that address. False with an error: there are too many. */
bool trace_parser_place_mbarrier(struct trace_parser *parser, uint64_t address, uint32_t *place);

/* barriers.c: exits and barriers of the warp that is being read. `head`: word of the record. */
void trace_parser_exit(struct trace_parser *parser, const struct code_line *line, lane_mask mask);
void trace_parser_barrier(struct trace_parser *parser, const struct code_line *line, lane_mask mask,
                          uint32_t head);
/* The warp's text has ended inside of a spin loop with an exit of some lanes: it is one of all. */
void trace_parser_exit_all(struct trace_parser *parser);
/* An error: lanes that wait at a barrier do something else. Returns false. */
bool trace_parser_leaves_barrier(struct trace_parser *parser);
/* All warps are read: does each pass the barriers it must? */
bool trace_parser_check_barriers(struct trace_parser *parser);

#endif
