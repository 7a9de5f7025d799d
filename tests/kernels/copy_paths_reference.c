/* SPDX-License-Identifier: BSD-3-Clause */
/* What copy_paths.ptx must leave: thread t sums words 0 and 1 of its 16 bytes in its block's first
 * 1 KiB, and word 2 of those in the second. */
#include "workloads/reference.h"

enum { THREADS = 64, BLOCK_WORDS = 512, HALF = 256 };

void copy_paths_reference(struct reference_case *c);

void copy_paths_reference(struct reference_case *c)
{
    size_t n_in, n_out;
    const uint32_t *in = reference_buffer(c, "in", &n_in);
    uint32_t *out = reference_buffer(c, "out", &n_out);

    for (size_t i = 0; i < n_out && i / THREADS * BLOCK_WORDS < n_in; i++) {
        const uint32_t *mine = in + i / THREADS * BLOCK_WORDS + 4 * (i % THREADS);
        out[i] = mine[0] + mine[1] + mine[HALF + 2];
    }
}
