/* SPDX-License-Identifier: BSD-3-Clause */
/* What async_copy.ptx must leave: thread t sums word 4 ((5 t + 7) mod 64) + t mod 4 of its block's
 * tiles, but of the last tile words 21 to 23 count as zero. */
#include "workloads/reference.h"

enum { THREADS = 64, TILE = 256 };

void async_copy_reference(struct reference_case *c);

void async_copy_reference(struct reference_case *c)
{
    size_t n_in, n_out;
    const uint32_t *in = reference_buffer(c, "in", &n_in);
    uint32_t *out = reference_buffer(c, "out", &n_out);
    size_t tiles = n_in / TILE / (n_out / THREADS);

    for (size_t i = 0; i < n_out; i++) {
        size_t block = i / THREADS, thread = i % THREADS;
        size_t word = 4 * ((5 * thread + 7) % THREADS) + thread % 4;
        out[i] = 0;
        for (size_t tile = 0; tile < tiles; tile++)
            if (tile + 1 < tiles || word < 21 || word > 23)
                out[i] += in[(block * tiles + tile) * TILE + word];
    }
}
