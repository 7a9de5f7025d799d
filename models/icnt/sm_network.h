/* SPDX-License-Identifier: BSD-3-Clause */
/* The network between the SMs of a GPC, on which the blocks of a cluster reach each other's shared
 * memory. One unit a GPC.
 *
 * Each SM has one way in and one way out, of `width` bytes a cycle. A message takes
 * the way of its sender, then the latency to its receiver, then the way of that one. SMs of a pair
 * (TPC) are nearer to each other than others. A reply starts `serve` cycles after its request has
 * come to the SM: so long shared memory takes. That time passes here, so that an SM need not wake
 * for it.
 *
 * SMs bound what is on its way: each may have `requests` requests out. So there is always room.
 *
 * Source: HPMLL/NVIDIA-Hopper-Benchmark (H800): 181 cycles to shared memory in a cluster of two,
 *   203 to 213 in larger ones, 33 to the block's own. ASSUMED: the pair is why two are faster; the
 *   shape of the network, which NVIDIA has not published.
 */
#ifndef SIMGPU_ICNT_SM_NETWORK_H
#define SIMGPU_ICNT_SM_NETWORK_H

#include "models/core/engine.h"

struct sm_network_config {
    struct clock clock;
    uint32_t width;     /* bytes a cycle of an SM's way in, and of its way out */
    uint32_t near, far; /* cycles from SM to SM: in a pair, and otherwise; far >= near */
    uint32_t serve;     /* cycles in the SM that owns the bytes */
    uint32_t requests;  /* that an SM may have out */
    uint32_t signals;   /* that may be on their way from an SM besides */
};

/* A message between its ways. */
struct sm_network_held {
    sim_time ready;
    struct message message;
};

struct sm_network {
    struct unit unit;
    const struct sm_network_config *config;
    uint32_t first_sm, n_sms;
    uint64_t *in_free, *out_free;   /* by SM: the cycle from which on the way is free */
    struct wire **out;              /* by SM */
    struct sm_network_held *held;   /* sorted by `ready`, then by arrival */
    uint32_t first, end, most_held; /* those from first to end are there */
};

/* Of the SMs from first_sm on. config is borrowed. */
void sm_network_init(struct sm_network *network, struct engine *engine, const char *name,
                     const char *host, const struct sm_network_config *config, uint32_t first_sm,
                     uint32_t n_sms);
void sm_network_finish(struct sm_network *network);
/* Makes the wires of SM `sm`, a unit with that index; returns the one on which it sends. */
struct wire *sm_network_connect(struct sm_network *network, uint32_t sm, struct unit *unit);

#endif
