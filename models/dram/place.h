/* SPDX-License-Identifier: BSD-3-Clause */
/* Where in a DRAM channel a line lies, unless memory.address_bits says so (l2/address_map.h).
 *
 * Consecutive lines of the channel lie in different bank groups, so that a stream is not slowed by
 * tCCDL; then come the columns of a row, then the banks of a group, then rows. The bank is shifted
 * by the row, so that strides of a row's size use all banks.
 *
 * Source: order of the fields: GPGPU-Sim's GTX 480 configuration (gpgpu_mem_addr_mapping: a bank
 * bit above the line, the others above the column); the shift after Zhang, Zhu, Zhang, "A
 * permutation-based page interleaving scheme" (MICRO 2000). Differs: adds the row instead of
 * XORing it, so that no two neighbouring pieces of a stream meet in a bank.
 */
#ifndef SIMGPU_DRAM_PLACE_H
#define SIMGPU_DRAM_PLACE_H

#include <stdint.h>

#include "models/core/payload.h"

/* Logarithms to base 2 of the numbers of bank groups and banks in one, and of a row's bytes. */
struct dram_geometry {
    uint8_t groups, in_group, row;
};

struct dram_place {
    uint32_t bank;
    uint64_t row;
};

/* in_channel: the line's address_map_in_channel. */
static inline struct dram_place dram_place_of(const struct dram_geometry *geometry,
                                              uint64_t in_channel)
{
    uint32_t group = (uint32_t)(in_channel / LINE_BYTES) & ((1u << geometry->groups) - 1);
    uint64_t rest = in_channel >> (geometry->groups + geometry->row);
    uint64_t row = rest >> geometry->in_group;
    uint32_t bank = (uint32_t)(rest + row) & ((1u << geometry->in_group) - 1);
    return (struct dram_place){.bank = bank << geometry->groups | group, .row = row};
}

#endif
