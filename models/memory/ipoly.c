/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/ipoly.h"
#include <glib.h>

/* Without its leading coefficient, by degree. */
static const uint16_t polynomials[IPOLY_MAX_BITS + 1] = {
    [1] = 0x1, [2] = 0x3, [3] = 0x3,  [4] = 0x3,  [5] = 0x5,
    [6] = 0x3, [7] = 0x3, [8] = 0x1d, [9] = 0x11, [10] = 0x9};

/* Bits of a number that take part. */
static uint32_t reach_of(uint32_t bits)
{
    uint32_t above = bits == 5 ? 15 : 3 * bits + 1;
    return MIN(bits + above, 8 * IPOLY_BYTES);
}

void ipoly_init(struct ipoly *ipoly, uint32_t bits)
{
    g_assert(bits <= IPOLY_MAX_BITS);
    *ipoly = (struct ipoly){.bits = bits};
    if (bits == 0)
        return;
    uint32_t remainder = 1; /* of x^position */
    for (uint32_t position = 0; position < reach_of(bits); position++) {
        for (uint32_t byte = 0; byte < 256; byte++)
            if (byte >> (position % 8) & 1)
                ipoly->of_byte[position / 8][byte] ^= (uint16_t)remainder;
        uint32_t carry = remainder >> (bits - 1);
        remainder = (remainder << 1 & ((1u << bits) - 1)) ^ (carry ? polynomials[bits] : 0);
    }
}
