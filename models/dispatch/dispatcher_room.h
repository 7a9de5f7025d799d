/* SPDX-License-Identifier: BSD-3-Clause */
/* How many more blocks of each kernel each SM can take: by what it has left, and by the partition's
 * quotas. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ROOM_H
#define SIMGPU_DISPATCH_DISPATCHER_ROOM_H

#include "models/dispatch/dispatcher_state.h"

/* Asks the partition again if something has changed since it was asked. */
void dispatcher_settle_quotas(struct dispatcher *d, uint64_t cycle);
/* Blocks that any SM may have beyond its room while so many are left: as many as dispatch.ahead
 * says while that leaves enough for the other SMs, then fewer and fewer, and none of the last. */
uint32_t dispatcher_ahead(const struct dispatcher *d, uint64_t left);
/* A block has ended on the SM: one that ends many while a message goes there and back needs as many
 * ahead, and may have almost twice as many, so that the pace can rise; one that ends one, no more
 * than that, since what is sent ahead can't go to who has room first; and where the kernel's blocks
 * end seldom, or none has yet, none (if dispatch.ahead is more than 1, which is always sent). */
void dispatcher_note_pace(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                          uint64_t cycle);
/* Counts the kernel's room on the SM anew. */
void dispatcher_refresh_room(const struct dispatcher *d, struct dispatcher_kernel *kernel,
                             uint32_t index);
/* Counts the kernel's room on all SMs anew: its blocks may no longer be sent ahead. */
void dispatcher_refresh_rooms(struct dispatcher *d, struct dispatcher_kernel *kernel);
/* A block of the kernel has come to the SM (1), or gone (-1). */
void dispatcher_note_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                           int change);

#endif
