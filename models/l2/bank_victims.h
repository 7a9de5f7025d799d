/* SPDX-License-Identifier: BSD-3-Clause */
/* Which line of an L2 bank makes room for a request, and what this line writes to DRAM. */
#ifndef SIMGPU_L2_BANK_VICTIMS_H
#define SIMGPU_L2_BANK_VICTIMS_H

#include "models/l2/bank_lookup.h"

/* launch: of the request that needs the room. */
void bank_write_back(struct l2_bank *bank, uint64_t address, uint8_t dirty, uint32_t launch,
                     uint64_t cycle);
/* Tells the replacer which request asks for which line. */
void bank_describe_access(struct l2_bank *bank, const struct bank_lookup *lookup);
/* Finds a line for the request. The port to DRAM must keep room for `messages` more. */
enum bank_wait bank_allocate(struct l2_bank *bank, struct bank_lookup *lookup, uint32_t messages);

#endif
