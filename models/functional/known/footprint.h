/* SPDX-License-Identifier: BSD-3-Clause */
/* Which allocations of device memory a launch has read, and which it has written. */
#ifndef SIMGPU_FUNCTIONAL_FOOTPRINT_H
#define SIMGPU_FUNCTIONAL_FOOTPRINT_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"
#include <glib.h>

enum footprint_how { FOOTPRINT_READ = 1, FOOTPRINT_WRITTEN = 2 };

struct footprint_part {
    uint64_t address, bytes; /* of a whole allocation */
    uint64_t how;            /* enum footprint_how, or-ed */
};

struct footprint {
    struct device_memory *memory;
    GArray *parts;     /* struct footprint_part, in the order of first accesses */
    bool out_of_sight; /* it has gone beyond: the program's pinned memory, strays, too many parts */
};

void footprint_init(struct footprint *footprint, struct device_memory *memory);
void footprint_finish(struct footprint *footprint);
void footprint_clear(struct footprint *footprint);

/* Bytes from low to below high, in one allocation or in none. */
void footprint_note(struct footprint *footprint, uint64_t low, uint64_t high, unsigned how);
/* What the lanes of an instruction access in global memory. bytes: of a lane. */
void footprint_note_lanes(struct footprint *footprint, const struct issued *what, unsigned bytes,
                          unsigned how);

/* Adds all of another one. */
void footprint_merge(struct footprint *footprint, const struct footprint *more);

/* By address, so that equal footprints look alike. */
void footprint_sort(struct footprint *footprint);

#endif
