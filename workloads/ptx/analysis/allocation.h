/* SPDX-License-Identifier: BSD-3-Clause */
/* Slots for PTX's virtual registers, so that a warp's register file is small.
 *
 * Linear scan over live intervals, one pool of slots a width. What is to be spilled has been
 * before (spill.h). Of the
 * free slots of a class the one that was freed longest ago is taken, since a register written
 * soon after its slot was read or loaded would wait for that at the scoreboard, which real
 * (renamed by the compiler's scheduler) code avoids.
 * Source: M. Poletto, V. Sarkar, "Linear Scan Register Allocation", TOPLAS 21(5), 1999.
 * Differs: the choice among free slots.
 *
 * What an executor may rely on: registers live at the same time have different slots; the
 * destinations of one instruction have different slots; if an instruction has several
 * destinations, none has the slot of a source that is a different register; a single destination
 * may have the slot of a source that is not needed afterwards.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_ALLOCATION_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_ALLOCATION_H

#include "workloads/ptx/analysis/liveness.h"

enum ptx_slot_class {
    PTX_SLOT_NONE, /* of slot 0 */
    PTX_SLOT_PRED,
    PTX_SLOT_32, /* 8, 16 and 32 bits */
    PTX_SLOT_64,
    PTX_SLOT_CLASSES
};

struct ptx_allocation {
    uint32_t *slot_of; /* of each register; 0 if the register is never accessed */
    uint8_t *class_of; /* of each slot, enum ptx_slot_class; [0] is PTX_SLOT_NONE */
    uint32_t *rank_of; /* of each slot: 0, 1, ... among the slots of its class, for layout */
    uint32_t n_slots;  /* slot numbers, 1 to n_slots - 1, are below this */
    uint32_t n_of_class[PTX_SLOT_CLASSES];
};

struct ptx_allocation *ptx_allocation_new(const struct ptx_function *function,
                                          const struct ptx_liveness *liveness);
void ptx_allocation_free(struct ptx_allocation *allocation);

enum ptx_slot_class ptx_slot_class_of(enum ptx_type type);

#endif
