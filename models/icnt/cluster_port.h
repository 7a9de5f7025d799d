/* SPDX-License-Identifier: BSD-3-Clause */
/* The port that SMs of a cluster share: one input of the crossbar, or one output of it
 * (xbar.cluster).
 *
 * Requests of a cluster's SMs come here on wires of their own. They go on to the crossbar as if one
 * SM had sent them. Replies to all of them leave the crossbar by one port; here each goes to its
 * SM. Packets pass in the order in which they have come. So the first holds up those behind it
 * while it waits for a slot, whichever SM they belong to.
 *
 * A request passes for ceil(bytes / width) cycles, from the arrival of its first bytes on. So a
 * request that follows no other closely loses no time here, and SMs that send at once share the
 * width. Replies have been serialised as they left the crossbar. If a full SM has held up replies,
 * one goes a cycle.
 *
 * Each wire between an SM and the crossbar is two here. They share its latency and the latency of
 * its credits (crossbar_share), so an SM that uses the port alone loses no time by it.
 *
 * Source: GPGPU-Sim's simt_core_cluster (shader.cc): the SMs of a cluster push requests into one
 * input buffer of the network, and one queue holds the replies to all of them. Differs: here an SM
 * has a buffer of its own before the shared one; there it keeps its request and waits.
 * Units: cycles of the crossbar's clock.
 */
#ifndef SIMGPU_ICNT_CLUSTER_PORT_H
#define SIMGPU_ICNT_CLUSTER_PORT_H

#include "models/core/ring.h"
#include "models/icnt/port.h"
#include "models/memory/address_map.h"

struct cluster_port {
    struct unit unit;
    const struct crossbar_config *config;
    const struct address_map *map; /* requests: finds the bank of the address; NULL: replies */
    uint32_t first_sm;             /* the cluster's first; a reply goes to its requester */
    struct wire **out;
    struct ring packets;           /* struct message: have come and wait */
    uint64_t free_cycle;           /* the last packet has passed by then */
    uint64_t blocked_since;        /* cycle; CYCLE_NEVER unless the first packet waits for a slot */
    struct port_counters counters; /* without packets and bytes, which the crossbar's ports count */
};

/* config and map are borrowed. */
void cluster_port_init(struct cluster_port *port, struct engine *engine, const char *name,
                       const char *host, const struct crossbar_config *config,
                       const struct address_map *map, uint32_t first_sm);
void cluster_port_finish(struct cluster_port *port);
/* out: wires to the banks or to the crossbar's ports before them, or to the cluster's SMs; copied.
 */
void cluster_port_connect(struct cluster_port *port, struct wire *const *out, uint32_t n);

#endif
