/* SPDX-License-Identifier: BSD-3-Clause */
/* What waits in an L2 bank: requests, and sectors from DRAM. */
#ifndef SIMGPU_L2_BANK_REQUEST_H
#define SIMGPU_L2_BANK_REQUEST_H

#include "models/core/message_memory.h"
#include "models/l2/bank_lines.h"

struct bank_request {
    struct message message;
    uint64_t mask[MASK_WORDS]; /* bytes it writes */
    uint32_t cycles;           /* for which it keeps the bank busy, if it is an atomic */
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
