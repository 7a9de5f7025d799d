/* SPDX-License-Identifier: BSD-3-Clause */
/* Races: two accesses to a byte, at least one of them a write, that nothing orders.
 *
 * Each cell of shadow memory keeps its last write, and of the accesses that are not ordered before
 * it a few witnesses: the youngest, one of another lane of its warp, one of another warp of its
 * block, one of another block. Where only barriers order, a later access races with one of all that
 * were there if and only if it races with one of these. Where fences order, more are kept.
 *
 * Strong accesses whose scopes reach each other do not race. Differs from PTX: a volatile store is
 * data unless the other side waits for it in a loop or swaps, since programs that are older than
 * PTX's memory model mark shared data so; then their order is what counts.
 * Source: PTX ISA, "Data races", "Morally strong operations"; Jacobson, Burtscher and
 *   Gopalakrishnan, "HiRace" (SC 2024), for witnesses by level; Kamath and Basu, "iGUARD" (SOSP
 *   2021).
 */
#ifndef SIMGPU_SANITIZE_RACE_RACE_H
#define SIMGPU_SANITIZE_RACE_RACE_H

#include "sanitize/race/access.h"

void race_init(struct race *race, struct order *order, const struct sites *sites);
void race_finish(struct race *race);

/* Checks the access and remembers it. It is one instruction: order.now goes up. */
void race_access(struct race *race, const struct race_access *access);
/* The next instruction's stamp; 0: none are left, and race->full says so. */
uint32_t race_stamp(struct race *race);
/* Lanes of an instruction that has this stamp, which order.now is, too. */
void race_access_at(struct race *race, const struct race_access *access, uint32_t stamp);
/* A finished asynchronous copy of the thread to [offset, offset + bytes). */
void race_copy_ends(struct race *race, struct shadow *shadow, uint64_t offset, unsigned bytes,
                    uint32_t warp, unsigned lane);

#endif
