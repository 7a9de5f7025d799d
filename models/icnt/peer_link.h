/* SPDX-License-Identifier: BSD-3-Clause */
/* A GPU's link to the others, one direction of it for requests and one for replies.
 *
 * Each GPU has two of these units. The one for requests gets those of its SMs for memory of other
 * GPUs, and sends each to the L2 bank of the GPU whose memory it is. The one for replies gets what
 * its banks answer to SMs of other GPUs, and sends each there. What passes keeps its order. The
 * first waits for a slot where it goes, and holds up the others.
 *
 *     SM -> requests ======> L2 bank of the other GPU
 *     SM <====== replies of the other GPU <- L2 bank
 *
 * A message occupies the link for its data alone, or if it has none for a header: the bandwidth
 * that a platform gives is of data. Replies never wait for requests, so no circle of them can stop.
 *
 * On its way a request's requester is the number of its SM among those of all GPUs, behind as many
 * as a GPU has, so that a bank sees that it is none of its own.
 *
 * Source: D. Foley, J. Danskin, "Ultra-Performance Pascal GPU and NVLink Interconnect", IEEE Micro
 *   37(2), 2017: headers of 16 bytes; GPUs load, store and carry out atomics in each other's
 *   memory.
 * ASSUMED: where the link joins the GPU. What comes and goes on it takes as long through the GPU as
 *   by the crossbar, but waits for none of its ports. It passes the L2 of the GPU that has the
 *   memory, not the asking one's.
 * Differs: requests and replies of a direction don't share its bandwidth, and copies by the host
 *   have it to themselves as well.
 */
#ifndef SIMGPU_ICNT_PEER_LINK_H
#define SIMGPU_ICNT_PEER_LINK_H

#include "models/core/clock.h"
#include "models/core/engine.h"
#include "models/core/ring.h"
#include "models/memory/address_map.h"

struct device_memory;

enum { PEER_LINK_WIDTH = 8 /* bytes a cycle */ };

struct peer_link_config {
    struct clock clock; /* of flits of PEER_LINK_WIDTH */
    sim_time latency;   /* of a way from GPU to GPU */
};

/* bytes_per_s: in each direction. */
void peer_link_config_init(struct peer_link_config *config, uint64_t bytes_per_s, sim_time latency);

/* Which GPU's a link is; everything is borrowed. */
struct peer_link_site {
    const struct peer_link_config *config;
    const struct address_map *map; /* of requests: which bank of a GPU; NULL: of replies */
    const struct device_memory *memory;
    uint32_t device, n_devices; /* this GPU's number, and how many there are */
    uint32_t n_sms, n_banks;    /* of each */
};

struct peer_link_counters {
    uint64_t messages, bytes; /* that have passed; bytes are of data, or of headers without */
};

struct peer_link {
    struct unit unit;
    struct peer_link_site site;
    struct wire **out;   /* to all GPUs' banks or SMs, GPU by GPU; NULL: to its own */
    struct ring packets; /* struct message: have come and wait */
    uint64_t free_cycle; /* the last one has passed by then */
    struct peer_link_counters counters;
};

void peer_link_init(struct peer_link *link, struct engine *engine, const char *name,
                    const char *host, const struct peer_link_site *site);
void peer_link_finish(struct peer_link *link);
/* Makes the wire to a bank, or an SM, of another GPU. There a message still takes `inside`. */
void peer_link_connect(struct peer_link *link, uint32_t device, uint32_t index, struct unit *unit,
                       sim_time inside);

#endif
