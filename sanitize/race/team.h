/* SPDX-License-Identifier: BSD-3-Clause */
/* Several threads that check accesses for races while the kernel is computed further.
 *
 * The thread that computes keeps each access as an entry of a batch. A full batch goes to the team,
 * and another one is filled. Memory is cut into parts: pages of global memory by their numbers
 * (shadow.h), shared memory by block. A part belongs to one thread at a time, which goes through
 * its entries in their order. So each cell sees the accesses that it would see on one thread, in
 * the same order and with the same stamps, whatever the threads do: what is found is the same.
 *
 * That holds where what a thread knows is two stamps that an entry can have, its block's last
 * barrier and its warp's. Launches with more than barriers and atomics (fences, acquires, releases,
 * compares and swaps, asynchronous copies) change clocks with each access, in the order of all
 * memory: they are checked at once, by one thread.
 */
#ifndef SIMGPU_SANITIZE_RACE_TEAM_H
#define SIMGPU_SANITIZE_RACE_TEAM_H

#include "sanitize/race/stored.h"

enum { TEAM_PART_BITS = 6, TEAM_PARTS = 1 << TEAM_PART_BITS, TEAM_MOST_WARPS = 64 };

struct race_team;

/* threads: the caller's among them, two or more. parts: TEAM_PARTS of global memory, borrowed.
 * free_shadows: where shadows of shared memory go when nothing needs them any more. */
struct race_team *race_team_new(unsigned threads, struct shadow *const *parts,
                                const struct sites *sites, GPtrArray *free_shadows);
/* NULL is fine. Nothing may be left to be checked. */
void race_team_free(struct race_team *team);

/* A launch begins, in this order; nothing is left to be checked. */
void race_team_launch(struct race_team *team, const struct order *order);
/* An access of a block of at most TEAM_MOST_WARPS warps, with its stamp. Its shadow is NULL if it
 * goes to global memory. stored: NULL, or what it stores. */
void race_team_add(struct race_team *team, const struct race_access *access, uint32_t stamp,
                   const struct race_stored *stored);
/* Shadows of blocks that end now go there. */
GPtrArray *race_team_ended(struct race_team *team);
/* Checks all that is left. Tells what was found since the last call, as one thread would have, each
 * kind of find of a pair of sites once, with its number. */
void race_team_finish(struct race_team *team,
                      void (*tell)(void *data, const struct race_found *found), void *data);

#endif
