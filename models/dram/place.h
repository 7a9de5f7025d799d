/* SPDX-License-Identifier: BSD-3-Clause */
/* Where in a DRAM channel a line lies, unless memory.address_bits says so (memory/address_map.h).
 *
 * Consecutive pieces of the channel go round some banks (bank.ways). These are in different bank
 * groups, so tCCDL does not slow a stream. Then come the columns of a row, then the other banks,
 * then rows. bank.hash "rotate" shifts the bank by the row, so that strides of a row's size use all
 * banks.
 *
 * Source: order of the fields: GPGPU-Sim's GTX 480 configuration (gpgpu_mem_addr_mapping: a bank
 * bit above the piece, the others above the column). The shift: after Zhang, Zhu, Zhang, "A
 * permutation-based page interleaving scheme" (MICRO 2000). Differs: adds the row instead of XORing
 * it, so that no two neighbouring pieces of a stream meet in a bank.
 */
#ifndef SIMGPU_DRAM_PLACE_H
#define SIMGPU_DRAM_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/* Logarithms to base 2. */
struct dram_geometry {
    uint8_t low_banks;  /* banks that consecutive pieces go to */
    uint8_t high_banks; /* the other factor of the number of banks */
    uint8_t piece;      /* bytes */
    uint8_t row;        /* bytes of a bank */
    bool shift;
};

struct dram_place {
    uint32_t bank;
    uint64_t row;
};

/* in_channel: the line's address_map_in_channel. */
static inline struct dram_place dram_place_of(const struct dram_geometry *geometry,
                                              uint64_t in_channel)
{
    uint64_t piece = in_channel >> geometry->piece;
    uint32_t low = (uint32_t)piece & ((1u << geometry->low_banks) - 1);
    uint64_t rest = in_channel >> (geometry->low_banks + geometry->row);
    uint64_t row = rest >> geometry->high_banks;
    uint64_t high = (geometry->shift ? rest + row : rest) & ((1u << geometry->high_banks) - 1);
    return (struct dram_place){.bank = (uint32_t)high << geometry->low_banks | low, .row = row};
}

#endif
