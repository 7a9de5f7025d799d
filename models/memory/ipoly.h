/* SPDX-License-Identifier: BSD-3-Clause */
/* Hashing by remainders of polynomials over GF(2): where consecutive and strided pieces of memory
 * go, so that no power-of-two stride stays on a few of 2^n places.
 *
 * The bits of a number are the coefficients of a polynomial; its place is the remainder of the
 * division by a primitive polynomial of degree n. The low n bits alone are their own remainder, so
 * for fixed high bits the places are a permutation of the low ones.
 *
 * Source: Rau, "Pseudo-randomly interleaved memory" (ISCA 1991). The polynomials for 16, 32 and 64
 * places, and the 13, 15 and 19 bits above the low n that take part, are those of GPGPU-Sim
 * (hashing.cc). It takes them from Khairy et al., "SACAT", TPDS 2017, and calls them IPOLY. Other
 * numbers of places take the first primitive polynomial of Peterson's tables and 3 n + 1 bits,
 * ASSUMED.
 */
#ifndef SIMGPU_MEMORY_IPOLY_H
#define SIMGPU_MEMORY_IPOLY_H

#include <stdint.h>

enum { IPOLY_MAX_BITS = 10, IPOLY_BYTES = 4 };

struct ipoly {
    uint32_t bits;
    uint16_t of_byte[IPOLY_BYTES][256]; /* remainder of each byte of the number, in its position */
};

/* 2^bits places; bits: at most IPOLY_MAX_BITS. */
void ipoly_init(struct ipoly *ipoly, uint32_t bits);

static inline uint32_t ipoly_place(const struct ipoly *ipoly, uint64_t number)
{
    return ipoly->of_byte[0][number & 255] ^ ipoly->of_byte[1][number >> 8 & 255] ^
           ipoly->of_byte[2][number >> 16 & 255] ^ ipoly->of_byte[3][number >> 24 & 255];
}

#endif
