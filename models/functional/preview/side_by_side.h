/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses of a functional run in the order in which they would come if blocks ran side by side.
 *
 * A functional run takes one block after the other. A GPU has as many as it holds, and each has its
 * first accesses when the others have theirs. So lines come back to L2 after more others, or after
 * fewer. Here each access has a time, and comes out in the order of these times:
 *
 *   - The first blocks, as many as the GPU holds, begin at 0. Each later one begins where the next
 *     of those before it ends.
 *   - Each instruction of a warp takes 1. A block ends with its longest warp.
 *
 * That is no model of time: loads take no longer than additions, and barriers are not waited for.
 * Accesses wait in a room that is limited; when it is full, the earliest come out before their turn
 * is certain.
 *
 * Units: warp instructions; lines of 128 bytes.
 */
#ifndef SIMGPU_FUNCTIONAL_SIDE_BY_SIDE_H
#define SIMGPU_FUNCTIONAL_SIDE_BY_SIDE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What lanes that follow each other touch of one line. */
struct touch {
    uint64_t line;     /* its address */
    uint64_t bytes[2]; /* of the line */
    uint8_t op_class;  /* of the instruction */
    uint8_t sectors;   /* of 32 bytes; 0: nothing */
};

struct side_by_side {
    void *data;
    void (*each)(void *data, const struct touch *touch);
    GArray *ends;     /* uint64_t, a heap: of the blocks that are on the GPU, the first one first */
    uint64_t room;    /* blocks that the GPU holds */
    uint64_t block;   /* the one whose accesses come now */
    bool any;         /* there is one */
    uint64_t begun;   /* when it began */
    uint64_t longest; /* its longest warp so far */
    GArray *warps;    /* uint64_t, by number in the block: instructions so far */
    unsigned warp;
    GArray *waiting;        /* struct waiting, see side_by_side.c */
    uint32_t *first, *last; /* of each slot of time: index in `waiting`, or NONE */
    uint32_t free;
    uint64_t now; /* the slot that comes out next */
    uint64_t n;   /* that wait */
};

/* each hears of all touches in their order. */
void side_by_side_init(struct side_by_side *order, void *data,
                       void (*each)(void *data, const struct touch *touch));
void side_by_side_finish(struct side_by_side *order);
/* A run begins. room: how many blocks the GPU holds, at least 1. */
void side_by_side_begin(struct side_by_side *order, uint64_t room);
/* What follows is of that warp. block: linear index in the grid. */
void side_by_side_turn(struct side_by_side *order, uint64_t block, unsigned warp);
/* An instruction of the warp. */
static inline void side_by_side_step(struct side_by_side *order)
{
    g_array_index(order->warps, uint64_t, order->warp)++;
}
/* The instruction touches this. */
void side_by_side_add(struct side_by_side *order, const struct touch *touch);
/* The run has ended: what still waits comes out. */
void side_by_side_end(struct side_by_side *order);

#endif
