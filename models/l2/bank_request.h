/* SPDX-License-Identifier: BSD-3-Clause */
/* What waits in an L2 bank: requests, and sectors from DRAM. */
#ifndef SIMGPU_L2_BANK_REQUEST_H
#define SIMGPU_L2_BANK_REQUEST_H

#include "models/core/message_memory.h"
#include "models/l2/bank_lines.h"

/* How a request comes to one of two halves (bank_halves.h). */
enum bank_way {
    BANK_NEAR, /* from an SM of this half */
    BANK_COPY, /* from another one, whose half has a copy of the line */
    BANK_FAR   /* from another one, over to this half */
};

struct bank_request {
    struct message message;
    uint64_t mask[MASK_WORDS]; /* bytes it writes */
    uint32_t cycles;           /* for which it keeps the bank busy, if it is an atomic */
    enum bank_way way;         /* only if there are two halves */
    uint64_t arrival;          /* cycle */
};

/* Sectors that have come from DRAM. */
struct bank_fill {
    uint64_t arrival; /* cycle */
    uint32_t miss;    /* number */
    uint8_t sectors;
    uint16_t port;
    uint32_t launch; /* that asked for it */
};

#endif
