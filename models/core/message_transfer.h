/* SPDX-License-Identifier: BSD-3-Clause */
/* TRANSFER_DONE: the engine tells a unit that a transfer (engine_transfer) has ended. It comes on
 * no wire. message_transfer() is the tag of struct transfer, which the unit has chosen. */
#ifndef SIMGPU_CORE_MESSAGE_TRANSFER_H
#define SIMGPU_CORE_MESSAGE_TRANSFER_H

#include "models/core/message.h"

/* receiver: its unit id. Transfers' tags ascend: they order messages of the same time. */
static inline struct message message_transfer_done(uint32_t tag, uint32_t receiver, sim_time time)
{
    return (struct message){.kind = MESSAGE_TRANSFER_DONE,
                            .arrival = time,
                            .source = (uint16_t)receiver,
                            .sequence = tag,
                            .raw_tag = tag};
}

static inline uint32_t message_transfer(const struct message *message)
{
    return message->raw_tag;
}

#endif
