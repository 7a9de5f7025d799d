/* SPDX-License-Identifier: BSD-3-Clause */
/* Plays a trace by hand, without an SM: block after block, warp after warp. */
#ifndef SIMGPU_TESTS_TRACE_PLAYER_H
#define SIMGPU_TESTS_TRACE_PLAYER_H

#include "workloads/sass_trace/launch.h"

struct trace_player {
    struct trace_notes notes;
    struct trace_launch *trace;
    struct launch launch;
    struct block_context block;
    struct warp_context warp;
    void *state;
    uint8_t *shared;
    struct issued issued; /* its bulk copies are the player's */
    uint32_t pc;          /* of what was issued last */
};

/* False with an error: the header. */
bool trace_player_open(struct trace_player *player, const char *path, GError **error);
void trace_player_close(struct trace_player *player);
/* The warp begins. */
void trace_player_start(struct trace_player *player, uint64_t block, unsigned warp);
/* Issues one instruction: false when the warp has ended. A fault fails the test. */
bool trace_player_step(struct trace_player *player);
const struct instruction *trace_player_facts(const struct trace_player *player);

/* Every block and warp; the result describes all that was issued, to be compared. g_free. */
char *trace_player_transcript(const char *path);
/* The same text when blocks are played in another order: `first`, then each time `step` further,
 * which has no factor in common with their number. */
char *trace_player_transcript_in_order(const char *path, uint64_t first, uint64_t step);
/* The first error when all is played; NULL if there is none. g_free. */
char *trace_player_error(const char *path);

#endif
