/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that programs compute with; see random.h. */
#include "tests/differential/random.h"

uint64_t random_value(uint64_t *state)
{
    static const uint32_t words[] = {
        0,          1,          2,          31,         32,         33,
        0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,
        0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x3f800000, 0xbf800000,
        0x3f000000, 0x40490fdb, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
        0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x4f000000, 0x5f000000,
    };
    static const uint64_t doubles[] = {
        0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000, 0xfff0000000000000,
        0x7ff8000000000000, 0x8000000000000000, 0x7fffffffffffffff, 0x0000000000000001,
        0x41dfffffffc00000, 0x43e0000000000000, 0x47efffffe0000000, 0x3690000000000000,
    };
    uint32_t n_words = sizeof words / sizeof words[0];
    uint32_t n_doubles = sizeof doubles / sizeof doubles[0];
    switch (random_below(state, 6)) {
    case 0:
        return words[random_below(state, n_words)] | (uint64_t)words[random_below(state, n_words)]
                                                         << 32;
    case 1:
        return doubles[random_below(state, n_doubles)];
    case 2:
        return random_below(state, 256) | (uint64_t)random_below(state, 64) << 32;
    case 3: /* two floats near one */
        return (random_next(state) & UINT64_C(0x83ffffff83ffffff)) | UINT64_C(0x3c0000003c000000);
    case 4: /* a double near one */
        return (random_next(state) & UINT64_C(0x807fffffffffffff)) | UINT64_C(0x3f80000000000000);
    default:
        return random_next(state);
    }
}
