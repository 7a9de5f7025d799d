/* SPDX-License-Identifier: BSD-3-Clause */
/* What the platform says about the crossbar: its width, its packets and the wires around its ports.
 *
 * A message is about one line or a part of it, and is sent as one. But it costs the port as many
 * packets as hardware would send. A GPU that asks for each 32-byte sector by itself needs four
 * packets for a line, in both directions.
 */
#ifndef SIMGPU_ICNT_CROSSBAR_H
#define SIMGPU_ICNT_CROSSBAR_H

#include "models/core/message.h"
#include "models/core/payload.h"
#include "models/core/platform/platform.h"
#include "models/core/wire.h"

/* A crossbar connects at most so many. An SM has up to three wires in: see crossbar_way. */
enum { CROSSBAR_MAX_SMS = 1024, CROSSBAR_MAX_BANKS = 1024, CROSSBAR_MAX_WIRES = 3 };

/* The packets of one direction. */
struct packet_shape {
    uint32_t width;        /* bytes a cycle, of every port in and out */
    uint32_t header_bytes; /* of a packet */
    uint32_t data_bytes;   /* the most that a packet carries; if it carries none: concerns */
    bool leads; /* a message has entered the crossbar with its first flit, not its last */
};

/* A wire of their own for some requests, from each SM to its switch. */
struct crossbar_way {
    bool exists;
    struct wire_shape wire;
};

struct crossbar_config {
    struct clock clock;
    bool input_queued;                     /* switch.h, else port.h */
    struct packet_shape requests, replies; /* of one width */
    struct wire_shape sm_to_port, port_to_bank, bank_to_port, port_to_sm;
    uint32_t speedup; /* the inside of a switch is so many times faster than its outputs' wires */
    bool rising;      /* an input may send to outputs of rising numbers in one cycle */
    uint32_t mixed;   /* messages of an input whose packets take turns; 1: none do */
    bool apart;       /* packets for a line that others want arrive apart */
    struct crossbar_way fetch;  /* of instructions and constants */
    struct crossbar_way atomic; /* of atomics */
    uint32_t cluster;           /* SMs that share an input and an output; 1: none do */
    /* If they do: wires between an SM and its cluster's ports (cluster_port.h). sm_to_port and
     * port_to_sm then lead from these to the crossbar, and other ways end at the cluster's port. */
    struct wire_shape sm_to_cluster, cluster_to_sm;
};

/* The group "crossbar". */
bool crossbar_config_read(struct crossbar_config *config, struct platform_group *group,
                          GError **error);

/* After the groups have been read: divides the wires from and to SMs at their clusters' ports, if
 * there are any. An SM keeps the slots that it has on its wires to all banks. */
void crossbar_share(struct crossbar_config *config, uint32_t n_banks);

/* How many inputs, and outputs to them, the crossbar has for so many SMs. */
static inline uint32_t crossbar_sm_ports(const struct crossbar_config *config, uint32_t n_sms)
{
    return (n_sms + config->cluster - 1) / config->cluster;
}

/* Names the first kind of wires whose slots cannot cover their round trip at the width of the port
 * that sends on them, in a sentence: the port then can't reach its bandwidth. NULL: all can. A
 * crossbar without queues at its inputs has a wire from each SM to each bank's port. From each bank
 * it has one to each SM's port, or each cluster's. g_free it. */
char *crossbar_short_of_slots(const struct crossbar_config *config, uint32_t n_sms,
                              uint32_t n_banks);

/* Reads prefix.latency, prefix.credit_latency and prefix.slots; cycles are those of `clock`. */
bool wire_shape_read(struct wire_shape *shape, struct platform_group *group, const char *prefix,
                     const struct clock *clock, GError **error);

/* Cycles for which `bytes` occupy a path that is `width` bytes wide. */
static inline uint32_t flits(uint32_t bytes, uint32_t width)
{
    return (bytes + width - 1) / width;
}

/* Packets of a message about these sectors. */
static inline uint32_t packets_in(const struct packet_shape *shape, uint8_t sectors)
{
    const uint32_t bytes = message_sector_count(sectors) * LINE_SECTOR_BYTES;
    const uint32_t shift = (uint32_t)__builtin_ctz(shape->data_bytes); /* a power of two */
    return MAX((bytes + shape->data_bytes - 1) >> shift, 1);
}

/* How many bytes a message about these sectors occupies if it carries `data` bytes. It is a packet
 * for each data_bytes of the sectors. Each has a header; each but the last is padded to whole
 * flits. */
uint32_t packets_bytes(const struct packet_shape *shape, uint8_t sectors, uint32_t data);

#endif
