/* SPDX-License-Identifier: BSD-3-Clause */
/* Units that do nothing but send: the crossbar traffic of a GPU without the GPU.
 *
 * Every sender asks banks, chosen at random with a fixed seed, through one request port a bank, and
 * is answered through one reply port a sender: four messages (hops) a request.
 *
 *     sender s -> request port b -> bank b -> reply port s -> sender s
 *
 * Each station on the way keeps the order of arrival, needs a credit of its next wire, and passes
 * one message a cycle.
 */
#ifndef SIMGPU_TESTS_BENCHMARKS_MESSAGE_RIG_H
#define SIMGPU_TESTS_BENCHMARKS_MESSAGE_RIG_H

#include "models/core/engine.h"

enum {
    RIG_CYCLE_PS = 1428, /* of 700 MHz, rounded */
    RIG_HOPS = 4,
    RIG_SENDERS = 16,
    RIG_BANKS = 8,
    RIG_UNITS = 2 * (RIG_SENDERS + RIG_BANKS)
};

struct rig_shape {
    unsigned hop_cycles; /* latency of every wire, and of its credits */
    unsigned credits;    /* of every wire */
    unsigned requests;   /* of every sender */
};

struct rig;

/* Unit i lives on the host "u" i. */
struct rig *rig_new(const struct rig_shape *shape);
void rig_free(struct rig *rig);
struct engine *rig_engine(struct rig *rig);
/* Replies that have come back to all senders. */
uint64_t rig_replies(const struct rig *rig);

#endif
