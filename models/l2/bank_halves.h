/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 of two halves, each near to half of the SMs. A request of an SM of the other half goes over
 * to the line's own bank and takes longer, unless the half beside that SM has a copy of the line.
 *
 * A line belongs to one bank, that of its address. The bank also keeps the tags of the copies that
 * the other half has of its lines: the two banks would stand at the same place of their halves. A
 * read, or a fetch, of the other half whose sectors are all in a copy that has come is as fast as a
 * near one. Any other read goes over, and brings a copy of its sectors with it. Writes and atomics
 * of the other half always go over; writes leave copies as they are, with the new values.
 *
 * A request that goes over comes so many cycles later, and in order among its like. Those of the
 * near half overtake it. Values do not: requests take effect as they arrive.
 *
 * Source: NVIDIA's white paper on the A100 (2020): each partition of L2 caches what the SMs that
 * are connected to it access, and hardware keeps the two coherent. RRZE's gpu-benches (1038c5d0)
 * measure 205 to 206 cycles on an A100 while all data fit into one half, 20 MB, and 271 to 412
 * beyond. GPGPU-Sim 2.0 (l2cache.cc) has two halves as well, whose caches hold lines and copies.
 * ASSUMED: which SMs and channels are one half (the first ones); copies have places of their own
 * (far.copies) and don't take those of lines; the other half's requests share this bank's ports, as
 * this half's requests there do.
 *
 * Units: cycles of the bank's clock.
 */
#ifndef SIMGPU_L2_BANK_HALVES_H
#define SIMGPU_L2_BANK_HALVES_H

#include "models/cache/tag_array.h"
#include "models/l2/bank_entry.h"

struct bank_halves_config {
    uint32_t halves; /* 1: an L2 is whole, and nothing else counts */
    uint32_t far_latency;
    uint64_t copies_bytes; /* of a bank's lines in the other half; 0: none */
    uint32_t copies_ways;
};

struct bank_halves_site {
    bool second;        /* the bank is in the second half */
    uint32_t second_sm; /* first SM of the second half */
};

struct bank_halves {
    const struct bank_halves_config *config;
    struct bank_halves_site site;
    struct ring far; /* struct bank_request: on their way over */
    bool has_copies;
    struct tag_array copies; /* by addresses in the bank */
    uint8_t *sectors;        /* by copy: those that it has */
    uint64_t *comes;         /* by copy: the cycle from which it is there */
};

/* NULL if the L2 is whole. The engine's arena gives memory. */
struct bank_halves *bank_halves_new(const struct bank_halves_config *config,
                                    const struct bank_halves_site *site, struct arena *arena);
void bank_halves_free(struct bank_halves *halves);

/* How a request of that cycle comes; it may bring a copy. in_bank: its line's address_map_in_bank.
 */
enum bank_way bank_halves_way(struct bank_halves *halves, const struct message *message,
                              uint64_t in_bank, uint64_t cycle);

/* The other half has read the line, in a launch or a part of one that nobody timed. */
void bank_halves_warm(struct bank_halves *halves, uint64_t in_bank, uint8_t sectors);

/* When the first of those on their way over comes; CYCLE_NEVER: there is none. */
static inline uint64_t bank_halves_next(const struct bank_halves *halves)
{
    if (halves->far.count == 0)
        return UINT64_MAX;
    return ((const struct bank_request *)ring_first(&halves->far, sizeof(struct bank_request)))
        ->arrival;
}

/* Moves the requests that come up to that cycle to the bank's. */
void bank_halves_move(struct bank_halves *halves, struct ring *requests, uint64_t cycle);

#endif
