/* SPDX-License-Identifier: BSD-3-Clause */
/* The coalescer: which cache lines a warp's memory access touches.
 *
 * A warp's access is cut into requests of at most `request_bytes`. With 128 bytes these are half
 * warps for 8-byte accesses and quarter warps for 16-byte accesses. A request becomes one
 * transaction for each 128-byte line that its lanes touch, in the order of the first lane that
 * touches it.
 *
 * Source: CUDA C Programming Guide 4.2, appendix F.4.2 "Global Memory" (compute capability 2.x);
 * GPGPU-Sim's abstract_hardware_model.cc, memory_coalescing_arch_reduce_and_send, for
 * coalesce_halves.
 * Differs: two requests' transactions of one line are never merged, as in the guide.
 * Units: addresses and sizes in bytes.
 */
#ifndef SIMGPU_SM_COALESCER_H
#define SIMGPU_SM_COALESCER_H

#include "workloads/instruction.h"

enum { COALESCER_LINE_BYTES = 128, COALESCER_SECTOR_BYTES = 32 };

struct line_transaction {
    uint64_t line;   /* address of its first byte */
    lane_mask lanes; /* that access it in this request */
    uint8_t sectors; /* bit i: bytes 32 i to 32 i + 31 are touched */
};

/* Fills `out` and returns the number of transactions: 0 to 32, 0 only if no lane is active.
 * access_bytes is what one lane moves: 1, 2, 4, 8 or 16. Every active lane's address is a multiple
 * of it, so no access straddles two lines. Addresses of other lanes are not looked at.
 * request_bytes: a power of two from 16 on. It is 128 for compute capability 2.x; 512 or more never
 * cuts a warp. */
unsigned coalesce(lane_mask active, const uint64_t address[WARP_LANES], unsigned access_bytes,
                  unsigned request_bytes, struct line_transaction out[WARP_LANES]);

/* The same for all lanes, if each is known to lie the stride behind the one before it. */
unsigned coalesce_regular(const uint64_t address[WARP_LANES], uint64_t stride,
                          unsigned access_bytes, unsigned request_bytes,
                          struct line_transaction out[WARP_LANES]);

/* Divides n transactions into those of segments, 32 or 64 bytes long. A coalescer that takes narrow
 * segments for narrow accesses makes these. The lanes' accesses must not straddle segments. Returns
 * their number. */
unsigned coalesce_in_segments(const uint64_t address[WARP_LANES], unsigned segment_bytes,
                              struct line_transaction lines[WARP_LANES], unsigned n);

/* Widens a store's transactions to the whole line if their sectors lie in both halves of it. A
 * coalescer that sends a line, a half, or a sector of it makes these. */
void coalesce_halves(struct line_transaction lines[WARP_LANES], unsigned n);

/* Divides n transactions of an atomic for a memory that takes several lanes of a sector in one
 * request only if they name different places. Each sector makes one transaction, and one more for
 * each further lane at a place that has been named. Returns their number. */
unsigned coalesce_atomics(const uint64_t address[WARP_LANES],
                          struct line_transaction lines[WARP_LANES], unsigned n);

/* Puts n transactions into the falling order of their lines. Of one line's transactions the last
 * becomes the first. */
void coalesce_falling(struct line_transaction lines[WARP_LANES], unsigned n);

#endif
