/* SPDX-License-Identifier: BSD-3-Clause */
/* How many more blocks of each kernel each SM can take. The SM's free resources and the partition's
 * quotas limit this. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_ROOM_H
#define SIMGPU_DISPATCH_DISPATCHER_ROOM_H

#include "models/dispatch/dispatcher_state.h"

/* Asks the partition again if something has changed since it was asked. */
void dispatcher_settle_quotas(struct dispatcher *d, uint64_t cycle);
/* How many blocks any SM may have beyond its room while `left` blocks have not been sent. It is
 * dispatch.ahead while that leaves enough for the other SMs. Then it shrinks; the last blocks are
 * not sent ahead. */
uint32_t dispatcher_ahead(const struct dispatcher *d, uint64_t left);
/* A block has ended on the SM. The pace of such ends decides how many blocks are sent ahead.
 *
 * An SM on which many blocks end during one round trip of messages needs as many ahead. It may have
 * almost twice as many, so that the pace can rise. An SM on which one ends gets one, as a block
 * that is sent ahead can't go to the SM that has room first. If the kernel's blocks end seldom, or
 * none has ended yet, none is sent ahead. If dispatch.ahead is 1, one always is.
 */
void dispatcher_note_pace(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                          uint64_t cycle);
/* Counts the kernel's room on the SM again. */
void dispatcher_refresh_room(const struct dispatcher *d, struct dispatcher_kernel *kernel,
                             uint32_t index);
/* Counts the kernel's room on all SMs again: its blocks may no longer be sent ahead. */
void dispatcher_refresh_rooms(struct dispatcher *d, struct dispatcher_kernel *kernel);
/* A block of the kernel has come to the SM (change 1), or has gone (-1). */
void dispatcher_note_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                           int change);

#endif
