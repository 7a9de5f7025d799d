/* SPDX-License-Identifier: BSD-3-Clause */
/* Asynchronous copies, which are there at once. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_COPIES_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_COPIES_H

#include "workloads/ptx/compile/machine/memory.h"

/* A copy of rows of a matrix goes on where it ended: with the next lines of each row, which the
 * processor does not expect. Lanes that copy one line; bytes from a lane's line to the next ones,
 * ASSUMED: tiles are 64 or 128 bytes wide. */
enum { PER_LINE = 4, AHEAD = 128 };

/* From global memory at from[] + offset to the block's shared memory at to[], of these lanes.
 * bytes: 4, 8 or 16. False: not in the windows. */
PART static bool copy_bytes(struct compiled_warp *c, struct compiled_window *window, uint32_t site,
                            uint64_t from[32], const uint64_t to[32], uint32_t lanes,
                            uint32_t bytes)
{
    if (!reach(c, window, site, from, lanes, bytes) ||
        !reach(c, &c->shared_window, UINT32_MAX, to, lanes, bytes))
        return false;
    if (lanes == (uint32_t)ALL && bytes == 16) {
        for (unsigned i = 0; i < 32; i++)
            memcpy(c->shared + to[i], c->memory + from[i], 16);
        for (unsigned i = 0; i < 32; i += PER_LINE)
            __builtin_prefetch(c->memory + from[i] + AHEAD);
        return true;
    }
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctz(lanes);
        memcpy(c->shared + to[i], c->memory + from[i], bytes);
    }
    return true;
}

#define COPY(size, stored)                                                                         \
    PART bool copy_to_##size(struct compiled_warp *c, struct compiled_window *window,              \
                             uint32_t site, const long_word *from, uint64_t offset,                \
                             const stored *to, uint32_t to_offset, uint32_t lanes, uint32_t bytes) \
    {                                                                                              \
        uint64_t global[32], shared[32];                                                           \
        EVERY_LANE global[i] = from[i] + offset;                                                   \
        EVERY_LANE shared[i] = (uint32_t)(to[i] + to_offset);                                      \
        return copy_bytes(c, window, site, global, shared, lanes, bytes);                          \
    }
COPY(32, word)
COPY(64, long_word)

#endif
