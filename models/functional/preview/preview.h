/* SPDX-License-Identifier: BSD-3-Clause */
/* A functional run of a launch that can be undone: what it does is known before it is timed.
 *
 * It listens to the run, counts, and keeps the old bytes of each piece of device memory before the
 * first write to it. Kernels with instructions that write in other ways (OP_SYNC: bulk copies,
 * launches of kernels) and kernels that allocate can't be undone: see functional_preview_fits.
 *
 * Units: bytes; lines of 128 bytes.
 */
#ifndef SIMGPU_FUNCTIONAL_PREVIEW_H
#define SIMGPU_FUNCTIONAL_PREVIEW_H

#include "models/functional/functional.h"
#include "models/functional/preview/recent_lines.h"
#include "models/functional/preview/side_by_side.h"

/* Hears of accesses to global memory, in the order in which they would come if blocks ran side by
 * side. */
struct preview_hearer {
    void *data;
    void (*access)(void *data, const struct touch *touch); /* may be NULL */
};

struct functional_preview {
    struct functional_listener listener; /* for functional_run */
    struct device_memory *memory;
    struct preview_hearer hearer;
    struct side_by_side order;
    struct memory_undo *undo; /* keeps what is needed to undo the run; NULL: it stays */
    GHashTable *read;         /* address of a piece -> bits: which of its lines a launch has read */
    uint64_t last_read;       /* of these: its last address, and the bits */
    uint32_t *read_bits;
    struct recent_lines recent; /* in that order, too */
    uint64_t warp_instructions, thread_instructions;
    uint64_t lines; /* that accesses to global memory touch, each access by itself */
    uint64_t fresh; /* of these: no launch has read them before */
};

/* recent_room: how many of the lines that are touched last are kept. It is used again and again. */
void functional_preview_init(struct functional_preview *preview, struct device_memory *memory,
                             uint64_t recent_room);
/* Another run begins. together: how many blocks the GPU holds; 0: as many as there are. */
void functional_preview_begin(struct functional_preview *preview, bool undoes, uint64_t together);
/* The run has ended: all of its accesses have been heard of. */
void functional_preview_end(struct functional_preview *preview);
void functional_preview_finish(struct functional_preview *preview);
/* Whether launches of this code can be undone. */
bool functional_preview_fits(const struct kernel_code *code);
/* Memory is again as it was before the run, which must have been begun so. Lines count as read all
 * the same: the launch is going to read them. */
void functional_preview_undo(struct functional_preview *preview);

#endif
