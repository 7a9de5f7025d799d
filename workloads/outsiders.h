/* SPDX-License-Identifier: BSD-3-Clause */
/* Lanes that execute a .sync instruction without being in its membermask: where that happened.
 *
 * PTX leaves the result undefined. Published programs do it, and count on what hardware gives.
 * A program is told of each place once, when it has ended, in the order of files and lines: so the
 * text depends neither on threads nor on the lookahead.
 * Source: PTX ISA, vote.sync: "the behavior is undefined if the executing thread is not in the
 * membermask".
 */
#ifndef SIMGPU_WORKLOADS_OUTSIDERS_H
#define SIMGPU_WORKLOADS_OUTSIDERS_H

#include <glib.h>
#include <stdint.h>

struct kernel_code;

struct outsiders {
    GMutex mutex;
    GHashTable *places; /* struct outsider_place, and what is said of it */
};

void outsiders_init(struct outsiders *outsiders);
void outsiders_finish(struct outsiders *outsiders);
/* Lanes of a kernel did so at pc. Any thread may call. */
void outsiders_note(struct outsiders *outsiders, const struct kernel_code *code, uint32_t pc);
/* Appends a line for each place. */
void outsiders_report(struct outsiders *outsiders, GString *text);

#endif
