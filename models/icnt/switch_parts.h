/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of several packets that don't pass the switch as a whole: for switch.c alone. */
#ifndef SIMGPU_ICNT_SWITCH_PARTS_H
#define SIMGPU_ICNT_SWITCH_PARTS_H

#include "models/icnt/switch.h"

/* Messages from the input's first on that have as many packets of one flit as it has, packet.mixed
 * at most: their packets take turns. Of requests only those that may mix. */
uint32_t switch_group_of(const struct crossbar_switch *s, const struct switch_input *input,
                         sim_time now);
/* A packet that asks for a sector goes to the output as a message of its own, and with it what has
 * gone of the message before. parts: packets that are left with it. */
void switch_send_piece(struct crossbar_switch *s, struct switch_output *output,
                       struct message *message, uint32_t parts);

#endif
