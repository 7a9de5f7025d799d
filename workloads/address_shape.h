/* SPDX-License-Identifier: BSD-3-Clause */
/* The shape of an access: the address of lane i is a base plus offset[i]. Many accesses have the
 * same shape, and differ in the base.
 *
 * A trace's accesses have few shapes. To time an access of known shape, the SM need not look at 32
 * addresses. Bank conflicts and lines depend only on the shape and on a few low bits of the base.
 * The shape keeps the last such results, under a key of all that they depend on. So a shared load
 * of a tiled matrix product takes some 60 host instructions from its record to its cycles, instead
 * of 1,100.
 *
 * Units: bytes.
 */
#ifndef SIMGPU_WORKLOADS_ADDRESS_SHAPE_H
#define SIMGPU_WORKLOADS_ADDRESS_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum { SHAPE_LANES = 32, SHAPE_LINES = 4 };

struct address_shape {
    int64_t lowest, highest; /* offset */
    /* For the SM: models/sm/access/access_shape.c. A key is 0 while there is no result. */
    uint32_t conflict_key, conflict_cycles;
    uint64_t lines_key;
    uint8_t n_lines;   /* 0: more than SHAPE_LINES */
    bool whole_stores; /* a store at the key's addresses writes whole sectors */
    struct {
        uint64_t distance; /* from the base's line */
        uint32_t lanes;
        uint8_t sectors;
    } lines[SHAPE_LINES];
    int64_t offset[SHAPE_LANES]; /* 0 for lanes without an address */
};

#endif
