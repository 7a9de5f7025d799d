/* SPDX-License-Identifier: BSD-3-Clause */
/* What order_storm.ptx must leave, for blocks of 128 threads and 5 rounds; two blocks count 4
 * rounds as .f16, to 1,024 each half, which is exact. */
#include "workloads/reference.h"

#include <string.h>

enum { ROUNDS = 5, TWO_HALVES_OF_1024 = 0x64006400 };

void order_storm_reference(struct reference_case *c);

void order_storm_reference(struct reference_case *c)
{
    size_t threads;
    uint32_t *own = reference_buffer(c, "own", &threads);
    uint32_t *sums = reference_buffer(c, "sums", NULL);
    uint32_t total = (uint32_t)threads * ROUNDS;
    float as_float = (float)total;

    for (size_t i = 0; i < threads; i++)
        own[i] = ROUNDS;
    sums[0] = total / 4;
    sums[1] = total / 32;
    memcpy(&sums[2], &as_float, sizeof as_float);
    sums[4] = total;
    sums[8] = TWO_HALVES_OF_1024;
}
