/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of several packets that don't pass the switch as a whole: for switch.c alone. */
#ifndef SIMGPU_ICNT_SWITCH_PARTS_H
#define SIMGPU_ICNT_SWITCH_PARTS_H

#include "models/icnt/switch_state.h"

/* How many messages, from the input's first on, take turns packet by packet. They have equally many
 * packets of one flit, and are packet.mixed at most. Requests only if they may mix. */
uint32_t switch_group_of(const struct crossbar_switch *s, const struct switch_input *input,
                         sim_time now);
/* packet.contended=apart. A packet before a message's last one asks in that cycle for sectors of a
 * line. If others want the line, and packets of a waiting input come between, the packet goes to
 * the output as a message of its own. With it go the packets of its message that have gone before.
 */
void switch_part_if_contended(struct crossbar_switch *s, uint32_t to, uint32_t index,
                              uint64_t cycle);
/* A packet for the same line comes between those of the message that the input `held` has. Sends
 * the packets of it that have gone. There must be room. False: its last packets are going anyway.
 */
bool switch_send_held(struct crossbar_switch *s, uint32_t to, uint32_t held, uint64_t cycle);

#endif
