/* SPDX-License-Identifier: BSD-3-Clause */
/* Undefined values in a warp's registers: which bits of which lanes come from memory that nobody
 * has written. Only registers that hold some take room and time.
 *
 * Source: the idea is Seward and Nethercote, "Using Valgrind to Detect Undefined Value Errors with
 *   Bit-Precision", USENIX ATC 2005.
 * Differs: operands' values count only where they are constants of the code.
 */
#ifndef SIMGPU_SANITIZE_VALUES_H
#define SIMGPU_SANITIZE_VALUES_H

#include "workloads/issued.h"
#include "workloads/value_flow.h"

/* What a register holds. */
struct undefined {
    uint64_t bits[WARP_LANES];
    lane_mask computed; /* lanes in which it is more than a copy of what was in memory */
    uint32_t origin;    /* the site of a read that it comes from */
};

struct warp_values {
    lane_mask *lanes;      /* by slot: those with an undefined bit */
    struct undefined **of; /* by slot; NULL: never */
    uint32_t n_slots;
    uint32_t n_undefined; /* slots with lanes */
    lane_mask next;       /* the lanes that were to run the instruction of this step */
};

struct warp_values *values_new(uint32_t n_slots);
void values_free(struct warp_values *values);

/* The lanes of slot in which bits are undefined; slot 0: none. */
static inline lane_mask values_lanes(const struct warp_values *values, uint16_t slot)
{
    return values && slot ? values->lanes[slot] : 0;
}

/* Sets lanes of a slot: bits[lane] are undefined, computed: more than copies. */
void values_set(struct warp_values *values, uint16_t slot, lane_mask lanes,
                const uint64_t bits[WARP_LANES], lane_mask computed, uint32_t origin);
/* They are defined. */
void values_clear(struct warp_values *values, uint16_t slot, lane_mask lanes);

/* The warp has run an instruction that is no access: lanes did. */
void values_step(struct warp_values *values, const struct value_flow *flow,
                 const struct warp_context *w, uint32_t pc, lane_mask lanes);

#endif
