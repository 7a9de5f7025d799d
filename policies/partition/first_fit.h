/* SPDX-License-Identifier: BSD-3-Clause */
/* A first-fit allocator of a stretch of addresses: the registers or the shared memory of an SM. As
 * in hardware, each block gets one piece. Free memory may lie in pieces that are too small.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section III, figure 2a. ASSUMED: first fit,
 * which the figure is drawn with and the text does not name.
 */
#ifndef SIMGPU_POLICIES_FIRST_FIT_H
#define SIMGPU_POLICIES_FIRST_FIT_H

#include <stdbool.h>
#include <stdint.h>

enum { FIRST_FIT_PIECES = 256 }; /* blocks on an SM, sent ahead included */

struct first_fit {
    uint64_t size;
    uint32_t n; /* pieces in use, by address */
    struct first_fit_piece {
        uint64_t at, size; /* size > 0 */
    } pieces[FIRST_FIT_PIECES];
};

/* The address where so many bytes would go; UINT64_MAX: no gap is large enough. 0 bytes go to 0. */
uint64_t first_fit_find(const struct first_fit *memory, uint64_t size);
/* Takes the piece that first_fit_find has found. */
void first_fit_take(struct first_fit *memory, uint64_t at, uint64_t size);
void first_fit_release(struct first_fit *memory, uint64_t at, uint64_t size);

#endif
