/* SPDX-License-Identifier: BSD-3-Clause */
/* Values on their way between an SM and an L2 bank, and the pool they come from.
 *
 * One payload serves a read reply (bytes), a write (bytes and which of them are meant) and an
 * atomic (an operation for each lane; the reply has old values in place of operands).
 *
 * Payloads are recycled through a free list for each thread. They hold no simulation state, so
 * sharing the list does no harm to exactness. Threads exchange surplus payloads through a depot:
 * one thread may run SMs, which only take, and another one banks, which only give back.
 */
#ifndef SIMGPU_CORE_PAYLOAD_H
#define SIMGPU_CORE_PAYLOAD_H

#include <stdbool.h>
#include <stdint.h>

enum { LINE_BYTES = 128 }; /* of every cache and of the coalescer */
enum { LINE_SECTORS = 4, LINE_SECTOR_BYTES = LINE_BYTES / LINE_SECTORS }; /* message.sectors */

/* The lanes of an atomic that touch one line, in lane order. */
struct atomic_lane {
    uint64_t a, b;  /* operands; in the reply a is the old value */
    uint8_t lane;   /* of the warp */
    uint8_t offset; /* of the location in its line, bytes */
};

/* A line's bytes are two of the host's lines: a read's reply touches no others. */
struct payload {
    union {
        struct payload *next_free;
        struct {
            _Alignas(64) uint8_t bytes[LINE_BYTES];
            uint64_t written[LINE_BYTES / 64]; /* of a write: bit i: byte i is written */
            bool has_bytes; /* of a write; false if only `written` is known, as in a trace */
        };
        struct {
            uint8_t op, type; /* enum atomic_op, enum atomic_type */
            uint8_t n_lanes;
            struct atomic_lane lanes[32];
        };
    };
};

struct payload_pool {
    struct payload *free;
    struct payload_chunk *chunks;
    uint64_t n_made;
    uint32_t n_free;
    uint32_t most_free;          /* if more are free, some go to the depot */
    struct payload_depot *depot; /* NULL: the pool is the only one */
};

void payload_pool_init(struct payload_pool *pool);
void payload_pool_finish(struct payload_pool *pool);
/* Pools that share a depot exchange payloads. It is borrowed. */
struct payload_depot *payload_depot_new(void);
void payload_depot_free(struct payload_depot *depot);
uint64_t payload_depot_count(const struct payload_depot *depot);
void payload_pool_share(struct payload_pool *pool, struct payload_depot *depot);
/* Contents are undefined. */
struct payload *payload_take(struct payload_pool *pool);
/* NULL is fine. */
void payload_give_back(struct payload_pool *pool, struct payload *payload);

#endif
