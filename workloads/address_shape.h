/* SPDX-License-Identifier: BSD-3-Clause */
/* Addresses that many accesses have in common but for where they begin: lane i's is a base plus
 * offset[i].
 *
 * A trace's accesses have few shapes. Whoever times an access of known shape need not look at 32
 * addresses: bank conflicts and lines depend on the shape and on a few low bits of the base only.
 * What was found out last is kept here, under a key of all that it depends on. So a shared load of
 * a tiled matrix product takes some 60 host instructions from its record to its cycles, in place of
 * 1,100.
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
    /* The SM's: models/sm/access/access_shape.c. Keys are 0 while nothing has been found out. */
    uint32_t conflict_key, conflict_cycles;
    uint64_t lines_key;
    uint8_t n_lines;   /* 0: more than SHAPE_LINES */
    bool whole_stores; /* a store at the key's addresses writes whole sectors */
    struct {
        uint64_t distance; /* from the base's line */
        uint32_t lanes;
        uint8_t sectors;
    } lines[SHAPE_LINES];
    int64_t offset[SHAPE_LANES]; /* of lanes without address 0 */
};

#endif
