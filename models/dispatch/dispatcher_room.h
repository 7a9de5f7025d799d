/* SPDX-License-Identifier: BSD-3-Clause */
/* Which kernel's blocks the dispatcher deals out, and how many more each SM can take. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ROOM_H
#define SIMGPU_DISPATCH_DISPATCHER_ROOM_H

#include "models/dispatch/dispatcher.h"

/* The first kernel with blocks to send is the one that is dealt out. */
void dispatcher_choose_dealt(struct dispatcher *d);
/* Counts the room on all SMs anew: blocks may no longer be sent ahead. */
void dispatcher_refresh_rooms(struct dispatcher *d);
/* A block of the kernel has come to the SM (1), or gone (-1). */
void dispatcher_note_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                           int change);

#endif
